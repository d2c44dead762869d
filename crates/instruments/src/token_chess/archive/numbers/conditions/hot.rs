//! Round four: batches at high temperature, and what they explain.

use ludometer_record::archive::{Side, turn_games::TurnGame};

use super::{memory, pooled};
use crate::token_chess::archive::{
    measured::{Figure, In, Measured},
    numbers::matches::Games,
    statement::{Book, Quoted, about, tenths, whole},
};

/// From here on the report calls a batch hot.
const HOT: f64 = 1.0;

/// Batches of a game that are meant: hot ones and all, and legal samples and all of the hot.
fn batches(game: &TurnGame, is_meant: impl Fn(Side) -> bool) -> (usize, usize) {
    let own = || game.batches().filter(|(side, _)| is_meant(*side));
    (
        own().filter(|(_, batch)| batch.temperature >= HOT).count(),
        own().count(),
    )
}

/// Samples of batches at some temperatures: legal ones and all.
fn samples(game: &TurnGame, is_meant: impl Fn(Side, f64) -> bool) -> (usize, usize) {
    let meant = game
        .batches()
        .filter(|(side, batch)| is_meant(*side, batch.temperature));
    meant.fold((0, 0), |(legal, all), (_, batch)| {
        let hits = batch.samples.iter().filter(|sample| sample.legal).count();
        (legal + hits, all + batch.samples.len())
    })
}

fn share(four: &Games<'_>, wanted: &str) -> Measured {
    four.share(|game| {
        game.memory.as_ref()?;
        Some(batches(game, |side| memory(game, side) == Some(wanted)))
    })
}

pub(super) fn state(four: &Games<'_>, book: &mut Book) {
    for (wanted, quoted) in [("none", 11.7), ("notepad", 13.8), ("ledger", 5.4)] {
        book.state(
            format!("r4.hot.{wanted}"),
            format!("logged batches at temperature 1 or more, seats with memory {wanted}"),
            tenths(quoted),
            share(four, wanted),
        );
    }
    book.state(
        "r4.batches_chart",
        "logged batches of round four",
        whole(1718.0),
        four.fold(
            |game| Some(batches(game, |_| true).1),
            |all| {
                let sum = all.iter().sum::<usize>() as f64;
                let mut found = Measured::number(sum, In::Count, all.len());
                found.numerator = Some(sum);
                found
            },
        ),
    )
    .but("the tallies of the games count 1,774; the other 56 are failing last turns, which no log has");
    let half = match (
        share(four, "ledger").as_number(),
        share(four, "none").as_number(),
    ) {
        (Some(ledger), Some(none)) => Measured::ratio(ledger, none, In::Ratio, four.files().len()),
        _ => share(four, "ledger"),
    };
    book.state(
        "r4.half",
        "share of hot batches with the ledger over the share with no memory",
        about(0.5),
        half,
    );
    book.state(
        "r4.hot_legality",
        "legal samples of batches at temperature 1 or more, all seats",
        about(25.0),
        four.share(|game| Some(samples(game, |_, temperature| temperature >= HOT))),
    )
    .since(
        "28.2% at the report's own cut of 1.0 or more; about 25% needs more than 1.0 (98 of 387)",
    );
    book.state(
        "r4.mid_legality",
        "legal samples of batches at temperatures 0.6 to 0.9, all seats",
        about(42.0),
        four.share(|game| {
            Some(samples(game, |_, temperature| {
                (0.6..=0.9).contains(&temperature)
            }))
        }),
    )
    .but("below 0.6 it is better still, 124 of 213");
    let explained = explained(four);
    book.state(
        "r4.fully_accounts",
        "of the gap in legality between ledger and none: what their different shares of hot batches make, each bin's legality as it is on average",
        Quoted::Words("100%"),
        explained.clone(),
    )
    .holds(matches!((explained.numerator, explained.denominator), (Some(part), Some(all)) if part >= 0.9 * all))
    .since("0.69 of 4.67 points, 15%: most of the gap lies within the same temperatures (another 1.2 points are failing last turns, 26 batches against 7), and notepad seats had the most hot batches and 40.5% legality");
}

/// Kitagawa's composition term between ledger and none, in percentage points, over the gap.
fn explained(four: &Games<'_>) -> Measured {
    let bins = |wanted: &str| -> Option<[(f64, f64); 2]> {
        let mut bins = [(0.0, 0.0); 2];
        for (index, is_hot) in [true, false].into_iter().enumerate() {
            let each = four.each(|game| {
                game.memory.as_ref()?;
                Some(samples(game, |side, temperature| {
                    memory(game, side) == Some(wanted) && (temperature >= HOT) == is_hot
                }))
            });
            for (legal, all) in each.ok()? {
                bins[index].0 += legal as f64;
                bins[index].1 += all as f64;
            }
        }
        Some(bins)
    };
    let gap = match (
        pooled(four, "ledger").as_number(),
        pooled(four, "none").as_number(),
    ) {
        (Some(ledger), Some(none)) => ledger - none,
        _ => return pooled(four, "ledger"),
    };
    let (Some(ledger), Some(none)) = (bins("ledger"), bins("none")) else {
        return pooled(four, "ledger");
    };
    let part: f64 = (0..2)
        .map(|bin| {
            let weight = |of: &[(f64, f64); 2]| of[bin].1 / (of[0].1 + of[1].1);
            let rate = |of: &[(f64, f64); 2]| of[bin].0 / of[bin].1;
            100.0 * (weight(&ledger) - weight(&none)) * (rate(&ledger) + rate(&none)) / 2.0
        })
        .sum();
    if !part.is_finite() || gap == 0.0 {
        return Measured::none("a temperature bin without samples, or no gap");
    }
    let text = format!("{part:.2} of {gap:.2} pp ({:.0}%)", 100.0 * part / gap);
    Measured::figure(Figure::Text(text), In::Words, four.files().len()).over(part, gap)
}
