//! The shape of what is said of one player.

use ludometer_games::Color;
use ludometer_record::PlayerName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    narrowing::Narrowing,
    rating::RatingFinding,
    shapes::{OpponentFacts, SeatKind},
};
use crate::{
    Finding,
    measured::{GameCounts, Results},
};

/// What the games of one player say. Its pilot is in [`PilotFindings`] and nowhere else.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerFindings {
    /// The player.
    #[schemars(with = "String")]
    pub player: PlayerName,
    /// What sits in its seat.
    pub seat: SeatKind,
    /// What it is, as `provider:model`.
    pub kind: String,
    /// Games by how they stand.
    pub games: GameCounts,
    /// Scored games by result.
    pub results: Results,
    /// The pilot; null where there is none.
    pub pilot: Option<PilotFindings>,
    /// The rating, with every interval.
    pub rating: RatingFinding,
    /// The rating with the opponents' ratings taken as known; null where they are.
    pub rating_opponents_as_known: Option<RatingFinding>,
    /// The rating with White's worth freed.
    pub rating_free_colour: RatingFinding,
    /// The rating of the games that the board ended; null where the rules of the study ended
    /// none.
    pub rating_board_only: Option<RatingFinding>,
    /// What void games might have changed; null where there are none.
    pub voids: Option<VoidCases>,
    /// Opponents that it met, ascending by rating.
    pub opponents: Vec<OpponentMet>,
    /// Scores by colour.
    pub colours: WhiteOrBlack<Colours>,
    /// Games by why they ended, the most frequent first.
    pub terminations: Vec<EndCount>,
    /// Refused moves and calls; null for what is not asked in words.
    pub conduct: Option<Conduct>,
    /// Tokens and money; null for what is not asked in words.
    pub spending: Option<Spending>,
    /// The player's own time; null for a part of this program.
    pub player_time: Option<Finding>,
    /// The time of the opponents' searches.
    pub opponent_time: Finding,
    /// Plies a game.
    pub length: Finding,
    /// What was known after each pair.
    pub narrowing: Narrowing,
}

/// The game that only informs the choice of opponents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PilotFindings {
    /// The game.
    pub game: String,
    /// Who sat across; null where nobody had been chosen.
    pub opponent: Option<OpponentFacts>,
    /// `won`, `drawn`, `lost`, `void` or `unfinished`.
    pub result: String,
    /// Why it ended, in words; null while it goes on.
    pub termination: Option<String>,
}

/// The rating if every void game had gone one way, at the opponents that they had.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VoidCases {
    /// Void games of the pairs.
    pub games: usize,
    /// Those of them without an opponent, which change nothing.
    pub without_opponent: usize,
    /// All lost.
    pub worst: RatingFinding,
    /// All won.
    pub best: RatingFinding,
}

/// Games against one opponent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OpponentMet {
    /// The opponent.
    pub opponent: OpponentFacts,
    /// Games as White.
    pub white: Results,
    /// Games as Black.
    pub black: Results,
}

impl OpponentMet {
    /// With both colours.
    #[must_use]
    pub fn both(&self) -> Results {
        Results {
            won: self.white.won + self.black.won,
            drawn: self.white.drawn + self.black.drawn,
            lost: self.white.lost + self.black.lost,
        }
    }
}

/// A value for each colour of the player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WhiteOrBlack<T> {
    /// As White.
    pub white: T,
    /// As Black.
    pub black: T,
}

impl<T> WhiteOrBlack<T> {
    /// Of a colour.
    #[must_use]
    pub const fn of(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

/// Games with one colour. What they score depends on who sat across; both games of a pair
/// have the same opponent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Colours {
    /// By result.
    pub results: Results,
    /// Points over games.
    pub score: Finding,
}

/// Games with one termination.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EndCount {
    /// `board`, `protocol` or `infrastructure`.
    pub kind: String,
    /// In words.
    pub termination: String,
    /// Games.
    pub games: usize,
    /// By result; null for void games, which have none.
    pub results: Option<Results>,
}

/// How a player that is asked in words kept to the rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Conduct {
    /// Moves that were not legal, a game.
    pub illegal: Finding,
    /// Texts that were no moves, a game.
    pub malformed: Finding,
    /// Legal moves over all texts that were offered as moves.
    pub legality: Finding,
    /// Calls of tools, a game; null for a model that answers without tools.
    pub calls: Option<Finding>,
    /// Calls of no such tool, with arguments that do not fit, or after the end, a game; null
    /// for a model that answers without tools.
    pub bad_calls: Option<Finding>,
    /// Replies, a game; null for an agent program, which does not tell them.
    pub replies: Option<Finding>,
    /// Replies that held no call or move at all, a game; null for an agent program.
    pub unusable: Option<Finding>,
}

/// Tokens and money of a player that is asked in words. A kind that nobody counted is
/// null, not zero. Means are over games whose every answer said its counts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Spending {
    /// Scored games whose every answer was counted.
    pub counted: usize,
    /// Scored games of which only some answers were, left out of the means.
    pub partly_counted: usize,
    /// Scored games of which none was.
    pub uncounted: usize,
    /// Prompt tokens a game, cached ones included.
    pub prompt: Option<Finding>,
    /// Prompt tokens a game that the server had cached.
    pub cached: Option<Finding>,
    /// Completion tokens a game, reasoning included.
    pub completion: Option<Finding>,
    /// Completion tokens a game that were spent on reasoning.
    pub reasoning: Option<Finding>,
    /// Price a game; null where the study states no price.
    pub dollars: Option<Finding>,
}
