//! How a game came out, in one set of words for every page.

use ludometer_record::{
    GameLog,
    ending::{Ending, GameResult, Termination, TerminationKind},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::pages::{Sitter, Sitters};

/// How a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Over, with a result.
    Scored,
    /// Over by an infrastructure failure; never scored.
    Void,
    /// Begun and not over.
    Open,
    /// Not begun.
    Planned,
}

/// How a game came out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Outcome {
    /// How it stands.
    pub state: State,
    /// Who won, by the word of the seat: `White wins`, `draw`, `void`, `in progress`, `not begun`.
    pub result: String,
    /// Why it ended, in a word or two; empty where it has not.
    pub termination: String,
    /// `board`, `protocol`, `infrastructure`, or empty.
    pub kind: String,
    /// All of it in one sentence.
    pub says: String,
}

/// How a game came out.
#[must_use]
pub fn outcome(log: &GameLog, sitters: &Sitters) -> Outcome {
    of(log.ended.as_ref(), log.exchanges.len(), sitters)
}

/// The same from less: how it ended, and how many answers there were.
#[must_use]
pub fn of(ended: Option<&Ending>, answers: usize, sitters: &Sitters) -> Outcome {
    let bare = |state, result: &str, says: &str| Outcome {
        state,
        result: result.to_owned(),
        termination: String::new(),
        kind: String::new(),
        says: says.to_owned(),
    };
    match ended {
        None if answers == 0 => bare(State::Planned, "not begun", "Not begun"),
        None => bare(State::Open, "in progress", "In progress"),
        Some(Ending::Void { cause, detail }) => Outcome {
            termination: cause.words().to_owned(),
            kind: "infrastructure".to_owned(),
            ..bare(
                State::Void,
                "void",
                &format!(
                    "Void and not scored: {} after {answers} answers. {detail}",
                    cause.words()
                ),
            )
        },
        Some(Ending::Scored {
            result,
            termination,
        }) => {
            let (winner, loser) = match result {
                GameResult::FirstWins => (Some(&sitters.first), &sitters.second),
                GameResult::SecondWins => (Some(&sitters.second), &sitters.first),
                GameResult::Draw => (None, &sitters.second),
            };
            let result = winner.map_or_else(
                || "draw".to_owned(),
                |winner| format!("{} wins", winner.word),
            );
            let named = winner.map_or_else(
                || "Draw".to_owned(),
                |winner| format!("{} wins", capital(&named(winner))),
            );
            let why = match winner {
                Some(_) => why(*termination, loser),
                None => termination.words().to_owned(),
            };
            Outcome {
                state: State::Scored,
                result,
                termination: termination.words().to_owned(),
                kind: match termination.kind() {
                    TerminationKind::Board => "board",
                    TerminationKind::Protocol => "protocol",
                    TerminationKind::Infrastructure => "infrastructure",
                }
                .to_owned(),
                says: format!("{named}: {why}"),
            }
        }
    }
}

fn named(sitter: &Sitter) -> String {
    if sitter.name.is_empty() {
        sitter.word.clone()
    } else {
        format!("{} ({})", sitter.word, sitter.name)
    }
}

/// What the loser did, where it did something; the board may hold nothing of it.
fn why(termination: Termination, loser: &Sitter) -> String {
    let who = &loser.word;
    match termination {
        Termination::Illegal => format!("illegal move by {who}"),
        Termination::Unparseable => format!("no move found in the reply of {who}"),
        Termination::Truncated => format!("the reply of {who} was cut off"),
        Termination::Refused => format!("{who} declined to answer"),
        Termination::BudgetExhausted => format!("{who} reached the game's own budget"),
        Termination::Forfeit => format!("{who} spent the last token without a move"),
        Termination::Resignation => format!("{who} resigned"),
        Termination::WalkedAway => format!("{who} left the game"),
        Termination::TimeLimit => format!("{who} used up the game's time"),
        Termination::CallLimit => format!("{who} used up the game's calls"),
        other => other.words().to_owned(),
    }
}

fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map(|first| first.to_uppercase().chain(characters).collect())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use ludometer_record::ending::VoidCause;

    use super::*;

    fn sitters() -> Sitters {
        let sitter = |word: &str, name: &str| Sitter {
            word: word.to_owned(),
            name: name.to_owned(),
        };
        Sitters {
            first: sitter("White", "a"),
            second: sitter("Black", "b"),
        }
    }

    fn scored(result: GameResult, termination: Termination) -> Outcome {
        let ending = Ending::Scored {
            result,
            termination,
        };
        of(Some(&ending), 3, &sitters())
    }

    #[test]
    fn a_reply_that_was_cut_off_is_a_loss_and_says_whose() {
        let outcome = scored(GameResult::SecondWins, Termination::Truncated);
        assert_eq!(outcome.result, "Black wins");
        assert_eq!(
            outcome.says,
            "Black (b) wins: the reply of White was cut off"
        );
        assert_eq!(outcome.kind, "protocol");
    }

    #[test]
    fn a_void_game_has_no_result() {
        let ending = Ending::Void {
            cause: VoidCause::Engine,
            detail: "it crashed".to_owned(),
        };
        let outcome = of(Some(&ending), 8, &sitters());
        assert_eq!(outcome.state, State::Void);
        assert_eq!(outcome.result, "void");
        assert_eq!(
            outcome.says,
            "Void and not scored: engine failure after 8 answers. it crashed"
        );
    }

    #[test]
    fn a_draw_names_no_loser() {
        let outcome = scored(GameResult::Draw, Termination::PlyCap);
        assert_eq!(outcome.says, "Draw: ply cap");
    }

    #[test]
    fn a_game_without_an_end_is_open_or_planned() {
        assert_eq!(of(None, 0, &sitters()).state, State::Planned);
        assert_eq!(of(None, 2, &sitters()).state, State::Open);
    }
}
