//! Round two: an income, a fallback, and how legal the tool is far into a game.

use ludometer_record::archive::{
    Side, SoftCap,
    probes::{RealPrefix, ToolProfile},
    round_two::{BankedGame, Source},
};

use crate::token_chess::archive::{
    games::{Archive, side_of},
    measured::{In, Measured, Pick, extreme},
    statement::{Book, Quoted, about, tenths, whole},
};

type Games<'a> = Pick<'a, BankedGame>;

pub(super) fn state(archive: &Archive<'_>, book: &mut Book) {
    let zero = Pick::new("games of the fallback alone", &archive.banked, |game| {
        game.of.mode == "zero"
    });
    let played = Pick::new("round-two games", &archive.banked, |game| {
        game.of.mode == "round2"
    });
    book.state(
        "r2.income",
        "different incomes: bank after a turn plus what it cost minus the side's bank before",
        whole(4.0),
        played.different(In::Tokens, incomes),
    );
    let plies = |game: &BankedGame| game.plies.map(f64::from);
    book.state(
        "r2.zero_plies_lo",
        "fewest moves of a game of the fallback alone",
        whole(224.0),
        zero.least(In::Plies, plies),
    );
    book.state(
        "r2.zero_plies_hi",
        "most moves of a game of the fallback alone",
        whole(256.0),
        zero.most(In::Plies, plies),
    );
    let ended =
        |word: &'static str| move |game: &BankedGame| Some(game.termination.as_deref()? == word);
    book.state(
        "r2.zero_checkmate",
        "games of the fallback alone that end in checkmate",
        whole(1.0),
        zero.number_where(ended("checkmate")),
    );
    let threefold = zero.number_where(ended("threefold_repetition"));
    let mostly = matches!((threefold.numerator, threefold.denominator), (Some(some), Some(all)) if 2.0 * some > all);
    book.state(
        "r2.zero_threefold",
        "games of the fallback alone that end by threefold repetition",
        Quoted::Words("mostly"),
        threefold,
    )
    .holds(mostly);
    depth(&zero, book);
    prefixes(archive, book);
    control(archive, &played, book);
    let both = Pick::new("round-two games", &archive.banked, |_| true);
    book.state(
        "readme.r2_threefold",
        "games of round two, the fallback's own included, that end by threefold repetition",
        whole(7.0),
        both.number_where(ended("threefold_repetition")),
    );
    profiles(archive, book);
}

/// What each turn earned.
fn incomes(game: &BankedGame) -> Option<Vec<f64>> {
    let mut bank = [0_i64; 2];
    let turns = game.moves.iter().map(|made| {
        let bank = &mut bank[usize::from(made.side == Side::Black)];
        let after = made.bank_after?;
        let income = after
            .checked_add(i64::from(made.attempts?))?
            .checked_sub(*bank)?;
        *bank = after;
        Some(income as f64)
    });
    turns.collect()
}

/// The fallback's samples at some plies: legal ones, and all.
fn fallback(game: &BankedGame, plies: std::ops::Range<u32>) -> Option<(usize, usize)> {
    let mut counts = (0, 0);
    for made in game.moves.iter().filter(|made| plies.contains(&made.ply)) {
        if made.source != Source::Player {
            counts.0 += usize::from(made.source == Source::FallbackSampled);
            counts.1 += usize::try_from(made.fallback_samples?).ok()?;
        }
    }
    Some(counts)
}

fn depth(zero: &Games<'_>, book: &mut Book) {
    book.state(
        "r2.fallback_samples",
        "the fallback's samples in the games that it plays alone",
        whole(4377.0),
        zero.fold(
            |game| fallback(game, 0..u32::MAX),
            |all| {
                let sum = all.iter().map(|(_, samples)| *samples).sum::<usize>() as f64;
                let mut found = Measured::number(sum, In::Count, all.len());
                found.numerator = Some(sum);
                found
            },
        ),
    )
    .since("6,377 samples, and only they give the quoted shares by ply: a digit was mistyped");
    let band = |from: u32| zero.share(|game| fallback(game, from..from + 50));
    for (from, quoted) in [(0, 15.7), (50, 8.3), (100, 8.8), (150, 10.3), (200, 11.8)] {
        book.state(
            format!("r2.band.{from}-{}", from + 49),
            format!("legal samples among the fallback's at plies {from} to {}, games that it plays alone", from + 49),
            tenths(quoted),
            band(from),
        );
    }
    for (id, quoted, is_least) in [("r2.floor_lo", 8.0, true), ("r2.floor_hi", 12.0, false)] {
        let which = if is_least { "lowest" } else { "highest" };
        let bands = [50, 100, 150, 200, 250].map(band);
        book.state(
            id,
            format!("{which} of those shares from ply 50 on, the last plies from 250 included"),
            whole(quoted),
            extreme(bands.into(), is_least),
        );
    }
    book.state(
        "r2.default_floor",
        "legal samples among the fallback's at plies 50 to 99, games that it plays alone",
        about(8.0),
        band(50),
    )
    .but("the lowest band; later ones have 9% to 12%");
}

fn at_depth(file: &RealPrefix, depth: u32) -> Option<(usize, usize)> {
    let there = file.by_depth.get(&depth.to_string())?;
    Some((
        usize::try_from(there.hits).ok()?,
        usize::try_from(there.samples).ok()?,
    ))
}

fn prefixes(archive: &Archive<'_>, book: &mut Book) {
    let files = Pick::new("prefixes of real games", &archive.prefixes, |_| true);
    // The positions of one depth are the units, and the file does not tell them apart.
    let independent = |mut found: Measured| {
        found
            .intervals
            .retain(|one| one.method == ludometer_stats::Method::Wilson);
        found
    };
    let share = |depth| independent(files.share(|file| at_depth(file, depth)));
    book.state(
        "r2.realprefix.0",
        "legal samples at the start of the game",
        tenths(51.3),
        share(0),
    );
    for (id, quoted, is_least) in [
        ("r2.realprefix.lo", 5.0, true),
        ("r2.realprefix.hi", 11.0, false),
    ] {
        let which = if is_least { "lowest" } else { "highest" };
        book.state(
            id,
            format!(
                "{which} share of legal samples after 40, 60, 80, 100 and 120 plies of real games"
            ),
            whole(quoted),
            extreme([40, 60, 80, 100, 120].map(share).into(), is_least),
        );
    }
}

/// A player's own moves among the moves of its side.
fn controlled(games: &Games<'_>, name: &'static str) -> Measured {
    games.share(|game| {
        let players = game.players.as_ref()?;
        let side = side_of(Some(&players.white), Some(&players.black), name)?;
        let own = || game.moves.iter().filter(|made| made.side == side);
        Some((
            own().filter(|made| made.source == Source::Player).count(),
            own().count(),
        ))
    })
}

fn control(archive: &Archive<'_>, played: &Games<'_>, book: &mut Book) {
    let with = |one: &'static str| {
        played.only(&format!("round-two games of {one}"), |game| {
            let players = game.of.players.as_ref();
            players.is_some_and(|both| both.both().iter().any(|player| player.contains(one)))
        })
    };
    let (mocks, olmo) = (with("adaptive"), with("olmo"));
    let rates = [
        ("r2.control.mocks_adaptive", &mocks, "adaptive", 81.0),
        ("r2.control.mocks_random", &mocks, "random", 87.3),
        ("r2.control.olmo_olmo-3-7", &olmo, "olmo", 75.1),
        ("r2.control.olmo_random", &olmo, "random", 83.2),
    ];
    let mut values = Vec::new();
    for (id, games, name, quoted) in rates {
        let share = controlled(games, name);
        values.extend(share.as_number());
        book.state(
            id,
            format!("moves that {name} sampled itself, among all moves of its side"),
            tenths(quoted),
            share,
        );
    }
    let span = if values.len() == rates.len() {
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        Measured::number(most - least, In::PercentagePoints, archive.banked.len())
    } else {
        Measured::none("not all four players are in this import")
    };
    book.state(
        "r2.control_span",
        "highest minus lowest of those four shares",
        whole(12.0),
        span,
    );
}

/// A profile's samples at some plies: those that were legal, and all.
pub(super) fn landed(profile: &ToolProfile, plies: std::ops::Range<u32>) -> Option<(usize, usize)> {
    let there = || {
        profile
            .moves
            .iter()
            .filter(|made| plies.contains(&made.ply))
    };
    let samples: u64 = there().map(|made| u64::from(made.samples)).sum();
    let hits = there().filter(|made| made.legal_landed).count();
    Some((hits, usize::try_from(samples).ok()?))
}

fn profiles(archive: &Archive<'_>, book: &mut Book) {
    let of = |what: &str, tier: &'static str, temperature: f64, is_capped: bool| {
        Pick::new(what, &archive.profiles, move |file| {
            let config = file.of.config;
            let cap = config.soft_cap.and_then(SoftCap::value);
            file.of.tier == tier
                && (config.temperature - temperature).abs() < 1e-9
                && cap.is_some() == is_capped
        })
    };
    let bands = |files: &Pick<'_, ToolProfile>| -> Vec<Measured> {
        [50, 100, 150]
            .map(|from| files.share(|file| landed(file, from..from + 50)))
            .into()
    };
    let warm = of(
        "profiles of the standard board at temperature 0.9 without a cap",
        "regular",
        0.9,
        false,
    );
    for (id, quoted, is_least) in [("r2.t09_lo", 18.0, true), ("r2.t09_hi", 30.0, false)] {
        let which = if is_least { "lowest" } else { "highest" };
        book.state(
            id,
            format!("{which} share of legal samples by fifty plies, from 50 to 199, at temperature 0.9 without a cap"),
            whole(quoted),
            extreme(bands(&warm), is_least),
        )
        .but("one game; each ply is sampled until a sample is legal");
    }
    let micro = of("profiles of the 5x5 board", "micro", 0.5, true);
    book.state(
        "open.micro_book",
        "legal samples at plies 0 to 49 of the tool's own game on 5x5",
        whole(43.0),
        micro.share(|file| landed(file, 0..50)),
    );
    book.state(
        "open.micro_deep_lo",
        "lowest share of legal samples by fifty plies, from 50 to 199, on 5x5",
        whole(84.0),
        extreme(bands(&micro), true),
    )
    .since("50 of 59 is 84.7%, which rounds to 85: the report cut the decimals off");
    book.state(
        "open.micro_deep_hi",
        "highest of those shares",
        whole(89.0),
        extreme(bands(&micro), false),
    );
}
