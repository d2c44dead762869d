//! Ratings against the published study and against the estimators themselves.

use ludometer_record::ending::Termination;
use ludometer_stats::{
    Level, Method,
    ladder::{self as direct, Colour, Elo, Evidence, Game, Outcome, Place},
};

use super::{
    super::{
        PlayerFindings, RatingFinding,
        rating::{InPair, Opponents, Told, rating},
    },
    HIGH,
    fixture::{Hand, engines, ladder, lost_by, plain},
};

const PUBLISHED: &str = include_str!("../../../../../stats/tests/data/published_efforts.txt");

/// Results pair by pair that give the published totals and make the design choose the
/// published opponents; found by search, since the published study names the totals only.
const EFFORTS: [(&str, &str); 3] = [
    ("high", HIGH),
    (
        "xhigh",
        "W DL LL WW WL DL WD WL WL WL WL WL WW WL WL LL LL LL WL WL LL",
    ),
    (
        "max",
        "W LL WW WL DL LL LL LL LL WW WL WL WW WW WL WL WL WL LL LL LL",
    ),
];

fn numbers(words: &str) -> Vec<f64> {
    words
        .split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect()
}

/// The fields of an effort: opponents, totals, and what was published.
fn published() -> impl Iterator<Item = Vec<&'static str>> {
    let lines = PUBLISHED.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('|').map(str::trim).collect())
}

/// Rating, lower and upper end, in whole points.
fn rounded(finding: &RatingFinding) -> Vec<f64> {
    let main = finding.main().unwrap();
    [finding.finite().unwrap(), main.lo.0, main.hi.0]
        .map(f64::round)
        .to_vec()
}

fn conservative(finding: &RatingFinding) -> Vec<f64> {
    let set = finding.interval(Method::LikelihoodMixture).unwrap();
    assert_eq!(set.games, 30, "the later games test");
    vec![set.lo.0.round(), set.hi.0.round()]
}

#[test]
fn efforts_of_the_published_study_as_findings() {
    let models = ["openai:high", "openai:xhigh", "openai:max"];
    let ladder = ladder(&models, "", &engines());
    let hand = EFFORTS
        .iter()
        .zip(["a", "b", "c"])
        .fold(Hand::of(&ladder), |hand, ((_, letters), player)| {
            hand.play(player, letters, &plain)
        });
    let findings = hand.findings();
    for ((effort, _), name) in EFFORTS.iter().zip(["a", "b", "c"]) {
        let fields = published().find(|fields| fields[0] == *effort).unwrap();
        let player = hand.player(name);
        assert_eq!(rounded(&player.rating), numbers(fields[5]), "{effort}");
        assert_eq!(conservative(&player.rating), numbers(fields[7]), "{effort}");
        let totals: Vec<f64> = numbers(fields[2])
            .iter()
            .zip(numbers(fields[4]))
            .map(|(first, later)| first + later)
            .collect();
        let results = player.results;
        let found = [results.won, results.drawn, results.lost].map(|n| n as f64);
        assert_eq!(found.to_vec(), totals, "{effort}");
        assert_eq!(met(&player), expected(fields[1], fields[3]), "{effort}");
        let steps = &player.narrowing.steps;
        assert_eq!(steps.len(), 21);
        let last = steps.last().unwrap();
        let main = player.rating.main().unwrap();
        assert_eq!((last.lo, last.hi), (main.lo, main.hi), "{effort}");
        let anytime = player.rating.interval(Method::AnytimeMixture).unwrap();
        let set = (last.anytime_lo.0, last.anytime_hi.0);
        assert!((set.0 - anytime.lo.0).abs() < 1e-6 && (set.1 - anytime.hi.0).abs() < 1e-6);
    }
    // The best first, and the differences as the estimator has them.
    let order: Vec<&str> = findings
        .players
        .iter()
        .map(|one| one.player.as_str())
        .collect();
    assert_eq!(order, ["b", "c", "a"]);
    let evidence: Vec<Evidence> = ["a", "b", "c"]
        .iter()
        .map(|name| {
            let player = hand.player(name).player;
            hand.ladder
                .roster()
                .played(&player, &hand.standing)
                .evidence()
        })
        .collect();
    let compared = direct::compare(&evidence, Level::P95);
    assert_eq!(findings.differences.len(), 3);
    for (found, ((a, b), expected)) in findings.differences.iter().zip(compared) {
        let names = ["a", "b", "c"];
        assert_eq!(
            (found.first.as_str(), found.second.as_str()),
            (names[a], names[b])
        );
        assert_eq!(found.value.map(|value| value.0), expected.place.rating());
        assert_eq!(found.p_holm, expected.p_holm);
        assert_eq!(found.intervals[0].ends(), expected.interval);
        assert_eq!(found.intervals[1].ends(), expected.simultaneous);
        assert!(found.intervals[1].level > 0.98);
    }
}

/// Games by opponent's rating.
fn met(player: &PlayerFindings) -> Vec<(f64, usize)> {
    player
        .opponents
        .iter()
        .map(|one| {
            let both = one.both();
            (one.opponent.rating, both.won + both.drawn + both.lost)
        })
        .collect()
}

fn expected(first: &str, later: &str) -> Vec<(f64, usize)> {
    let mut games: Vec<(f64, usize)> = Vec::new();
    let each = numbers(first).into_iter().map(|rating| (rating, 2));
    for (rating, n) in each.chain(numbers(later).into_iter().map(|rating| (rating, 6))) {
        match games.iter_mut().find(|(known, _)| *known == rating) {
            Some((_, games)) => *games += n,
            None => games.push((rating, n)),
        }
    }
    games.sort_by(|a, b| a.0.total_cmp(&b.0));
    games
}

/// Two efforts' opponents are not those that the design chooses from any results with the
/// published totals, so their records cannot stand in a study. Their numbers still come out.
#[test]
fn all_five_efforts_as_ratings() {
    let engines = engines();
    let mut efforts = 0;
    for fields in published() {
        let mut games = Vec::new();
        for (first, each, opponents, totals) in
            [(0, 1, fields[1], fields[2]), (5, 3, fields[3], fields[4])]
        {
            let totals = numbers(totals);
            let mut results = Outcome::ALL.iter().zip(&totals).flat_map(|(outcome, n)| {
                (0..40)
                    .take_while(move |i| f64::from(*i) < *n)
                    .map(move |_| *outcome)
            });
            for (place, rating) in (0..).zip(numbers(opponents)) {
                for game in 0..2 * each {
                    games.push(InPair {
                        pair: first + place * each + game / 2,
                        game: Game {
                            opponent: Elo::new(rating).unwrap(),
                            colour: [Colour::White, Colour::Black][game as usize % 2],
                            outcome: results.next().unwrap(),
                        },
                    });
                }
            }
        }
        let told = Told {
            games,
            whole_pairs: u32::MAX,
        };
        let found = rating(
            "rating",
            "of the player",
            &told,
            Opponents {
                records: &engines,
                rungs: None,
            },
        )
        .unwrap();
        assert_eq!(rounded(&found), numbers(fields[5]), "{}", fields[0]);
        assert_eq!(conservative(&found), numbers(fields[7]), "{}", fields[0]);
        efforts += 1;
    }
    assert_eq!(efforts, 5);
}

#[test]
fn voids_at_their_worst_and_best_are_direct_fits() {
    let ladder = ladder(&["openai:m"], "games = 10", &engines());
    let letters = "W LL WL vW Lv WL";
    let hand = Hand::of(&ladder).play("a", letters, &plain);
    let player = hand.player("a");
    let cases = player.voids.as_ref().unwrap();
    assert_eq!(
        (player.games.scored, player.games.void, cases.games),
        (8, 2, 2)
    );
    let played = hand.ladder.roster().played(&player.player, &hand.standing);
    let opponents: Vec<Elo> = played.pairs.iter().map(|pair| pair.opponent).collect();
    let games = |void: Option<Outcome>| -> Vec<Game> {
        let letters: Vec<char> = letters
            .chars()
            .filter(|c| !c.is_whitespace())
            .skip(1)
            .collect();
        let outcome = |letter: char| match letter {
            'W' => Some(Outcome::Win),
            'L' => Some(Outcome::Loss),
            _ => void,
        };
        letters
            .iter()
            .enumerate()
            .filter_map(|(n, letter)| {
                Some(Game {
                    opponent: opponents[n / 2],
                    colour: [Colour::White, Colour::Black][n % 2],
                    outcome: outcome(*letter)?,
                })
            })
            .collect()
    };
    for (found, void) in [
        (&player.rating, None),
        (&cases.worst, Some(Outcome::Loss)),
        (&cases.best, Some(Outcome::Win)),
    ] {
        let fit = direct::fit(&Evidence::new(&games(void)), Level::P95);
        let Place::At(at) = fit.place else {
            panic!("{void:?}")
        };
        assert_eq!(found.finite(), Some(at), "{void:?}");
        assert_eq!(found.main().unwrap().ends(), fit.interval, "{void:?}");
    }
    let rating = |finding: &RatingFinding| finding.finite().unwrap();
    assert!(rating(&cases.worst) + 50.0 < rating(&player.rating));
    assert!(rating(&player.rating) + 50.0 < rating(&cases.best));
    assert!(
        cases.worst.definition.contains("lost"),
        "{}",
        cases.worst.definition
    );
}

#[test]
fn colour_and_termination_have_ratings_of_their_own() {
    let ladder = ladder(&["openai:m"], "games = 10", &engines());
    let walked = |record: &mut crate::ladder::GameRecord| {
        if record.place.pair() == Some(3) {
            lost_by(record, Termination::WalkedAway);
        }
    };
    let hand = Hand::of(&ladder).play("a", "W WL WL LW LL WD", &walked);
    let player = hand.player("a");
    let evidence = hand
        .ladder
        .roster()
        .played(&player.player, &hand.standing)
        .evidence();
    let free = direct::fit_free_colour(&evidence, Level::P95);
    let found = &player.rating_free_colour;
    assert_eq!(found.main().unwrap().method, Method::ProfileFreeColour);
    assert_eq!(found.main().unwrap().ends(), free.interval);
    assert_eq!(found.colour_advantage, free.colour_advantage);
    let (white, black) = (&player.colours.white, &player.colours.black);
    assert_eq!(
        (white.results.won, white.results.drawn, white.results.lost),
        (3, 0, 2)
    );
    assert_eq!(
        (black.results.won, black.results.drawn, black.results.lost),
        (1, 1, 3)
    );
    assert_eq!(
        (white.score.value, black.score.value),
        (Some(0.6), Some(0.3))
    );
    let board = player.rating_board_only.as_ref().unwrap();
    assert_eq!((board.games, board.results.lost), (8, 3));
    assert!(board.definition.contains("describes and does not rate"));
    let ends: Vec<(&str, &str, usize)> = player
        .terminations
        .iter()
        .map(|one| (one.kind.as_str(), one.termination.as_str(), one.games))
        .collect();
    assert_eq!(
        ends,
        [
            ("board", "checkmate", 7),
            ("protocol", "walked away", 2),
            ("board", "threefold repetition", 1)
        ]
    );
}
