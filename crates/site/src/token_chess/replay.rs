//! A game of Token Chess as it was played: at every turn what was dreamt, what was legal,
//! what was picked, and what it cost.

use ludometer_daydream::Setting;
use ludometer_games::{Board, ByColor, Color};
use ludometer_instruments::{
    token_chess::{
        Choice, PlannedGame, TokenChess,
        record::{Asker, Attempt, Batch, End, MovedBy, SoFar, Turn},
    },
    tool::{Gate, board_of},
};
use ludometer_record::{
    GameLog, Seat,
    desk::{Answer, Decide, Draw, Question},
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{BoardFacts, Step, step};
use crate::{
    dream::class_word,
    replay::{Said, judged, readable, said, shown},
};

/// A game of Token Chess.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TokenReplay {
    /// The board.
    pub board: BoardFacts,
    /// Its rules, a line each.
    pub rules: Vec<String>,
    /// Who sits where.
    pub white: SeatShown,
    /// Who sits where.
    pub black: SeatShown,
    /// Every turn.
    pub turns: Vec<TurnShown>,
    /// The last position.
    pub end_fen: String,
    /// Whether the side to move there is in check.
    pub end_check: bool,
    /// What was said after the last turn, or before the first: choices of memory among it.
    pub aside: Vec<Said>,
    /// Who said who had won, where the board did not.
    pub adjudication: Option<String>,
    /// What a reader must know, as of a game that is not over.
    pub note: Option<String>,
}

/// A seat.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SeatShown {
    /// The player.
    pub player: String,
    /// What it remembers.
    pub memory: Option<String>,
    /// Why it chose that, in its own words.
    pub why: Option<String>,
    /// Tokens spent.
    pub spent: Option<u32>,
    /// Replies that its model gave.
    pub calls: Option<u32>,
    /// Decisions whose first reply could not be used.
    pub parse_failures: Option<u32>,
    /// Decisions that the rules made.
    pub fallbacks: Option<u32>,
}

/// A turn.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TurnShown {
    /// Plies before it.
    pub ply: u32,
    /// `white` or `black`.
    pub side: String,
    /// The position before the move.
    pub fen: String,
    /// Whether the side to move is in check.
    pub check: bool,
    /// Legal moves that there were.
    pub legal_moves: u32,
    /// What was drawn, in order.
    pub batches: Vec<BatchShown>,
    /// Samples that were drawn, where the record does not keep all of their texts.
    pub samples: Option<u32>,
    /// Legal samples without duplicates.
    pub candidates: Vec<String>,
    /// The move; none where the game ended in this turn.
    pub played: Option<PlayedShown>,
    /// Tokens that the turn cost; absent where no record says so.
    pub spent: Option<u32>,
    /// What both sides have left after it: White, Black.
    pub purses: Option<(u32, u32)>,
    /// What the player said.
    pub said: Vec<Said>,
    /// The note that it wrote.
    pub note: Option<String>,
}

/// Samples that were drawn together.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BatchShown {
    /// The sampler's temperature; absent where the record does not say.
    pub temperature: Option<f64>,
    /// The bound on logits, if any.
    pub soft_cap: Option<f64>,
    /// What the record does not say of the draw.
    pub unsaid: Option<String>,
    /// Who wanted it, in words; absent where no record says so.
    pub by: Option<String>,
    /// The samples.
    pub attempts: Vec<AttemptShown>,
}

/// A sample.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct AttemptShown {
    /// As it came.
    pub text: String,
    /// `legal`, `illegal` or `malformed`.
    pub class: String,
    /// From where to where, where it is a move of this board.
    pub step: Option<Step>,
}

/// A move.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PlayedShown {
    /// In UCI.
    pub text: String,
    /// In algebraic notation.
    pub san: String,
    /// From where to where.
    pub step: Option<Step>,
    /// How it came to be played, in words; absent where no record says so.
    pub by: Option<String>,
}

/// A game as far as it was played: an end without a verdict, a turn that was broken off and a
/// game that nobody began are shown as they stand.
pub(super) fn replay(bench: &TokenChess, game: &PlannedGame, log: &GameLog) -> TokenReplay {
    let (played, exchanges) = shown(|see| bench.so_far(game, &log.exchanges, see));
    let variant = board_of(played.rules.tier);
    let mut board = Board::new(variant);
    let mut purses = ByColor {
        white: played.rules.budget,
        black: played.rules.budget,
    };
    let mut saying = Saying::of(&exchanges);
    let mut turns = Vec::with_capacity(played.turns.len());
    for turn in &played.turns {
        purses[turn.side] = turn.bank_after;
        let notes = played.seats[turn.side].notes.iter();
        let notes: Vec<String> = notes
            .filter(|note| note.ply == turn.ply)
            .map(|note| readable(&note.text))
            .collect();
        let note = (!notes.is_empty()).then(|| notes.join("\n"));
        turns.push(TurnShown {
            spent: Some(turn.spent),
            purses: Some((purses.white, purses.black)),
            note,
            said: saying.of_turn(turn.side, &board.fen()),
            ..turn_shown(&board, turn)
        });
        if let Some(move_played) = &turn.played {
            let done = board.play(&move_played.text);
            debug_assert!(done.is_ok(), "{} was played before", move_played.text);
        }
    }
    TokenReplay {
        board: BoardFacts::of(variant),
        rules: rules(bench, game),
        white: seat(&played, game, Color::White),
        black: seat(&played, game, Color::Black),
        turns,
        end_check: board.in_check(),
        aside: saying.rest(),
        adjudication: played.end.as_ref().and_then(adjudication),
        note: played
            .end
            .is_none()
            .then(|| "The game is not over, or void: it is shown as far as it got.".to_owned()),
        end_fen: played.final_fen,
    }
}

fn seat(played: &SoFar, game: &PlannedGame, side: Color) -> SeatShown {
    let tally = &played.seats[side];
    SeatShown {
        player: game.players[side].to_string(),
        memory: Some(played.memory[side].to_string()),
        why: played.choices[side]
            .as_ref()
            .and_then(|choice: &Choice| choice.why.as_deref())
            .map(readable),
        spent: Some(tally.spent),
        calls: Some(tally.calls),
        parse_failures: Some(tally.parse_failures),
        fallbacks: Some(tally.fallbacks),
    }
}

/// Who said who had won, where the board did not.
fn adjudication(end: &End) -> Option<String> {
    let End::Adjudicated {
        exhausted, verdict, ..
    } = end
    else {
        return None;
    };
    let why = match exhausted {
        Some(Color::White) => "White had neither a token nor a candidate",
        Some(Color::Black) => "Black had neither a token nor a candidate",
        None => "the cap on plies was reached",
    };
    Some(format!("Adjudicated, since {why}: {}.", judged(verdict)))
}

/// What players said, to be handed to the turns that it was said in.
struct Saying {
    /// Seat, situation and reply, in order.
    said: Vec<(Seat, String, Said)>,
}

impl Saying {
    fn of(exchanges: &[(Question, Answer)]) -> Self {
        let replies = exchanges.iter().filter_map(|(question, answer)| {
            let (Question::Decide(decide), Answer::Reply(reply)) = (question, answer) else {
                return None;
            };
            let decide: &Decide = decide;
            // A turn is a conversation of its own; a second asking begins with the first.
            let before = match decide.messages.len() {
                0 | 1 => &[][..],
                more => &decide.messages[..more - 2],
            };
            let said = said(decide, before, reply);
            Some((decide.seat, decide.situation.position.clone(), said))
        });
        Self {
            said: replies.collect(),
        }
    }

    /// The situation of a decision begins with the position.
    fn of_turn(&mut self, side: Color, fen: &str) -> Vec<Said> {
        let seat = match side {
            Color::White => Seat::First,
            Color::Black => Seat::Second,
        };
        let here = |(at, situation, _): &(Seat, String, Said)| {
            let rest = situation.strip_prefix(fen);
            *at == seat && rest.is_some_and(|rest| rest.starts_with(' '))
        };
        let first = self.said.iter().position(here);
        let Some(first) = first else {
            return Vec::new();
        };
        let many = self.said[first..]
            .iter()
            .take_while(|one| here(one))
            .count();
        let taken = self.said.drain(first..first + many);
        taken.map(|(_, _, said)| said).collect()
    }

    fn rest(self) -> Vec<Said> {
        self.said.into_iter().map(|(_, _, said)| said).collect()
    }
}

pub(crate) fn begun(board: &Board, side: Color, ply: u32) -> TurnShown {
    TurnShown {
        ply,
        side: side.to_string(),
        fen: board.fen(),
        check: board.in_check(),
        legal_moves: u32::try_from(board.legal_move_count()).unwrap_or(u32::MAX),
        batches: Vec::new(),
        samples: None,
        candidates: Vec::new(),
        played: None,
        spent: None,
        purses: None,
        said: Vec::new(),
        note: None,
    }
}

fn turn_shown(board: &Board, turn: &Turn) -> TurnShown {
    TurnShown {
        legal_moves: turn.legal_moves,
        batches: turn
            .batches
            .iter()
            .map(|batch| batch_shown(board, batch))
            .collect(),
        candidates: turn.candidates.clone(),
        played: turn.played.as_ref().map(|played| PlayedShown {
            by: Some(moved_by(played.by).to_owned()),
            ..played_shown(board, &played.text)
        }),
        ..begun(board, turn.side, turn.ply)
    }
}

fn batch_shown(board: &Board, batch: &Batch) -> BatchShown {
    let Setting {
        temperature,
        soft_cap,
    } = batch.setting;
    BatchShown {
        temperature: Some(temperature.get()),
        unsaid: None,
        soft_cap: soft_cap.map(ludometer_daydream::SoftCap::get),
        by: Some(asker(batch.by).to_owned()),
        attempts: batch
            .attempts
            .iter()
            .map(|attempt: &Attempt| attempt_shown(board, &attempt.text))
            .collect(),
    }
}

pub(crate) fn drawn(board: &Board, draw: &Draw, texts: &[String]) -> BatchShown {
    BatchShown {
        temperature: Some(draw.order.temperature),
        unsaid: None,
        soft_cap: draw.order.soft_cap,
        by: None,
        attempts: texts
            .iter()
            .map(|text| attempt_shown(board, text))
            .collect(),
    }
}

pub(crate) fn attempt_shown(board: &Board, text: &str) -> AttemptShown {
    AttemptShown {
        text: readable(text),
        class: class_word(board.class(text)).to_owned(),
        step: board.variant().parse_uci(text).and_then(step),
    }
}

pub(crate) fn played_shown(board: &Board, text: &str) -> PlayedShown {
    PlayedShown {
        text: text.to_owned(),
        san: board.san(text).unwrap_or_else(|_| text.to_owned()),
        step: board.variant().parse_uci(text).and_then(step),
        by: None,
    }
}

const fn asker(by: Asker) -> &'static str {
    match by {
        Asker::Player => "wanted by the player",
        Asker::Fallback => "by the rules, since no reply could be used",
        Asker::Harness => "silent, by the harness",
    }
}

const fn moved_by(by: MovedBy) -> &'static str {
    match by {
        MovedBy::Player => "the player's own",
        MovedBy::ForcedPick => "at random among the candidates, since the pick was none",
        MovedBy::HarnessSampled => "landed silently by the harness",
        MovedBy::HarnessUniform => "drawn evenly among the legal moves by the harness",
    }
}

/// The rules of a game, a line each.
pub(super) fn rules(bench: &TokenChess, game: &PlannedGame) -> Vec<String> {
    let rules = bench.condition(game).rules;
    let plural = |number: u32, thing: &str| {
        format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
    };
    let mut lines = vec![
        format!("economy {}", rules.economy),
        format!("tier {} on {}", rules.tier, board_of(rules.tier)),
        format!("{} at the start", plural(rules.budget, "token")),
        format!("{} a token", plural(rules.batch, "sample")),
    ];
    if rules.income > 0 {
        lines.push(format!("{} more each turn", plural(rules.income, "token")));
    }
    lines.push(format!(
        "at most {}",
        plural(rules.ply_cap, "ply").replace("plys", "plies")
    ));
    lines.push(format!("without a token: {}", rules.exhaustion.word()));
    lines
}
