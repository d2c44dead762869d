//! Entries that cannot follow those before them are said; nothing is guessed.

use ludometer_record::{Contents, journal::Entry};

use crate::common::{ended, exchange, opened};

fn disorder(entries: impl IntoIterator<Item = Entry>) -> Option<String> {
    let mut contents = Contents::default();
    for entry in entries {
        contents.add(entry);
    }
    contents.disorder
}

#[test]
fn orders_that_are_fine() {
    let a = |n| exchange("a", n, "11-21");
    let b = |n| exchange("b", n, "11-21");
    assert_eq!(
        disorder([
            opened(),
            a(0),
            b(0),
            a(1),
            ended("a", 2),
            b(1),
            ended("b", 2)
        ]),
        None
    );
    assert_eq!(disorder([opened(), ended("a", 0)]), None);
}

#[test]
fn orders_that_cannot_be() {
    let a = |n| exchange("a", n, "11-21");
    for (entries, expected) in [
        (vec![opened(), opened()], "a second start of the journal"),
        (vec![a(1)], "game a: answer 1 where answer 0 was expected"),
        (
            vec![a(0), a(0)],
            "game a: answer 0 where answer 1 was expected",
        ),
        (
            vec![a(0), a(2)],
            "game a: answer 2 where answer 1 was expected",
        ),
        (
            vec![a(0), ended("a", 1), a(1)],
            "game a: answer 1 after its end",
        ),
        (
            vec![a(0), ended("a", 2)],
            "game a: ended after 2 answers, but 1 are there",
        ),
        (
            vec![a(0), ended("a", 1), ended("a", 1)],
            "game a: a second end",
        ),
        // The first one is what is told.
        (
            vec![a(3), ended("a", 9)],
            "game a: answer 3 where answer 0 was expected",
        ),
    ] {
        assert_eq!(disorder(entries).as_deref(), Some(expected));
    }
}
