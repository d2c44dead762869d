//! A run's folder: whose it is, and that its files are there whole or not at all.

use std::fs;

use ludometer_record::{
    Digest, RunId, Seed,
    folder::{FolderError, RunFolder},
    manifest::{Machine, Manifest, Program, StudySource, VERSION},
};
use serde_json::json;
use tempfile::tempdir;

fn manifest() -> Manifest {
    Manifest {
        version: VERSION,
        run: RunId("00ff".to_owned()),
        started: "2026-01-01T00:00:00Z".parse().unwrap(),
        program: Program {
            name: "ludometer".to_owned(),
            version: "0.1.0".to_owned(),
        },
        machine: Machine {
            os: "linux".to_owned(),
            arch: "x86_64".to_owned(),
            cpu: None,
            cores: 2,
        },
        study: StudySource {
            file: "study.toml".to_owned(),
            blake3: Digest::of(b"study"),
        },
        seed: Seed(u64::MAX),
        players: Vec::new(),
        prompts: Vec::new(),
        tools: Vec::new(),
        engines: Vec::new(),
        opponents: Vec::new(),
        rungs: None,
        resolved: json!({"top_p": 0.1 + 0.2, "name": "é\n"}),
    }
}

/// One line that starts with the folder.
#[track_caller]
fn says(error: &FolderError, words: &str) {
    let message = error.to_string();
    assert!(message.contains(words), "{message}");
    assert!(!message.contains('\n'), "{message}");
}

#[test]
fn a_start_writes_what_is_read_back() {
    let place = tempdir().unwrap();
    let folder = RunFolder::at(place.path().join("deep/er"));
    let lock = folder.lock().unwrap();
    assert!(!folder.holds_run());
    folder.start("name = \"x\"\n", &manifest(), &lock).unwrap();
    assert!(folder.holds_run());
    assert_eq!(folder.read_manifest().unwrap(), manifest());
    assert_eq!(
        fs::read_to_string(folder.study()).unwrap(),
        "name = \"x\"\n"
    );
    let error = folder.start("other", &manifest(), &lock).unwrap_err();
    assert!(matches!(error, FolderError::Exists(_)));
    says(&error, "--resume");
    assert_eq!(
        fs::read_to_string(folder.study()).unwrap(),
        "name = \"x\"\n"
    );
}

#[test]
fn one_process_at_a_time() {
    let place = tempdir().unwrap();
    let folder = RunFolder::at(place.path().join("run"));
    let lock = folder.lock().unwrap();
    let error = folder.lock().unwrap_err();
    assert!(matches!(error, FolderError::Locked(_)));
    says(&error, "another process");
    drop(lock);
    folder.lock().unwrap();
}

#[test]
fn somebody_elses_folder_is_refused_untouched() {
    for names in [
        &["thesis.tex"][..],
        &["study.toml"],
        &["journal.log"],
        &["lock", "journal.log"],
        &["lock", "study.toml", "notes.md"],
        &["findings.json"],
    ] {
        let place = tempdir().unwrap();
        for name in names {
            fs::write(place.path().join(name), "mine").unwrap();
        }
        let error = RunFolder::at(place.path()).lock().unwrap_err();
        assert!(
            matches!(error, FolderError::NotARun(_)),
            "{names:?}: {error}"
        );
        says(&error, "--out");
        let left = fs::read_dir(place.path()).unwrap().count();
        assert_eq!(left, names.len(), "{names:?}: nothing is added");
        for name in names {
            assert_eq!(fs::read_to_string(place.path().join(name)).unwrap(), "mine");
        }
    }
}

#[test]
fn a_start_that_was_killed_can_be_started_again() {
    for names in [
        &["lock"][..],
        &["lock", "study.toml"],
        &["lock", ".study.toml.draft"],
        &[".DS_Store"],
    ] {
        let place = tempdir().unwrap();
        for name in names {
            fs::write(place.path().join(name), "").unwrap();
        }
        let folder = RunFolder::at(place.path());
        let lock = folder.lock().unwrap();
        folder.start("again", &manifest(), &lock).unwrap();
        assert_eq!(fs::read_to_string(folder.study()).unwrap(), "again");
    }
}

#[test]
fn a_write_is_there_whole_or_not_at_all() {
    let place = tempdir().unwrap();
    let folder = RunFolder::at(place.path());
    folder.write("findings.json", b"old").unwrap();
    folder.write("findings.json", b"new").unwrap();
    assert_eq!(fs::read(folder.findings()).unwrap(), b"new");
    // A folder in the way of the name: the old state stays, no draft is left.
    fs::create_dir(place.path().join("report.md")).unwrap();
    fs::write(place.path().join("report.md/kept"), "").unwrap();
    let error = folder.write("report.md", b"text").unwrap_err();
    says(&error, "report.md: cannot be written: ");
    let mut left: Vec<_> = fs::read_dir(place.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, ["findings.json", "report.md"]);
}

#[test]
fn places_that_cannot_be_are_one_line() {
    let place = tempdir().unwrap();
    let file = place.path().join("file");
    fs::write(&file, "").unwrap();
    let inside = RunFolder::at(file.join("run"));
    says(&inside.lock().unwrap_err(), "cannot be created: ");
    says(
        &RunFolder::at(&file).lock().unwrap_err(),
        "cannot be created: ",
    );
    says(&inside.write("x", b"").unwrap_err(), "cannot be written: ");
    let missing = RunFolder::at(place.path().join("nowhere"));
    says(&missing.write("x", b"").unwrap_err(), "cannot be written: ");
    says(
        &missing.read_manifest().unwrap_err(),
        "no run there: manifest.json is missing",
    );
}

#[cfg(unix)]
#[test]
fn a_folder_without_leave_to_write_is_one_line() {
    use std::os::unix::fs::PermissionsExt;
    let place = tempdir().unwrap();
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(place.path().join("probe"), "").is_ok() {
        println!("skipped: this user may write everywhere");
        return;
    }
    says(
        &RunFolder::at(place.path().join("run")).lock().unwrap_err(),
        "cannot be created: ",
    );
    says(
        &RunFolder::at(place.path()).lock().unwrap_err(),
        "cannot be written: ",
    );
}

#[test]
fn manifests_that_are_none() {
    let place = tempdir().unwrap();
    let folder = RunFolder::at(place.path());
    let newer = serde_json::to_string(&manifest())
        .unwrap()
        .replace("\"version\":1", "\"version\":2");
    for (text, words) in [
        ("", "this is no manifest"),
        ("[]", "this is no manifest"),
        ("{\n\"version\": 1,\n}", ":3: this is no manifest"),
        ("{\"version\": 1}", "missing field `run`"),
        (
            newer.as_str(),
            "manifest version 2; this program reads up to 1",
        ),
        (
            "{\"version\": 4000000000000}",
            "manifest version 4000000000000",
        ),
    ] {
        fs::write(folder.manifest(), text).unwrap();
        says(&folder.read_manifest().unwrap_err(), words);
    }
    fs::write(folder.manifest(), b"\xff\xfe").unwrap();
    says(&folder.read_manifest().unwrap_err(), "cannot be read");
}
