//! Tables of games, moves and samples: they count what findings count, both kinds of file
//! hold the same rows, and hostile texts stay texts.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]
#![allow(
    clippy::float_cmp,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts are whole numbers"
)]

mod support;

use std::{collections::BTreeMap, fmt::Write as _};

use ludometer_loopback::{Manners, ToolPlay};
use parquet::{
    file::reader::{FileReader, SerializedFileReader},
    record::{Field, Row},
};
use serde_json::Value;
use support::{Behaviour, Lab, Server, Speech, study};

type Record = BTreeMap<String, String>;

/// The rows of a table as CSV, by column.
fn table(lab: &Lab, name: &str) -> Vec<Record> {
    let said = lab.say(&["report", "run", "--format", "csv", "--table", name]);
    let mut rows = parsed(&said.well().out).into_iter();
    let head = rows.next().unwrap();
    let named = rows.map(|row| {
        assert_eq!(row.len(), head.len());
        head.iter().cloned().zip(row).collect()
    });
    named.collect()
}

/// CSV as RFC 4180 has it.
fn parsed(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (quoted, c) {
            (true, '"') if chars.next_if_eq(&'"').is_some() => cell.push('"'),
            (_, '"') => quoted = !quoted,
            (false, ',') => row.push(std::mem::take(&mut cell)),
            (false, '\n') => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            (_, c) => cell.push(c),
        }
    }
    assert!(!quoted && cell.is_empty() && row.is_empty());
    rows
}

fn count(rows: &[Record], counts: impl Fn(&Record) -> bool) -> f64 {
    rows.iter().filter(|row| counts(row)).count() as f64
}

fn is(row: &Record, column: &str, value: &str) -> bool {
    row[column] == value
}

/// Numerator and denominator of a finding.
#[track_caller]
fn says(finding: &Value, hits: f64, all: f64) {
    assert_eq!(finding["numerator"], hits, "{finding:#}");
    assert_eq!(finding["denominator"], all, "{finding:#}");
}

/// Both kinds of file hold the same.
fn files_agree(lab: &Lab, name: &str) {
    let csv = table(lab, name);
    let out = lab
        .command(&["report", "run", "--format", "parquet", "--table", name])
        .output()
        .unwrap();
    assert!(out.status.success());
    let file = SerializedFileReader::new(bytes(out.stdout)).unwrap();
    let facts = file
        .metadata()
        .file_metadata()
        .key_value_metadata()
        .unwrap();
    let fact = |key: &str| {
        facts
            .iter()
            .find(|one| one.key == key)
            .unwrap()
            .value
            .clone()
    };
    assert!(fact("ludometer.program").unwrap().starts_with("ludometer "));
    let meanings: Value = serde_json::from_str(&fact("ludometer.columns").unwrap()).unwrap();
    let rows: Vec<Row> = file
        .get_row_iter(None)
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(rows.len(), csv.len(), "{name}");
    for (row, record) in rows.iter().zip(&csv) {
        assert_eq!(row.len(), record.len());
        for (column, field) in row.get_column_iter() {
            assert!(
                meanings[column]
                    .as_str()
                    .is_some_and(|says| !says.is_empty())
            );
            let cell = record[column].as_str();
            match field {
                Field::Null => assert_eq!(cell, "", "{column}"),
                Field::Str(text) => assert_eq!(
                    cell.trim_start_matches('\''),
                    text.trim_start_matches('\''),
                    "{column}"
                ),
                Field::Bool(flag) => assert_eq!(cell, flag.to_string(), "{column}"),
                Field::Long(number) => assert_eq!(cell, number.to_string(), "{column}"),
                Field::Double(number) => {
                    assert_eq!(cell.parse::<f64>().unwrap(), *number, "{column}");
                }
                Field::TimestampMicros(at) => {
                    let there: jiff::Timestamp = cell.parse().unwrap();
                    assert_eq!(there.as_microsecond(), *at, "{column}");
                }
                other => panic!("{column}: {other:?}"),
            }
        }
    }
}

fn bytes(all: Vec<u8>) -> axum::body::Bytes {
    all.into()
}

fn all_agree(lab: &Lab, names: &[&str]) {
    for name in names {
        files_agree(lab, name);
    }
    let games = table(lab, "games");
    let planned = lab.findings()["games"]["planned"].clone();
    assert_eq!(games.len() as u64, planned.as_u64().unwrap());
    let scored = count(&games, |game| is(game, "state", "scored"));
    assert_eq!(lab.findings()["games"]["scored"], scored as u64);
}

#[test]
fn chop_bench_counts_as_its_findings_do() {
    let server = Server::start(Behaviour {
        speech: Speech::Sloppy,
        ..Behaviour::default()
    });
    let lab = Lab::with(&format!(
        "name = \"t\"\ninstrument = \"chop-bench\"\nseed = 3\n\
         [[player]]\nname = \"sloppy\"\nmodel = \"openai-compatible:loopback\"\nbase_url = \"{}\"\nprice = {{ prompt = 2.0, completion = 8.0 }}\n\
         [[player]]\nmodel = \"epsilon:0.5\"\n\
         [chop_bench]\nfamilies = [\"plain\", \"json\"]\nopponents = [\"random\", \"greedy\"]\npolicy = {{ retry = 2 }}\ngames_per_cell = 4\n",
        server.url()
    ));
    lab.run().well();
    all_agree(&lab, &["games", "moves"]);
    let moves = table(&lab, "moves");
    let graded: Vec<Record> = moves
        .iter()
        .filter(|row| is(row, "graded", "true"))
        .cloned()
        .collect();
    assert!(graded.len() < moves.len(), "somebody tried again");
    let findings = lab.findings();
    for cell in findings["cells"].as_array().unwrap() {
        let here = |row: &Record| {
            ["model", "family", "mode"]
                .iter()
                .all(|key| row[*key] == cell[*key])
        };
        let all = count(&graded, here);
        let hits = |column: &str| count(&graded, |row| here(row) && is(row, column, "true"));
        says(&cell["legality"], hits("legal"), all);
        says(&cell["optimality"], hits("optimal"), all);
        for (class, times) in cell["replies"].as_object().unwrap() {
            let found = count(&graded, |row| here(row) && is(row, "class", class));
            assert_eq!(*times, found as u64, "{class}");
        }
    }
    let sloppy = findings["leaderboard"].as_array().unwrap().iter();
    let sloppy = sloppy.clone().find(|one| one["model"] == "sloppy").unwrap();
    let mine = || moves.iter().filter(|row| is(row, "model", "sloppy"));
    let sum = |column: &str| {
        mine()
            .map(|row| row[column].parse::<f64>().unwrap())
            .sum::<f64>()
    };
    let turns = mine().filter(|row| is(row, "graded", "true")).count() as f64;
    says(
        &sloppy["tokens_per_move"],
        sum("prompt_tokens") + sum("completion_tokens"),
        turns,
    );
    let dollars = sloppy["cost_per_move"]["numerator"].as_f64().unwrap();
    assert!((dollars - sum("dollars")).abs() < 1e-12);
    // The list of games adds up the same.
    let games = table(&lab, "games");
    for column in ["optimal", "legal"] {
        let of_games: f64 = games
            .iter()
            .map(|row| row[column].parse::<f64>().unwrap())
            .sum();
        assert_eq!(
            of_games,
            count(&graded, |row| is(row, column, "true")),
            "{column}"
        );
    }
    let of_games: f64 = games
        .iter()
        .filter_map(|row| row["prompt_tokens"].parse::<f64>().ok())
        .sum();
    assert_eq!(of_games, sum("prompt_tokens"));
}

#[test]
fn token_chess_counts_as_its_findings_do() {
    let server = Server::start(Behaviour {
        speech: Speech::Steering,
        ..Behaviour::default()
    });
    let lab = Lab::with(&format!(
        "name = \"t\"\ninstrument = \"token-chess\"\nseed = 3\n\
         [[player]]\nname = \"model\"\nmodel = \"openai-compatible:loopback\"\nbase_url = \"{}\"\n\
         [[player]]\nmodel = \"mock:heuristic\"\n\
         [token_chess]\ntier = \"micro\"\ngames = 4\nbudget = 8\nadjudicator = \"built-in\"\ndepth = 2\nply_cap = 30\n\
         [token_chess.sweep]\neconomy = [\"batch\", \"income\"]\n",
        server.url()
    ));
    lab.run().well();
    all_agree(&lab, &["games", "moves", "samples"]);
    let (games, moves, samples) = (
        table(&lab, "games"),
        table(&lab, "moves"),
        table(&lab, "samples"),
    );
    let findings = lab.findings();
    let mut players = 0;
    for group in findings["groups"].as_array().unwrap() {
        for player in group["players"].as_array().unwrap() {
            let economy = group["economy"].as_str().unwrap();
            let here =
                |row: &Record| player["player"] == row["player"] && is(row, "economy", economy);
            let bought = |row: &Record| here(row) && is(row, "bought", "true");
            says(
                &player["attempt_legality"],
                count(&samples, |row| bought(row) && is(row, "legal", "true")),
                count(&samples, bought),
            );
            let spent = moves.iter().filter(|row| here(row));
            let spent: f64 = spent
                .map(|row| row["tokens_spent"].parse::<f64>().unwrap())
                .sum();
            assert_eq!(player["spending"]["per_game"]["numerator"], spent);
            players += 1;
        }
    }
    assert_eq!(players, 4);
    for game in &games {
        let here = |row: &Record| row["game"] == game["game"];
        assert_eq!(game["samples"], count(&samples, here).to_string());
        let calls = moves.iter().filter(|row| here(row));
        let calls: u64 = calls
            .map(|row| row["replies"].parse::<u64>().unwrap())
            .sum();
        assert_eq!(
            game["replies"],
            calls.to_string(),
            "every reply belongs to a turn"
        );
        let played = |row: &Record| here(row) && !row["played"].is_empty();
        assert_eq!(game["plies"], count(&moves, played).to_string());
    }
    // What was picked is what was played.
    for row in samples.iter().filter(|row| is(row, "picked", "true")) {
        let turn = moves
            .iter()
            .find(|turn| turn["game"] == row["game"] && turn["ply"] == row["ply"]);
        assert_eq!(turn.unwrap()["played"], row["text"]);
    }
    let picked = count(&samples, |row| is(row, "picked", "true"));
    let landed = count(&moves, |row| {
        ["player", "forced-pick", "harness-sampled"].contains(&&*row["moved_by"])
    });
    assert_eq!(picked, landed);
}

#[test]
fn the_ladder_counts_as_its_findings_do() {
    let server = Server::start(Behaviour {
        speech: Speech::Calling(ToolPlay {
            manners: Manners::Bad,
            ..ToolPlay::good(11)
        }),
        ..Behaviour::default()
    });
    let lab = Lab::with(&format!(
        "name = \"t\"\ninstrument = \"elo-ladder\"\nseed = 3\n\
         [[player]]\nname = \"model\"\nmodel = \"openai-compatible:loopback\"\nbase_url = \"{}\"\n\
         [ladder]\nengine = \"stockfish?nodes=50\"\ngames = 2\nply_cap = 24\n",
        server.url()
    ));
    lab.run().well();
    all_agree(&lab, &["games", "moves"]);
    let (games, moves) = (table(&lab, "games"), table(&lab, "moves"));
    let findings = lab.findings();
    let player = &findings["players"][0];
    // The pilot only serves planning.
    let pilot = games.iter().find(|game| game["pair"].is_empty()).unwrap();
    let mine = |row: &Record| is(row, "actor", "player") && row["game"] != pilot["game"];
    let legal = |row: &Record| is(row, "class", "moved");
    let all = count(&moves, mine);
    let hits = count(&moves, |row| mine(row) && legal(row));
    says(&player["conduct"]["legality"], hits, all);
    assert!(hits < all, "something was refused");
    for game in &games {
        let here = |row: &Record| row["game"] == game["game"];
        assert_eq!(
            game["illegal"],
            count(&moves, |row| here(row) && is(row, "class", "illegal-move")).to_string()
        );
        assert_eq!(
            game["plies"],
            count(&moves, |row| here(row) && legal(row)).to_string()
        );
        assert!(game["opponent_rating"].parse::<f64>().unwrap() > 0.0);
        // What was refused stands before the move that was then played.
        let order = moves.iter().filter(|row| here(row));
        let order = order.map(|row| (row["ply"].parse::<u32>().unwrap(), legal(row)));
        assert!(order.is_sorted());
    }
}

#[test]
fn probes_count_as_their_findings_do() {
    let lab = Lab::with(
        "name = \"t\"\ninstrument = \"daydream-probe\"\nseed = 5\n[probe]\nkind = \"grid\"\n\
         tier = \"micro\"\ngames = 3\nband = 10\nply_cap = 30\nattempts = 6\n\
         temperatures = [0.5, 1.4]\nsoft_caps = [5.0, 0.0]\n",
    );
    lab.run().well();
    all_agree(&lab, &["games", "moves", "samples"]);
    let (moves, samples) = (table(&lab, "moves"), table(&lab, "samples"));
    let findings = lab.findings();
    assert_eq!(findings["cells"].as_array().unwrap().len(), 4);
    for cell in findings["cells"].as_array().unwrap() {
        let setting = &cell["setting"];
        let number = |value: &Value| {
            value
                .as_f64()
                .map_or(String::new(), |number| number.to_string())
        };
        let here = |row: &Record| {
            row["temperature"] == number(&setting["temperature"])
                && row["soft_cap"] == number(&setting["soft_cap"])
        };
        let yes =
            |rows: &[Record], column: &str| count(rows, |row| here(row) && is(row, column, "true"));
        let (turns, drawn) = (count(&moves, here), count(&samples, here));
        let all = &cell["all"];
        says(&all["samples"], yes(&samples, "legal"), drawn);
        says(&all["texts_before"], yes(&samples, "text_before"), drawn);
        says(&all["first_try"], yes(&moves, "first_legal"), turns);
        says(&all["forced"], yes(&moves, "forced"), turns);
        says(&all["moves_before"], yes(&moves, "move_before"), turns);
        says(
            &all["positions_before"],
            yes(&moves, "position_before"),
            turns,
        );
        says(&all["shuffling"], yes(&moves, "shuffling"), turns);
        for band in cell["bands"].as_array().unwrap() {
            let (first, last) = band["plies"].as_str().unwrap().split_once('-').unwrap();
            let plies = first.parse::<u32>().unwrap()..=last.parse().unwrap();
            let inside = |row: &Record| here(row) && plies.contains(&row["ply"].parse().unwrap());
            says(
                &band["samples"],
                count(&samples, |row| inside(row) && is(row, "legal", "true")),
                count(&samples, inside),
            );
        }
    }
}

#[test]
fn real_games_are_looked_at_at_their_plies() {
    let lab = Lab::with(
        "name = \"t\"\ninstrument = \"daydream-probe\"\nseed = 5\n[probe]\nkind = \"prefix\"\n\
         tier = \"micro\"\ngames = 2\ndepths = [0, 2]\ngames_file = \"games.txt\"\n",
    );
    std::fs::write(lab.path("games.txt"), "b1c3 b4c3 b2c3\ne2e3 b5c3 d2d3\n").unwrap();
    lab.run().well();
    all_agree(&lab, &["games", "moves", "samples"]);
    let (moves, samples) = (table(&lab, "moves"), table(&lab, "samples"));
    let depths = lab.findings()["prefix"]["depths"].clone();
    for depth in depths.as_array().unwrap() {
        let here = |row: &Record| depth["depth"] == row["ply"].parse::<u64>().unwrap();
        assert_eq!(depth["positions"], count(&moves, here) as u64);
        let legal = |row: &Record| here(row) && is(row, "legal", "true");
        says(
            &depth["samples"],
            count(&samples, legal),
            count(&samples, here),
        );
    }
    let after = moves.iter().find(|row| is(row, "ply", "2")).unwrap();
    assert!(after["fen"].contains(" w "), "{after:?}");
    assert_eq!(after["played"], "");
}

/// Megabytes that begin like a formula, with what steers a terminal.
#[test]
fn hostile_texts_are_cells_like_any_other() {
    let mut hostile = "=HYPERLINK(\"http://evil\",\"x\")\u{1b}[2J\u{202e},\"\r\n\0".to_owned();
    let _ = write!(hostile, "{} 11-21", "x".repeat(3 << 20));
    let length = hostile.chars().count();
    let server = Server::start(Behaviour {
        speech: Speech::Fixed(hostile),
        ..Behaviour::default()
    });
    let lab = Lab::with(&format!(
        "name = \"t\"\ninstrument = \"chop-bench\"\n\
         [[player]]\nname = \"evil\"\nmodel = \"openai-compatible:loopback\"\nbase_url = \"{}\"\n\
         [chop_bench]\nfamilies = [\"plain\"]\nmodes = [\"stateless\"]\nopponents = [\"random\"]\ngames_per_cell = 1\n",
        server.url()
    ));
    lab.run();
    let said = lab
        .say(&["report", "run", "--format", "csv", "--table", "moves"])
        .well();
    assert!(said.out.len() < 100_000, "{}", said.out.len());
    assert!(
        !said.out.contains(['\u{1b}', '\u{202e}', '\0', '\r']),
        "{}",
        said.out
    );
    files_agree(&lab, "moves");
    let moves = table(&lab, "moves");
    let reply = &moves.first().unwrap()["reply"];
    assert!(
        reply.starts_with("'=HYPERLINK(\"http://evil\",\"x\")⟨U+001B⟩[2J⟨U+202E⟩,\"\n⟨U+0000⟩x"),
        "{reply}"
    );
    assert!(
        reply.ends_with("more characters are in the journal)"),
        "{reply}"
    );
    assert_eq!(moves[0]["reply_characters"], length.to_string());
}

#[test]
fn an_unfinished_run_has_its_open_games_as_rows() {
    let lab = Lab::with(&study("http://127.0.0.1:1/v1", "retries = 0", ""));
    let said = lab.run();
    assert_ne!(said.code, 0);
    let games = table(&lab, "games");
    assert!(!games.is_empty());
    for game in &games {
        assert_ne!(game["state"], "scored", "{game:?}");
        assert_eq!(
            (&*game["result"], &*game["plies"], &*game["score"]),
            ("", "", "")
        );
    }
    assert_eq!(table(&lab, "moves").len(), 0);
    files_agree(&lab, "games");
    files_agree(&lab, "moves");
}

#[test]
fn what_is_no_table_is_said_in_a_line() {
    let lab = Lab::with(
        "name = \"t\"\ninstrument = \"chop-bench\"\n[[player]]\nmodel = \"solver\"\n\
         [chop_bench]\nfamilies = [\"plain\"]\nmodes = [\"stateless\"]\nopponents = [\"random\"]\ngames_per_cell = 1\n",
    );
    lab.run().well();
    let said = lab.say(&["report", "run", "--format", "csv", "--table", "samples"]);
    said.exits(2).tells(&["run", "no table of samples"]);
    let said = lab.say(&["report", "run", "--table", "moves"]);
    said.exits(2).tells(&["--table", "--format csv"]);
}
