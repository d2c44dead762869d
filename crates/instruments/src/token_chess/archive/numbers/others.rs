//! What the report says of its own files, and of games that are not in the archive.

use super::matches::of_rounds;
use crate::token_chess::archive::{
    games::{Archive, Round},
    measured::{Figure, In, Measured},
    statement::{Book, Quoted, tenths},
};

pub(super) fn state(archive: &Archive<'_>, book: &mut Book) {
    let rounds = [Round::SelfTest, Round::Three, Round::Four, Round::Five];
    let all = of_rounds(archive, "games of rounds three to five", &rounds);
    let mut with = all.number_where(|game| Some(game.llm_usage.is_some()));
    let holds = with.numerator == with.denominator;
    if let (Some(some), Some(every)) = (with.numerator, with.denominator) {
        with.value = Some(Figure::Text(format!("{some} of {every} files")));
        with.unit = In::Words;
    }
    book.state(
        "lim.usage_in_json",
        "games from round three on whose file counts model calls and parse failures",
        Quoted::Words("all"),
        with,
    )
    .holds(holds)
    .since("the four self-test games have none; and in the 24 games of self-play only one seat's counts are left, since both share a key");
    book.unsupported(
        "readme.selftest",
        "scores of the adaptive and the random mock in round one's self-test, as shares",
        Quoted::Exact {
            value: 0.75,
            decimals: 2,
        },
        "round one's games between mocks are not in the archive",
    );
    // The README's own counts: there is nothing to count them from.
    for (tier, legal, moves, quoted) in [
        ("regular", 258.0, 731.0, 35.3),
        ("micro", 121.0, 309.0, 39.2),
        ("grand", 230.0, 627.0, 36.7),
    ] {
        let mut found = Measured::ratio(legal, moves, In::Percent, 0);
        found.value = Some(Figure::Number(100.0 * legal / moves));
        book.state(
            format!("daydream.gate.{tier}"),
            format!("the tool's first samples that were legal against a weak engine, {tier} board"),
            tenths(quoted),
            found,
        )
        .but("the counts are the report's own: its division is checked, not its games");
    }
}
