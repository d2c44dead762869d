//! Whole studies of the Elo ladder: engines, models that call tools, agent programs.
//!
//! Stockfish and a Python with the official MCP package are installed by
//! `sh scripts/setup.sh test`; without them these tests fail.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::Duration,
};

use ludometer_loopback::ToolPlay;
use ludometer_record::{
    Contents,
    desk::Answer,
    ending::{Ending, Termination, VoidCause},
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use support::{Behaviour, Lab, Server, Speech};

/// The Python that the set-up makes.
fn python() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.venv-mcp/bin/python");
    assert!(
        path.exists(),
        "{} is missing; `sh scripts/setup.sh test` installs what this test needs",
        path.display()
    );
    path
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/ladder")
        .join(name)
}

/// A study with these `[[player]]` tables and `[ladder]` lines.
fn study(players: &str, ladder: &str) -> String {
    format!(
        "name = \"test\"\ninstrument = \"elo-ladder\"\nseed = 5\n[limits]\ngames_at_once = 3\n{players}\n[ladder]\n{ladder}\n"
    )
}

/// The deterministic engine as a program of its own.
fn engine(lab: &Lab) -> String {
    let path = lab.path("engine");
    let words = format!(
        "#!/bin/sh\nexec '{}' '{}'\n",
        python().display(),
        script("engine.py").display()
    );
    std::fs::write(&path, words).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

fn contents(lab: &Lab) -> Contents {
    Contents::read(&lab.journal()).unwrap().0
}

fn ended(contents: &Contents, game: &str) -> Ending {
    let log = contents.games.iter().find(|(id, _)| id.as_str() == game);
    log.unwrap().1.ended.clone().unwrap()
}

fn termination(contents: &Contents, game: &str) -> Termination {
    match ended(contents, game) {
        Ending::Scored { termination, .. } => termination,
        other @ Ending::Void { .. } => panic!("{other:?}"),
    }
}

fn manifest(lab: &Lab) -> Value {
    let text = std::fs::read_to_string(lab.run_folder().join("manifest.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_study_against_stockfish_leaves_its_papers() {
    let players = "[[player]]\nmodel = \"random\"\n[[player]]\nname = \"fish\"\nmodel = \"engine:stockfish?elo=1500&nodes=100\"";
    let lab = Lab::with(&study(
        players,
        "engine = \"stockfish?nodes=100\"\ngames = 2\nply_cap = 60",
    ));
    let said = lab.run().well();
    assert!(said.out.contains("fish"), "{}", said.out);
    let manifest = manifest(&lab);
    // Cut to the range that the engine states; which it is depends on the engine.
    let opponents = manifest["opponents"].as_array().unwrap();
    let engine = manifest["engines"][0]["options"].clone();
    assert!(engine.is_object());
    let ratings: Vec<f64> = opponents
        .iter()
        .map(|one| one["rating"].as_f64().unwrap())
        .collect();
    assert!(ratings.windows(2).all(|two| two[0] < two[1]), "{ratings:?}");
    assert!(
        ratings.len() > 10 && ratings.contains(&1500.0),
        "{ratings:?}"
    );
    let contents = contents(&lab);
    assert_eq!(contents.games.len(), 6);
    for id in contents.games.keys() {
        let name = format!("games/{id}.verification.json");
        let text = std::fs::read_to_string(lab.run_folder().join(&name)).unwrap();
        let verified: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(verified["passed"], true, "{verified:#}");
    }
    let pgn = std::fs::read_to_string(lab.run_folder().join("games.pgn")).unwrap();
    assert_eq!(pgn.matches("[Event ").count(), 6);
    assert!(pgn.contains("[WhiteType \"") && pgn.contains("[Termination \""));
    assert!(lab.run_folder().join("leaderboard.svg").exists());
    lab.verify().well();
}

#[test]
fn what_cannot_be_played_is_told_before_any_game() {
    let fails = |players: &str, ladder: &str| {
        let lab = Lab::with(&study(players, ladder));
        let said = lab.run();
        assert_ne!(said.code, 0, "{said:#?}");
        assert!(!lab.journal().exists(), "nothing was begun");
        said.in_one_line().err
    };
    let random = "[[player]]\nmodel = \"random\"";
    for (players, ladder, expected) in [
        (
            "[[player]]\nname = \"weak\"\nmodel = \"engine:stockfish?elo=800\"",
            "",
            "it goes from",
        ),
        (random, "engine = \"stockfish?elo=1500\"", "has a strength"),
        (random, "engine = \"stokfish\"", "did you mean `stockfish`?"),
        (random, "engine = \"/no/such/engine\"", "/no/such/engine"),
        (
            "[[player]]\nname = \"a\"\nmodel = \"agent:command\"\n[player.agent]\ncommand = [\"no-such-program\", \"{url}\"]",
            "",
            "no-such-program",
        ),
    ] {
        let said = fails(players, ladder);
        assert!(said.contains(expected), "{expected:?} is missing in {said}");
    }
}

#[test]
fn more_games_are_an_amendment() {
    let lab = Lab::with("");
    let engine = engine(&lab);
    let text = |games: u32| {
        study(
            "[[player]]\nmodel = \"random\"",
            &format!("engine = {engine:?}\ngames = {games}\nadaptive_pairs = 1\nply_cap = 40"),
        )
    };
    lab.study(&text(4));
    lab.run().well();
    let before = contents(&lab);
    lab.study(&text(8));
    let said = lab.resume().well();
    assert!(
        said.err.contains("ladder.games was 4, is now 8"),
        "{}",
        said.err
    );
    let after = contents(&lab);
    assert_eq!((before.games.len(), after.games.len()), (5, 9));
    for (id, log) in &before.games {
        assert_eq!(after.games[id].ended, log.ended);
        assert_eq!(after.games[id].exchanges.len(), log.exchanges.len());
    }
    assert_eq!(after.amendments.len(), 1);
    lab.verify().well();
    // Fewer are refused.
    lab.study(&text(4));
    assert!(lab.resume().exits(2).err.contains("ladder.games"));
}

#[test]
fn a_model_plays_by_tools() {
    let server = Server::start(Behaviour {
        speech: Speech::Calling(ToolPlay::good(11)),
        ..Behaviour::default()
    });
    let lab = Lab::with("");
    let engine = engine(&lab);
    let player = format!(
        "[[player]]\nname = \"model\"\nmodel = \"openai-compatible:loopback\"\nbase_url = \"{}\"",
        server.url()
    );
    lab.study(&study(
        &player,
        &format!("engine = {engine:?}\ngames = 2\nply_cap = 30"),
    ));
    lab.run().well();
    let contents = contents(&lab);
    assert!(contents.games.values().all(|log| log.ended.is_some()));
    let replies = contents
        .answers()
        .filter(|one| matches!(one.answer, Answer::Reply(_)));
    assert_eq!(replies.count() as u64, server.stats().answered);
    assert_eq!(
        manifest(&lab)["players"][0]["each_call"],
        json!(["messages", "tools: get_state, play_move, resign"])
    );
    lab.verify().well();
}

/// What was played and decided, without what the clock says of it.
fn course(lab: &Lab) -> BTreeMap<String, Vec<String>> {
    let games = contents(lab).games.into_iter().map(|(id, log)| {
        let mut course: Vec<String> = log
            .exchanges
            .iter()
            .map(|exchange| match &exchange.answer {
                Answer::Assigned(assigned) => format!("{assigned:?}"),
                Answer::Moved(moved) => moved.uci.clone(),
                // The ids of calls hang on the clock, which the states tell.
                Answer::Reply(reply) => {
                    let calls = reply.calls.iter();
                    let calls: Vec<_> = calls.map(|call| (&call.name, &call.arguments)).collect();
                    format!("{calls:?} {}", reply.text)
                }
                other => panic!("{other:?}"),
            })
            .collect();
        course.push(format!("{:?}", log.ended));
        (id.to_string(), course)
    });
    games.collect()
}

/// SIGKILLs, each at a moment of its own, in the middle of waves: no answer is lost, no
/// opponent chosen otherwise, no game void, and the study comes out the same.
#[test]
fn a_hundred_kills_in_the_middle_of_waves_change_nothing() {
    const KILLS: u32 = 100;
    let server = || {
        Server::start(Behaviour {
            delay: Duration::from_millis(3),
            speech: Speech::Calling(ToolPlay::good(3)),
            ..Behaviour::default()
        })
    };
    let text = |engine: &str, url: &str| {
        let player = format!(
            "[[player]]\nname = \"model\"\nmodel = \"openai-compatible:loopback\"\nbase_url = \"{url}\"\nretries = 0\n[[player]]\nmodel = \"random\""
        );
        let ladder = "games = 14\nadaptive_pairs = 1\nwave_pairs = 2\nply_cap = 70";
        study(&player, &format!("engine = {engine:?}\n{ladder}"))
    };
    let calm = server();
    let undisturbed = Lab::with("");
    undisturbed.study(&text(&engine(&undisturbed), calm.url()));
    undisturbed.run().well();

    let server = server();
    let lab = Lab::with("");
    lab.study(&text(&engine(&lab), server.url()));
    let mut random = ChaCha8Rng::seed_from_u64(20_261_130);
    let size = || std::fs::metadata(lab.journal()).map_or(0, |data| data.len());
    for kill in 0..=KILLS {
        let mut child = lab.go();
        if kill < KILLS {
            // A few records on from where the last one died, or before any.
            let until = size() + random.random_range(0..4_000);
            while size() < until && child.try_wait().unwrap().is_none() {
                std::thread::yield_now();
            }
            child.kill().unwrap();
        }
        let status = child.wait().unwrap();
        assert_eq!(
            status.success(),
            kill == KILLS,
            "kill {kill}: {status}; is the study long enough?"
        );
    }
    let (killed, calm) = (course(&lab), course(&undisturbed));
    assert_eq!(killed.len(), calm.len());
    for (id, course) in &calm {
        assert_eq!(&killed[id], course, "game {id}");
    }
    lab.verify().well();
}

/// Programs on the official Python package, over HTTP and over pipes, in every manner.
#[test]
fn agent_programs_play_or_do_not() {
    let lab = Lab::with("");
    let engine = engine(&lab);
    let mut players = String::new();
    for (manner, way) in [
        ("plays", "url\", \"{url}"),
        ("resigns", "attach\", \"{attach}"),
        ("walks", "url\", \"{url}"),
        ("crashes", "url\", \"{url}"),
        ("sits", "url\", \"{url}"),
    ] {
        let _ = write!(
            players,
            "[[player]]\nname = \"{manner}\"\nmodel = \"agent:command\"\n[player.agent]\nsilence_s = {}\ncommand = [{:?}, {:?}, \"{manner}\", \"{way}\"]\n",
            if manner == "sits" { 2 } else { 60 },
            python(),
            script("agent.py"),
        );
    }
    lab.study(&study(
        &players,
        &format!("engine = {engine:?}\ngames = 2\npilot = false\nply_cap = 80"),
    ));
    let said = lab.run();
    assert_eq!(said.code, 0, "{said:#?}");
    let contents = contents(&lab);
    for color in ["white", "black"] {
        let of = |player: &str| format!("{player}.001.{color}");
        assert!(
            !matches!(
                termination(&contents, &of("plays")),
                Termination::WalkedAway | Termination::Resignation
            ),
            "it plays to the end"
        );
        assert_eq!(
            termination(&contents, &of("resigns")),
            Termination::Resignation
        );
        assert_eq!(
            termination(&contents, &of("walks")),
            Termination::WalkedAway
        );
        let void = |player: &str| match ended(&contents, &of(player)) {
            Ending::Void { cause, detail } => (cause, detail),
            other @ Ending::Scored { .. } => panic!("{other:?}"),
        };
        let (cause, detail) = void("crashes");
        assert_eq!(cause, VoidCause::Agent);
        assert!(detail.contains("exit"), "{detail}");
        assert_eq!(void("sits").0, VoidCause::AgentSilent);
    }
    let output = lab.run_folder().join("agents/plays.001.white/stdout.txt");
    assert!(
        std::fs::read_to_string(output)
            .unwrap()
            .contains("a fair game")
    );
    let findings = lab.findings();
    assert_eq!(
        findings["voids"].as_array().unwrap().len(),
        4,
        "{findings:#}"
    );
    lab.verify().well();
}

/// What a program took is known when it has left: its next game is not begun behind a cap.
#[test]
fn what_programs_take_counts_against_the_studys_caps() {
    let lab = Lab::with("");
    let engine = engine(&lab);
    let player = format!(
        "[[player]]\nname = \"pays\"\nmodel = \"agent:command\"\n[player.agent]\nevents = \"codex\"\ncommand = [{:?}, {:?}, \"pays\", \"url\", \"{{url}}\"]\n",
        python(),
        script("agent.py"),
    );
    let ladder = format!("engine = {engine:?}\ngames = 8\npilot = false\nply_cap = 80");
    let study = study(&player, &ladder).replace("[limits]\n", "[limits]\ntokens = 400\n");
    lab.study(&study);
    let said = lab.run();
    assert_eq!(said.code, 3, "{said:#?}");
    assert!(said.err.contains("limits.tokens = 400"), "{said:#?}");
    // Pairs come one by one, and the games of a pair together: 150, 300, 450, 600.
    let contents = contents(&lab);
    let over = contents.games.values().filter(|log| log.ended.is_some());
    assert_eq!(over.count(), 4, "{said:#?}");
}
