//! Games, and the seats in them that are looked at together.

use ludometer_games::Color;
use ludometer_record::{
    PlayerName,
    ending::{Ending, GameResult},
};
use ludometer_stats::{GameTallies, GameTally};

use crate::{
    MeasureError,
    on_board::seat,
    token_chess::{
        GameRecord,
        record::{Asker, Attempt, Batch, End, MovedBy, Turn},
    },
};

/// Seats by game: what happens in one game is one cluster, also where one player has both.
#[derive(Debug, Clone)]
pub(super) struct Seats<'a> {
    games: Vec<(&'a GameRecord, Vec<Color>)>,
}

impl<'a> Seats<'a> {
    /// The seats to keep; games without one are left out.
    pub(super) fn of(games: &[&'a GameRecord], keep: impl Fn(&GameRecord, Color) -> bool) -> Self {
        let seats = |game: &GameRecord| -> Vec<Color> {
            let all = Color::ALL.into_iter();
            all.filter(|side| keep(game, *side)).collect()
        };
        let games = games.iter().map(|game| (*game, seats(game)));
        Self {
            games: games.filter(|(_, seats)| !seats.is_empty()).collect(),
        }
    }

    /// A player's.
    pub(super) fn of_player(games: &[&'a GameRecord], player: &PlayerName) -> Self {
        Self::of(games, |game, side| game.players[side] == *player)
    }

    /// Without games of a player against itself.
    pub(super) fn against_others(&self) -> Self {
        let games = self.games.iter().filter(|(game, _)| !is_self_play(game));
        Self {
            games: games.cloned().collect(),
        }
    }

    /// Some of them.
    pub(super) fn only(&self, keep: impl Fn(&GameRecord, Color) -> bool) -> Self {
        let kept = |(game, seats): &(&'a GameRecord, Vec<Color>)| {
            let seats = seats.iter().copied().filter(|side| keep(game, *side));
            (*game, seats.collect::<Vec<_>>())
        };
        let games = self.games.iter().map(kept);
        Self {
            games: games.filter(|(_, seats)| !seats.is_empty()).collect(),
        }
    }

    /// Number of games.
    pub(super) fn games(&self) -> usize {
        self.games.len()
    }

    /// Every seat.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'a GameRecord, Color)> {
        self.games
            .iter()
            .flat_map(|(game, seats)| seats.iter().map(|side| (*game, *side)))
    }

    /// The games, each with its seats.
    pub(super) fn by_game(&self) -> impl Iterator<Item = (&'a GameRecord, &[Color])> {
        self.games
            .iter()
            .map(|(game, seats)| (*game, seats.as_slice()))
    }

    /// Hits among trials, summed by game.
    pub(super) fn tallies(
        &self,
        count: impl Fn(&GameRecord, Color) -> (u32, u32),
    ) -> Result<GameTallies, MeasureError> {
        let tally = |(game, seats): (&GameRecord, &[Color])| {
            let sum = |(hits, trials): (u32, u32), side: &Color| {
                let (more_hits, more_trials) = count(game, *side);
                (hits + more_hits, trials + more_trials)
            };
            let (hits, trials) = seats.iter().fold((0, 0), sum);
            GameTally::new(hits, trials)
                .map_err(|problem| MeasureError::Estimate(format!("{}: {problem}", game.id)))
        };
        self.by_game().map(tally).collect()
    }

    /// Turns that hit among turns that count.
    pub(super) fn turns(
        &self,
        counts: impl Fn(&Turn) -> bool,
        hit: impl Fn(&Turn) -> bool,
    ) -> Result<GameTallies, MeasureError> {
        self.tallies(|game, side| {
            let counted = turns(game, side).filter(|turn| counts(turn));
            share(counted.map(&hit))
        })
    }

    /// Legal samples among the samples of the batches to keep, each with its place in its
    /// turn, from 1.
    pub(super) fn samples(
        &self,
        keep: impl Fn(&Turn, usize, &Batch) -> bool,
    ) -> Result<GameTallies, MeasureError> {
        self.tallies(|game, side| {
            let batches = turns(game, side).flat_map(|turn| {
                let placed = (1..).zip(bought(turn));
                placed.filter(|(place, batch)| keep(turn, *place, batch))
            });
            let samples = batches.flat_map(|(_, batch)| &batch.attempts);
            share(samples.map(Attempt::is_legal))
        })
    }

    /// Two amounts, summed by game.
    pub(super) fn amounts(
        &self,
        amounts: impl Fn(&GameRecord, Color) -> (f64, f64),
    ) -> Vec<(f64, f64)> {
        let sum = |(game, seats): (&GameRecord, &[Color])| {
            seats.iter().fold((0.0, 0.0), |(y, m), side| {
                let (more, base) = amounts(game, *side);
                (y + more, m + base)
            })
        };
        self.by_game().map(sum).collect()
    }

    /// Half-points among twice the games.
    pub(super) fn half_points(&self) -> Result<GameTallies, MeasureError> {
        self.tallies(|game, side| half_points(game, side).map_or((0, 0), |points| (points, 2)))
    }
}

fn share(hits: impl Iterator<Item = bool>) -> (u32, u32) {
    hits.fold((0, 0), |(hits, all), hit| (hits + u32::from(hit), all + 1))
}

/// A seat's turns, the one in which the game ended included.
pub(super) fn turns(game: &GameRecord, side: Color) -> impl Iterator<Item = &Turn> {
    game.turns.iter().filter(move |turn| turn.side == side)
}

/// Batches that the seat's tokens bought: those at the fallback's setting too, but nothing
/// that the harness drew silently.
pub(super) fn bought(turn: &Turn) -> impl Iterator<Item = &Batch> {
    turn.batches
        .iter()
        .filter(|batch| batch.by != Asker::Harness)
}

/// The first sample that was bought in a turn.
pub(super) fn first_sample(turn: &Turn) -> Option<&Attempt> {
    bought(turn).flat_map(|batch| &batch.attempts).next()
}

/// Whether a turn's move came about so.
pub(super) fn moved_by(turn: &Turn, by: MovedBy) -> bool {
    turn.played.as_ref().is_some_and(|played| played.by == by)
}

/// Whether a player met itself.
pub(super) fn is_self_play(game: &GameRecord) -> bool {
    game.players.white == game.players.black
}

/// Half-points of a side: 2 won, 1 drawn, 0 lost.
pub(super) fn half_points(game: &GameRecord, side: Color) -> Option<u32> {
    match &game.ending {
        Ending::Scored {
            result: GameResult::Draw,
            ..
        } => Some(1),
        Ending::Scored { result, .. } if *result == GameResult::won_by(seat(side)) => Some(2),
        Ending::Scored { .. } => Some(0),
        Ending::Void { .. } => None,
    }
}

/// Whether the result is the verdict of the stand-in referee.
pub(super) fn by_stand_in(game: &GameRecord) -> bool {
    matches!(&game.end, End::Adjudicated { verdict, .. } if verdict.stand_in)
}
