//! A person in Token Chess: what a person's choice says.

use ludometer_record::desk::{Decide, ReplyForm};
use serde_json::{Value, json};

use super::{
    PlannedGame, TokenChess,
    memory::{Memory, TEXT_LIMIT},
    rules::TEMPERATURES,
    stand::Stand,
};
use crate::seat::{Choice, Refused, Seated};

/// What a question of a game asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// A memory out of this menu.
    Memory(Vec<Memory>),
    /// What to do next in a turn.
    Decision {
        /// How things stand.
        stand: Stand,
        /// Whether a note may come with it.
        notes: bool,
    },
}

/// What a question asks for; none where it is no question of this instrument.
#[must_use]
pub fn wanted(asked: &Decide) -> Option<Wanted> {
    let ReplyForm::Json { schema, .. } = &asked.form else {
        return None;
    };
    let fields = &schema["properties"];
    if let Value::Array(words) = &fields["tool"]["enum"] {
        let named = |word: &Value| {
            let mut all = Memory::ALL.into_iter();
            all.find(|memory| Some(memory.word()) == word.as_str())
        };
        return Some(Wanted::Memory(words.iter().filter_map(named).collect()));
    }
    Some(Wanted::Decision {
        stand: asked.situation.position.parse().ok()?,
        notes: fields.get("note").is_some(),
    })
}

impl Seated for TokenChess {
    fn reply(
        &self,
        game: &PlannedGame,
        asked: &Decide,
        choice: &Choice,
    ) -> Result<String, Refused> {
        let picks = self.condition(game).rules.picks();
        match wanted(asked) {
            Some(Wanted::Memory(menu)) => memory(&menu, choice),
            Some(Wanted::Decision { stand, notes }) => decision(&stand, notes, picks, choice),
            None => Err(Refused("this question is not for a person".to_owned())),
        }
    }
}

fn memory(menu: &[Memory], choice: &Choice) -> Result<String, Refused> {
    let Choice::Memory { memory, why } = choice else {
        return Err(Refused::unasked(choice, "a memory"));
    };
    if !menu.contains(memory) {
        return Err(Refused::of(memory.word(), "is not on the menu"));
    }
    let why = text("the reason", why.as_deref())?;
    Ok(json!({ "tool": memory.word(), "why": why }).to_string())
}

fn decision(stand: &Stand, notes: bool, picks: bool, choice: &Choice) -> Result<String, Refused> {
    let (note, mut fields) = match choice {
        Choice::Sample {
            temperature,
            soft_cap,
            note,
        } => {
            if stand.tokens == 0 {
                return Err(Refused("no token is left to sample with".to_owned()));
            }
            if !TEMPERATURES.contains(temperature) {
                let (low, high) = (TEMPERATURES.start(), TEMPERATURES.end());
                return Err(Refused(format!(
                    "a temperature of {temperature}; expected {low} to {high}"
                )));
            }
            if let Some(cap) = soft_cap.filter(|cap| !(cap.is_finite() && *cap > 0.0)) {
                return Err(Refused(format!(
                    "a soft cap of {cap}; expected a positive number, or none"
                )));
            }
            let setting = json!({ "temperature": temperature, "soft_cap": soft_cap });
            (note, setting)
        }
        Choice::Pick { uci, note } if picks => {
            if !stand.candidates.contains(uci) {
                return Err(Refused::of(uci, "is no candidate"));
            }
            let none = Value::Null;
            (note, json!({ "temperature": none, "soft_cap": none }))
        }
        other => {
            let wanted = if picks {
                "sampling or a pick"
            } else {
                "sampling"
            };
            return Err(Refused::unasked(other, wanted));
        }
    };
    if let (Value::Object(fields), true) = (&mut fields, picks) {
        let (action, chosen) = match choice {
            Choice::Pick { uci, .. } => ("pick", json!(uci)),
            _ => ("sample", Value::Null),
        };
        fields.insert("action".to_owned(), json!(action));
        fields.insert("move".to_owned(), chosen);
    }
    let note = text("the note", note.as_deref())?;
    match (&mut fields, notes) {
        (Value::Object(fields), true) => drop(fields.insert("note".to_owned(), json!(note))),
        (_, false) if note.is_some() => {
            return Err(Refused("there is no notepad in this game".to_owned()));
        }
        _ => {}
    }
    Ok(fields.to_string())
}

/// A text of the person's without its margins; none where nothing is left.
fn text<'a>(what: &str, text: Option<&'a str>) -> Result<Option<&'a str>, Refused> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    match text.map_or(0, |text| text.chars().count()) {
        0..=TEXT_LIMIT => Ok(text),
        long => Err(Refused(format!(
            "{what} has {long} characters; expected at most {TEXT_LIMIT}"
        ))),
    }
}
