//! The `daydream` command: the built-in weights, their gate, corpora and trainings.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use ludometer_games::{Board, Variant};
use serde_json::Value;
use support::{Lab, Said};

const TIERS: [(&str, Variant); 3] = [
    ("micro", Variant::Gardner),
    ("regular", Variant::Standard),
    ("grand", Variant::Grand12),
];

fn json(said: &Said) -> Value {
    assert_eq!(said.code, 0, "{said:?}");
    serde_json::from_str(&said.out).unwrap()
}

fn daydream(lab: &Lab, arguments: &[&str]) -> Said {
    lab.say(&[&["daydream"], arguments].concat())
}

#[test]
fn samples_of_every_tier_carry_the_rules_verdict() {
    let lab = Lab::with("");
    for (tier, variant) in TIERS {
        let said = daydream(
            &lab,
            &["sample", "--tier", tier, "-n", "60", "--format", "json"],
        );
        let value = json(&said);
        let board = Board::new(variant);
        let mut legal = 0;
        for draw in value["draws"].as_array().unwrap() {
            let text = draw["text"].as_str().unwrap();
            assert_eq!(
                draw["verdict"] == "legal",
                board.is_legal(text),
                "{tier} {draw}"
            );
            legal += if board.is_legal(text) {
                draw["times"].as_u64().unwrap()
            } else {
                0
            };
        }
        assert_eq!(value["legal"], legal);
        // Every tier opens well; even the weakest gate is above a third overall.
        assert!(legal >= 20, "{tier}: {legal} of 60 legal at the start");
        let again = daydream(
            &lab,
            &["sample", "--tier", tier, "-n", "60", "--format", "json"],
        );
        assert_eq!(said.out, again.out, "the seed decides");
    }
}

#[test]
fn the_readmes_sample() {
    let lab = Lab::with("");
    let said = daydream(
        &lab,
        &["sample", "--tier", "regular", "--moves", "e2e4 e7e5"],
    );
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("After 2 plies"), "{}", said.out);
    assert!(said.out.contains("of 12 draws are legal"), "{}", said.out);
}

#[test]
fn wrong_input_is_one_line_that_says_what_and_where() {
    let lab = Lab::with("");
    std::fs::write(lab.path("nothing.safetensors"), "nothing").unwrap();
    for (arguments, needles) in [
        (
            &["sample", "--moves", "e2e4 e7e4"][..],
            &["move 2 of --moves", "e7e4"][..],
        ),
        (&["sample", "--moves", "e2e4 O-O"], &["move 2", "O-O"]),
        (
            &["sample", "--temperature", "0"],
            &["temperature", "positive"],
        ),
        (
            &["sample", "--weights", "nothing.safetensors"],
            &["nothing.safetensors"],
        ),
        (
            &["sample", "--weights", "missing.safetensors"],
            &["missing.safetensors"],
        ),
        (
            &["gate", "--engine", "/no/such/engine"],
            &["/no/such/engine"],
        ),
        (
            &["train", "--corpus", "missing.txt", "--out", "x"],
            &["missing.txt"],
        ),
        (
            &["corpus", "lichess", "missing.pgn", "--out", "x"],
            &["missing.pgn"],
        ),
    ] {
        let said = daydream(&lab, arguments);
        assert_eq!(said.code, 2, "{arguments:?}: {said:?}");
        assert_eq!(
            said.err.trim_end().lines().count(),
            1,
            "{arguments:?}: {}",
            said.err
        );
        for needle in needles {
            assert!(said.err.contains(needle), "{arguments:?}: {}", said.err);
        }
    }
    for arguments in [
        &["sample", "--soft-cap", "-1"][..],
        &["sample", "--tier", "huge"],
        &["gate", "--attempts", "0"],
        &["sweep", "--games", "0"],
    ] {
        let said = daydream(&lab, arguments);
        assert_eq!(said.code, 2, "{said:?}");
        assert!(said.err.contains("invalid value"), "{}", said.err);
    }
}

#[test]
fn a_dream_is_a_legal_game_whose_rejects_were_not() {
    let lab = Lab::with("");
    for (tier, variant) in TIERS {
        let value = json(&daydream(
            &lab,
            &[
                "dream",
                "--tier",
                tier,
                "--plies",
                "24",
                "--svg",
                "dream.svg",
                "--format",
                "json",
            ],
        ));
        let mut board = Board::new(variant);
        let mut ghosts = 0;
        for turn in value["game"]["turns"].as_array().unwrap() {
            for attempt in turn["attempts"].as_array().unwrap() {
                let text = attempt["text"].as_str().unwrap();
                assert_eq!(attempt["legal"], board.is_legal(text), "{tier} {turn}");
                ghosts += u32::from(!board.is_legal(text));
            }
            board.play(turn["played"].as_str().unwrap()).unwrap();
        }
        assert_eq!(value["final_fen"], board.fen());
        let svg = std::fs::read_to_string(lab.path("dream.svg")).unwrap();
        assert_eq!(svg.matches("<g transform").count(), board.ply() + 1);
        assert!(ghosts == 0 || svg.contains("ghost"), "{tier}");
    }
}

#[test]
fn without_an_engine_the_stand_in_is_named_everywhere() {
    let lab = Lab::with("");
    let mut command = lab.command(&["daydream", "gate", "--tier", "micro", "--games", "2"]);
    command.args(["--engine", "built-in"]);
    let said = Said::of(command.output().unwrap());
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("NOT Fairy-Stockfish"), "{}", said.out);
    assert!(said.out.contains("not comparable"), "{}", said.out);
    let value = json(&daydream(
        &lab,
        &[
            "gate", "--tier", "micro", "--games", "2", "--engine", "built-in", "--format", "json",
        ],
    ));
    assert_eq!(value["stand_in"], true);
    assert_eq!(value["clean"]["value"], 1.0);
    let sweep = json(&daydream(
        &lab,
        &[
            "sweep",
            "--tier",
            "micro",
            "--games",
            "2",
            "--temperatures",
            "0.8",
            "--caps",
            "2,none",
            "--engine",
            "built-in",
            "--format",
            "json",
        ],
    ));
    let rate = |cell: &str| sweep["cells"][cell]["attempts"]["value"].as_f64().unwrap();
    assert!(rate("t0.8_c2.0") < rate("t0.8_cNone"), "{}", sweep["cells"]);
}

/// The published first-try legality of each tier, from its own gate of 30 games.
const PUBLISHED: [(&str, f64); 3] = [
    ("micro", 121.0 / 309.0),
    ("regular", 258.0 / 731.0),
    ("grand", 230.0 / 627.0),
];

#[test]
fn the_shipped_weights_pass_the_published_gates() {
    let lab = Lab::with("");
    if !support::has_fairy_stockfish() {
        eprintln!("skipped: no Fairy-Stockfish (apt-get install fairy-stockfish)");
        return;
    }
    for (tier, published) in PUBLISHED {
        let mut command = lab.command(&["daydream", "gate", "--tier", tier, "--format", "json"]);
        command.env("PATH", support::path_with_games());
        let value = json(&Said::of(command.output().unwrap()));
        assert_eq!(value["stand_in"], false);
        assert_eq!(value["clean"]["value"], 1.0, "{tier}");
        let rate = value["first_try"]["value"].as_f64().unwrap();
        eprintln!("{tier}: {rate:.3}, published {published:.3}");
        assert!(rate >= published, "{tier}: {rate}, published {published}");
    }
}

#[test]
fn a_training_is_resumed_from_its_folder_and_its_weights_dream() {
    let lab = Lab::with("");
    let file = |i: usize| char::from(b"abcdefgh"[i % 8]);
    let game = |i: usize| {
        let (first, second, third) = (file(i), file(i / 8), file(i / 64));
        format!("{first}2{first}4 {second}7{second}5 {third}2{third}3")
    };
    let corpus: Vec<String> = (0..400).map(game).collect();
    std::fs::write(lab.path("games.txt"), corpus.join("\n")).unwrap();
    let train = |more: &[&str]| {
        let base = ["train", "--corpus", "games.txt", "--out", "out"];
        daydream(&lab, &[&base, more].concat())
    };
    let start = [
        "--steps",
        "5",
        "--shape",
        "1,2,16,32",
        "--batch",
        "4",
        "--micro-batch",
        "2",
    ];
    let start = [&start[..], &["--look", "5"]].concat();
    let said = train(&start);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("held out"), "{}", said.err);
    let again = train(&start);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("--resume"), "{}", again.err);
    for (wrong, needle) in [
        (&["--resume", "--batch", "8"][..], "cannot be used with"),
        (&["--resume", "--steps", "5"], "5 steps are done"),
    ] {
        let said = train(wrong);
        assert_eq!(said.code, 2, "{said:?}");
        assert!(said.err.contains(needle), "{}", said.err);
    }
    let resumed = train(&["--steps", "10", "--resume"]);
    assert_eq!(resumed.code, 0, "{resumed:?}");
    assert!(resumed.err.contains("step 10/10"), "{}", resumed.err);
    for file in ["checkpoint.safetensors", "curve.svg", "weights.safetensors"] {
        assert!(lab.path("out").join(file).exists(), "{file}");
    }
    let sample = daydream(&lab, &["sample", "--weights", "out/weights.safetensors"]);
    assert_eq!(sample.code, 0, "{sample:?}");
    std::fs::write(lab.path("games.txt"), corpus[1..].join("\n")).unwrap();
    let other = train(&["--resume"]);
    assert_eq!(other.code, 2);
    assert!(other.err.contains("not the corpus"), "{}", other.err);
}

#[test]
fn a_training_that_diverges_keeps_its_last_good_checkpoint() {
    let lab = Lab::with("");
    let moves: Vec<String> = (0..400).map(|i| format!("a2a4 b7b5 {i}")).collect();
    std::fs::write(lab.path("games.txt"), moves.join("\n")).unwrap();
    let base = [
        "train",
        "--corpus",
        "games.txt",
        "--out",
        "out",
        "--look",
        "1",
    ];
    let shape = ["--shape", "1,2,16,32", "--batch", "4", "--micro-batch", "2"];
    let wild = ["--learning-rate", "1e30", "--steps", "50"];
    let said = daydream(&lab, &[&base[..], &shape, &wild].concat());
    assert_eq!(said.code, 2, "{said:?}");
    assert!(
        said.err.contains("a lower --learning-rate may help"),
        "{}",
        said.err
    );
    assert!(!said.err.contains("weights:"), "{}", said.err);
}

#[test]
fn a_tiers_training_refuses_another_boards_games() {
    let lab = Lab::with("");
    let games: Vec<String> = (0..400).map(|i| format!("l2l4 b7b5 a2a{i}")).collect();
    std::fs::write(lab.path("games.txt"), games.join("\n")).unwrap();
    let base = [
        "train",
        "--corpus",
        "games.txt",
        "--out",
        "out",
        "--tier",
        "micro",
    ];
    let said = daydream(&lab, &base);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("'l'"), "{}", said.err);
}

#[test]
fn games_of_people_become_a_corpus() {
    let lab = Lab::with("");
    let game = |white: u32, moves: &str| {
        format!(
            "[Event \"Rated Blitz game\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\
             [WhiteElo \"{white}\"]\n[BlackElo \"1500\"]\n[Termination \"Normal\"]\n\n{moves} 1-0\n\n"
        )
    };
    let long = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6";
    let broken = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O-O Nf6 5. d3 d6";
    let dump = [
        game(1500, long),
        game(2500, long),
        game(1600, "1. e4 e5"),
        game(1500, broken),
    ];
    std::fs::write(lab.path("dump.pgn"), dump.concat()).unwrap();
    let said = daydream(
        &lab,
        &["corpus", "lichess", "dump.pgn", "--out", "games.txt"],
    );
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("1 of 4 games kept"), "{}", said.err);
    assert!(said.err.contains("broken: 1"), "{}", said.err);
    let none = daydream(
        &lab,
        &["corpus", "lichess", "games.txt", "--out", "none.txt"],
    );
    assert_eq!(none.code, 2, "{none:?}");
    assert!(!lab.path("none.txt").exists() && !lab.path("none.txt.part").exists());
    let text = std::fs::read_to_string(lab.path("games.txt")).unwrap();
    assert_eq!(text, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 d7d6\n");
}

#[test]
fn an_engine_plays_itself_and_a_later_run_goes_on() {
    let lab = Lab::with("");
    if !support::has_fairy_stockfish() {
        eprintln!("skipped: no Fairy-Stockfish (apt-get install fairy-stockfish)");
        return;
    }
    let play = |games: &str, seed: &str| {
        let mut command = lab.command(&["daydream", "corpus", "selfplay", "--tier", "micro"]);
        command.args([
            "--games",
            games,
            "--seed",
            seed,
            "--depth",
            "2",
            "--out",
            "games.txt",
        ]);
        command.env("PATH", support::path_with_games());
        Said::of(command.output().unwrap())
    };
    assert_eq!(play("3", "1").code, 0);
    let first = std::fs::read_to_string(lab.path("games.txt")).unwrap();
    assert_eq!(play("5", "1").code, 0);
    let text = std::fs::read_to_string(lab.path("games.txt")).unwrap();
    assert!(text.starts_with(&first) && text.lines().count() == 5);
    for line in text.lines() {
        let moves: Vec<&str> = line.split(' ').collect();
        Board::replay(Variant::Gardner, &moves).unwrap();
    }
    let other = play("6", "2");
    assert_eq!(other.code, 2, "{other:?}");
    assert!(other.err.contains("seed"), "{}", other.err);
}
