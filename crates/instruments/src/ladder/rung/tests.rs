//! Decisions, tables and ratings of rungs.
#![allow(clippy::float_cmp, reason = "whole ratings and quarters are exact")]

use ludometer_games::{Board, Variant};
use ludometer_record::Seed;
use ludometer_stats::{
    Interval, Level,
    ladder::{Colour, Elo, Evidence, Game, Outcome, Place, fit, fit_uncertain, pool::Standing},
};

use super::{build::Unrated, rate::rate, *};
use crate::generator;

fn elo(rating: f64) -> Elo {
    Elo::new(rating).unwrap()
}

fn share(share: f64) -> RandomShare {
    RandomShare::new(share).unwrap()
}

mod decisions {
    use super::*;

    #[test]
    fn a_share_lies_from_0_to_1() {
        for wrong in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert!(RandomShare::new(wrong).is_err(), "{wrong}");
        }
        let error = RandomShare::new(1.5).unwrap_err().to_string();
        assert_eq!(
            error,
            "a share of random moves is a number from 0 to 1, not 1.5"
        );
    }

    #[test]
    fn no_ply_or_every_ply_is_random_at_the_ends() {
        let legal = Board::new(Variant::Standard).legal_moves();
        let mut random = generator(Seed(1), &["ends"]);
        for _ in 0..200 {
            assert_eq!(RandomShare::NONE.choose(&legal, &mut random), None);
            assert!(RandomShare::ALL.choose(&legal, &mut random).is_some());
        }
        assert_eq!(RandomShare::ALL.choose(&[], &mut random), None);
    }

    /// The share of random plies, and of each move among them, against binomial limits of
    /// five standard deviations.
    #[test]
    fn plies_are_random_as_often_as_stated_and_moves_evenly() {
        let legal = Board::new(Variant::Standard).legal_moves();
        assert_eq!(legal.len(), 20);
        let mut random = generator(Seed(2), &["even"]);
        let plies = 40_000;
        let mut counts = vec![0_u32; legal.len()];
        for _ in 0..plies {
            if let Some(chosen) = share(0.25).choose(&legal, &mut random) {
                counts[legal.iter().position(|text| text == chosen).unwrap()] += 1;
            }
        }
        let near = |count: u32, p: f64| {
            let n = f64::from(plies);
            let off = (f64::from(count) - n * p).abs();
            assert!(
                off < 5.0 * (n * p * (1.0 - p)).sqrt(),
                "{count} for {}",
                n * p
            );
        };
        near(counts.iter().sum(), 0.25);
        for count in counts {
            near(count, 0.25 / 20.0);
        }
    }

    /// Whoever moves, two draws are gone: what a rung does at its third turn does not hang
    /// on whether its second was random.
    #[test]
    fn a_turn_uses_the_generator_alike_whoever_moves() {
        let legal = Board::new(Variant::Standard).legal_moves();
        let after = |first: RandomShare| {
            let mut random = generator(Seed(3), &["alike"]);
            first.choose(&legal, &mut random);
            RandomShare::ALL
                .choose(&legal, &mut random)
                .map(str::to_owned)
        };
        assert_eq!(after(RandomShare::NONE), after(RandomShare::ALL));
    }

    /// The same moves on every machine and in every release: games of a rung are made from them.
    #[test]
    fn decisions_are_these() {
        let legal = Board::new(Variant::Standard).legal_moves();
        let mut random = generator(Seed(7), &["golden"]);
        let chosen: Vec<&str> = (0..12)
            .map(|_| share(0.5).choose(&legal, &mut random).unwrap_or("-"))
            .collect();
        assert_eq!(chosen.join(" "), GOLDEN);
    }

    const GOLDEN: &str = "e2e4 c2c3 - g2g3 a2a3 b1a3 b1a3 - h2h3 c2c3 c2c3 -";
}

fn unrated(shares: &[f64]) -> Vec<Unrated> {
    let rung = |&at: &f64| Unrated {
        name: if at >= 1.0 {
            "random".to_owned()
        } else {
            format!("r{at}")
        },
        engine: (at < 1.0).then(|| "stockfish?elo=1350&nodes=20000".to_owned()),
        random: share(at),
    };
    shares.iter().map(rung).collect()
}

fn provenance() -> Provenance {
    Provenance {
        name: "test".to_owned(),
        program_version: "0.0.0".to_owned(),
        date: "2026-01-31".to_owned(),
        engine: TableEngine {
            name: "Stockfish 15.1".to_owned(),
            files: [("stockfish".to_owned(), "00".repeat(32))].into(),
            options: [("UCI_Elo".to_owned(), "1350".to_owned())].into(),
        },
        play: Play {
            seed: 1,
            opening_plies: 2,
            ply_cap: 240,
            draws: "claimed".to_owned(),
            games: 0,
            repeated: 0,
        },
        floor: elo(1350.0),
    }
}

/// So many wins, draws and losses of the first, half with each colour.
fn games(white: usize, black: usize, [wins, draws, losses]: [usize; 3]) -> Vec<Result> {
    let outcomes = [
        vec![Outcome::Win; wins],
        vec![Outcome::Draw; draws],
        vec![Outcome::Loss; losses],
    ]
    .concat();
    let game = |(number, outcome): (usize, Outcome)| {
        if number % 2 == 0 {
            Result {
                white,
                black,
                outcome,
            }
        } else {
            Result {
                white: black,
                black: white,
                outcome: outcome.reversed(),
            }
        }
    };
    outcomes.into_iter().enumerate().map(game).collect()
}

/// 75%, then 75% without draws: 400·log10 3 each.
fn two_steps() -> RungTable {
    let results = [games(0, 1, [75, 0, 25]), games(1, 2, [150, 0, 50])].concat();
    build::build(&unrated(&[0.0, 0.5, 1.0]), &results, provenance()).unwrap()
}

mod tables {
    use super::*;

    #[test]
    fn ratings_are_those_of_the_closed_form() {
        let table = two_steps();
        let step = 400.0 * 3.0_f64.log10();
        let ratings: Vec<f64> = table.rungs.iter().map(|rung| rung.rating.get()).collect();
        assert_eq!(
            ratings,
            [
                1350.0,
                (1350.0 - step).round(),
                (1350.0 - 2.0 * step).round()
            ]
        );
        // The information of n games at 75% is n·A²·4·p·q, A = ln 10/800.
        let per_game = ludometer_stats::ladder::PER_ELO.powi(2) * 4.0 * 0.75 * 0.25;
        let first = 1.0 / (100.0 * per_game).sqrt();
        let second = (1.0 / (100.0 * per_game) + 1.0 / (200.0 * per_game)).sqrt();
        let errors: Vec<f64> = table.rungs.iter().map(|rung| rung.standard_error).collect();
        assert_eq!(errors[0], 0.0);
        assert!(
            (errors[1] / first - 1.0).abs() < 0.02,
            "{} for {first}",
            errors[1]
        );
        assert!(
            (errors[2] / second - 1.0).abs() < 0.02,
            "{} for {second}",
            errors[2]
        );
        assert_eq!(table.fit.chi_square, 0.0);
        assert_eq!(table.fit.degrees_of_freedom, 0);
        assert_eq!(table.pairings[1].share, 0.75);
        assert_eq!(table.pairings[1].as_white.games(), 100);
    }

    #[test]
    fn a_pairing_that_the_ratings_do_not_foresee_stands_out() {
        let mut results = [games(0, 1, [75, 0, 25]), games(1, 2, [75, 0, 25])].concat();
        // The two steps alone foresee 90% here.
        results.extend(games(0, 2, [50, 0, 50]));
        let table = build::build(&unrated(&[0.0, 0.5, 1.0]), &results, provenance()).unwrap();
        assert_eq!(table.fit.degrees_of_freedom, 1);
        assert!(table.fit.chi_square > 15.0, "{}", table.fit.chi_square);
        let worst = table
            .pairings
            .iter()
            .find(|pairing| pairing.residual < -3.0);
        assert_eq!(worst.unwrap().second, "random");
    }

    #[test]
    fn the_order_of_the_games_does_not_matter() {
        let mut results = [games(0, 1, [70, 10, 20]), games(1, 2, [80, 40, 40])].concat();
        let rungs = unrated(&[0.0, 0.5, 1.0]);
        let table = build::build(&rungs, &results, provenance()).unwrap();
        results.reverse();
        assert_eq!(
            build::build(&rungs, &results, provenance())
                .unwrap()
                .write(),
            table.write()
        );
    }

    #[test]
    fn games_that_bind_nothing_make_no_table() {
        let rungs = unrated(&[0.0, 0.5, 1.0]);
        let said = |results: &[Result]| {
            build::build(&rungs, results, provenance())
                .unwrap_err()
                .to_string()
        };
        let one_sided = [games(0, 1, [70, 0, 30]), games(1, 2, [50, 0, 0])].concat();
        assert!(said(&one_sided).starts_with("the games do not bind the rating of \"random\""));
        let upside_down = [games(0, 1, [70, 0, 30]), games(1, 2, [10, 0, 30])].concat();
        assert!(said(&upside_down).contains("is not rated below it; play more games"));
    }

    #[test]
    fn a_table_survives_its_file() {
        let table = two_steps();
        assert_eq!(RungTable::parse(&table.write()).unwrap(), table);
    }

    #[test]
    fn what_is_wrong_with_a_table_is_told() {
        let text = two_steps().write();
        let said = |from: &str, to: &str| {
            assert!(text.contains(from), "{from:?} in {text}");
            RungTable::parse(&text.replacen(from, to, 1))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            said("format = 1", "format = 2"),
            "its format is 2; this program reads 1"
        );
        assert!(said("random = 0.5", "random = 1.5").contains("from 0 to 1, not 1.5"));
        assert!(
            said("random = 0.5", "random = 0.0").contains("does not move at random more often")
        );
        assert!(said("name = \"r0.5\"", "name = \"r0\"").contains("its name is there twice"));
        assert!(
            said("rating = 1159.0", "rating = 1359.0").contains("does not hold its rating 1359")
        );
        assert!(said("rating = 1350.0", "ratign = 1350.0").contains("ratign"));
        assert!(said("first = \"r0\"", "first = \"r9\"").contains("names no two rungs"));
        assert!(
            said("standard_error = 0.0", "standard_error = 3.0")
                .contains("no random move, no error")
        );
        assert!(
            said("random = 1.0", "engine = \"stockfish\"\nrandom = 1.0").contains("never moves")
        );
        let error = RungTable::parse("format = 1").unwrap_err().to_string();
        assert!(
            error.starts_with("it is no table of rungs: ")
                && error.contains("missing field `name`")
        );
        assert!(RungTable::parse("no table").is_err());
    }

    #[test]
    fn a_table_is_a_ladder() {
        let table = two_steps();
        let ladder = table.ladder(&[elo(1350.0), elo(1500.0)]);
        let ratings: Vec<f64> = ladder.ratings().map(Elo::get).collect();
        assert_eq!(ratings, [968.0, 1159.0, 1350.0, 1500.0]);
        assert_eq!(table.rung(elo(968.0)).unwrap().name, "random");
        assert_eq!(table.standard_error(elo(1500.0)), 0.0);
        assert!(table.standard_error(elo(968.0)) > table.standard_error(elo(1159.0)));
    }
}

mod ratings {
    use super::*;

    fn against(rung: f64, [wins, draws, losses]: [usize; 3]) -> Vec<Game> {
        games(0, 1, [wins, draws, losses])
            .into_iter()
            .map(|result| {
                let (colour, outcome) = if result.white == 0 {
                    (Colour::White, result.outcome)
                } else {
                    (Colour::Black, result.outcome.reversed())
                };
                Game {
                    opponent: elo(rung),
                    colour,
                    outcome,
                }
            })
            .collect()
    }

    fn joint(table: &RungTable, games: &[Game]) -> (f64, Interval) {
        let found = rate(table, games, Level::P95).unwrap();
        match found.player.standing {
            Standing::Rated {
                place: Place::At(at),
                interval,
            } => (at, interval),
            other => panic!("{other:?}"),
        }
    }

    /// Without draws, games against one rung move nobody else: the rating is the rung's and
    /// the variances add up.
    #[test]
    fn the_uncertainty_of_a_rung_is_in_the_interval() {
        let table = two_steps();
        let played = against(968.0, [50, 0, 50]);
        let (at, interval) = joint(&table, &played);
        assert!((at - 968.0).abs() < 1.0, "{at}");
        let alone = fit(&Evidence::new(&played), Level::P95).interval;
        let z = Level::P95.z();
        let (of_rung, of_games) = (table.rungs[2].standard_error, alone.half_width() / z);
        let expected = of_rung.hypot(of_games);
        let found = interval.half_width() / z;
        assert!(
            (found / expected - 1.0).abs() < 0.02,
            "{found} for {expected}"
        );
        // And so says the profile that is told the standard error.
        let error = |rating| table.standard_error(rating);
        let told = fit_uncertain(&Evidence::new(&played), error, Level::P95).unwrap();
        assert!((told.interval.half_width() / z / expected - 1.0).abs() < 0.02);
    }

    /// Errors of two rungs go together; taken as independent they would average out.
    #[test]
    fn errors_that_rungs_share_do_not_average_out() {
        let table = two_steps();
        let played = [
            against(1159.0, [500, 0, 500]),
            against(968.0, [750, 0, 250]),
        ]
        .concat();
        let (_, interval) = joint(&table, &played);
        let error = |rating| table.standard_error(rating);
        let apart = fit_uncertain(&Evidence::new(&played), error, Level::P95)
            .unwrap()
            .interval;
        assert!(
            interval.half_width() > 1.1 * apart.half_width(),
            "{} and {}",
            interval.half_width(),
            apart.half_width()
        );
    }

    #[test]
    fn an_engine_above_the_floor_is_taken_at_its_word() {
        let table = two_steps();
        let played = against(1500.0, [30, 0, 30]);
        let (at, interval) = joint(&table, &played);
        let alone = fit(&Evidence::new(&played), Level::P95).interval;
        assert!((at - 1500.0).abs() < 1.0, "{at}");
        assert!((interval.half_width() - alone.half_width()).abs() < 0.5);
    }
}
