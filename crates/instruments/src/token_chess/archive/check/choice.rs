//! Choice probes.

use ludometer_games::{Board, Claims, Variant};
use ludometer_record::archive::probes::{ChoiceGame, ChoiceMove, ChoiceSource};

use super::{What, sheet::Sheet};

/// Samples after which a move is drawn evenly.
const SAMPLES: u32 = 40;

/// Moves after which the harness stopped.
const CAP: u32 = 300;

pub(super) fn check(game: &ChoiceGame, sheet: &mut Sheet<'_, '_>) {
    let mut board = Board::new(Variant::Standard);
    for made in &game.moves {
        sheet.due(&board, made.ply, made.side, board.ending(Claims::Made));
        candidates(made, game.k, &board, sheet);
        if !sheet.play(&mut board, &made.picked) {
            return;
        }
    }
    sheet.arrived(&board, game.plies, game.final_fen.as_deref());
    sheet.ended(&board, game.termination.as_deref(), game.winner, CAP);
}

fn candidates(made: &ChoiceMove, wanted: Option<usize>, board: &Board, sheet: &mut Sheet<'_, '_>) {
    let at = Some(made.ply);
    if made.samples.is_some_and(|samples| samples > SAMPLES) {
        let samples = made.samples.unwrap_or_default();
        sheet.differs(What::Samples, "samples", at, samples, "at most 40");
    }
    let Some(candidates) = &made.candidates else {
        return;
    };
    for (index, candidate) in candidates.iter().enumerate() {
        sheet.flag(board, candidate, true);
        if candidates[..index].contains(candidate) {
            sheet.differs(
                What::Candidates,
                "candidates",
                at,
                candidate,
                "the same twice",
            );
        }
    }
    if let Some(wanted) = wanted.filter(|wanted| candidates.len() > *wanted) {
        sheet.differs(
            What::Candidates,
            "candidates",
            at,
            candidates.len(),
            format!("at most {wanted}"),
        );
    }
    match made.source {
        ChoiceSource::Picked if !candidates.contains(&made.picked) => {
            sheet.differs(
                What::Candidates,
                "picked",
                at,
                &made.picked,
                "none of the candidates",
            );
        }
        ChoiceSource::ForcedRandom if !candidates.is_empty() => {
            sheet.differs(
                What::Candidates,
                "source",
                at,
                "forced_random",
                "candidates to pick from",
            );
        }
        _ => {}
    }
}
