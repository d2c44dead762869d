//! Chopsticks, served.

use ludometer_games::chopsticks::{Ending, Playing, Rules, Side};
use ludometer_record::{
    Seat,
    ending::{GameResult, Termination},
};
use serde::Serialize;

use super::{
    field::{Field, Refused, Situation},
    game::{Served, Stamped},
    shown::shown,
};

/// A served game of Chopsticks.
pub type ServedChopsticks = Served<Playing>;

/// The state of a game, as an agent sees it.
#[derive(Debug, Serialize)]
pub struct ChopsticksState<'a> {
    /// The fingers of each of your hands.
    pub your_hands: Vec<u8>,
    /// The fingers of each of your opponent's hands.
    pub opponent_hands: Vec<u8>,
    /// The position in the form of a move, from your side: `11-11`.
    pub position: String,
    /// `first` or `second`.
    pub side_to_move: Seat,
    /// `first` or `second`.
    pub you_are: Seat,
    /// Plies played by both.
    pub ply: u32,
    /// Plies until the game is drawn, once a position has occurred a third time.
    pub countdown_left: Option<u32>,
    /// Whether the game is over.
    pub game_over: bool,
    /// `first-wins`, `second-wins` or `draw`; null while the game goes on.
    pub result: Option<GameResult>,
    /// Why the game ended, as the records write it; null while it goes on.
    pub termination: Option<Termination>,
    /// The last moves, at most two, oldest first.
    pub last_moves: &'a [Stamped<ChopsticksMove>],
}

/// A move of Chopsticks.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChopsticksMove {
    /// The position after it, from the side that moved.
    pub position_after: String,
}

impl ServedChopsticks {
    /// A game from the start. `ply_cap` plies without an ending are a draw.
    #[must_use]
    pub fn new(rules: Rules, you: Seat, ply_cap: u32) -> Self {
        Self::on(Playing::new(rules), you, ply_cap)
    }
}

impl Field for Playing {
    type Move = ChopsticksMove;

    fn notation(&self) -> String {
        let rules = self.rules();
        format!(
            "The position after your move, from your side: a digit a hand, your hands first, then -, then your \
             opponent's hands, as {}. You may tap, adding the fingers of one of your living hands to one of your \
             opponent's living hands, modulo {}, or move fingers between your own hands. A hand with 0 is dead; \
             whoever has only dead hands loses.",
            rules.start(),
            rules.modulus()
        )
    }

    fn turn(&self) -> Seat {
        seat(self.to_move())
    }

    fn plies(&self) -> u32 {
        self.ply()
    }

    fn play(&mut self, text: &str) -> Result<ChopsticksMove, Refused> {
        let result = self.rules().parse(text).map_err(|_| {
            let wanted = self.rules().start();
            Refused::Malformed(format!("{:?} is no position as {wanted}", shown(text)))
        })?;
        self.play(result).map_err(|_| {
            Refused::Illegal(format!("no legal move leads to {:?} here", shown(text)))
        })?;
        Ok(ChopsticksMove {
            position_after: result.to_string(),
        })
    }

    fn ending(&self) -> Option<(GameResult, Termination)> {
        Some(match self.ending()? {
            Ending::HandsDead { winner } => {
                (GameResult::won_by(seat(winner)), Termination::HandsDead)
            }
            Ending::Countdown => (GameResult::Draw, Termination::Countdown),
        })
    }

    fn state(&self, situation: &Situation<'_, ChopsticksMove>) -> String {
        let side_to_move = seat(self.to_move());
        let position = if side_to_move == situation.you {
            self.position()
        } else {
            self.position().turned()
        };
        let state = ChopsticksState {
            your_hands: position.own.fingers().to_vec(),
            opponent_hands: position.opponent.fingers().to_vec(),
            position: position.to_string(),
            side_to_move,
            you_are: situation.you,
            ply: self.ply(),
            countdown_left: self.countdown_left(),
            game_over: situation.over.is_some(),
            result: situation.over.map(|over| over.result),
            termination: situation.over.map(|over| over.termination),
            last_moves: situation.last,
        };
        serde_json::to_string(&state).expect("a state is plain JSON data")
    }
}

const fn seat(side: Side) -> Seat {
    match side {
        Side::First => Seat::First,
        Side::Second => Seat::Second,
    }
}
