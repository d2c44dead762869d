//! Tails that a kill or a power loss leaves: dropped, said, and written over.

use std::{fs, path::Path};

use ludometer_record::journal::{Entry, Journal, Tail, frame};

use crate::common::{append, bytes, exchange, json, place, read_all, sample};

/// Cuts and resumes, twice, and writes a record each time.
fn resume_twice(path: &Path, expected: &[Entry]) -> Tail {
    let mut seen = Vec::new();
    let (journal, reading) = Journal::resume(path, |entry| seen.push(json(&entry))).unwrap();
    let mut all: Vec<String> = expected.iter().map(json).collect();
    assert_eq!(seen, all);
    for text in ["first after", "second after"] {
        let entry = exchange("later", 0, text);
        append(&journal, &entry);
        all.push(json(&entry));
    }
    drop(journal);
    let (journal, again) = Journal::resume(path, |_| {}).unwrap();
    assert_eq!(again.tail, Tail::Clean);
    let last = exchange("later", 1, "third");
    append(&journal, &last);
    drop(journal);
    all.push(json(&last));
    let (entries, reading_after) = read_all(path).unwrap();
    assert_eq!(entries, all);
    assert_eq!(reading_after.tail, Tail::Clean);
    assert_eq!(reading_after.bytes, fs::metadata(path).unwrap().len());
    reading.tail
}

#[test]
fn every_cut_reads_as_whole_records_and_a_torn_tail() {
    let (_folder, path) = place();
    let whole = bytes(&sample());
    let ends: Vec<usize> = (0..whole.len()).filter(|at| whole[*at] == b'\n').collect();
    for cut in 0..=whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        let (entries, reading) = read_all(&path).unwrap();
        // A record is whole from its last byte of JSON on.
        let records = ends.iter().filter(|end| **end <= cut).count();
        let expected: Vec<String> = sample()[..records].iter().map(json).collect();
        assert_eq!(entries, expected, "cut at {cut}");
        let start = ends[..records].last().map_or(0, |end| (end + 1).min(cut));
        let tail = match cut {
            _ if ends.contains(&cut) => Tail::NoLineBreak,
            _ if start == cut => Tail::Clean,
            _ => Tail::Torn {
                after: records as u64,
                bytes: (cut - start) as u64,
            },
        };
        assert_eq!(reading.tail, tail, "cut at {cut}");
        assert_eq!(
            fs::read(&path).unwrap(),
            whole[..cut],
            "reading changes nothing"
        );
    }
}

#[test]
fn resuming_writes_over_any_torn_tail() {
    let whole = bytes(&sample());
    let first = whole.iter().position(|byte| *byte == b'\n').unwrap();
    let last = whole[..whole.len() - 1]
        .iter()
        .rposition(|byte| *byte == b'\n')
        .unwrap();
    for cut in (first + 1..first + 30).chain(last..whole.len() - 1) {
        let (_folder, path) = place();
        fs::write(&path, &whole[..cut]).unwrap();
        let records = read_all(&path).unwrap().0.len();
        let tail = resume_twice(&path, &sample()[..records]);
        assert_eq!(
            matches!(tail, Tail::Torn { .. }),
            cut > last + 1 || cut > first + 1 && cut < last,
            "{cut}"
        );
    }
}

#[test]
fn torn_inside_a_letter_of_two_bytes() {
    let (_folder, path) = place();
    let whole = bytes(&sample());
    let letter = whole
        .windows(2)
        .rposition(|two| two == "é".as_bytes())
        .unwrap();
    fs::write(&path, &whole[..=letter]).unwrap();
    assert!(std::str::from_utf8(&whole[..=letter]).is_err());
    let tail = resume_twice(&path, &sample()[..3]);
    assert!(matches!(tail, Tail::Torn { after: 3, .. }), "{tail:?}");
}

#[test]
fn a_whole_record_without_its_line_break_is_kept() {
    let (_folder, path) = place();
    let whole = bytes(&sample());
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    assert_eq!(resume_twice(&path, &sample()), Tail::NoLineBreak);
}

#[test]
fn zeros_at_the_end_are_torn() {
    let whole = bytes(&sample());
    let three = bytes(&sample()[..3]).len();
    for (what, kept, zeros, records) in [
        ("a page behind the last record", whole.len(), 4096, 4),
        ("a page inside the last record", three + 40, 4096, 3),
        ("a page inside its head", three + 5, 4096, 3),
        ("one byte inside the last record", three + 40, 1, 3),
        ("one byte behind the last record", whole.len(), 1, 4),
        ("nothing but zeros", 0, 4096, 0),
    ] {
        let (_folder, path) = place();
        let mut file = whole[..kept].to_vec();
        file.resize(kept + zeros, 0);
        fs::write(&path, &file).unwrap();
        if records == 0 {
            assert!(matches!(
                read_all(&path).unwrap().1.tail,
                Tail::Torn {
                    after: 0,
                    bytes: 4096
                }
            ));
            continue;
        }
        let tail = resume_twice(&path, &sample()[..records]);
        assert!(
            matches!(tail, Tail::Torn { after, .. } if after == records as u64),
            "{what}: {tail:?}"
        );
    }
}

#[test]
fn a_sector_of_zeros_inside_the_last_record_is_torn() {
    let (_folder, path) = place();
    let long = exchange("g", 3, &"x".repeat(2000));
    let mut file = bytes(&sample());
    let kept = file.len();
    file.extend(frame::wrap(json(&long).as_bytes()));
    file[kept + 600..kept + 1112].fill(0);
    fs::write(&path, &file).unwrap();
    let tail = resume_twice(&path, &sample());
    assert!(matches!(tail, Tail::Torn { after: 4, .. }), "{tail:?}");
}

#[test]
fn an_empty_file_and_a_torn_first_record_hold_nothing() {
    let (_folder, path) = place();
    for kept in [0, 1, 9, 30] {
        fs::write(&path, &bytes(&sample())[..kept]).unwrap();
        let (entries, reading) = read_all(&path).unwrap();
        assert_eq!((entries.len(), reading.records, reading.bytes), (0, 0, 0));
        let (journal, _) = Journal::resume(&path, |_| panic!("no entry")).unwrap();
        append(&journal, &sample()[0]);
        drop(journal);
        assert_eq!(fs::read(&path).unwrap(), bytes(&sample()[..1]));
    }
}
