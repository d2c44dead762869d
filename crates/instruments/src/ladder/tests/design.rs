//! The design's steps, and simulated studies against exact numbers.

use ludometer_record::Seed;
use ludometer_stats::{
    Level,
    ladder::{Davidson, Elo, Outcome},
};

use super::super::{played::Pilot, *};

fn elo(rating: f64) -> Elo {
    Elo::new(rating).unwrap()
}

fn seat(letter: char) -> Seat {
    match letter {
        'W' => Seat::Scored(Outcome::Win),
        'D' => Seat::Scored(Outcome::Draw),
        'L' => Seat::Scored(Outcome::Loss),
        'v' => Seat::Void,
        _ => Seat::Waiting,
    }
}

fn pair(opponent: f64, outcomes: &str) -> Pair {
    let mut letters = outcomes.chars();
    Pair {
        opponent: elo(opponent),
        white: seat(letters.next().unwrap()),
        black: seat(letters.next().unwrap()),
    }
}

fn played(pairs: &[(f64, &str)]) -> Played {
    Played {
        pilot: Some(Pilot {
            opponent: elo(1320.0),
            seat: seat('W'),
        }),
        pairs: pairs
            .iter()
            .map(|&(opponent, outcomes)| pair(opponent, outcomes))
            .collect(),
    }
}

fn play(opponent: f64, pairs: usize) -> Step {
    Step::Play(vec![Pair::planned(elo(opponent)); pairs])
}

const FIVE: [(f64, &str); 5] = [
    (2300.0, "LL"),
    (1700.0, "WL"),
    (1700.0, "LW"),
    (1700.0, "DL"),
    (1600.0, "WW"),
];

#[test]
fn the_published_steps() {
    let design = Design::published();
    let next = |played: &Played| design.next(played).unwrap();
    assert_eq!(next(&Played::default()), Step::Pilot(elo(1320.0)));
    let mut now = played(&[]);
    now.pilot = Some(Pilot {
        opponent: elo(1320.0),
        seat: Seat::Waiting,
    });
    assert_eq!(next(&now), Step::Wait);
    assert_eq!(next(&played(&[])), play(2300.0, 1));
    for n in 1..5 {
        assert_eq!(next(&played(&FIVE[..n])), play(FIVE[n].0, 1));
    }
    // One game of a pair is out: nothing is planned beside it.
    assert_eq!(next(&played(&[(2300.0, "L?")])), Step::Wait);
    assert_eq!(next(&played(&FIVE)), play(1700.0, 3));
    let mut wave = FIVE.to_vec();
    wave.extend([(1700.0, "LL"), (1700.0, "WD"), (1700.0, "L?")]);
    assert_eq!(next(&played(&wave)), Step::Wait);
    wave[7].1 = "LW";
    assert_eq!(next(&played(&wave)), play(1700.0, 3));
    let all = vec![(1700.0, "WL"); 20];
    assert_eq!(next(&played(&all)), Step::Stop(StopReason::Games));
}

#[test]
fn the_last_wave_is_cut_and_a_void_game_is_not_replaced() {
    let mut design = Design::published();
    design.stops.games = Some(14);
    assert_eq!(design.next(&played(&FIVE)).unwrap(), play(1700.0, 2));
    let void = played(&[(2300.0, "vv")]);
    // Nothing was learnt, one pair is gone.
    assert_eq!(design.next(&void).unwrap(), play(2300.0, 1));
    assert_eq!(void.games().count(), 0);
}

#[test]
fn refill_plays_so_many_at_once() {
    let mut design = Design::published();
    design.then = Then::Refill { at_once: 4 };
    let mut pairs = FIVE.to_vec();
    assert_eq!(design.next(&played(&pairs)).unwrap(), play(1700.0, 4));
    pairs.extend([(1700.0, "WW"), (1700.0, "??"), (1700.0, "W?")]);
    let Step::Play(planned) = design.next(&played(&pairs)).unwrap() else {
        panic!("two pairs are missing")
    };
    assert_eq!(planned.len(), 2);
    // Half a pair does not move the choice, a whole one does.
    pairs[7].1 = "L?";
    assert_eq!(design.next(&played(&pairs)).unwrap(), Step::Play(planned));
}

#[test]
fn money_and_width_end_it() {
    let mut design = Design::published();
    design.stops.games = None;
    let prices: Vec<_> = design
        .ladder
        .ratings()
        .map(|rating| (rating, 2.0))
        .collect();
    design.choice = Choice::MostForMoney {
        prices: prices.clone(),
    };
    design.stops.budget = Some(14.0);
    // Ten are spent, four are left: two of the three pairs of the wave.
    assert_eq!(design.next(&played(&FIVE)).unwrap(), play(1700.0, 2));
    design.stops.budget = Some(11.0);
    assert_eq!(
        design.next(&played(&FIVE)).unwrap(),
        Step::Stop(StopReason::Budget)
    );
    // With the best rung too dear, another is taken.
    let dear = |(rating, price): (Elo, f64)| {
        (
            rating,
            if rating == elo(2300.0) {
                price * 2.0
            } else {
                price
            },
        )
    };
    design.choice = Choice::MostForMoney {
        prices: prices.into_iter().map(dear).collect(),
    };
    assert_eq!(design.next(&played(&[])).unwrap(), play(2200.0, 1));
    design.choice = Choice::MostForMoney { prices: vec![] };
    assert!(design.next(&played(&[])).is_err());

    let mut design = Design::published();
    for of in [WidthOf::Profile, WidthOf::Anytime] {
        design.stops.width = Some(Width {
            at_most: 700.0,
            level: Level::P95,
            of,
        });
        let step = design.next(&played(&FIVE)).unwrap();
        let narrow = of == WidthOf::Profile;
        assert_eq!(
            step == Step::Stop(StopReason::Width),
            narrow,
            "{of:?}: {step:?}"
        );
    }
}

fn scenario(rating: f64, draw_parameter: f64, looks: &[u32]) -> Scenario {
    Scenario {
        truth: Davidson {
            rating,
            draw_parameter,
            colour_advantage: 0.0,
        },
        design: Design::published(),
        looks: looks.to_vec(),
        split: 10,
        level: Level::P95,
    }
}

fn simulated(scenario: &Scenario, studies: u64) -> Summary {
    let studies: Vec<_> = (0..studies)
        .map(|i| simulate(scenario, Seed(5), i).unwrap())
        .collect();
    Summary::new(scenario, &studies)
}

/// Against sums over all 9^5 outcomes of five pairs, by another program: the
/// chances that the profile interval holds the truth, and of a finite estimate.
#[test]
fn ten_games_agree_with_enumeration() {
    let studies = 250;
    for (rating, nu, coverage, finite, width) in [
        (1000.0, 0.0, 0.967_176, 0.601_114, 752.710),
        (1500.0, 0.5, 0.946_476, 0.993_042, 619.438),
        (2600.0, 0.0, 0.954_072, 1.0, 519.884),
    ] {
        let summary = simulated(&scenario(rating, nu, &[10]), studies);
        let look = &summary.looks[0];
        let error = |share: f64| 4.0 * (share * (1.0 - share) / studies as f64).sqrt() + 1e-12;
        let close = |seen: f64, expected: f64| (seen - expected).abs() < error(expected);
        assert!(
            close(look.profile.coverage, coverage),
            "{rating} {nu}: {look:?}"
        );
        assert!(close(look.finite, finite), "{rating} {nu}: {look:?}");
        assert!(
            close(1.0 - look.profile.unbounded, finite),
            "{rating} {nu}: {look:?}"
        );
        assert!(
            (look.profile.width - width).abs() < 45.0,
            "{rating} {nu}: {look:?}"
        );
        assert!(look.anytime.coverage > 0.99, "{rating} {nu}: {look:?}");
        assert!(look.mixture.unbounded > 0.999, "nothing has tested yet");
    }
}

#[test]
fn a_study_is_the_same_again_and_looks_do_not_change_it() {
    let twenty = scenario(1500.0, 0.5, &[10, 20]);
    let forty = scenario(1500.0, 0.5, &[20, 40]);
    let study = |scenario, index| simulate(scenario, Seed(1), index).unwrap();
    assert_eq!(study(&twenty, 3), study(&twenty, 3));
    assert_ne!(study(&twenty, 3), study(&twenty, 4));
    assert_eq!(study(&twenty, 3).looks[1], study(&forty, 3).looks[0]);
    let look = study(&forty, 3).looks[1];
    assert!(look.mixture.hi - look.mixture.lo > look.profile.hi - look.profile.lo);
}
