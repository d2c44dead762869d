//! Refused moves, calls, tokens, money and time.

use std::path::Path;

use ludometer_record::desk::Usage;
use ludometer_stats::Method;

use super::{
    super::{SeatKind, Spending},
    fixture::{Hand, counted, engines, ladder, plain},
};
use crate::{
    Study, Unit,
    ladder::{EloLadder, GameRecord},
};

fn usage(prompt: u64, completion: u64) -> Usage {
    Usage {
        prompt: Some(prompt),
        completion: Some(completion),
        ..Usage::default()
    }
}

/// The how-manieth game of the pairs it is.
fn number(record: &GameRecord) -> u32 {
    let pair = record.place.pair().unwrap();
    2 * pair + u32::from(record.color == ludometer_games::Color::Black)
}

fn pairs_only(change: impl Fn(&mut GameRecord, u32)) -> impl Fn(&mut GameRecord) {
    move |record| {
        if record.place.pair().is_some() {
            let n = number(record);
            change(record, n);
        }
    }
}

#[test]
fn refused_moves_are_counted_by_game() {
    let ladder = ladder(&["openai:m"], "games = 4", &engines());
    let change = pairs_only(|record, n| {
        record.calls.illegal = n;
        record.calls.malformed = 1;
        record.calls.bad_arguments = 2;
        record.unusable = 3;
        record.calls.play_move += n + 1;
        counted(record, &[usage(10, 1), usage(10, 1)]);
    });
    let player = Hand::of(&ladder).play("a", "W LL WL", &change).player("a");
    let conduct = player.conduct.unwrap();
    // 0, 1, 2 and 3 illegal moves: mean 1.5, standard error √(5/3/4).
    assert_eq!(conduct.illegal.value, Some(1.5));
    assert_eq!(
        (conduct.illegal.numerator, conduct.illegal.games),
        (Some(6.0), 4)
    );
    assert_eq!(conduct.illegal.unit, Unit::PerGame);
    let interval = conduct.illegal.interval(Method::ClusterRobust).unwrap();
    let half = 3.182_446 * (5.0_f64 / 3.0 / 4.0).sqrt();
    assert!((interval.hi - 1.5 - half).abs() < 1e-4, "{interval:?}");
    // No game differs: that is no evidence of certainty.
    assert_eq!(conduct.malformed.value, Some(1.0));
    assert!(conduct.malformed.intervals.is_empty());
    assert_eq!(conduct.bad_calls.unwrap().value, Some(2.0));
    assert_eq!(conduct.unusable.unwrap().value, Some(3.0));
    assert_eq!(conduct.replies.unwrap().value, Some(2.0));
    // 2 + 4 + 4 + 4 moves of its own as it lost, lost, won, lost.
    let legality = conduct.legality;
    let own = legality.numerator.unwrap();
    assert_eq!(legality.denominator, Some(own + 6.0 + 4.0));
    assert!(legality.interval(Method::ClusterRobustLogit).is_some());
}

#[test]
fn what_is_not_asked_in_words_has_no_conduct_and_no_tokens() {
    let models = ["random", "engine:stockfish?elo=1500&nodes=10"];
    let ladder = ladder(&models, "games = 2", &engines());
    let hand = Hand::of(&ladder)
        .play("a", "L LL", &plain)
        .play("b", "W WW", &plain);
    let (random, engine) = (hand.player("a"), hand.player("b"));
    assert_eq!(
        (random.seat, engine.seat),
        (SeatKind::BuiltIn, SeatKind::Engine)
    );
    for player in [&random, &engine] {
        assert!(player.conduct.is_none() && player.spending.is_none());
    }
    assert!(random.player_time.is_none());
    assert!(engine.player_time.is_some());
    assert_eq!(random.kind, "built-in player: random");
    let notes = hand.findings().notes.join("\n");
    assert!(notes.contains("a: a built-in player of this program, not a language model."));
    assert!(
        notes.contains("b: a chess engine, not a language model."),
        "{notes}"
    );
}

fn spending(change: impl Fn(&mut GameRecord, u32)) -> Spending {
    let ladder = ladder(&["openai:m"], "games = 4", &engines());
    let change = pairs_only(change);
    let hand = Hand::of(&ladder).play("a", "W LL WL", &change);
    hand.player("a").spending.unwrap()
}

#[test]
fn tokens_that_nobody_counted_are_absent() {
    let nothing = spending(|record, _| counted(record, &[Usage::default()]));
    assert_eq!(
        (nothing.counted, nothing.partly_counted, nothing.uncounted),
        (0, 0, 4)
    );
    for kind in [
        nothing.prompt,
        nothing.cached,
        nothing.completion,
        nothing.reasoning,
    ] {
        assert!(kind.is_none());
    }
    // Reasoning was counted in one game, cached prompt tokens in none; the second game in
    // part only, the third not at all.
    let some = spending(|record, n| match n {
        0 => counted(
            record,
            &[Usage {
                reasoning: Some(70),
                ..usage(1_000, 100)
            }],
        ),
        1 => counted(record, &[usage(1_000, 100), Usage::default()]),
        2 => counted(record, &[]),
        _ => counted(record, &[usage(3_000, 150), usage(1_000, 150)]),
    });
    assert_eq!(
        (some.counted, some.partly_counted, some.uncounted),
        (2, 1, 1)
    );
    let completion = some.completion.unwrap();
    assert_eq!((completion.value, completion.games), (Some(200.0), 2));
    assert_eq!(completion.unit, Unit::TokensPerGame);
    assert_eq!(some.prompt.unwrap().value, Some(2_500.0));
    let reasoning = some.reasoning.unwrap();
    assert_eq!((reasoning.value, reasoning.games), (Some(70.0), 1));
    assert!(reasoning.intervals.is_empty(), "one game has no spread");
    assert!(some.cached.is_none() && some.dollars.is_none());
}

#[test]
fn a_price_makes_money() {
    let text = "name = \"x\"\ninstrument = \"elo-ladder\"\n[[player]]\nname = \"a\"\nmodel = \"openai:m\"\nprice = { prompt = 2.0, completion = 10.0 }\n[ladder]\ngames = 2\n";
    let study = Study::parse(text, Path::new("study.toml")).unwrap();
    let ladder = EloLadder::new(&study, &[], &engines()).unwrap();
    let change = pairs_only(|record, n| {
        counted(record, &[usage(1_000_000, 100_000 * u64::from(n + 1))]);
    });
    let player = Hand::of(&ladder).play("a", "W LL", &change).player("a");
    let dollars = player.spending.unwrap().dollars.unwrap();
    assert_eq!(
        (dollars.value, dollars.unit),
        (Some(3.5), Unit::DollarsPerGame)
    );
}

#[test]
fn time_and_length_are_means_over_games() {
    let ladder = ladder(&["openai:m"], "games = 2", &engines());
    // Lost as White in 4 plies, lost as Black in 7.
    let player = Hand::of(&ladder).play("a", "W LL", &plain).player("a");
    assert_eq!(player.length.value, Some(5.5));
    assert_eq!(player.player_time.unwrap().value, Some(1.25 * 2.5));
    assert_eq!(player.opponent_time.value, Some(0.04 * 3.0));
}
