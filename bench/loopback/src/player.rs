//! What the server says.

use ludometer_games::chopsticks::Rules;
use ludometer_instruments::chop_bench::Dress;
use serde_json::Value;

use crate::calling::ToolPlay;

/// What a server says to every request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Speech {
    /// A legal move in the position that the last message shows, the same for the
    /// same conversation.
    Legal,
    /// Mostly legal; about one reply in ten is nonsense.
    Sloppy,
    /// Steers Token Chess: samples until the prompt shows a candidate, then picks one;
    /// about one reply in ten is nonsense. With a note where notes are offered.
    Steering,
    /// Plays chess by calling tools.
    Calling(ToolPlay),
    /// Always this.
    Fixed(String),
    /// Always this, cut off at the token limit.
    CutOff(String),
}

pub(crate) struct Said {
    pub(crate) text: String,
    pub(crate) calls: Vec<Call>,
    pub(crate) finish: &'static str,
}

/// A call of a tool.
pub(crate) struct Call {
    pub(crate) name: String,
    pub(crate) arguments: String,
}

impl Call {
    pub(crate) fn new(name: &str, arguments: &str) -> Self {
        Self {
            name: name.to_owned(),
            arguments: arguments.to_owned(),
        }
    }
}

impl Said {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::calls(text, Vec::new())
    }

    pub(crate) fn calls(text: impl Into<String>, calls: Vec<Call>) -> Self {
        Self {
            text: text.into(),
            calls,
            finish: "stop",
        }
    }
}

impl Speech {
    pub(crate) fn say(&self, request: &Value) -> Said {
        let nonsense =
            matches!(self, Self::Sloppy | Self::Steering) && choice(request).is_multiple_of(10);
        match self {
            Self::Sloppy | Self::Steering if nonsense => Said::text("I would rather not say."),
            Self::Legal | Self::Sloppy => Said::text(legal(request)),
            Self::Steering => Said::text(steered(request)),
            Self::Calling(play) => play.say(request),
            Self::Fixed(text) => Said::text(text),
            Self::CutOff(text) => Said {
                finish: "length",
                ..Said::text(text)
            },
        }
    }
}

/// A number that depends on the conversation alone.
fn choice(request: &Value) -> usize {
    let hash = blake3::hash(request["messages"].to_string().as_bytes());
    usize::from(u16::from_le_bytes([hash.as_bytes()[0], hash.as_bytes()[1]]))
}

fn steered(request: &Value) -> String {
    let asked = request["messages"][0]["content"]
        .as_str()
        .unwrap_or_default();
    let note = if asked.contains("\"note\"") {
        format!(", \"note\": \"thought {}\"", choice(request) % 7)
    } else {
        String::new()
    };
    if asked.contains("\"tool\"") {
        return r#"{"tool": "notepad", "why": "To see \u001b[31mred\u001b[0m."}"#.to_owned();
    }
    let candidates = asked
        .lines()
        .find_map(|line| line.strip_prefix("Candidates: "))
        .filter(|list| !list.starts_with("none"));
    if let Some(list) = candidates {
        let all: Vec<&str> = list.split(", ").collect();
        let text = all[choice(request) % all.len()];
        return format!(
            "I weigh {{this}} up. {{\"action\": \"pick\", \"move\": \"{text}\"{note}}}"
        );
    }
    let temperature = 0.3 + (choice(request) % 10) as f64 / 10.0;
    format!("{{\"action\": \"sample\", \"temperature\": {temperature}, \"soft_cap\": null{note}}}")
}

fn legal(request: &Value) -> String {
    let messages = request["messages"]
        .as_array()
        .map_or(&[] as &[Value], Vec::as_slice);
    let last = messages
        .last()
        .and_then(|message| message["content"].as_str())
        .unwrap_or_default();
    let rules = Rules::default();
    for dress in [Dress::Plain, Dress::Disguised] {
        let Some(raw) = dress.find_last(last, rules.hands()) else {
            continue;
        };
        let digits = |hands: &[u8]| hands.iter().map(ToString::to_string).collect::<String>();
        let notation = format!("{}-{}", digits(&raw.own), digits(&raw.opponent));
        let Ok(position) = rules.parse(&notation) else {
            continue;
        };
        let results = rules.results(position);
        if results.is_empty() {
            continue;
        }
        let state = dress.write(results[choice(request) % results.len()]);
        let json = messages.iter().any(|message| {
            message["content"]
                .as_str()
                .is_some_and(|text| text.contains("JSON"))
        });
        let last_line = messages.iter().any(|message| {
            message["content"]
                .as_str()
                .is_some_and(|text| text.contains("FINAL:"))
        });
        return match (json, last_line) {
            (true, _) => format!("{{\"state\": \"{state}\"}}"),
            (false, true) => format!("Let me see: 00-00 would be wrong.\nFINAL: {state}"),
            (false, false) => state,
        };
    }
    "I see no position.".to_owned()
}
