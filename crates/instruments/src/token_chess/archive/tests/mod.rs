//! Hand-made files of each kind, right as they stand, and wrong in one field at a time.

mod checks;
mod figures;
mod played;

use ludometer_record::archive::{Evidence, Record};
use serde_json::Value;

/// Path and text of each file.
const FILES: [(&str, &str); 9] = [
    (
        "regular/budget-3/game-001.json",
        include_str!("../fixtures/regular/budget-3/game-001.json"),
    ),
    (
        "micro/budget-1/game-001.json",
        include_str!("../fixtures/micro/budget-1/game-001.json"),
    ),
    (
        "zero-game-001.json",
        include_str!("../fixtures/zero-game-001.json"),
    ),
    (
        "round2-game-001.json",
        include_str!("../fixtures/round2-game-001.json"),
    ),
    (
        "turns-game-001.json",
        include_str!("../fixtures/turns-game-001.json"),
    ),
    (
        "choice-game-001.json",
        include_str!("../fixtures/choice-game-001.json"),
    ),
    (
        "profile-micro.json",
        include_str!("../fixtures/profile-micro.json"),
    ),
    (
        "realprefix.json",
        include_str!("../fixtures/realprefix.json"),
    ),
    (
        "micro-sweep.json",
        include_str!("../fixtures/micro-sweep.json"),
    ),
];

/// The records of all files, one of which may be changed.
fn records(change: impl Fn(&str, &mut Value)) -> Vec<Record> {
    let each = FILES.iter().map(|(path, text)| {
        let mut file: Value = serde_json::from_str(text).unwrap();
        change(path, &mut file);
        let (evidence, original) = Evidence::read(file.to_string().as_bytes()).unwrap();
        Record {
            path: (*path).to_owned(),
            evidence,
            original,
        }
    });
    each.collect()
}

/// The same with one field of one file set, or taken away with `None`.
fn with(file: &str, pointer: &str, value: Option<&Value>) -> Vec<Record> {
    records(|path, whole| {
        if path != file {
            return;
        }
        if let Some(value) = value {
            let field = whole.pointer_mut(pointer);
            *field.unwrap_or_else(|| panic!("{file} has no {pointer}")) = value.clone();
        } else {
            let (parent, key) = pointer.rsplit_once('/').unwrap();
            let parent = whole.pointer_mut(parent).unwrap();
            assert!(parent.as_object_mut().unwrap().remove(key).is_some());
        }
    })
}
