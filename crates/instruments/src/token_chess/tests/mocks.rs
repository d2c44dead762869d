//! Players that steer by a rule.

use std::collections::BTreeSet;

use ludometer_daydream::SoftCap;
use ludometer_games::{Board, Variant};
use ludometer_record::{Seed, desk::Score, study::Mock};

use super::{Script, bench, first, play};
use crate::{
    Instrument, generator,
    token_chess::{
        decision::{Decision, setting},
        mock::{View, decide},
        record::{Asker, MovedBy},
    },
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What a mock decides in a position, with a generator of this number.
fn decides(
    mock: Mock,
    fen: &str,
    (tokens, spent): (u32, u32),
    candidates: &[&str],
    n: u64,
) -> Decision {
    let board = Board::from_fen(Variant::Standard, fen).unwrap();
    let candidates: Vec<String> = candidates.iter().map(|text| (*text).to_owned()).collect();
    let view = View {
        board: &board,
        tokens,
        spent,
        candidates: &candidates,
    };
    decide(mock, view, &mut generator(Seed(n), &["mock"]))
}

/// All that it decides over many generators.
fn ever(mock: Mock, fen: &str, purse: (u32, u32), candidates: &[&str]) -> Vec<Decision> {
    (0..2000)
        .map(|n| decides(mock, fen, purse, candidates, n))
        .collect()
}

/// All that it picks over many generators.
fn picks(mock: Mock, fen: &str, purse: (u32, u32), candidates: &[&str]) -> BTreeSet<String> {
    ever(mock, fen, purse, candidates)
        .into_iter()
        .map(|decision| match decision {
            Decision::Pick(text) => text,
            Decision::Sample(setting) => panic!("{setting:?}"),
        })
        .collect()
}

fn set(texts: &[&str]) -> BTreeSet<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn random_takes_any_setting_of_its_range_evenly() {
    let mut temperatures = Vec::new();
    let mut caps = std::collections::BTreeMap::<Option<u64>, u32>::new();
    for decision in ever(Mock::Random, START, (40, 0), &[]) {
        let Decision::Sample(setting) = decision else {
            panic!("{decision:?}")
        };
        temperatures.push(setting.temperature.get());
        let cap = setting.soft_cap.map(SoftCap::get);
        *caps.entry(cap.map(f64::to_bits)).or_default() += 1;
    }
    assert!(temperatures.iter().all(|one| (0.3..=1.5).contains(one)));
    // Six bands of 0.2, 333 expected in each; 250 is five deviations away.
    for band in 0..6 {
        let low = 0.3 + 0.2 * f64::from(band);
        let within = temperatures
            .iter()
            .filter(|one| (low..low + 0.2).contains(*one));
        let count = within.count();
        assert!((250..=416).contains(&count), "{low}: {count}");
    }
    let expected = [None, Some(5.0), Some(10.0), Some(20.0)].map(|cap| cap.map(f64::to_bits));
    assert!(caps.keys().copied().eq(expected), "{caps:?}");
    assert!(
        caps.values().all(|count| (400..=600).contains(count)),
        "{caps:?}"
    );
}

#[test]
fn random_picks_any_candidate() {
    let pool = ["e2e4", "d2d4", "g1f3"];
    assert_eq!(picks(Mock::Random, START, (40, 1), &pool), set(&pool));
}

#[test]
fn adaptive_loosens_with_every_failure() {
    for (failures, expected) in [
        (0, setting(0.5, Some(5.0))),
        (1, setting(0.65, Some(8.0))),
        (2, setting(0.8, Some(11.0))),
        (3, setting(0.95, None)),
        (4, setting(1.1, None)),
        (9, setting(1.85, None)),
        (10, setting(2.0, None)),
        (11, setting(2.0, None)),
        (1000, setting(2.0, None)),
    ] {
        let Decision::Sample(got) = decides(Mock::Adaptive, START, (40, failures), &[], 1) else {
            panic!("a sample")
        };
        assert!((got.temperature.get() - expected.temperature.get()).abs() < 1e-12);
        assert_eq!(got.soft_cap, expected.soft_cap, "{failures}");
    }
    let pool = ["d2d4", "e2e4"];
    assert_eq!(picks(Mock::Adaptive, START, (40, 1), &pool), set(&["d2d4"]));
}

#[test]
fn heuristic_shops_for_a_second_candidate_within_two_batches() {
    let shops = |tokens, spent, pool: &[&str]| {
        let decision = decides(Mock::Heuristic, START, (tokens, spent), pool, 1);
        match decision {
            Decision::Sample(got) => {
                assert_eq!(got, setting(0.9, None));
                true
            }
            Decision::Pick(text) => {
                assert!(pool.contains(&text.as_str()));
                false
            }
        }
    };
    // With nothing to pick it samples, whatever is left.
    for (tokens, spent) in [(40, 0), (40, 7), (2, 0), (1, 5)] {
        assert!(shops(tokens, spent, &[]));
    }
    assert!(shops(40, 1, &["e2e4"]), "one more batch for a second one");
    assert!(shops(3, 1, &["e2e4"]), "more than two are left");
    assert!(!shops(2, 1, &["e2e4"]), "two are kept");
    assert!(!shops(40, 2, &["e2e4"]), "two batches are enough");
    assert!(!shops(40, 1, &["e2e4", "d2d4"]), "two are enough");
}

#[test]
fn heuristic_picks_mate_then_the_biggest_capture_then_check() {
    // White may mate on e8, take the queen, a rook or a pawn, give check, or step.
    let fen = "6k1/5ppp/8/q2r4/1N1NP3/8/6PP/4R1K1 w - - 0 1";
    let pool = ["g2g3", "b4d5", "e4d5", "d4c6", "e4e5"];
    assert_eq!(
        picks(Mock::Heuristic, fen, (9, 2), &pool),
        set(&["b4d5", "e4d5"]),
        "a rook, by either"
    );
    let fen = "6k1/5ppp/8/8/8/8/1n1p2PP/R1B1R1K1 w - - 0 1";
    let purse = (9, 2);
    let mates = ["e1e8", "a1a8"];
    assert_eq!(
        picks(
            Mock::Heuristic,
            fen,
            purse,
            &["c1b2", "c1d2", "e1e8", "a1a8"]
        ),
        set(&mates)
    );
    assert_eq!(
        picks(Mock::Heuristic, fen, purse, &["c1d2", "c1b2", "h2h3"]),
        set(&["c1b2"]),
        "a knight before a pawn"
    );
    let fen = "6k1/6pp/8/8/8/8/1p4PP/R1B1R1K1 w - - 0 1";
    assert_eq!(
        picks(Mock::Heuristic, fen, purse, &["h2h3", "c1b2", "a1a4"]),
        set(&["c1b2"]),
        "a pawn before nothing"
    );
    // e1e8 is a check here, no mate.
    let fen = "6k1/7p/8/8/8/8/1p4PP/R1B1R1K1 w - - 0 1";
    assert_eq!(
        picks(Mock::Heuristic, fen, purse, &["h2h3", "e1e8", "a1a4"]),
        set(&["e1e8"]),
        "a check before a quiet move"
    );
    assert_eq!(
        picks(Mock::Heuristic, fen, purse, &["e1e8", "c1b2"]),
        set(&["c1b2"]),
        "a pawn before a check"
    );
    let pool = ["h2h3", "g2g3", "a1a4"];
    assert_eq!(picks(Mock::Heuristic, fen, purse, &pool), set(&pool));
}

#[test]
fn en_passant_and_promotion_captures_are_captures() {
    let fen = "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3";
    assert_eq!(
        picks(Mock::Heuristic, fen, (9, 2), &["a2a3", "e5d6"]),
        set(&["e5d6"])
    );
}

/// Every pair of mocks plays to an end in every economy and on every board.
#[test]
fn mocks_play_whole_games_without_a_model() {
    for economy in ["forfeit", "income", "batch"] {
        for tier in ["micro", "regular", "grand"] {
            let bench = bench(&format!(
                "economy = \"{economy}\"\ntier = \"{tier}\"\nply_cap = 40\ngames = 1\n\
                 pairs = [[\"mock:random\", \"mock:adaptive\"], [\"mock:adaptive\", \
                 \"mock:heuristic\"], [\"mock:heuristic\", \"mock:random\"]]"
            ));
            for game in bench.plan() {
                let script = Script::dreaming().verdict(Score::Cp(-400));
                let (record, desk) = play(&bench, game, script);
                let record = record.unwrap();
                assert!(desk.decisions().is_empty(), "no mock is a question");
                for (_, seat) in record.seats.iter() {
                    assert_eq!(
                        (seat.calls, seat.parse_failures, seat.forced_picks),
                        (0, 0, 0)
                    );
                }
                let mut batches = record.turns.iter().flat_map(|turn| &turn.batches);
                assert!(batches.all(|batch| batch.by != Asker::Fallback));
            }
        }
    }
}

#[test]
fn a_mock_with_an_empty_purse_picks_what_it_has() {
    let lines = "pairs = [[\"mock:heuristic\", \"mock:random\"]]\nbudget = 1\nply_cap = 1";
    let script = Script::samples("e2e4 z z").verdict(Score::Cp(0));
    let (record, _) = first(lines, script);
    assert_eq!(record.moves, ["e2e4"]);
    assert_eq!(record.turns[0].played.as_ref().unwrap().by, MovedBy::Player);
    assert_eq!(record.turns[0].batches[0].setting, setting(0.9, None));
}

#[test]
fn mocks_see_their_own_purse_and_their_own_turn_alone() {
    // Adaptive begins each turn anew: a failure of the turn before does not loosen it.
    let lines = "economy = \"forfeit\"\npairs = [[\"mock:adaptive\", \"mock:adaptive\"]]\n\
                 budget = 9\nply_cap = 2";
    let (record, _) = first(lines, Script::samples("z z e2e4 e7e5"));
    let settings: Vec<f64> = record
        .turns
        .iter()
        .flat_map(|turn| &turn.batches)
        .map(|batch| batch.setting.temperature.get())
        .collect();
    assert_eq!(settings.len(), 4);
    assert!((settings[2] - 0.8).abs() < 1e-12 && (settings[3] - 0.5).abs() < 1e-12);
}
