//! The state that a reply commits to.
//!
//! Reasoning may name many states. What counts is the last one outside of it:
//! behind the last `FINAL:` where the family asks for such a line, in the last
//! fitting JSON object where it asks for that, otherwise the last in the text.

use std::fmt;

use ludometer_record::desk::{Finish, Reply};
use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess, Visitor},
};

use super::{
    dress::{AnswerStyle, Dress, RawState},
    grade::UnusableClass,
};

/// What comes before the verb where models decline in so many words.
const UNABLE: [&str; 8] = [
    "i can't ",
    "i cannot ",
    "i can not ",
    "i won't ",
    "i will not ",
    "i am unable to ",
    "i'm unable to ",
    "i'm not able to ",
];

/// The verbs. "I can't tap" is no refusal but a thought about the game.
const DECLINED: [&str; 10] = [
    "help",
    "assist",
    "play",
    "provide",
    "comply",
    "continue",
    "answer",
    "do that",
    "participate",
    "engage",
];

/// What a reply commits to: a state, or the reason why there is none.
pub type Commitment = Result<RawState, UnusableClass>;

/// Reads a reply.
///
/// A reply cut off at its token limit commits to nothing, whatever it holds:
/// what would have come next is unknown.
pub fn commitment(reply: &Reply, style: AnswerStyle, dress: Dress, hands: usize) -> Commitment {
    match reply.finish {
        Finish::Length => return Err(UnusableClass::Truncated),
        Finish::Refusal => return Err(UnusableClass::Refused),
        Finish::Stop | Finish::Unknown | Finish::Other(_) => {}
    }
    let said = without_thinking(&reply.text);
    let found = match style {
        AnswerStyle::Json => last_state_object(said, |text| dress.find_last(text, hands)),
        AnswerStyle::FinalLine => last_final_line(said)
            .and_then(|line| dress.find_last(line, hands))
            .or_else(|| dress.find_last(said, hands)),
        AnswerStyle::Text => dress.find_last(said, hands),
    };
    found.ok_or_else(|| {
        if declines(said) {
            UnusableClass::Refused
        } else {
            UnusableClass::NoState
        }
    })
}

/// The text behind the last closing mark of inline reasoning. Reasoning that is
/// never closed is the whole rest of the text.
pub(super) fn without_thinking(text: &str) -> &str {
    const MARKS: [(&str, &str); 3] = [
        ("<think>", "</think>"),
        ("<thinking>", "</thinking>"),
        ("[THINK]", "[/THINK]"),
    ];
    let mut said = text;
    for (open, close) in MARKS {
        if let Some(at) = said.rfind(close) {
            said = &said[at + close.len()..];
        }
        if let Some(at) = said.find(open) {
            said = &said[..at];
        }
    }
    said
}

fn last_final_line(text: &str) -> Option<&str> {
    let mark = b"final";
    text.lines().rev().find_map(|line| {
        // The last mark that a colon follows: "FINAL: 11-21, which is final" has one.
        let before = &line.as_bytes()[..line.rfind(':')?];
        let at = before
            .windows(mark.len())
            .rposition(|word| word.eq_ignore_ascii_case(mark))?;
        // "final" is ASCII, so the byte behind it starts a character.
        line.get(at + mark.len()..)
    })
}

fn declines(text: &str) -> bool {
    let start: String = text.trim_start().chars().take(160).collect();
    let start = start.to_lowercase().replace('\u{2019}', "'");
    start.contains("i'm sorry, but")
        || UNABLE.iter().any(|unable| {
            let verbs = start
                .match_indices(unable)
                .map(|(at, found)| &start[at + found.len()..]);
            verbs
                .into_iter()
                .any(|verb| DECLINED.iter().any(|known| verb.starts_with(known)))
        })
}

/// What `read_state` finds in the `state` of the last complete JSON object where it finds
/// something.
///
/// Braces in prose and in strings do not confuse it. Objects that do not close
/// are tried from each of their braces, so the work is held to a multiple of the
/// text's length.
fn last_state_object<T>(text: &str, read_state: impl Fn(&str) -> Option<T>) -> Option<T> {
    let mut work = 16 * text.len() + (1 << 16);
    let mut found = None;
    let mut from = 0;
    while let Some(open) = text[from..].find('{').map(|at| from + at) {
        let mut objects = serde_json::Deserializer::from_str(&text[open..]).into_iter::<StateOf>();
        let parsed = objects.next();
        let read = match &parsed {
            Some(Err(problem)) => consumed(&text[open..], problem),
            _ => objects.byte_offset().max(1),
        };
        from = open + 1;
        if let Some(Ok(StateOf(Some(state)))) = parsed {
            found = read_state(&state).or(found);
            from = open + read;
        }
        match work.checked_sub(read) {
            Some(left) => work = left,
            None => break,
        }
    }
    found
}

/// The `state` of an object, if it is a string. All else is skipped, whatever its depth.
struct StateOf(Option<String>);

impl<'de> Deserialize<'de> for StateOf {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = StateOf;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut fields: M) -> Result<StateOf, M::Error> {
                let mut state = None;
                while let Some(key) = fields.next_key::<String>()? {
                    if key == "state" {
                        state = fields
                            .next_value::<serde_json::Value>()?
                            .as_str()
                            .map(str::to_owned);
                    } else {
                        fields.next_value::<IgnoredAny>()?;
                    }
                }
                Ok(StateOf(state))
            }
        }
        json.deserialize_map(Fields)
    }
}

/// Bytes that the JSON reader saw before it gave up.
fn consumed(text: &str, problem: &serde_json::Error) -> usize {
    let before = problem.line().saturating_sub(1);
    text.split_inclusive('\n')
        .take(before)
        .map(str::len)
        .sum::<usize>()
        + problem.column().max(1)
}
