//! Whole games from scripts.

use ludometer_games::chopsticks::COUNTDOWN_PLIES;
use ludometer_record::{
    Seat,
    desk::{Answer, Finish, Message, OverCap, Question, Role},
    ending::{Ending, GameResult, Termination, VoidCause},
};

use super::{at, bench, play, stop};
use crate::{
    Instrument,
    chop_bench::{ChopBench, GameRecord, IllegalClass, PlannedGame, UnusableClass, Verdict},
    desk::{DeskError, ScriptedDesk},
};

fn scored(result: GameResult, termination: Termination) -> Ending {
    Ending::Scored {
        result,
        termination,
    }
}

/// The game of an index of the plan, started elsewhere.
fn from(bench: &ChopBench, index: usize, start: &str) -> PlannedGame {
    PlannedGame {
        start: at(start),
        ..bench.plan()[index].clone()
    }
}

fn messages(question: &Question) -> &[Message] {
    let Question::Decide(decide) = question else {
        unreachable!("a decision")
    };
    &decide.messages
}

fn verdicts(record: &GameRecord) -> Vec<Vec<Verdict>> {
    record
        .turns
        .iter()
        .map(|turn| turn.tries.iter().map(|one| one.grade.verdict).collect())
        .collect()
}

const STATELESS: &str = "families = [\"plain\"]\nmodes = [\"stateless\"]";
const DIALOGUE: &str = "families = [\"plain\"]\nmodes = [\"dialogue\"]";

#[test]
fn strict_ends_at_the_first_reply_that_is_no_legal_move() {
    let bench = bench(STATELESS);
    for (reply, termination, verdict) in [
        (
            stop("11-33"),
            Termination::Illegal,
            Verdict::Illegal(IllegalClass::OpponentHandsChanged),
        ),
        (
            stop("hm"),
            Termination::Unparseable,
            Verdict::Unusable(UnusableClass::NoState),
        ),
        (
            Ok(ScriptedDesk::reply("11-21", Finish::Length)),
            Termination::Truncated,
            Verdict::Unusable(UnusableClass::Truncated),
        ),
        (
            Ok(ScriptedDesk::reply("11-21", Finish::Refusal)),
            Termination::Refused,
            Verdict::Unusable(UnusableClass::Refused),
        ),
    ] {
        let (record, desk) = play(&bench, &bench.plan()[0], [reply]);
        let record = record.unwrap();
        assert_eq!(record.ending, scored(GameResult::SecondWins, termination));
        assert_eq!((record.plies, desk.asked.len()), (0, 1));
        assert_eq!(verdicts(&record), [vec![verdict]]);
        assert_eq!(
            (record.turns[0].ply, record.turns[0].position),
            (0, at("11-11"))
        );
    }
}

#[test]
fn an_examinee_that_moves_second_loses_to_the_first() {
    let bench = bench(STATELESS);
    let game = &bench.plan()[1];
    assert_eq!(game.examinee, Seat::Second);
    let (record, desk) = play(&bench, game, [stop("nothing")]);
    let record = record.unwrap();
    assert_eq!(
        record.ending,
        scored(GameResult::FirstWins, Termination::Unparseable)
    );
    assert_eq!((record.plies, record.turns[0].ply), (1, 1));
    let Question::Decide(decide) = &desk.asked[0] else {
        unreachable!("a decision")
    };
    assert_eq!(decide.seat, Seat::Second);
}

#[test]
fn a_kill_of_the_last_hand_wins() {
    let bench = bench(STATELESS);
    // 1 + 4 = 5: the opponent's only live hand dies.
    let (record, desk) = play(&bench, &from(&bench, 0, "10-40"), [stop("10-00")]);
    let record = record.unwrap();
    assert_eq!(
        record.ending,
        scored(GameResult::FirstWins, Termination::HandsDead)
    );
    assert_eq!((record.plies, desk.asked.len()), (1, 1));
    assert!(record.turns[0].tries[0].grade.verdict.is_optimal());
}

#[test]
fn an_opponent_that_kills_wins() {
    let bench = bench(STATELESS);
    // Every move of 30-10 but 21 and 12 leaves the solver a hand to kill; 30-40 is its win at once.
    let (record, _) = play(&bench, &from(&bench, 0, "10-30"), [stop("10-40")]);
    let record = record.unwrap();
    assert_eq!(
        record.ending,
        scored(GameResult::SecondWins, Termination::HandsDead)
    );
    assert_eq!((record.plies, record.turns.len()), (2, 1));
}

#[test]
fn retry_asks_again_and_grades_the_first_try() {
    let bench = bench(&format!("{STATELESS}\npolicy = {{ retry = 2 }}"));
    let script = [stop("<think>12-11</think> 22-22"), stop(" "), stop("10-00")];
    let (record, desk) = play(&bench, &from(&bench, 0, "10-40"), script);
    let record = record.unwrap();
    assert_eq!(
        record.ending,
        scored(GameResult::FirstWins, Termination::HandsDead)
    );
    assert_eq!(record.turns.len(), 1, "one turn, however many tries");
    let verdicts = verdicts(&record);
    assert_eq!(
        verdicts[0][..2],
        [
            Verdict::Illegal(IllegalClass::BothSidesChanged),
            Verdict::Unusable(UnusableClass::NoState)
        ]
    );
    assert!(verdicts[0][2].is_legal());
    let last = messages(&desk.asked[2]);
    let roles: Vec<Role> = last.iter().map(|message| message.role).collect();
    assert_eq!(
        roles,
        [
            Role::User,
            Role::Assistant,
            Role::User,
            Role::Assistant,
            Role::User
        ]
    );
    assert_eq!(
        (last[1].text.as_str(), last[3].text.as_str()),
        ("22-22", "(no answer)")
    );
    assert!(
        last[2].text.contains("10-40") && last[2].text.contains("legal"),
        "{}",
        last[2].text
    );
    assert_eq!(messages(&desk.asked[1]), &last[..3]);
}

#[test]
fn retry_ends_when_the_tries_are_used_up() {
    let bench = bench(&format!("{STATELESS}\npolicy = {{ retry = 2 }}"));
    let (record, desk) = play(
        &bench,
        &bench.plan()[0],
        [stop("x"), stop("22-22"), stop("33-33"), stop("11-21")],
    );
    let record = record.unwrap();
    assert_eq!(
        record.ending,
        scored(GameResult::SecondWins, Termination::Illegal)
    );
    assert_eq!(
        (
            desk.asked.len(),
            record.turns.len(),
            record.turns[0].tries.len()
        ),
        (3, 1, 3)
    );
}

/// A script of legal moves: whatever first legal result the position asked for has.
fn legal_replies(
    bench: &ChopBench,
    game: &PlannedGame,
    most: usize,
) -> Vec<Result<Answer, DeskError>> {
    let mut script: Vec<Result<Answer, DeskError>> = Vec::new();
    loop {
        let (record, desk) = play(bench, game, script.clone());
        if record.is_ok() || script.len() == most {
            return script;
        }
        let Question::Decide(decide) = desk.asked.last().unwrap() else {
            unreachable!("a decision")
        };
        let position = bench
            .solved()
            .rules()
            .parse(&decide.situation.position)
            .unwrap();
        script.push(stop(
            &bench.solved().optimal_results(position)[0].to_string(),
        ));
    }
}

#[test]
fn a_dialogue_grows_and_a_stateless_game_does_not() {
    for (lines, grows) in [(STATELESS, false), (DIALOGUE, true)] {
        let bench = bench(&format!("{lines}\nopponents = [\"random\"]"));
        let game = &bench.plan()[0];
        let script = legal_replies(&bench, game, 4);
        let (_, desk) = play(&bench, game, script);
        assert!(desk.asked.len() >= 4);
        for (turn, question) in desk.asked.iter().enumerate() {
            let said = messages(question);
            let Question::Decide(decide) = question else {
                unreachable!("a decision")
            };
            assert_eq!(said.len(), if grows { 2 * turn + 1 } else { 1 });
            assert!(
                said.last()
                    .unwrap()
                    .text
                    .contains(&decide.situation.position)
            );
            let opening = said.last().unwrap().text.contains("Chopsticks");
            assert_eq!(
                opening,
                !grows || turn == 0,
                "the rules are told once a conversation"
            );
            if grows && turn > 0 {
                let before = messages(&desk.asked[turn - 1]);
                assert_eq!(&said[..before.len()], before);
                assert_eq!(said[before.len()].role, Role::Assistant);
            }
        }
    }
}

#[test]
fn an_opponent_that_is_a_model_has_three_tries() {
    let bench = bench(&format!("{STATELESS}\nopponents = [\"other\"]"));
    let game = &bench.plan()[0];
    let script = [
        stop("11-21"),
        stop("no"),
        stop("22-22"),
        Ok(ScriptedDesk::reply("", Finish::Length)),
        stop("21-12"),
    ];
    let (record, desk) = play(&bench, game, script);
    let record = record.unwrap();
    assert_eq!(
        record.ending,
        scored(GameResult::FirstWins, Termination::Truncated)
    );
    assert_eq!(
        (record.plies, record.turns.len(), desk.asked.len()),
        (1, 1, 4)
    );
    for (tried, question) in desk.asked[1..].iter().enumerate() {
        let Question::Decide(decide) = question else {
            unreachable!("a decision")
        };
        assert_eq!(
            (decide.player.as_str(), decide.seat),
            ("other", Seat::Second)
        );
        assert_eq!(decide.situation.position, "21-11");
        assert_eq!(decide.messages.len(), 2 * tried + 1);
        assert!(
            decide.messages[0].text.starts_with("GAME"),
            "asked in the formal family"
        );
    }
    // A legal answer at the third try goes on.
    let script = [
        stop("11-21"),
        stop("no"),
        stop("no"),
        stop("21-12"),
        stop("x"),
    ];
    let (record, desk) = play(&bench, game, script);
    assert_eq!(record.unwrap().plies, 2);
    let Question::Decide(decide) = &desk.asked[4] else {
        unreachable!("a decision")
    };
    assert_eq!(
        (decide.player.as_str(), decide.situation.position.as_str()),
        ("m", "12-21")
    );
}

#[test]
fn seeds_of_decisions_all_differ() {
    let bench = bench(&format!("{STATELESS}\npolicy = {{ retry = 5 }}"));
    let mut seeds = Vec::new();
    for game in &bench.plan()[..4] {
        let script = [stop("x"), stop("x"), stop("11-21"), stop("x"), stop("x")];
        for question in play(&bench, game, script).1.asked {
            let Question::Decide(decide) = question else {
                unreachable!("a decision")
            };
            seeds.push(decide.situation.seed);
        }
    }
    let count = seeds.len();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), count);
    assert!(count > 12);
}

#[expect(clippy::unnecessary_wraps, reason = "as a script has it")]
fn over_cap() -> Result<Answer, DeskError> {
    Ok(Answer::OverGameCap(OverCap {
        key: "limits.game_tokens".to_owned(),
        cap: 9.0,
        spent: 8.0,
        reservation: 2.0,
    }))
}

#[test]
fn a_cap_ends_the_game_and_a_turn_without_a_reply_is_not_counted() {
    let bench = bench(&format!(
        "{STATELESS}\nopponents = [\"other\"]\npolicy = {{ retry = 2 }}"
    ));
    let game = &bench.plan()[0];
    for (script, turns, plies, result) in [
        (vec![over_cap()], 0, 0, GameResult::SecondWins),
        (vec![stop("x"), over_cap()], 1, 0, GameResult::SecondWins),
        // It was the opponent's call that did not fit.
        (vec![stop("11-21"), over_cap()], 1, 1, GameResult::Draw),
        (
            vec![stop("11-21"), stop("21-12"), over_cap()],
            1,
            2,
            GameResult::SecondWins,
        ),
    ] {
        let record = play(&bench, game, script).0.unwrap();
        assert_eq!(record.ending, scored(result, Termination::BudgetExhausted));
        assert_eq!((record.turns.len(), record.plies), (turns, plies));
        assert!(record.turns.iter().all(|turn| !turn.tries.is_empty()));
    }
}

#[test]
fn an_error_of_the_desk_is_handed_on() {
    let bench = bench(&format!("{STATELESS}\nopponents = [\"other\"]"));
    let void = DeskError::Void {
        cause: VoidCause::Timeout,
        detail: "hung".to_owned(),
        call: Box::new(ludometer_record::desk::FailedCall {
            tries: Vec::new(),
            partial: None,
        }),
    };
    for error in [void, DeskError::halted("enough")] {
        for before in 0..3 {
            let mut script: Vec<_> = [stop("11-21"), stop("21-12"), stop("12-31")]
                .into_iter()
                .take(before)
                .collect();
            script.push(Err(error.clone()));
            assert_eq!(play(&bench, &bench.plan()[0], script).0.unwrap_err(), error);
        }
    }
}

#[test]
fn a_cap_on_plies_is_a_draw() {
    let bench = bench(&format!(
        "{STATELESS}\nply_cap = 3\nopponents = [\"random\"]"
    ));
    let game = &bench.plan()[0];
    let record = play(&bench, game, legal_replies(&bench, game, 9))
        .0
        .unwrap();
    assert_eq!(record.ending, scored(GameResult::Draw, Termination::PlyCap));
    assert_eq!((record.plies, record.turns.len()), (3, 2));
}

#[test]
fn best_play_from_the_start_runs_out_the_countdown() {
    let bench = bench(STATELESS);
    let game = &bench.plan()[0];
    let script = legal_replies(&bench, game, 2000);
    let (record, _) = play(&bench, game, script);
    let record = record.unwrap();
    assert_eq!(
        record.ending,
        scored(GameResult::Draw, Termination::Countdown)
    );
    assert!(record.plies > COUNTDOWN_PLIES, "{}", record.plies);
    assert!(
        record
            .turns
            .iter()
            .all(|turn| turn.tries[0].grade.verdict.is_optimal())
    );
    assert_eq!(record.turns.len(), record.plies.div_ceil(2) as usize);
}

#[test]
fn the_same_answers_make_the_same_game() {
    for lines in [STATELESS, DIALOGUE] {
        let bench = bench(&format!(
            "{lines}\nopponents = [\"epsilon:0.5\"]\nply_cap = 30"
        ));
        let again = super::bench(&format!(
            "{lines}\nopponents = [\"epsilon:0.5\"]\nply_cap = 30"
        ));
        for index in 0..4 {
            let game = &bench.plan()[index];
            let script = legal_replies(&bench, game, 40);
            let (one, first) = play(&bench, game, script.clone());
            let (two, second) = play(&again, &again.plan()[index], script);
            assert_eq!(one.unwrap(), two.unwrap());
            let digests =
                |desk: &ScriptedDesk| desk.asked.iter().map(Question::digest).collect::<Vec<_>>();
            assert_eq!(digests(&first), digests(&second));
        }
    }
}

#[test]
fn a_question_keeps_its_digest() {
    // Journals of version 1 hold digests of questions: a change here breaks their audit.
    // The template is the test's own, so that better prompts do not break it.
    let template = "{% block opening %}{{ position }}?{% endblock %}{% block turn %}{{ position }}.{% endblock %}{% block again %}no{% endblock %}";
    let mut study = super::study("families = [\"own\"]\ntemplates = { own = \"own.jinja\" }");
    study.chop_bench.modes.truncate(1);
    let prompts = [ludometer_record::manifest::PromptRecord::new(
        "own", template,
    )];
    let bench = ChopBench::new(&study, &prompts).unwrap();
    let (_, desk) = play(&bench, &bench.plan()[0], []);
    let json = serde_json::to_string(&desk.asked[0]).unwrap();
    assert_eq!(
        json,
        "{\"decide\":{\"seat\":\"first\",\"player\":\"m\",\"messages\":[{\"role\":\"user\",\"text\":\"11-11?\"}],\
         \"form\":\"text\",\"situation\":{\"position\":\"11-11\",\"family\":\"own\",\"seed\":6601114770379982735}}}"
    );
    assert_eq!(
        desk.asked[0].digest().as_str(),
        "4c325d331d24c9d8b0ca927dd437bf7495af026542c85d55e680e81c7c8fb4c6"
    );
}
