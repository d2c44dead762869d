//! Whether a game's record is what its journal and the rules say it is.
//!
//! [`verify`] does again, by other code than that which played: it replays the moves by the
//! rules, walks the journal's answers for calls, refused moves and the end by the study's
//! rules (`walk`), and adds up tokens and time. What it finds is a [`Verification`], one a
//! game; it opens no file and asks nobody.

mod checks;
mod replayed;
#[cfg(test)]
mod tests;
mod told;
mod walk;

use ludometer_record::{
    GameLog, PlayerName,
    desk::{Answer, Usage},
    ending::Ending,
    journal::Exchange,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{EloLadder, GameRecord, PlannedGame};
use crate::ReadBack;

/// What was checked of one game. Written as `games/GAME.verification.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Verification of a game on the Elo ladder")]
pub struct Verification {
    /// Always `ludometer-game-verification`.
    pub format: String,
    /// Version of this shape.
    pub version: u32,
    /// The game.
    pub game: String,
    /// Who is measured in it.
    #[schemars(with = "String")]
    pub player: PlayerName,
    /// `scored`, `void` or `unfinished`.
    pub standing: String,
    /// Whether every check passed.
    pub passed: bool,
    /// The checks, in order.
    pub checks: Vec<Check>,
    /// The player's tokens, added up from the journal's answers.
    pub tokens: TokenSums,
}

/// One check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    /// A name that stays the same from version to version.
    pub id: String,
    /// What is compared, in a line.
    pub definition: String,
    /// As the record or the journal's end has it.
    pub recorded: String,
    /// As it was found again.
    pub derived: String,
    /// Whether they agree.
    pub passed: bool,
}

/// Tokens of one game. A kind that no answer said is null, not zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct TokenSums {
    /// Answers that could say counts.
    pub answers: u32,
    /// Those that said prompt and completion tokens.
    pub counted: u32,
    /// Prompt tokens, cached ones included.
    pub prompt: Option<u64>,
    /// Prompt tokens that the server had cached.
    pub cached: Option<u64>,
    /// Completion tokens, reasoning included.
    pub completion: Option<u64>,
    /// Completion tokens spent on reasoning.
    pub reasoning: Option<u64>,
}

impl TokenSums {
    fn of(exchanges: &[Exchange]) -> Self {
        let mut sums = Self::default();
        for (usage, whole) in exchanges.iter().filter_map(usage) {
            let add = |sum: &mut Option<u64>, count: Option<u64>| {
                *sum = match (*sum, count) {
                    (None, None) => None,
                    (sum, count) => Some(sum.unwrap_or(0).saturating_add(count.unwrap_or(0))),
                };
            };
            sums.answers += 1;
            let said = usage.prompt.is_some() && usage.completion.is_some();
            sums.counted += u32::from(said && whole);
            add(&mut sums.prompt, usage.prompt);
            add(&mut sums.cached, usage.cached);
            add(&mut sums.completion, usage.completion);
            add(&mut sums.reasoning, usage.reasoning);
        }
        sums
    }
}

/// What an answer says of the player's tokens, and whether that is all of them; none where
/// it could not say anything.
fn usage(exchange: &Exchange) -> Option<(Usage, bool)> {
    match &exchange.answer {
        Answer::Reply(reply) => Some((reply.usage, true)),
        Answer::Left(left) => Some((left.usage, !left.usage_is_partial)),
        _ => None,
    }
}

/// Checks one game: its planned place, how it was read back, and what the journal has of it.
#[must_use]
pub fn verify(
    ladder: &EloLadder,
    planned: &PlannedGame,
    game: &ReadBack<GameRecord>,
    log: &GameLog,
) -> Verification {
    let (standing, checks) = match game {
        ReadBack::Scored(record) => ("scored", checks::scored(ladder, planned, record, log)),
        ReadBack::Void { cause, detail, .. } => {
            let ended = Ending::Void {
                cause: *cause,
                detail: detail.clone(),
            };
            ("void", checks::void(&ended, log))
        }
        ReadBack::Unfinished { .. } => ("unfinished", checks::unfinished(log)),
    };
    Verification {
        format: "ludometer-game-verification".to_owned(),
        version: 1,
        game: planned.id.to_string(),
        player: planned.player.clone(),
        standing: standing.to_owned(),
        passed: checks.iter().all(|check| check.passed),
        checks,
        tokens: TokenSums::of(&log.exchanges),
    }
}
