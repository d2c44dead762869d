//! Findings of hand-made games with known truths.
#![allow(
    clippy::float_cmp,
    reason = "the same numbers by the same sums, or exact ones"
)]

mod conduct;
mod fixture;
mod made;
mod ratings;

use fixture::{Hand, engines, ladder, lost_by, plain, rungs};
use ludometer_record::{desk::Assign, ending::Termination};
use ludometer_stats::Method;

use super::*;
use crate::Instrument;

/// The published study's first effort whose opponents the design chooses again.
const HIGH: &str = "W LL WL LW LL WL WD WL WL WL WL WL WW WL WL LL LL LL WL WL WL";

#[test]
fn nothing_is_known_before_any_game() {
    let ladder = ladder(&["openai:m", "random"], "", &engines());
    let findings = Hand::of(&ladder).findings();
    assert_eq!(findings.games.unfinished, 2 * 41);
    assert_eq!(findings.differences.len(), 1);
    let [first, second] = &findings.players[..] else {
        panic!("two players")
    };
    for player in [first, second] {
        assert_eq!((player.games.planned, player.games.unfinished), (40, 40));
        assert_eq!(player.rating.value, None);
        assert_eq!(
            player.rating.reason.as_deref(),
            Some("not identified: no games")
        );
        let main = player.rating.main().unwrap().ends();
        assert_eq!((main.lo, main.hi), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(player.rating.interval(Method::LikelihoodMixture).is_none());
        assert!(player.opponents.is_empty() && player.terminations.is_empty());
        assert_eq!(player.pilot.as_ref().unwrap().result, "unfinished");
        assert_eq!(player.narrowing.steps.len(), 1);
        assert!(player.voids.is_none());
    }
    let difference = &findings.differences[0];
    assert_eq!((difference.value, difference.p_holm), (None, 1.0));
    // What JSON cannot hold comes back from it.
    let json = serde_json::to_string(&findings).unwrap();
    assert!(json.contains("\"lo\":\"-inf\""), "{json}");
    assert_eq!(serde_json::from_str::<Findings>(&json).unwrap(), findings);
}

#[test]
fn all_won_has_no_upper_end_and_all_void_says_nothing() {
    let ladder = ladder(&["openai:m", "openai:n"], "games = 4", &engines());
    let hand = Hand::of(&ladder)
        .play("a", "W WW WW", &plain)
        .play("b", "v vv vv", &plain);
    let won = hand.player("a");
    assert_eq!(won.rating.value, Some(Unbounded(f64::INFINITY)));
    assert_eq!(
        won.rating.reason.as_deref(),
        Some("unbounded above: no game was lost")
    );
    assert!(
        won.rating
            .intervals
            .iter()
            .all(|one| one.hi.0.is_infinite())
    );
    assert!(won.rating.main().unwrap().lo.0 > 2_000.0);
    let void = hand.player("b");
    assert_eq!((void.games.void, void.games.scored), (4, 0));
    assert_eq!(void.rating.value, None);
    let cases = void.voids.unwrap();
    assert_eq!((cases.games, cases.without_opponent), (4, 0));
    assert_eq!(cases.worst.value, Some(Unbounded(f64::NEG_INFINITY)));
    assert_eq!(cases.best.value, Some(Unbounded(f64::INFINITY)));
    assert_eq!(void.pilot.unwrap().result, "void");
    assert_eq!(void.terminations[0].kind, "infrastructure");
    assert_eq!(
        (void.terminations[0].games, void.terminations[0].results),
        (4, None)
    );
    let findings = hand.findings();
    // The winner stands before the one of whom nothing is known.
    assert_eq!(findings.players[0].player.as_str(), "a");
    assert_eq!(findings.voids.len(), 5);
    let (pilot, last) = (&findings.voids[0], findings.voids.last().unwrap());
    assert_eq!((pilot.pair, last.pair), (None, Some(2)));
    // Without a pilot nothing is known but the planning distribution's middle.
    assert_eq!(last.opponent.as_ref().unwrap().rating, 1900.0);
    assert!(
        findings
            .notes
            .iter()
            .any(|note| note.contains("No void game was replaced"))
    );
}

#[test]
fn an_opponent_that_the_design_would_not_choose_is_an_error_with_its_place() {
    let ladder = ladder(&["openai:m"], "", &engines());
    let hand = Hand::of(&ladder).play("a", HIGH, &plain);
    let asked = Assign {
        player: ladder.plan()[0].player.clone(),
        pair: Some(2),
    };
    let mut standing = hand.standing.clone();
    standing.assigned.get_mut(&asked).unwrap().rating = 1600.0;
    let mut games = hand.games.clone();
    for game in &mut games {
        if let ReadBack::Scored(record) = game
            && record.place.pair() == Some(2)
        {
            record.assigned.rating = 1600.0;
        }
    }
    let error = Findings::of(&ladder, &standing, &games).unwrap_err();
    let MeasureError::Audit(lines) = error else {
        panic!("{error}")
    };
    assert_eq!(
        lines[0],
        "a, pair 3: the opponent has 1600 Elo, the design chooses 1700"
    );
    // What was chosen from that game's result is no longer what the design chooses either.
    assert!(lines.len() > 1 && lines.iter().all(|line| line.contains("the design chooses")));
    // A record that stands otherwise than the journal says.
    let mut games = hand.games.clone();
    games[4] = ReadBack::Unfinished { answers: 1 };
    let error = Findings::of(&ladder, &hand.standing, &games).unwrap_err();
    assert!(
        error.to_string().contains("game a.002.black: its record"),
        "{error}"
    );
    // A choice for no planned pair.
    let mut standing = hand.standing.clone();
    let first = standing.assigned.values().next().unwrap().clone();
    let asked = Assign {
        pair: Some(20),
        ..asked
    };
    standing.assigned.insert(asked, first);
    let error = Findings::of(&ladder, &standing, &hand.games).unwrap_err();
    assert!(error.to_string().contains("does not plan"), "{error}");
}

#[test]
fn the_pilot_counts_nowhere_else() {
    let ladder = ladder(&["openai:m"], "games = 10", &engines());
    let games = "LL WL LW LL WL";
    let unread = |record: &mut GameRecord| {
        if record.place.pair().is_none() {
            record.calls.illegal = 50;
            record.player_us = 1 << 40;
            lost_by(record, Termination::CallLimit);
        }
    };
    let plain_one = Hand::of(&ladder).play("a", &format!("W {games}"), &plain);
    let odd = Hand::of(&ladder).play("a", &format!("L {games}"), &unread);
    // A lost pilot makes the design choose other opponents; what was played decides.
    let (one, other) = (plain_one.player("a"), odd.player("a"));
    assert_eq!(one.results, other.results);
    assert_eq!(other.pilot.as_ref().unwrap().result, "lost");
    assert_eq!(
        other.pilot.as_ref().unwrap().termination.as_deref(),
        Some("call limit of the game")
    );
    assert_eq!(one.rating.games, 10);
    assert_eq!(other.rating.games, 10);
    for player in [&one, &other] {
        assert_eq!(player.games.planned, 10);
        assert_eq!(
            player.terminations.len(),
            1,
            "no call limit: {:?}",
            player.terminations
        );
        assert_eq!(player.conduct.as_ref().unwrap().illegal.value, Some(0.0));
        assert!(player.player_time.as_ref().unwrap().value.unwrap() < 10.0);
        assert!(player.rating_board_only.is_none());
    }
    let met = |player: &PlayerFindings| {
        player
            .opponents
            .iter()
            .map(|one| {
                let both = one.both();
                both.won + both.drawn + both.lost
            })
            .sum::<usize>()
    };
    assert_eq!((met(&one), met(&other)), (10, 10));
}

#[test]
fn an_unfinished_pair_ends_what_the_conservative_sets_see() {
    let ladder = ladder(&["openai:m"], "", &engines());
    let part = Hand::of(&ladder)
        .play("a", "W LL WL LW LL WL W? WL", &plain)
        .player("a");
    let whole = Hand::of(&ladder)
        .play("a", "W LL WL LW LL WL", &plain)
        .player("a");
    assert_eq!(part.rating.games, 13);
    let anytime = |player: &PlayerFindings| player.rating.interval(Method::AnytimeMixture).cloned();
    assert_eq!(anytime(&part), anytime(&whole));
    assert_eq!(anytime(&part).unwrap().games, 10);
    // Ten games weight the split set; none has tested it yet.
    assert!(part.rating.interval(Method::LikelihoodMixture).is_none());
    assert_eq!(part.narrowing.steps.len(), 6);
    assert_eq!(part.narrowing.steps[5], whole.narrowing.steps[5]);
}

#[test]
fn rungs_widen_the_interval_as_the_estimator_says() {
    let keys = "opponents = \"rungs\"\ngames = 10";
    let letters = "W WW WL LL WD WL";
    let known_rungs = rungs(0.0);
    let known = ladder(&["openai:m"], keys, &known_rungs);
    let known = Hand::of(&known).play("a", letters, &plain).player("a");
    assert!(known.rating_opponents_as_known.is_none());
    let unsure_rungs = rungs(60.0);
    let unsure = ladder(&["openai:m"], keys, &unsure_rungs);
    let hand = Hand::of(&unsure).play("a", letters, &plain);
    let unsure = hand.player("a");
    let main = unsure.rating.main().unwrap();
    assert_eq!(main.method, Method::ProfileUncertainOpponents);
    let evidence = hand
        .ladder
        .roster()
        .played(&unsure.player, &hand.standing)
        .evidence();
    let direct =
        ludometer_stats::ladder::fit_uncertain(&evidence, |_| 60.0, ludometer_stats::Level::P95)
            .unwrap();
    assert_eq!(main.ends(), direct.interval);
    assert_eq!(unsure.rating.finite(), direct.place.finite());
    let as_known = unsure.rating_opponents_as_known.as_ref().unwrap();
    assert_eq!(
        as_known.main().unwrap().ends(),
        known.rating.main().unwrap().ends()
    );
    let wide = |ends: ludometer_stats::Interval| ends.hi - ends.lo;
    assert!(wide(main.ends()) > wide(as_known.main().unwrap().ends()) + 10.0);
    let findings = hand.findings();
    assert!(
        findings
            .notes
            .iter()
            .any(|note| note.contains("themselves estimates"))
    );
    assert!(findings.study.scale.contains("this program's own"));
    let last = findings.players[0].narrowing.steps.last().unwrap();
    assert_eq!(
        (last.lo.0, last.hi.0),
        (direct.interval.lo, direct.interval.hi)
    );
}
