//! Round three: the short games of a player that spent everything.

use ludometer_record::archive::turn_games::TurnGame;

use super::{Games, of_rounds, plies, side};
use crate::token_chess::archive::{
    games::{Archive, Round},
    measured::{Figure, In, Measured},
    statement::{Book, Quoted, whole},
};

pub(super) fn state(archive: &Archive<'_>, live: &Games<'_>, book: &mut Book) {
    let ministral = live.only("round-three games against ministral", |game| {
        side(game.of, "ministral").is_some()
    });
    book.state(
        "r3.ministral_plies_lo",
        "fewest moves of a game against ministral",
        whole(22.0),
        ministral.least(In::Plies, plies),
    );
    book.state(
        "r3.ministral_plies_hi",
        "most moves of a game against ministral",
        whole(25.0),
        ministral.most(In::Plies, plies),
    );
    let others = of_rounds(
        archive,
        "round-three games",
        &[Round::Three, Round::SelfTest],
    )
    .only("other round-three games", |game| {
        side(game.of, "ministral").is_none()
    });
    let longest = ministral.most(In::Plies, plies).as_number();
    let shortest = others.least(In::Plies, plies).as_number();
    let measured = match (longest, shortest) {
        (Some(longest), Some(shortest)) => Measured::figure(
            Figure::Truth(longest < shortest),
            In::Words,
            ministral.files().len() + others.files().len(),
        ),
        _ => Measured::none("no round-three games to compare in this import"),
    };
    let holds = measured.value == Some(Figure::Truth(true));
    book.state(
        "r3.ministral_shortest",
        "whether every game against ministral has fewer moves than every other budgeted game of the round",
        Quoted::Words("true"),
        measured,
    )
    .holds(holds)
    .but("among games with a budget; one choice probe of that round took 24 moves");
    exhausted(&ministral, book);
}

fn exhausted(ministral: &Games<'_>, book: &mut Book) {
    let at = |game: &TurnGame| side(game, "ministral");
    book.state(
        "r3.ministral_full",
        "games in which ministral spent all its tokens",
        whole(4.0),
        ministral.number_where(|game| {
            let left = game.budgets_left.as_ref()?.of(at(game)?);
            Some(*left == 0)
        }),
    );
    let exhausted = ministral.number_where(|game| Some(game.exhausted_side == at(game)));
    let ahead = ministral.number_where(|game| {
        let side = at(game)?;
        Some(game.exhausted_side == Some(side) && game.winner?.side() == Some(side))
    });
    let measured = match (exhausted.numerator, ahead.numerator, ahead.denominator) {
        (Some(out), Some(ahead), Some(all)) => Measured::figure(
            Figure::Text(format!("exhausted {out}/{all}, ahead in {ahead}")),
            In::Words,
            ministral.files().len(),
        )
        .over(ahead, all),
        _ => exhausted,
    };
    let mostly = matches!((measured.numerator, measured.denominator), (Some(ahead), Some(all)) if 2.0 * ahead > all);
    book.state(
        "r3.ministral_ahead",
        "games that ministral won on the engine's word although it was the one without tokens",
        Quoted::Words("yes"),
        measured,
    )
    .holds(mostly)
    .but("three of four: in game 002 it ran out while behind");
}
