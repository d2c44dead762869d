//! Sides, matches and contrasts.

use ludometer_games::Color;

use super::*;

const W: Color = Color::White;
const B: Color = Color::Black;

#[test]
fn scores_balance_colours() {
    // a has White in games 0, 2, 4 and Black in 1; game 3 and 5 are void.
    let bench = bench(&["openai:m", "openai:n"], "games = 6");
    let void = || ReadBack::Unfinished { answers: 0 };
    let games = vec![
        plain(&bench, 0, mate(W)),
        plain(&bench, 1, mate(W)),
        plain(&bench, 2, mate(W)),
        void(),
        plain(&bench, 4, stalemate()),
        void(),
    ];
    let findings = measure(&bench, &games);
    let a = player(&findings.groups[0], "a");
    counts(&a.score_as_white, 2.5, 3.0, 3);
    counts(&a.score_as_black, 0.0, 1.0, 1);
    // Not 2.5 of 4.
    close(a.balanced_score.value, f64::midpoint(2.5 / 3.0, 0.0));
    assert_eq!(a.balanced_score.intervals.len(), 1);
    counts(&findings.groups[0].sides.white, 3.5, 4.0, 4);
    assert_eq!(findings.groups[0].sides.spent_alike, 4);
    counts(&findings.groups[0].sides.spent_more, 0.0, 0.0, 0);
    let [one] = &findings.groups[0].matches[..] else {
        panic!("one pair")
    };
    close(one.score.value, 2.5 / 6.0);
    // 2 won, 1 lost: the sign test says 1; 3 decisive games could say 1/4 at best.
    assert_eq!(
        (one.results.won, one.results.drawn, one.results.lost),
        (2, 1, 1)
    );
    close(one.p, 1.0);
    assert_eq!(
        one.remark.as_deref(),
        Some("Only 4 games, a small sample: with 3 of them decisive, p cannot be below 0.2500.")
    );
}

#[test]
fn matches_are_tested_exactly_and_adjusted_by_holm() {
    let bench = bench(
        &["openai:m", "openai:n", "openai:o"],
        "schedule = \"round-robin\"\ngames = 12",
    );
    // The plan goes a–b, a–c, b–c and again. a wins all of the first; of the second it wins 9,
    // loses 2 and draws 1; b and c only draw.
    let games: Vec<_> = (0..bench.plan().len())
        .map(|n| {
            let planned = &bench.plan()[n];
            let names = [&planned.players.white, &planned.players.black].map(PlayerName::as_str);
            let round = n / 3;
            let a_is_white = names[0] == "a";
            let won_by_a = |won: bool| if a_is_white == won { mate(W) } else { mate(B) };
            let end = if !names.contains(&"a") || (names.contains(&"c") && round == 11) {
                stalemate()
            } else if names.contains(&"b") {
                won_by_a(true)
            } else {
                won_by_a(round < 9)
            };
            plain(&bench, n, end)
        })
        .collect();
    let findings = measure(&bench, &games);
    let matches = &findings.groups[0].matches;
    let pairs: Vec<(&str, &str)> = matches
        .iter()
        .map(|one| (one.first.as_str(), one.second.as_str()))
        .collect();
    assert_eq!(pairs, [("a", "b"), ("a", "c"), ("b", "c")]);
    // 2 · (1/2)^12; without the draw 2 · (1 + 11 + 55) / 2^11; nothing.
    close(matches[0].p, 2.0 / 4096.0);
    close(matches[1].p, 2.0 * 67.0 / 2048.0);
    assert_eq!(matches[2].p, None);
    close(matches[0].p_holm, 4.0 / 4096.0);
    close(matches[1].p_holm, 2.0 * 67.0 / 2048.0);
    assert_eq!(matches[2].p_holm, None);
    assert_eq!(matches[0].remark, None);
    assert_eq!(
        matches[2].remark.as_deref(),
        Some("12 games, none decisive: nothing to test.")
    );
    counts(&matches[1].decisive, 9.0, 11.0, 11);
    // Clopper and Pearson, 12 of 12: the lower end is (0.025)^(1/12).
    close(
        matches[0].decisive.intervals.first().map(|one| one.lo),
        0.025_f64.powf(1.0 / 12.0),
    );
    close(matches[2].score.value, 0.5);
}

#[test]
fn conditions_are_compared_by_permutation_with_games_as_units() {
    let bench = bench(
        &["openai:m", "mock:random"],
        "games = 3\nsweep = { budget = [20, 40] }",
    );
    // Games alternate between the conditions. With 20 tokens a loses all and spends 1 a turn,
    // with 40 it wins all and spends 2 a turn.
    let games: Vec<_> = (0..6)
        .map(|n| {
            let rich = n % 2 == 1;
            let a_is_white = bench.plan()[n].players.white.as_str() == "a";
            let own = |ply| {
                let batches = if rich {
                    vec![batch(0.9, None, P, "iii"), batch(0.9, None, P, "Lii")]
                } else {
                    vec![batch(0.9, None, P, "Lii")]
                };
                turn(ply, batches, Some(MovedBy::Player))
            };
            let turns = if a_is_white {
                vec![own(0), quick(1)]
            } else {
                vec![quick(0), own(1)]
            };
            let end = mate(if a_is_white == rich { W } else { B });
            ReadBack::Scored(game(&bench, n, turns, end))
        })
        .collect();
    let findings = measure(&bench, &games);
    // All of them together, and each condition.
    let names: Vec<Option<&str>> = findings
        .groups
        .iter()
        .map(|group| group.condition.as_deref())
        .collect();
    assert_eq!(names, [None, Some("budget-20"), Some("budget-40")]);
    assert_eq!(findings.groups[0].games.scored, 6);
    close(player(&findings.groups[2], "a").balanced_score.value, 1.0);
    let of_a: Vec<_> = findings
        .contrasts
        .iter()
        .filter(|one| one.player.as_str() == "a")
        .collect();
    let [score, legality, spend] = &of_a[..] else {
        panic!("{of_a:?}")
    };
    assert_eq!(
        (
            score.first.as_str(),
            score.second.as_str(),
            score.by.as_str()
        ),
        ("budget-20", "budget-40", "condition")
    );
    close(score.difference.value, -1.0);
    close(legality.difference.value, 1.0 / 3.0 - 1.0 / 6.0);
    close(spend.difference.value, -1.0);
    // Of the 20 ways to deal six games out, the one seen and its mirror are as far apart.
    for one in [score, legality, spend] {
        close(Some(one.p), 0.1);
        assert_eq!(one.test, "all 20 permutations");
        assert_eq!((one.first_games, one.second_games), (3, 3));
        // No game differs within its condition: nothing to make an interval of.
        assert!(one.difference.intervals.is_empty());
    }
    // Six contrasts: b's score too, and its legality and spend, which do not differ.
    assert_eq!(findings.contrasts.len(), 6);
    let p: Vec<f64> = findings.contrasts.iter().map(|one| one.p).collect();
    assert_eq!(p.iter().filter(|p| **p > 0.99).count(), 2);
    // Holm: four of 0.1 times 6, the first of them; none falls below it.
    close(Some(score.p_holm), 0.6);
}

#[test]
fn many_conditions_are_compared_with_their_neighbours_and_many_games_by_drawing() {
    let bench = bench(
        &["openai:m", "openai:n"],
        "games = 12\nsweep = { budget = [10, 20, 30, 40, 50] }",
    );
    let games: Vec<_> = (0..bench.plan().len())
        .map(|n| plain(&bench, n, if n % 3 == 0 { mate(W) } else { mate(B) }))
        .collect();
    let findings = measure(&bench, &games);
    // Two players, three measures, four pairs of neighbours.
    assert_eq!(findings.contrasts.len(), 24);
    // 12 of 24 are 2,704,156 ways.
    let one = &findings.contrasts[0];
    assert_eq!(one.test, "9999 permutations drawn, p = (hits + 1) / 10000");
    assert!(one.p >= 0.0001 && one.p <= 1.0);
    // The draws come from the study's seed: the same again.
    assert_eq!(measure(&bench, &games), findings);
}

#[test]
fn a_player_against_itself_has_no_score() {
    let bench = bench(&["openai:m"], "games = 2");
    let games = vec![
        plain(&bench, 0, mate(W)),
        plain(&bench, 1, judged(None, 20, false)),
    ];
    let findings = measure(&bench, &games);
    let a = player(&findings.groups[0], "a");
    assert_eq!((a.games, a.self_play), (2, 2));
    assert_eq!(a.balanced_score.value, None);
    counts(&a.win_rate, 0.0, 0.0, 0);
    counts(&a.wins_per_token, 0.0, 0.0, 0);
    // Both seats count, in two clusters; each seat has its own costs.
    counts(&a.attempt_legality, 4.0, 4.0, 2);
    assert_eq!(a.seats.len(), 2);
    assert_eq!((a.seats[0].seats, a.seats[1].seats), (2, 2));
    assert!(findings.groups[0].matches.is_empty());
    assert!(
        findings
            .notes
            .iter()
            .any(|note| note.starts_with("Games of a player against itself: 2"))
    );
    // The board's sides have scores all the same.
    counts(&findings.groups[0].sides.white, 1.5, 2.0, 2);
    assert_eq!(findings.groups[0].adjudications.stand_in, 0);
    assert_eq!(findings.groups[0].adjudications.engines["Engine 1"], 1);
}
