//! The audit: what a journal holds is played again, and whatever does not fit is told.

use ludometer_record::{
    Contents, GameLog,
    desk::{Answer, Question, Score},
    ending::{Ending, GameResult, Termination},
    journal::{Asked, Exchange},
};

use super::{ANY, Script, bench, dream, exchanges, pick, play, stop};
use crate::{
    AuditError, Instrument, ReadBack,
    desk::DeskError,
    read_back, read_back_shown, replay,
    token_chess::{GameRecord, TokenChess},
};

/// A small game with every kind of question in it.
fn small() -> (TokenChess, GameRecord, Vec<Exchange>) {
    let bench =
        bench("budget = 2\nmemory = { a = \"choose\", b = \"notepad\" }\nmenu = \"permuted\"");
    let desk = Script::samples("zzzz e2e5 b1a3 e7e5 d7d5 yyyy x1 x2 x3 c2c3 xxxx wwww v1 v2 v3")
        .white([
            r#"{"tool":"ledger","why":"sums"}"#,
            "hm",
            ANY,
            &pick("b1a3"),
            ANY,
        ])
        .black([
            r#"{"action":"sample","temperature":1.2,"soft_cap":9,"note":"try hot"}"#,
            ANY,
            &pick("d7d5"),
        ])
        .verdict(Score::Cp(-170));
    // White: choice, hm, again, pick. Black: two batches, pick. White: one batch, pick. Black: dry.
    let desk = desk.white([pick("c2c3").as_str()]);
    let (record, desk) = play(&bench, &bench.plan()[0], desk);
    let record = record.unwrap();
    assert_eq!(record.moves, ["b1a3", "d7d5", "c2c3"]);
    let kept = exchanges(&bench.plan()[0], &desk);
    assert_eq!(kept.len(), desk.asked.len());
    (bench, record, kept)
}

fn log(exchanges: &[Exchange], ended: Option<Ending>) -> GameLog {
    GameLog {
        exchanges: exchanges.to_vec(),
        failures: Vec::new(),
        ended,
    }
}

fn contents(bench: &TokenChess, log: GameLog) -> Contents {
    let mut contents = Contents::default();
    contents.games.insert(bench.plan()[0].id.clone(), log);
    contents
}

/// The problems that reading back a changed log tells of; one each.
#[track_caller]
fn told(change: impl FnOnce(&mut GameLog)) -> String {
    let (bench, record, kept) = small();
    let mut log = log(&kept, Some(record.ending));
    change(&mut log);
    let problems = read_back(&bench, &contents(&bench, log)).expect_err("something does not fit");
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].contains(bench.plan()[0].id.as_str()));
    assert!(!problems[0].contains('\n'));
    problems[0].clone()
}

#[test]
fn a_replay_is_the_game() {
    let (bench, record, kept) = small();
    let game = &bench.plan()[0];
    let again = replay(&bench, game, &kept, &mut |_, _, _| ());
    assert_eq!(again, Ok(record.clone()));
    // A bench that is set up anew from its own record of prompts.
    let fresh = TokenChess::new(bench.study(), &bench.prompts()).unwrap();
    let again = replay(&fresh, &fresh.plan()[0], &kept, &mut |_, _, _| ());
    assert_eq!(again, Ok(record.clone()));
    let whole = contents(&bench, log(&kept, Some(record.ending.clone())));
    let read = read_back(&bench, &whole).unwrap();
    assert_eq!(read[0], ReadBack::Scored(record));
    assert_eq!(read[1], ReadBack::Unfinished { answers: 0 });
}

#[test]
fn a_game_that_is_cut_anywhere_goes_on_from_there() {
    let (bench, record, kept) = small();
    for n in 0..=kept.len() {
        let read = read_back(&bench, &contents(&bench, log(&kept[..n], None))).unwrap();
        assert_eq!(read[0], ReadBack::Unfinished { answers: n });
        match replay(&bench, &bench.plan()[0], &kept[..n], &mut |_, _, _| ()) {
            Err(AuditError::Desk(DeskError::Unanswered { n: at, .. })) => {
                assert_eq!(at as usize, n);
            }
            Ok(again) => assert_eq!((again, n), (record.clone(), kept.len())),
            Err(other) => panic!("{other}"),
        }
    }
}

/// In the small game White draws once, Black twice, White once; a token each, two to a side,
/// and no income.
#[test]
fn a_game_in_flight_is_shown_as_far_as_it_got() {
    let (bench, record, kept) = small();
    let game = &bench.plan()[0];
    let all = bench.so_far(game, &kept, &mut |_, _, _| ());
    assert_eq!(all.turns, record.turns);
    assert_eq!(all.end, Some(record.end));
    assert_eq!(all.seats, record.seats);
    let draws = batches(&kept);
    // Black has drawn once and not decided again.
    let cut = bench.so_far(game, &kept[..=draws[1]], &mut |_, _, _| ());
    assert_eq!(cut.end, None);
    assert_eq!(cut.turns[0], record.turns[0]);
    let open = &cut.turns[1];
    assert_eq!(open.batches, record.turns[1].batches[..1]);
    assert_eq!(
        (open.played.clone(), open.spent, open.bank_after),
        (None, 1, 1)
    );
    assert_eq!(cut.seats.black.notes, record.seats.black.notes[..1]);
    assert_eq!((cut.seats.white.bank, cut.seats.black.spent), (1, 1));
    let none = bench.so_far(game, &[], &mut |_, _, _| ());
    assert!(none.turns.is_empty() && none.end.is_none());
}

/// The places of the samples in the small game.
fn batches(kept: &[Exchange]) -> Vec<usize> {
    let places = kept.iter().enumerate();
    places
        .filter(|(_, one)| matches!(one.answer, Answer::Samples(_)))
        .map(|(at, _)| at)
        .collect()
}

#[test]
fn an_altered_sample_is_told() {
    let (_, _, kept) = small();
    let places = batches(&kept);
    assert_eq!(places.len(), 4);
    for &at in &places {
        for place in 0..3 {
            let said = told(|log| {
                let Answer::Samples(texts) = &mut log.exchanges[at].answer else {
                    unreachable!("samples")
                };
                texts[place].push('q');
            });
            assert!(said.contains("the game asks"), "{at} {place}: {said}");
        }
    }
}

#[test]
fn a_sample_too_few_or_too_many_is_told() {
    for change in [
        |texts: &mut Vec<String>| drop(texts.pop()),
        |texts: &mut Vec<String>| texts.push("e2e4".to_owned()),
    ] {
        let (_, _, kept) = small();
        let at = batches(&kept)[0];
        let said = told(|log| match &mut log.exchanges[at].answer {
            Answer::Samples(texts) => change(texts),
            other => unreachable!("{other:?}"),
        });
        assert!(said.contains("came where something else"), "{said}");
    }
}

#[test]
fn an_altered_reply_is_told() {
    let (_, _, kept) = small();
    let replies: Vec<usize> = (0..kept.len())
        .filter(|at| matches!(kept[*at].answer, Answer::Reply(_)))
        .collect();
    assert!(replies.len() >= 8);
    for at in replies {
        let said = told(|log| {
            log.exchanges[at].answer = stop("hmm");
        });
        assert!(said.contains("the game asks"), "{at}: {said}");
    }
}

#[test]
fn a_verdict_that_says_otherwise_is_told() {
    for score in [Score::Cp(99), Score::Cp(170), Score::Mate(1)] {
        let said = told(|log| {
            let last = log.exchanges.last_mut().unwrap();
            last.answer = Answer::Verdict(super::verdict(score));
        });
        assert!(said.contains("its answers say"), "{said}");
    }
}

#[test]
fn an_altered_question_is_told() {
    let (_, _, kept) = small();
    for at in 0..kept.len() {
        let said = told(|log| match &mut log.exchanges[at].asked {
            Asked::Decision(asked) => asked.messages[0].text.push('!'),
            Asked::Draw(asked) => asked.order.temperature += 0.1,
            Asked::Judge(asked) => asked.judge.depth += 1,
            other => unreachable!("{other:?}"),
        });
        assert!(said.contains("the journal's copy"), "{at}: {said}");
        let said = told(|log| {
            let other = log.exchanges[(at + 1) % kept.len()].asked.digest().clone();
            match &mut log.exchanges[at].asked {
                Asked::Decision(asked) => asked.digest = other,
                Asked::Draw(asked) => asked.digest = other,
                Asked::Judge(asked) => asked.digest = other,
                strange => unreachable!("{strange:?}"),
            }
        });
        assert!(said.contains("the game asks"), "{at}: {said}");
    }
    // A draw's plies are a copy of what the digest holds, too.
    let at = batches(&kept)[2];
    let said = told(|log| match &mut log.exchanges[at].asked {
        Asked::Draw(asked) => asked.plies += 1,
        other => unreachable!("{other:?}"),
    });
    assert!(said.contains("the journal's copy"), "{said}");
}

#[test]
fn another_end_an_answer_too_many_or_none_are_told() {
    let other = Ending::Scored {
        result: GameResult::Draw,
        termination: Termination::AdjudicatedExhausted,
    };
    assert!(told(|log| log.ended = Some(other)).contains("its answers say"));
    let said = told(|log| drop(log.exchanges.pop()));
    assert!(said.contains("do not reach an end"), "{said}");
    let said = told(|log| {
        let mut more = log.exchanges[1].clone();
        more.n = u32::try_from(log.exchanges.len()).unwrap();
        log.exchanges.push(more);
    });
    assert!(said.contains("1 more"), "{said}");
}

#[test]
fn another_study_asks_other_questions() {
    let (_, _, kept) = small();
    for lines in [
        "budget = 3\nmemory = { a = \"choose\", b = \"notepad\" }\nmenu = \"permuted\"",
        "budget = 2\nbatch = 2\nmemory = { a = \"choose\", b = \"notepad\" }\nmenu = \"permuted\"",
        "budget = 2\nmemory = \"notepad\"",
        "budget = 2\ndepth = 9\nmemory = { a = \"choose\", b = \"notepad\" }\nmenu = \"permuted\"",
    ] {
        let other = bench(lines);
        let again = replay(&other, &other.plan()[0], &kept, &mut |_, _, _| ());
        assert!(
            matches!(again, Err(AuditError::Desk(DeskError::Differs { .. }))),
            "{lines}"
        );
    }
}

/// With no model nobody is shown the samples: what they would be is drawn again. This is
/// what the audit's watcher is for.
#[test]
fn samples_that_no_model_saw_are_caught_by_drawing_again() {
    let bench = bench("pairs = [[\"mock:heuristic\", \"mock:random\"]]\nply_cap = 12\nbudget = 9");
    let desk = Script::dreaming().verdict(Score::Cp(0));
    let (record, desk) = play(&bench, &bench.plan()[0], desk);
    let kept = exchanges(&bench.plan()[0], &desk);
    let ended = record.unwrap().ending;
    let other = |log: GameLog| {
        let mut wrong = 0;
        let read = read_back_shown(
            &bench,
            &contents(&bench, log),
            &mut |_, question, answer| {
                if let (Question::Draw(draw), Answer::Samples(texts)) = (question, answer) {
                    wrong += usize::from(dream(draw) != *texts);
                }
            },
        );
        wrong + usize::from(read.is_err())
    };
    assert_eq!(other(log(&kept, Some(ended.clone()))), 0);
    for at in batches(&kept) {
        let mut altered = log(&kept, Some(ended.clone()));
        if let Answer::Samples(texts) = &mut altered.exchanges[at].answer {
            texts[1].push_str("!!");
        }
        assert!(other(altered) > 0, "{at}");
    }
}
