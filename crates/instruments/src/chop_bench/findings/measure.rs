//! From game records to findings.

use std::{cmp::Ordering, collections::BTreeMap};

use ludometer_games::Outcome;
use ludometer_record::{
    PlayerName, Price,
    ending::{Ending, GameResult},
};
use ludometer_stats::{
    CellTable, Contrast, Estimate, GameTallies, Level, Method, RatioSample, Spread, holm,
};

use super::{
    CellFindings, Findings, GameCounts, MeasureError, Separation, Standing, Stratum, VoidGame,
    shapes::Results,
    tally::{replies, tallies, value_changes},
};
use crate::{
    Finding, FindingInterval, Instrument, ReadBack, Unit,
    chop_bench::{Cell, ChopBench, GameRecord, Mode, Verdict},
};

/// The level of every interval.
const LEVEL: Level = Level::P95;

/// The adjusted p-value up to which two models count as told apart.
const ALPHA: f64 = 0.05;

/// Bands of distance to the end, in plies.
const BANDS: [(u16, u16); 5] = [(1, 1), (2, 5), (6, 11), (12, 17), (18, u16::MAX)];

/// A model's tallies by mode and family.
type Table = CellTable<Mode, String, GameTallies>;

pub(super) fn measure(
    bench: &ChopBench,
    games: Vec<ReadBack<GameRecord>>,
) -> Result<Findings, MeasureError> {
    let mut counts = GameCounts::default();
    let mut by_cell: BTreeMap<Cell, (GameCounts, Vec<GameRecord>)> = BTreeMap::new();
    let mut voids = Vec::new();
    for (planned, game) in bench.plan().iter().zip(games) {
        let (cell_counts, records) = by_cell.entry(planned.cell.clone()).or_default();
        for counts in [&mut counts, cell_counts] {
            counts.planned += 1;
            match &game {
                ReadBack::Scored(_) => counts.scored += 1,
                ReadBack::Void { .. } => counts.void += 1,
                ReadBack::Unfinished { .. } => counts.unfinished += 1,
            }
        }
        match game {
            ReadBack::Scored(record) => records.push(record),
            ReadBack::Void {
                cause,
                detail,
                answers,
            } => voids.push(VoidGame {
                game: planned.id.to_string(),
                cause: cause.words().to_owned(),
                detail,
                answers,
            }),
            ReadBack::Unfinished { .. } => {}
        }
    }
    let mut notes = notes(bench, counts);
    let mut models: Vec<(Standing, Option<Estimate>)> = Vec::new();
    let mut names: Vec<PlayerName> = Vec::new();
    for cell in by_cell.keys() {
        if !names.contains(&cell.model) {
            names.push(cell.model.clone());
        }
    }
    for model in names {
        let cells: Vec<(&Cell, &[GameRecord])> = by_cell
            .iter()
            .filter(|(cell, _)| cell.model == model)
            .map(|(cell, (_, records))| (cell, records.as_slice()))
            .collect();
        models.push(standing(bench, &model, &cells, &mut notes)?);
    }
    let (leaderboard, separability) = ranked(models)?;
    let cells = by_cell
        .into_iter()
        .map(|(cell, (games, records))| cell_findings(cell, games, &records))
        .collect();
    let mut study = bench.study.clone();
    study.structured = bench
        .families()
        .filter(|family| family.structured)
        .map(|family| family.name().to_owned())
        .collect();
    Ok(Findings {
        format: "ludometer-findings".to_owned(),
        version: 1,
        study,
        games: counts,
        notes,
        leaderboard,
        separability,
        cells,
        voids,
    })
}

fn notes(bench: &ChopBench, counts: GameCounts) -> Vec<String> {
    let mut notes = Vec::new();
    let built_in: Vec<String> = bench
        .study
        .models
        .iter()
        .filter(|(_, kind)| kind.starts_with("built-in"))
        .map(|(name, _)| name.clone())
        .collect();
    if !built_in.is_empty() {
        notes.push(format!(
            "{}: built-in players of this program, not language models.",
            built_in.join(", ")
        ));
    }
    if counts.unfinished > 0 {
        notes.push(format!(
            "The run is not finished: {} of {} games are not over and are left out.",
            counts.unfinished, counts.planned
        ));
    }
    if counts.void > 0 {
        notes.push(format!(
            "{} games are void by infrastructure failures and not scored; they are listed.",
            counts.void
        ));
    }
    notes
}

/// One model's standing, and its headline as an estimate.
fn standing(
    bench: &ChopBench,
    model: &PlayerName,
    cells: &[(&Cell, &[GameRecord])],
    notes: &mut Vec<String>,
) -> Result<(Standing, Option<Estimate>), MeasureError> {
    let empty: Vec<String> = cells
        .iter()
        .filter(|(_, records)| records.iter().all(|record| record.turns.is_empty()))
        .map(|(cell, _)| cell.to_string())
        .collect();
    if !empty.is_empty() {
        notes.push(format!(
            "{model} has no headline: no scored move in {} of its {} cells ({}).",
            empty.len(),
            cells.len(),
            empty.join(", ")
        ));
    }
    let table = |hit: fn(&Verdict) -> bool| -> Option<Table> {
        let filled = cells.iter().map(|(cell, records)| {
            (
                (cell.mode, cell.family.clone()),
                tallies(*records, |_| true, |verdict| hit(&verdict)),
            )
        });
        empty.is_empty().then(|| Table::new(filled).ok()).flatten()
    };
    let (optimal, legal) = (table(Verdict::is_optimal), table(Verdict::is_legal));
    let games: Vec<&GameRecord> = cells.iter().flat_map(|(_, records)| *records).collect();
    let headline =
        "mean over the prompt families within each mode, then over the modes, of the share of ";
    let (optimality, estimate) = carried(
        "optimality",
        &format!("{headline}optimal moves"),
        Unit::Share,
        optimal.as_ref(),
        Table::headline,
        games.len(),
    )?;
    let (legality, _) = carried(
        "legality",
        &format!("{headline}legal moves"),
        Unit::Share,
        legal.as_ref(),
        Table::headline,
        games.len(),
    )?;
    let standing = Standing {
        rank: None,
        model: model.clone(),
        kind: bench
            .study
            .models
            .get(model.as_str())
            .cloned()
            .unwrap_or_default(),
        optimality,
        legality,
        structure_gain: structure_gain(bench, optimal.as_ref(), games.len())?,
        family_range: family_range(optimal.as_ref(), games.len())?,
        strata: strata(&games),
        results: results(&games),
        terminations: terminations(&games),
        replies: replies(games.iter().copied()),
        value_changes: value_changes(games.iter().copied()),
        tokens_per_move: tokens(&games)?,
        cost_per_move: cost(&games, bench.prices.get(model))?,
    };
    Ok((standing, estimate))
}

/// A weighted sum of cells with the published interval and the cluster-robust one.
fn carried(
    id: &str,
    definition: &str,
    unit: Unit,
    table: Option<&Table>,
    contrast: impl Fn(&Table) -> Contrast<Mode, String>,
    games: usize,
) -> Result<(Finding, Option<Estimate>), MeasureError> {
    let mut finding = Finding {
        id: id.to_owned(),
        definition: definition.to_owned(),
        unit,
        value: None,
        numerator: None,
        denominator: None,
        games,
        intervals: Vec::new(),
    };
    let Some(table) = table else {
        return Ok((finding, None));
    };
    let wrong = |error: ludometer_stats::CellTableError| MeasureError::Estimate(error.to_string());
    let contrast = contrast(table);
    let published = table
        .totals()
        .agresti_coull_carried(&contrast, LEVEL)
        .map_err(wrong)?;
    let (clustered, _) = table.cluster_robust(&contrast, LEVEL).map_err(wrong)?;
    finding.value = Some(published.value());
    finding.intervals = vec![
        FindingInterval::new(
            Method::AgrestiCoullCarried,
            LEVEL,
            published.interval(LEVEL),
        ),
        FindingInterval::new(
            Method::ClusterRobustCarried,
            LEVEL,
            clustered.interval(LEVEL),
        ),
    ];
    Ok((finding, Some(clustered)))
}

fn structure_gain(
    bench: &ChopBench,
    table: Option<&Table>,
    games: usize,
) -> Result<Option<Finding>, MeasureError> {
    let structured = |family: &String| {
        bench
            .families
            .get(family)
            .is_some_and(|family| family.structured)
    };
    let has = |wanted: &dyn Fn(&String) -> bool| bench.families.keys().any(wanted);
    if !has(&structured) || !has(&|family| family == "plain") {
        return Ok(None);
    }
    let contrast = |table: &Table| {
        let plain = table.mean_where(|_, family| family == "plain");
        let gain = table
            .mean_where(|_, family| structured(family))
            .minus(&plain);
        // Both weights are means, far from overflow.
        gain.unwrap_or(plain)
    };
    let definition = "mean optimality of the structured families less that of `plain`, within each mode, then over the modes";
    carried(
        "structure-gain",
        definition,
        Unit::ShareDifference,
        table,
        contrast,
        games,
    )
    .map(|(finding, _)| Some(finding))
}

/// No interval: the two families are chosen by their results, which biases the range upward.
fn family_range(table: Option<&Table>, games: usize) -> Result<Option<Finding>, MeasureError> {
    let Some(table) = table else { return Ok(None) };
    let mut families: Vec<String> = table
        .cells()
        .map(|((_, family), _)| family.clone())
        .collect();
    families.sort();
    families.dedup();
    let totals = table.totals();
    let mut means = Vec::new();
    for family in families {
        let contrast = table.mean_where(|_, other| *other == family);
        let mean = totals
            .agresti_coull_carried(&contrast, LEVEL)
            .map_err(|error| MeasureError::Estimate(error.to_string()))?;
        means.push((mean.value(), family));
    }
    let order = |a: &&(f64, String), b: &&(f64, String)| a.0.total_cmp(&b.0);
    let (Some(worst), Some(best)) = (means.iter().min_by(order), means.iter().max_by(order)) else {
        return Ok(None);
    };
    Ok((means.len() > 1).then(|| Finding {
        id: "family-range".to_owned(),
        definition: format!(
            "optimality in the best family ({}) less that in the worst ({}), each a mean over modes; chosen by result and so biased upward: no interval",
            best.1, worst.1
        ),
        unit: Unit::ShareDifference,
        value: Some(best.0 - worst.0),
        numerator: None,
        denominator: None,
        games,
        intervals: Vec::new(),
    }))
}

/// A plain share with its intervals.
fn share(id: &str, definition: &str, tallies: &GameTallies, pooled: &GameTallies) -> Finding {
    let total = tallies.total();
    let mut intervals = Vec::new();
    if total.trials() > 0 {
        intervals.push(FindingInterval::new(
            Method::Wilson,
            LEVEL,
            total.wilson(LEVEL),
        ));
        let effect = ludometer_stats::DesignEffect::pooled([pooled]);
        if let Some((interval, method)) = tallies.logit_interval(LEVEL, effect) {
            intervals.push(FindingInterval::new(method, LEVEL, interval));
        }
    }
    Finding {
        id: id.to_owned(),
        definition: definition.to_owned(),
        unit: Unit::Share,
        value: total.rate(),
        numerator: Some(total.successes() as f64),
        denominator: Some(total.trials() as f64),
        games: tallies.games(),
        intervals,
    }
}

fn cell_findings(cell: Cell, games: GameCounts, records: &[GameRecord]) -> CellFindings {
    let legal = tallies(records, |_| true, |verdict| verdict.is_legal());
    let optimal = tallies(records, |_| true, |verdict| verdict.is_optimal());
    CellFindings {
        games,
        legality: share(
            "legality",
            "share of moves whose reply was a legal move",
            &legal,
            &legal,
        ),
        optimality: share(
            "optimality",
            "share of moves that were optimal",
            &optimal,
            &optimal,
        ),
        replies: replies(records),
        cell,
    }
}

fn strata(games: &[&GameRecord]) -> Vec<Stratum> {
    let all = tallies(
        games.iter().copied(),
        |_| true,
        |verdict| verdict.is_optimal(),
    );
    let mut strata = Vec::new();
    let mut add = |value: Outcome, plies: Option<(u16, u16)>| {
        let counts = |turn: &crate::chop_bench::Turn| {
            turn.value.outcome == value
                && plies.is_none_or(|(from, to)| {
                    turn.value
                        .distance
                        .is_some_and(|d| (from..=to).contains(&d))
                })
        };
        let tallies = tallies(games.iter().copied(), counts, |verdict| {
            verdict.is_optimal()
        });
        if tallies.games() > 0 {
            let optimality = share(
                "optimality",
                "share of moves that were optimal",
                &tallies,
                &all,
            );
            strata.push(Stratum {
                value,
                plies,
                optimality,
            });
        }
    };
    for band in BANDS {
        add(Outcome::Win, Some(band));
    }
    add(Outcome::Draw, None);
    for band in BANDS {
        add(Outcome::Lose, Some(band));
    }
    strata
}

fn results(games: &[&GameRecord]) -> Results {
    let mut results = Results::default();
    for game in games {
        match &game.ending {
            Ending::Scored {
                result: GameResult::Draw,
                ..
            } => results.drawn += 1,
            Ending::Scored { result, .. } if *result == GameResult::won_by(game.examinee) => {
                results.won += 1;
            }
            Ending::Scored { .. } => results.lost += 1,
            Ending::Void { .. } => {}
        }
    }
    results
}

/// Terminations, with the side that brought a protocol one about.
fn terminations(games: &[&GameRecord]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for game in games {
        if let Ending::Scored {
            result,
            termination,
        } = &game.ending
        {
            let by_opponent = *result == GameResult::won_by(game.examinee)
                && termination.kind() == ludometer_record::ending::TerminationKind::Protocol;
            let words = if by_opponent {
                format!("{termination} (opponent)")
            } else {
                termination.to_string()
            };
            *counts.entry(words).or_default() += 1;
        }
    }
    counts
}

/// Tokens a move. `None` unless the server counted every try.
fn tokens(games: &[&GameRecord]) -> Result<Option<Finding>, MeasureError> {
    per_move(
        games,
        "tokens-per-move",
        "prompt and completion tokens of the model's own calls, further tries included, over its moves",
        Unit::TokensPerMove,
        |usage| usage.total().map(|tokens| tokens as f64),
    )
}

fn cost(games: &[&GameRecord], price: Option<&Price>) -> Result<Option<Finding>, MeasureError> {
    let Some(price) = price else { return Ok(None) };
    per_move(
        games,
        "cost-per-move",
        "price of the model's own calls, further tries included, over its moves",
        Unit::DollarsPerMove,
        |usage| usage.total().map(|_| price.of(usage).dollars()),
    )
}

fn per_move(
    games: &[&GameRecord],
    id: &str,
    definition: &str,
    unit: Unit,
    amount: impl Fn(&ludometer_record::desk::Usage) -> Option<f64>,
) -> Result<Option<Finding>, MeasureError> {
    let mut rows = Vec::new();
    for game in games {
        let spent = game
            .turns
            .iter()
            .flat_map(|turn| &turn.tries)
            .map(|one| amount(&one.usage))
            .sum::<Option<f64>>();
        let Some(spent) = spent else { return Ok(None) };
        rows.push((spent, game.turns.len() as f64));
    }
    let Ok(sample) = RatioSample::new(rows.iter().copied()) else {
        return Ok(None);
    };
    let wrong = |error: ludometer_stats::EstimateError| MeasureError::Estimate(error.to_string());
    let (value, intervals) = match sample.spread().map_err(wrong)? {
        Spread::BetweenGames(estimate) => {
            let interval = estimate.interval(LEVEL);
            (
                estimate.value(),
                vec![FindingInterval::new(Method::ClusterRobust, LEVEL, interval)],
            )
        }
        Spread::OneGame { value } => (value, Vec::new()),
    };
    Ok(Some(Finding {
        id: id.to_owned(),
        definition: definition.to_owned(),
        unit,
        value: Some(value),
        numerator: Some(rows.iter().map(|row| row.0).sum()),
        denominator: Some(rows.iter().map(|row| row.1).sum()),
        games: games.len(),
        intervals,
    }))
}

/// Ranks the models and tests each against its neighbour.
fn ranked(
    mut models: Vec<(Standing, Option<Estimate>)>,
) -> Result<(Vec<Standing>, Vec<Separation>), MeasureError> {
    models.sort_by(|(a, a_estimate), (b, b_estimate)| {
        match (a_estimate, b_estimate) {
            (Some(a), Some(b)) => b.value().total_cmp(&a.value()),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        }
        .then_with(|| a.model.cmp(&b.model))
    });
    let mut rank: Option<(usize, f64)> = None;
    for (place, (standing, estimate)) in models.iter_mut().enumerate() {
        standing.rank = estimate.map(|estimate| {
            let shared = rank.filter(|(_, value)| value.total_cmp(&estimate.value()).is_eq());
            let (own, _) = *rank.insert(shared.unwrap_or((place + 1, estimate.value())));
            own
        });
    }
    let wrong = |error: ludometer_stats::EstimateError| MeasureError::Estimate(error.to_string());
    let mut pairs = Vec::new();
    for pair in models.windows(2) {
        let [(above, Some(a)), (below, Some(b))] = pair else {
            continue;
        };
        let difference = a.minus_independent(*b).map_err(wrong)?;
        pairs.push((
            above.model.clone(),
            below.model.clone(),
            difference,
            above.optimality.games + below.optimality.games,
        ));
    }
    let p_values: Vec<f64> = pairs
        .iter()
        .map(|(_, _, difference, _)| difference.two_sided_p(0.0))
        .collect();
    let adjusted = holm(&p_values).map_err(|error| MeasureError::Estimate(error.to_string()))?;
    let separability = pairs
        .into_iter()
        .zip(p_values.iter().zip(adjusted))
        .map(|((better, worse, difference, games), (p, p_holm))| Separation {
            better,
            worse,
            difference: Finding {
                id: "optimality-difference".to_owned(),
                definition: "difference of the two headlines; the models' games are taken as independent".to_owned(),
                unit: Unit::ShareDifference,
                value: Some(difference.value()),
                numerator: None,
                denominator: None,
                games,
                intervals: vec![FindingInterval::new(
                    Method::ClusterRobustCarried,
                    LEVEL,
                    difference.interval(LEVEL),
                )],
            },
            p: *p,
            p_holm,
            told_apart: p_holm <= ALPHA,
        })
        .collect();
    Ok((
        models.into_iter().map(|(standing, _)| standing).collect(),
        separability,
    ))
}
