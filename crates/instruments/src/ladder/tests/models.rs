//! Models without a program: by tools, and by one JSON object a turn.

use ludometer_record::{
    desk::{Answer, Decide, Finish, OverCap, Question, ReplyForm, Role},
    ending::{GameResult, Termination},
};

use super::{assigned, calling, ladder, lost, moved, play, ucis};
use crate::desk::ScriptedDesk;

const MODEL: [&str; 1] = ["name = \"m\"\nmodel = \"openai:m\""];

fn script(rest: impl IntoIterator<Item = Answer>) -> Vec<Answer> {
    [assigned(1320.0)].into_iter().chain(rest).collect()
}

fn says(text: &str) -> Answer {
    ScriptedDesk::reply(text, Finish::Stop)
}

fn move_of(uci: &str) -> String {
    format!("{{\"move\": \"{uci}\"}}")
}

fn decisions(asked: &[Question]) -> Vec<&Decide> {
    asked
        .iter()
        .filter_map(|question| match question {
            Question::Decide(decide) => Some(decide),
            _ => None,
        })
        .collect()
}

#[test]
fn a_game_by_tools_in_one_conversation() {
    let ladder = ladder(&MODEL, "games = 2");
    let (record, asked) = play(
        &ladder,
        "m.001.black",
        script([
            moved("f2f3"),
            calling(&[("get_state", ""), ("play_move", &move_of("e7e5"))]),
            moved("g2g4"),
            says("I shall mate."),
            calling(&[("play_move", &move_of("d8h4")), ("get_state", "{}")]),
        ]),
    );
    assert_eq!(ucis(&record), "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(
        record.ending,
        lost(Termination::Checkmate, GameResult::SecondWins)
    );
    assert_eq!(record.unusable, 1);
    assert_eq!((record.tokens.answers, record.tokens.counted), (3, 2));
    assert_eq!(record.tokens.sum.prompt, Some(200));
    let decisions = decisions(&asked);
    let ReplyForm::Tools(tools) = &decisions[0].form else {
        panic!("tools are offered")
    };
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["get_state", "play_move", "resign"]);
    // Each call of the first reply is answered, in order, by its id.
    let told = &decisions[1].messages;
    assert_eq!(told.len(), 4);
    let answers: Vec<_> = told[2..]
        .iter()
        .map(|message| message.answers.as_deref())
        .collect();
    assert_eq!(answers, [Some("call0"), Some("call1")]);
    assert!(
        told[3].text.contains("\"uci\":\"g2g4\""),
        "{}",
        told[3].text
    );
    // The conversation only grows.
    assert_eq!(decisions[2].messages[..4], told[..]);
    let nudge = decisions[2].messages.last().unwrap();
    assert_eq!(nudge.role, Role::User);
    assert!(nudge.text.contains("called no tool"));
}

#[test]
fn replies_in_vain_lose_only_in_a_row() {
    let ladder = ladder(&MODEL, "games = 2\ntries = 2");
    let illegal = || calling(&[("play_move", &move_of("e2e5"))]);
    let (record, _) = play(
        &ladder,
        "m.001.white",
        script([
            illegal(),
            calling(&[("play_move", &move_of("e2e4"))]),
            moved("e7e5"),
            illegal(),
            illegal(),
        ]),
    );
    assert_eq!(
        record.ending,
        lost(Termination::Illegal, GameResult::SecondWins)
    );
    assert_eq!(record.calls.illegal, 3);
    let last = |reply: Answer| {
        let (record, _) = play(&ladder, "m.001.white", script([says("Hm."), reply]));
        record.ending
    };
    let by = |termination| lost(termination, GameResult::SecondWins);
    assert_eq!(last(says("Hm.")), by(Termination::Unparseable));
    let cut_off = ScriptedDesk::reply("Let me", Finish::Length);
    assert_eq!(last(cut_off), by(Termination::Truncated));
    let declined = ScriptedDesk::reply("", Finish::Refusal);
    assert_eq!(last(declined), by(Termination::Refused));
    let broken = calling(&[("play_move", "e2e4")]);
    assert_eq!(last(broken), by(Termination::Unparseable));
    let unknown = calling(&[("think", "{}")]);
    assert_eq!(last(unknown), by(Termination::Unparseable));
}

#[test]
fn a_game_by_json() {
    let ladder = ladder(&MODEL, "games = 2\nform = \"json\"");
    let (record, asked) = play(
        &ladder,
        "m.001.white",
        script([
            says("<think>{\"move\": \"a2a3\"}</think> I open with {\"move\": \"e2e4\"}."),
            moved("e7e5"),
            says("e2e4"),
            says("{\"move\": \"e4e5\"}"),
            says("{\"move\": \"d1h5\"}"),
            moved("b8c6"),
            says("{\"move\": \"Resign\"}"),
        ]),
    );
    assert_eq!(ucis(&record), "e2e4 e7e5 d1h5 b8c6");
    assert_eq!(
        record.ending,
        lost(Termination::Resignation, GameResult::SecondWins)
    );
    assert_eq!((record.unusable, record.calls.illegal), (1, 1));
    let decisions = decisions(&asked);
    assert!(matches!(&decisions[0].form, ReplyForm::Json { .. }));
    assert!(
        decisions[0].messages[0]
            .text
            .contains("\"game_over\":false")
    );
    let again = &decisions[2].messages.last().unwrap().text;
    assert!(
        again.contains("no move in it") && again.contains("\"ply\":2"),
        "{again}"
    );
    let illegal = &decisions[3].messages.last().unwrap().text;
    assert!(illegal.contains("e4e5"), "{illegal}");
    // Each reply draws with a seed of its own.
    assert_ne!(decisions[0].situation.seed, decisions[1].situation.seed);
}

#[test]
fn limits_end_a_game() {
    let small = ladder(&MODEL, "games = 2\nmax_calls = 2");
    let look = || calling(&[("get_state", "{}")]);
    let (record, _) = play(&small, "m.001.white", script([look(), look()]));
    assert_eq!(
        record.ending,
        lost(Termination::CallLimit, GameResult::SecondWins)
    );
    let dear = Answer::OverGameCap(OverCap {
        key: "limits.tokens_per_game".to_owned(),
        cap: 10.0,
        spent: 9.0,
        reservation: 2.0,
    });
    let (record, _) = play(&small, "m.001.white", script([dear]));
    assert_eq!(
        record.ending,
        lost(Termination::BudgetExhausted, GameResult::SecondWins)
    );
}
