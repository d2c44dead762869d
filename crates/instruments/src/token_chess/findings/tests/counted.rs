//! One player's numbers.

use ludometer_games::Color;
use ludometer_record::{desk::Usage, ending::VoidCause};
use ludometer_stats::Method;

use super::*;
use crate::token_chess::{
    findings::{Headline, Results, Slice},
    record::{Note, UsageTally},
};

#[track_caller]
fn slices(seen: &[Slice], expected: &[(&str, f64, f64)]) {
    let labels: Vec<&str> = seen.iter().map(|slice| slice.label.as_str()).collect();
    let wanted: Vec<&str> = expected.iter().map(|(label, ..)| *label).collect();
    assert_eq!(labels, wanted);
    for (slice, (label, hits, all)) in seen.iter().zip(expected) {
        let finding = &slice.finding;
        assert_eq!(
            (finding.numerator, finding.denominator),
            (Some(*hits), Some(*all)),
            "{label}"
        );
    }
}

/// Two games of a batch economy, one void, one not over.
fn batch_games(bench: &TokenChess) -> Vec<ReadBack<GameRecord>> {
    let picked = Some(MovedBy::Player);
    // a is White: 9 samples, 5 legal, 3 tokens. b: 6 samples, 2 legal, 2 tokens.
    let mut first = game(
        bench,
        0,
        vec![
            turn(
                0,
                vec![batch(0.7, None, P, "iiL"), batch(1.2, Some(5.0), P, "Lim")],
                picked,
            ),
            turn(
                1,
                vec![batch(0.9, None, P, "iii"), batch(0.9, None, F, "LDi")],
                Some(MovedBy::ForcedPick),
            ),
            turn(2, vec![batch(1.0, None, P, "LLL")], picked),
        ],
        mate(Color::White),
    );
    let white = &mut first.seats.white;
    (white.decisions, white.calls, white.parse_failures) = (5, 6, 1);
    white.notes = vec![Note {
        ply: 0,
        text: "n".to_owned(),
    }];
    white.usage = UsageTally::default();
    white.usage.add(&Usage {
        prompt: Some(100),
        completion: Some(20),
        reasoning: None,
        cached: None,
    });
    let black = &mut first.seats.black;
    (
        black.decisions,
        black.calls,
        black.parse_failures,
        black.fallbacks,
    ) = (3, 4, 1, 1);
    // b is White: 3 samples, 1 legal. a: 6 samples, none legal, no token left; it wins all the same.
    let mut second = game(
        bench,
        1,
        vec![
            turn(0, vec![batch(0.9, None, P, "Lii")], picked),
            turn(
                1,
                vec![batch(0.4, Some(12.0), P, "mmm"), batch(0.9, None, F, "iii")],
                None,
            ),
        ],
        judged(Some(Color::Black), -250, true),
    );
    let black = &mut second.seats.black;
    (
        black.decisions,
        black.calls,
        black.parse_failures,
        black.fallbacks,
    ) = (2, 3, 1, 1);
    second.seats.white.decisions = 2;
    vec![
        ReadBack::Scored(first),
        ReadBack::Scored(second),
        ReadBack::Void {
            cause: VoidCause::Timeout,
            detail: "hung".to_owned(),
            answers: 3,
        },
        ReadBack::Unfinished { answers: 1 },
    ]
}

fn batch_findings() -> Findings {
    let bench = bench(
        &["openai:m", "openai:n"],
        "games = 4\nmemory = { a = \"notepad\" }",
    );
    let games = batch_games(&bench);
    measure(&bench, &games)
}

#[test]
fn headlines_of_round_three_counted_by_hand() {
    let findings = batch_findings();
    let [group] = &findings.groups[..] else {
        panic!("one economy, one condition")
    };
    let (a, b) = (player(group, "a"), player(group, "b"));
    assert_eq!(group.players[0].player, a.player, "the better one is first");
    assert_eq!(a.headline, Headline::BalancedScore);
    assert_eq!((a.games, a.stand_in, a.self_play), (2, 1, 0));
    assert_eq!(
        a.results,
        Results {
            won: 2,
            drawn: 0,
            lost: 0
        }
    );
    counts(&a.wins_per_token, 2.0, 5.0, 2);
    counts(&b.wins_per_token, 0.0, 3.0, 2);
    counts(&a.win_rate, 2.0, 2.0, 2);
    close(a.balanced_score.value, 1.0);
    close(b.balanced_score.value, 0.0);
    counts(&a.score_as_white, 1.0, 1.0, 1);
    counts(&b.score_as_black, 0.0, 1.0, 1);
    // Three names for three numbers. The first samples of a's three turns are i, L and m.
    counts(&a.first_try_legality, 1.0, 3.0, 2);
    counts(&a.attempt_legality, 5.0, 15.0, 2);
    counts(&a.hits_per_call, 1.0, 15.0, 2);
    counts(&b.first_try_legality, 1.0, 2.0, 2);
    counts(&b.attempt_legality, 3.0, 9.0, 2);
    counts(&b.hits_per_call, 1.0, 9.0, 2);
    // The turn without a move is no move; a forced pick is not b's own.
    counts(&a.control_rate, 2.0, 2.0, 1);
    counts(&b.control_rate, 1.0, 2.0, 2);
}

#[test]
fn steering_counted_by_hand() {
    let findings = batch_findings();
    let (a, b) = (
        player(&findings.groups[0], "a"),
        player(&findings.groups[0], "b"),
    );
    slices(&a.legality.by_ply, &[("0–9", 5.0, 15.0)]);
    slices(&a.legality.by_retry, &[("1", 4.0, 9.0), ("2", 1.0, 6.0)]);
    slices(
        &a.legality.by_temperature,
        &[
            ("below 0.5", 0.0, 3.0),
            ("0.5 to 0.8", 1.0, 3.0),
            ("0.8 to 1.0", 0.0, 3.0),
            ("1.0 to 1.2", 3.0, 3.0),
            ("1.2 to 1.5", 1.0, 3.0),
        ],
    );
    slices(
        &a.legality.by_soft_cap,
        &[
            ("none", 4.0, 9.0),
            ("5 to 10", 1.0, 3.0),
            ("10 to 20", 0.0, 3.0),
        ],
    );
    let settings: Vec<(&str, &str, Option<f64>)> = a
        .legality
        .by_setting
        .iter()
        .map(|slice| {
            let (t, c) = (slice.temperature.as_str(), slice.soft_cap.as_str());
            (t, c, slice.finding.numerator)
        })
        .collect();
    assert_eq!(settings.len(), 5);
    assert!(settings.contains(&("1.2 to 1.5", "5 to 10", Some(1.0))));
    // The batch at the fallback's setting is the second of its turn and not a's choice.
    let [one, two] = &a.knobs[..] else {
        panic!("{:?}", a.knobs)
    };
    close(one.temperature.value, (0.7 + 1.0 + 0.4) / 3.0);
    counts(&one.capped, 1.0, 3.0, 2);
    assert_eq!(one.temperature.intervals.len(), 1);
    counts(&two.temperature, 1.2, 1.0, 1);
    counts(&two.capped, 1.0, 1.0, 1);
    counts(&a.spending.per_turn, 5.0, 3.0, 2);
    counts(&a.spending.per_game, 5.0, 2.0, 2);
    counts(&b.spending.per_turn, 3.0, 2.0, 2);
    // a picked among 2 and among 3; b among 1, and once it was forced.
    counts(a.candidates_per_pick.as_ref().unwrap(), 5.0, 2.0, 1);
    counts(b.candidates_per_pick.as_ref().unwrap(), 1.0, 1.0, 1);
    counts(a.forced_picks.as_ref().unwrap(), 0.0, 2.0, 1);
    counts(b.forced_picks.as_ref().unwrap(), 1.0, 2.0, 2);
    let replies = a.replies.as_ref().unwrap();
    counts(&replies.parse_failures, 2.0, 7.0, 2);
    counts(&replies.fallbacks, 1.0, 7.0, 2);
    assert_eq!((&a.silent, &a.choices), (&None, &None));
    let [notepad] = &a.memories[..] else {
        panic!("{:?}", a.memories)
    };
    counts(notepad.notes.as_ref().unwrap(), 1.0, 7.0, 2);
    // Of 0.7, 1.2, 1.0 and 0.4 two are hot.
    counts(&notepad.hot, 2.0, 4.0, 2);
}

#[test]
fn what_nobody_counted_is_absent_and_each_seat_has_its_own_costs() {
    let findings = batch_findings();
    let a = player(&findings.groups[0], "a");
    let [white, black] = &a.seats[..] else {
        panic!("{:?}", a.seats)
    };
    assert_eq!((white.side, white.seats, white.spent), (Color::White, 1, 3));
    assert_eq!(
        (white.decisions, white.calls, white.counted_calls),
        (5, 6, 1)
    );
    assert_eq!(
        (
            white.prompt_tokens,
            white.completion_tokens,
            white.reasoning_tokens
        ),
        (Some(100), Some(20), None)
    );
    assert_eq!((black.side, black.spent, black.calls), (Color::Black, 2, 3));
    assert_eq!((black.prompt_tokens, black.counted_calls), (None, 0));
}

#[test]
fn intervals_take_games_as_clusters_and_say_so() {
    let findings = batch_findings();
    let a = player(&findings.groups[0], "a");
    let methods: Vec<Method> = a
        .attempt_legality
        .intervals
        .iter()
        .map(|interval| interval.method)
        .collect();
    assert_eq!(methods, [Method::Wilson, Method::ClusterRobustLogit]);
    // Residuals 5 - 9/3 = 2 and 0 - 6/3 = -2: V = 2 (4 + 4) / 15².
    let variance: f64 = 16.0 / 225.0;
    let t = 12.706_204_736_174_704;
    let half = t * variance.sqrt() / (1.0 / 3.0 * 2.0 / 3.0);
    let lo = 1.0 / (1.0 + (2.0_f64.ln() + half).exp());
    close(
        a.attempt_legality.clustered().map(|interval| interval.lo),
        lo,
    );
    // One trial a game needs one interval.
    assert_eq!(a.win_rate.intervals.len(), 1);
    assert!(
        a.win_rate.intervals[0]
            .definition
            .contains("games as independent")
    );
    // One game as White: no spread to go by, so Wilson with one trial, 1 of 1.
    close(
        a.score_as_white.intervals.first().map(|one| one.lo),
        1.0 / (1.0 + 1.959_963_984_540_054_f64.powi(2)),
    );
}

#[test]
fn games_that_were_not_scored_are_counted_listed_and_noted() {
    let findings = batch_findings();
    let games = findings.games;
    assert_eq!(
        (games.planned, games.scored, games.void, games.unfinished),
        (4, 2, 1, 1)
    );
    assert_eq!(findings.groups[0].games, games);
    let [void] = &findings.voids[..] else {
        panic!("{:?}", findings.voids)
    };
    assert_eq!(
        (void.game.as_str(), void.cause.as_str(), void.answers),
        ("a.vs.b.0002", "timeout", 3)
    );
    let notes = findings.notes.join("\n");
    for expected in [
        "1 of 4 games are not over",
        "One game is void",
        "1 of 1 adjudicated games were decided by this program's own small referee",
        "One game ended in a turn that brought no move; its samples (6 in all) count",
    ] {
        assert!(notes.contains(expected), "{expected}: {notes}");
    }
    assert!(!notes.contains("built-in") && !notes.contains("against itself"));
    assert_eq!(findings.groups[0].adjudications.stand_in, 1);
    assert_eq!(findings.groups[0].adjudications.engines["own"], 1);
}

#[test]
fn silent_draws_are_not_the_players() {
    let bench = bench(
        &["mock:adaptive", "openai:m"],
        "economy = \"income\"\ngames = 1",
    );
    let record = game(
        &bench,
        0,
        vec![
            // Four tokens without a move; then three silent draws.
            turn(
                0,
                vec![
                    batch(0.5, Some(5.0), P, "i"),
                    batch(0.6, Some(8.0), P, "i"),
                    batch(0.7, Some(11.0), P, "m"),
                    batch(0.8, None, P, "i"),
                    batch(0.5, Some(5.0), H, "iiL"),
                ],
                Some(MovedBy::HarnessSampled),
            ),
            quick(1),
            // No token left: no sample of a's own.
            turn(
                2,
                vec![batch(0.5, Some(5.0), H, "ii")],
                Some(MovedBy::HarnessUniform),
            ),
            quick(3),
            turn(4, vec![batch(0.5, None, P, "L")], Some(MovedBy::Player)),
        ],
        stalemate(),
    );
    let findings = measure(&bench, &[ReadBack::Scored(record)]);
    let a = player(&findings.groups[0], "a");
    assert_eq!((a.headline, a.built_in), (Headline::ControlRate, true));
    counts(a.headline(), 1.0, 3.0, 1);
    counts(&a.attempt_legality, 1.0, 5.0, 1);
    counts(&a.first_try_legality, 1.0, 2.0, 1);
    counts(&a.spending.per_turn, 5.0, 3.0, 1);
    slices(
        &a.legality.by_retry,
        &[
            ("1", 1.0, 2.0),
            ("2", 0.0, 1.0),
            ("3", 0.0, 1.0),
            ("4", 0.0, 1.0),
        ],
    );
    let silent = a.silent.as_ref().unwrap();
    counts(&silent.legality, 1.0, 5.0, 1);
    assert_eq!((silent.sampled, silent.uniform), (1, 1));
    // A player of this program gives no replies, and nothing is picked here.
    assert_eq!(
        (&a.replies, &a.candidates_per_pick, &a.forced_picks),
        (&None, &None, &None)
    );
    assert!(player(&findings.groups[0], "b").replies.is_some());
    let note = "a: a built-in player of this program, not a language model.";
    assert_eq!(findings.notes[0], note);
    // a ran dry in a game that went on; a draw.
    counts(&findings.groups[0].sides.ran_out, 0.5, 1.0, 1);
}

#[test]
fn round_one_is_ranked_by_games_won_a_token() {
    let bench = bench(
        &["openai:m", "openai:n"],
        "economy = \"forfeit\"\ngames = 2",
    );
    let lost = |ply, tokens: usize| turn(ply, vec![batch(1.0, None, P, "i"); tokens], None);
    let games = vec![
        // a spends 3 and b 1; b has no token left without a move and loses.
        ReadBack::Scored(game(
            &bench,
            0,
            vec![
                turn(
                    0,
                    vec![
                        batch(1.0, None, P, "i"),
                        batch(1.0, None, P, "i"),
                        batch(1.0, None, P, "L"),
                    ],
                    Some(MovedBy::Player),
                ),
                lost(1, 1),
            ],
            End::Forfeit(Color::Black),
        )),
        // b is White and wins; it spends 1, a 4.
        ReadBack::Scored(game(
            &bench,
            1,
            vec![quick(0), lost(1, 4)],
            End::Forfeit(Color::Black),
        )),
    ];
    let findings = measure(&bench, &games);
    let group = &findings.groups[0];
    assert_eq!(group.players[0].player.as_str(), "b");
    let (a, b) = (player(group, "a"), player(group, "b"));
    assert_eq!(a.headline, Headline::WinsPerToken);
    counts(a.headline(), 1.0, 7.0, 2);
    counts(b.headline(), 1.0, 2.0, 2);
    counts(&a.win_rate, 1.0, 2.0, 2);
    counts(&a.first_try_legality, 0.0, 2.0, 2);
    counts(&a.attempt_legality, 1.0, 7.0, 2);
    counts(&a.hits_per_call, 0.0, 7.0, 2);
    assert_eq!(group.terminations[0].termination, "forfeit");
    assert_eq!(group.terminations[0].results.won, 2);
    counts(&group.sides.ran_out, 0.0, 2.0, 2);
    // a spent more in both: it won the first.
    counts(&group.sides.spent_more, 1.0, 2.0, 2);
}
