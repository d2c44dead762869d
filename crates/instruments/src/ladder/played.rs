//! What one player has played so far.

use ludometer_stats::ladder::{Colour, Elo, Evidence, Game, Outcome, planning::Belief};

/// One game of a colour pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Seat {
    /// Not over.
    #[default]
    Waiting,
    /// Over, with a result.
    Scored(Outcome),
    /// Over without a result, through a failure of the surroundings. It counts
    /// as played, is never scored and never replaced.
    Void,
}

/// Two games at one rating, one with each colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// The opponent's rating.
    pub opponent: Elo,
    /// The game as White.
    pub white: Seat,
    /// The game as Black.
    pub black: Seat,
}

impl Pair {
    /// A pair of which nothing is known yet.
    #[must_use]
    pub fn planned(opponent: Elo) -> Self {
        Self {
            opponent,
            white: Seat::Waiting,
            black: Seat::Waiting,
        }
    }

    /// Whether both games are over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.white != Seat::Waiting && self.black != Seat::Waiting
    }

    /// The scored games, White's first.
    pub fn games(&self) -> impl Iterator<Item = Game> {
        let opponent = self.opponent;
        let seats = [(Colour::White, self.white), (Colour::Black, self.black)];
        seats
            .into_iter()
            .filter_map(move |(colour, seat)| match seat {
                Seat::Scored(outcome) => Some(Game {
                    opponent,
                    colour,
                    outcome,
                }),
                Seat::Waiting | Seat::Void => None,
            })
    }
}

/// A player's pilot and pairs, in the order in which they were planned.
///
/// That order, not the one in which games end, is what the e-process needs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Played {
    /// The pilot: as White against the lowest rung. `None` before it is started.
    pub pilot: Option<Pilot>,
    /// The colour pairs.
    pub pairs: Vec<Pair>,
}

/// The game that only serves planning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pilot {
    /// The opponent's rating.
    pub opponent: Elo,
    /// The game.
    pub seat: Seat,
}

impl Played {
    /// All scored games that count for inference: without the pilot.
    pub fn games(&self) -> impl Iterator<Item = Game> {
        self.pairs.iter().flat_map(Pair::games)
    }

    /// The same, added up.
    #[must_use]
    pub fn evidence(&self) -> Evidence {
        let mut evidence = Evidence::default();
        for game in self.games() {
            evidence.add(game);
        }
        evidence
    }

    /// The planning distribution: the pilot, and every pair that is over.
    #[must_use]
    pub fn belief(&self) -> Belief {
        let mut belief = Belief::before_any_game();
        if let Some(Pilot {
            opponent,
            seat: Seat::Scored(outcome),
        }) = self.pilot
        {
            belief.observe(&[Game {
                opponent,
                colour: Colour::White,
                outcome,
            }]);
        }
        let over = self.pairs.iter().filter(|pair| pair.is_over());
        let games: Vec<Game> = over.flat_map(Pair::games).collect();
        belief.observe(&games);
        belief
    }
}
