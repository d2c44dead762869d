//! The shapes of what compares sides, players and conditions.

use ludometer_record::PlayerName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Finding, measured::Results, token_chess::Economy};

/// Scores of a side of the board, over all games; those of a player against itself too.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SideFindings {
    /// White's score.
    pub white: Finding,
    /// Score of the side that first had neither a token nor a candidate in its turn.
    pub ran_out: Finding,
    /// Score of the side that spent more tokens.
    pub spent_more: Finding,
    /// Games in which both spent the same.
    pub spent_alike: usize,
    /// What these scores do not say.
    pub caution: String,
}

/// Scored games with one termination.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TerminationCount {
    /// In words.
    pub termination: String,
    /// Board or protocol.
    pub kind: String,
    /// By result, from White's side.
    pub results: Results,
    /// Those of them that the stand-in referee adjudicated.
    pub stand_in: usize,
}

/// Two players that met.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Match {
    /// One.
    #[schemars(with = "String")]
    pub first: PlayerName,
    /// The other.
    #[schemars(with = "String")]
    pub second: PlayerName,
    /// Their games by result, from the first one's side.
    pub results: Results,
    /// Those of them whose result is the verdict of the stand-in referee.
    pub stand_in: usize,
    /// The first one's score; colour-balanced where it had both colours.
    pub score: Finding,
    /// Decisive games that the first one won.
    pub decisive: Finding,
    /// Exact two-sided sign test of even chances on the decisive games; absent without one.
    pub p: Option<f64>,
    /// Holm-adjusted over the matches of this group.
    pub p_holm: Option<f64>,
    /// What so few games can show, where they are few.
    pub remark: Option<String>,
}

/// Two conditions, or two memories, of one player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Contrast {
    /// The economy.
    pub economy: Economy,
    /// The condition in which memories are compared; absent where conditions are.
    pub condition: Option<String>,
    /// The player.
    #[schemars(with = "String")]
    pub player: PlayerName,
    /// `condition` or `memory`.
    pub by: String,
    /// One.
    pub first: String,
    /// The other.
    pub second: String,
    /// Mean of the first one's games less that of the second one's, one value a game.
    pub difference: Finding,
    /// Games of the first.
    pub first_games: usize,
    /// Games of the second.
    pub second_games: usize,
    /// Two-sided p-value of a permutation test with games as units.
    pub p: f64,
    /// Holm-adjusted over all contrasts of the run.
    pub p_holm: f64,
    /// How the test went through the permutations, in words.
    pub test: String,
}
