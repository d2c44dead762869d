//! Round one: what the player did with the tool's settings, and against other models.

use ludometer_games::Variant;
use ludometer_record::archive::round_one::{Attempt, RoundOneGame};

use super::calibration::{cross, legality_curve, on, plies};
use crate::token_chess::archive::{
    games::{Archive, Purpose, purpose, side_of},
    measured::{Figure, In, Measured, Pick, extreme},
    statement::{Book, Quoted, hundredths, whole},
};

type Games<'a> = Pick<'a, RoundOneGame>;

/// From here on tries of a turn are pooled.
const LATE: usize = 10;

pub(super) fn state(archive: &Archive<'_>, book: &mut Book) {
    let regular = on(archive, Variant::Standard);
    legality_curve(&regular, book);
    settings(&regular, book);
    others(archive, book);
    for (id, definition, quoted) in [
        (
            "r1.showcase.0",
            "replies of a 27B player that fell back, at a reply limit of 300 tokens, in percent",
            96.0,
        ),
        (
            "r1.showcase.1",
            "minutes that its game took at a limit of 1500",
            40.0,
        ),
        (
            "r1.showcase.2",
            "minutes until its game was stopped at a limit of 700",
            25.0,
        ),
    ] {
        book.unsupported(
            id,
            definition,
            whole(quoted),
            "no game of that player is in the archive",
        );
    }
}

/// The attempts of a game that are the nth of their turn, or later than that for the last.
fn nth(game: &RoundOneGame, wanted: usize) -> Vec<&Attempt> {
    game.tries()
        .filter(|(nth, _)| (*nth).min(LATE) == wanted)
        .map(|(_, attempt)| attempt)
        .collect()
}

fn temperature(regular: &Games<'_>, wanted: usize) -> Measured {
    regular.fold(
        |game| {
            let all = nth(game, wanted).into_iter();
            all.map(|attempt| attempt.temperature)
                .collect::<Option<Vec<f64>>>()
        },
        |all| {
            let files = all.len();
            let all = all.concat();
            Measured::ratio(all.iter().sum(), all.len() as f64, In::Temperature, files)
        },
    )
}

fn capped(regular: &Games<'_>, wanted: usize) -> Measured {
    regular.share(|game| {
        let all = nth(game, wanted);
        let caps: Option<Vec<bool>> = all
            .iter()
            .map(|attempt| Some(attempt.soft_cap?.value().is_some()))
            .collect();
        Some((caps?.into_iter().filter(|&set| set).count(), all.len()))
    })
}

fn settings(regular: &Games<'_>, book: &mut Book) {
    book.state(
        "r1.temp_first",
        "mean temperature of the first sample of a turn, standard board",
        hundredths(0.78),
        temperature(regular, 1),
    );
    book.state(
        "r1.temp_10plus",
        "mean temperature of the tenth and later samples of a turn, standard board",
        hundredths(0.56),
        temperature(regular, LATE),
    );
    book.state(
        "r1.cap_first",
        "first samples of a turn with a soft cap set, standard board",
        whole(1.0),
        capped(regular, 1),
    );
    book.state(
        "r1.cap_second",
        "second samples of a turn with a soft cap set, standard board",
        whole(61.0),
        capped(regular, 2),
    );
    for (id, quoted, is_least) in [
        ("r1.cap_later_lo", 33.0, true),
        ("r1.cap_later_hi", 65.0, false),
    ] {
        let which = if is_least { "lowest" } else { "highest" };
        book.state(
            id,
            format!("{which} share with a soft cap among third, fourth … ninth, and tenth or later samples"),
            whole(quoted),
            extreme((3..=LATE).map(|wanted| capped(regular, wanted)).collect(), is_least),
        );
    }
}

fn won_by(game: &RoundOneGame, name: &str) -> Option<bool> {
    let side = side_of(
        game.white_player.as_deref(),
        game.black_player.as_deref(),
        name,
    )?;
    Some(game.winner?.side() == Some(side))
}

fn others(archive: &Archive<'_>, book: &mut Book) {
    for other in ["ministral", "granite"] {
        book.state(
            format!("r1.cross.{other}"),
            format!("games against {other} that olmo won"),
            whole(2.0),
            cross(archive, other).number_where(|game| won_by(game, "olmo")),
        );
    }
    let all = Pick::new("games between models", &archive.round_one, |game| {
        purpose(game) == Purpose::CrossModel
    });
    let calls = all.fold(
        |game| {
            game.calls_spent
                .as_ref()
                .map(|calls| f64::from(calls.white) + f64::from(calls.black))
        },
        |each| {
            let sum = each.iter().sum();
            let mut found = Measured::number(sum, In::Count, each.len());
            found.numerator = Some(sum);
            found
        },
    );
    book.state(
        "r1.cross.calls",
        "samples in the games between models, both sides",
        whole(148.0),
        calls,
    );
    book.unsupported(
        "r1.cross.parse_failures",
        "model replies in those games that did not parse",
        whole(0.0),
        "round one kept no count of replies",
    );
    book.state(
        "r1.cross.granite_ply0",
        "fewest moves in a game against granite",
        whole(0.0),
        cross(archive, "granite").least(In::Plies, plies),
    );
    book.state(
        "r1.cross.ministral_first",
        "ministral's turns whose first sample was legal",
        whole(0.0),
        cross(archive, "ministral").sum(In::Count, |game| {
            let side = side_of(
                game.white_player.as_deref(),
                game.black_player.as_deref(),
                "ministral",
            )?;
            Some(f64::from(*game.legal_first_try.as_ref()?.of(side)))
        }),
    );
    knobs(&all, book);
}

/// Retries of a player that changed a setting, and all.
fn retries(games: &Games<'_>, name: &str) -> Result<[usize; 2], String> {
    let each = games.each(|game| {
        let Some(side) = side_of(
            game.white_player.as_deref(),
            game.black_player.as_deref(),
            name,
        ) else {
            return Some([0; 2]);
        };
        let mut counts = [0; 2];
        let mut before: Option<&Attempt> = None;
        for (nth, attempt) in game.tries() {
            if attempt.side == side
                && nth > 1
                && let Some(before) = before
            {
                let changed = before.temperature?.to_bits() != attempt.temperature?.to_bits()
                    || before.soft_cap? != attempt.soft_cap?;
                counts[0] += usize::from(changed);
                counts[1] += 1;
            }
            before = Some(attempt);
        }
        Some(counts)
    })?;
    Ok(each.into_iter().fold([0; 2], |sum, next| {
        std::array::from_fn(|index| sum[index] + next[index])
    }))
}

fn knobs(games: &Games<'_>, book: &mut Book) {
    let names = ["olmo", "ministral", "granite"];
    let counts: Result<Vec<[usize; 2]>, String> =
        names.iter().map(|name| retries(games, name)).collect();
    let (measured, only_olmo) = match counts {
        Err(why) => (Measured::none(why), false),
        Ok(counts) => {
            let texts = names.iter().zip(&counts);
            let texts = texts.map(|(name, [changed, all])| format!("{name} {changed}/{all}"));
            let figure = Figure::Texts(texts.collect());
            let only = counts[1..].iter().all(|[changed, _]| *changed == 0);
            (
                Measured::figure(figure, In::Words, games.files().len()),
                only,
            )
        }
    };
    book.state(
        "r1.cross.only_olmo_knobs",
        "retries that changed temperature or soft cap against the sample before, over all retries, by player",
        Quoted::Words("olmo only"),
        measured,
    )
    .holds(only_olmo)
    .since("the losers changed a setting on nearly every retry; what sets them apart is a soft cap of 2 or less on 31 of 60 and 58 of 60 samples, where hardly anything is legal");
}
