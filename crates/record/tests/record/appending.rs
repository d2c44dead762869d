//! Appends are told of only once they are in the file, in each producer's order.

use std::{collections::BTreeMap, fs, thread};

use ludometer_record::{
    Contents,
    desk::Answer,
    journal::{Entry, Journal, Tail, frame, frame::Unwrapped, read},
};

use crate::common::{append, block_on, bytes, exchange, json, opened, place, read_all};

#[test]
fn thousands_at_once_are_all_there_in_order() {
    const PRODUCERS: u32 = 8;
    const EACH: u32 = 500;
    let (_folder, path) = place();
    let journal = Journal::create(&path).unwrap();
    append(&journal, &opened());
    thread::scope(|scope| {
        for producer in 0..PRODUCERS {
            let journal = &journal;
            scope.spawn(move || {
                let name = format!("game-{producer}");
                let waiting: Vec<_> = (0..EACH)
                    .map(|n| journal.append(&exchange(&name, n, "11-21")))
                    .collect();
                for appended in waiting {
                    block_on(appended).unwrap();
                }
            });
        }
    });
    // Not dropped yet: what was told of is in the file by itself.
    let (contents, reading) = Contents::read(&path).unwrap();
    assert_eq!(reading.records, u64::from(1 + PRODUCERS * EACH));
    assert_eq!(contents.disorder, None);
    assert_eq!(contents.games.len(), PRODUCERS as usize);
    for log in contents.games.values() {
        let order: Vec<u32> = log.exchanges.iter().map(|exchange| exchange.n).collect();
        assert_eq!(order, (0..EACH).collect::<Vec<_>>());
    }
}

#[test]
fn a_record_is_in_the_file_when_its_future_says_so() {
    let (_folder, path) = place();
    let journal = Journal::create(&path).unwrap();
    let mut all = Vec::new();
    for n in 0..50 {
        let entry = exchange("g", n, "11-21");
        all.extend(frame::wrap(json(&entry).as_bytes()));
        append(&journal, &entry);
        assert_eq!(fs::read(&path).unwrap(), all);
    }
}

#[test]
fn dropping_waits_for_what_was_handed_in() {
    let (_folder, path) = place();
    let journal = Journal::create(&path).unwrap();
    let entries: Vec<Entry> = (0..300).map(|n| exchange("g", n, "11-21")).collect();
    for entry in &entries {
        drop(journal.append(entry));
    }
    drop(journal);
    assert_eq!(fs::read(&path).unwrap(), bytes(&entries));
}

#[test]
fn a_servers_body_with_line_breaks_stays_one_line() {
    let (_folder, path) = place();
    let body = "{\r\n  \"choices\": [ {\"text\": \"a\\nb\"} ],\n\t\"n\": 1\n}";
    let mut entry = exchange("g", 0, "a\nb");
    if let Entry::Exchange(exchange) = &mut entry
        && let Answer::Reply(reply) = &mut exchange.answer
    {
        reply.raw = Some(serde_json::value::RawValue::from_string(body.to_owned()).unwrap());
    }
    let journal = Journal::create(&path).unwrap();
    append(&journal, &opened());
    append(&journal, &entry);
    drop(journal);
    let file = fs::read(&path).unwrap();
    assert_eq!(file.split(|byte| *byte == b'\n').count() - 1, 2);
    let line = file.split_inclusive(|byte| *byte == b'\n').nth(1).unwrap();
    assert!(matches!(
        frame::unwrap(line),
        Unwrapped::Whole { ended: true, .. }
    ));
    let mut replies = Vec::new();
    read(&path, |entry| {
        if let Entry::Exchange(exchange) = entry
            && let Answer::Reply(reply) = exchange.answer
        {
            replies.push(*reply);
        }
    })
    .unwrap();
    let [reply] = &replies[..] else {
        panic!("{replies:?}")
    };
    assert_eq!(reply.text, "a\nb");
    let values = [body, reply.raw.as_ref().unwrap().get()]
        .map(|text| serde_json::from_str::<serde_json::Value>(text).unwrap());
    assert_eq!(values[0], values[1]);
    assert_eq!(reply.raw.as_ref().unwrap().get().len(), body.len());
}

#[test]
fn every_kind_of_entry_comes_back() {
    // One of each, as text: the shape that journals of version 1 have.
    let text = include_str!("entries.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let kinds: BTreeMap<String, usize> = lines
        .iter()
        .map(|line| {
            let entry: Entry =
                serde_json::from_str(line).unwrap_or_else(|wrong| panic!("{wrong}: {line}"));
            assert_eq!(json(&entry), *line);
            (line.split('"').nth(1).unwrap().to_owned(), 1)
        })
        .collect();
    let expected = [
        "amendment",
        "ended",
        "exchange",
        "failure",
        "opened",
        "session",
    ];
    assert_eq!(kinds.keys().collect::<Vec<_>>(), expected);
    let (_folder, path) = place();
    let file: Vec<u8> = lines
        .iter()
        .flat_map(|line| frame::wrap(line.as_bytes()))
        .collect();
    fs::write(&path, file).unwrap();
    assert_eq!(read_all(&path).unwrap().0, lines);
}

#[test]
fn what_is_handed_in_stands_before_what_is_appended_later() {
    let (_folder, path) = place();
    let journal = Journal::create(&path).unwrap();
    append(&journal, &opened());
    let entries: Vec<Entry> = (0..5).map(|n| exchange("g", n, "11-21")).collect();
    for entry in &entries[..3] {
        journal.hand_in(entry).unwrap();
    }
    append(&journal, &entries[3]);
    let (read, _) = read_all(&path).unwrap();
    assert_eq!(
        read.len(),
        5,
        "the appended one and all before it are there"
    );
    journal.hand_in(&entries[4]).unwrap();
    drop(journal);
    let (read, reading) = read_all(&path).unwrap();
    assert_eq!(reading.tail, Tail::Clean);
    let expected: Vec<_> = std::iter::once(&opened())
        .chain(&entries)
        .map(json)
        .collect();
    assert_eq!(read, expected);
}
