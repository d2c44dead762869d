//! Round three: matches of forty tokens a side, and who won when a side ran out.

use ludometer_record::archive::{Side, probes::ChoiceGame, turn_games::TurnGame};

use crate::token_chess::archive::{
    games::{Archive, Round, round, side_of},
    measured::{Figure, In, Measured, Pick},
    statement::{Book, Quoted, whole},
};

mod ministral;

pub(super) type Games<'a> = Pick<'a, TurnGame>;

pub(in crate::token_chess::archive) fn of_rounds<'a>(
    archive: &Archive<'a>,
    what: &str,
    rounds: &[Round],
) -> Games<'a> {
    Pick::new(what, &archive.turn_games, |game| {
        rounds.contains(&round(game.of))
    })
}

pub(super) fn plies(game: &TurnGame) -> Option<f64> {
    game.plies.map(f64::from)
}

pub(super) fn side(game: &TurnGame, name: &str) -> Option<Side> {
    side_of(
        game.white_player.as_deref(),
        game.black_player.as_deref(),
        name,
    )
}

pub(super) fn tokens(game: &TurnGame, side: Side) -> Option<u32> {
    Some(game.stats.as_ref()?.of(side).tokens_spent)
}

pub(in crate::token_chess::archive) fn is_exhausted(game: &TurnGame) -> Option<bool> {
    Some(game.outcome.as_deref()? == "adjudication_exhausted")
}

/// Points of somebody over some games.
pub(super) fn score(games: &Games<'_>, name: &str) -> Measured {
    games.fold(
        |game| Some(game.winner?.points(side(game, name)?)),
        |all| {
            let points: f64 = all.iter().sum();
            let games = all.len();
            Measured::number(points, In::Points, games).over(points, games as f64)
        },
    )
}

pub(super) fn state(archive: &Archive<'_>, book: &mut Book) {
    probe(archive, book);
    let all = Pick::new("games of rounds three to five", &archive.turn_games, |_| {
        true
    });
    book.state(
        "r3.batch",
        "different numbers of samples in a batch, rounds three to five",
        whole(3.0),
        all.different(In::Count, |game| {
            Some(
                game.batches()
                    .map(|(_, batch)| batch.samples.len() as f64)
                    .collect(),
            )
        }),
    );
    let mocks = of_rounds(archive, "self-test games", &[Round::SelfTest]);
    let points = [score(&mocks, "heuristic"), score(&mocks, "random")];
    book.state(
        "r3.selftest",
        "points of the heuristic mock and of the random one against each other",
        Quoted::Numbers(vec![3.0, 1.0]),
        pair(points, In::Points),
    );
    book.state(
        "r3.selftest_mate",
        "moves of the self-test game that ended in checkmate",
        whole(37.0),
        mocks
            .only("self-test games ended in checkmate", |game| {
                game.of.outcome.as_deref() == Some("checkmate")
            })
            .least(In::Plies, plies),
    );
    matches(archive, book);
    exhaustion(archive, book);
}

/// Two numbers as one figure.
pub(super) fn pair(both: [Measured; 2], unit: In) -> Measured {
    let [one, other] = both;
    match (one.as_number(), other.as_number()) {
        (Some(a), Some(b)) => Measured::figure(Figure::Numbers(vec![a, b]), unit, one.files),
        (None, _) => one,
        (_, None) => other,
    }
}

fn probe(archive: &Archive<'_>, book: &mut Book) {
    let decided = Pick::new("decided choice probes", &archive.choices, |game| {
        game.of.winner.is_some_and(|winner| winner.side().is_some())
    });
    let heuristic = |game: &ChoiceGame| {
        let winner = game.winner?.side()?;
        Some(game.pickers.as_ref()?.of(winner).contains("heuristic"))
    };
    let mut won = decided.number_where(heuristic);
    let holds = won.numerator == won.denominator;
    if let (Some(some), Some(all)) = (won.numerator, won.denominator) {
        won.value = Some(Figure::Text(format!("{some} of {all}")));
        won.unit = In::Words;
    }
    book.state(
        "r3.gate_probe",
        "choice probes with a winner that the heuristic picker won",
        Quoted::Words("all"),
        won,
    )
    .holds(holds)
    .but(format!(
        "only {} of {} probes had a winner",
        decided.files().len(),
        archive.choices.len()
    ));
}

/// A match of the third round.
struct Match {
    id: &'static str,
    other: &'static str,
    /// Points, tokens where the report has them, and legal samples in percent: of olmo, of the other.
    quoted: [(f64, Option<f64>, f64); 2],
}

const MATCHES: [Match; 3] = [
    Match {
        id: "bar",
        other: "heuristic",
        quoted: [(3.5, Some(128.0), 40.0), (0.5, Some(160.0), 37.0)],
    },
    Match {
        id: "ministral",
        other: "ministral",
        quoted: [(1.0, Some(57.0), 58.0), (3.0, Some(160.0), 20.0)],
    },
    Match {
        id: "granite",
        other: "granite",
        quoted: [(3.5, None, 42.0), (0.5, None, 43.0)],
    },
];

fn matches(archive: &Archive<'_>, book: &mut Book) {
    let live = of_rounds(archive, "round-three games", &[Round::Three]);
    for Match { id, other, quoted } in MATCHES {
        let what = format!("round-three games of olmo against {other}");
        let games = live.only(&what, |game| side(game.of, other).is_some());
        for (name, (points, spent, legal)) in ["olmo", other].into_iter().zip(quoted) {
            book.state(
                format!("r3.{id}.score.{name}"),
                format!("points of {name}, olmo against {other}"),
                Quoted::Exact {
                    value: points,
                    decimals: 1,
                },
                score(&games, name),
            );
            if let Some(spent) = spent {
                book.state(
                    format!("r3.{id}.tokens.{name}"),
                    format!("tokens that {name} spent, failing last turns included, olmo against {other}"),
                    whole(spent),
                    games.sum(In::Tokens, |game| tokens(game, side(game, name)?).map(f64::from)),
                );
            }
            book.state(
                format!("r3.{id}.legality.{name}"),
                format!(
                    "legal samples of {name}, failing last turns included, olmo against {other}"
                ),
                whole(legal),
                games.share(|game| legality(game, side(game, name)?)),
            );
        }
    }
    ministral::state(archive, &live, book);
    book.state(
        "lim.per_match",
        "different numbers of games in a match of round three",
        whole(4.0),
        live.fold(
            |_| Some(()),
            |all| {
                let mut sizes: Vec<f64> = MATCHES
                    .iter()
                    .map(|one| {
                        live.only(one.id, |game| side(game.of, one.other).is_some())
                            .files()
                            .len() as f64
                    })
                    .filter(|&games| games > 0.0)
                    .collect();
                sizes.sort_by(f64::total_cmp);
                sizes.dedup();
                Measured::figure(Figure::Numbers(sizes), In::Count, all.len())
            },
        ),
    );
}

/// A side's legal samples, and all, by its statistics.
pub(super) fn legality(game: &TurnGame, side: Side) -> Option<(usize, usize)> {
    let stats = game.stats.as_ref()?.of(side);
    Some((
        usize::try_from(stats.samples_legal).ok()?,
        usize::try_from(stats.samples_total).ok()?,
    ))
}

fn exhaustion(archive: &Archive<'_>, book: &mut Book) {
    let live = of_rounds(
        archive,
        "games of rounds three and four",
        &[Round::Three, Round::Four],
    );
    let judged = live.only("adjudicated games of rounds three and four", |game| {
        is_exhausted(game.of) == Some(true)
    });
    book.state(
        "r34.adjudicated",
        "games of rounds three and four that an engine decided after a side ran out, self-test apart",
        whole(36.0),
        judged.count(),
    );
    book.state(
        "r34.decided",
        "of those, games with a winner",
        whole(34.0),
        judged.number_where(|game| Some(game.winner?.side().is_some())),
    );
    let decided = judged.only("decided games of rounds three and four", |game| {
        game.of.winner.is_some_and(|winner| winner.side().is_some())
    });
    book.state(
        "r34.exhausted_won",
        "decided games that the side without tokens won",
        whole(17.0),
        decided.number_where(|game| Some(game.winner?.side()? == game.exhausted_side?)),
    )
    .but("4 of 10 in round three, 13 of 24 in round four");
    book.state(
        "r34.unequal",
        "decided games in which the sides spent differently",
        whole(29.0),
        decided.number_where(|game| Some(tokens(game, Side::White)? != tokens(game, Side::Black)?)),
    );
    let unequal = decided.only("decided games of unequal spending", |game| {
        tokens(game.of, Side::White) != tokens(game.of, Side::Black)
    });
    book.state(
        "r34.bigger_won",
        "of those, games that who spent more won",
        whole(13.0),
        unequal.number_where(bigger_won),
    )
    .but("not independent of who ran out: where spending differs, who spent more is who ran out");
}

/// Whether who spent more won, in a decided game of unequal spending.
pub(in crate::token_chess::archive) fn bigger_won(game: &TurnGame) -> Option<bool> {
    let winner = game.winner?.side()?;
    Some(tokens(game, winner)? > tokens(game, winner.other())?)
}
