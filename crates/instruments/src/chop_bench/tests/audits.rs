//! The audit: what a journal holds is played again, and whatever does not fit is told.

use ludometer_record::{
    Contents, GameLog, Seat,
    desk::{Answer, FailedCall, Message, Question},
    ending::{Ending, GameResult, Termination, VoidCause},
    journal::{Asked, AskedDecision, Exchange, FailedExchange},
};

use super::{at, bench, exchanges, play, stop};
use crate::{
    AuditError, Instrument, ReadBack,
    chop_bench::{ChopBench, GameRecord},
    desk::DeskError,
    read_back, replay,
};

/// A bench of one cell with two games in dialogue against a model.
fn small() -> ChopBench {
    bench(
        "families = [\"plain\"]\nmodes = [\"dialogue\"]\nopponents = [\"other\"]\ngames_per_cell = 2\npolicy = { retry = 1 }",
    )
}

const SCRIPT: [&str; 6] = ["11-21", "21-12", "hm", "12-31", "no", "no"];

/// The first game as played, and as a journal holds it.
fn played(bench: &ChopBench) -> (GameRecord, Vec<Exchange>) {
    let game = &bench.plan()[0];
    let script: Vec<Answer> = SCRIPT
        .iter()
        .chain(&["no"])
        .map(|text| stop(text).unwrap())
        .collect();
    let (record, desk) = play(bench, game, script.iter().cloned().map(Ok));
    (record.unwrap(), exchanges(game, &desk.asked, &script))
}

fn contents(bench: &ChopBench, log: GameLog) -> Contents {
    let mut contents = Contents::default();
    contents.games.insert(bench.plan()[0].id.clone(), log);
    contents
}

fn whole(bench: &ChopBench) -> GameLog {
    let (record, exchanges) = played(bench);
    GameLog {
        exchanges,
        failures: Vec::new(),
        ended: Some(record.ending),
    }
}

/// The problems that reading back a changed log tells of; one each.
#[track_caller]
fn told(change: impl FnOnce(&mut GameLog)) -> String {
    let bench = small();
    let mut log = whole(&bench);
    change(&mut log);
    let problems = read_back(&bench, &contents(&bench, log)).expect_err("something does not fit");
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(
        problems[0].contains(bench.plan()[0].id.as_str()),
        "{problems:?}"
    );
    assert!(!problems[0].contains('\n'));
    problems[0].clone()
}

#[test]
fn a_replay_is_the_game() {
    let bench = small();
    let (record, exchanges) = played(&bench);
    assert_eq!(exchanges.len(), 7);
    assert_eq!(
        replay(&bench, &bench.plan()[0], &exchanges, &mut |_, _, _| ()),
        Ok(record.clone())
    );
    let read = read_back(&bench, &contents(&bench, whole(&bench))).unwrap();
    assert_eq!(
        read,
        [
            ReadBack::Scored(record),
            ReadBack::Unfinished { answers: 0 }
        ]
    );
}

#[test]
fn a_game_that_is_cut_anywhere_is_unfinished() {
    let bench = small();
    let (record, exchanges) = played(&bench);
    for kept in 0..=exchanges.len() {
        let log = GameLog {
            exchanges: exchanges[..kept].to_vec(),
            ..GameLog::default()
        };
        let read = read_back(&bench, &contents(&bench, log)).unwrap();
        assert_eq!(read[0], ReadBack::Unfinished { answers: kept });
        match replay(
            &bench,
            &bench.plan()[0],
            &exchanges[..kept],
            &mut |_, _, _| (),
        ) {
            Err(AuditError::Desk(DeskError::Unanswered { n, .. })) => assert_eq!(n as usize, kept),
            Ok(again) => assert_eq!((again, kept), (record.clone(), exchanges.len())),
            Err(other) => panic!("{other}"),
        }
    }
}

#[test]
fn a_game_in_flight_is_shown_as_far_as_it_got() {
    let bench = small();
    let game = &bench.plan()[0];
    let (record, exchanges) = played(&bench);
    let all = bench.so_far(game, &exchanges, &mut |_, _, _| ());
    assert_eq!((all.line, all.turns), (record.line, record.turns.clone()));
    // The third answer is the examinee's second turn, and of no use; it may try again.
    let cut = bench.so_far(game, &exchanges[..3], &mut |_, _, _| ());
    assert_eq!(cut.line, [at("11-11"), at("21-11"), at("12-21")]);
    let tries: Vec<(u32, usize)> = cut
        .turns
        .iter()
        .map(|turn| (turn.ply, turn.tries.len()))
        .collect();
    assert_eq!(tries, [(0, 1), (2, 1)]);
    assert_eq!(cut.turns[1].tries[0], record.turns[1].tries[0]);
}

#[test]
fn a_changed_answer_is_told() {
    let text =
        |log: &mut GameLog, n: usize, text: &str| log.exchanges[n].answer = stop(text).unwrap();
    assert!(told(|log| text(log, 0, "12-11")).contains("question 1: the game asks"));
    assert!(told(|log| text(log, 2, "hmm")).contains("question 3: the game asks"));
    assert!(told(|log| text(log, 4, "31-21")).contains("question 5: the game asks"));
    // The last one decides only how the game ended.
    assert!(told(|log| text(log, 6, "99-99")).contains("its answers say"));
}

fn decision(exchange: &mut Exchange) -> &mut AskedDecision {
    match &mut exchange.asked {
        Asked::Decision(asked) => asked,
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn a_changed_question_is_told() {
    let differs =
        told(|log| decision(&mut log.exchanges[3]).digest = ludometer_record::Digest::of(b"other"));
    assert!(differs.contains("question 3: the game asks"), "{differs}");
    // Here the digest is the right one, but not of what the journal shows.
    let changes: [fn(&mut Exchange); 5] = [
        |one| decision(one).messages = vec![Message::user("something else")],
        |one| decision(one).situation.position = "44-44".to_owned(),
        |one| decision(one).seat = Seat::Second,
        |one| decision(one).kept += 1,
        |one| one.n += 1,
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let said = told(|log| change(&mut log.exchanges[2]));
        assert!(
            said.contains("question 2: the journal's copy"),
            "{number}: {said}"
        );
    }
}

#[test]
fn missing_and_extra_exchanges_are_told() {
    assert!(told(|log| drop(log.exchanges.remove(0))).contains("question 0"));
    assert!(told(|log| drop(log.exchanges.remove(3))).contains("question 3"));
    assert!(told(|log| drop(log.exchanges.pop())).contains("do not reach an end"));
    assert!(told(|log| log.exchanges.clear()).contains("do not reach an end"));
    let extra = told(|log| {
        let again = Exchange {
            n: 7,
            ..log.exchanges[6].clone()
        };
        log.exchanges.push(again);
    });
    assert!(
        extra.contains("it is over, but the journal holds 1 more"),
        "{extra}"
    );
    let swapped = told(|log| log.exchanges.swap(2, 3));
    assert!(swapped.contains("question 2"), "{swapped}");
}

#[test]
fn a_changed_ending_is_told() {
    let scored = |result, termination| {
        Some(Ending::Scored {
            result,
            termination,
        })
    };
    for ended in [
        scored(GameResult::SecondWins, Termination::Unparseable),
        scored(GameResult::FirstWins, Termination::Illegal),
        scored(GameResult::Draw, Termination::Countdown),
        Some(Ending::Void {
            cause: VoidCause::Timeout,
            detail: "hung".to_owned(),
        }),
    ] {
        assert!(told(|log| log.ended = ended).contains("the journal says it ended"));
    }
}

fn failure(bench: &ChopBench, n: u32, void: Option<VoidCause>) -> FailedExchange {
    FailedExchange {
        game: bench.plan()[0].id.clone(),
        n,
        digest: ludometer_record::Digest::of(b""),
        void,
        detail: "hung".to_owned(),
        call: FailedCall {
            tries: Vec::new(),
            partial: None,
        },
    }
}

#[test]
fn a_void_game_needs_the_failure_that_made_it_so() {
    let bench = small();
    let void = Ending::Void {
        cause: VoidCause::Timeout,
        detail: "hung".to_owned(),
    };
    let log = |failures: Vec<FailedExchange>| GameLog {
        exchanges: whole(&bench).exchanges[..2].to_vec(),
        failures,
        ended: Some(void.clone()),
    };
    // A failure that only stopped the run may come before.
    let good = vec![
        failure(&bench, 1, None),
        failure(&bench, 2, Some(VoidCause::Timeout)),
    ];
    let read = read_back(&bench, &contents(&bench, log(good))).unwrap();
    assert_eq!(
        read[0],
        ReadBack::Void {
            cause: VoidCause::Timeout,
            detail: "hung".to_owned(),
            answers: 2
        }
    );
    let other = FailedExchange {
        detail: "other".to_owned(),
        ..failure(&bench, 2, Some(VoidCause::Timeout))
    };
    for failures in [
        vec![],
        vec![failure(&bench, 2, None)],
        vec![failure(&bench, 2, Some(VoidCause::Transport))],
        vec![failure(&bench, 1, Some(VoidCause::Timeout))],
        vec![
            failure(&bench, 2, Some(VoidCause::Timeout)),
            failure(&bench, 2, None),
        ],
        vec![other],
    ] {
        let problems = read_back(&bench, &contents(&bench, log(failures))).unwrap_err();
        assert!(
            problems[0].contains("void, but no failed call"),
            "{problems:?}"
        );
    }
}

#[test]
fn strangers_and_disorder_are_told_beside_the_rest() {
    let bench = small();
    let mut log = whole(&bench);
    log.ended = None;
    log.exchanges[0].answer = stop("12-11").unwrap();
    let mut contents = contents(&bench, log);
    contents.games.insert(
        ludometer_record::GameId::new("stranger").unwrap(),
        GameLog::default(),
    );
    contents.disorder = Some("a second start of the journal".to_owned());
    let problems = read_back(&bench, &contents).unwrap_err();
    assert_eq!(problems.len(), 3, "{problems:?}");
    assert_eq!(problems[0], "a second start of the journal");
    assert_eq!(problems[2], "game stranger: the study plans no such game");
}

#[test]
fn a_conversation_is_told_once_and_comes_back_whole() {
    let bench = small();
    let game = &bench.plan()[0];
    let script: Vec<Answer> = SCRIPT
        .iter()
        .chain(&["no"])
        .map(|text| stop(text).unwrap())
        .collect();
    let (_, desk) = play(&bench, game, script.iter().cloned().map(Ok));
    let mut before: Vec<Message> = Vec::new();
    for (exchange, question) in exchanges(game, &desk.asked, &script)
        .iter()
        .zip(&desk.asked)
    {
        let Question::Decide(decide) = question else {
            unreachable!("a decision")
        };
        let asked = exchange.asked.decision().unwrap();
        let whole = asked.conversation(&before);
        assert_eq!(whole, decide.messages);
        assert_eq!(asked.kept as usize + asked.messages.len(), whole.len());
        before = whole;
    }
}
