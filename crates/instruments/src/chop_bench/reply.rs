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
use crate::said::{last_object, without_thinking};

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
        AnswerStyle::Json => {
            last_object(said, |StateOf(state)| Some(dress.find_last(&state?, hands)))
        }
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
