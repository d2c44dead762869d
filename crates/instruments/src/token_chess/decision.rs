//! What a player decides, and how a model's reply says it.

use std::fmt;

use ludometer_daydream::Setting;
use ludometer_record::desk::{Finish, Reply, ReplyForm};
use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess, Visitor},
};
use serde_json::{Value, json};

use super::{
    memory::{Memory, TEXT_LIMIT},
    rules::{Rules, TEMPERATURES},
};
use crate::said::{last_object, without_thinking};

/// What a player wants.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision {
    /// A token's worth of samples at this setting.
    Sample(Setting),
    /// The candidate with this text.
    Pick(String),
}

/// A decision with the note that came with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Decided {
    /// The decision.
    pub decision: Decision,
    /// A note for later turns, cut at its limit.
    pub note: Option<String>,
}

/// Why a reply cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// Cut off at its token limit: what would have come next is unknown.
    #[error("it was cut off at its length limit")]
    Truncated,
    /// The model declined to answer.
    #[error("it declines to answer")]
    Refused,
    /// No JSON object that decides anything.
    #[error("it holds no JSON object with a decision")]
    NoDecision,
    /// An object that wants to sample without a temperature that is a number.
    #[error("`temperature` is missing or no number")]
    NoTemperature,
    /// An object that wants to pick without saying what.
    #[error("`move` is missing")]
    NoMove,
    /// A pick where there is no candidate, and a token is left.
    #[error("there is no candidate to pick yet")]
    NothingToPick,
}

/// Reads a reply's decision: the last JSON object in it that is one. `candidates` are for
/// replies that name one by its number, from 1.
pub fn decided(reply: &Reply, rules: &Rules, candidates: &[String]) -> Result<Decided, Unusable> {
    let said = usable(reply)?;
    let object = last_object(said, |fields: Fields| {
        fields.decides().then_some(Some(fields))
    });
    let fields = object.ok_or(Unusable::NoDecision)?;
    let decision = fields.decision(rules, candidates)?;
    Ok(Decided {
        decision,
        note: fields.note.as_ref().and_then(Value::as_str).and_then(cut),
    })
}

/// Reads which tool a reply chooses, and why.
pub fn chosen(reply: &Reply) -> Result<(Memory, Option<String>), Unusable> {
    let said = usable(reply)?;
    let tool = |fields: &Fields| {
        let word = fields.tool.as_ref()?.as_str()?.trim().to_ascii_lowercase();
        Memory::ALL.into_iter().find(|tool| tool.word() == word)
    };
    let object = last_object(said, |fields: Fields| {
        let tool = tool(&fields)?;
        let why = fields.why.as_ref().and_then(Value::as_str).and_then(cut);
        Some(Some((tool, why)))
    });
    object.ok_or(Unusable::NoDecision)
}

fn usable(reply: &Reply) -> Result<&str, Unusable> {
    match reply.finish {
        Finish::Length => Err(Unusable::Truncated),
        Finish::Refusal => Err(Unusable::Refused),
        Finish::Stop | Finish::Unknown | Finish::Other(_) => Ok(without_thinking(&reply.text)),
    }
}

/// A text without its margins, cut at the limit; none where nothing is left.
fn cut(text: &str) -> Option<String> {
    let text: String = text.trim().chars().take(TEXT_LIMIT).collect();
    (!text.is_empty()).then_some(text)
}

/// The setting that a player gets for the numbers that it named: the temperature held to
/// its range, a cap that is not positive taken for none.
///
/// # Panics
/// Never: what is held to the range is positive.
#[must_use]
pub fn setting(temperature: f64, soft_cap: Option<f64>) -> Setting {
    let temperature = temperature.clamp(*TEMPERATURES.start(), *TEMPERATURES.end());
    let soft_cap = soft_cap.filter(|cap| cap.is_finite() && *cap > 0.0);
    Setting::new(temperature, soft_cap).expect("the range is positive")
}

/// The fields of an object that a reply may hold; all others are skipped, whatever their
/// depth.
#[derive(Debug, Default)]
struct Fields {
    action: Option<Value>,
    temperature: Option<Value>,
    soft_cap: Option<Value>,
    chosen: Option<Value>,
    note: Option<Value>,
    tool: Option<Value>,
    why: Option<Value>,
}

impl Fields {
    /// Whether the object is meant as a decision.
    fn decides(&self) -> bool {
        self.action.is_some() || self.temperature.is_some() || self.chosen.is_some()
    }

    fn decision(&self, rules: &Rules, candidates: &[String]) -> Result<Decision, Unusable> {
        let action = self.action.as_ref().and_then(Value::as_str);
        let action = action.map(|word| word.trim().to_ascii_lowercase());
        let picks = match action.as_deref() {
            _ if !rules.picks() => false,
            Some("pick") => true,
            Some("sample") => false,
            Some(_) => return Err(Unusable::NoDecision),
            None => self.temperature.is_none(),
        };
        if picks {
            return self.pick(candidates).map(Decision::Pick);
        }
        let temperature = self.temperature.as_ref().and_then(number);
        let temperature = temperature.ok_or(Unusable::NoTemperature)?;
        let soft_cap = self.soft_cap.as_ref().and_then(number);
        Ok(Decision::Sample(setting(temperature, soft_cap)))
    }

    fn pick(&self, candidates: &[String]) -> Result<String, Unusable> {
        let text = match &self.chosen {
            Some(Value::String(text)) => text.trim().to_owned(),
            Some(Value::Number(number)) => number.to_string(),
            _ => return Err(Unusable::NoMove),
        };
        // No move is a number. One that names no candidate is a pick all the same: an
        // impossible one.
        let place: Option<usize> = text.parse().ok();
        let named = place.and_then(|n| candidates.get(n.checked_sub(1)?));
        Ok(named.cloned().unwrap_or(text))
    }
}

/// A finite number, also one that a model has put into quotation marks.
fn number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.filter(|number| number.is_finite())
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Fields, M::Error> {
                let mut fields = Fields::default();
                while let Some(key) = map.next_key::<String>()? {
                    let field = match key.as_str() {
                        "action" => &mut fields.action,
                        "temperature" => &mut fields.temperature,
                        "soft_cap" => &mut fields.soft_cap,
                        "move" | "choice" => &mut fields.chosen,
                        "note" => &mut fields.note,
                        "tool" => &mut fields.tool,
                        "why" => &mut fields.why,
                        _ => {
                            map.next_value::<IgnoredAny>()?;
                            continue;
                        }
                    };
                    // `move` and `choice` share a field; the null of one leaves the other.
                    let value = map.next_value::<Value>()?;
                    if !value.is_null() {
                        *field = Some(value);
                    }
                }
                Ok(fields)
            }
        }
        json.deserialize_map(Object)
    }
}

/// The form of a decision. Every field is required, as strict servers want it; what is not
/// used is null.
#[must_use]
pub fn form(rules: &Rules, memory: Memory) -> ReplyForm {
    let mut properties = serde_json::Map::new();
    let or_null = |kind: &str| json!({ "type": [kind, "null"] });
    if rules.picks() {
        properties.insert(
            "action".to_owned(),
            json!({ "type": "string", "enum": ["sample", "pick"] }),
        );
        properties.insert("temperature".to_owned(), or_null("number"));
        properties.insert("soft_cap".to_owned(), or_null("number"));
        properties.insert("move".to_owned(), or_null("string"));
    } else {
        properties.insert("temperature".to_owned(), json!({ "type": "number" }));
        properties.insert("soft_cap".to_owned(), or_null("number"));
    }
    if memory == Memory::Notepad {
        properties.insert("note".to_owned(), or_null("string"));
    }
    object("decision", &properties)
}

/// The form of a choice of memory.
#[must_use]
pub fn choice_form(menu: &[Memory]) -> ReplyForm {
    let tools: Vec<&str> = menu.iter().map(|tool| tool.word()).collect();
    let mut properties = serde_json::Map::new();
    properties.insert(
        "tool".to_owned(),
        json!({ "type": "string", "enum": tools }),
    );
    properties.insert("why".to_owned(), json!({ "type": ["string", "null"] }));
    object("choice", &properties)
}

fn object(name: &str, properties: &serde_json::Map<String, Value>) -> ReplyForm {
    let required: Vec<String> = properties.keys().cloned().collect();
    ReplyForm::Json {
        name: name.to_owned(),
        schema: json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        }),
    }
}
