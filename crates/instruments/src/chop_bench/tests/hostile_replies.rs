//! Replies made to hurt: huge, nested, never closed. Work stays linear.

use std::time::{Duration, Instant};

use ludometer_record::desk::Finish;
use proptest::prelude::*;

use super::replies::{committed, reply};
use crate::chop_bench::{AnswerStyle, Dress, commitment};

const STYLES: [AnswerStyle; 3] = [AnswerStyle::Text, AnswerStyle::FinalLine, AnswerStyle::Json];

/// Generous: each takes some tens of milliseconds. Work that grows with the square of
/// these lengths would take hours.
const PATIENCE: Duration = Duration::from_mins(1);

#[test]
#[expect(clippy::disallowed_methods, reason = "a test of time")]
fn a_flood_of_anything_is_read_in_time() {
    const SIZE: usize = 300_000;
    let units = [
        "{",
        "}",
        "{\"a\":",
        "{\"a\":[",
        "{\"",
        "\"",
        "[",
        "{\"state\":",
        "{\"state\": \"11-2",
        "\\",
        "\n",
        "{\n",
        "{\"a\":1}",
        "{\"a\":{}}",
        "11-21-",
        "11",
        "-",
        "1-",
        "—",
        "final",
        "final:",
        "FINAL: 1\n",
        "<think>",
        "</think>",
        "é",
        "i can't ",
        "i can't help",
        "{\"a\":\"",
        "{} ",
        "\0",
        "{\"a\":[1,",
    ];
    let nested =
        |depth: usize, unit: &str| "{\"a\":[".repeat(depth) + &unit.repeat(SIZE / unit.len());
    let mut texts: Vec<String> = units
        .iter()
        .map(|unit| unit.repeat(SIZE / unit.len()))
        .collect();
    texts.extend([
        nested(60, "1,"),
        nested(100, "{},"),
        nested(20, "\"{\","),
        nested(60, "\n"),
    ]);
    texts.push(format!("{{\"state\":{}", "\n".repeat(SIZE)));
    texts.push(format!("{}{}", "{\"a\":\"", "{".repeat(SIZE)));
    let start = Instant::now();
    for text in &texts {
        for (style, dress) in STYLES
            .map(|style| (style, Dress::Plain))
            .into_iter()
            .chain([(AnswerStyle::Text, Dress::Disguised)])
        {
            let _ = commitment(&reply(text, Finish::Stop), style, dress, 2);
        }
        let spent = start.elapsed();
        assert!(
            spent < PATIENCE,
            "{spent:?} after {:?}…",
            &text.chars().take(12).collect::<String>()
        );
    }
}

#[test]
fn an_answer_behind_a_flood_is_still_found() {
    for flood in ["{", "[", "\n", "{\"a\":1} ", "11-", "\"{"] {
        let text = flood.repeat(20_000) + " \n\"{\"state\": \"12-11\"}";
        assert_eq!(
            committed(&text, AnswerStyle::Json, Dress::Plain, Finish::Stop),
            "12-11",
            "{flood:?}"
        );
    }
    let text = "<think>".to_owned() + &"11-21 ".repeat(100_000) + "</think>FINAL: 12-11";
    assert_eq!(
        committed(&text, AnswerStyle::FinalLine, Dress::Plain, Finish::Stop),
        "12-11"
    );
}

#[test]
fn white_space_to_the_limit_is_truncated_and_without_a_limit_no_state() {
    let flood = "{\"state\":".to_owned() + &"\n".repeat(4096);
    for (finish, expected) in [(Finish::Length, "truncated"), (Finish::Stop, "no-state")] {
        assert_eq!(
            committed(&flood, AnswerStyle::Json, Dress::Plain, finish),
            expected
        );
    }
}

proptest! {
    #[test]
    fn nothing_panics(text in any::<String>(), hands in 1_usize..7) {
        for style in STYLES {
            for dress in [Dress::Plain, Dress::Disguised] {
                let _ = commitment(&reply(&text, Finish::Stop), style, dress, hands);
            }
        }
    }

    #[test]
    fn bits_of_replies_in_any_order(parts in prop::collection::vec(
        prop::sample::select(vec![
            "11-21", "FINAL:", "final", ":", " ", "\n", "{", "}", "\"state\"", "\"", "<think>", "</think>",
            "—", "–", "-", "1", "_", "é", "[THINK]", "QJ/XM", "/", "I can't help",
        ]), 0..24)) {
        let text = parts.concat();
        for style in STYLES {
            for dress in [Dress::Plain, Dress::Disguised] {
                if let Ok(state) = commitment(&reply(&text, Finish::Stop), style, dress, 2) {
                    prop_assert_eq!((state.own.len(), state.opponent.len()), (2, 2));
                    // Never read out of thin air: its characters stand in the text.
                    let first = Dress::hands(dress, &state.own);
                    prop_assert!(text.to_uppercase().contains(&first));
                }
                prop_assert!(commitment(&reply(&text, Finish::Length), style, dress, 2).is_err());
            }
        }
    }

    #[test]
    fn a_state_alone_is_always_found(own in 0_u8..100, theirs in 0_u8..100, before in "[ a-z.*`(]{0,9} ", after in "[ .,;!*`)]{0,9}") {
        let state = format!("{own:02}-{theirs:02}");
        let text = format!("{before}{state}{after}");
        prop_assert_eq!(committed(&text, AnswerStyle::Text, Dress::Plain, Finish::Stop), state);
    }
}
