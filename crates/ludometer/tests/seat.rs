//! A person takes a seat over HTTP: whole games, a server that is killed in one, answers that
//! come late or from elsewhere.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use std::{
    collections::BTreeSet,
    fs,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use support::{
    Lab, has,
    site::{Came, Site},
};

/// A game that a person sits in.
struct Sitting<'a> {
    site: &'a Site,
    key: String,
}

impl<'a> Sitting<'a> {
    fn begin(site: &'a Site, game: &Value) -> Self {
        let came = site.post("/seat", &json!({ "name": "Ada", "game": game }));
        assert_eq!(came.status, 200, "{}", came.body);
        let seated: Value = serde_json::from_str(&came.body).unwrap();
        let key = seated["run"].as_str().unwrap().to_owned();
        Self { site, key }
    }

    fn look(&self) -> Value {
        self.site.json(&format!("runs/{}/seat", self.key))
    }

    fn answer(&self, page: &Value, choice: &Value) -> Came {
        let answer = json!({ "question": page["question"], "choice": choice });
        self.site.post(&format!("/seat/{}", self.key), &answer)
    }

    fn go_on(&self) -> Value {
        let came = self
            .site
            .post(&format!("/seat/{}/go-on", self.key), &json!({}));
        assert_eq!(came.status, 200, "{}", came.body);
        serde_json::from_str(&came.body).unwrap()
    }

    /// Answers up to so many questions by a rule; gives the last page.
    fn play(&self, most: usize) -> Value {
        self.pages(most).pop().unwrap()
    }

    /// The same, with every page on the way.
    fn pages(&self, most: usize) -> Vec<Value> {
        let mut pages = vec![self.look()];
        for _ in 0..most {
            let page = &pages[pages.len() - 1];
            if page["stands"] != "yours" {
                break;
            }
            let came = self.answer(page, &simple(&page["view"]));
            assert_eq!(came.status, 200, "{} at {page:#}", came.body);
            pages.push(serde_json::from_str(&came.body).unwrap());
        }
        pages
    }
}

/// The moves that a page shows.
fn line(page: &Value) -> Vec<String> {
    serde_json::from_value(page["view"]["position"]["line"].clone()).unwrap_or_default()
}

/// The simplest choice that goes on.
fn simple(view: &Value) -> Value {
    match view["shape"].as_str().unwrap() {
        // Resigns after ten moves of its own.
        "board" if view["position"]["line"].as_array().unwrap().len() < 20 => {
            json!({ "kind": "move", "uci": view["moves"][0]["uci"] })
        }
        "board" => json!({ "kind": "resign" }),
        "token-chess" if view["menu"] != json!([]) => {
            json!({ "kind": "memory", "memory": "notepad", "why": "to remember" })
        }
        "token-chess" => match &view["candidates"][0]["uci"] {
            Value::Null => {
                let note = (!view["note"].is_null()).then_some("a note");
                json!({ "kind": "sample", "temperature": 0.6, "soft_cap": null, "note": note })
            }
            uci => json!({ "kind": "pick", "uci": uci, "note": null }),
        },
        "chop-bench" => {
            json!({ "kind": "state", "state": tapped(view["position"].as_str().unwrap()) })
        }
        other => panic!("{other}"),
    }
}

/// The first live hand taps the first live hand.
fn tapped(position: &str) -> String {
    let (own, other) = position.split_once('-').unwrap();
    let with = own.bytes().find(|c| *c != b'0').unwrap() - b'0';
    let mut other: Vec<u8> = other.bytes().map(|c| c - b'0').collect();
    let onto = other.iter().position(|fingers| *fingers > 0).unwrap();
    other[onto] = (other[onto] + with) % 5;
    let other: String = other.iter().map(ToString::to_string).collect();
    format!("{own}-{other}")
}

fn lab() -> Lab {
    Lab::with("")
}

fn site(lab: &Lab) -> Site {
    Site::over(lab, &["--seats", "people"])
}

/// The folders of people's games.
fn folders(lab: &Lab) -> Vec<String> {
    let inside = fs::read_dir(lab.path("people"))
        .unwrap()
        .map(Result::unwrap);
    let folders = inside.filter(|entry| entry.path().is_dir());
    folders
        .map(|entry| format!("people/{}", entry.file_name().display()))
        .collect()
}

fn token_chess(round: &str, colour: &str) -> Value {
    json!({ "instrument": "token-chess", "opponent": "mock:adaptive", "tier": "micro", "round": round, "colour": colour, "budget": 8 })
}

fn ladder() -> Value {
    json!({ "instrument": "elo-ladder", "opponent": "random" })
}

fn chopsticks() -> Value {
    json!({ "instrument": "chop-bench", "opponent": "random", "games": 2 })
}

#[test]
fn whole_games_of_every_instrument_are_sound() {
    let (lab, games) = (
        lab(),
        [
            ("white", "one"),
            ("black", "two"),
            ("white", "four-notepad"),
            ("black", "five"),
        ],
    );
    let site = site(&lab);
    let mut orders: Vec<Value> = games
        .map(|(colour, round)| token_chess(round, colour))
        .into();
    orders.extend([ladder(), chopsticks()]);
    for order in &orders {
        let sitting = Sitting::begin(&site, order);
        let pages = sitting.pages(500);
        let end = &pages[pages.len() - 1];
        assert_eq!(end["stands"], "over", "{end:#}");
        // What was shown on the way is what was played, told by the record at the end.
        let played = line(end);
        for page in pages.iter().filter(|page| page["place"] == end["place"]) {
            let shown = line(page);
            assert_eq!(shown[..], played[..shown.len()], "{order}");
            let own = page["view"]["colour"] == "black";
            if page["stands"] == "yours"
                && page["view"]["menu"].as_array().is_none_or(Vec::is_empty)
                && page["view"]["shape"] != "chop-bench"
            {
                assert_eq!(shown.len() % 2 == 1, own, "{order}: {shown:?}");
            }
        }
        assert_eq!(
            end["over"].as_array().unwrap().len() as u64,
            end["planned"].as_u64().unwrap()
        );
        // What a person did is labelled wherever it is shown.
        let game = site.json(&format!("runs/{}/games/0", sitting.key));
        assert_eq!(game["people"], json!(["Ada"]));
        assert!(game["problem"].is_null(), "{game:#}");
        let board = site.json(&format!("runs/{}/board", sitting.key));
        let notes = board["findings"]["notes"].to_string();
        assert!(
            notes.contains("Ada: a person, not a language model."),
            "{notes}"
        );
    }
    let home = site.json("home");
    assert_eq!(home["runs"].as_array().unwrap().len(), orders.len());
    for run in home["runs"].as_array().unwrap() {
        assert_eq!(run["people"], json!(["Ada"]));
        assert_eq!(run["players"][0]["kind"], "person");
    }
    drop(site);
    for folder in folders(&lab) {
        let said = lab.say(&["verify", &folder]).well();
        assert!(said.out.contains("verified"), "{said:#?}");
        if let Ok(pgn) = fs::read_to_string(lab.path(&folder).join("games.pgn")) {
            let tags: BTreeSet<&str> = pgn
                .lines()
                .filter(|line| line.ends_with("Type \"person\"]"))
                .collect();
            assert!(!tags.is_empty(), "{pgn}");
        }
    }
}

#[test]
fn a_game_goes_on_where_its_server_was_killed() {
    let lab = lab();
    for game in [ladder(), token_chess("four-notepad", "black"), chopsticks()] {
        let mut first = site(&lab);
        let begun = Sitting::begin(&first, &game);
        let before = begun.play(3);
        assert_eq!(before["stands"], "yours", "{before:#}");
        let key = begun.key.clone();
        // SIGKILL: nothing is said, nothing is closed.
        first.child.kill().unwrap();
        first.child.wait().unwrap();
        let second = site(&lab);
        let sitting = Sitting { site: &second, key };
        let resting = sitting.look();
        assert_eq!(resting["stands"], "resting", "{resting:#}");
        // The same question stands open, and the same game is shown.
        assert_eq!(resting["question"], before["question"]);
        assert_eq!(resting["view"], before["view"]);
        let late = sitting.answer(&before, &simple(&before["view"]));
        assert_eq!(late.status, 409, "{}", late.body);
        let on = sitting.go_on();
        assert_eq!(
            (&on["stands"], &on["question"]),
            (&json!("yours"), &before["question"])
        );
        let end = sitting.play(500);
        assert_eq!(end["stands"], "over", "{end:#}");
    }
    for folder in folders(&lab) {
        lab.say(&["verify", &folder]).well();
    }
}

#[test]
fn a_question_is_answered_once() {
    let lab = lab();
    let site = site(&lab);
    let sitting = Sitting::begin(&site, &ladder());
    let page = sitting.look();
    let choice = json!({ "kind": "move", "uci": "e2e4" });
    assert_eq!(sitting.answer(&page, &choice).status, 200);
    let again = sitting.answer(&page, &choice);
    assert_eq!(again.status, 409);
    assert!(again.body.contains("answered already"), "{}", again.body);
    let moves = sitting.look()["view"]["position"]["line"]
        .as_array()
        .unwrap()
        .len();
    assert_eq!(moves, 2);
}

#[test]
fn nonsense_is_refused_in_a_line_and_not_kept() {
    let lab = lab();
    let site = site(&lab);
    let sitting = Sitting::begin(&site, &ladder());
    let page = sitting.look();
    for choice in [
        json!({ "kind": "move", "uci": "e2e5" }),
        json!({ "kind": "move", "uci": "\u{1b}[31m\n".repeat(200) }),
        json!({ "kind": "sample", "temperature": 1.0, "soft_cap": null, "note": null }),
        json!({ "kind": "state", "state": "11-21" }),
        json!({ "kind": "fly" }),
        json!({}),
    ] {
        let came = sitting.answer(&page, &choice);
        assert_eq!(came.status, 400, "{choice}: {}", came.body);
        assert_eq!(came.body.trim_end().lines().count(), 1, "{}", came.body);
        assert!(
            !came.body.contains('\u{1b}') && came.body.len() < 400,
            "{}",
            came.body
        );
    }
    assert_eq!(sitting.look(), page);
    let path = |key: &str| format!("/seat/{key}");
    let answer = json!({ "question": page["question"], "choice": { "kind": "resign" } });
    assert_eq!(site.post(&path("no-such-run"), &answer).status, 404);
    let wrong = json!({ "question": "ff", "choice": { "kind": "resign" } });
    assert_eq!(site.post(&path(&sitting.key), &wrong).status, 400);
    for (name, game) in [
        ("A da", ladder()),
        ("<b>", ladder()),
        ("solver", chopsticks()),
        (
            "Ada",
            json!({ "instrument": "elo-ladder", "opponent": "stockfish" }),
        ),
        ("Ada", json!({ "instrument": "daydream-probe" })),
    ] {
        let came = site.post("/seat", &json!({ "name": name, "game": game }));
        assert_eq!(came.status, 400, "{name} {game}: {}", came.body);
        assert_eq!(came.body.trim_end().lines().count(), 1, "{}", came.body);
    }
}

#[test]
fn another_page_cannot_play() {
    let lab = lab();
    let site = site(&lab);
    let sitting = Sitting::begin(&site, &chopsticks());
    let page = sitting.look();
    let order = json!({ "name": "Eve", "game": ladder() }).to_string();
    let answer =
        json!({ "question": page["question"], "choice": { "kind": "state", "state": "11-21" } })
            .to_string();
    let answers = format!("/seat/{}", sitting.key);
    let go_on = format!("/seat/{}/go-on", sitting.key);
    for (path, body) in [
        ("/seat", &order),
        (answers.as_str(), &answer),
        (go_on.as_str(), &"{}".to_owned()),
    ] {
        let json = ("Content-Type", "application/json");
        for foreign in [
            ("Origin", "https://evil.example"),
            ("Sec-Fetch-Site", "cross-site"),
        ] {
            assert_eq!(
                site.ask("POST", path, &[json, foreign], body).status,
                403,
                "{path}"
            );
        }
        // What a form of another page can send without asking.
        let form = [("Content-Type", "text/plain")];
        assert_eq!(site.ask("POST", path, &form, body).status, 415, "{path}");
        let host = [json, ("Host", "evil.example")];
        assert_eq!(site.ask("POST", path, &host, body).status, 403, "{path}");
    }
    let large = format!("{{\"name\":\"{}\"}}", "n".repeat(80 << 10));
    let json = [("Content-Type", "application/json")];
    assert_eq!(site.ask("POST", "/seat", &json, &large).status, 413);
    assert_eq!(sitting.look(), page);
    assert_eq!(folders(&lab).len(), 1);
}

#[test]
fn one_game_too_many_puts_down_the_idlest() {
    let lab = lab();
    let site = site(&lab);
    let sittings: Vec<Sitting<'_>> = (0..5)
        .map(|_| Sitting::begin(&site, &chopsticks()))
        .collect();
    let stands = |sitting: &Sitting<'_>| sitting.look()["stands"].clone();
    assert_eq!(stands(&sittings[0]), "resting");
    for sitting in &sittings[1..] {
        assert_eq!(stands(sitting), "yours");
    }
    // Taken up again, it pushes out the next.
    assert_eq!(sittings[0].go_on()["stands"], "yours");
    assert_eq!(stands(&sittings[1]), "resting");
    assert_eq!(sittings[1].go_on()["stands"], "yours");
    assert_eq!(sittings[1].play(500)["stands"], "over");
}

#[test]
fn what_can_be_chosen_is_said() {
    let lab = lab();
    let site = site(&lab);
    let menu = site.json("seats");
    let names: Vec<&str> = menu["ladder"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(names[0], "random");
    let note = menu["ladder_note"].as_str().unwrap();
    if has("stockfish") {
        assert!(note.contains("Found Stockfish"), "{note}");
        assert!(
            names.iter().any(|name| name.starts_with("stockfish?elo=")),
            "{names:?}"
        );
    } else {
        assert!(note.contains("No chess engine is installed"), "{note}");
        assert_eq!(names.len(), 1);
    }
}

/// The programs that a process started and that are there.
#[cfg(target_os = "linux")]
fn children(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let lists = threads.map(|thread| fs::read_to_string(thread.unwrap().path().join("children")));
    let lists: Vec<String> = lists.map(Result::unwrap_or_default).collect();
    let all = lists.iter().flat_map(|list| list.split_whitespace());
    all.map(|process| process.parse().unwrap()).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn engines_end_with_the_server() {
    if !has("fairy-stockfish") {
        println!("skipped: no fairy-stockfish");
        return;
    }
    let lab = lab();
    let mut site = site(&lab);
    // Its economy may be adjudicated, so an engine stands by.
    let sitting = Sitting::begin(&site, &token_chess("three", "white"));
    assert_eq!(sitting.look()["stands"], "yours");
    let engines = children(site.child.id());
    assert!(!engines.is_empty());
    let polite = std::process::Command::new("kill")
        .arg(site.child.id().to_string())
        .status();
    assert!(polite.unwrap().success());
    assert!(site.child.wait().unwrap().success());
    for engine in engines {
        // The server has killed it; the system may take a moment to bury it.
        let begun = Instant::now();
        while is_running(engine) {
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "process {engine} outlives the server"
            );
            std::thread::yield_now();
        }
    }
}

/// Whether a process is there and no zombie.
#[cfg(target_os = "linux")]
fn is_running(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"));
    stat.is_ok_and(|stat| {
        let state = stat
            .rsplit_once(") ")
            .and_then(|(_, rest)| rest.chars().next());
        !matches!(state, Some('Z' | 'X'))
    })
}

#[test]
fn run_says_where_a_person_plays() {
    let lab = Lab::with(
        "name = \"s\"\ninstrument = \"chop-bench\"\n[[player]]\nmodel = \"person\"\n[chop_bench]\ngames_per_cell = 1\n",
    );
    lab.run()
        .exits(2)
        .tells(&["player person is a person", "ludometer serve"])
        .in_one_line();
    lab.say(&["run", "study.toml", "--dry-run"]).well();
    let said = lab.say(&["doctor", "study.toml"]).well();
    assert!(
        said.out.contains("person: a person, who plays at the site"),
        "{said:#?}"
    );
}

#[test]
fn a_sitting_in_files_says_that_nobody_can_play_there() {
    let lab = lab();
    {
        let site = site(&lab);
        Sitting::begin(&site, &chopsticks()).play(500);
    }
    lab.say(&["site", "people", "--out", "out"]).well();
    let home = fs::read_to_string(lab.path("out").join("data/home.js")).unwrap();
    assert!(
        home.contains(r#"\"people\":[\"Ada\"]"#) || home.contains(r#""people":["Ada"]"#),
        "{home}"
    );
}
