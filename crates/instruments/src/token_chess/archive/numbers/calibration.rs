//! Round one: how deep a budget carries a game.

use ludometer_games::Variant;
use ludometer_record::archive::{Winner, round_one::RoundOneGame};

use crate::token_chess::archive::{
    games::{Archive, Filed, Purpose, purpose},
    measured::{Figure, In, Measured, Pick, extreme},
    statement::{Book, Quoted, about, tenths, whole},
};

type Games<'a> = Pick<'a, RoundOneGame>;

/// Self-play for calibration, without the smoke game.
pub(in crate::token_chess::archive) fn calibration<'a>(archive: &Archive<'a>) -> Games<'a> {
    Pick::new("calibration games", &archive.round_one, |game| {
        matches!(purpose(game), Purpose::Calibration(_))
    })
}

pub(in crate::token_chess::archive) fn on<'a>(archive: &Archive<'a>, board: Variant) -> Games<'a> {
    Pick::new(
        format!("calibration games on {board}"),
        &archive.round_one,
        |game| purpose(game) == Purpose::Calibration(board),
    )
}

/// What a side began with, or both.
pub(super) fn budget(game: &RoundOneGame) -> Option<u32> {
    use ludometer_record::archive::Side;
    game.budget(Side::White)
        .or_else(|| game.budget(Side::Black))
}

pub(super) fn with_budget<'a>(games: &Games<'a>, tokens: u32) -> Games<'a> {
    let what = format!("calibration games with {tokens} tokens");
    games.only(&what, |game| budget(game.of) == Some(tokens))
}

pub(super) fn plies(game: &RoundOneGame) -> Option<f64> {
    game.plies.map(f64::from)
}

/// Turns whose first sample was legal, and samples, of both sides.
pub(super) fn hit_rate(game: &RoundOneGame) -> Option<(usize, usize)> {
    let sum = |both: [&u32; 2]| usize::try_from(both[0].checked_add(*both[1])?).ok();
    Some((
        sum(game.legal_first_try.as_ref()?.both())?,
        sum(game.calls_spent.as_ref()?.both())?,
    ))
}

/// The budgets there are, each once, rising.
fn budgets(games: &Games<'_>) -> Vec<u32> {
    let mut all: Vec<u32> = games
        .files()
        .iter()
        .filter_map(|game| budget(game.of))
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

pub(super) fn state(archive: &Archive<'_>, book: &mut Book) {
    let all = calibration(archive);
    let regular = on(archive, Variant::Standard);
    book.state(
        "r1.games",
        "calibration games: self-play in a folder of its budget, the smoke game apart",
        whole(15.0),
        all.count(),
    )
    .since("the archive has 20: eight on the standard board and six on each of the others");
    book.state(
        "r1.all_forfeit",
        "share of calibration games that a side lost by running out of tokens",
        Quoted::Exact {
            value: 1.0,
            decimals: 0,
        },
        all.fold(
            |game| Some(game.outcome.as_deref()? == "forfeit"),
            |ends| {
                let lost = ends.iter().filter(|&&lost| lost).count();
                Measured::ratio(lost as f64, ends.len() as f64, In::Ratio, ends.len())
            },
        ),
    );
    let tokens = |game: &RoundOneGame| budget(game).map(f64::from);
    book.state(
        "r1.budget_min",
        "smallest budget: one more than what is left after a side's first sample",
        whole(10.0),
        all.least(In::Tokens, tokens),
    );
    book.state(
        "r1.budget_max",
        "largest budget, read in the same way",
        whole(120.0),
        all.most(In::Tokens, tokens),
    );
    book.state(
        "r1.regular_attempts",
        "samples in the calibration games on the standard board",
        whole(768.0),
        regular.sum(In::Count, |game| Some(game.attempts.len() as f64)),
    );
    for (tokens, first, second) in [
        (15, 14.0, 17.0),
        (30, 14.0, 22.0),
        (60, 30.0, 32.0),
        (120, 42.0, 48.0),
    ] {
        let games = with_budget(&regular, tokens);
        for (number, quoted) in [("001", first), ("002", second)] {
            let name = format!("game-{number}.json");
            book.state(
                format!("r1.plies.b{tokens}.{number}"),
                format!("moves of {name} with {tokens} tokens a side, standard board"),
                whole(quoted),
                games
                    .only(&name, |game| game.name() == name)
                    .sum(In::Plies, plies),
            );
        }
    }
    horizons(&regular, book);
    other_boards(archive, &all, book);
}

fn other_boards(archive: &Archive<'_>, all: &Games<'_>, book: &mut Book) {
    let regular = on(archive, Variant::Standard);
    let micro = on(archive, Variant::Gardner);
    book.state(
        "r1.micro_rates",
        "per side and game on 5x5, first-sample hits over all samples: how many lie in 0 to 0.15",
        Quoted::Words("mostly"),
        rates_in(&micro),
    )
    .holds(mostly(&rates_in(&micro)));
    book.state(
        "r1.micro_one_ply",
        "fewest moves in a game on 5x5 with 10 tokens a side",
        whole(1.0),
        with_budget(&micro, 10).least(In::Plies, plies),
    );
    let grand = on(archive, Variant::Grand12);
    let shares = |games: &Games<'_>| -> Vec<Measured> {
        let each = budgets(games).into_iter();
        each.map(|tokens| with_budget(games, tokens).share(hit_rate))
            .collect()
    };
    for (id, quoted, is_least) in [("r1.grand_lo", 16.0, true), ("r1.grand_hi", 19.0, false)] {
        let which = if is_least { "lowest" } else { "highest" };
        book.state(
            id,
            format!("{which} of the budgets on 12x10: first-sample hits over all samples, both sides pooled"),
            whole(quoted),
            extreme(shares(&grand), is_least),
        )
        .but("flat only when pooled by budget: single sides range from 7% to 46%");
    }
    book.state(
        "r1.black_wins",
        "calibration games on the standard board that Black won",
        whole(7.0),
        regular.number_where(|game| Some(game.winner? == Winner::Black)),
    );
    book.state(
        "lim.per_budget",
        "different numbers of calibration games for a board and a budget",
        whole(2.0),
        all.fold(
            |_| Some(()),
            |every| {
                let cells = [&regular, &micro, &grand].into_iter().flat_map(|games| {
                    let each = budgets(games).into_iter();
                    each.map(|tokens| with_budget(games, tokens).files().len() as f64)
                });
                let mut sizes: Vec<f64> = cells.collect();
                sizes.sort_by(f64::total_cmp);
                sizes.dedup();
                Measured::figure(Figure::Numbers(sizes), In::Count, every.len())
            },
        ),
    );
    book.state(
        "readme.micro10",
        "first-sample hits over all samples on 5x5, all budgets pooled",
        about(10.0),
        micro.share(hit_rate),
    )
    .since("pooled it is 18.4%; near 10% are the games with 10 tokens alone (10.3%) and the median of the twelve single sides (11%)");
}

fn horizons(regular: &Games<'_>, book: &mut Book) {
    let mean = |tokens| with_budget(regular, tokens).mean(In::Plies, plies);
    book.state(
        "r1.horizon_lo",
        "mean moves of a game with 15 tokens a side, standard board",
        about(15.0),
        mean(15),
    );
    book.state(
        "r1.horizon_hi",
        "mean moves of a game with 120 tokens a side, standard board",
        about(45.0),
        mean(120),
    );
    let means: Option<Vec<f64>> = [15, 30, 60, 120]
        .into_iter()
        .map(|tokens| mean(tokens).as_number())
        .collect();
    let files = regular.files().len();
    let of = |made: &dyn Fn(&[f64]) -> Measured| match &means {
        Some(means) => made(means),
        None => Measured::none("no calibration games at each of 15, 30, 60 and 120 tokens"),
    };
    book.state(
        "r1.depth_ratio",
        "mean moves with 120 tokens over mean moves with 15",
        about(3.0),
        of(&|means| Measured::ratio(means[3], means[0], In::Ratio, files)),
    );
    let steps: Vec<f64> = means
        .iter()
        .flat_map(|means| {
            let pairs: Vec<f64> = means.windows(2).map(|pair| pair[1] - pair[0]).collect();
            pairs
        })
        .collect();
    let falls = steps.windows(2).all(|pair| pair[1] < pair[0]);
    book.state(
        "r1.smaller_steps",
        "moves gained by each doubling of the budget from 15 to 120 tokens",
        Quoted::Words("decreasing"),
        of(&|_| Measured::figure(Figure::Numbers(steps.clone()), In::Plies, files)),
    )
    .holds(falls)
    .since("the steps grow: +2.5, +13, +14 moves; what falls is moves per token of budget (1.03, 0.60, 0.52, 0.38)");
}

fn rates_in(micro: &Games<'_>) -> Measured {
    micro.fold(
        |game| {
            game.legal_hit_rate
                .as_ref()
                .map(|rates| [rates.white, rates.black])
        },
        |all| {
            let rates = all.concat();
            let low = rates.iter().filter(|rate| (0.0..=0.15).contains(*rate));
            Measured::so_many(low.count(), rates.len(), all.len())
        },
    )
}

fn mostly(so_many: &Measured) -> bool {
    matches!((so_many.numerator, so_many.denominator), (Some(some), Some(all)) if 2.0 * some > all)
}

/// A game's samples at some plies: legal ones, and all.
pub(super) fn legality_at(game: &RoundOneGame, plies: std::ops::Range<u32>) -> (usize, usize) {
    let there = || {
        game.attempts
            .iter()
            .filter(|attempt| plies.contains(&attempt.ply))
    };
    (
        there().filter(|attempt| attempt.legal).count(),
        there().count(),
    )
}

/// The published buckets of ten plies, with their quoted legality.
pub(in crate::token_chess::archive) const BUCKETS: [(u32, f64); 5] =
    [(0, 49.1), (10, 31.9), (20, 20.8), (30, 14.1), (40, 23.3)];

pub(super) fn legality_curve(regular: &Games<'_>, book: &mut Book) {
    for (from, quoted) in BUCKETS {
        book.state(
            format!("r1.legality.{from}-{}", from + 9),
            format!(
                "legal samples among all samples at plies {from} to {}, standard board",
                from + 9
            ),
            tenths(quoted),
            regular.share(|game| Some(legality_at(game, from..from + 10))),
        )
        .but("the report calls it first-try legality; it is that of all samples, retries included");
    }
    book.state(
        "r1.thin.40-49",
        "samples at plies 40 to 49, standard board",
        whole(43.0),
        regular.fold(
            |game| Some(legality_at(game, 40..50).1),
            |all| {
                let count: usize = all.iter().sum();
                let mut found = Measured::number(count as f64, In::Count, all.len());
                found.numerator = Some(count as f64);
                found
            },
        ),
    );
}

/// The games of one set by whom they were played.
pub(super) fn cross<'a>(archive: &Archive<'a>, other: &'static str) -> Games<'a> {
    Pick::new(
        format!("games of olmo against {other}"),
        &archive.round_one,
        |game: &Filed<'_, RoundOneGame>| {
            purpose(game) == Purpose::CrossModel
                && [&game.of.white_player, &game.of.black_player]
                    .into_iter()
                    .flatten()
                    .any(|player| player.contains(other))
        },
    )
}
