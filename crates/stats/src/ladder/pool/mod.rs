//! Ratings of players who met each other, with one or more of them anchored.
//!
//! One Davidson model over the whole graph of games: a rating for each player,
//! one draw parameter, and a White advantage that is given. The log likelihood
//! is jointly concave in ratings and ln nu, so each player's profile is too.

mod graph;
mod joint;
mod profile;

use rayon::prelude::*;

use super::{Colour, Elo, Outcome, Place, Score, concave::level_set, fit::cutoff};
use crate::{Interval, Level, Method};

use graph::Links;
use joint::Joint;
use profile::{PlayerProfile, highest};

/// A player's place in a pool's list.
pub type PlayerIndex = usize;

/// Games among players, added up by pair and colour.
#[derive(Debug, Clone, PartialEq)]
pub struct Pool {
    players: usize,
    /// Sorted by (White, Black), each once.
    meetings: Vec<Meeting>,
    /// Fixed ratings.
    anchors: Vec<Option<f64>>,
    white_advantage: f64,
}

/// The games of one pair with given colours, as White saw them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Meeting {
    pub(crate) white: PlayerIndex,
    pub(crate) black: PlayerIndex,
    pub(crate) score: Score,
}

/// What the games say about one player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoolRating {
    /// Where the player stands.
    pub standing: Standing,
    /// The player's games.
    pub score: Score,
}

/// Where a player stands relative to the anchors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Standing {
    /// The rating was given.
    Anchor(f64),
    /// The estimate, with its profile interval. It is infinite where all
    /// chains of games point one way: the player, or all through whom the
    /// player is linked, only won (or only lost) against the anchors' side.
    Rated {
        /// The estimate; never [`Place::NotIdentified`].
        place: Place,
        /// The profile interval, all other ratings and nu maximised over.
        interval: Interval,
    },
    /// Linked to the anchors by games, but only through players whose own
    /// ratings are infinite: the games set no order.
    Undetermined,
    /// No chain of games leads to an anchor.
    Unlinked,
}

/// The joint estimate.
#[derive(Debug, Clone, PartialEq)]
pub struct PoolFit {
    /// One entry for each player.
    pub ratings: Vec<PoolRating>,
    /// nu; infinite where it grows with the ratings, `None` where no game tells it.
    pub draw_parameter: Option<f64>,
    /// The supremum of the log likelihood, in nats.
    pub log_likelihood: f64,
    /// The level of the intervals.
    pub level: Level,
    /// What was assumed.
    pub method: Method,
}

/// The joint estimate as far as it is of one player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlayerFit {
    /// The player.
    pub player: PoolRating,
    /// As in [`PoolFit`].
    pub draw_parameter: Option<f64>,
    /// As in [`PoolFit`].
    pub log_likelihood: f64,
    /// The level of the interval.
    pub level: Level,
    /// What was assumed.
    pub method: Method,
}

impl Pool {
    /// A pool of so many players without games, where White is worth `white_advantage` Elo.
    #[must_use]
    pub fn new(players: usize, white_advantage: f64) -> Self {
        Self {
            players,
            meetings: Vec::new(),
            anchors: vec![None; players],
            white_advantage,
        }
    }

    /// Fixes a player's rating.
    ///
    /// # Panics
    ///
    /// If there is no such player.
    pub fn anchor(&mut self, player: PlayerIndex, rating: Elo) {
        self.anchors[player] = Some(rating.get());
    }

    /// Adds a game with its outcome for White.
    pub fn add(
        &mut self,
        white: PlayerIndex,
        black: PlayerIndex,
        outcome: Outcome,
    ) -> Result<(), PoolError> {
        if let Some(&player) = [white, black]
            .iter()
            .find(|&&player| player >= self.players)
        {
            return Err(PoolError::NoSuchPlayer {
                player,
                players: self.players,
            });
        }
        if white == black {
            return Err(PoolError::AgainstItself { player: white });
        }
        let key = |m: &Meeting| (m.white, m.black);
        let place = self.meetings.binary_search_by_key(&(white, black), key);
        let index = place.unwrap_or_else(|index| {
            let score = Score::default();
            self.meetings.insert(
                index,
                Meeting {
                    white,
                    black,
                    score,
                },
            );
            index
        });
        self.meetings[index].score.add(outcome);
        Ok(())
    }

    /// Rates every player.
    pub fn fit(&self, level: Level) -> Result<PoolFit, PoolError> {
        let (links, top) = self.top()?;
        let ratings: Result<Vec<PoolRating>, PoolError> = (0..self.players)
            .into_par_iter()
            .map(|player| self.rating(player, &links, &top, level))
            .collect();
        Ok(PoolFit {
            ratings: ratings?,
            draw_parameter: top.draw_parameter(),
            log_likelihood: top.log_likelihood(),
            level,
            method: Method::ProfilePool,
        })
    }

    /// Rates one player in the same joint estimate. The profiles are what takes time, and
    /// here is only one.
    pub fn fit_one(&self, player: PlayerIndex, level: Level) -> Result<PlayerFit, PoolError> {
        if player >= self.players {
            return Err(PoolError::NoSuchPlayer {
                player,
                players: self.players,
            });
        }
        let (links, top) = self.top()?;
        Ok(PlayerFit {
            player: self.rating(player, &links, &top, level)?,
            draw_parameter: top.draw_parameter(),
            log_likelihood: top.log_likelihood(),
            level,
            method: Method::ProfilePool,
        })
    }

    /// Who is linked to whom, and the joint maximum.
    fn top(&self) -> Result<(Links, Joint), PoolError> {
        if self.anchors.iter().all(Option::is_none) {
            return Err(PoolError::NoAnchor);
        }
        let links = Links::new(self);
        let top = highest(self, &links)?;
        Ok((links, top))
    }

    fn rating(
        &self,
        player: PlayerIndex,
        links: &Links,
        top: &Joint,
        level: Level,
    ) -> Result<PoolRating, PoolError> {
        Ok(PoolRating {
            standing: self.standing(player, links, top, level)?,
            score: self.score(player),
        })
    }

    fn standing(
        &self,
        player: PlayerIndex,
        links: &Links,
        top: &Joint,
        level: Level,
    ) -> Result<Standing, PoolError> {
        if let Some(rating) = self.anchors[player] {
            return Ok(Standing::Anchor(rating));
        }
        let place = match links.standing(player) {
            graph::Link::None => return Ok(Standing::Unlinked),
            graph::Link::Loose => return Ok(Standing::Undetermined),
            graph::Link::Bound => Place::At(top.rating(player)),
            graph::Link::Above => Place::PlusInfinity,
            graph::Link::Below => Place::MinusInfinity,
        };
        let profile = PlayerProfile::new(self, player, place, top);
        let height = top.log_likelihood() - cutoff(level) / 2.0;
        let summit = super::concave::Summit {
            place,
            height: top.log_likelihood(),
        };
        let interval = level_set(&profile, summit, height);
        profile.trouble()?;
        Ok(Standing::Rated { place, interval })
    }

    fn score(&self, player: PlayerIndex) -> Score {
        let mut sum = Score::default();
        for meeting in &self.meetings {
            let score = meeting.score;
            if meeting.white == player {
                sum = sum + score;
            } else if meeting.black == player {
                sum = sum
                    + Score {
                        wins: score.losses,
                        draws: score.draws,
                        losses: score.wins,
                    };
            }
        }
        sum
    }

    fn with_anchor(&self, player: PlayerIndex, rating: f64) -> Self {
        let mut pool = self.clone();
        pool.anchors[player] = Some(rating);
        pool
    }

    /// z of a meeting without the ratings: the White advantage.
    fn edge(&self) -> f64 {
        Colour::White.sign() * self.white_advantage
    }
}

/// A pool that cannot be rated.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum PoolError {
    /// No rating is fixed, so all can move together.
    #[error("a pool needs at least one anchor")]
    NoAnchor,
    /// A game of a player who is not in the pool.
    #[error("player {player} is not among the {players} of the pool")]
    NoSuchPlayer {
        /// The place given.
        player: PlayerIndex,
        /// Players there are.
        players: usize,
    },
    /// A game of a player against itself.
    #[error("player {player} has a game against itself")]
    AgainstItself {
        /// The player.
        player: PlayerIndex,
    },
    /// The search for the maximum did not end.
    #[error("no maximum after {rounds} rounds; the largest derivative is still {slope:e}")]
    NotFound {
        /// Rounds taken.
        rounds: usize,
        /// The largest derivative left, per nat.
        slope: f64,
    },
}
