//! From game records to findings.

use std::{cmp::Ordering, collections::BTreeSet};

use ludometer_record::{PlayerName, ending::TerminationKind};
use ludometer_stats::{
    Level,
    ladder::{Evidence, Outcome, compare, simultaneous},
};

use super::{
    Difference, Findings, GameCounts, LadderVoid, MeasureError, OpponentFacts, PlayerFindings,
    SeatKind, StudyFacts, VoidCases, VoidGame,
    conduct::{colours, conduct},
    narrowing::narrowing,
    rating::{Opponents, RatingInterval, as_known, free_colour, rating, results, value},
    seats::PlayerGames,
    spending::{length, opponent_time, player_time, spending},
};
use crate::{
    Instrument, ReadBack, Standing, Unit,
    ladder::{EloLadder, GameRecord, Opponents as Across, Then},
    measured::{ModelFacts, built_in_note, word},
    numbers::LEVEL,
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

fn differences(names: &[PlayerName], evidence: &[Evidence]) -> Vec<Difference> {
    let pairs = compare(evidence, LEVEL);
    let at_once = simultaneous(LEVEL, pairs.len());
    let together = format!(
        "; at the level at which all {} differences hold at once (Bonferroni)",
        pairs.len()
    );
    let one = |((a, b), found): ((usize, usize), ludometer_stats::ladder::Difference)| {
        let games: u32 = [a, b].map(|n| evidence[n].score().games()).iter().sum();
        let games = usize::try_from(games).unwrap_or(usize::MAX);
        let interval = |level: Level, ends| {
            let mut interval = RatingInterval::new(found.method, level.get(), games, ends);
            interval
                .definition
                .push_str("; takes the opponents' ratings as known");
            interval
        };
        let mut simultaneous = interval(at_once, found.simultaneous);
        simultaneous.definition.push_str(&together);
        Difference {
            id: "rating-difference".to_owned(),
            definition: "rating of the first less rating of the second, each with a draw \
                         parameter of its own, White worth nothing"
                .to_owned(),
            unit: Unit::Elo,
            first: names[a].clone(),
            second: names[b].clone(),
            value: value(found.place),
            games,
            intervals: vec![interval(LEVEL, found.interval), simultaneous],
            likelihood_ratio: found.likelihood_ratio,
            p: found.p,
            p_holm: found.p_holm,
        }
    };
    pairs.into_iter().map(one).collect()
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

fn study(ladder: &EloLadder, names: &[PlayerName]) -> StudyFacts {
    let (study, table) = (ladder.study(), ladder.table());
    let design = ladder.roster().design();
    let then = match design.then {
        Then::Waves { pairs: 1 } => "then the same".to_owned(),
        Then::Waves { pairs } => format!("then waves of {pairs} pairs at one rating"),
        Then::Refill { at_once } => {
            format!("then a new pair whenever fewer than {at_once} are being played")
        }
    };
    let facts = |name: &PlayerName| (name.to_string(), ModelFacts::of(study, name));
    StudyFacts {
        name: study.name.to_string(),
        question: study.question.clone(),
        instrument: "elo-ladder".to_owned(),
        seed: study.seed.0,
        scale: scale(ladder),
        games_per_player: table.games,
        pilot: table.pilot,
        design: format!(
            "colour pairs against the opponent that leaves the least expected variance of the \
             rating: {} one by one, {then}",
            design.adaptive_pairs
        ),
        ply_cap: table.ply_cap,
        form: word(table.form),
        tries: table.tries,
        max_calls: table.max_calls,
        opponents: ladder.opponents().iter().map(OpponentFacts::of).collect(),
        players: names.iter().map(facts).collect(),
    }
}

/// What a rating of this study means.
fn scale(ladder: &EloLadder) -> String {
    let engine = &ladder.table().engine;
    match ladder.table().opponents {
        Across::Engine => format!(
            "Elo as {engine} states it of itself when it is limited to a rating; no rating of \
             people or of another list"
        ),
        Across::Rungs => format!(
            "the nominal scale of {engine}, continued below its least rating on a scale of this \
             program's own: rungs are mixtures of it and random moves, rated by games among \
             themselves, with standard errors; no rating of people or of another list"
        ),
    }
}

/// What a reader must know before believing a number.
fn notes(
    ladder: &EloLadder,
    study: &StudyFacts,
    players: &[PlayerFindings],
    counts: GameCounts,
) -> Vec<String> {
    let mut notes = vec![format!("Ratings are {}.", study.scale)];
    notes.extend(built_in_note(&study.players));
    let engines: Vec<&str> = players
        .iter()
        .filter(|player| player.seat == SeatKind::Engine)
        .map(|player| player.player.as_str())
        .collect();
    if !engines.is_empty() {
        let what = match engines.len() {
            1 => "a chess engine, not a language model",
            _ => "chess engines, not language models",
        };
        notes.push(format!("{}: {what}.", engines.join(", ")));
    }
    let opponents = Opponents::of(ladder);
    if opponents.are_uncertain() {
        let carried = if opponents.rungs.is_some() {
            "The games that rate them are in the same fit as the player's, with one draw \
             parameter for all; what they leave open is in the main interval."
        } else {
            "The main interval carries each one's standard error, taken as independent of the \
             others'; where they hang from one anchor it is too narrow."
        };
        notes.push(format!(
            "Opponents' ratings are themselves estimates. {carried} The conservative sets, the \
             rating with White's worth freed, and the differences take the ratings as known."
        ));
    }
    if study.pilot {
        notes.push(
            "Each player's pilot informs the choice of opponents and is left out of every other \
             number."
                .to_owned(),
        );
    }
    notes.extend(counts.notes());
    let uncertain: usize = players
        .iter()
        .filter_map(|player| player.voids.as_ref())
        .map(|cases| cases.games)
        .sum();
    if uncertain > 0 {
        notes.push(
            "No void game was replaced. How each rating would stand had its void games all been \
             lost or all been won is told beside it."
                .to_owned(),
        );
    }
    if counts.unfinished > 0 {
        notes.push(
            "The conservative sets look at whole pairs in the order of the plan, up to the first \
             that is not over."
                .to_owned(),
        );
    }
    notes
}
