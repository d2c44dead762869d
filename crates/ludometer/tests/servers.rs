//! Servers that are slow, broken, full, picky or gone.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use std::{
    process::Command,
    time::{Duration, Instant},
};

use serde_json::json;
use support::{Behaviour, Fault, FaultKind, Lab, Said, Server, Speech, snapshot, study};

fn server(faults: Vec<Fault>) -> Server {
    Server::start(Behaviour {
        faults,
        ..Behaviour::default()
    })
}

fn undisturbed() -> serde_json::Value {
    let server = server(Vec::new());
    let lab = Lab::with(&study(server.url(), "", ""));
    lab.run().well();
    lab.findings()
}

fn status(status: u16, retry_after: Option<&str>, error: serde_json::Value) -> FaultKind {
    FaultKind::Status {
        status,
        retry_after: retry_after.map(str::to_owned),
        error,
    }
}

/// Runs a study on a server that refuses everything in one way.
fn refused(kind: FaultKind, player: &str) -> (Said, Server, Lab) {
    let server = server(vec![Fault::always(kind)]);
    let lab = Lab::with(&study(server.url(), player, ""));
    let said = lab.run().exits(3);
    assert_eq!(lab.findings()["games"]["void"], 0);
    (said, server, lab)
}

#[test]
fn what_is_safe_to_repeat_is_repeated() {
    let whole = undisturbed();
    for fault in [
        Fault::every(5, FaultKind::status(500)),
        Fault::every(5, status(429, Some("0"), json!({ "message": "slow down" }))),
        Fault::every(6, FaultKind::Truncated),
        Fault::every(7, FaultKind::ErrorInBody),
        Fault::always(FaultKind::Dripping),
    ] {
        let server = server(vec![fault.clone()]);
        let lab = Lab::with(&study(server.url(), "", ""));
        lab.run().well();
        assert_eq!(lab.findings(), whole, "{fault:?}");
        lab.verify().well();
    }
}

#[test]
fn one_failed_call_makes_one_game_void() {
    let hung = || Fault {
        kind: FaultKind::Hang,
        every: 1_000_000,
        offset: 9,
    };
    for (fault, player, cause) in [
        (
            Fault {
                kind: FaultKind::Malformed,
                every: 1_000_000,
                offset: 9,
            },
            "",
            "malformed answer",
        ),
        (
            Fault {
                kind: FaultKind::ErrorInBody,
                every: 1_000_000,
                offset: 9,
            },
            "retries = 0",
            "server error",
        ),
        (
            Fault {
                kind: FaultKind::Truncated,
                every: 1_000_000,
                offset: 9,
            },
            "retries = 0",
            "transport error",
        ),
        (hung(), "timeout_s = 0.5", "timeout"),
    ] {
        let server = server(vec![fault]);
        let lab = Lab::with(&study(server.url(), player, ""));
        lab.run().well();
        let findings = lab.findings();
        assert_eq!(
            findings["games"],
            json!({ "planned": 8, "scored": 7, "void": 1, "unfinished": 0 })
        );
        assert_eq!(findings["voids"][0]["cause"], cause);
        lab.verify().well();
        // A void game is kept as it is, never silently played again.
        let asked = server.stats().requests;
        lab.resume().well();
        assert_eq!(server.stats().requests, asked);
        assert_eq!(lab.findings(), findings);
    }
}

#[test]
fn the_partial_answer_of_a_failed_call_is_kept() {
    let server = server(vec![Fault {
        kind: FaultKind::ErrorInBody,
        every: 1_000_000,
        offset: 3,
    }]);
    let lab = Lab::with(&study(server.url(), "retries = 0", ""));
    lab.run().well();
    let journal = std::fs::read_to_string(lab.journal()).unwrap();
    assert!(journal.contains("upstream capacity"));
}

#[test]
fn a_request_that_no_game_could_make_stops_before_the_first_game() {
    let error = json!({
        "message": "max_tokens cannot be used with this model; send max_completion_tokens",
        "type": "invalid_request_error", "param": "max_tokens", "code": "unsupported_parameter"
    });
    let (said, server, _lab) = refused(status(400, None, error), "");
    said.tells(&["model", "`max_tokens`", "[[player]]", "--resume"]);
    assert!(server.stats().requests <= 16, "{:?}", server.stats());
}

#[test]
fn a_wait_beyond_patience_stops_at_once() {
    let begun = Instant::now();
    let (said, ..) = refused(status(429, Some("3600"), json!({ "message": "later" })), "");
    said.tells(&["3600 s", "--resume"]);
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[test]
fn an_empty_account_is_not_asked_again() {
    let error = json!({ "message": "You exceeded your quota", "type": "insufficient_quota" });
    let (said, server, _lab) = refused(status(429, None, error), "");
    said.tells(&["no quota left"]);
    assert!(server.stats().requests <= 16);
}

#[test]
fn a_server_that_fails_every_call_is_not_drained_of_games() {
    let server = server(vec![Fault::always(FaultKind::status(500))]);
    let lab = Lab::with(&study(server.url(), "retries = 0\nconcurrency = 1", ""));
    lab.run().exits(3).tells(&["fails every call"]);
    let void = lab.findings()["games"]["void"].as_u64().unwrap();
    assert!(void <= 2, "{void} games void");
}

#[test]
fn nobody_there_is_said_at_once() {
    let url = server(Vec::new()).url().to_owned();
    let lab = Lab::with(&study(&url, "", ""));
    let begun = Instant::now();
    lab.run().exits(3).tells(&["no server answers at", &url]);
    assert!(begun.elapsed() < Duration::from_secs(10));
    assert_eq!(lab.findings()["games"]["void"], 0);
}

#[test]
fn a_server_that_dies_and_comes_back_costs_nothing() {
    let slow = Behaviour {
        delay: Duration::from_millis(5),
        ..Behaviour::default()
    };
    let server = Server::start(slow.clone());
    let port: u16 = server
        .url()
        .trim_end_matches("/v1")
        .rsplit(':')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let lab = Lab::with(&study(server.url(), "retries = 1", ""));
    let child = lab.begin();
    server.wait_for_answers(12);
    drop(server);
    Said::of(child.wait_with_output().unwrap())
        .exits(3)
        .tells(&["--resume"]);
    assert_eq!(lab.findings()["games"]["void"], 0);
    let _server = Server::at(port, slow);
    lab.resume().well();
    assert_eq!(lab.findings(), undisturbed());
}

#[test]
fn a_key_reaches_the_server_and_nothing_else() {
    let (right, wrong) = ("sk-right-0123456789", "sk-wrong-9876543210");
    let server = Server::start(Behaviour {
        key: Some(right.to_owned()),
        ..Behaviour::default()
    });
    let lab = Lab::with(&study(server.url(), "api_key_env = \"LAB_KEY\"", ""));
    lab.run()
        .exits(2)
        .tells(&["LAB_KEY", "model"])
        .in_one_line();
    let run = |key: &str, more: &[&str]| {
        let mut arguments = vec!["run", "study.toml", "--out", "run"];
        arguments.extend(more);
        Said::of(
            lab.command(&arguments)
                .env("LAB_KEY", key)
                .output()
                .unwrap(),
        )
    };
    // The server's refusal repeats the key that it was given.
    let refused = run(wrong, &[])
        .exits(3)
        .tells(&["does not accept the API key", "[key]"]);
    let accepted = run(right, &["--resume"]).well();
    let mut texts = vec![refused.out, refused.err, accepted.out, accepted.err];
    texts.extend(
        snapshot(&lab.run_folder())
            .iter()
            .map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()),
    );
    for text in texts {
        assert!(!text.contains(right) && !text.contains(wrong), "{text}");
    }
}

#[test]
fn a_reply_that_is_cut_off_has_a_class_of_its_own() {
    let server = Server::start(Behaviour {
        speech: Speech::CutOff("I would play 11-21 and then".to_owned()),
        ..Behaviour::default()
    });
    let lab = Lab::with(&study(server.url(), "", ""));
    lab.run().well();
    let findings = lab.findings();
    assert_eq!(
        findings["leaderboard"][0]["replies"],
        json!({ "truncated": 8 })
    );
    assert_eq!(
        findings["leaderboard"][0]["terminations"],
        json!({ "reply cut off": 8 })
    );
}

#[test]
fn tokens_that_are_not_counted_are_not_zero() {
    let server = Server::start(Behaviour {
        usage: false,
        ..Behaviour::default()
    });
    let lab = Lab::with(&study(
        server.url(),
        "price = { prompt = 1.0, completion = 1.0 }",
        "",
    ));
    lab.run().well();
    let standing = &lab.findings()["leaderboard"][0];
    assert_eq!(standing["tokens_per_move"], json!(null));
    assert_eq!(standing["cost_per_move"], json!(null));
}

#[test]
fn no_more_calls_at_once_than_a_server_may_have() {
    let server = Server::start(Behaviour {
        delay: Duration::from_millis(3),
        ..Behaviour::default()
    });
    let lab = Lab::with(&study(server.url(), "concurrency = 2", ""));
    lab.run().well();
    assert_eq!(server.stats().most_in_flight, 2);
}

#[test]
fn requests_a_minute_are_kept() {
    let server = server(Vec::new());
    // 1,200 a minute are one in 50 ms.
    let lab = Lab::with(&study(server.url(), "requests_per_minute = 1200", ""));
    let begun = Instant::now();
    lab.run().well();
    let least = Duration::from_millis(50) * u32::try_from(server.stats().requests - 1).unwrap();
    assert!(
        begun.elapsed() >= least,
        "{:?} for {:?}",
        begun.elapsed(),
        server.stats()
    );
}

#[test]
fn a_cap_on_tokens_is_never_overshot_and_can_be_raised() {
    let server = server(Vec::new());
    let player = "max_tokens = 40\nprice = { prompt = 3.0, completion = 5.0 }";
    let lab = Lab::with(
        &study(server.url(), player, "")
            .replace("[chop_bench]", "[limits]\ntokens = 9000\n\n[chop_bench]"),
    );
    lab.run()
        .exits(3)
        .tells(&["limits.tokens = 9000 is reached"]);
    let spent: u64 = lab_tokens(&lab);
    assert!((4000..=9000).contains(&spent), "{spent}");
    lab.study(&study(server.url(), player, ""));
    lab.resume().well().tells(&["limits.tokens was 9000"]);
    assert_eq!(lab.findings()["games"]["scored"], 8);
    lab.verify().well();
}

fn lab_tokens(lab: &Lab) -> u64 {
    let (contents, _) = ludometer_record::Contents::read(&lab.journal()).unwrap();
    contents
        .answers()
        .filter_map(|exchange| exchange.usage().total())
        .sum()
}

#[test]
fn a_cap_on_a_game_ends_that_game_alone() {
    let server = server(Vec::new());
    let lab = Lab::with(&study(server.url(), "max_tokens = 40", "").replace(
        "[chop_bench]",
        "[limits]\ngame_tokens = 1500\n\n[chop_bench]",
    ));
    lab.run().well();
    let ended = lab.findings()["leaderboard"][0]["terminations"]["game budget exhausted"]
        .as_u64()
        .unwrap();
    assert!(ended > 0);
    lab.verify().well();
    let asked = server.stats().requests;
    lab.resume().well();
    assert_eq!(server.stats().requests, asked);
}

#[test]
fn the_messages_api_is_spoken_too() {
    let server = Server::start(Behaviour {
        key: Some("k-1".to_owned()),
        ..Behaviour::default()
    });
    let text = study(
        server.url(),
        "temperature = 0.5\napi_key_env = \"LAB_KEY\"",
        "",
    )
    .replace("openai-compatible:loopback", "anthropic:some-model");
    let lab = Lab::with(&text);
    let run = lab
        .command(&["run", "study.toml", "--out", "run"])
        .env("LAB_KEY", "k-1")
        .output()
        .unwrap();
    Said::of(run).well();
    let request = &server.requests()[0];
    assert_eq!(request["model"], "some-model");
    assert_eq!(request["max_tokens"], 1024);
    assert_eq!(request["temperature"], 0.5);
    assert_eq!(request["response_format"], json!(null));
    let (contents, _) = ludometer_record::Contents::read(&lab.journal()).unwrap();
    let usage = contents.answers().next().unwrap().usage();
    assert_eq!(usage.cached, Some(7));
    assert!(
        usage.prompt > usage.cached,
        "cached tokens are prompt tokens: {usage:?}"
    );
}

#[test]
fn requests_say_what_the_study_says_and_no_more() {
    let server = server(Vec::new());
    let lab = Lab::with(
        &study(
            server.url(),
            "reasoning_effort = \"low\"\nextra_body = { top_k = 5 }",
            "",
        )
        .replace("openai-compatible:loopback", "openai:some-model"),
    );
    lab.run().well();
    let requests = server.requests();
    for request in &requests {
        assert_eq!(request["max_completion_tokens"], 1024);
        for absent in ["max_tokens", "temperature", "top_p", "stream"] {
            assert!(request.get(absent).is_none(), "{absent} in {request}");
        }
        assert_eq!(request["reasoning_effort"], "low");
        assert_eq!(request["top_k"], 5);
        let prompt = request["messages"][0]["content"].as_str().unwrap();
        assert_eq!(
            request.get("response_format").is_some(),
            prompt.contains("JSON")
        );
    }
    let mut seeds: Vec<u64> = requests
        .iter()
        .map(|request| request["seed"].as_u64().unwrap())
        .collect();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(
        seeds.len(),
        requests.len(),
        "each call has a seed of its own"
    );
}

#[test]
fn the_local_server_can_be_moved_by_the_environment() {
    let server = server(Vec::new());
    let text = study("http://127.0.0.1:9/v1", "", "")
        .replace("openai-compatible:loopback", "lmstudio:loopback")
        .replace("base_url = \"http://127.0.0.1:9/v1\"\n", "");
    let lab = Lab::with(&text);
    let run = lab
        .command(&["run", "study.toml", "--out", "run"])
        .env("STEER_BASE_URL", server.url())
        .output()
        .unwrap();
    Said::of(run).well();
    assert!(server.stats().answered > 0);
}

#[cfg(unix)]
#[test]
fn control_c_finishes_what_is_in_flight_and_says_how_to_go_on() {
    let server = Server::start(Behaviour {
        delay: Duration::from_millis(20),
        ..Behaviour::default()
    });
    let lab = Lab::with(&study(server.url(), "", ""));
    let child = lab.begin();
    server.wait_for_answers(5);
    Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    let said = Said::of(child.wait_with_output().unwrap()).exits(130);
    said.tells(&[
        "calls in flight",
        "Interrupted",
        "run study.toml --out run --resume",
    ]);
    let (contents, reading) = ludometer_record::Contents::read(&lab.journal()).unwrap();
    assert_eq!(
        contents.answers().count() as u64,
        server.stats().answered,
        "no answer was abandoned"
    );
    assert_eq!(reading.tail, ludometer_record::journal::Tail::Clean);
    lab.resume().well();
    assert_eq!(lab.findings(), undisturbed());
    assert_eq!(server.stats().resent, 0);
}

#[cfg(unix)]
#[test]
fn a_second_control_c_abandons_hung_calls() {
    let server = server(vec![Fault::always(FaultKind::Hang)]);
    let lab = Lab::with(&study(server.url(), "", ""));
    let mut child = lab
        .command(&["run", "study.toml", "--out", "run"])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    while server.stats().requests == 0 {
        std::thread::yield_now();
    }
    let id = child.id().to_string();
    let interrupt = || Command::new("kill").args(["-INT", &id]).status().unwrap();
    interrupt();
    // The first one is heard before the second is sent.
    let mut heard = String::new();
    let mut lines = std::io::BufReader::new(child.stderr.take().unwrap());
    std::io::BufRead::read_line(&mut lines, &mut heard).unwrap();
    assert!(heard.contains("calls in flight"), "{heard}");
    interrupt();
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
