//! Games of rounds three to five.

use ludometer_games::{Board, Claims, Variant};
use ludometer_record::archive::{
    Side, Winner,
    turn_games::{Adjudication, SideStats, Turn, TurnGame},
};

use super::{
    What,
    adjudication::{DECIDES, white_cp},
    sheet::{Sheet, count, side},
};

/// Samples that a token buys.
const BATCH: u32 = 3;

/// What the log says that a side did.
#[derive(Debug, Default, Clone)]
struct Logged {
    /// Tokens before its first turn.
    budget: Option<u32>,
    left: Option<u32>,
    moves: u32,
    legal: u32,
    candidates: u32,
    spent: Vec<u32>,
    notes: usize,
}

/// The last position, where the game replays to its end.
pub(super) fn check(game: &TurnGame, sheet: &mut Sheet<'_, '_>) -> Option<Board> {
    let mut board = Board::new(Variant::Standard);
    let mut logged = [Logged::default(), Logged::default()];
    for turn in &game.turns {
        sheet.due(&board, turn.ply, turn.side, board.ending(Claims::Made));
        let own = &mut logged[usize::from(turn.side == Side::Black)];
        take(turn, &board, own, sheet);
        if !sheet.play(&mut board, &turn.picked) {
            return None;
        }
    }
    sheet.arrived(&board, game.plies, game.final_fen.as_deref());
    for side in Side::ALL {
        tallies(game, side, &logged[usize::from(side == Side::Black)], sheet);
    }
    ended(game, &board, sheet);
    Some(board)
}

fn take(turn: &Turn, board: &Board, own: &mut Logged, sheet: &mut Sheet<'_, '_>) {
    let at = Some(turn.ply);
    let mut pool: Vec<&str> = Vec::new();
    for batch in &turn.batches {
        let samples = count(batch.samples.len());
        sheet.same(What::Batch, "samples", at, Some(samples), BATCH);
        for sample in &batch.samples {
            own.legal += u32::from(sample.legal);
            // The pool is the file's own, so that a wrong flag is told once.
            if sheet.flag(board, &sample.text, sample.legal)
                && !pool.contains(&sample.text.as_str())
            {
                pool.push(&sample.text);
            }
        }
    }
    sheet.same(
        What::Candidates,
        "n_candidates",
        at,
        turn.n_candidates,
        pool.len(),
    );
    if !pool.contains(&turn.picked.as_str()) {
        sheet.differs(
            What::Candidates,
            "picked",
            at,
            &turn.picked,
            "none of the candidates",
        );
    }
    let spent = count(turn.batches.len());
    match own.left {
        Some(before) => {
            let found = before.saturating_sub(spent);
            sheet.same(What::Tokens, "budget_after", at, turn.budget_after, found);
        }
        None => own.budget = turn.budget_after.and_then(|after| after.checked_add(spent)),
    }
    own.left = turn.budget_after;
    own.moves += 1;
    own.candidates = own.candidates.saturating_add(count(pool.len()));
    own.spent.push(spent);
    own.notes += turn.notes.as_ref().map_or(0, Vec::len);
}

fn tallies(game: &TurnGame, side: Side, logged: &Logged, sheet: &mut Sheet<'_, '_>) {
    if let Some(history) = game.spend_history.as_ref().map(|both| both.of(side)) {
        let text = |all: &[u32]| format!("{all:?}");
        sheet.same(
            What::Tokens,
            "spend_history",
            None,
            Some(text(history)),
            text(&logged.spent),
        );
    }
    let notes = game.notes.as_ref().map(|both| both.of(side).len());
    sheet.same(What::Tally, "notes", None, notes, logged.notes);
    let Some(stats) = game.stats.as_ref().map(|both| both.of(side)) else {
        return;
    };
    let spent = stats.tokens_spent;
    if let (Some(budget), Some(left)) = (logged.budget, &game.budgets_left) {
        let found = budget.saturating_sub(spent);
        sheet.same(
            What::Tokens,
            "budgets_left",
            None,
            Some(*left.of(side)),
            found,
        );
    }
    sheet.same(What::Tally, "batches", None, stats.batches, spent);
    sheet.same(What::Tally, "moves", None, stats.moves, logged.moves);
    sheet.same(
        What::Tally,
        "candidates_at_pick",
        None,
        stats.candidates_at_pick,
        logged.candidates,
    );
    let total = spent.saturating_mul(BATCH);
    sheet.same(
        What::Tally,
        "samples_total",
        None,
        Some(stats.samples_total),
        total,
    );
    lost(game, side, stats, logged, sheet);
    sheet.share(
        "legality_rate",
        stats.legality_rate,
        stats.samples_legal,
        stats.samples_total,
    );
    if let Some(candidates) = stats.candidates_at_pick {
        let mean = stats.mean_candidates_at_pick;
        sheet.share("mean_candidates_at_pick", mean, candidates, logged.moves);
    }
}

/// Batches that are counted and not logged: only those of who ran out, and none was legal.
fn lost(
    game: &TurnGame,
    side: Side,
    stats: &SideStats,
    logged: &Logged,
    sheet: &mut Sheet<'_, '_>,
) {
    let known: u32 = logged.spent.iter().sum();
    let may_lose = game.exhausted_side == Some(side) && stats.tokens_spent > known;
    if !may_lose {
        sheet.same(
            What::Tally,
            "tokens_spent",
            None,
            Some(stats.tokens_spent),
            known,
        );
    }
    sheet.same(
        What::Tally,
        "samples_legal",
        None,
        Some(stats.samples_legal),
        logged.legal,
    );
}

fn ended(game: &TurnGame, board: &Board, sheet: &mut Sheet<'_, '_>) {
    let to_move = side(board.turn());
    match game.outcome.as_deref() {
        Some(word @ ("adjudication_exhausted" | "adjudication_plycap")) => {
            if let Some(ending) = board.ending(Claims::Made) {
                sheet.differs(What::Termination, "", None, word, ending);
            }
            if word == "adjudication_exhausted" {
                sheet.same(What::Exhausted, "", None, game.exhausted_side, to_move);
                let left = game.budgets_left.as_ref().map(|both| *both.of(to_move));
                sheet.same(What::Exhausted, "budgets_left", None, left, 0);
            }
            match &game.adjudication {
                Some(word) => adjudicated(word, to_move, game.winner, sheet),
                None => sheet.differs(What::Adjudication, "", None, "none", "an adjudicated game"),
            }
        }
        word => sheet.ended(board, word, game.winner, u32::MAX),
    }
}

/// The engine's word by itself: whose it is, its sign, and who wins by it.
fn adjudicated(
    word: &Adjudication,
    to_move: Side,
    winner: Option<Winner>,
    sheet: &mut Sheet<'_, '_>,
) {
    sheet.same(
        What::Adjudication,
        "perspective",
        None,
        word.perspective,
        to_move,
    );
    let ahead = |is_white: bool| Some(if is_white { Side::White } else { Side::Black });
    let found = match word.kind.as_str() {
        "cp" => {
            let white = white_cp(word.value, to_move);
            sheet.same(What::Adjudication, "white_cp", None, word.white_cp, white);
            if white.abs() >= DECIDES {
                ahead(white > 0)
            } else {
                None
            }
        }
        // Mate in zero: the side to move is mated.
        "mate" if word.value > 0 => Some(to_move),
        "mate" => Some(to_move.other()),
        other => {
            sheet.differs(What::Adjudication, "kind", None, other, "cp or mate");
            return;
        }
    };
    sheet.same(What::Winner, "", None, winner, Winner::from(found));
}
