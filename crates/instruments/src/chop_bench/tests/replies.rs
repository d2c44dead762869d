//! What replies commit to, by the fixture.

use ludometer_record::desk::{Answer, Finish, Reply};

use crate::{
    chop_bench::{AnswerStyle, Dress, UnusableClass, commitment},
    desk::ScriptedDesk,
};

pub(super) fn reply(text: &str, finish: Finish) -> Reply {
    match ScriptedDesk::reply(text, finish) {
        Answer::Reply(reply) => *reply,
        _ => unreachable!("a reply"),
    }
}

/// What a reply commits to, as the fixture writes it.
pub(super) fn committed(text: &str, style: AnswerStyle, dress: Dress, finish: Finish) -> String {
    match commitment(&reply(text, finish), style, dress, 2) {
        Ok(state) => format!(
            "{}-{}",
            Dress::Plain.hands(&state.own),
            Dress::Plain.hands(&state.opponent)
        ),
        Err(UnusableClass::NoState) => "no-state".to_owned(),
        Err(UnusableClass::Truncated) => "truncated".to_owned(),
        Err(UnusableClass::Refused) => "refused".to_owned(),
    }
}

#[test]
fn the_fixture() {
    let mut cases: Vec<(&str, String)> = Vec::new();
    for line in include_str!("replies.txt").lines() {
        match (line.strip_prefix("== "), cases.last_mut()) {
            (Some(head), _) => cases.push((head, String::new())),
            (None, Some((_, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => assert!(line.starts_with('#'), "{line}"),
        }
    }
    let mut wrong = Vec::new();
    for (head, text) in &cases {
        let words: Vec<&str> = head.split(" | ").collect();
        let [name, style, finish, expected] = words[..] else {
            panic!("{head}")
        };
        let (style, dress) = match style {
            "text" => (AnswerStyle::Text, Dress::Plain),
            "final-line" => (AnswerStyle::FinalLine, Dress::Plain),
            "json" => (AnswerStyle::Json, Dress::Plain),
            "disguised" => (AnswerStyle::Text, Dress::Disguised),
            other => panic!("{other}"),
        };
        let finish = match finish {
            "stop" => Finish::Stop,
            "length" => Finish::Length,
            "refusal" => Finish::Refusal,
            "unknown" => Finish::Unknown,
            other => Finish::Other(other.to_owned()),
        };
        let seen = committed(text.trim_end_matches('\n'), style, dress, finish);
        if seen != expected {
            wrong.push(format!("{name}: {seen}, expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases.len() > 80, "{}", cases.len());
}
