//! Games served over stdin, stdout and HTTP, and what the audit file keeps of them.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use std::{fs, path::Path};

use ludometer_arena::mcp::Gate;
use ludometer_games::{Color, Variant};
use ludometer_instruments::served::{Heard, ServedBoard};
use ludometer_record::hostile::steers;
use serde_json::{Value, json};
use support::{
    Lab, Said,
    mcp::{Client, over_http},
    path_with_games,
};

fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn events<'a>(audit: &'a [Value], event: &str) -> Vec<&'a Value> {
    audit.iter().filter(|line| line["event"] == event).collect()
}

#[test]
fn a_game_is_played_and_audited() {
    let lab = Lab::with("");
    let mut agent = Client::start(
        &lab,
        &[
            "mcp",
            "chess",
            "--seed",
            "1",
            "--opponent",
            "random",
            "--audit",
            "audit.jsonl",
        ],
    );
    let (start, _) = agent.call("get_state", &json!({}));
    let (error, is_error) = agent.play("e2e5");
    assert!(is_error);
    assert_eq!(
        (&error["attempt"], &error["state"]),
        (&json!("e2e5"), &start)
    );
    assert!(agent.play("\u{202e}\u{9b}31m").1);
    let (state, _) = agent.play("e2e4");
    assert_eq!(state["ply"], 2);
    let (end, is_error) = agent.call("resign", &json!({}));
    assert!(!is_error);
    assert_eq!(
        (&end["result"], &end["termination"]),
        (&json!("0-1"), &json!("resignation"))
    );
    assert!(agent.play("d2d4").1);
    assert_eq!(agent.leave(), Some(0));

    let path = lab.path("audit.jsonl");
    let audit = lines(&path);
    let kinds: Vec<&str> = audit
        .iter()
        .map(|line| line["event"].as_str().unwrap())
        .collect();
    let expected = [
        "start", "call", "call", "call", "opponent", "call", "call", "end", "call", "left",
    ];
    assert_eq!(kinds, expected);
    let classes: Vec<&Value> = events(&audit, "call")
        .iter()
        .map(|call| &call["class"])
        .collect();
    let expected = [
        "shown",
        "illegal-move",
        "malformed-move",
        "moved",
        "resigned",
        "after-end",
    ];
    assert_eq!(classes, expected);
    assert_eq!(audit[0]["board"], "chess");
    assert_eq!(audit[0]["you"], "first");
    assert_eq!(audit[3]["arguments"]["move"], "\u{202e}\u{9b}31m");
    let text = fs::read_to_string(&path).unwrap();
    assert!(!text.contains(|c| c != '\n' && steers(c)), "{text:?}");
    assert_eq!(audit[4]["uci"], state["last_moves"][1]["uci"]);
    assert_eq!(
        (&audit[7]["termination"], &audit[7]["result"]),
        (&json!("resignation"), &json!("second-wins"))
    );
    assert_eq!(
        (
            &audit[9]["calls"]["illegal"],
            &audit[9]["calls"]["after_end"]
        ),
        (&json!(1), &json!(1))
    );
}

#[test]
fn the_audit_file_is_whole_while_the_game_goes_on_and_takes_another_behind_it() {
    let lab = Lab::with("");
    fs::write(lab.path("audit.jsonl"), "{\"event\":\"torn").unwrap();
    let arguments = ["mcp", "gardner", "--seed", "1", "--audit", "audit.jsonl"];
    let mut agent = Client::start(&lab, &arguments);
    assert!(!agent.play("c2c3").1);
    // The answer comes after its line is written; the program is killed with its client.
    drop(agent);
    let mut agent = Client::start(&lab, &arguments);
    assert!(!agent.call("get_state", &json!({})).1);
    assert_eq!(agent.leave(), Some(0));
    let text = fs::read_to_string(lab.path("audit.jsonl")).unwrap();
    let read: Vec<Result<Value, _>> = text.lines().map(serde_json::from_str).collect();
    assert!(
        read[0].is_err() && read[1..].iter().all(Result::is_ok),
        "{text}"
    );
    let audit: Vec<Value> = read.into_iter().flatten().collect();
    assert_eq!(events(&audit, "start").len(), 2);
    assert_eq!(events(&audit, "call").len(), 2);
}

#[test]
fn the_opponent_has_moved_before_black_looks() {
    let lab = Lab::with("");
    for game in ["chess", "gardner", "grand12"] {
        let arguments = [
            "mcp",
            game,
            "--black",
            "--seed",
            "1",
            "--opponent",
            "random",
        ];
        let mut agent = Client::start(&lab, &arguments);
        let (state, _) = agent.call("get_state", &json!({}));
        assert_eq!(
            (&state["ply"], &state["you_are"]),
            (&json!(1), &json!("black")),
            "{game}"
        );
        assert_eq!(state["last_moves"][0]["actor"], "engine");
    }
    let mut agent = Client::start(&lab, &["mcp", "chopsticks", "--second", "--seed", "1"]);
    let (state, _) = agent.call("get_state", &json!({}));
    assert_eq!(
        (&state["ply"], &state["you_are"]),
        (&json!(1), &json!("second"))
    );
}

#[test]
fn a_seed_gives_the_same_game_again() {
    let moves = |seed: &str| {
        let lab = Lab::with("");
        let mut agent = Client::start(&lab, &["mcp", "chess", "--seed", seed]);
        let mut fens = Vec::new();
        for text in ["e2e4", "d2d4", "g1f3"] {
            fens.push(agent.play(text).0["fen"].clone());
        }
        fens
    };
    assert_eq!(moves("4"), moves("4"));
}

#[test]
fn an_engine_s_search_is_in_the_audit_file_and_not_in_the_state() {
    let lab = Lab::with("");
    let opponent = "stockfish?elo=1500&nodes=2000";
    let arguments = [
        "mcp",
        "chess",
        "--opponent",
        opponent,
        "--audit",
        "audit.jsonl",
    ];
    let mut agent = Client::start(&lab, &arguments);
    let (state, is_error) = agent.play("e2e4");
    assert!(!is_error, "{state}");
    let text = state.to_string();
    for word in ["1500", "tockfish", "nodes", "score", "depth"] {
        assert!(!text.contains(word), "{word}: {text}");
    }
    assert!(state["last_moves"][1]["engine_seconds"].is_f64());
    assert_eq!(agent.leave(), Some(0));
    let audit = lines(&lab.path("audit.jsonl"));
    assert!(audit[0]["opponent"].as_str().unwrap().contains("elo=1500"));
    let reply = events(&audit, "opponent")[0];
    assert!(reply["nodes"].as_u64().unwrap() > 0, "{reply}");
    assert!(
        reply["depth"].is_u64() && reply["score"].is_object(),
        "{reply}"
    );
}

#[test]
fn wrong_words_are_told_in_one_line() {
    let lab = Lab::with("");
    let say = |arguments: &[&str]| {
        let mut command = lab.command(arguments);
        Said::of(command.env("PATH", path_with_games()).output().unwrap())
    };
    for (arguments, words) in [
        (
            &["mcp", "chess", "--opponent", "stokfish"] as &[&str],
            "did you mean `stockfish`?",
        ),
        (
            &["mcp", "chess", "--opponent", "stockfish?elo=1"],
            "it goes from",
        ),
        (&["mcp", "chopsticks", "--opponent", "nobody"], "--opponent"),
        (
            &["mcp", "chess", "--audit", "no/such/folder"],
            "no/such/folder",
        ),
        (&["mcp", "chess", "--http", "0.0.0.0:0"], "--token-env"),
        (
            &[
                "mcp",
                "chess",
                "--http",
                "127.0.0.1:0",
                "--token-env",
                "NO_SUCH",
            ],
            "NO_SUCH",
        ),
        (&["mcp", "attach", "127.0.0.1:1"], "LUDOMETER_GAME_TOKEN"),
    ] {
        say(arguments).exits(2).in_one_line().tells(&[words]);
    }
}

#[test]
fn a_server_over_http_says_where_it_is() {
    let lab = Lab::with("");
    let (_server, url) = over_http(&lab, &["mcp", "chess", "--opponent", "random"]);
    assert!(
        url.starts_with("http://127.0.0.1:") && url.ends_with("/mcp"),
        "{url}"
    );
}

/// A study's game, played through stdin and stdout.
#[test]
fn attach_joins_a_program_to_a_game_of_a_study() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut game = ServedBoard::new(Variant::Standard, Color::White, 240);
    let gate = runtime.block_on(Gate::listen()).unwrap();
    let (address, mut port) = gate.open(&game.tools());
    let lab = Lab::with("");
    let place = address.lines.to_string();
    let attach = |token: &str| {
        let mut command = lab.command(&["mcp", "attach", &place]);
        command.env("LUDOMETER_GAME_TOKEN", token);
        command
    };
    let hosted = runtime.spawn(async move {
        while let Some(call) = port.next().await {
            match game.call(&call) {
                Heard::Answer(_, result) => port.answer(result),
                Heard::Moved | Heard::Resigned => port.answer(game.state()),
            }
            if game.over().is_some() {
                break;
            }
        }
        (game, port)
    });
    let stranger = Said::of(attach("0").output().unwrap());
    stranger.exits(2).in_one_line().tells(&["no game at"]);
    let mut agent = Client::silent(&mut attach(&address.token));
    let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    assert_eq!(
        agent.ask("initialize", &hello)["result"]["protocolVersion"],
        "2025-06-18"
    );
    assert_eq!(agent.play("e2e4").0["ply"], 1);
    assert_eq!(agent.call("resign", &json!({})).0["result"], "0-1");
    let (game, port) = runtime.block_on(hosted).unwrap();
    assert_eq!(game.calls().total(), 2);
    drop(port);
    let (error, is_error) = agent.call("get_state", &json!({}));
    assert!(
        is_error && error["error"].as_str().unwrap().contains("closed"),
        "{error}"
    );
    assert_eq!(agent.leave(), Some(0));
}
