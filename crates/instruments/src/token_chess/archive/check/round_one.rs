//! Games of round one.

use ludometer_games::{Board, BoardEnding, Claims, EndingKind, Variant};
use ludometer_record::archive::{Side, Winner, round_one::RoundOneGame};

use super::{
    What,
    sheet::{Sheet, count, side},
};
use crate::token_chess::archive::games::{Filed, board_of};

/// Moves after which round one's harness stopped.
const CAP: u32 = 200;

pub(super) fn check(file: &Filed<'_, RoundOneGame>, sheet: &mut Sheet<'_, '_>) {
    let game = file.of;
    let variant = board_of(file);
    let mut board = Board::new(variant);
    let mut left: [Option<u32>; 2] = [None; 2];
    let mut firsts = [0; 2];
    for (nth, attempt) in game.tries() {
        let at = Some(attempt.ply);
        if nth == 1 {
            sheet.due(&board, attempt.ply, attempt.side, ending(&board));
            recurred(&board, attempt.ply, sheet);
        } else {
            sheet.same(What::Side, "", at, Some(attempt.side), side(board.turn()));
        }
        let found = board.legal_move_count();
        sheet.same(What::LegalMoves, "", at, attempt.n_legal_moves, found);
        let own = &mut left[usize::from(attempt.side == Side::Black)];
        if let Some(before) = *own {
            sheet.same(
                What::Tokens,
                "budget_after",
                at,
                attempt.budget_after,
                before.saturating_sub(1),
            );
        }
        *own = attempt.budget_after;
        sheet.flag(&board, &attempt.text, attempt.legal);
        if attempt.legal {
            firsts[usize::from(attempt.side == Side::Black)] += u32::from(nth == 1);
            if !sheet.play(&mut board, &attempt.text) {
                return;
            }
        }
    }
    sheet.arrived(&board, game.plies, None);
    tallies(game, firsts, sheet);
    ended(game, &board, left, sheet);
}

/// How the game has ended for round one's harness. On 5x5 and 12x10 it knew of mate and
/// stalemate only.
fn ending(board: &Board) -> Option<BoardEnding> {
    match board.variant() {
        Variant::Standard => board.ending(Claims::Made),
        Variant::Gardner | Variant::Grand12 => board
            .ending(Claims::NotMade)
            .filter(|ending| matches!(ending.kind, EndingKind::Checkmate | EndingKind::Stalemate)),
    }
}

/// Tells where a game went on past a draw that its harness did not know.
fn recurred(board: &Board, at: u32, sheet: &mut Sheet<'_, '_>) {
    if board.variant() != Variant::Standard
        && ending(board).is_none()
        && let Some(draw) = board.ending(Claims::NotMade)
    {
        sheet.note(format!(
            "went on past ply {at}, where this project's rules say {draw}: round one's harness knew only mate and stalemate on {}",
            board.variant()
        ));
    }
}

fn tallies(game: &RoundOneGame, firsts: [u32; 2], sheet: &mut Sheet<'_, '_>) {
    for side in Side::ALL {
        let own = || game.attempts.iter().filter(|attempt| attempt.side == side);
        let calls = count(own().count());
        let moves = count(own().filter(|attempt| attempt.legal).count());
        let firsts = firsts[usize::from(side == Side::Black)];
        let stated = |of: &Option<ludometer_record::archive::BySide<u32>>| {
            of.as_ref().map(|both| *both.of(side))
        };
        sheet.same(
            What::Tally,
            "calls_spent",
            None,
            stated(&game.calls_spent),
            calls,
        );
        sheet.same(
            What::Tally,
            "legal_first_try",
            None,
            stated(&game.legal_first_try),
            firsts,
        );
        sheet.same(
            What::Tally,
            "moves_made",
            None,
            stated(&game.moves_made),
            moves,
        );
        let rate = game.legal_hit_rate.as_ref().map(|both| *both.of(side));
        sheet.share("legal_hit_rate", rate, firsts, calls);
    }
}

fn ended(game: &RoundOneGame, board: &Board, left: [Option<u32>; 2], sheet: &mut Sheet<'_, '_>) {
    let ending = ending(board);
    match game.outcome.as_deref() {
        Some("forfeit") => {
            let loser = side(board.turn());
            if let Some(ending) = ending {
                sheet.differs(What::Termination, "", None, "forfeit", ending);
            }
            let found = Winner::from(Some(loser.other()));
            sheet.same(What::Winner, "", None, game.winner, found);
            let left = left[usize::from(loser == Side::Black)];
            sheet.same(What::Exhausted, "", None, left, 0);
        }
        Some("ply_cap") => sheet.ended(board, Some("ply_cap"), game.winner, CAP),
        Some("chess_result") => {
            if let Some(ending) = ending {
                sheet.checked.endings += 1;
                let found = Winner::from(ending.winner.map(side));
                sheet.same(What::Winner, "", None, game.winner, found);
            } else {
                let found = "a game that goes on";
                sheet.differs(What::Termination, "", None, "chess_result", found);
            }
        }
        Some(other) => sheet.differs(What::Termination, "", None, other, "no such outcome"),
        None => {}
    }
}
