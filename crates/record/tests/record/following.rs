//! Following a journal that grows: nothing twice, nothing missed, nothing before it is whole.

use std::{cell::Cell, fs, path::Path};

use ludometer_record::journal::{
    Entry, ReadError,
    follow::{Finder, Place, Span, follow},
};

use crate::common::{bytes, json, place, sample};

/// What is new behind a place.
fn news(path: &Path, from: Place) -> Result<(Place, Vec<(Span, String)>), ReadError> {
    let mut seen = Vec::new();
    let place = follow(path, from, |span, json| {
        seen.push((span, String::from_utf8(json.to_vec()).unwrap()));
        Ok(())
    })?;
    Ok((place, seen))
}

#[test]
fn a_journal_cut_anywhere_is_followed_to_its_end() {
    let (_folder, path) = place();
    let whole = bytes(&sample());
    let expected: Vec<String> = sample().iter().map(json).collect();
    for cut in 0..=whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        let (first, mut seen) = news(&path, Place::default()).unwrap();
        let ended = whole[..cut].split(|byte| *byte == b'\n').count() - 1;
        assert_eq!(seen.len(), ended, "cut at {cut}");
        // What was torn is now whole.
        fs::write(&path, &whole).unwrap();
        let (last, more) = news(&path, first).unwrap();
        seen.extend(more);
        let texts: Vec<String> = seen.into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, expected, "cut at {cut}");
        assert_eq!(last.bytes, whole.len() as u64);
        assert_eq!(last.records, 4);
    }
}

#[test]
fn records_are_found_again_by_their_places() {
    let (_folder, path) = place();
    fs::write(&path, bytes(&sample())).unwrap();
    let (_, seen) = news(&path, Place::default()).unwrap();
    let mut finder = Finder::open(&path).unwrap();
    for (span, text) in seen.iter().rev() {
        let entry: Entry = finder.find(*span).unwrap();
        assert_eq!(json(&entry), *text);
    }
    let (span, _) = seen[1];
    let beside = Span {
        at: span.at + 1,
        ..span
    };
    let problem = finder.find(beside).unwrap_err();
    assert!(
        problem.to_string().contains("no record at byte"),
        "{problem}"
    );
}

#[test]
fn damage_and_strangers_are_errors() {
    let (_folder, path) = place();
    let mut whole = bytes(&sample());
    let second = whole.iter().position(|byte| *byte == b'\n').unwrap() + 40;
    whole[second] ^= 1;
    fs::write(&path, &whole).unwrap();
    assert!(matches!(
        news(&path, Place::default()),
        Err(ReadError::Damaged { record: 2, .. })
    ));
    fs::write(&path, "something else\n").unwrap();
    assert!(matches!(
        news(&path, Place::default()),
        Err(ReadError::NoJournal { .. })
    ));
}

#[test]
fn a_reader_that_refuses_a_record_is_told_which() {
    let (_folder, path) = place();
    fs::write(&path, bytes(&sample())).unwrap();
    let left = Cell::new(2);
    let problem = follow(&path, Place::default(), |_, json| {
        left.set(left.get() - 1);
        if left.get() == 0 {
            serde_json::from_slice::<u8>(json).map(|_| ())
        } else {
            Ok(())
        }
    });
    assert!(matches!(problem, Err(ReadError::Unknown { record: 2, .. })));
}
