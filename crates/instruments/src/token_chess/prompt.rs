//! What a model is told.

use ludometer_games::{Board, Color, Variant};
use ludometer_record::manifest::PromptRecord;
use minijinja::{Value, context};

use super::{
    memory::{LEDGER_SHOWN, Memory, NOTES_SHOWN, TEXT_LIMIT},
    record::{Batch, Note},
    rules::Rules,
};
use crate::templates::{TemplateError, Templates};

/// Moves of the game that are shown.
const LAST_MOVES: usize = 8;

/// The templates by name, with their texts.
pub const TEMPLATES: [(&str, &str); 3] = [
    (
        "token-chess/turn",
        include_str!("../../templates/token_chess/turn.jinja"),
    ),
    (
        "token-chess/choose",
        include_str!("../../templates/token_chess/choose.jinja"),
    ),
    (
        "token-chess/again",
        include_str!("../../templates/token_chess/again.jinja"),
    ),
];

/// The templates, ready to be filled in.
#[derive(Debug)]
pub struct Prompts(Templates);

/// All that a player may know in its turn.
#[derive(Debug, Clone, Copy)]
pub struct Knowledge<'a> {
    /// The position.
    pub board: &'a Board,
    /// The rules.
    pub rules: &'a Rules,
    /// Its own tokens that are left.
    pub tokens: u32,
    /// What it sampled in this turn.
    pub log: &'a [Batch],
    /// Its candidates.
    pub candidates: &'a [String],
    /// Its memory.
    pub memory: Memory,
    /// Tokens that it spent on each of its moves, oldest first.
    pub ledger: &'a [u32],
    /// Its notes, oldest first.
    pub notes: &'a [Note],
}

impl Prompts {
    /// Reads the templates; those of `recorded` win over those that are built in, so that a
    /// run is replayed in its own words.
    pub fn new(recorded: &[PromptRecord]) -> Result<Self, TemplateError> {
        Ok(Self(Templates::new(&TEMPLATES, recorded)?))
    }

    /// The templates as the manifest keeps them.
    #[must_use]
    pub fn records(&self) -> Vec<PromptRecord> {
        self.0.records()
    }

    /// A decision's prompt.
    pub fn turn(&self, knowledge: &Knowledge<'_>) -> Result<String, TemplateError> {
        let Knowledge { board, rules, .. } = *knowledge;
        let moves = board.moves();
        let shown = |count: usize, length: usize| length.saturating_sub(count);
        let log: Vec<Value> = knowledge.log.iter().map(log_line).collect();
        let notes = &knowledge.notes[shown(NOTES_SHOWN, knowledge.notes.len())..];
        let notes: Vec<Value> = notes
            .iter()
            .map(|note| context! { ply => note.ply, text => one_line(&note.text) })
            .collect();
        let ledger = knowledge.ledger;
        self.0.fill(
            "token-chess/turn",
            context! {
                board => words(board.variant()),
                side => side(board.turn()),
                picks => rules.picks(),
                batch => rules.batch,
                economy => rules.economy.word(),
                budget => rules.budget,
                income => rules.income,
                exhaustion => rules.exhaustion.word(),
                promotion => promotion(board.variant()),
                note_field => if knowledge.memory == Memory::Notepad { ", \"note\": null" } else { "" },
                note_limit => TEXT_LIMIT,
                notes_shown => NOTES_SHOWN,
                fen => board.fen(),
                last_moves => moves[shown(LAST_MOVES, moves.len())..].to_vec(),
                tokens => knowledge.tokens,
                memory => knowledge.memory.word(),
                ledger => ledger[shown(LEDGER_SHOWN, ledger.len())..].to_vec(),
                ledger_sum => ledger.iter().sum::<u32>(),
                notes => notes,
                log => log,
                candidates => knowledge.candidates.to_vec(),
            },
        )
    }

    /// The prompt in which a player chooses its memory.
    pub fn choose(
        &self,
        variant: Variant,
        color: Color,
        rules: &Rules,
        menu: &[Memory],
    ) -> Result<String, TemplateError> {
        self.0.fill(
            "token-chess/choose",
            context! {
                board => words(variant),
                side => side(color),
                budget => rules.budget,
                income => rules.income,
                menu => menu.iter().map(|tool| tool.word()).collect::<Vec<_>>(),
                ledger_shown => LEDGER_SHOWN,
                notes_shown => NOTES_SHOWN,
                note_limit => TEXT_LIMIT,
            },
        )
    }

    /// What is said after a reply that cannot be used.
    pub fn again(&self, problem: &str) -> Result<String, TemplateError> {
        self.0
            .fill("token-chess/again", context! { problem => problem })
    }
}

fn log_line(batch: &Batch) -> Value {
    let verdict = |legal: bool| if legal { "legal" } else { "illegal" };
    let samples: Vec<String> = batch
        .attempts
        .iter()
        .map(|attempt| format!("{:?} {}", attempt.text, verdict(attempt.is_legal())))
        .collect();
    context! {
        temperature => rounded(batch.setting.temperature.get()),
        soft_cap => batch.setting.soft_cap.map(|cap| rounded(cap.get())),
        samples => samples,
    }
}

/// A note that breaks out of its line could pass for something that the harness says.
fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// A player need not see fifteen digits of what it asked for.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

const fn words(variant: Variant) -> &'static str {
    match variant {
        Variant::Standard => "chess",
        Variant::Gardner => "Gardner minichess (chess on 5x5 squares)",
        Variant::Grand12 => {
            "Grand chess (chess on 12x10 squares, with archbishops and chancellors)"
        }
    }
}

const fn promotion(variant: Variant) -> &'static str {
    match variant {
        Variant::Standard => "e7e8q",
        Variant::Gardner => "e4e5q",
        Variant::Grand12 => "e9e10q",
    }
}
