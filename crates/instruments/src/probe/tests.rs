mod studies;

use ludometer_daydream::{Draw, DrawEnd, Setting};
use ludometer_games::{Board, Color, Variant};
use ludometer_stats::Method;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::game::{Draws, Game, GameError, Nobody, Opponent, Rules, play};
use super::legality::Legality;
use super::sweep::{CAPS, TEMPERATURES, grid, name};
use crate::tool::{Tool, ToolError};

/// Says the same texts over and over.
struct Parrot(Vec<&'static str>, usize);

impl Tool for Parrot {
    fn draw(
        &mut self,
        _: &[String],
        n: usize,
        _: Setting,
        _: &mut dyn Rng,
    ) -> Result<Vec<Draw>, ToolError> {
        let text = |_| {
            self.1 += 1;
            let text = self.0[(self.1 - 1) % self.0.len()].to_owned();
            Draw {
                text,
                end: DrawEnd::Space,
            }
        };
        Ok((0..n).map(text).collect())
    }
}

/// Answers with a fixed list.
struct Script(Vec<&'static str>);

#[derive(Debug, thiserror::Error)]
#[error("nothing left to say")]
struct Silent;

impl Opponent for Script {
    type Error = Silent;

    fn new_game(&mut self) -> Result<(), Silent> {
        Ok(())
    }

    fn reply(&mut self, _: &Board, _: &mut dyn Rng) -> Result<String, Silent> {
        if self.0.is_empty() {
            Err(Silent)
        } else {
            Ok(self.0.remove(0).to_owned())
        }
    }
}

fn rules(attempts: usize, ply_cap: usize) -> Rules {
    Rules {
        setting: Setting::new(0.8, None).unwrap(),
        attempts,
        ply_cap,
        draws: Draws::Claimed,
    }
}

fn game(
    texts: &[&'static str],
    replies: &[&'static str],
    rules: Rules,
) -> Result<Game, GameError<Silent>> {
    play(
        &mut Parrot(texts.to_vec(), 0),
        &mut Script(replies.to_vec()),
        Variant::Standard,
        Some(Color::White),
        rules,
        &mut ChaCha8Rng::seed_from_u64(1),
    )
}

#[test]
fn a_fools_mate_with_one_illegal_sample_in_it() {
    let game = game(&["f2f3", "e1e2", "g2g4"], &["e7e5", "d8h4"], rules(20, 200)).unwrap();
    assert_eq!(game.moves, ["f2f3", "e7e5", "g2g4", "d8h4"]);
    let legal: Vec<Vec<bool>> = game
        .turns
        .iter()
        .map(|t| t.attempts.iter().map(|a| a.legal).collect())
        .collect();
    assert_eq!(legal, [vec![true], vec![false, true]]);
    assert_eq!(game.ending.unwrap().winner, Some(Color::Black));
    assert!(game.clean);
    let found = Legality::of(&[game]);
    assert_eq!(
        (found.first_try.numerator, found.first_try.denominator),
        (Some(1.0), Some(2.0))
    );
    assert_eq!(
        (found.attempts.numerator, found.attempts.denominator),
        (Some(2.0), Some(3.0))
    );
    assert_eq!(found.forced.value, Some(0.0));
}

#[test]
fn a_move_that_never_lands_is_forced_and_counted() {
    let game = game(&["zzzz"], &["e7e5", "d7d5"], rules(20, 4)).unwrap();
    assert!(game.ending.is_none() && game.clean);
    assert!(
        game.turns
            .iter()
            .all(|turn| turn.forced && turn.attempts.len() == 20)
    );
    let found = Legality::of(&[game]);
    assert_eq!(
        (found.forced.numerator, found.forced.denominator),
        (Some(2.0), Some(2.0))
    );
    assert_eq!(found.attempts.denominator, Some(40.0));
}

#[test]
fn an_opponent_that_fails_is_an_error_and_one_that_cheats_is_not_clean() {
    assert!(matches!(
        game(&["e2e4"], &[], rules(1, 10)),
        Err(GameError::Opponent(Silent))
    ));
    let cheated = game(&["e2e4"], &["e7e4"], rules(1, 10)).unwrap();
    assert!(!cheated.clean);
    assert_eq!(Legality::of(&[cheated]).clean.value, Some(0.0));
}

#[test]
fn shuffling_alone_ends_by_a_claim_and_repeats_show_by_ply() {
    let mut parrot = Parrot(vec!["b1a3", "b5a3"], 0);
    let free = play(
        &mut parrot,
        &mut Nobody,
        Variant::Gardner,
        None,
        rules(2, 60),
        &mut ChaCha8Rng::seed_from_u64(3),
    )
    .unwrap();
    assert_eq!(free.turns.len(), free.moves.len());
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let replies: Vec<&str> = shuffle
        .iter()
        .skip(1)
        .step_by(2)
        .copied()
        .cycle()
        .take(8)
        .collect();
    let mine: Vec<&str> = shuffle.iter().step_by(2).copied().collect();
    let game = game(&mine, &replies, rules(1, 60)).unwrap();
    assert_eq!(
        game.moves.len(),
        7,
        "the claim through an intended move comes a ply early"
    );
    let found = Legality::of(&[game]);
    let (_, early) = &found.repeats[0];
    assert_eq!((early.numerator, early.denominator), (Some(2.0), Some(4.0)));
}

#[test]
fn moves_of_a_game_are_no_independent_trials() {
    let good = game(
        &["e2e4", "d2d4", "b1c3"],
        &["e7e5", "d7d6", "b8c6"],
        rules(1, 6),
    )
    .unwrap();
    let bad = game(&["zz"], &["e7e5", "d7d6", "b8c6"], rules(1, 6)).unwrap();
    let games: Vec<Game> = [&good, &bad].into_iter().cycle().take(8).cloned().collect();
    let found = Legality::of(&games).first_try;
    let wilson = found.interval(Method::Wilson).unwrap();
    let clustered = found.clustered().unwrap();
    assert!(clustered.hi - clustered.lo > 1.2 * (wilson.hi - wilson.lo));
}

#[test]
fn no_games_no_values() {
    let found = Legality::of(&[]);
    assert_eq!((found.first_try.value, found.clean.value), (None, None));
    assert!(found.first_try.intervals.is_empty());
}

#[test]
fn the_published_grid() {
    let cells = grid(&TEMPERATURES, &CAPS).unwrap();
    assert_eq!(cells.len(), 16);
    assert_eq!(name(cells[0]), "t0.6_c2.0");
    assert_eq!(name(cells[11]), "t1.0_cNone");
    assert!(grid(&[0.0], &CAPS).is_err());
}
