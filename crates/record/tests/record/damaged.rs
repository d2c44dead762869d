//! Damage that no kill explains is refused with its place, and the file is left alone.

use std::{
    fs,
    io::{Seek, SeekFrom, Write},
};

use ludometer_record::journal::{Journal, OpenError, ReadError, frame};

use crate::common::{bytes, json, place, read_all, sample};

/// The error of reading these bytes. Resuming fails alike and changes nothing.
fn refused(file: &[u8]) -> ReadError {
    let (_folder, path) = place();
    fs::write(&path, file).unwrap();
    let error = read_all(&path).expect_err("it is damaged");
    let resumed = Journal::resume(&path, |_| {});
    assert!(matches!(resumed, Err(OpenError::Read(_))), "{resumed:?}");
    assert_eq!(fs::read(&path).unwrap(), file, "the file is left as it is");
    let message = error.to_string();
    assert!(!message.contains('\n'), "{message}");
    assert!(
        message.starts_with(&path.display().to_string()),
        "{message}"
    );
    error
}

#[test]
fn a_torn_record_with_good_ones_behind_it() {
    let whole = bytes(&sample());
    let second = bytes(&sample()[..1]).len();
    let third = bytes(&sample()[..2]).len();
    let mut file = whole[..third - 20].to_vec();
    file.push(b'\n');
    file.extend_from_slice(&whole[third..]);
    match refused(&file) {
        ReadError::Damaged { record, offset, .. } => {
            assert_eq!((record, offset), (2, second as u64));
        }
        other => panic!("{other}"),
    }
    // Glued to the next record, as a writer that does not cut would leave it.
    let mut glued = whole[..third - 20].to_vec();
    glued.extend_from_slice(&whole[third..]);
    assert!(matches!(
        refused(&glued),
        ReadError::Damaged { record: 2, .. }
    ));
}

#[test]
fn zeros_with_good_records_behind_them() {
    let mut file = bytes(&sample());
    let second = bytes(&sample()[..1]).len();
    file[second + 30..second + 60].fill(0);
    let error = refused(&file);
    assert!(
        matches!(error, ReadError::Damaged { record: 2, .. }),
        "{error}"
    );
    assert!(
        error
            .to_string()
            .contains(&format!(":2: damaged record at byte {second}: ")),
        "{error}"
    );
}

#[test]
fn one_bit_anywhere_is_an_error_with_its_place() {
    let entries = sample();
    let whole = bytes(&entries);
    let starts: Vec<usize> = (0..entries.len())
        .map(|records| bytes(&entries[..records]).len())
        .collect();
    let (_folder, path) = place();
    fs::write(&path, &whole).unwrap();
    let mut file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    let mut put = |at: usize, byte: u8| {
        file.seek(SeekFrom::Start(at as u64)).unwrap();
        file.write_all(&[byte]).unwrap();
    };
    for (at, good) in whole.iter().enumerate() {
        let record = starts.iter().filter(|start| **start <= at).count();
        for bit in 0..8 {
            put(at, good ^ (1 << bit));
            match read_all(&path) {
                Err(ReadError::Damaged {
                    record: seen,
                    offset,
                    ..
                }) => {
                    assert_eq!(
                        (seen, offset),
                        (record as u64, starts[record - 1] as u64),
                        "{at}.{bit}"
                    );
                }
                Err(ReadError::NoJournal { .. }) => assert_eq!(record, 1, "{at}.{bit}"),
                Err(other) => panic!("{at}.{bit}: {other}"),
                Ok((seen, reading)) => panic!("{at}.{bit}: {reading:?} {seen:?}"),
            }
        }
        put(at, *good);
    }
}

#[test]
fn a_record_that_checks_but_says_nothing_known() {
    let mut file = bytes(&sample());
    file.extend(frame::wrap(br#"{"dreamt":{"of":"sheep"}}"#));
    let error = refused(&file);
    assert!(
        matches!(error, ReadError::Unknown { record: 5, .. }),
        "{error}"
    );
    assert!(error.to_string().contains("dreamt"), "{error}");
}

#[test]
fn a_newer_journal_is_called_that() {
    let newer =
        br#"{"opened":{"format":"ludometer-journal","version":2,"run":"00ff","more":true}}"#;
    let mut file = frame::wrap(newer);
    file.extend(frame::wrap(br#"{"unheard":"of"}"#));
    let error = refused(&file);
    assert!(
        matches!(error, ReadError::Newer { found: 2, .. }),
        "{error}"
    );
    assert!(
        error
            .to_string()
            .contains("version 2; this program reads up to 1"),
        "{error}"
    );
}

#[test]
fn files_that_are_no_journals() {
    let elf: Vec<u8> = b"\x7fELF\x02\x01\x01"
        .iter()
        .copied()
        .chain([0; 500])
        .collect();
    let utf16: Vec<u8> = "hello".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (what, file) in [
        ("prose", b"Dear diary,\ntoday nothing happened.\n".to_vec()),
        ("prose without a line break", b"Dear diary".to_vec()),
        (
            "another program's file of records",
            frame::wrap(br#"{"opened":{"format":"others","version":1}}"#),
        ),
        ("a record that opens nothing", bytes(&sample()[1..])),
        ("a program", elf),
        ("wide letters", utf16),
        ("JSON", json(&sample()[0]).into_bytes()[..20].to_vec()),
    ] {
        let error = refused(&file);
        assert!(
            matches!(error, ReadError::NoJournal { .. }),
            "{what}: {error}"
        );
    }
}

#[test]
fn a_journal_that_is_missing_or_a_folder() {
    let (folder, path) = place();
    assert!(matches!(read_all(&path), Err(ReadError::Io { .. })));
    assert!(matches!(read_all(folder.path()), Err(ReadError::Io { .. })));
}

#[test]
fn creating_never_writes_over_a_journal() {
    let (_folder, path) = place();
    fs::write(&path, bytes(&sample())).unwrap();
    let error = Journal::create(&path).expect_err("it is there");
    assert!(error.to_string().starts_with(&path.display().to_string()));
    assert_eq!(fs::read(&path).unwrap(), bytes(&sample()));
}
