//! Reading a study file, with errors that say where and what was expected.

use std::{
    ops::Range,
    path::{Path, PathBuf},
};

use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};

/// Something in a study file is not as it should be. One line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}:{column}: {problem}", path.display())]
pub struct StudyError {
    /// The study file.
    pub path: PathBuf,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong, with its key, and what was expected.
    pub problem: String,
}

/// A value that has the right type but cannot be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyError {
    /// Where, as in `chop_bench.opponents[1]`.
    pub key: String,
    /// What is wrong and what was expected.
    pub problem: String,
}

impl KeyError {
    /// A value under `key` that cannot be right.
    #[must_use]
    pub fn new(key: impl Into<String>, problem: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            problem: problem.into(),
        }
    }
}

/// Reads a study file's text into its type and checks it.
///
/// `check` sees the typed study and says which key cannot be right; the place of
/// that key is then looked up in the text. `path` is only for the message.
pub fn parse<T: DeserializeOwned>(
    text: &str,
    path: &Path,
    check: impl FnOnce(&T) -> Result<(), KeyError>,
) -> Result<T, StudyError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let error = |at: usize, problem: String| {
        let (line, column) = place(text, at);
        StudyError {
            path: path.to_owned(),
            line,
            column,
            problem,
        }
    };
    let study: T = toml::from_str(text).map_err(|wrong| {
        let span = wrong.span().unwrap_or(0..0);
        let problem = explain(wrong.message(), key_at(text, &span).as_deref());
        error(span.start, problem)
    })?;
    check(&study).map_err(|KeyError { key, problem }| {
        error(
            locate(text, &key).unwrap_or(0),
            format!("`{key}`: {problem}"),
        )
    })?;
    Ok(study)
}

/// Line and column, both from 1, of a byte offset.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}

/// The dotted key of the value that a span starts in; for an unknown key, that of
/// its table. Where the text is no TOML, the key of the line.
fn key_at(text: &str, span: &Range<usize>) -> Option<String> {
    match DeTable::parse(text) {
        Ok(root) => key_within(root.get_ref(), "", span.start),
        Err(_) => key_of_line(text, span).map(str::to_owned),
    }
}

fn key_within(table: &DeTable<'_>, place: &str, at: usize) -> Option<String> {
    table.iter().find_map(|(key, value)| {
        if key.span().contains(&at) {
            return (!place.is_empty()).then(|| place.to_owned());
        }
        let dot = if place.is_empty() { "" } else { "." };
        let inner = format!("{place}{dot}{}", key.get_ref());
        key_of_value(value.get_ref(), &value.span(), inner, at)
    })
}

fn key_of_value(
    value: &DeValue<'_>,
    span: &Range<usize>,
    key: String,
    at: usize,
) -> Option<String> {
    let inside = match value {
        DeValue::Table(table) => key_within(table, &key, at),
        DeValue::Array(items) => items.iter().enumerate().find_map(|(index, item)| {
            key_of_value(item.get_ref(), &item.span(), format!("{key}[{index}]"), at)
        }),
        _ => None,
    };
    inside.or_else(|| span.contains(&at).then_some(key))
}

/// The key of the line that a value starts in, if it has one.
fn key_of_line<'a>(text: &'a str, span: &Range<usize>) -> Option<&'a str> {
    let before = text.get(..span.start)?;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let (key, _) = text[start..].lines().next()?.split_once('=')?;
    let key = key.trim();
    // In front of the span, or the span itself, as of a key that is there twice.
    (start + key.len() < span.start || text.get(span.clone()) == Some(key)).then_some(key)
}

/// Turns the reader's message into one line, with the key and a suggestion.
fn explain(message: &str, key: Option<&str>) -> String {
    let message = message.trim().replace('\n', ", ");
    let mut quoted = message.split('`').skip(1).step_by(2);
    if message.starts_with("unknown field") || message.starts_with("unknown variant") {
        let what = if message.starts_with("unknown field") {
            "key"
        } else {
            "word"
        };
        let found = quoted.next().unwrap_or_default();
        let known: Vec<&str> = quoted.collect();
        let hint = did_you_mean(found, known.iter().copied());
        let list: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
        let place = key
            .filter(|key| *key != found)
            .map_or(String::new(), |key| format!("`{key}`: "));
        return if list.is_empty() {
            format!("{place}unknown {what} `{found}`; none is expected here")
        } else {
            format!(
                "{place}unknown {what} `{found}`; {hint}expected one of {}",
                list.join(", ")
            )
        };
    }
    let message = in_words(message);
    match key {
        Some(key) if !message.contains(&format!("`{key}`")) => format!("`{key}`: {message}"),
        _ => message,
    }
}

/// "did you mean `word`? " for the known word that is nearest to what was found, or
/// nothing where none is near.
#[must_use]
pub fn did_you_mean<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let nearest = known
        .into_iter()
        .map(|word| (strsim::damerau_levenshtein(found, word), word))
        .min()
        .filter(|(distance, word)| *distance < word.len().min(2 + word.len() / 3));
    nearest.map_or(String::new(), |(_, word)| {
        format!("did you mean `{word}`? ")
    })
}

/// The reader's message without the names of Rust's types.
fn in_words(message: String) -> String {
    let Some((found, wanted)) = message.rsplit_once(", expected ") else {
        return message;
    };
    let wanted = match wanted {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, at least 0",
        "f64" => "a number",
        other => other,
    };
    format!("{found}, expected {wanted}")
}

/// The byte offset of a dotted key such as `player[1].price.prompt`, or of its
/// nearest ancestor that is there.
fn locate(text: &str, key: &str) -> Option<usize> {
    let root = DeTable::parse(text).ok()?;
    let mut table = Some(root.get_ref());
    let mut value: Option<&DeValue<'_>> = None;
    let mut at = None;
    for step in steps(key) {
        let next = match step {
            Step::Key(name) => table.and_then(|table| {
                let (key, value) = table.iter().find(|(key, _)| key.get_ref() == name)?;
                Some((key.span().start, value.get_ref()))
            }),
            Step::Index(index) => value.and_then(|value| match value {
                DeValue::Array(items) => items
                    .get(index)
                    .map(|item| (item.span().start, item.get_ref())),
                _ => None,
            }),
        };
        let Some((start, inner)) = next else { break };
        at = Some(start);
        value = Some(inner);
        table = match inner {
            DeValue::Table(table) => Some(table),
            _ => None,
        };
    }
    at
}

enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

fn steps(key: &str) -> impl Iterator<Item = Step<'_>> {
    key.split(['.', '['])
        .filter_map(|part| match part.strip_suffix(']') {
            Some(index) => index.parse().ok().map(Step::Index),
            None if part.is_empty() => None,
            None => Some(Step::Key(part)),
        })
}
