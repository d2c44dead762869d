//! A game of any round in the words that all rounds share: what its file says, and no more.
//!
//! The kinds of files differ in what they keep. A sample's text, its setting, a purse: what a
//! file does not say is `None` here. Legality is not taken from the files: it is for whoever
//! shows a game to ask the rules.

use ludometer_games::{Board, ByColor, Claims, Color, EndingKind, Variant};
use ludometer_record::{
    archive::{
        BySide, Evidence, Record, Side, SoftCap, Winner,
        probes::{ChoiceGame, ChoiceSource},
        round_one::RoundOneGame,
        round_two::{BankedGame, Source},
        turn_games::{Adjudication, TurnGame},
    },
    ending::{GameResult, Termination},
};
use serde_json::Value;

use super::games::{Filed, Purpose, Round, board_of, purpose, round};
use crate::{on_board, token_chess::Economy};

/// A game of any round.
#[derive(Debug)]
pub struct ArchivedGame<'a> {
    /// The path of its file.
    pub path: &'a str,
    /// Where in the published rounds it belongs, in words.
    pub round: &'static str,
    /// The board.
    pub variant: Variant,
    /// What a token bought; none where nobody paid.
    pub economy: Option<Economy>,
    /// Who sat where.
    pub seats: ByColor<Seated<'a>>,
    /// Who won.
    pub result: Option<GameResult>,
    /// Why it ended.
    pub ended: Ended<'a>,
    /// What an engine said of the last position.
    pub adjudication: Option<&'a Adjudication>,
    /// The side that had neither a token nor a candidate.
    pub exhausted: Option<Color>,
    /// Every turn.
    pub turns: Vec<ArchivedTurn<'a>>,
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended<'a> {
    /// For a reason that this program knows.
    Known(Termination),
    /// In the file's own word.
    Word(&'a str),
    /// The file does not say.
    Unsaid,
}

/// A seat.
#[derive(Debug, Clone, Default)]
pub struct Seated<'a> {
    /// The player.
    pub player: Option<&'a str>,
    /// What it remembered.
    pub memory: Option<&'a str>,
    /// Why it chose that.
    pub why: Option<&'a str>,
    /// Tokens spent.
    pub spent: Option<u32>,
    /// Calls of its model. Unsaid in self-play, where one seat's count replaces the other's.
    pub calls: Option<u64>,
    /// Replies that did not parse; unsaid as `calls` is.
    pub parse_failures: Option<u64>,
}

/// A turn.
#[derive(Debug, Clone)]
pub struct ArchivedTurn<'a> {
    /// Moves before it, as the file counts them.
    pub ply: u32,
    /// Whose it is.
    pub side: Color,
    /// What was drawn, as far as texts are kept.
    pub draws: Vec<Drawn<'a>>,
    /// Samples that were drawn, where not all texts are kept.
    pub samples: Option<u32>,
    /// The move; none where the game ended in this turn.
    pub text: Option<&'a str>,
    /// How it came about.
    pub by: Option<By>,
    /// Tokens that it cost.
    pub spent: Option<u32>,
    /// Tokens left after it.
    pub left: Option<u32>,
    /// Notes that were written in it.
    pub notes: Vec<String>,
}

/// Samples that were drawn together.
#[derive(Debug, Clone)]
pub struct Drawn<'a> {
    /// The sampler's temperature.
    pub temperature: Option<f64>,
    /// The bound on logits; none where the file does not say.
    pub soft_cap: Option<SoftCap>,
    /// The texts that are kept.
    pub texts: Vec<&'a str>,
    /// Which they are.
    pub kept: Kept,
}

/// Which of the samples a file keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// Every sample, in order.
    All,
    /// The different legal ones of so many.
    Candidates(Option<u32>),
}

/// How a move came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The first sample that was legal.
    FirstLegal,
    /// Picked among the candidates.
    Picked,
    /// The player's sample.
    Player,
    /// A sample of the fallback's, after so many.
    Fallback(Option<u32>),
    /// Drawn evenly, since no sample was legal.
    Even,
}

impl<'a> ArchivedGame<'a> {
    /// The game of a record; none where it keeps no moves.
    #[must_use]
    pub fn of(record: &'a Record) -> Option<Self> {
        let path = record.path.as_str();
        match &record.evidence {
            Evidence::RoundOneGame(of) => Some(round_one(&Filed { path, of })),
            Evidence::BankedGame(of) => Some(banked(path, of)),
            Evidence::TurnGame(of) => Some(turns(path, of)),
            Evidence::ChoiceGame(of) => Some(choice(path, of)),
            Evidence::ToolProfile(_) | Evidence::RealPrefix(_) | Evidence::Sweep(_) => None,
        }
    }

    /// The moves.
    pub fn moves(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.turns.iter().filter_map(|turn| turn.text)
    }

    /// Draws that the file keeps.
    #[must_use]
    pub fn draws(&self) -> usize {
        self.turns.iter().map(|turn| turn.draws.len()).sum()
    }

    /// The board after as many moves as are legal, and the first one that is not.
    #[must_use]
    pub fn replayed(&self) -> (Board, Option<&'a str>) {
        let mut board = Board::new(self.variant);
        let wrong = self.moves().find(|text| board.play(text).is_err());
        (board, wrong)
    }
}

/// Where a file names no variant, the game is one of chess.
fn bare<'a>(path: &'a str, round: &'static str) -> ArchivedGame<'a> {
    ArchivedGame {
        path,
        round,
        variant: Variant::Standard,
        economy: None,
        seats: ByColor::default(),
        result: None,
        ended: Ended::Unsaid,
        adjudication: None,
        exhausted: None,
        turns: Vec::new(),
    }
}

fn round_one<'a>(file: &Filed<'a, RoundOneGame>) -> ArchivedGame<'a> {
    let game = file.of;
    let mut turns: Vec<ArchivedTurn<'a>> = Vec::new();
    for attempt in &game.attempts {
        if turns.last().is_none_or(|turn| turn.ply != attempt.ply) {
            turns.push(ArchivedTurn {
                spent: Some(0),
                ..begun(attempt.ply, attempt.side)
            });
        }
        let Some(turn) = turns.last_mut() else {
            continue;
        };
        turn.draws.push(Drawn {
            temperature: attempt.temperature,
            soft_cap: attempt.soft_cap,
            texts: vec![&attempt.text],
            kept: Kept::All,
        });
        turn.spent = turn.spent.map(|spent| spent + 1);
        turn.left = attempt.budget_after;
        if attempt.legal && turn.text.is_none() {
            turn.text = Some(&attempt.text);
            turn.by = Some(By::FirstLegal);
        }
    }
    let round = match purpose(file) {
        Purpose::Calibration(_) => "one: calibration",
        Purpose::Smoke => "one: smoke test",
        Purpose::CrossModel => "one: between models",
    };
    let mut played = ArchivedGame {
        variant: board_of(file),
        economy: Some(Economy::Forfeit),
        result: game.winner.map(result),
        turns,
        ..bare(file.path, round)
    };
    played.ended = ended(&played, game.outcome.as_deref());
    let spent = |side| game.calls_spent.as_ref().map(|both| *both.of(side));
    seat(&mut played, |side| Seated {
        player: game.player(side),
        spent: spent(side),
        ..Seated::default()
    });
    played
}

fn banked<'a>(path: &'a str, game: &'a BankedGame) -> ArchivedGame<'a> {
    let is_alone = game.mode == "zero";
    let round = if is_alone {
        "two: the fallback alone"
    } else {
        "two"
    };
    let turns = game.moves.iter().map(|made| {
        let fallback = made.fallback_samples;
        ArchivedTurn {
            samples: Some(
                made.attempts
                    .unwrap_or(0)
                    .saturating_add(fallback.unwrap_or(0)),
            ),
            text: Some(&made.text),
            by: Some(match made.source {
                Source::Player => By::Player,
                Source::FallbackSampled => By::Fallback(fallback),
                Source::FallbackRandom => By::Even,
            }),
            spent: made.attempts.filter(|_| !is_alone),
            left: made.bank_after.and_then(|bank| u32::try_from(bank).ok()),
            ..begun(made.ply, made.side)
        }
    });
    let mut played = ArchivedGame {
        economy: (!is_alone).then_some(Economy::Income),
        result: game.winner.map(result),
        turns: turns.collect(),
        ..bare(path, round)
    };
    played.ended = ended(&played, game.termination.as_deref());
    let control = |side| game.control_stats.as_ref().map(|both| both.of(side));
    seat(&mut played, |side| Seated {
        player: named(game.players.as_ref(), side),
        spent: control(side).map(|control| control.tokens_spent),
        ..Seated::default()
    });
    played
}

fn choice<'a>(path: &'a str, game: &'a ChoiceGame) -> ArchivedGame<'a> {
    let turns = game.moves.iter().map(|made| {
        let candidates = made.candidates.as_ref().filter(|all| !all.is_empty());
        ArchivedTurn {
            draws: candidates
                .map(|texts| Drawn {
                    temperature: None,
                    soft_cap: None,
                    texts: texts.iter().map(String::as_str).collect(),
                    kept: Kept::Candidates(made.samples),
                })
                .into_iter()
                .collect(),
            samples: made.samples,
            text: Some(&made.picked),
            by: Some(match made.source {
                ChoiceSource::Picked => By::Picked,
                ChoiceSource::ForcedRandom => By::Even,
            }),
            ..begun(made.ply, made.side)
        }
    });
    let mut played = ArchivedGame {
        result: game.winner.map(result),
        turns: turns.collect(),
        ..bare(path, "three: choice probe")
    };
    played.ended = ended(&played, game.termination.as_deref());
    seat(&mut played, |side| Seated {
        player: named(game.pickers.as_ref(), side),
        ..Seated::default()
    });
    played
}

fn turns<'a>(path: &'a str, game: &'a TurnGame) -> ArchivedGame<'a> {
    let turns = game.turns.iter().map(|turn| ArchivedTurn {
        draws: turn
            .batches
            .iter()
            .map(|batch| Drawn {
                temperature: Some(batch.temperature),
                soft_cap: batch.soft_cap,
                texts: batch.samples.iter().map(|one| one.text.as_str()).collect(),
                kept: Kept::All,
            })
            .collect(),
        text: Some(&turn.picked),
        by: Some(By::Picked),
        spent: u32::try_from(turn.batches.len()).ok(),
        left: turn.budget_after,
        notes: turn.notes.iter().flatten().map(note).collect(),
        ..begun(turn.ply, turn.side)
    });
    let round = match round(game) {
        Round::SelfTest => "three: self-test",
        Round::Three => "three",
        Round::Four => "four",
        Round::Five => "five",
    };
    let mut played = ArchivedGame {
        economy: Some(Economy::Batch),
        result: game.winner.map(result),
        adjudication: game.adjudication.as_ref(),
        exhausted: game.exhausted_side.map(color),
        turns: turns.collect(),
        ..bare(path, round)
    };
    played.ended = ended(&played, game.outcome.as_deref());
    let is_self_play = game.white_player == game.black_player;
    seat(&mut played, |side| {
        let player = game.player(side);
        let usage = player
            .filter(|_| !is_self_play)
            .and_then(|name| game.llm_usage.as_ref()?.get(name));
        let chosen = game.tool_choices.as_ref().map(|both| both.of(side));
        Seated {
            player,
            memory: named(game.memory.as_ref(), side),
            why: chosen.and_then(|chosen| chosen.why.as_deref()),
            spent: game.stats.as_ref().map(|both| both.of(side).tokens_spent),
            calls: usage.and_then(|usage| usage.calls),
            parse_failures: usage.and_then(|usage| usage.parse_failures),
        }
    });
    played
}

fn begun<'a>(ply: u32, side: Side) -> ArchivedTurn<'a> {
    ArchivedTurn {
        ply,
        side: color(side),
        draws: Vec::new(),
        samples: None,
        text: None,
        by: None,
        spent: None,
        left: None,
        notes: Vec::new(),
    }
}

fn seat<'a>(played: &mut ArchivedGame<'a>, of: impl Fn(Side) -> Seated<'a>) {
    for side in Side::ALL {
        played.seats[color(side)] = of(side);
    }
}

fn named(both: Option<&BySide<String>>, side: Side) -> Option<&str> {
    both.map(|both| both.of(side).as_str())
}

/// A note is an object with its ply, or its text alone.
fn note(note: &Value) -> String {
    let text = note.as_str().or_else(|| note["note"].as_str());
    text.map_or_else(|| note.to_string(), str::to_owned)
}

/// The words of all kinds of files. `chess_result` is round one's, for whatever the board says.
fn ended<'a>(played: &ArchivedGame<'_>, word: Option<&'a str>) -> Ended<'a> {
    let Some(word) = word else {
        return Ended::Unsaid;
    };
    let known = match word {
        "forfeit" => Some(Termination::Forfeit),
        "ply_cap" => Some(Termination::PlyCap),
        "adjudication_exhausted" => Some(Termination::AdjudicatedExhausted),
        "adjudication_plycap" => Some(Termination::AdjudicatedPlyCap),
        "chess_result" => {
            let ending = played.replayed().0.ending(Claims::Made);
            ending.map(|ending| on_board::termination(ending.kind))
        }
        word => word.parse::<EndingKind>().ok().map(on_board::termination),
    };
    known.map_or(Ended::Word(word), Ended::Known)
}

const fn result(winner: Winner) -> GameResult {
    match winner {
        Winner::White => GameResult::FirstWins,
        Winner::Black => GameResult::SecondWins,
        Winner::Draw => GameResult::Draw,
    }
}

/// A file's side.
#[must_use]
pub const fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}
