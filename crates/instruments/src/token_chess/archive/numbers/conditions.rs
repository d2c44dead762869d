//! Rounds four and five: a ledger, a notepad, or nothing; assigned, then chosen.

use ludometer_record::archive::{Side, turn_games::TurnGame};

use super::matches::{Games, is_exhausted, legality, of_rounds, pair, plies, tokens};
use crate::token_chess::archive::{
    games::{Archive, Round},
    measured::{Figure, In, Measured},
    statement::{Book, Quoted, about, hundredths, tenths, whole},
};

mod hot;

/// A side's memory.
pub(super) fn memory(game: &TurnGame, side: Side) -> Option<&str> {
    Some(game.memory.as_ref()?.of(side).as_str())
}

fn has(game: &TurnGame, wanted: &str) -> bool {
    Side::ALL
        .into_iter()
        .any(|side| memory(game, side) == Some(wanted))
}

fn is_symmetric(game: &TurnGame) -> bool {
    memory(game, Side::White) == memory(game, Side::Black)
}

/// What the seats with a memory add up to in a game.
fn seats<V: std::iter::Sum>(
    game: &TurnGame,
    wanted: &str,
    of: impl Fn(Side) -> Option<V>,
) -> Option<V> {
    let sides = Side::ALL
        .into_iter()
        .filter(|&side| memory(game, side) == Some(wanted));
    sides.map(of).sum()
}

fn written(game: &TurnGame) -> Option<f64> {
    let own = game.notes.as_ref()?;
    let turns = game
        .turns
        .iter()
        .map(|turn| turn.notes.as_ref().map_or(0, Vec::len));
    Some((own.white.len() + own.black.len() + turns.sum::<usize>()) as f64)
}

/// Notes in some games, counted.
fn notes(games: &Games<'_>) -> Measured {
    let mut found = games.sum(In::Count, written);
    found.numerator = found.as_number();
    found
}

pub(super) fn state(archive: &Archive<'_>, book: &mut Book) {
    let four = of_rounds(archive, "round-four games", &[Round::Four]);
    let five = of_rounds(archive, "round-five games", &[Round::Five]);
    book.state(
        "r4.games",
        "games of round four: a memory is named, none was chosen",
        whole(24.0),
        four.count(),
    );
    book.state(
        "r4.pairs",
        "different pairs of memories that met",
        whole(6.0),
        four.fold(
            |game| {
                let both = game.memory.as_ref()?.both();
                Some([both[0].min(both[1]), both[0].max(both[1])])
            },
            |mut all| {
                let files = all.len();
                all.sort_unstable();
                all.dedup();
                Measured::number(all.len() as f64, In::Count, files)
            },
        ),
    );
    book.state(
        "r4.notes",
        "notes written in round four",
        whole(0.0),
        notes(&four),
    );
    let seats_of = |wanted: &'static str| {
        four.fold(
            |game| seats(game, wanted, |_| Some(1)),
            |all| Measured::so_many(all.iter().sum(), 2 * all.len(), all.len()),
        )
    };
    book.state(
        "r4.notepad_seats",
        "seats (a player in a game) that had the notepad in round four",
        whole(10.0),
        seats_of("notepad"),
    )
    .since("16: eight where both had one and four in each of two mixed pairs");
    book.state(
        "r4.notepad_games",
        "round-four games in which somebody had the notepad",
        whole(12.0),
        four.number_where(|game| game.memory.as_ref().map(|_| has(game, "notepad"))),
    );
    for (id, one, other, quoted) in [
        ("r4.score.ledger-none", "ledger", "none", [0.0, 4.0]),
        ("r4.score.notepad-ledger", "ledger", "notepad", [3.0, 1.0]),
    ] {
        let games = four.only(
            &format!("round-four games of {one} against {other}"),
            |game| has(game.of, one) && has(game.of, other),
        );
        let points = |wanted: &'static str| {
            games.sum(In::Points, |game| {
                seats(game, wanted, |side| Some(game.winner?.points(side)))
            })
        };
        book.state(
            id,
            format!("points with the {one} and with {other}, when they met"),
            Quoted::Numbers(quoted.into()),
            pair([points(one), points(other)], In::Points),
        );
    }
    hot::state(&four, book);
    for (wanted, quoted) in [("ledger", 42.1), ("none", 37.4)] {
        book.state(
            format!("r4.legality.{wanted}"),
            format!("legal samples of seats with memory {wanted}, failing last turns included"),
            tenths(quoted),
            pooled(&four, wanted),
        );
    }
    for wanted in ["none", "notepad", "ledger"] {
        book.state(
            format!("r4.spend.{wanted}"),
            format!("mean tokens of a seat with memory {wanted}"),
            about(40.0),
            spending(&four, wanted),
        )
        .but("near is taken as within a tenth; three to four of forty tokens were left on average");
    }
    colours(&four, book);
    chosen(&five, book);
    zeros(archive, &four, book);
}

fn pooled(four: &Games<'_>, wanted: &str) -> Measured {
    four.share(|game| {
        let part = |is_total: bool| {
            seats(game, wanted, |side| {
                let (legal, all) = legality(game, side)?;
                Some(if is_total { all } else { legal })
            })
        };
        Some((part(false)?, part(true)?))
    })
}

fn spending(four: &Games<'_>, wanted: &str) -> Measured {
    four.fold(
        |game| {
            Some((
                seats(game, wanted, |side| tokens(game, side).map(f64::from))?,
                seats(game, wanted, |_| Some(1.0))?,
            ))
        },
        |all: Vec<(f64, f64)>| {
            let spent = all.iter().map(|(spent, _)| spent).sum();
            let seats = all.iter().map(|(_, seats)| seats).sum();
            Measured::ratio(spent, seats, In::Tokens, all.len())
        },
    )
}

/// The chance of at least `k` heads among `n` throws of a fair coin.
fn upper_tail(k: u32, n: u32) -> f64 {
    let mut term = 0.5_f64.powi(i32::try_from(n).unwrap_or(i32::MAX));
    let mut tail = 0.0;
    for heads in 0..=n {
        if heads >= k {
            tail += term;
        }
        term *= f64::from(n - heads) / f64::from(heads + 1);
    }
    tail
}

fn colours(four: &Games<'_>, book: &mut Book) {
    let white = |game: &TurnGame| Some(game.winner?.side() == Some(Side::White));
    let symmetric = four.only("round-four games of equal memories", |game| {
        is_symmetric(game.of)
    });
    let won = symmetric.number_where(white);
    let tail = symmetric.fold(white, |all| {
        let count = |games: usize| u32::try_from(games).unwrap_or(u32::MAX);
        let won = all.iter().filter(|&&won| won).count();
        let tail = upper_tail(count(won), count(all.len()));
        Measured::number(tail, In::Ratio, all.len())
    });
    book.state(
        "r4.white_sym",
        "games of equal memories that White won",
        whole(9.0),
        won,
    );
    let mixed = four.only("round-four games of different memories", |game| {
        !is_symmetric(game.of)
    });
    let mut elsewhere = mixed.number_where(white);
    let holds = (elsewhere.numerator, elsewhere.denominator) == (Some(5.0), Some(16.0));
    if let (Some(won), Some(all)) = (elsewhere.numerator, elsewhere.denominator) {
        elsewhere.value = Some(Figure::Text(format!("{won} of {all}")));
        elsewhere.unit = In::Words;
    }
    book.state(
        "r4.white_else",
        "games of different memories that White won",
        Quoted::Words("5 of 16"),
        elsewhere,
    )
    .holds(holds)
    .since("4 of 12 games of different memories; 3 of 12 in round three's matches; no set of 16 games that stands out has 5");
    book.state(
        "r4.white_p",
        "chance of at least as many White wins in games of equal memories if each were even",
        hundredths(0.07),
        tail,
    )
    .but("one-sided, and asked after the games were seen");
}

const REASONS: [(&str, &str); 3] = [
    (
        "r5.quote.0",
        "record short insights to help spot patterns and avoid repeating mistakes",
    ),
    ("r5.quote.1", "keep track of complex variations"),
    (
        "r5.quote.2",
        "remember key plans without relying only on Daydream's samples",
    ),
];

fn chosen(five: &Games<'_>, book: &mut Book) {
    book.state(
        "r5.games",
        "games of round five: a memory was chosen",
        whole(12.0),
        five.count(),
    );
    let choices = |holds: &dyn Fn(&str, Option<&str>) -> bool| {
        five.fold(
            |game| {
                let both = game.tool_choices.as_ref()?.both();
                Some(both.map(|choice| holds(&choice.tool, choice.why.as_deref())))
            },
            |all| {
                let files = all.len();
                let all = all.concat();
                Measured::so_many(all.iter().filter(|&&yes| yes).count(), all.len(), files)
            },
        )
    };
    book.state(
        "r5.choices",
        "choices before a game that fell on the notepad",
        whole(24.0),
        choices(&|tool, _| tool == "notepad"),
    );
    book.state(
        "r5.reasons",
        "choices that gave a reason",
        whole(24.0),
        choices(&|_, why| why.is_some_and(|why| !why.trim().is_empty())),
    );
    book.state(
        "r5.plies_lo",
        "fewest moves of a round-five game",
        whole(38.0),
        five.least(In::Plies, plies),
    );
    book.state(
        "r5.plies_hi",
        "most moves of a round-five game",
        whole(59.0),
        five.most(In::Plies, plies),
    );
    book.state(
        "r5.all_adjudicated",
        "round-five games that an engine decided after a side ran out",
        whole(12.0),
        five.number_where(is_exhausted),
    );
    book.state(
        "r5.notes",
        "notes written in round five",
        whole(0.0),
        notes(five),
    );
    for (id, words) in REASONS {
        let found = choices(&|_, why| why.is_some_and(|why| why.contains(words)));
        let holds = found.numerator.is_some_and(|found| found > 0.0);
        book.state(
            id,
            format!("reasons with the words “{words}”"),
            Quoted::Words("verbatim"),
            found,
        )
        .holds(holds)
        .since("no reason has these words; one speaks of remembering key ideas and planning better, with the same ending");
    }
    let decisions = five.fold(
        |game| {
            let batches = game.stats.as_ref()?.both().map(|side| side.tokens_spent);
            Some(f64::from(game.plies?) + f64::from(batches[0]) + f64::from(batches[1]))
        },
        |all| {
            let sum: f64 = all.iter().sum();
            let least = all.iter().copied().fold(f64::INFINITY, f64::min);
            let most = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let games = all.len() as f64;
            let text = format!(
                "{sum} in all; {least}-{most} per game; {:.0} per seat",
                sum / games / 2.0
            );
            Measured::figure(Figure::Text(text), In::Words, all.len()).over(sum, games)
        },
    );
    book.state(
        "r5.four_hundred",
        "decisions of both sides: a pick a move, and a batch a token",
        whole(400.0),
        decisions,
    )
    .since("about 120 a game and 60 a seat, 1,438 in all; nothing that a game has comes to 400");
}

fn zeros(archive: &Archive<'_>, four: &Games<'_>, book: &mut Book) {
    book.state(
        "r5.zero_for_24",
        "round-four games in which somebody could have written a note",
        whole(24.0),
        four.number_where(|game| game.memory.as_ref().map(|_| has(game, "notepad"))),
    )
    .since("nobody wrote a note in 24 games, but in only 12 of them did somebody have the notepad (16 seats)");
    let both = of_rounds(
        archive,
        "games of rounds four and five",
        &[Round::Four, Round::Five],
    );
    book.state(
        "open.zero_in_36",
        "games of rounds four and five (value), and notes written in them (numerator)",
        whole(36.0),
        both.fold(written, |all| {
            let games = all.len() as f64;
            Measured::number(games, In::Count, all.len()).over(all.iter().sum(), games)
        }),
    )
    .but("somebody had the notepad in 24 of the 36");
}
