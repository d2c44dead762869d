//! Probes of the tool as runs: played, stopped, gone on with, reported, verified.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use std::fs;

use support::Lab;

const QUICK: &str = include_str!("../../../studies/daydream-probe.toml");

#[test]
fn the_quick_study_plays_reports_and_verifies() {
    let lab = Lab::with(QUICK);
    let said = lab.run().well();
    assert!(said.out.contains("Legality by depth"), "{said:?}");
    let findings = lab.findings();
    assert_eq!(findings["format"], "ludometer-probe");
    assert_eq!(findings["games"]["scored"], 4);
    let all = &findings["cells"][0]["all"];
    let legal = all["samples"]["numerator"].as_f64().unwrap();
    let forced = all["forced"]["numerator"].as_f64().unwrap();
    let moves = all["first_try"]["denominator"].as_f64().unwrap();
    assert!(legal > 0.0, "{all}");
    // A ply ends with its one legal sample, or is forced.
    assert!((legal + forced - moves).abs() < 1e-9, "{all}");
    for (format, words) in [
        ("markdown", "# daydream"),
        ("svg", "<svg"),
        ("terminal", "95%"),
    ] {
        let said = lab.say(&["report", "run", "--format", format]).well();
        assert!(said.out.contains(words), "{format}: {said:?}");
    }
    let verified = lab.verify().well();
    assert!(verified.out.contains("draws made again"), "{verified:?}");
    let again = Lab::with(QUICK);
    again.run().well();
    assert_eq!(again.findings(), findings, "the seed decides");
}

#[test]
fn a_torn_run_goes_on_to_the_same_findings() {
    let lab = Lab::with(QUICK);
    lab.run().well();
    let findings = lab.findings();
    let journal = fs::read(lab.journal()).unwrap();
    fs::write(lab.journal(), &journal[..journal.len() / 2]).unwrap();
    lab.resume().well();
    assert_eq!(lab.findings(), findings);
    lab.verify().well();
    // More games of the same are more of the same; another setting is another study.
    lab.study(&QUICK.replace("games = 4", "games = 5"));
    lab.resume().well();
    assert_eq!(lab.findings()["games"]["scored"], 5);
    lab.study(&QUICK.replace("soft_cap = 5", "soft_cap = 6"));
    lab.resume().exits(2).tells(&["probe.soft_cap"]);
}

#[test]
fn a_run_under_another_seed_does_not_verify() {
    let lab = Lab::with(QUICK);
    lab.run().well();
    let path = lab.run_folder().join("manifest.json");
    let manifest = fs::read_to_string(&path).unwrap();
    fs::write(&path, manifest.replace("\"seed\": 5", "\"seed\": 6")).unwrap();
    let said = lab.verify().exits(1);
    assert!(said.out.contains("differs: "), "{said:?}");
}

#[test]
fn real_games_are_kept_with_the_run() {
    let lab = Lab::with("");
    let games = "b2b3 a4b3\nc2c3\nb2b3 a4b3 a2b3\n";
    fs::write(lab.path("games.txt"), games).unwrap();
    let probe = |file: &str, more: &[&str]| {
        let known = [
            "daydream", "probe", "prefix", "--tier", "micro", "--out", "run",
        ];
        let file = ["--games-file", file, "--games", "3", "--depths", "0,1"];
        lab.say(&[&known[..], &file[..], more].concat())
    };
    probe("games.txt", &["--dry-run"]).well();
    probe("games.txt", &[]).well();
    fs::remove_file(lab.path("games.txt")).unwrap();
    let findings = lab.findings();
    assert_eq!(findings["prefix"]["depths"][0]["positions"], 3);
    assert_eq!(findings["prefix"]["depths"][1]["positions"], 2);
    lab.verify().well();
    // The run has all that it takes to go on.
    lab.say(&["run", "run", "--resume"]).well();
    fs::write(lab.path("bad.txt"), "b2b3 a4b3\n\nc2c3 zz\na2a3\n").unwrap();
    let out = ["--out", "other"];
    let bad = probe("bad.txt", &[]);
    bad.exits(2)
        .tells(&["bad.txt", "line 3, ply 1"])
        .in_one_line();
    probe("none.txt", &[]).exits(2).tells(&["none.txt"]);
    fs::write(lab.path("few.txt"), "b2b3\n").unwrap();
    probe("few.txt", &[]).exits(2).tells(&["holds 1 games"]);
    assert!(!lab.path(out[1]).exists());
    // A study file names its games relative to itself.
    fs::create_dir(lab.path("games")).unwrap();
    fs::write(lab.path("games/g.txt"), games).unwrap();
    lab.study(
        "name = \"p\"\ninstrument = \"daydream-probe\"\n[probe]\nkind = \"prefix\"\n\
         tier = \"micro\"\ngames = 2\ngames_file = \"games/g.txt\"\n",
    );
    lab.say(&["run", "study.toml", "--out", "other"]).well();
    lab.say(&["verify", "other"]).well();
}

#[test]
fn flags_say_what_a_study_file_says() {
    let lab = Lab::with("");
    let played = [
        "choice --games 2 --plies 12 --candidates 2 --against random --attempts 9",
        "grid --games 1 --plies 6 --temperatures 0.5,1 --soft-caps 5,none --band 3",
        "legality --games 1 --plies 6 --draws claimed --temperature 0.5 --soft-cap none",
    ];
    for (number, flags) in played.iter().enumerate() {
        let out = format!("run-{number}");
        let flags: Vec<&str> = flags.split(' ').collect();
        let command = [
            "daydream", "probe", flags[0], "--tier", "micro", "--out", &out,
        ];
        lab.say(&[&command[..], &flags[1..]].concat()).well();
        lab.say(&["verify", &out]).well();
        let manifest = fs::read_to_string(lab.path(&out).join("manifest.json")).unwrap();
        let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
        assert_eq!(manifest["resolved"]["probe"]["kind"], flags[0]);
    }
    for (flags, words) in [
        ("legality --temperature 0", "probe.temperature"),
        ("legality --soft-cap=-1", "positive number"),
        ("choice --against nobody", "probe.against"),
        ("grid --temperatures 0", "probe.temperatures"),
        ("legality --draws maybe", "probe.draws"),
    ] {
        let flags: Vec<&str> = flags.split(' ').collect();
        let said = lab.say(&[&["daydream", "probe"][..], &flags].concat());
        assert_eq!(said.code, 2, "{said:?}");
        assert!(said.err.contains(words), "{said:?}");
    }
}
