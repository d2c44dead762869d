//! From game records to findings.

use std::cmp::Ordering;

use ludometer_record::PlayerName;

use super::{
    Findings, GameCounts, Group, MeasureError, PlayerFindings, StudyFacts, VoidGame,
    contrasts::{ConditionGames, contrasts},
    headline::{headlines, results},
    legality::legality,
    matches::matches,
    memory::{choices, memories},
    player::Headline,
    seats::{Seats, bought, by_stand_in, is_self_play},
    sides::{adjudications, sides, terminations},
    steering::{costs, knobs, picks, replies, silent, spending},
};
use crate::{
    Instrument, ReadBack,
    measured::{ModelFacts, who_is_no_model},
    token_chess::{Economy, GameRecord, TokenChess},
};

/// A condition with its games, scored or not.
struct Condition<'a> {
    name: &'a str,
    economy: Economy,
    counts: GameCounts,
    records: Vec<&'a GameRecord>,
}

pub(super) fn measure(
    bench: &TokenChess,
    games: &[ReadBack<GameRecord>],
) -> Result<Findings, MeasureError> {
    let mut counts = GameCounts::default();
    let mut conditions: Vec<Condition<'_>> = bench
        .conditions()
        .iter()
        .map(|condition| Condition {
            name: &condition.name,
            economy: condition.rules.economy,
            counts: GameCounts::default(),
            records: Vec::new(),
        })
        .collect();
    let mut voids = Vec::new();
    for (planned, game) in bench.plan().iter().zip(games) {
        let condition = &mut conditions[planned.condition];
        counts.add(game);
        condition.counts.add(game);
        voids.extend(VoidGame::of(&planned.id, game));
        match game {
            ReadBack::Scored(record) => condition.records.push(record),
            ReadBack::Void { .. } | ReadBack::Unfinished { .. } => {}
        }
    }
    let study = StudyFacts::of(bench.study(), bench.conditions());
    let mut groups = Vec::new();
    for economy in Economy::ALL {
        let of: Vec<&Condition<'_>> = conditions
            .iter()
            .filter(|condition| condition.economy == economy)
            .collect();
        if of.is_empty() {
            continue;
        }
        groups.push(group(bench, &study, economy, None, &of)?);
        if of.len() > 1 {
            for condition in of {
                groups.push(group(
                    bench,
                    &study,
                    economy,
                    Some(condition.name),
                    &[condition],
                )?);
            }
        }
    }
    let compared: Vec<ConditionGames<'_>> = conditions
        .iter()
        .map(|condition| ConditionGames {
            name: condition.name,
            economy: condition.economy,
            games: condition.records.clone(),
        })
        .collect();
    let records: Vec<&GameRecord> = conditions
        .iter()
        .flat_map(|condition| condition.records.iter().copied())
        .collect();
    Ok(Findings {
        format: "ludometer-token-chess-findings".to_owned(),
        version: 1,
        games: counts,
        notes: notes(&study, counts, &records),
        groups,
        contrasts: contrasts(bench, &compared)?,
        voids,
        study,
    })
}

fn group(
    bench: &TokenChess,
    study: &StudyFacts,
    economy: Economy,
    condition: Option<&str>,
    of: &[&Condition<'_>],
) -> Result<Group, MeasureError> {
    let mut games = GameCounts::default();
    for condition in of {
        games.planned += condition.counts.planned;
        games.scored += condition.counts.scored;
        games.void += condition.counts.void;
        games.unfinished += condition.counts.unfinished;
    }
    let records: Vec<&GameRecord> = of
        .iter()
        .flat_map(|condition| condition.records.iter().copied())
        .collect();
    let names = bench.study().player_names();
    let sat: Vec<PlayerName> = names
        .into_iter()
        .filter(|name| {
            let mut plan = bench.plan().iter();
            plan.any(|game| game.players.white == *name || game.players.black == *name)
        })
        .collect();
    let mut players = Vec::new();
    for player in &sat {
        let facts = study.players.get(player.as_str());
        players.push(player_findings(player, facts, economy, &records)?);
    }
    players.sort_by(best_first);
    Ok(Group {
        economy,
        condition: condition.map(str::to_owned),
        games,
        players,
        matches: matches(&records, &sat)?,
        sides: sides(&records)?,
        terminations: terminations(&records),
        adjudications: adjudications(&records),
    })
}

/// By headline, those without one last; then by name.
fn best_first(a: &PlayerFindings, b: &PlayerFindings) -> Ordering {
    let (one, other) = (a.headline().value, b.headline().value);
    match (one, other) {
        (Some(one), Some(other)) => other.total_cmp(&one),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
    .then_with(|| a.player.cmp(&b.player))
}

fn player_findings(
    player: &PlayerName,
    facts: Option<&ModelFacts>,
    economy: Economy,
    records: &[&GameRecord],
) -> Result<PlayerFindings, MeasureError> {
    let seats = Seats::of_player(records, player);
    let built_in = facts.is_some_and(ModelFacts::is_built_in);
    let found = headlines(&seats)?;
    let (candidates_per_pick, forced_picks) = picks(&seats)?;
    Ok(PlayerFindings {
        player: player.clone(),
        kind: facts.map_or(String::new(), |facts| facts.kind.clone()),
        built_in,
        games: seats.games(),
        self_play: seats
            .by_game()
            .filter(|(game, _)| is_self_play(game))
            .count(),
        stand_in: seats
            .by_game()
            .filter(|(game, _)| by_stand_in(game))
            .count(),
        results: results(&seats),
        headline: Headline::of(economy),
        wins_per_token: found.wins_per_token,
        win_rate: found.win_rate,
        balanced_score: found.balanced_score,
        score_as_white: found.score_as_white,
        score_as_black: found.score_as_black,
        control_rate: found.control_rate,
        first_try_legality: found.first_try_legality,
        attempt_legality: found.attempt_legality,
        hits_per_call: found.hits_per_call,
        legality: legality(&seats)?,
        knobs: knobs(&seats)?,
        spending: spending(&seats)?,
        candidates_per_pick,
        forced_picks,
        replies: if built_in {
            None
        } else {
            Some(replies(&seats)?)
        },
        silent: silent(&seats)?,
        memories: memories(&seats)?,
        choices: choices(&seats)?,
        seats: costs(&seats),
    })
}

/// What a reader must know before believing a number.
fn notes(study: &StudyFacts, counts: GameCounts, records: &[&GameRecord]) -> Vec<String> {
    let mut notes = who_is_no_model(&study.players);
    let adjudications = adjudications(records);
    if adjudications.stand_in > 0 {
        notes.push(format!(
            "{} of {} adjudicated games were decided by this program's own small referee, which \
             stood in for an engine; what rests on such results is marked †.",
            adjudications.stand_in,
            adjudications.engines.values().sum::<usize>(),
        ));
    }
    notes.extend(counts.notes());
    let self_play = records.iter().filter(|game| is_self_play(game)).count();
    if self_play > 0 {
        notes.push(format!(
            "Games of a player against itself: {self_play}. They say nothing of its score and are \
             left out of wins, scores and matches; all else counts both of its seats."
        ));
    }
    let last: Vec<usize> = records
        .iter()
        .flat_map(|game| &game.turns)
        .filter(|turn| turn.played.is_none())
        .map(|turn| bought(turn).map(|batch| batch.attempts.len()).sum())
        .filter(|samples| *samples > 0)
        .collect();
    if !last.is_empty() {
        let games = match last.len() {
            1 => "One game".to_owned(),
            several => format!("{several} games"),
        };
        notes.push(format!(
            "{games} ended in a turn that brought no move; its samples ({} in all) count like all \
             others.",
            last.iter().sum::<usize>(),
        ));
    }
    notes
}
