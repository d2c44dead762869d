//! The adaptive design: from what was played to what to play next.

use std::collections::BTreeMap;

use ludometer_stats::ladder::{
    Elo,
    planning::{Belief, Ladder, LadderError},
};

use super::{Pair, Played, Seat, StopReason, Stops};

/// How a player's opponents are chosen.
#[derive(Debug, Clone)]
pub struct Design {
    /// The opponents that there are.
    pub ladder: Ladder,
    /// Whether one game as White against the lowest rung comes first. It
    /// informs planning and is left out of inference.
    pub pilot: bool,
    /// Colour pairs that are chosen one by one.
    pub adaptive_pairs: usize,
    /// What follows them.
    pub then: Then,
    /// What makes an opponent the best.
    pub choice: Choice,
    /// When it ends.
    pub stops: Stops,
}

/// How pairs are planned once the adaptive ones are over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// So many pairs at one rating; the next wave waits for all of them, and
    /// the planning distribution is updated once by all their games.
    Waves {
        /// Pairs in a wave.
        pairs: usize,
    },
    /// A new pair whenever fewer than this many are being played.
    Refill {
        /// Pairs at once.
        at_once: usize,
    },
}

/// What makes an opponent the best.
#[derive(Debug, Clone, PartialEq)]
pub enum Choice {
    /// The least expected variance of the rating after a pair.
    LeastVariance,
    /// The largest expected drop of that variance for the price of a pair.
    MostForMoney {
        /// The price of a pair by rating, in the unit of [`Stops::budget`].
        prices: Vec<(Elo, f64)>,
    },
}

/// What to do next for one player.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Play the pilot: White against this rating.
    Pilot(Elo),
    /// Play these pairs, all at once.
    Play(Vec<Pair>),
    /// Wait until more games are over.
    Wait,
    /// Nothing more is to be played.
    Stop(StopReason),
}

impl Design {
    /// The published design with its forty games: pilot, five adaptive pairs,
    /// waves of three pairs, on the ladder 1320, 1400 … 3100, 3190.
    #[must_use]
    pub fn published() -> Self {
        Self {
            ladder: Ladder::published(),
            pilot: true,
            adaptive_pairs: 5,
            then: Then::Waves { pairs: 3 },
            choice: Choice::LeastVariance,
            stops: Stops {
                games: Some(40),
                ..Stops::default()
            },
        }
    }

    /// The next step, a function of what was played alone.
    pub fn next(&self, played: &Played) -> Result<Step, DesignError> {
        self.next_believing(played, &played.belief())
    }

    /// The same for a caller that keeps [`Played::belief`] up to date itself.
    pub(super) fn next_believing(
        &self,
        played: &Played,
        belief: &Belief,
    ) -> Result<Step, DesignError> {
        if self.pilot {
            match &played.pilot {
                None => return Ok(Step::Pilot(self.lowest()?)),
                Some(pilot) if pilot.seat == Seat::Waiting => return Ok(Step::Wait),
                Some(_) => {}
            }
        }
        let waiting = played.pairs.iter().filter(|pair| !pair.is_over()).count();
        let planned = played.pairs.len();
        let room = if planned < self.adaptive_pairs {
            usize::from(waiting == 0)
        } else {
            match self.then {
                Then::Waves { pairs } if waiting == 0 => pairs,
                Then::Waves { .. } => 0,
                Then::Refill { at_once } => at_once.saturating_sub(waiting),
            }
        };
        let left = self
            .stops
            .games
            .map(|games| (games as usize / 2).saturating_sub(planned));
        if left == Some(0) {
            return Ok(if waiting == 0 {
                Step::Stop(StopReason::Games)
            } else {
                Step::Wait
            });
        }
        if room == 0 {
            return Ok(Step::Wait);
        }
        let stop = |reason| {
            if waiting == 0 {
                Step::Stop(reason)
            } else {
                Step::Wait
            }
        };
        if planned > waiting
            && self
                .stops
                .width
                .is_some_and(|width| width.is_reached(played))
        {
            return Ok(stop(StopReason::Width));
        }
        let opponent = self.choose(belief)?;
        let mut pairs = room.min(left.unwrap_or(usize::MAX));
        if let (Some(budget), Some(price)) = (self.stops.budget, self.price(opponent)) {
            let committed = played
                .pairs
                .iter()
                .filter_map(|pair| self.price(pair.opponent));
            let mut rest = budget - committed.sum::<f64>();
            let mut affordable = 0;
            while affordable < pairs && rest >= price {
                rest -= price;
                affordable += 1;
            }
            pairs = affordable;
        }
        if pairs == 0 {
            return Ok(stop(StopReason::Budget));
        }
        Ok(Step::Play(vec![Pair::planned(opponent); pairs]))
    }

    /// The best opponent under a planning distribution.
    pub fn choose(&self, belief: &Belief) -> Result<Elo, DesignError> {
        match &self.choice {
            Choice::LeastVariance => Ok(self.ladder.next(belief)),
            Choice::MostForMoney { prices } => {
                let by_rating: BTreeMap<u64, f64> = prices
                    .iter()
                    .map(|(elo, price)| (elo.get().to_bits(), *price))
                    .collect();
                let price = |elo: Elo| by_rating.get(&elo.get().to_bits()).copied();
                Ok(self
                    .ladder
                    .next_for_money(belief, |elo| price(elo).unwrap_or(f64::NAN))?)
            }
        }
    }

    fn price(&self, opponent: Elo) -> Option<f64> {
        match &self.choice {
            Choice::LeastVariance => None,
            Choice::MostForMoney { prices } => prices
                .iter()
                .find(|(elo, _)| *elo == opponent)
                .map(|(_, price)| *price),
        }
    }

    fn lowest(&self) -> Result<Elo, DesignError> {
        self.ladder
            .ratings()
            .next()
            .ok_or(DesignError::Ladder(LadderError::Empty))
    }
}

/// A design that cannot say what to play.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum DesignError {
    /// The ladder or its prices.
    #[error(transparent)]
    Ladder(#[from] LadderError),
}
