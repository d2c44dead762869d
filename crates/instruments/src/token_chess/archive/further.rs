//! What else the games say, and the report does not.

use ludometer_games::Variant;
use ludometer_record::archive::{
    round_one::{Attempt, RoundOneGame},
    turn_games::TurnGame,
};

use super::{
    Further,
    games::{Archive, Round, is_tight},
    measured::{Figure, In, Measured, Pick},
    numbers::{
        calibration::{BUCKETS, calibration, on},
        matches::{bigger_won, is_exhausted, of_rounds},
    },
};

type Games<'a> = Pick<'a, RoundOneGame>;

/// A list being written.
struct List(Vec<Further>);

impl List {
    fn add(
        &mut self,
        id: impl Into<String>,
        definition: impl Into<String>,
        measured: Measured,
        caution: Option<&str>,
    ) {
        let caution = caution.filter(|_| measured.value.is_some());
        self.0.push(Further {
            id: id.into(),
            definition: definition.into(),
            measured,
            caution: caution.map(str::to_owned),
        });
    }
}

/// All of them.
pub(super) fn all(archive: &Archive<'_>) -> Vec<Further> {
    let mut list = List(Vec::new());
    let regular = on(archive, Variant::Standard);
    three_rates(archive, &mut list);
    by_ply(&regular, &mut list);
    fall(&regular, &mut list);
    exhaustion(archive, &mut list);
    list.0
}

/// Three shares that are all called legality.
fn three_rates(archive: &Archive<'_>, list: &mut List) {
    let boards = [
        ("regular", Variant::Standard),
        ("micro", Variant::Gardner),
        ("grand", Variant::Grand12),
    ];
    for (tier, board) in boards {
        let games = on(archive, board);
        let own = |counts: fn(&RoundOneGame) -> (usize, usize)| {
            games.share(move |game| Some(counts(game)))
        };
        let firsts = |game: &RoundOneGame| {
            let firsts = || game.tries().filter(|(nth, _)| *nth == 1);
            (
                firsts().filter(|(_, attempt)| attempt.legal).count(),
                firsts().count(),
            )
        };
        list.add(
            format!("r1.first_try.{tier}"),
            format!("turns whose first sample was legal, over all turns, {tier} board"),
            own(firsts),
            None,
        );
        list.add(
            format!("r1.sample_legality.{tier}"),
            format!("legal samples over all samples, {tier} board"),
            own(|game| {
                (
                    game.attempts.iter().filter(|one| one.legal).count(),
                    game.attempts.len(),
                )
            }),
            Some("long turns weigh more: a turn goes on until a sample is legal"),
        );
    }
    let shortest = calibration(archive).fold(
        |game| game.attempts.last().map(|last| last.legal),
        |all| {
            let zero = all.iter().filter(|&&legal| legal).count();
            Measured::so_many(zero, all.len(), all.len())
        },
    );
    list.add(
        "r1.lost_at_zero",
        "calibration games whose loser began its last turn without a token",
        shortest,
        None,
    );
}

fn there(game: &RoundOneGame, from: u32) -> impl Iterator<Item = (usize, &Attempt)> {
    game.tries()
        .filter(move |(_, attempt)| (from..from + 10).contains(&attempt.ply))
}

/// Legal attempts and all at some plies that have a tight cap, or have none.
fn at_cap(game: &RoundOneGame, from: u32, wanted: bool) -> Option<(usize, usize)> {
    let mut counts = (0, 0);
    for (_, attempt) in there(game, from) {
        if is_tight(attempt.soft_cap)? == wanted {
            counts.0 += usize::from(attempt.legal);
            counts.1 += 1;
        }
    }
    Some(counts)
}

fn by_ply(regular: &Games<'_>, list: &mut List) {
    for (from, _) in BUCKETS {
        let plies = format!("{from}-{}", from + 9);
        list.add(
            format!("r1.first_try.{plies}"),
            format!("turns at plies {plies} whose first sample was legal, standard board"),
            regular.share(|game| {
                let firsts = || there(game, from).filter(|(nth, _)| *nth == 1);
                Some((firsts().filter(|(_, one)| one.legal).count(), firsts().count()))
            }),
            Some("hardly any first sample has a soft cap, so this is the curve without the retries' settings"),
        );
    }
    for (from, _) in BUCKETS {
        let plies = format!("{from}-{}", from + 9);
        list.add(
            format!("r1.tight_cap.{plies}"),
            format!("samples at plies {plies} drawn at a soft cap of 2 or less, standard board"),
            regular.share(|game| {
                let (tight, all) = (at_cap(game, from, true)?, there(game, from).count());
                Some((tight.1, all))
            }),
            None,
        );
    }
    for (wanted, id, words) in [
        (true, "tight_cap_legality", "at a soft cap of 2 or less"),
        (false, "other_legality", "without such a cap"),
    ] {
        for (from, _) in BUCKETS {
            let plies = format!("{from}-{}", from + 9);
            list.add(
                format!("r1.{id}.{plies}"),
                format!("legal samples among those at plies {plies} {words}, standard board"),
                regular.share(|game| at_cap(game, from, wanted)),
                None,
            );
        }
    }
}

/// What tight caps have to do with the fall of legality from plies 0-9 to 30-39.
fn fall(regular: &Games<'_>, list: &mut List) {
    let sums = |from: u32, wanted: bool| -> Option<[f64; 2]> {
        let each = regular.each(|game| at_cap(game, from, wanted)).ok()?;
        let sum = each
            .iter()
            .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        Some([sum.0 as f64, sum.1 as f64])
    };
    let bins = |from: u32| Some([sums(from, true)?, sums(from, false)?]);
    let (Some(early), Some(late)) = (bins(0), bins(30)) else {
        let none = Measured::none("no calibration games on the standard board in this import");
        list.add(
            "r1.tight_cap_part",
            "part of the fall of legality",
            none,
            None,
        );
        return;
    };
    let weight = |of: &[[f64; 2]; 2], bin: usize| of[bin][1] / (of[0][1] + of[1][1]);
    let rate = |of: &[[f64; 2]; 2], bin: usize| of[bin][0] / of[bin][1];
    let total = |of: &[[f64; 2]; 2]| (of[0][0] + of[1][0]) / (of[0][1] + of[1][1]);
    let gap = 100.0 * (total(&late) - total(&early));
    let mix: f64 = (0..2)
        .map(|bin| {
            100.0
                * (weight(&late, bin) - weight(&early, bin))
                * (rate(&late, bin) + rate(&early, bin))
                / 2.0
        })
        .sum();
    let part = |numerator: f64| {
        if numerator.is_finite() && gap != 0.0 {
            Measured::ratio(numerator, gap, In::Ratio, regular.files().len())
        } else {
            Measured::none("a bin without samples, or no fall")
        }
    };
    list.add(
        "r1.tight_cap_part",
        "of the fall of sample legality from plies 0-9 to 30-39 (denominator, points): what the growing share of soft caps of 2 or less makes, by Kitagawa's composition term (numerator)",
        part(mix),
        Some("a description of these samples: caps were set where samples had failed before, so it is no effect of the caps alone"),
    );
    let without = 100.0 * (rate(&late, 1) - rate(&early, 1));
    list.add(
        "r1.fall_without_tight_caps",
        "the same fall among samples without such a cap, in points",
        if without.is_finite() {
            Measured::number(without, In::PercentagePoints, regular.files().len())
        } else {
            Measured::none("a bin without samples")
        },
        None,
    );
    let lost = 100.0 * (rate(&early, 1) - total(&early));
    let lost_late = 100.0 * (rate(&late, 1) - total(&late));
    list.add(
        "r1.tight_cap_cost",
        "points by which such caps lower sample legality at plies 0-9 and at 30-39",
        if lost.is_finite() && lost_late.is_finite() {
            let both = Figure::Numbers(vec![lost, lost_late]);
            Measured::figure(both, In::PercentagePoints, regular.files().len())
        } else {
            Measured::none("a bin without samples")
        },
        None,
    );
}

/// Who won when a side ran out.
fn exhaustion(archive: &Archive<'_>, list: &mut List) {
    let same = "who ran out has spent all, so where spending differs who ran out is who spent more: the two counts share these games and are no independent evidence";
    let is_decided = |game: &TurnGame| {
        is_exhausted(game) == Some(true) && game.winner.is_some_and(|one| one.side().is_some())
    };
    let exhausted_won = |game: &TurnGame| Some(game.winner?.side()? == game.exhausted_side?);
    for (name, rounds) in [
        ("r3", &[Round::Three][..]),
        ("r4", &[Round::Four][..]),
        ("r5", &[Round::Five][..]),
        ("r345", &[Round::Three, Round::Four, Round::Five][..]),
    ] {
        let decided = of_rounds(archive, "adjudicated games", rounds)
            .only("decided adjudicated games", |game| is_decided(game.of));
        let share = |games: &Pick<'_, TurnGame>, of: &dyn Fn(&TurnGame) -> Option<bool>| {
            games.share(|game| Some((usize::from(of(game)?), 1)))
        };
        list.add(
            format!("{name}.exhausted_won"),
            "decided games that the side without tokens won",
            share(&decided, &exhausted_won),
            Some(same),
        );
        let unequal = decided.only("decided games of unequal spending", |game| {
            bigger_won(game.of).is_some() && is_unequal(game.of)
        });
        list.add(
            format!("{name}.bigger_spender_won"),
            "decided games of unequal spending that who spent more won",
            share(&unequal, &bigger_won),
            Some(same),
        );
        list.add(
            format!("{name}.exhausted_is_bigger_spender"),
            "decided games of unequal spending in which who ran out is who spent more",
            unequal.number_where(|game| {
                let out = game.exhausted_side?;
                let stats = game.stats.as_ref()?;
                Some(stats.of(out).tokens_spent > stats.of(out.other()).tokens_spent)
            }),
            None,
        );
    }
}

fn is_unequal(game: &TurnGame) -> bool {
    let stats = game.stats.as_ref();
    stats.is_some_and(|stats| stats.white.tokens_spent != stats.black.tokens_spent)
}
