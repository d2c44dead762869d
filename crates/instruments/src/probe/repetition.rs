//! Moves and positions that come back: what was legal once is easier to dream again.

use std::collections::HashSet;

use ludometer_games::{Board, Square, UciText, Variant};

use super::{game::Game, turn::Turn};

/// A move of the tool, with what had been there before it.
#[derive(Debug)]
pub struct Seen<'a> {
    /// The move.
    pub turn: &'a Turn,
    /// Whether the same side had played the same move before in this game.
    pub move_before: bool,
    /// Whether its position had occurred before in this game.
    pub position_before: bool,
    /// Whether the side's last two moves undid each other, as a king's that steps back.
    pub shuffling: bool,
    /// For each sample, whether the same side had played its text before.
    pub text_before: Vec<bool>,
}

/// Every move of the tool.
#[must_use]
pub fn seen(game: &Game, variant: Variant) -> Vec<Seen<'_>> {
    let mut board = Board::new(variant);
    let mut positions = HashSet::new();
    let mut occurred = Vec::with_capacity(game.moves.len());
    for text in &game.moves {
        occurred.push(!positions.insert(position(&board)));
        let played = board.play(text);
        debug_assert!(played.is_ok(), "{text} was played");
    }
    let of = |turn| {
        let texts = played_before(game, turn);
        let same = |text: &String| texts.contains(text.as_str());
        Seen {
            turn,
            move_before: same(&turn.played),
            position_before: occurred.get(turn.ply).copied().unwrap_or_default(),
            shuffling: shuffling(game, turn, variant),
            text_before: turn.attempts.iter().map(|one| same(&one.text)).collect(),
        }
    };
    game.turns.iter().map(of).collect()
}

/// What the side had played before this move.
pub(super) fn played_before<'a>(game: &'a Game, turn: &Turn) -> HashSet<&'a str> {
    let before = game.moves.iter().take(turn.ply);
    let mine = before.skip(turn.ply % 2).step_by(2);
    mine.map(String::as_str).collect()
}

/// The first four fields of a FEN, which say how play can go on.
fn position(board: &Board) -> String {
    let fen = board.fen();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn shuffling(game: &Game, turn: &Turn, variant: Variant) -> bool {
    let step = |back: usize| {
        let text = &game.moves[turn.ply.checked_sub(back)?];
        match variant.parse_uci(text)? {
            UciText::Step { from, to, .. } => Some((from, to)),
            _ => None,
        }
    };
    let undone =
        |(from, to): (Square, Square), (again, back): (Square, Square)| (from, to) == (back, again);
    match (step(4), step(2)) {
        (Some(first), Some(second)) => undone(first, second),
        _ => false,
    }
}
