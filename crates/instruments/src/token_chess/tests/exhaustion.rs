//! A side to move with neither a token nor a candidate, in all its ways; caps and failures.

use ludometer_games::Color;
use ludometer_record::{
    desk::{Answer, FailedCall, OverCap, Score},
    ending::{GameResult, Termination, VoidCause},
};
use proptest::prelude::*;

use super::{ANY, Script, bench, first, pick, play, scored, verdict};
use crate::{
    Instrument,
    desk::{DeskError, ScriptedDesk},
    token_chess::{
        record::{Asker, End, MovedBy},
        winner,
    },
};

#[test]
fn mates_decide_and_a_pawn_decides_on_either_side() {
    let [white, black] = [Color::White, Color::Black];
    for (score, winner_if_white_moves) in [
        (Score::Cp(100), Some(white)),
        (Score::Cp(101), Some(white)),
        (Score::Cp(99), None),
        (Score::Cp(0), None),
        (Score::Cp(-99), None),
        (Score::Cp(-100), Some(black)),
        (Score::Cp(i32::MAX), Some(white)),
        (Score::Cp(i32::MIN), Some(black)),
        (Score::Mate(1), Some(white)),
        (Score::Mate(40), Some(white)),
        (Score::Mate(-1), Some(black)),
        // The side to move is mated already.
        (Score::Mate(0), Some(black)),
    ] {
        let said = verdict(score);
        assert_eq!(
            winner(&said, white, 100),
            winner_if_white_moves,
            "{score:?}"
        );
        let mirrored = winner_if_white_moves.map(Color::other);
        assert_eq!(winner(&said, black, 100), mirrored, "{score:?}");
    }
    assert_eq!(winner(&verdict(Score::Cp(0)), white, 0), None);
    assert_eq!(winner(&verdict(Score::Cp(1)), white, 0), Some(white));
}

/// White spends its only token on nothing.
fn white_runs_dry() -> Script {
    Script::samples("zzzz e2e5 yyyy").white([ANY])
}

#[test]
fn a_dry_side_without_a_candidate_ends_the_game_and_the_engine_adjudicates() {
    let desk = white_runs_dry().verdict(Score::Cp(-100));
    let (record, desk) = first("budget = 1", desk);
    assert_eq!(
        record.ending,
        scored(GameResult::SecondWins, Termination::AdjudicatedExhausted)
    );
    assert_eq!(record.end.exhausted(), Some(Color::White));
    let [turn] = &record.turns[..] else {
        panic!("{:?}", record.turns)
    };
    assert_eq!((turn.spent, turn.bank_after, &turn.played), (1, 0, &None));
    assert_eq!(
        turn.batches[0].attempts.len(),
        3,
        "the failing turn is kept"
    );
    assert_eq!(desk.judged()[0].moves, [""; 0]);
    assert_eq!(desk.asked.len(), 3);
}

#[test]
fn a_side_that_starts_its_turn_dry_is_not_asked() {
    let desk = Script::samples("e2e4 z z e7e5 z z")
        .white([ANY, &pick("e2e4")])
        .black([ANY, &pick("e7e5")])
        .verdict(Score::Cp(99));
    let (record, desk) = first("budget = 1", desk);
    assert_eq!(
        record.ending,
        scored(GameResult::Draw, Termination::AdjudicatedExhausted)
    );
    assert_eq!(record.end.exhausted(), Some(Color::White));
    assert_eq!(record.turns.len(), 3);
    assert!(record.turns[2].batches.is_empty());
    assert_eq!(desk.decisions().len(), 4);
    assert_eq!(desk.judged()[0].moves, ["e2e4", "e7e5"]);
}

#[test]
fn depth_and_threshold_can_be_set() {
    let desk = white_runs_dry().verdict(Score::Cp(99));
    let (record, desk) = first("budget = 1\ndepth = 3\nthreshold = 50", desk);
    assert_eq!(desk.judged()[0].depth, 3);
    assert_eq!(
        record.ending,
        scored(GameResult::FirstWins, Termination::AdjudicatedExhausted)
    );
}

#[test]
fn exhaustion_may_forfeit() {
    let (record, desk) = first("budget = 1\nexhaustion = \"forfeit\"", white_runs_dry());
    assert_eq!(
        record.ending,
        scored(GameResult::SecondWins, Termination::Forfeit)
    );
    assert!(desk.judged().is_empty());
}

#[test]
fn the_solvent_side_may_play_on() {
    // The harness moves for White; Black shops on, and then it is dry, too.
    let desk = Script::samples("z z z y y e2e4 x x x e7e5 w w w w w d2d4 v v v v v d7d5")
        .white([ANY])
        .black([ANY, &pick("e7e5")]);
    // Black's one batch is "e7e5 w w", behind the six silent draws.
    let desk = desk.samples_otherwise("v");
    let (record, desk) = first(
        "budget = 1\nexhaustion = \"solvent-plays-on\"\nply_cap = 3\nat_ply_cap = \"draw\"",
        desk,
    );
    assert_eq!(record.moves[..2], ["e2e4", "e7e5"]);
    let by: Vec<MovedBy> = record
        .turns
        .iter()
        .map(|turn| turn.played.as_ref().unwrap().by)
        .collect();
    assert_eq!(
        by,
        [
            MovedBy::HarnessSampled,
            MovedBy::Player,
            MovedBy::HarnessSampled
        ]
    );
    let askers: Vec<Asker> = record.turns[0].batches.iter().map(|one| one.by).collect();
    assert_eq!(askers, [Asker::Player, Asker::Harness]);
    assert_eq!(record.seats.white.ledger, [1, 0]);
    assert_eq!(desk.decisions().len(), 3);
    assert!(desk.judged().is_empty());
}

#[test]
fn adjudication_may_wait_until_both_are_dry() {
    let desk = Script::samples("z z z y y e2e4 x x x e7e5 w w")
        .white([ANY])
        .black([ANY, &pick("e7e5")])
        .verdict(Score::Mate(2));
    let (record, desk) = first(
        "budget = 1\nexhaustion = \"adjudicate-when-both-dry\"",
        desk,
    );
    assert_eq!(record.moves, ["e2e4", "e7e5"]);
    assert_eq!(
        record.turns[0].played.as_ref().unwrap().by,
        MovedBy::HarnessSampled,
        "Black had a token left"
    );
    assert_eq!(
        record.ending,
        scored(GameResult::FirstWins, Termination::AdjudicatedExhausted)
    );
    assert_eq!(desk.judged().len(), 1);
}

#[test]
fn a_side_at_the_games_own_cap_loses_it() {
    let over = Answer::OverGameCap(OverCap {
        key: "limits.game_tokens".to_owned(),
        cap: 10.0,
        spent: 9.0,
        reservation: 2.0,
    });
    let desk = Script::samples("e2e4 z z")
        .white([ANY, &pick("e2e4")])
        .says(Color::Black, over);
    let (record, _) = first("", desk);
    assert_eq!(record.end, End::GameCap(Color::Black));
    assert_eq!(
        record.ending,
        scored(GameResult::FirstWins, Termination::BudgetExhausted)
    );
    assert_eq!((record.moves.len(), record.turns.len()), (1, 2));
    assert_eq!(record.seats.black.calls, 0);
}

#[test]
fn what_the_world_does_to_a_game_is_handed_on() {
    let bench = bench("budget = 1");
    let failed = DeskError::Void {
        cause: VoidCause::Engine,
        detail: "it fell silent".to_owned(),
        call: Box::new(FailedCall {
            tries: Vec::new(),
            partial: None,
        }),
    };
    let samples = || Ok(Answer::Samples(vec!["z".to_owned(); 3]));
    let reply = || Ok(super::stop(ANY));
    let desk = |script: Vec<Result<Answer, DeskError>>| {
        let mut desk = ScriptedDesk::answers(script);
        futures_util::FutureExt::now_or_never(bench.play(&bench.plan()[0], &mut desk)).unwrap()
    };
    assert_eq!(
        desk(vec![reply(), samples(), Err(failed.clone())]),
        Err(failed.clone())
    );
    assert_eq!(
        desk(vec![reply(), Err(failed.clone())]),
        Err(failed.clone())
    );
    assert_eq!(desk(vec![Err(failed.clone())]), Err(failed));
    // Answers to other questions, and samples that are too few.
    for script in [
        vec![samples()],
        vec![reply(), reply()],
        vec![reply(), Ok(Answer::Samples(vec!["e2e4".to_owned(); 2]))],
        vec![reply(), samples(), samples()],
    ] {
        let said = desk(script).unwrap_err().to_string();
        assert!(said.contains("came where something else"), "{said}");
    }
}

proptest! {
    /// Whatever happens, the books balance.
    #[test]
    fn the_books_balance(
        economy in prop::sample::select(vec!["forfeit", "income", "batch"]),
        exhaustion in prop::sample::select(vec![
            "adjudicate", "solvent-plays-on", "adjudicate-when-both-dry", "forfeit",
        ]),
        budget in 1_u32..7, batch in 1_u32..4, income in 0_u32..3, games in 0_usize..8,
        reply in prop::sample::select(vec![ANY, "hm", r#"{"action":"pick","choice":1}"#]),
    ) {
        let bench = bench(&format!(
            "economy = \"{economy}\"\nexhaustion = \"{exhaustion}\"\nbudget = {budget}\n\
             batch = {batch}\nincome = {income}\nply_cap = 30\ngames = 8\ntier = \"micro\""
        ));
        let script = Script::dreaming().replies_otherwise(reply).verdict(Score::Cp(7));
        let (record, desk) = play(&bench, &bench.plan()[games], script);
        let record = record.unwrap();
        for side in [Color::White, Color::Black] {
            let turns: Vec<_> = record.turns.iter().filter(|turn| turn.side == side).collect();
            let seat = &record.seats[side];
            let came = budget + income * u32::try_from(turns.len()).unwrap();
            prop_assert_eq!(seat.bank + seat.spent, came);
            prop_assert_eq!(turns.iter().map(|turn| turn.spent).sum::<u32>(), seat.spent);
            let moved = turns.iter().filter(|turn| turn.played.is_some()).count();
            prop_assert_eq!(seat.ledger.len(), moved);
            let bought: usize = turns.iter().flat_map(|turn| &turn.batches)
                .filter(|one| one.by != Asker::Harness).count();
            prop_assert_eq!(bought, seat.spent as usize);
            prop_assert_eq!(seat.calls, seat.decisions + seat.parse_failures);
        }
        let played: Vec<_> = record.turns.iter().filter_map(|turn| turn.played.as_ref()).collect();
        prop_assert!(played.iter().map(|one| &one.text).eq(&record.moves));
        for turn in &record.turns {
            let mut pool = turn.candidates.clone();
            pool.sort_unstable();
            pool.dedup();
            prop_assert_eq!(pool.len(), turn.candidates.len());
        }
        prop_assert_eq!(desk.asked.len(), desk.given.len());
    }
}
