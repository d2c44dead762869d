//! From game records to findings.

use std::{cmp::Ordering, collections::BTreeSet};

use ludometer_record::{PlayerName, ending::TerminationKind};
use ludometer_stats::ladder::Outcome;

use super::{
    Findings, GameCounts, LadderVoid, MeasureError, OpponentFacts, PlayerFindings, VoidCases,
    VoidGame,
    conduct::{colours, conduct},
    differences::differences,
    narrowing::narrowing,
    notes::{notes, study},
    rating::{Opponents, as_known, free_colour, rating, results},
    seats::PlayerGames,
    spending::{length, opponent_time, player_time, spending},
};
use crate::{
    Instrument, ReadBack, Standing,
    ladder::{EloLadder, GameRecord},
    measured::ModelFacts,
};

pub(super) fn measure(
    ladder: &EloLadder,
    standing: &Standing,
    games: &[ReadBack<GameRecord>],
) -> Result<Findings, MeasureError> {
    let problems = problems(ladder, standing, games);
    if !problems.is_empty() {
        return Err(MeasureError::Audit(problems));
    }
    let mut counts = GameCounts::default();
    for game in games {
        counts.add(game);
    }
    let names = ladder.table().examinees(&ladder.study().player_names());
    let opponents = Opponents::of(ladder);
    let mut players = Vec::new();
    let mut evidence = Vec::new();
    for name in &names {
        let of = PlayerGames::of(name, ladder, standing, games);
        evidence.push(of.told(None, |_| true).evidence());
        players.push(player(name, ladder, standing, &of, opponents)?);
    }
    let differences = differences(&names, &evidence);
    players.sort_by(best_first);
    let study = study(ladder, &names);
    Ok(Findings {
        format: "ludometer-ladder-findings".to_owned(),
        version: 1,
        games: counts,
        notes: notes(ladder, &study, &players, counts),
        players,
        differences,
        voids: voids(ladder, standing, games),
        study,
    })
}

/// What does not fit together, a line each: games that stand otherwise than the journal
/// says, and opponents that the design would not have chosen.
fn problems(
    ladder: &EloLadder,
    standing: &Standing,
    games: &[ReadBack<GameRecord>],
) -> Vec<String> {
    let plan = ladder.plan();
    let mut problems = Vec::new();
    if plan.len() != games.len() {
        problems.push(format!(
            "the study plans {} games, {} were read back",
            plan.len(),
            games.len()
        ));
    }
    let mut asked = BTreeSet::new();
    for (planned, game) in plan.iter().zip(games) {
        let question = planned.assign();
        let over = standing.over.get(&planned.id);
        let fits = match (game, over) {
            (ReadBack::Scored(record), Some(ending)) => {
                record.id == planned.id
                    && record.ending == *ending
                    && standing.assigned.get(&question) == Some(&record.assigned)
            }
            (ReadBack::Void { .. }, Some(ending)) => {
                ending.kind() == TerminationKind::Infrastructure
            }
            (ReadBack::Unfinished { .. }, None) => true,
            _ => false,
        };
        if !fits {
            problems.push(format!(
                "game {}: its record and the journal's standing differ",
                planned.id
            ));
        }
        asked.insert(question);
    }
    for (question, assigned) in &standing.assigned {
        if !asked.contains(question) {
            problems.push(format!(
                "{}: an opponent was chosen for a pair that the study does not plan",
                question.player
            ));
        } else if let Err(error) = ladder.roster().check(question, assigned, standing) {
            problems.push(error.to_string());
        }
    }
    problems
}

fn player(
    name: &PlayerName,
    ladder: &EloLadder,
    standing: &Standing,
    of: &PlayerGames<'_>,
    opponents: Opponents<'_>,
) -> Result<PlayerFindings, MeasureError> {
    let seat = ladder.seat_kind(name);
    let told = of.told(None, |_| true);
    let records = of.records();
    let board = of.told(None, |game| game.ending.kind() == TerminationKind::Board);
    let board_only = if board.games.len() == told.games.len() {
        None
    } else {
        Some(rating(
            "rating-board-only",
            "of the games that the board ended; leaving out games by how they ended selects, so \
             this describes and does not rate",
            &board,
            opponents,
        )?)
    };
    let as_known = opponents.are_uncertain().then(|| as_known(&told));
    let study = ladder.study();
    let price = study.player(name).and_then(|table| table.price.as_ref());
    Ok(PlayerFindings {
        player: name.clone(),
        seat,
        kind: ModelFacts::of(study, name).kind,
        games: of.counts(),
        results: results(told.evidence().score()),
        pilot: of.pilot(),
        rating: rating("rating", "of the player", &told, opponents)?,
        rating_opponents_as_known: as_known,
        rating_free_colour: free_colour(&told),
        rating_board_only: board_only,
        voids: cases(of, opponents)?,
        opponents: of.opponents(),
        colours: colours(&records)?,
        terminations: of.terminations(),
        conduct: conduct(seat, ladder.table().form, &records)?,
        spending: spending(seat, price, &records)?,
        player_time: player_time(seat, &records)?,
        opponent_time: opponent_time(&records)?,
        length: length(&records)?,
        narrowing: narrowing(&ladder.roster().played(name, standing), opponents)?,
    })
}

/// The two ends of what void games might have been.
fn cases(
    of: &PlayerGames<'_>,
    opponents: Opponents<'_>,
) -> Result<Option<VoidCases>, MeasureError> {
    let (games, without_opponent) = of.voids();
    if games == 0 {
        return Ok(None);
    }
    let case = |id: &str, outcome: Outcome, went: &str| {
        let what = format!(
            "had every void game been {went}, at the opponents that were chosen; others might \
             then have been chosen after it"
        );
        rating(id, &what, &of.told(Some(outcome), |_| true), opponents)
    };
    Ok(Some(VoidCases {
        games,
        without_opponent,
        worst: case("rating-voids-lost", Outcome::Loss, "lost")?,
        best: case("rating-voids-won", Outcome::Win, "won")?,
    }))
}

/// By rating, those without one last; then by name.
fn best_first(a: &PlayerFindings, b: &PlayerFindings) -> Ordering {
    let rating = |player: &PlayerFindings| player.rating.value.map(|value| value.0);
    match (rating(a), rating(b)) {
        (Some(a), Some(b)) => b.total_cmp(&a),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
    .then_with(|| a.player.cmp(&b.player))
}

fn voids(
    ladder: &EloLadder,
    standing: &Standing,
    games: &[ReadBack<GameRecord>],
) -> Vec<LadderVoid> {
    let void = |(planned, game): (&crate::ladder::PlannedGame, &ReadBack<GameRecord>)| {
        let assigned = standing.assigned.get(&planned.assign());
        let opponent = assigned.and_then(|assigned| ladder.opponent(assigned.rating));
        Some(LadderVoid {
            void: VoidGame::of(&planned.id, game)?,
            player: planned.player.clone(),
            color: planned.place.color(),
            pair: planned.place.pair().map(|pair| pair + 1),
            opponent: opponent.map(OpponentFacts::of),
        })
    };
    ladder.plan().iter().zip(games).filter_map(void).collect()
}
