//! The site as a visitor and a stranger meet it: pages over HTTP, and the same as files.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use support::{
    Behaviour, Fault, FaultKind, Lab, Server, Speech,
    site::{Site, file_page},
    study,
};

const CHOP: &str = r#"
name = "small"
question = "Who <is> \"best\"?"
instrument = "chop-bench"
seed = 3
[[player]]
model = "solver"
[[player]]
name = "slips"
model = "epsilon:0.5"
[chop_bench]
families = ["plain"]
modes = ["stateless"]
opponents = ["random", "greedy"]
games_per_cell = 4
"#;

const TOKENS: &str = r#"
name = "boards"
instrument = "token-chess"
seed = 3
[[player]]
model = "mock:random"
[[player]]
model = "mock:heuristic"
[token_chess]
games = 1
budget = 6
adjudicator = "built-in"
depth = 2
ply_cap = 12
[token_chess.sweep]
economy = ["batch", "income"]
tier = ["micro", "regular", "grand"]
"#;

fn played(text: &str) -> Lab {
    let lab = Lab::with(text);
    lab.run().well();
    lab
}

#[test]
fn every_page_of_every_game_is_there() {
    for text in [CHOP, TOKENS] {
        let lab = played(text);
        let site = Site::over(&lab, &[]);
        let home = site.json("home");
        let run = &home["runs"][0];
        let key = run["key"].as_str().unwrap();
        let planned = run["progress"]["planned"].as_u64().unwrap();
        assert_eq!(run["progress"]["scored"], planned);
        let board = site.json(&format!("runs/{key}/board"));
        assert_eq!(board["findings"], lab.findings());
        let games = site.json(&format!("runs/{key}/games"));
        let rows = games["games"].as_array().unwrap();
        assert_eq!(rows.len() as u64, planned);
        for (place, row) in rows.iter().enumerate() {
            let game = site.json(&format!("runs/{key}/games/{place}"));
            assert_eq!(game["id"], row["id"]);
            assert_eq!(game["problem"], Value::Null);
            // The list and the page say the same of it.
            let says = usize::try_from(row["says"].as_u64().unwrap()).unwrap();
            assert_eq!(game["outcome"]["says"], games["sayings"][says]);
            check_replay(&game["replay"]);
        }
        let beyond = site.get(&format!("/data/runs/{key}/games/{planned}"));
        assert_eq!(beyond.status, 404);
        let checked = site.json(&format!("runs/{key}/verify"));
        assert_eq!(checked["problems"], json!([]));
    }
}

/// A replay holds together: positions follow one another by the moves that it shows.
fn check_replay(replay: &Value) {
    match replay["shape"].as_str().unwrap() {
        "chop-bench" => {
            let plies = replay["plies"].as_array().unwrap();
            for pair in plies.windows(2) {
                // The state after a move is the next position, from the other side.
                let played = pair[0]["played"].as_str().unwrap();
                let (own, other) = played.split_once('-').unwrap();
                assert_eq!(pair[1]["position"], format!("{other}-{own}"));
                assert_ne!(pair[0]["examinee_moves"], pair[1]["examinee_moves"]);
            }
            let graded = plies.iter().filter(|ply| ply["examinee_moves"] == true);
            for ply in graded.filter(|ply| !ply["played"].is_null()) {
                assert_eq!(ply["tries"].as_array().unwrap().len(), 1, "{ply}");
                let state = &ply["tries"][0]["judged"]["state"];
                assert_eq!(*state, ply["played"]);
                let best = ply["optimal"].as_array().unwrap();
                let optimal = ply["tries"][0]["judged"]["class"] == "optimal";
                assert_eq!(best.contains(state), optimal, "{ply}");
            }
        }
        "token-chess" => {
            let turns = replay["turns"].as_array().unwrap();
            assert!(!turns.is_empty());
            for turn in turns {
                let batches = turn["batches"].as_array().unwrap();
                let attempts = batches
                    .iter()
                    .flat_map(|batch| batch["attempts"].as_array().unwrap());
                let legal: Vec<&Value> = attempts
                    .filter(|attempt| attempt["class"] == "legal")
                    .map(|attempt| &attempt["text"])
                    .collect();
                for candidate in turn["candidates"].as_array().unwrap() {
                    assert!(legal.contains(&candidate), "{turn}");
                }
            }
        }
        other => panic!("{other}"),
    }
}

#[test]
fn the_same_pages_are_written_as_files() {
    let lab = played(CHOP);
    let site = Site::over(&lab, &[]);
    let key = site.key();
    let said = lab.say(&["site", "run", "--out", "site"]).well();
    assert!(said.out.contains("1 run, 8 games"), "{said:?}");
    let out = lab.path("site");
    for name in [
        "board", "games", "games/0", "games/7", "exam", "run", "verify",
    ] {
        let name = format!("runs/{key}/{name}");
        assert_eq!(file_page(&out, &name), site.json(&name), "{name}");
    }
    let index = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(index.contains("Content-Security-Policy"), "{index}");
    assert!(!index.contains("unsafe"), "{index}");
    let journal = fs::read(out.join(format!("files/{key}/journal.log"))).unwrap();
    assert_eq!(journal, fs::read(lab.journal()).unwrap());
    // Once more over itself, and never over something else.
    lab.say(&["site", "run", "--out", "site", "--skip-verify"])
        .well();
    // The page says so: a browser would tell of a file that is not there.
    assert_eq!(file_page(&out, &format!("runs/{key}/verify")), Value::Null);
    fs::create_dir(lab.path("mine")).unwrap();
    fs::write(lab.path("mine/thesis.txt"), "years of work").unwrap();
    lab.say(&["site", "run", "--out", "mine"])
        .exits(2)
        .tells(&["mine", "not empty"]);
    assert!(lab.path("mine/thesis.txt").exists());
}

#[test]
fn a_stranger_is_told_nothing() {
    let lab = played(CHOP);
    fs::write(lab.path("secret.txt"), "not for pages").unwrap();
    let site = Site::over(&lab, &[]);
    let key = site.key();
    // A name of somebody else's that leads here.
    for path in ["/", "/data/home", "/live", "/assets/app.js"] {
        let came = site.ask("GET", path, &[("Host", "evil.example")], "");
        assert_eq!(came.status, 403, "{path}");
        assert!(!came.body.contains("small"), "{path}");
    }
    // Beside the runs there is nothing.
    for path in [
        "/../secret.txt",
        "/files/../secret.txt",
        &format!("/files/{key}/../secret.txt"),
        &format!("/files/{key}/..%2fsecret.txt"),
        &format!("/files/{key}/%2e%2e%2f%2e%2e%2fsecret.txt"),
        &format!("/files/{key}/lock"),
        &format!("/files/{key}/%00"),
        "/files/%2e%2e/secret.txt",
        "/data/runs/../home",
        "/data/runs/run/run",
        "/data/%2e%2e/secret.txt",
        "/assets/..%2fsecret.txt",
    ] {
        let came = site.get(path);
        assert_eq!(came.status, 404, "{path}: {}", came.body);
        assert!(!came.body.contains("not for pages"), "{path}");
    }
    assert_eq!(site.get(&format!("/files/{key}/study.toml")).status, 200);
    assert_eq!(site.ask("DELETE", "/", &[], "").status, 405);
}

#[test]
fn every_answer_carries_the_policy() {
    let lab = played(CHOP);
    let site = Site::over(&lab, &[]);
    let key = site.key();
    let paths = [
        "/".to_owned(),
        "/data/home".to_owned(),
        "/nothing".to_owned(),
        format!("/files/{key}/games.csv"),
    ];
    for path in paths {
        let head = site.get(&path).head;
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self';",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
            "referrer-policy: no-referrer",
        ] {
            assert!(head.contains(header), "{path} lacks {header}: {head}");
        }
        assert!(!head.contains("unsafe-inline"), "{head}");
    }
    let file = site.get(&format!("/files/{key}/journal.log"));
    assert!(file.head.contains("content-disposition: attachment"));
}

#[test]
fn a_write_comes_from_this_page_or_from_none() {
    let lab = played(CHOP);
    let site = Site::over(&lab, &[]);
    let wish = json!({"tier": "micro", "moves": [], "temperature": 1.0, "soft_cap": null, "n": 4, "seed": 1});
    let wish = wish.to_string();
    let kind = ("Content-Type", "application/json");
    let own = format!("http://{}", site.place);
    let ask = |headers: &[(&str, &str)], body: &str| site.ask("POST", "/dream", headers, body);
    let came = ask(&[kind, ("Origin", &own)], &wish);
    assert_eq!(came.status, 200, "{}", came.body);
    let dreamt: Value = serde_json::from_str(&came.body).unwrap();
    assert_eq!(dreamt["n"], 4);
    assert_eq!(
        dreamt["board"],
        json!({"name": "gardner", "files": 5, "ranks": 5})
    );
    assert_eq!(
        ask(&[kind], &wish).body,
        came.body,
        "the same wish, the same dream"
    );
    let refused = [
        (ask(&[kind, ("Origin", "http://evil.example")], &wish), 403),
        (ask(&[kind, ("Origin", "null")], &wish), 403),
        (ask(&[("Content-Type", "text/plain")], &wish), 415),
        (ask(&[kind], &wish.replace("\"n\":4", "\"n\":100000")), 400),
        (ask(&[kind], &wish.replace("[]", "[\"a9a9\"]")), 400),
        (ask(&[kind], "{"), 400),
        (ask(&[kind], &format!("\"{}\"", "x".repeat(100_000))), 413),
    ];
    for (at, (came, status)) in refused.iter().enumerate() {
        assert_eq!(came.status, *status, "case {at}: {}", came.body);
    }
}

#[test]
fn other_machines_need_a_flag_and_a_token() {
    let lab = played(CHOP);
    lab.say(&["serve", "run", "--host", "0.0.0.0"])
        .exits(2)
        .in_one_line()
        .tells(&["--allow-remote"]);
    let mut command = lab.command(&["serve", "run", "--port", "0", "--allow-remote"]);
    command.env("LUDOMETER_TOKEN", "a-token-of-my-own");
    let site = Site::started(command);
    assert_eq!(site.get("/data/home").status, 401);
    assert_eq!(site.get("/?token=another-token-altogether").status, 401);
    let came = site.get("/?token=a-token-of-my-own");
    assert_eq!(came.status, 303);
    assert!(
        came.head.contains("httponly; samesite=strict"),
        "{}",
        came.head
    );
    assert!(came.head.contains("location: /\r\n"), "{}", came.head);
    let cookie = [("Cookie", "ludometer_token=a-token-of-my-own")];
    assert_eq!(site.ask("GET", "/data/home", &cookie, "").status, 200);
    let mut command = lab.command(&["serve", "run", "--allow-remote"]);
    command.env("LUDOMETER_TOKEN", "short");
    let said = support::Said::of(command.output().unwrap()).exits(2);
    assert!(!said.err.contains("short"), "{said:?}");
}

#[test]
fn a_void_game_is_listed_shown_and_never_scored() {
    let server = Server::start(Behaviour {
        faults: vec![Fault {
            kind: FaultKind::Malformed,
            every: 1_000_000,
            offset: 9,
        }],
        ..Behaviour::default()
    });
    let lab = played(&study(server.url(), "", ""));
    let site = Site::over(&lab, &[]);
    let home = site.json("home");
    let progress = &home["runs"][0]["progress"];
    assert_eq!(progress["void"], 1);
    assert_eq!(progress["scored"], 7);
    assert_eq!(progress["errors"].as_array().unwrap().len(), 1);
    let key = site.key();
    let games = site.json(&format!("runs/{key}/games"));
    let sayings = games["sayings"].as_array().unwrap();
    let says = |row: &Value| {
        let place = usize::try_from(row["says"].as_u64().unwrap()).unwrap();
        sayings[place].as_str().unwrap().to_owned()
    };
    let rows = games["games"].as_array().unwrap();
    let place = rows
        .iter()
        .position(|row| says(row).starts_with("Void and not scored: malformed answer"))
        .unwrap();
    let game = site.json(&format!("runs/{key}/games/{place}"));
    assert_eq!(game["outcome"]["state"], "void");
    assert_eq!(game["outcome"]["result"], "void");
    assert_eq!(game["failures"].as_array().unwrap().len(), 1);
    assert_eq!(game["problem"], Value::Null);
    // What was asked before it failed is there, without verdicts.
    let plies = game["replay"]["plies"].as_array().unwrap();
    let tries: usize = plies
        .iter()
        .map(|ply| ply["tries"].as_array().unwrap().len())
        .sum();
    assert_eq!(tries as u64, rows[place]["answers"].as_u64().unwrap());
}

/// Texts that would be something in another place.
const HOSTILE: &str = "</script><img src=x onerror=alert(1)>\u{202e}\u{1b}[2J{{7*7}}' OR 1=1 --";

#[test]
fn what_models_write_is_only_ever_text() {
    let server = Server::start(Behaviour {
        speech: Speech::Fixed(format!("{HOSTILE} 11-21")),
        ..Behaviour::default()
    });
    let lab = played(&study(server.url(), "", ""));
    let site = Site::over(&lab, &[]);
    let key = site.key();
    let game = site.json(&format!("runs/{key}/games/0"));
    let plies = game["replay"]["plies"].as_array().unwrap();
    let tries = plies
        .iter()
        .flat_map(|ply| ply["tries"].as_array().unwrap());
    let replies: Vec<&str> = tries
        .map(|one| one["said"]["reply"].as_str().unwrap())
        .collect();
    assert!(!replies.is_empty());
    for reply in replies {
        // As it was written, but what steers the eye.
        assert!(
            reply.starts_with("</script><img src=x onerror=alert(1)>⟨U+202E⟩⟨U+001B⟩"),
            "{reply}"
        );
    }
    lab.say(&["site", "run", "--out", "site", "--skip-verify"])
        .well();
    let names: Vec<PathBuf> = files(&lab.path("site"));
    for path in &names {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(!name.contains(['<', '\'', '{']), "{name}");
    }
    // A script that holds it is still one call with two texts.
    let page = file_page(&lab.path("site"), &format!("runs/{key}/games/0"));
    assert_eq!(page["id"], game["id"]);
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

/// Reads live events until one satisfies.
fn live_until(site: &Site, wanted: impl Fn(&Value) -> bool) -> Value {
    let mut stream = TcpStream::connect(&site.place).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_mins(1)))
        .unwrap();
    write!(stream, "GET /live HTTP/1.1\r\nHost: {}\r\n\r\n", site.place).unwrap();
    let begun = Instant::now();
    for line in BufReader::new(stream).lines() {
        let line = line.expect("an event within a minute");
        // The line is kept open by lines that say nothing.
        assert!(begun.elapsed() < Duration::from_mins(1), "no such event");
        let Some(data) = line.strip_prefix("data: ") else {
            continue;
        };
        let cards: Value = serde_json::from_str(data).unwrap();
        for card in cards.as_array().unwrap() {
            if wanted(card) {
                return card.clone();
            }
        }
    }
    panic!("the events ended")
}

#[test]
fn a_run_is_followed_while_it_is_played_and_after_a_restart_of_either_side() {
    // One request is never answered, so that the run stands still until it is killed.
    let server = Server::start(Behaviour {
        faults: vec![Fault {
            kind: FaultKind::Hang,
            every: 1_000_000,
            offset: 7,
        }],
        ..Behaviour::default()
    });
    let lab = Lab::with(&study(
        server.url(),
        "concurrency = 1",
        "modes = [\"stateless\"]",
    ));
    let mut run = lab.begin();
    let site = Site::over(&lab, &[]);
    let some = live_until(&site, |card| {
        card["progress"]["answers"].as_u64() >= Some(5)
    });
    assert_eq!(some["progress"]["planned"], 4);
    assert_eq!(some["progress"]["working"], true);
    assert!(some["progress"]["prompt_tokens"].as_u64() > Some(0));
    // The run is killed and goes on; the site is killed and starts anew.
    run.kill().unwrap();
    run.wait().unwrap();
    drop(site);
    let site = Site::over(&lab, &[]);
    let before = live_until(&site, |card| {
        card["progress"]["answers"].as_u64() >= Some(5)
    });
    assert_eq!(before["progress"]["sessions"], 1);
    let mut again = lab.go();
    let done = live_until(&site, |card| card["progress"]["scored"] == 4);
    assert!(again.wait().unwrap().success());
    assert_eq!(done["progress"]["sessions"], 2);
    assert_eq!(done["progress"]["in_flight"], json!([]));
    let key = done["key"].as_str().unwrap();
    let board = site.json(&format!("runs/{key}/board"));
    assert_eq!(board["findings"], lab.findings());
}
