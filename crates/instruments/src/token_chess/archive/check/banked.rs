//! Games of round two.

use ludometer_games::{Board, Claims, Variant};
use ludometer_record::archive::{
    Side,
    round_two::{BankedGame, BankedMove, Source},
};

use super::{
    What,
    sheet::{Sheet, count},
};

/// Tokens a turn.
const INCOME: i64 = 4;

/// Samples after which the fallback moves at random.
const SAMPLES: u32 = 30;

/// Moves after which the harness stopped.
const CAP: u32 = 300;

pub(super) fn check(game: &BankedGame, sheet: &mut Sheet<'_, '_>) {
    let mut board = Board::new(Variant::Standard);
    let mut banks = [0_i64; 2];
    for made in &game.moves {
        sheet.due(&board, made.ply, made.side, board.ending(Claims::Made));
        let bank = &mut banks[usize::from(made.side == Side::Black)];
        if let (Some(after), Some(spent)) = (made.bank_after, made.attempts) {
            let found = bank.saturating_add(INCOME).saturating_sub(i64::from(spent));
            sheet.same(
                What::Tokens,
                "bank_after",
                Some(made.ply),
                Some(after),
                found,
            );
            *bank = after;
        }
        samples(made, sheet);
        if !sheet.play(&mut board, &made.text) {
            return;
        }
    }
    sheet.arrived(&board, game.plies, game.final_fen.as_deref());
    sheet.ended(&board, game.termination.as_deref(), game.winner, CAP);
    for side in Side::ALL {
        let stated = game.banks_final.as_ref().map(|both| *both.of(side));
        sheet.same(
            What::Tokens,
            "banks_final",
            None,
            stated,
            banks[usize::from(side == Side::Black)],
        );
        let Some(stats) = game.control_stats.as_ref().map(|both| both.of(side)) else {
            continue;
        };
        let own = || game.moves.iter().filter(|made| made.side == side);
        let moves = count(own().count());
        let controlled = count(own().filter(|made| made.source == Source::Player).count());
        let spent: u64 = own().filter_map(|made| made.attempts).map(u64::from).sum();
        sheet.same(What::Tally, "moves", None, Some(stats.moves), moves);
        sheet.same(
            What::Tally,
            "player_controlled",
            None,
            Some(stats.player_controlled),
            controlled,
        );
        sheet.same(
            What::Tally,
            "tokens_spent",
            None,
            Some(u64::from(stats.tokens_spent)),
            spent,
        );
        sheet.share("control_rate", stats.control_rate, controlled, moves);
    }
}

fn samples(made: &BankedMove, sheet: &mut Sheet<'_, '_>) {
    let Some(samples) = made.fallback_samples else {
        if made.source != Source::Player {
            sheet.differs(
                What::Samples,
                "fallback_samples",
                Some(made.ply),
                "none",
                "the fallback moved",
            );
        }
        return;
    };
    let fits = match made.source {
        Source::Player => false,
        Source::FallbackSampled => (1..=SAMPLES).contains(&samples),
        Source::FallbackRandom => samples == SAMPLES,
    };
    if !fits {
        let found = match made.source {
            Source::Player => "a player's move",
            Source::FallbackSampled => "a sample of at most 30",
            Source::FallbackRandom => "30 illegal samples before a random move",
        };
        sheet.differs(
            What::Samples,
            "fallback_samples",
            Some(made.ply),
            samples,
            found,
        );
    }
}
