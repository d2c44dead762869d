//! A disk that fills up, by a limit on file sizes in a process of its own.

#![cfg(unix)]

use std::{fs, path::PathBuf, process::Command};

use ludometer_record::journal::{Journal, Tail};

use crate::common::{append, block_on, exchange, json, opened, place, read_all};

const HERE: &str = "LUDOMETER_TEST_FULL_DISK";

/// What the limited process does. Run by itself, it does nothing.
#[test]
fn in_a_process_with_a_limit() {
    let Some(path) = std::env::var_os(HERE).map(PathBuf::from) else {
        return;
    };
    let journal = Journal::create(&path).unwrap();
    append(&journal, &opened());
    let mut told = 1;
    let error = loop {
        match block_on(journal.append(&exchange("g", told - 1, "11-21"))) {
            Ok(()) => told += 1,
            Err(error) => break error,
        }
        assert!(told < 1000, "there is no limit");
    };
    let message = error.to_string();
    assert!(
        message.starts_with(&path.display().to_string()),
        "{message}"
    );
    assert!(
        message.ends_with("everything before it is safe"),
        "{message}"
    );
    for _ in 0..3 {
        let refused = block_on(journal.append(&exchange("g", told - 1, "11-21"))).unwrap_err();
        assert!(
            refused.problem.starts_with(&format!(
                "writing has stopped after an error: {}",
                error.problem
            )),
            "{refused}"
        );
    }
    // A tiny record would still fit: nothing may be written behind the error.
    assert!(block_on(journal.append(&opened())).is_err());
    drop(journal);
    println!("told {told}");
}

#[test]
fn what_was_told_is_safe_when_the_disk_is_full() {
    let (_folder, path) = place();
    let script = "ulimit -f 16 && trap '' XFSZ && exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script])
        .arg(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "full_disk::in_a_process_with_a_limit",
            "--nocapture",
        ])
        .env(HERE, &path)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let told: usize = said
        .lines()
        .find_map(|line| line.split("told ").nth(1)?.trim().parse().ok())
        .unwrap_or_else(|| panic!("{said}"));
    assert!(told > 5, "{said}");
    let (entries, reading) = read_all(&path).unwrap();
    assert_eq!((entries.len(), reading.tail), (told, Tail::Clean));
    // With room again, the run goes on behind it.
    let (journal, _) = Journal::resume(&path, |_| {}).unwrap();
    let next = exchange("g", 0, "room again");
    append(&journal, &next);
    drop(journal);
    let (entries, _) = read_all(&path).unwrap();
    assert_eq!(
        (entries.len(), entries.last()),
        (told + 1, Some(&json(&next)))
    );
    assert!(fs::metadata(&path).unwrap().len() > 4096);
}
