//! A draw in the dream room.

use ludometer_daydream::{Setting, Tier};
use ludometer_games::{Board, Claims, UciText};
use ludometer_instruments::tool::{Gate, TextClass, board_of};
use ludometer_stats::{Level, Tally};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::token_chess::{BoardFacts, Step, step};

/// Most samples of one draw.
pub const SAMPLES: u32 = 400;

/// Most plies that are dreamt on from.
pub const PLIES: usize = 400;

/// What a visitor asks for.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// The board with its model.
    #[schemars(with = "String")]
    pub tier: Tier,
    /// The game so far, as moves of UCI.
    pub moves: Vec<String>,
    /// The sampler's temperature.
    pub temperature: f64,
    /// The bound on logits, if any.
    pub soft_cap: Option<f64>,
    /// Samples.
    pub n: u32,
    /// Decides the draw.
    pub seed: u64,
}

/// A wish that can be granted.
#[derive(Debug, Clone)]
pub struct Granted {
    /// The board after the moves.
    pub board: Board,
    /// The setting.
    pub setting: Setting,
    /// Samples.
    pub n: u32,
}

/// What came.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Dreamt {
    /// The board.
    pub board: BoardFacts,
    /// The position.
    pub fen: String,
    /// Whether the side to move is in check.
    pub check: bool,
    /// How the game ended, if it did.
    pub over: Option<String>,
    /// Legal moves that there are.
    pub legal_moves: usize,
    /// Different texts, the most frequent first.
    pub texts: Vec<DreamtText>,
    /// Samples that are legal.
    pub legal: u64,
    /// Samples.
    pub n: u64,
    /// Their share's 95% Wilson interval.
    pub interval: (f64, f64),
    /// The moves so far in algebraic notation.
    pub line: Vec<String>,
}

/// A text that came.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DreamtText {
    /// As it came.
    pub text: String,
    /// How often.
    pub times: u64,
    /// `legal`, `illegal` or `malformed`.
    pub class: String,
    /// In algebraic notation, where it is legal.
    pub san: Option<String>,
    /// From where to where, where it is a move of this board.
    pub step: Option<Step>,
}

impl Wish {
    /// Checks a wish. The error is a line for the visitor.
    pub fn check(&self) -> Result<Granted, String> {
        if !(1..=SAMPLES).contains(&self.n) {
            return Err(format!("n is {}; expected 1 to {SAMPLES}", self.n));
        }
        if self.moves.len() > PLIES {
            let plies = self.moves.len();
            return Err(format!("{plies} moves; expected at most {PLIES}"));
        }
        if !(0.01..=10.0).contains(&self.temperature) {
            let temperature = self.temperature;
            return Err(format!("temperature is {temperature}; expected 0.01 to 10"));
        }
        if self
            .soft_cap
            .is_some_and(|cap| !(0.1..=1000.0).contains(&cap))
        {
            return Err("soft_cap: expected 0.1 to 1000, or none".to_owned());
        }
        let setting = Setting::new(self.temperature, self.soft_cap);
        let setting = setting.map_err(|problem| problem.to_string())?;
        let board = Board::replay(board_of(self.tier), &self.moves);
        let board = board.map_err(|problem| problem.to_string())?;
        let n = self.n;
        Ok(Granted { board, setting, n })
    }
}

/// What came, for the page.
#[must_use]
pub fn dreamt(board: &Board, samples: Vec<String>) -> Dreamt {
    let n = samples.len() as u64;
    let mut texts: Vec<DreamtText> = Vec::new();
    for text in samples {
        if let Some(before) = texts.iter_mut().find(|before| before.text == text) {
            before.times += 1;
            continue;
        }
        let class = board.class(&text);
        texts.push(DreamtText {
            times: 1,
            class: class_word(class).to_owned(),
            san: board.san(&text).ok(),
            step: board
                .variant()
                .parse_uci(&text)
                .and_then(|text: UciText| step(text)),
            text,
        });
    }
    texts.sort_by(|a, b| b.times.cmp(&a.times).then_with(|| a.text.cmp(&b.text)));
    let is_legal = |text: &&DreamtText| text.class == "legal";
    let legal: u64 = texts.iter().filter(is_legal).map(|text| text.times).sum();
    let interval = Tally::new(legal, n).map_or((0.0, 1.0), |tally| {
        let interval = tally.wilson(Level::P95);
        (interval.lo, interval.hi)
    });
    let mut again = Board::new(board.variant());
    let mut line = Vec::with_capacity(board.moves().len());
    for text in board.moves() {
        line.push(again.san(text).unwrap_or_else(|_| text.clone()));
        let played = again.play(text);
        debug_assert!(played.is_ok(), "{text} was played before");
    }
    Dreamt {
        board: BoardFacts::of(board.variant()),
        fen: board.fen(),
        check: board.in_check(),
        over: board
            .ending(Claims::NotMade)
            .map(|ending| ending.to_string()),
        legal_moves: board.legal_move_count(),
        texts,
        legal,
        n,
        interval,
        line,
    }
}

/// A class in a word.
#[must_use]
pub const fn class_word(class: TextClass) -> &'static str {
    match class {
        TextClass::Legal => "legal",
        TextClass::Illegal => "illegal",
        TextClass::Malformed => "malformed",
    }
}
