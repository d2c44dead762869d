//! Token Chess as a user meets it.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use std::{collections::BTreeSet, fs, time::Duration};

use ludometer_record::{
    desk::Answer,
    journal::{Asked, Entry, read},
};
use support::{Behaviour, Lab, Server, Speech, has_fairy_stockfish, path_with_games};

/// A short match on the small board of this player against `mock:random`.
fn study(player: &str, keys: &str) -> String {
    format!(
        r#"
name = "test"
instrument = "token-chess"
seed = 5

[[player]]
{player}

[[player]]
model = "mock:random"

[token_chess]
tier = "micro"
games = 2
adjudicator = "built-in"
{keys}
"#
    )
}

/// Of built-in players.
fn mocks(keys: &str) -> String {
    study("model = \"mock:heuristic\"", keys)
}

/// Of a served model against a built-in player.
fn served(url: &str, keys: &str) -> String {
    let model = "name = \"model\"\nmodel = \"openai-compatible:loopback\"";
    study(&format!("{model}\nbase_url = \"{url}\""), keys)
}

fn server() -> Server {
    Server::start(Behaviour {
        speech: Speech::Steering,
        ..Behaviour::default()
    })
}

fn exchanges(lab: &Lab) -> Vec<ludometer_record::journal::Exchange> {
    let mut all = Vec::new();
    read(&lab.journal(), |entry| {
        if let Entry::Exchange(exchange) = entry {
            all.push(*exchange);
        }
    })
    .unwrap();
    all
}

#[test]
fn every_economy_plays_on_every_board_and_verifies() {
    for economy in ["forfeit", "income", "batch"] {
        for tier in ["micro", "regular", "grand"] {
            let study = mocks(&format!("economy = \"{economy}\"\nply_cap = 40"))
                .replace("\"micro\"", &format!("\"{tier}\""));
            let lab = Lab::with(&study);
            lab.run().well();
            let said = lab.verify().well();
            assert!(said.out.contains("verified"), "{said:?}");
            assert!(said.out.contains("draws made again"), "{said:?}");
            // The stand-in judged, and is always there to judge again.
            assert!(!said.out.contains("not asked for again"), "{said:?}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let drawn = || {
        let lab = Lab::with(&mocks("economy = \"batch\"\nbudget = 8"));
        lab.run().well();
        let samples: BTreeSet<String> = exchanges(&lab)
            .into_iter()
            .map(|one| format!("{} {} {:?}", one.game, one.n, one.answer))
            .collect();
        samples
    };
    assert_eq!(drawn(), drawn());
}

#[test]
fn a_study_of_two_sweeps_plays_every_combination() {
    let study = mocks(
        "economy = \"forfeit\"\nsweep = { budget = [3, 6], tier = [\"micro\", \"regular\"] }",
    )
    .replace("tier = \"micro\"\n", "");
    let lab = Lab::with(&study);
    lab.run().well();
    let games: BTreeSet<String> = exchanges(&lab)
        .into_iter()
        .map(|one| one.game.to_string())
        .collect();
    assert_eq!(games.len(), 8, "{games:?}");
    assert!(
        games.contains("mock:heuristic.vs.mock:random.budget-3.tier-regular.0001"),
        "{games:?}"
    );
}

#[test]
fn a_changed_sample_is_found_twice_over() {
    let lab = Lab::with(&mocks("budget = 6"));
    lab.run().well();
    let journal = fs::read_to_string(lab.journal()).unwrap();
    let mut lines: Vec<String> = journal.lines().map(str::to_owned).collect();
    let place = lines
        .iter()
        .rposition(|line| line.contains("\"samples\""))
        .unwrap();
    let changed = lines[place].replacen("\"samples\":[\"", "\"samples\":[\"x", 1);
    let json = &changed[18..];
    lines[place] = ludometer_record::journal::frame::wrap(json.as_bytes())
        .into_iter()
        .map(char::from)
        .collect::<String>()
        .trim_end()
        .to_owned();
    fs::write(lab.journal(), lines.join("\n") + "\n").unwrap();
    let said = lab.verify().exits(1);
    assert!(said.out.contains("the tool draws"), "{said:?}");
}

#[test]
fn a_model_is_asked_again_once_and_then_the_rules_decide() {
    let nonsense = Server::start(Behaviour {
        speech: Speech::Fixed("I would rather not say.".to_owned()),
        ..Behaviour::default()
    });
    let lab = Lab::with(&served(nonsense.url(), "economy = \"forfeit\"\nbudget = 4"));
    lab.run().well();
    let all = exchanges(&lab);
    let game = |name: &str| {
        all.iter()
            .filter(|one| one.game.as_str().ends_with(name))
            .cloned()
            .collect::<Vec<_>>()
    };
    let first = game("0000");
    // Two replies, then the fallback's draw: a temperature of 0.5 and a cap of 5.
    assert!(matches!(first[0].asked, Asked::Decision(_)));
    assert!(matches!(first[1].asked, Asked::Decision(_)));
    let Asked::Draw(draw) = &first[2].asked else {
        panic!("{:?}", first[2])
    };
    assert_eq!(
        (draw.order.temperature, draw.order.soft_cap),
        (0.5, Some(5.0))
    );
    lab.verify().well();
}

#[test]
fn a_model_steers_and_its_seats_are_told_apart() {
    let server = server();
    let study = served(
        server.url(),
        "budget = 8\npairs = [[\"model\", \"model\"]]\nmemory = \"choose\"",
    );
    let lab = Lab::with(&study);
    lab.run().well();
    let seats: BTreeSet<String> = exchanges(&lab)
        .iter()
        .filter_map(|one| Some(one.asked.decision()?.seat.to_string()))
        .collect();
    assert_eq!(seats.len(), 2);
    lab.verify().well();
    // A note, a reason and a sample are the model's words: none of them reaches the terminal raw.
    for format in ["terminal", "markdown", "json"] {
        let said = lab.say(&["report", "run", "--format", format]).well();
        assert!(!said.out.contains('\u{1b}'), "{format}");
    }
}

#[test]
fn kills_change_nothing_and_no_answer_is_asked_for_twice() {
    let calm = server();
    let study = |url: &str| served(url, "budget = 12\ngames = 4").replace("games = 2\n", "");
    let undisturbed = Lab::with(&study(calm.url()));
    undisturbed.run().well();
    let answers = calm.stats().answered;

    let server = Server::start(Behaviour {
        speech: Speech::Steering,
        delay: Duration::from_millis(2),
        ..Behaviour::default()
    });
    let lab = Lab::with(&study(server.url()));
    for kill in 1..=12_u64 {
        let mut child = lab.go();
        let until = (answers * kill / 14).max(server.stats().answered);
        while server.stats().answered < until && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        server.wait_until_idle();
    }
    lab.resume().well();
    let replies = |lab: &Lab| {
        let all = exchanges(lab);
        let replies = all
            .iter()
            .filter(|one| matches!(one.answer, Answer::Reply(_)));
        replies.count() as u64
    };
    assert_eq!(replies(&lab), answers);
    // A reply that was on its way when the process died is the only one that may be sent again.
    assert!(
        server.stats().answered <= answers + 12 * 4,
        "{:?}",
        server.stats()
    );
    assert_eq!(lab.findings(), undisturbed.findings());
    lab.verify().well();
}

#[test]
fn an_engine_adjudicates_and_a_run_goes_on_with_no_other() {
    if !has_fairy_stockfish() {
        eprintln!("skipped: no Fairy-Stockfish here");
        return;
    }
    let study = mocks("budget = 3").replace("adjudicator = \"built-in\"\n", "");
    let lab = Lab::with(&study);
    let with = |arguments: &[&str]| {
        support::Said::of(
            lab.command(arguments)
                .env("PATH", path_with_games())
                .output()
                .unwrap(),
        )
    };
    with(&["run", "study.toml", "--out", "run"]).well();
    let manifest = fs::read_to_string(lab.run_folder().join("manifest.json")).unwrap();
    assert!(manifest.contains("Fairy-Stockfish"), "{manifest}");
    let said = with(&["verify", "run"]).well();
    assert!(said.out.contains("verdicts asked for again"), "{said:?}");
    // More games with the stand-in would be another experiment.
    lab.study(&study.replace("games = 2", "games = 3"));
    with(&[
        "run",
        "study.toml",
        "--out",
        "run",
        "--resume",
        "--engine",
        "built-in",
    ])
    .exits(2)
    .tells(&["Fairy-Stockfish", "for adjudication", "--engine"]);
    with(&["run", "study.toml", "--out", "run", "--resume"]).well();
}

#[test]
fn an_engine_that_dies_makes_its_game_void_and_stops_the_run_if_it_always_does() {
    let study = mocks("budget = 2").replace("adjudicator = \"built-in\"\n", "");
    let lab = Lab::with(&study);
    let script = lab.path("engine.sh");
    fs::write(
        &script,
        "#!/bin/sh\n\
         while read -r line; do case \"$line\" in\n\
         uci) echo 'id name Fragile 1'; echo 'option name UCI_Variant type combo default chess var chess var gardner'; echo uciok;;\n\
         isready) echo readyok;;\n\
         go*) echo 'info string about to fall'; exit 3;;\n\
         esac; done\n",
    )
    .unwrap();
    let mut permissions = fs::metadata(&script).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
    fs::set_permissions(&script, permissions).unwrap();
    lab.say(&[
        "run",
        "study.toml",
        "--out",
        "run",
        "--engine",
        script.to_str().unwrap(),
    ])
    .well();
    let findings = lab.findings();
    assert_eq!(findings["games"]["void"], 2, "{findings}");
    let voids = findings["voids"].to_string();
    assert!(
        voids.contains("engine failure") && voids.contains("about to fall"),
        "{voids}"
    );
    lab.verify().well();

    // Two may be accidents; more games would be burnt for nothing.
    let many = study.replace("games = 2", "games = 40");
    let many = many.replace("seed = 5", "seed = 5\nlimits.games_at_once = 1");
    let second = Lab::with(&many);
    let engine = script.to_str().unwrap();
    let said = second.say(&["run", "study.toml", "--out", "run", "--engine", engine]);
    said.exits(3).tells(&[
        "the adjudicating engine fails every time",
        "about to fall",
        "--engine",
    ]);
    assert_eq!(second.findings()["games"]["void"], 2);
}

#[test]
fn wrong_input_is_told_in_one_line() {
    let lab = Lab::with(&mocks(""));
    for (arguments, words) in [
        (
            vec![
                "run",
                "study.toml",
                "--out",
                "run",
                "--engine",
                "/no/such/engine",
            ],
            "/no/such/engine",
        ),
        (
            vec![
                "token-chess",
                "--white",
                "mock:clever",
                "--black",
                "mock:random",
            ],
            "mock:heuristic",
        ),
        (
            vec!["token-chess", "--white", "solver", "--black", "mock:random"],
            "does not play Token Chess",
        ),
        (
            vec![
                "token-chess",
                "--white",
                "mock:random",
                "--black",
                "mock:random",
                "--economy",
                "barter",
            ],
            "barter",
        ),
        (
            vec![
                "token-chess",
                "--white",
                "mock:random",
                "--black",
                "mock:random",
                "--games",
                "0",
            ],
            "games",
        ),
    ] {
        let study = mocks("").replace("adjudicator = \"built-in\"\n", "");
        lab.study(&study);
        lab.say(&arguments).exits(2).in_one_line().tells(&[words]);
    }
}

#[test]
fn the_quick_form_leaves_a_study_that_goes_on() {
    let lab = Lab::with("");
    lab.say(&[
        "token-chess",
        "--white",
        "mock:heuristic",
        "--black",
        "mock:random",
        "--tier",
        "micro",
        "--budget",
        "4",
        "--games",
        "2",
        "--engine",
        "built-in",
        "--out",
        "quick",
    ])
    .well();
    let study = fs::read_to_string(lab.path("quick").join("study.toml")).unwrap();
    fs::write(
        lab.path("more.toml"),
        study.replace("games = 2", "games = 4"),
    )
    .unwrap();
    lab.say(&[
        "run",
        "more.toml",
        "--out",
        "quick",
        "--resume",
        "--engine",
        "built-in",
    ])
    .well()
    .tells(&["token_chess.games was 2, is now 4"]);
    lab.say(&["verify", "quick"]).well();
}

#[test]
fn a_forecast_asks_nothing() {
    let server = server();
    let lab = Lab::with(&served(server.url(), "budget = 6"));
    let said = lab.say(&["run", "study.toml", "--dry-run"]).well();
    assert!(
        said.out.contains("model") && said.out.contains("mock:random"),
        "{said:?}"
    );
    assert_eq!(server.stats().requests, 0);
}
