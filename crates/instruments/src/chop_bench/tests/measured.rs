//! Findings of small journals, counted by hand.

use std::{collections::BTreeMap, path::Path};

use ludometer_record::{
    Contents, GameLog,
    desk::{Answer, FailedCall, Finish, OverCap, Question},
    ending::{Ending, VoidCause},
    journal::FailedExchange,
    manifest::PromptRecord,
};
use ludometer_stats::Method;

use super::{counted, exchanges, play, stop};
use crate::{
    Finding, Instrument, Study, Unit,
    chop_bench::{ChopBench, PlannedGame, findings::Findings},
    desk::{DeskError, ScriptedDesk},
};

/// A bench of these players and this table.
pub(super) fn bench(players: &str, table: &str, templates: &[PromptRecord]) -> ChopBench {
    let text = format!(
        "name = \"s\"\ninstrument = \"chop-bench\"\nseed = 7\n{players}\n[chop_bench]\n{table}\n"
    );
    let study =
        Study::parse(&text, Path::new("study.toml")).unwrap_or_else(|error| panic!("{error}"));
    ChopBench::new(&study, templates).unwrap()
}

pub(super) const M: &str = "[[player]]\nmodel = \"openai:m\"";

/// An answer by its letter: o an optimal move, b a legal one that is not, i one that
/// changes both sides, x no state, t cut off, c over the game's cap, u an optimal
/// move without a count of tokens.
fn answer(bench: &ChopBench, letter: char, question: &Question) -> Result<Answer, DeskError> {
    let Question::Decide(decide) = question else {
        unreachable!("a decision")
    };
    let position = bench
        .solved()
        .rules()
        .parse(&decide.situation.position)
        .unwrap();
    let optimal = bench.solved().optimal_results(position);
    match letter {
        'o' => counted(&optimal[0].to_string(), 10, 5),
        'u' => stop(&optimal[0].to_string()),
        'b' => {
            let results = bench.solved().rules().results(position);
            let bad = results
                .iter()
                .find(|result| !optimal.contains(result))
                .expect("a move that is not optimal");
            counted(&bad.to_string(), 10, 5)
        }
        'i' => counted(
            if decide.situation.position == "11-11" {
                "22-22"
            } else {
                "11-11"
            },
            10,
            5,
        ),
        'x' => counted("I pass", 10, 5),
        't' => Ok(ScriptedDesk::reply("11-", Finish::Length)),
        'c' => Ok(Answer::OverGameCap(OverCap {
            key: "limits.game_tokens".to_owned(),
            cap: 9.0,
            spent: 8.0,
            reservation: 2.0,
        })),
        other => panic!("{other}"),
    }
}

/// A game by its letters, as the journal holds it.
fn log(bench: &ChopBench, game: &PlannedGame, letters: &str) -> GameLog {
    let mut script: Vec<Answer> = Vec::new();
    for letter in letters.chars() {
        let (record, desk) = play(bench, game, script.iter().cloned().map(Ok));
        assert!(record.is_err(), "{letters}: over before {letter}");
        script.push(answer(bench, letter, desk.asked.last().unwrap()).unwrap());
    }
    let (record, desk) = play(bench, game, script.iter().cloned().map(Ok));
    let record = record.unwrap_or_else(|error| panic!("{letters}: {error}"));
    GameLog {
        exchanges: exchanges(game, &desk.asked, &script),
        failures: Vec::new(),
        ended: Some(record.ending),
    }
}

/// A journal of games by the beginnings of their ids.
pub(super) fn journal(bench: &ChopBench, games: &[(&str, &str)]) -> Contents {
    let mut contents = Contents::default();
    for (id, letters) in games {
        let game = bench
            .plan()
            .iter()
            .find(|game| game.id.as_str() == *id)
            .unwrap_or_else(|| panic!("{id}"));
        contents
            .games
            .insert(game.id.clone(), log(bench, game, letters));
    }
    contents
}

pub(super) fn measure(bench: &ChopBench, contents: &Contents) -> Findings {
    Findings::measure(bench, contents).unwrap_or_else(|error| panic!("{error}"))
}

fn counts(finding: &Finding) -> (Option<f64>, Option<f64>, usize) {
    (finding.numerator, finding.denominator, finding.games)
}

#[track_caller]
pub(super) fn close(seen: Option<f64>, expected: f64) {
    let seen = seen.expect("a value");
    assert!((seen - expected).abs() < 1e-12, "{seen} for {expected}");
}

const TWO_BY_TWO: &str = "families = [\"plain\", \"formal\"]\nmodes = [\"stateless\"]\ngames_per_cell = 2\nstarts = \"strata\"\nopponents = [\"solver\"]";

const BY_HAND: [(&str, &str); 4] = [
    ("m.plain.stateless.0000", "boc"),
    ("m.plain.stateless.0001", "oi"),
    ("m.formal.stateless.0000", "boc"),
    ("m.formal.stateless.0001", "x"),
];

#[test]
fn a_journal_counted_by_hand() {
    let bench = bench(
        &format!("{M}\nprice = {{ prompt = 2.0, completion = 4.0 }}"),
        TWO_BY_TWO,
        &[],
    );
    let findings = measure(&bench, &journal(&bench, &BY_HAND));
    let standing = &findings.leaderboard[0];
    // plain: b o | o i, so 2 of 4 optimal and 3 of 4 legal; formal: b o | x, 1 and 2 of 3.
    let cells: Vec<_> = findings
        .cells
        .iter()
        .map(|cell| {
            (
                cell.cell.family.as_str(),
                counts(&cell.optimality),
                counts(&cell.legality),
            )
        })
        .collect();
    assert_eq!(
        cells,
        [
            (
                "formal",
                (Some(1.0), Some(3.0), 2),
                (Some(2.0), Some(3.0), 2)
            ),
            (
                "plain",
                (Some(2.0), Some(4.0), 2),
                (Some(3.0), Some(4.0), 2)
            ),
        ]
    );
    close(
        standing.optimality.value,
        f64::midpoint(2.0 / 4.0, 1.0 / 3.0),
    );
    close(standing.legality.value, f64::midpoint(3.0 / 4.0, 2.0 / 3.0));
    let gain = standing.structure_gain.as_ref().unwrap();
    close(gain.value, 1.0 / 3.0 - 2.0 / 4.0);
    assert_eq!(gain.unit, Unit::ShareDifference);
    let range = standing.family_range.as_ref().unwrap();
    close(range.value, 2.0 / 4.0 - 1.0 / 3.0);
    assert!(
        range.definition.contains("best family (plain)")
            && range.definition.contains("worst (formal)")
    );
    assert!(range.intervals.is_empty() && range.definition.contains("no interval"));
    assert_eq!(standing.rank, Some(1));
    assert_eq!(
        (
            standing.optimality.games,
            standing.results.lost,
            standing.results.won
        ),
        (4, 4, 0)
    );
    let map = |pairs: &[(&str, usize)]| -> BTreeMap<String, usize> {
        pairs
            .iter()
            .map(|(word, count)| ((*word).to_owned(), *count))
            .collect()
    };
    assert_eq!(
        standing.replies,
        map(&[("both-sides-changed", 1), ("legal", 5), ("no-state", 1)])
    );
    assert_eq!(
        standing.terminations,
        map(&[
            ("game budget exhausted", 2),
            ("illegal move", 1),
            ("no move found in the reply", 1)
        ])
    );
    let changes: usize = standing.value_changes.values().sum();
    assert_eq!(
        (changes, standing.value_changes["kept"]),
        (5, 3),
        "{:?}",
        standing.value_changes
    );
}

#[test]
fn tokens_money_and_strata_counted_by_hand() {
    let bench = bench(
        &format!("{M}\nprice = {{ prompt = 2.0, completion = 4.0 }}"),
        TWO_BY_TWO,
        &[],
    );
    let findings = measure(&bench, &journal(&bench, &BY_HAND));
    let standing = &findings.leaderboard[0];
    // 7 moves of 10 and 5 tokens; 2 dollars a million for the ones, 4 for the others.
    let tokens = standing.tokens_per_move.as_ref().unwrap();
    assert_eq!(counts(tokens), (Some(105.0), Some(7.0), 4));
    close(tokens.value, 15.0);
    close(standing.cost_per_move.as_ref().unwrap().value, 40e-6);
    assert_eq!(
        findings.games,
        crate::chop_bench::findings::GameCounts {
            planned: 4,
            scored: 4,
            void: 0,
            unfinished: 0
        }
    );
    assert!(findings.notes.is_empty(), "{:?}", findings.notes);
    assert_eq!(findings.study.structured, ["formal"]);
    // The values of the two starts are a win and a draw, as strata draw them in turn.
    let strata: f64 = standing
        .strata
        .iter()
        .filter_map(|stratum| stratum.optimality.denominator)
        .sum();
    assert!((strata - 7.0).abs() < 1e-9, "every move is in one stratum");
    for method in [Method::AgrestiCoullCarried, Method::ClusterRobustCarried] {
        let interval = standing.optimality.interval(method).unwrap();
        assert!(interval.lo < 5.0 / 12.0 && 5.0 / 12.0 < interval.hi);
    }
}

#[test]
fn the_published_interval_of_the_hand_count() {
    let bench = bench(M, TWO_BY_TWO, &[]);
    let findings = measure(&bench, &journal(&bench, &BY_HAND));
    // Agresti-Coull variance of each cell, p~(1-p~)/n~ with z²/2 hits in z² more
    // trials, carried through the mean of two cells: half the root of the sum.
    let z = 1.959_963_984_540_054_f64;
    let variance = |hits: f64, n: f64| {
        let n_tilde = n + z * z;
        let p = (hits + z * z / 2.0) / n_tilde;
        p * (1.0 - p) / n_tilde
    };
    let half = z * (variance(2.0, 4.0) + variance(1.0, 3.0)).sqrt() / 2.0;
    let interval = findings.leaderboard[0]
        .optimality
        .interval(Method::AgrestiCoullCarried)
        .unwrap();
    assert!(
        (interval.hi - interval.lo - 2.0 * half).abs() < 1e-9,
        "{interval:?}, half {half}"
    );
    assert!(interval.approximate);
}

#[test]
fn a_server_that_does_not_always_count_has_no_tokens_per_move() {
    let bench = bench(M, TWO_BY_TWO, &[]);
    let mut games = BY_HAND;
    games[1].1 = "ux";
    let standing = &measure(&bench, &journal(&bench, &games)).leaderboard[0];
    assert_eq!(standing.tokens_per_move, None);
    assert_eq!(standing.cost_per_move, None);
    // Without a price there is no cost even where all is counted.
    let standing = &measure(&bench, &journal(&bench, &BY_HAND)).leaderboard[0];
    assert!(standing.tokens_per_move.is_some());
    assert_eq!(standing.cost_per_move, None);
}

#[test]
fn a_cell_without_a_move_leaves_no_headline_but_a_note() {
    let bench = bench(M, TWO_BY_TWO, &[]);
    for games in [
        &BY_HAND[..2],
        &[BY_HAND[0], BY_HAND[1], ("m.formal.stateless.0000", "c")],
    ] {
        let findings = measure(&bench, &journal(&bench, games));
        let standing = &findings.leaderboard[0];
        assert_eq!(
            (
                standing.rank,
                standing.optimality.value,
                standing.legality.value
            ),
            (None, None, None)
        );
        assert!(standing.optimality.intervals.is_empty() && standing.family_range.is_none());
        assert_eq!(standing.structure_gain.as_ref().unwrap().value, None);
        assert!(findings.separability.is_empty());
        let note = "m has no headline: no scored move in 1 of its 2 cells (m.formal.stateless).";
        assert!(
            findings.notes.iter().any(|said| said == note),
            "{:?}",
            findings.notes
        );
        assert_eq!(findings.cells.len(), 2);
        assert!(
            findings
                .notes
                .iter()
                .any(|said| said.contains(" of 4 games are not over"))
        );
    }
    let nothing = measure(&bench, &Contents::default());
    assert_eq!(nothing.games.unfinished, 4);
    assert!(
        nothing
            .notes
            .iter()
            .any(|said| said.contains("in 2 of its 2 cells"))
    );
}

#[test]
fn a_turn_that_ran_into_the_cap_counts_only_what_was_answered() {
    let bench = bench(M, &format!("{TWO_BY_TWO}\npolicy = {{ retry = 1 }}"), &[]);
    let mut games = BY_HAND;
    games[1].1 = "xc";
    games[3].1 = "xx";
    let findings = measure(&bench, &journal(&bench, &games));
    assert_eq!(
        counts(&findings.cells[1].optimality),
        (Some(1.0), Some(3.0), 2)
    );
    // The second try costs tokens and is no move.
    let tokens = findings.leaderboard[0].tokens_per_move.as_ref().unwrap();
    assert_eq!(counts(tokens), (Some(15.0 * 7.0), Some(6.0), 4));
}

#[test]
fn a_retry_is_graded_by_its_first_try() {
    let bench = bench(M, &format!("{TWO_BY_TWO}\npolicy = {{ retry = 1 }}"), &[]);
    let mut games = BY_HAND;
    games[1].1 = "ioc";
    games[3].1 = "oc";
    let findings = measure(&bench, &journal(&bench, &games));
    assert_eq!(findings.leaderboard[0].replies["both-sides-changed"], 1);
    assert_eq!(
        counts(&findings.cells[1].legality),
        (Some(2.0), Some(3.0), 2)
    );
}

#[test]
fn void_games_are_listed_and_never_counted() {
    let bench = bench(M, &TWO_BY_TWO.replace("= 2", "= 3"), &[]);
    let without = measure(&bench, &journal(&bench, &BY_HAND));
    let mut contents = journal(&bench, &BY_HAND);
    let game = bench
        .plan()
        .iter()
        .find(|game| game.id.as_str() == "m.plain.stateless.0002")
        .unwrap();
    // Two answers were given, one of them bad; then the server hung.
    let mut log = log(&bench, game, "oc");
    log.exchanges.truncate(1);
    log.failures.push(FailedExchange {
        game: game.id.clone(),
        n: 1,
        digest: ludometer_record::Digest::of(b""),
        void: Some(VoidCause::Timeout),
        detail: "hung".to_owned(),
        call: FailedCall {
            tries: Vec::new(),
            partial: None,
        },
    });
    log.ended = Some(Ending::Void {
        cause: VoidCause::Timeout,
        detail: "hung".to_owned(),
    });
    contents.games.insert(game.id.clone(), log);
    let with = measure(&bench, &contents);
    assert_eq!(
        (with.games.void, with.games.scored, with.games.unfinished),
        (1, 4, 1)
    );
    assert_eq!(with.leaderboard, without.leaderboard);
    let [void] = &with.voids[..] else {
        panic!("{:?}", with.voids)
    };
    assert_eq!(
        (
            void.game.as_str(),
            void.cause.as_str(),
            void.detail.as_str(),
            void.answers
        ),
        ("m.plain.stateless.0002", "timeout", "hung", 1)
    );
    assert!(
        with.notes
            .iter()
            .any(|said| said.starts_with("One game is void")),
        "{:?}",
        with.notes
    );
}

#[test]
fn built_in_players_are_called_that() {
    let players = format!("{M}\n[[player]]\nname = \"champion\"\nmodel = \"solver\"");
    let bench = bench(&players, TWO_BY_TWO, &[]);
    let findings = measure(&bench, &Contents::default());
    let note = "champion: a built-in player of this program, not a language model.";
    assert!(
        findings.notes.iter().any(|said| said == note),
        "{:?}",
        findings.notes
    );
    let kinds: BTreeMap<&str, &str> = findings
        .leaderboard
        .iter()
        .map(|one| (one.model.as_str(), one.kind.as_str()))
        .collect();
    assert_eq!(
        kinds,
        BTreeMap::from([("champion", "built-in player: solver"), ("m", "openai:m")])
    );
}

#[test]
fn neighbours_are_tested_and_adjusted_by_holm() {
    let players = ["good", "fair", "poor", "twin"]
        .map(|name| format!("[[player]]\nname = \"{name}\"\nmodel = \"openai:m\"\n"));
    let table = "families = [\"plain\"]\nmodes = [\"stateless\"]\ngames_per_cell = 12\nopponents = [\"solver\"]";
    let bench = bench(&players.concat(), table, &[]);
    let mut games: Vec<(String, &str)> = Vec::new();
    for number in 0..12 {
        let id = |model: &str| format!("{model}.plain.stateless.{number:04}");
        games.push((id("good"), if number == 0 { "ox" } else { "ooc" }));
        games.push((id("fair"), if number % 3 == 0 { "x" } else { "ooc" }));
        for model in ["poor", "twin"] {
            games.push((id(model), if number == 0 { "oc" } else { "x" }));
        }
    }
    let games: Vec<(&str, &str)> = games
        .iter()
        .map(|(id, letters)| (id.as_str(), *letters))
        .collect();
    let findings = measure(&bench, &journal(&bench, &games));
    let board: Vec<(&str, Option<usize>)> = findings
        .leaderboard
        .iter()
        .map(|one| (one.model.as_str(), one.rank))
        .collect();
    assert_eq!(
        board,
        [
            ("good", Some(1)),
            ("fair", Some(2)),
            ("poor", Some(3)),
            ("twin", Some(3))
        ]
    );
    close(findings.leaderboard[0].optimality.value, 23.0 / 24.0);
    close(findings.leaderboard[1].optimality.value, 16.0 / 20.0);
    close(findings.leaderboard[2].optimality.value, 1.0 / 12.0);
    let pairs: Vec<(&str, &str)> = findings
        .separability
        .iter()
        .map(|pair| (pair.better.as_str(), pair.worse.as_str()))
        .collect();
    assert_eq!(
        pairs,
        [("good", "fair"), ("fair", "poor"), ("poor", "twin")]
    );
    // Holm by hand: the smallest of three times 3, the next times 2, the last as it is, never falling.
    let mut order: Vec<usize> = (0..3).collect();
    order.sort_by(|a, b| {
        findings.separability[*a]
            .p
            .total_cmp(&findings.separability[*b].p)
    });
    let mut least = 0.0_f64;
    for (place, pair) in order.into_iter().enumerate() {
        let pair = &findings.separability[pair];
        least = least.max((pair.p * (3 - place) as f64).min(1.0));
        assert!(
            (pair.p_holm - least).abs() < 1e-12,
            "{} {least}",
            pair.p_holm
        );
        assert_eq!(pair.told_apart, pair.p_holm <= 0.05);
    }
    close(
        findings.separability[1].difference.value,
        16.0 / 20.0 - 1.0 / 12.0,
    );
    assert!(
        findings.separability[1].told_apart,
        "{:?}",
        findings.separability[1]
    );
    assert!(
        (findings.separability[2].p - 1.0).abs() < 1e-12 && !findings.separability[2].told_apart
    );
    assert_eq!(findings.separability[0].difference.games, 24);
}

#[test]
fn classes_of_unusable_replies_are_counted() {
    let bench = bench(M, TWO_BY_TWO, &[]);
    let mut games = BY_HAND;
    games[1].1 = "t";
    let standing = &measure(&bench, &journal(&bench, &games)).leaderboard[0];
    assert_eq!(
        (standing.replies["truncated"], standing.replies["no-state"]),
        (1, 1)
    );
    assert_eq!(standing.terminations["reply cut off"], 1);
}

#[test]
fn a_journal_that_does_not_replay_is_not_measured() {
    let bench = bench(M, TWO_BY_TWO, &[]);
    let mut contents = journal(&bench, &BY_HAND);
    contents.disorder = Some("a second start of the journal".to_owned());
    let error = Findings::measure(&bench, &contents)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("a second start of the journal (1 in all"),
        "{error}"
    );
}

#[test]
fn findings_come_back_from_json_the_same() {
    let bench = bench(M, TWO_BY_TWO, &[]);
    let findings = measure(&bench, &journal(&bench, &BY_HAND));
    let json = serde_json::to_string(&findings).unwrap();
    assert_eq!(serde_json::from_str::<Findings>(&json).unwrap(), findings);
}
