//! Files without moves: their sums and shares.

use ludometer_record::archive::probes::{RealPrefix, Sweep, ToolProfile};

use super::{
    What,
    sheet::{Sheet, count},
};

/// Samples after which a profile's move is drawn evenly.
const SAMPLES: u32 = 30;

/// Moves after which a profile stopped.
const CAP: u32 = 200;

pub(super) fn profile(file: &ToolProfile, sheet: &mut Sheet<'_, '_>) {
    sheet.checked.tables += 1;
    let plies = count(file.moves.len());
    sheet.same(What::Plies, "", None, file.plies, plies);
    for (index, made) in file.moves.iter().enumerate() {
        let at = Some(made.ply);
        sheet.same(What::Ply, "", at, Some(made.ply), count(index));
        let fits = if made.legal_landed {
            (1..=SAMPLES).contains(&made.samples)
        } else {
            made.samples == SAMPLES
        };
        if !fits {
            let found = if made.legal_landed {
                "1 to 30"
            } else {
                "30, all illegal"
            };
            sheet.differs(What::Samples, "samples", at, made.samples, found);
        }
    }
    match file.termination.as_deref() {
        Some("ply_cap") => sheet.same(What::Termination, "", None, Some(CAP), plies),
        Some("no_legal_moves") if plies >= CAP => {
            sheet.differs(
                What::Termination,
                "",
                None,
                "no_legal_moves",
                "a game at its cap",
            );
        }
        Some("no_legal_moves") | None => {}
        Some(other) => sheet.differs(What::Termination, "", None, other, "no such termination"),
    }
}

pub(super) fn prefix(file: &RealPrefix, sheet: &mut Sheet<'_, '_>) {
    sheet.checked.tables += 1;
    for (depth, there) in &file.by_depth {
        let at = depth.parse::<u32>().ok();
        if at.is_none() {
            sheet.differs(What::Ply, "by_depth", None, depth, "no number of plies");
        }
        if there.hits > there.samples {
            sheet.differs(
                What::Tally,
                "hits",
                at,
                there.hits,
                format!("at most {}", there.samples),
            );
        }
        if let (Some(positions), Some(each)) = (there.positions, file.samples_per_pos) {
            let found = u64::from(positions) * u64::from(each);
            sheet.same(
                What::Tally,
                "samples",
                at,
                Some(u64::from(there.samples)),
                found,
            );
        }
        sheet.share("legality", there.legality, there.hits, there.samples);
    }
}

pub(super) fn sweep(file: &Sweep, sheet: &mut Sheet<'_, '_>) {
    sheet.checked.tables += 1;
    for (name, cell) in &file.cells {
        sheet.share(
            "legal_rate",
            cell.legal_rate,
            cell.first_try_legal,
            cell.model_moves,
        );
        if cell.first_try_legal > cell.model_moves {
            let most = format!("at most {}", cell.model_moves);
            sheet.differs(
                What::Tally,
                "first_try_legal",
                None,
                cell.first_try_legal,
                most,
            );
        }
        if let (Some(games), Some(every)) = (cell.games, file.games_per_cell) {
            sheet.same(What::Tally, "games", None, Some(games), every);
        }
        let Some(plies) = file.ply_legal.as_ref().and_then(|all| all.get(name)) else {
            continue;
        };
        let sum = |part: fn(&(u32, u32)) -> u32| -> u64 {
            plies.values().map(|both| u64::from(part(both))).sum()
        };
        let stated = [cell.first_try_legal, cell.model_moves].map(|one| Some(u64::from(one)));
        sheet.same(
            What::Tally,
            "first_try_legal",
            None,
            stated[0],
            sum(|both| both.0),
        );
        sheet.same(
            What::Tally,
            "model_moves",
            None,
            stated[1],
            sum(|both| both.1),
        );
    }
}
