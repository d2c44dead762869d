//! Calls of tools in the journal, and that what was kept before there were any stays as it was.

use ludometer_record::{
    PlayerName, Seat,
    desk::{Answer, Decide, Message, Question, ReplyForm, Situation, ToolSpec, ToolUse},
    journal::{Asked, Entry, Journal, read},
};
use serde_json::json;

use crate::common::{append, exchange, game, opened, place};

fn call(id: &str, arguments: &str) -> ToolUse {
    ToolUse {
        id: id.to_owned(),
        name: "play_move".to_owned(),
        arguments: arguments.to_owned(),
    }
}

fn decide(messages: Vec<Message>, form: ReplyForm) -> Question {
    Question::Decide(Decide {
        seat: Seat::First,
        player: PlayerName::new("a").unwrap(),
        messages,
        form,
        situation: Situation {
            position: "11-11".to_owned(),
            family: "plain".to_owned(),
            seed: 7,
        },
    })
}

/// A question of the kept run `docs/results/chop-bench-gemma-3-270m`, as its journal has it.
/// It was written before there were tools, and is to be asked the same for ever.
#[test]
fn a_question_of_a_kept_run_has_the_digest_that_it_had() {
    let line = include_str!("kept_question.json").trim_end();
    let asked: Asked = serde_json::from_str(line).unwrap();
    assert_eq!(serde_json::to_string(&asked).unwrap(), line);
    let kept = asked.decision().unwrap();
    let question = Question::Decide(Decide {
        seat: kept.seat,
        player: kept.player.clone(),
        messages: kept.messages.clone(),
        form: ReplyForm::Text,
        situation: kept.situation.clone(),
    });
    assert_eq!(&question.digest(), asked.digest());
}

#[test]
fn what_has_no_calls_says_nothing_of_them() {
    let messages = vec![
        Message::system("s"),
        Message::user("u"),
        Message::assistant("a"),
    ];
    assert_eq!(
        serde_json::to_string(&decide(messages, ReplyForm::Text)).unwrap(),
        r#"{"decide":{"seat":"first","player":"a","messages":[{"role":"system","text":"s"},{"role":"user","text":"u"},{"role":"assistant","text":"a"}],"form":"text","situation":{"position":"11-11","family":"plain","seed":7}}}"#
    );
    let Entry::Exchange(exchange) = exchange("g", 0, "11-21") else {
        unreachable!("an exchange")
    };
    assert_eq!(
        serde_json::to_string(&exchange.answer).unwrap(),
        r#"{"reply":{"text":"11-21","finish":"stop","usage":{},"timing":{"sent":"2026-01-01T00:00:00Z","wall_us":1}}}"#
    );
}

/// A model's text is hostile: half an object, control characters, the journal's own frame.
fn hostile() -> Vec<ToolUse> {
    vec![
        call("a", r#"{"move":  "e2e4"}"#),
        call("b", "{\"move\": "),
        ToolUse {
            id: "\u{0}\n".to_owned(),
            name: "\u{1b}[2J\u{202e}".to_owned(),
            arguments: "0000004e f21a5c9e {\"opened\":{}}\n".repeat(3),
        },
        call("", ""),
    ]
}

#[test]
fn calls_come_back_from_the_journal_as_they_went() {
    let (_folder, path) = place();
    let calls = hostile();
    let first = decide(vec![Message::user("play")], tools());
    let said = Message {
        calls: calls.clone(),
        ..Message::assistant("")
    };
    let mut messages = vec![Message::user("play"), said];
    messages.extend(calls.iter().map(|call| Message::tool(&call.id, "no")));
    let second = decide(messages.clone(), tools());

    let journal = Journal::create(&path).unwrap();
    append(&journal, &opened());
    let before = [Message::user("play")];
    for (n, (question, before)) in [(&first, &[][..]), (&second, &before[..])]
        .iter()
        .enumerate()
    {
        let Entry::Exchange(mut entry) = exchange("g", u32::try_from(n).unwrap(), "") else {
            unreachable!("an exchange")
        };
        entry.asked = Asked::keep(question, before);
        if let Answer::Reply(reply) = &mut entry.answer {
            reply.calls.clone_from(&calls);
        }
        append(&journal, &Entry::Exchange(entry));
    }
    drop(journal);

    let mut exchanges = Vec::new();
    read(&path, |entry| {
        if let Entry::Exchange(exchange) = entry {
            exchanges.push(*exchange);
        }
    })
    .unwrap();
    let [_, kept] = exchanges.as_slice() else {
        panic!("two exchanges: {exchanges:?}")
    };
    assert_eq!(kept.game, game("g"));
    let Answer::Reply(reply) = &kept.answer else {
        panic!("a reply")
    };
    assert_eq!(reply.calls, calls);
    let asked = kept.asked.decision().unwrap();
    assert_eq!(
        (asked.kept, asked.messages.len()),
        (1, 5),
        "the dialogue costs its length once"
    );
    assert_eq!(asked.conversation(&before), messages);
    assert_eq!(asked.digest, second.digest());
}

/// A question's digest holds all that a call says, and which tools are offered.
#[test]
fn a_call_that_differs_makes_another_question() {
    let told = |calls: Vec<ToolUse>, answers: &str| {
        let said = Message {
            calls,
            ..Message::assistant("")
        };
        decide(vec![said, Message::tool(answers, "ok")], tools()).digest()
    };
    let this = told(vec![call("a", "{}")], "a");
    assert_eq!(this, told(vec![call("a", "{}")], "a"));
    for other in [
        told(vec![call("a", "{ }")], "a"),
        told(vec![call("b", "{}")], "a"),
        told(vec![call("a", "{}")], "b"),
        told(vec![call("a", "{}"), call("a", "{}")], "a"),
        told(Vec::new(), "a"),
    ] {
        assert_ne!(this, other);
    }
    let bare = |form| decide(vec![Message::user("play")], form).digest();
    assert_ne!(bare(tools()), bare(ReplyForm::Tools(Vec::new())));
    assert_ne!(bare(ReplyForm::Tools(Vec::new())), bare(ReplyForm::Text));
}

fn tools() -> ReplyForm {
    ReplyForm::Tools(vec![ToolSpec {
        name: "play_move".to_owned(),
        description: "Plays a move.".to_owned(),
        parameters: json!({ "type": "object", "properties": { "move": { "type": "string" } } }),
    }])
}
