//! Bad surroundings get one clear line, and nothing is lost.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use std::{fs, io::Write, process::Command};

use support::{Behaviour, Fault, FaultKind, Lab, Said, Server, snapshot, study};

fn quick(url: &str) -> String {
    study(url, "", "")
}

#[test]
fn a_run_is_not_overwritten() {
    let server = Server::start(Behaviour::default());
    let lab = Lab::with(&quick(server.url()));
    lab.run().well();
    let before = snapshot(&lab.run_folder());
    lab.run()
        .exits(2)
        .tells(&["run", "--resume", "--out"])
        .in_one_line();
    assert_eq!(before, snapshot(&lab.run_folder()));
}

#[test]
fn a_folder_of_something_else_is_left_alone() {
    let server = Server::start(Behaviour::default());
    let lab = Lab::with(&quick(server.url()));
    fs::create_dir(lab.run_folder()).unwrap();
    fs::write(lab.run_folder().join("thesis.txt"), "precious").unwrap();
    lab.run()
        .exits(2)
        .tells(&["not empty", "--out"])
        .in_one_line();
    assert_eq!(snapshot(&lab.run_folder()).len(), 1);
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let server = Server::start(Behaviour::default());
    let lab = Lab::with(&quick(server.url()));
    fs::write(lab.path("file"), "").unwrap();
    lab.say(&["run", "study.toml", "--out", "file/run"])
        .exits(2)
        .tells(&["file/run"])
        .in_one_line();
    assert_eq!(server.stats().requests, 0);
}

#[test]
fn a_read_only_run_can_be_read_and_is_not_resumed() {
    let server = Server::start(Behaviour::default());
    let lab = Lab::with(&quick(server.url()));
    lab.run().well();
    let mut mode = fs::metadata(lab.run_folder()).unwrap().permissions();
    let writable = mode.clone();
    mode.set_readonly(true);
    for file in ["lock", "journal.log"] {
        fs::set_permissions(lab.run_folder().join(file), mode.clone()).unwrap();
    }
    fs::set_permissions(lab.run_folder(), mode).unwrap();
    lab.say(&["report", "run"]).well();
    lab.verify().well();
    // Root writes where it likes; for others the lock is the first thing that fails.
    if fs::File::create(lab.run_folder().join("probe")).is_err() {
        lab.resume()
            .exits(2)
            .tells(&["cannot be written"])
            .in_one_line();
    } else {
        println!("skipped in part: this user writes to read-only folders");
    }
    fs::set_permissions(lab.run_folder(), writable).unwrap();
}

#[test]
fn two_processes_do_not_share_a_run() {
    let server = Server::start(Behaviour {
        faults: vec![Fault::always(FaultKind::Hang)],
        ..Behaviour::default()
    });
    let lab = Lab::with(&quick(server.url()));
    let mut first = lab
        .command(&["run", "study.toml", "--out", "run"])
        .spawn()
        .unwrap();
    while server.stats().requests == 0 {
        std::thread::yield_now();
    }
    lab.resume()
        .exits(2)
        .tells(&["another process"])
        .in_one_line();
    lab.say(&["report", "run"]).well();
    first.kill().unwrap();
    first.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn a_full_disk_stops_the_run_and_loses_nothing() {
    let server = Server::start(Behaviour::default());
    let lab = Lab::with(&quick(server.url()).replace("games_per_cell = 2", "games_per_cell = 8"));
    // A file-size limit is the disk that is full after so many blocks.
    let program = env!("CARGO_BIN_EXE_ludometer");
    let script = format!("trap '' XFSZ; ulimit -f 100; exec {program} run study.toml --out run");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(lab.path("."));
    let said = Said::of(shell.output().unwrap()).exits(3);
    said.tells(&["journal.log", "everything before it is safe", "--resume"]);
    let before = server.stats();
    lab.resume().well();
    lab.verify().well();
    assert!(before.answered > 0);
}

#[test]
fn a_torn_tail_is_cut_and_said() {
    let server = Server::start(Behaviour::default());
    let lab = Lab::with(&quick(server.url()));
    lab.run().well();
    let whole = lab.findings();
    let journal = fs::read(lab.journal()).unwrap();
    let ends: Vec<usize> = (0..journal.len())
        .filter(|at| journal[*at] == b'\n')
        .collect();
    let middle = ends[ends.len() / 2];
    fs::write(lab.journal(), &journal[..middle + 40]).unwrap();
    lab.verify().exits(1);
    let asked = server.stats().requests;
    lab.resume().well().tells(&["torn record after", "dropped"]);
    assert!(server.stats().requests > asked);
    assert_eq!(lab.findings(), whole);
    lab.verify().well();
}

#[test]
fn damage_in_the_middle_is_refused_with_its_place() {
    let server = Server::start(Behaviour::default());
    let lab = Lab::with(&quick(server.url()));
    lab.run().well();
    let mut journal = fs::read(lab.journal()).unwrap();
    let at = journal.len() / 2;
    journal[at] ^= 1;
    fs::write(lab.journal(), &journal).unwrap();
    let line = journal[..at].split(|byte| *byte == b'\n').count();
    for arguments in [
        &["verify", "run"][..],
        &["report", "run"],
        &["run", "study.toml", "--out", "run", "--resume"],
    ] {
        lab.say(arguments)
            .exits(2)
            .tells(&[&format!("journal.log:{line}:"), "damaged"])
            .in_one_line();
    }
    assert_eq!(fs::read(lab.journal()).unwrap(), journal);
}

#[test]
fn a_newer_journal_is_refused() {
    let server = Server::start(Behaviour::default());
    let lab = Lab::with(&quick(server.url()));
    lab.run().well();
    let newer = ludometer_record::journal::frame::wrap(
        br#"{"opened":{"format":"ludometer-journal","version":99,"run":"x","more":true}}"#,
    );
    fs::write(lab.journal(), newer).unwrap();
    lab.resume()
        .exits(2)
        .tells(&["version 99", "newer"])
        .in_one_line();
    lab.say(&["report", "run"]).exits(2).tells(&["version 99"]);
}

#[test]
fn a_changed_answer_or_prompt_does_not_verify() {
    for (from, to) in [
        (r#""text":"1"#, r#""text":"4"#),
        ("We are playing", "You are playing"),
    ] {
        forged(from, to);
    }
}

fn forged(from: &str, to: &str) {
    let server = Server::start(Behaviour::default());
    let lab = Lab::with(&quick(server.url()));
    lab.run().well();
    let text = fs::read_to_string(lab.journal()).unwrap();
    // Somebody who recomputes the checksum can write any record, but not one that fits.
    let mut file = fs::File::create(lab.journal()).unwrap();
    let mut changed = false;
    for line in text.lines() {
        let json = &line[18..];
        let forged = if changed {
            json.to_owned()
        } else {
            json.replacen(from, to, 1)
        };
        changed |= forged != json;
        file.write_all(&ludometer_record::journal::frame::wrap(forged.as_bytes()))
            .unwrap();
    }
    assert!(changed);
    let said = lab.verify().exits(1);
    assert!(said.out.contains("differs: "), "{said:?}");
}

#[test]
fn a_changed_finding_does_not_verify() {
    let server = Server::start(Behaviour::default());
    let lab = Lab::with(&quick(server.url()));
    lab.run().well();
    lab.verify().well();
    let path = lab.run_folder().join("findings.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"scored\": 8", "\"scored\": 9", 1)).unwrap();
    let said = lab.verify().exits(1);
    assert!(
        said.out
            .contains("findings.json says games.scored = 9, the journal says 8"),
        "{said:?}"
    );
}
