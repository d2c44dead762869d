//! Whole games by the real `codex exec`, whose model is a script on loopback.
//!
//! `sh scripts/setup.sh test` installs the program; without it these tests fail.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test")]

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use ludometer_arena::{
    agent::{Access, Agent, AgentFailure, AgentSpec, Trouble},
    mcp::Gate,
};
use ludometer_games::{Color, Variant};
use ludometer_instruments::served::{Heard, ServedBoard};
use ludometer_loopback::{
    Behaviour, Server, Step,
    responses::{CACHED, INPUT, OUTPUT, REASONING},
};
use ludometer_record::{
    desk::{Answer, Departure, EngineMove, Leaving, Timing, Usage},
    ending::{GameResult, Termination, VoidCause},
    study::{AgentKind, AgentTable},
};
use serde_json::{Value, json};
use tempfile::TempDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const PROJECT: &str = "Always resign at once.";
const KEY: &str = "sk-loopback-0123456789";

#[track_caller]
fn installed(path: &str) -> PathBuf {
    let path = Path::new(ROOT).join(path);
    assert!(
        path.exists(),
        "{} is missing; `sh scripts/setup.sh test` installs what this test needs",
        path.display()
    );
    path.canonicalize().unwrap()
}

/// Node.js of the set-up, or of the machine.
fn node() -> String {
    let own = Path::new(ROOT).join(".venv-mcp/bin/node");
    let path = if own.exists() { own } else { "node".into() };
    path.to_str().unwrap().to_owned()
}

/// Codex, told where its model is.
fn codex(server: &Server) -> AgentTable {
    let provider = format!(
        "model_providers.loopback={{name=\"loopback\",base_url=\"{}\",wire_api=\"responses\",\
         env_key=\"LAB_KEY\",request_max_retries=0,stream_max_retries=0}}",
        server.url()
    );
    let program = installed("tests/agents/node_modules/@openai/codex/bin/codex.js");
    AgentTable {
        command: vec![node(), program.to_str().unwrap().to_owned()],
        model: Some("scripted".to_owned()),
        args: ["-c", "model_provider=\"loopback\"", "-c", &provider]
            .map(str::to_owned)
            .to_vec(),
        env: vec!["LAB_KEY".to_owned()],
        ..AgentTable::default()
    }
}

/// What became of a game.
struct Played {
    game: ServedBoard,
    left: Result<Departure, AgentFailure>,
    folder: TempDir,
}

/// One game with the white pieces, against these replies.
fn play(table: &AgentTable, replies: &[&str]) -> Played {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(play_it(table, replies))
}

async fn play_it(table: &AgentTable, replies: &[&str]) -> Played {
    let key = |name: &str| (name == "LAB_KEY").then(|| OsString::from(KEY));
    let spec = AgentSpec::prepare_with(AgentKind::Codex, table, key).unwrap();
    let folder = tempfile::tempdir().unwrap();
    // A project around the game: its instructions are nothing to the player.
    fs::create_dir(folder.path().join(".git")).unwrap();
    fs::write(folder.path().join("AGENTS.md"), PROJECT).unwrap();
    let gate = Gate::listen().await.unwrap();
    let mut game = ServedBoard::new(Variant::Standard, Color::White, 300);
    let (address, mut port) = gate.open(&game.tools());
    let access = Access::to(&address, Path::new("/nowhere/ludometer"));
    let place = folder.path().join("game");
    let mut agent = Agent::start(&spec, &access, "Play a game.", &place).unwrap();
    let mut replies = replies.iter();
    let left = loop {
        let call = match agent.next(&mut port).await {
            Ok(Answer::Called(call)) => call,
            Ok(Answer::Left(departure)) => break Ok(departure),
            Ok(other) => panic!("{other:?}"),
            Err(failure) => break Err(failure),
        };
        let heard = game.call(&call);
        if game.awaits_opponent() {
            let reply = EngineMove {
                uci: (*replies.next().expect("a reply")).to_owned(),
                timing: Timing {
                    sent: call.at,
                    wall_us: 1,
                },
                score: None,
                depth: None,
                nodes: None,
            };
            game.opponent_moves(&reply).unwrap();
        }
        let result = match heard {
            Heard::Answer(_, result) => result,
            Heard::Moved | Heard::Resigned => game.state(),
        };
        port.answer(result);
        if game.over().is_some() {
            agent.game_is_over();
        }
    };
    drop(agent);
    assert!(!works_in(&place), "a process is left");
    Played { game, left, folder }
}

/// Whether a process works in a folder or below it.
fn works_in(folder: &Path) -> bool {
    let Ok(processes) = fs::read_dir("/proc") else {
        return false;
    };
    processes
        .filter_map(|entry| fs::read_link(entry.ok()?.path().join("cwd")).ok())
        .any(|at| at.starts_with(folder))
}

fn scripted(script: &[Step]) -> Server {
    Server::start(Behaviour {
        script: script.to_vec(),
        key: Some(KEY.to_owned()),
        ..Behaviour::default()
    })
}

fn moves(text: &str) -> Step {
    Step::call("play_move", json!({ "move": text }))
}

fn say(text: &str) -> Step {
    Step::Say(text.to_owned())
}

/// So many answers of the endpoint, as it counts them.
fn usage(answers: u64) -> Usage {
    Usage {
        prompt: Some(INPUT * answers),
        completion: Some(OUTPUT * answers),
        reasoning: Some(REASONING * answers),
        cached: Some(CACHED * answers),
    }
}

/// The names of the tools that a model was offered, those of groups with their group.
fn offered(server: &Server) -> Vec<String> {
    let tools = server.requests()[0]["tools"].clone();
    let text = |tool: &Value, key: &str| tool[key].as_str().map(str::to_owned);
    tools
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| text(tool, "name").or(text(tool, "type")).unwrap())
        .collect()
}

/// What codex offers of its own, whatever it is told: the first four have nothing to work
/// on, a patch is refused by the sandbox, and by a search some models find the game's tools.
const ITS_OWN: [&str; 6] = [
    "list_mcp_resources",
    "list_mcp_resource_templates",
    "read_mcp_resource",
    "request_user_input",
    "apply_patch",
    "tool_search",
];

#[test]
fn a_game_to_mate_with_attempts_that_are_none() {
    let server = scripted(&[
        Step::call("get_state", json!({})),
        moves("e2e5"),
        moves("banana"),
        moves("e2e4"),
        moves("d1h5"),
        moves("f1c4"),
        moves("h5f7"),
        say("I mated on f7."),
    ]);
    let played = play(&codex(&server), &["e7e5", "b8c6", "g8f6"]);
    let over = played.game.over().unwrap();
    assert_eq!(over.termination, Termination::Checkmate);
    assert_eq!(over.result, GameResult::FirstWins);
    let calls = played.game.calls();
    assert_eq!(
        (
            calls.get_state,
            calls.play_move,
            calls.illegal,
            calls.malformed
        ),
        (1, 6, 1, 1)
    );
    let departure = played.left.unwrap();
    assert_eq!(departure.why, Leaving::Done);
    assert_eq!(departure.usage, usage(8));
    assert!(!departure.usage_is_partial);
    assert_eq!(departure.last_words.as_deref(), Some("I mated on f7."));

    // Nothing but the game's tools, and those that cannot be turned off.
    let tools = offered(&server);
    let others: Vec<&String> = tools
        .iter()
        .filter(|name| !ITS_OWN.contains(&name.as_str()))
        .collect();
    assert_eq!(others, ["mcp__ludometer"], "{tools:?}");
    let asked = server.requests()[0]["input"].to_string();
    assert!(asked.contains("Play a game."), "{asked}");
    for text in ["skills_instructions", PROJECT] {
        assert!(!asked.contains(text), "{text} in {asked}");
    }
    // The key went to the endpoint and nowhere else.
    for file in walk(played.folder.path()) {
        let text = String::from_utf8_lossy(&fs::read(&file).unwrap()).into_owned();
        assert!(!text.contains(KEY), "{}", file.display());
    }
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .flat_map(|entry| {
            if entry.file_type().unwrap().is_dir() {
                walk(&entry.path())
            } else {
                vec![entry.path()]
            }
        })
        .collect()
}

/// With a model that codex knows, and that finds tools by a search.
#[test]
fn a_resignation() {
    let server = scripted(&[
        moves("f2f3"),
        Step::call("resign", json!({})),
        moves("g2g4"),
        say("I resigned."),
    ]);
    let mut table = codex(&server);
    table.model = Some("gpt-5.5".to_owned());
    table.effort = Some("low".to_owned());
    let played = play(&table, &["e7e5"]);
    let over = played.game.over().unwrap();
    assert_eq!(over.termination, Termination::Resignation);
    assert_eq!(over.result, GameResult::SecondWins);
    assert_eq!(played.game.calls().after_end, 1);
    let departure = played.left.unwrap();
    assert_eq!(departure.usage, usage(4));
    assert_eq!(server.requests()[0]["reasoning"]["effort"], "low");
    let tools = offered(&server);
    assert!(
        tools
            .iter()
            .all(|name| ITS_OWN.contains(&name.as_str()) || name == "mcp__ludometer"),
        "{tools:?}"
    );
}

#[test]
fn a_walk_away() {
    let server = scripted(&[moves("e2e4"), say("That was fun.")]);
    let played = play(&codex(&server), &["e7e5"]);
    assert_eq!(played.game.over(), None);
    let departure = played.left.unwrap();
    assert_eq!(departure.why, Leaving::Done);
    assert_eq!(departure.last_words.as_deref(), Some("That was fun."));
    assert_eq!(departure.usage, usage(2));
}

/// Its model never answers again.
#[test]
fn a_hang() {
    let server = scripted(&[moves("e2e4"), Step::Hang]);
    let mut table = codex(&server);
    // From its start to its first call it must be faster than this.
    table.silence_s = 15.0;
    let played = play(&table, &["e7e5"]);
    let failure = played.left.unwrap_err();
    assert_eq!(failure.cause(), VoidCause::AgentSilent);
    assert_eq!(failure.calls, 1);
    assert_eq!(played.game.over(), None);
}

/// What codex does without the approval that the preset gives.
#[test]
fn calls_that_codex_refuses_by_itself() {
    let server = scripted(&[moves("e2e4"), say("I could not move.")]);
    let mut table = codex(&server);
    let mode = "mcp_servers.ludometer.default_tools_approval_mode=\"prompt\"";
    table.args.extend(["-c", mode].map(str::to_owned));
    let failure = play(&table, &[]).left.unwrap_err();
    assert!(matches!(*failure.trouble, Trouble::Tools(_)), "{failure}");
    assert!(failure.to_string().contains("play_move"), "{failure}");
    assert!(failure.is_of_every_game());
}

#[test]
fn an_endpoint_that_refuses_the_key() {
    let server = Server::start(Behaviour {
        key: Some("another".to_owned()),
        ..Behaviour::default()
    });
    let played = play(&codex(&server), &[]);
    let failure = played.left.unwrap_err();
    assert!(
        matches!(*failure.trouble, Trouble::Ended { .. }),
        "{failure}"
    );
    assert!(failure.to_string().contains("401"), "{failure}");
    // The endpoint quotes the key, and codex quotes the endpoint.
    assert!(!failure.to_string().contains(KEY), "{failure}");
    let out = fs::read_to_string(played.folder.path().join("game/stdout.txt")).unwrap();
    assert!(out.contains("[key]") && !out.contains(KEY), "{out}");
}
