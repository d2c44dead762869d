//! Chop-Bench: hands, replies, verdicts, and the benchmark for a person.

pub mod exam;
pub mod replay;
pub mod seat;

use std::collections::BTreeSet;

use ludometer_games::{Outcome, chopsticks::Position};
use ludometer_instruments::{
    chop_bench::{
        ChopBench, GameRecord, Grade, PlannedGame, ValueChange, Verdict,
        findings::{Findings, change_kind, ending_kind, reply_kind},
    },
    seat::OpenGame,
};
use ludometer_record::{GameLog, Seat};
use ludometer_solver::Value;
use ludometer_stats::ladder::Elo;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Pages, Sitters,
    board::Ties,
    pages::{Sitter, Tied},
    replay::Replay,
    seat::SeatView,
};

/// What a position is worth to the side that is to move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Worth {
    /// `win`, `draw` or `lose`.
    pub outcome: String,
    /// Plies to the end with best play; absent for draws.
    pub plies: Option<u16>,
    /// Both in words.
    pub words: String,
}

impl Worth {
    fn of(value: Value) -> Self {
        let outcome = match value.outcome {
            Outcome::Win => "win",
            Outcome::Draw => "draw",
            Outcome::Lose => "lose",
        };
        let words = match (value.outcome, value.distance) {
            (Outcome::Win, Some(plies)) => format!("won in {plies}"),
            (Outcome::Lose, Some(plies)) => format!("lost in {plies}"),
            _ => "drawn".to_owned(),
        };
        Self {
            outcome: outcome.to_owned(),
            plies: value.distance,
            words,
        }
    }
}

/// What is to be said of one reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Judged {
    /// `optimal`, `legal`, `illegal` or `unusable`.
    pub class: String,
    /// Why, in words.
    pub words: String,
    /// The state that the reply commits to, from the mover's side.
    pub state: Option<String>,
}

impl Judged {
    fn of(grade: Grade) -> Self {
        let (class, words) = match grade.verdict {
            Verdict::Legal { optimal: true, .. } => ("optimal", "an optimal move".to_owned()),
            Verdict::Legal {
                change, plies_lost, ..
            } => ("legal", cost(change, plies_lost)),
            Verdict::Illegal(class) => ("illegal", class.words().to_owned()),
            Verdict::Unusable(class) => ("unusable", class.words().to_owned()),
        };
        Self {
            class: class.to_owned(),
            words,
            state: grade.state.map(|state| state.to_string()),
        }
    }
}

/// What a move that is not optimal cost.
fn cost(change: ValueChange, plies: u16) -> String {
    match change {
        ValueChange::WinToDraw => "gives up a win for a draw".to_owned(),
        ValueChange::WinToLoss => "turns a win into a loss".to_owned(),
        ValueChange::DrawToLoss => "turns a draw into a loss".to_owned(),
        ValueChange::Kept if plies == 1 => "keeps the value and costs 1 ply".to_owned(),
        ValueChange::Kept => format!("keeps the value and costs {plies} plies"),
    }
}

/// Both sides' fingers.
fn fingers(position: Position) -> (Vec<u8>, Vec<u8>) {
    (
        position.own.fingers().to_vec(),
        position.opponent.fingers().to_vec(),
    )
}

impl Pages for ChopBench {
    fn facet_names(&self) -> Vec<&'static str> {
        vec!["model", "family", "mode", "opponent", "seat"]
    }

    fn facets(&self, game: &PlannedGame, _: Option<Elo>) -> Vec<String> {
        vec![
            game.cell.model.to_string(),
            game.cell.family.clone(),
            game.cell.mode.to_string(),
            game.opponent.to_string(),
            match game.examinee {
                Seat::First => "moves first".to_owned(),
                Seat::Second => "moves second".to_owned(),
            },
        ]
    }

    /// By the names that the findings count them under.
    fn marks(&self, record: &GameRecord) -> BTreeSet<String> {
        let replies = record.turns.iter().map(reply_kind);
        let changes = record.turns.iter().filter_map(change_kind);
        replies.chain(changes).chain(ending_kind(record)).collect()
    }

    fn sitters(&self, game: &PlannedGame, _: Option<Elo>) -> Sitters {
        let examinee = Sitter {
            word: "the examinee".to_owned(),
            name: game.cell.model.to_string(),
        };
        let opponent = Sitter {
            word: "the opponent".to_owned(),
            name: game.opponent.to_string(),
        };
        match game.examinee {
            Seat::First => Sitters {
                first: examinee,
                second: opponent,
            },
            Seat::Second => Sitters {
                first: opponent,
                second: examinee,
            },
        }
    }

    fn tables() -> Vec<crate::tables::Table<Self>> {
        crate::tables::chop_bench::tables()
    }

    fn replay(&self, game: &PlannedGame, log: &GameLog) -> Replay {
        Replay::ChopBench(replay::replay(self, game, log))
    }

    fn seat(&self, game: &PlannedGame, open: &OpenGame<GameRecord>) -> SeatView {
        seat::view(self, game, open)
    }

    fn exam(&self) -> Option<exam::Exam> {
        exam::exam(self)
    }
}

impl Tied for Findings {
    fn ties(&self) -> Vec<Ties> {
        let players: Vec<String> = self
            .leaderboard
            .iter()
            .map(|standing| standing.model.to_string())
            .collect();
        let told_apart = players
            .windows(2)
            .map(|pair| {
                self.separability.iter().any(|one| {
                    one.told_apart
                        && one.better.as_str() == pair[0]
                        && one.worse.as_str() == pair[1]
                })
            })
            .collect();
        vec![Ties {
            players,
            told_apart,
            by: "two-sided test of the difference of neighbouring headlines, games as clusters, Holm-adjusted over all neighbours, at 0.05".to_owned(),
        }]
    }
}
