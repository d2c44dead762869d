//! What programs print: JSON, an event a line. Whatever else there is among it is passed
//! over, as is every event that says nothing of tokens, last words or failed calls.

mod claude;
mod codex;
mod gemini;

use ludometer_record::{desk::Usage, study::AgentEvents};
use serde_json::Value;

use crate::model::one_line;

/// Longer lines are cut, and a cut line is no event.
pub(super) const LONGEST_LINE: usize = 1 << 20;
/// Longest last words, in characters.
const LAST_WORDS: usize = 2000;

/// What a program has said of itself so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Account {
    /// Its tokens.
    pub(super) usage: Usage,
    /// Whether its account of them is closed.
    pub(super) closed: bool,
    /// The last that it said.
    pub(super) last_words: Option<String>,
    /// The first call of a tool of ours that failed, by its account.
    pub(super) failed_call: Option<String>,
    /// What it says went wrong with itself.
    pub(super) fault: Option<String>,
    /// The last line that it wrote to standard error.
    pub(super) complaint: Option<String>,
}

impl Account {
    /// Takes in a line of its output.
    pub(super) fn read(&mut self, events: AgentEvents, line: &str) {
        let Ok(event @ Value::Object(_)) = serde_json::from_str::<Value>(line) else {
            return;
        };
        match events {
            AgentEvents::Codex => codex::read(self, &event),
            AgentEvents::Claude => claude::read(self, &event),
            AgentEvents::Gemini => gemini::read(self, &event),
            AgentEvents::None => {}
        }
    }

    /// What it said of its trouble, as one line.
    pub(super) fn trouble(&self) -> Option<String> {
        self.fault.clone().or_else(|| self.complaint.clone())
    }

    fn says(&mut self, text: &str) {
        self.last_words = Some(text.chars().take(LAST_WORDS).collect());
    }

    fn call_failed(&mut self, tool: &str, why: &str) {
        let words = || one_line(&format!("{tool}: {why}"));
        self.failed_call.get_or_insert_with(words);
    }

    /// Its account is closed. What went wrong before and was got over is forgotten.
    fn closes_well(&mut self) {
        self.closed = true;
        self.fault = None;
    }

    fn fails(&mut self, why: &str) {
        self.fault = Some(one_line(why));
    }
}

/// A whole number under a key, if there is one.
fn count(object: &Value, key: &str) -> Option<u64> {
    object[key].as_u64()
}

fn text<'a>(object: &'a Value, key: &str) -> &'a str {
    object[key].as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests;
