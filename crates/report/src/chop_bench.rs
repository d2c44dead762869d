//! The document of a Chop-Bench run.

use ludometer_instruments::{
    Finding,
    chop_bench::findings::{CellFindings, Findings, Standing},
};
use ludometer_stats::Method;

pub use crate::document::Detail;
use crate::{
    document::{Block, Table, void_games},
    number::{NOTHING, counts, interval, p_value, value},
};

/// The document.
#[must_use]
pub fn document(findings: &Findings, detail: Detail) -> Vec<Block> {
    let study = &findings.study;
    let mut blocks = vec![Block::Heading(format!(
        "{}: Chop-Bench leaderboard",
        study.name
    ))];
    if let Some(question) = &study.question {
        blocks.push(Block::Text(question.clone()));
    }
    blocks.push(Block::Text(set_up(findings)));
    blocks.push(Block::Table(leaderboard(&findings.leaderboard)));
    blocks.push(Block::Text(METHOD.to_owned()));
    if !findings.notes.is_empty() {
        blocks.push(Block::List(findings.notes.clone()));
    }
    if !findings.separability.is_empty() {
        blocks.push(Block::Heading("Who can be told apart".to_owned()));
        blocks.push(Block::Table(separability(findings)));
    }
    if detail == Detail::Short {
        return blocks;
    }
    for (heading, table) in [
        ("Players", Some(players(findings))),
        ("Prompt families and modes", Some(cells(&findings.cells))),
        ("What the replies were", replies(&findings.leaderboard)),
        (
            "By value of the position and plies to the end",
            Some(strata(&findings.leaderboard)),
        ),
        ("How games ended", Some(endings(&findings.leaderboard))),
        ("Tokens and money", spending(&findings.leaderboard)),
    ] {
        if let Some(table) = table.filter(|table| !table.rows.is_empty()) {
            blocks.push(Block::Heading(heading.to_owned()));
            blocks.push(Block::Table(table));
        }
    }
    blocks.extend(void_games(&findings.voids));
    blocks.push(Block::Heading("How the numbers are made".to_owned()));
    blocks.push(Block::List(definitions(findings)));
    blocks
}

const METHOD: &str = "Optimality and legality in percent of moves: mean over the prompt families within each mode, \
then over the modes. The first interval (95%) takes games as clusters; the second is the published one, which takes \
moves as independent and is too narrow where the moves of a game are alike. Both are approximate. Gain: structured \
families less `plain`. Range: best family less worst, biased upward.";

fn set_up(findings: &Findings) -> String {
    let (study, games) = (&findings.study, &findings.games);
    format!(
        "{} models, {} prompt families, {} modes, {} games a cell: {} of {} games scored. \
         Opponents: {}. Starts: {}. Policy: {}. Rules: {}. Seed {}.",
        findings.leaderboard.len(),
        study.families.len(),
        study.modes.len(),
        study.games_per_cell,
        games.scored,
        games.planned,
        study.opponents.join(", "),
        study.starts,
        study.policy,
        study.rules,
        study.seed,
    )
}

fn players(findings: &Findings) -> Table {
    let mut table = Table::new(&["player", "is", "asked with"]);
    for (name, facts) in &findings.study.models {
        table.rows.push(vec![
            name.clone(),
            facts.kind.clone(),
            facts.settings.clone(),
        ]);
    }
    table
}

fn leaderboard(standings: &[Standing]) -> Table {
    let mut table = Table::new(&[
        ">#",
        "model",
        ">optimal %",
        "by games",
        "as published",
        ">legal %",
        "by games",
        ">gain",
        ">range",
    ]);
    for standing in standings {
        let (optimality, legality) = (&standing.optimality, &standing.legality);
        let optional =
            |finding: &Option<Finding>| finding.as_ref().map_or(NOTHING.to_owned(), value);
        table.rows.push(vec![
            standing
                .rank
                .map_or(NOTHING.to_owned(), |rank| rank.to_string()),
            named(standing),
            value(optimality),
            interval(optimality, optimality.clustered()),
            interval(optimality, optimality.interval(Method::AgrestiCoullCarried)),
            value(legality),
            interval(legality, legality.clustered()),
            optional(&standing.structure_gain),
            optional(&standing.family_range),
        ]);
    }
    table
}

/// A stand-in is labelled wherever it appears.
pub(crate) fn named(standing: &Standing) -> String {
    if standing.kind.starts_with("built-in") {
        format!("{} (built-in)", standing.model)
    } else {
        standing.model.to_string()
    }
}

fn separability(findings: &Findings) -> Table {
    let mut table = Table::new(&[
        "pair",
        ">difference",
        "95%",
        ">p",
        ">p (Holm)",
        "told apart",
    ]);
    for pair in &findings.separability {
        table.rows.push(vec![
            format!("{} – {}", pair.better, pair.worse),
            value(&pair.difference),
            interval(&pair.difference, pair.difference.clustered()),
            p_value(pair.p),
            p_value(pair.p_holm),
            if pair.told_apart { "yes" } else { "no" }.to_owned(),
        ]);
    }
    table
}

fn cells(cells: &[CellFindings]) -> Table {
    let mut table = Table::new(&[
        "model",
        "family",
        "mode",
        ">games",
        ">moves",
        ">optimal %",
        "95% by games",
        ">legal %",
    ]);
    for cell in cells {
        table.rows.push(vec![
            cell.cell.model.to_string(),
            cell.cell.family.clone(),
            cell.cell.mode.to_string(),
            format!("{}/{}", cell.games.scored, cell.games.planned),
            cell.optimality
                .denominator
                .map_or(NOTHING.to_owned(), |moves| moves.to_string()),
            value(&cell.optimality),
            interval(&cell.optimality, cell.optimality.clustered()),
            value(&cell.legality),
        ]);
    }
    table
}

/// One column a class of reply that occurred; `None` where all replies were legal.
fn replies(standings: &[Standing]) -> Option<Table> {
    let mut classes: Vec<&String> = standings
        .iter()
        .flat_map(|standing| standing.replies.keys())
        .collect();
    classes.sort();
    classes.dedup();
    if classes.iter().all(|class| *class == "legal") {
        return None;
    }
    let mut head = vec!["reply".to_owned()];
    head.extend(
        standings
            .iter()
            .map(|standing| format!(">{}", standing.model)),
    );
    let rows = classes
        .into_iter()
        .map(|class| {
            let count = |standing: &Standing| {
                standing
                    .replies
                    .get(class)
                    .copied()
                    .unwrap_or(0)
                    .to_string()
            };
            std::iter::once(class.clone())
                .chain(standings.iter().map(count))
                .collect()
        })
        .collect();
    Some(Table { head, rows })
}

fn strata(standings: &[Standing]) -> Table {
    let mut table = Table::new(&["model", "value", "plies", ">optimal", ">%", "95%"]);
    for standing in standings {
        for stratum in &standing.strata {
            let plies = match stratum.plies {
                None => NOTHING.to_owned(),
                Some((from, u16::MAX)) => format!("{from} or more"),
                Some((from, to)) if from == to => from.to_string(),
                Some((from, to)) => format!("{from} to {to}"),
            };
            table.rows.push(vec![
                standing.model.to_string(),
                stratum.value.to_string().to_lowercase(),
                plies,
                counts(&stratum.optimality),
                value(&stratum.optimality),
                interval(&stratum.optimality, stratum.optimality.clustered()),
            ]);
        }
    }
    table
}

fn endings(standings: &[Standing]) -> Table {
    let mut table = Table::new(&["model", ">won", ">drawn", ">lost", "by termination"]);
    for standing in standings {
        let terminations: Vec<String> = standing
            .terminations
            .iter()
            .map(|(word, count)| format!("{word} {count}"))
            .collect();
        table.rows.push(vec![
            standing.model.to_string(),
            standing.results.won.to_string(),
            standing.results.drawn.to_string(),
            standing.results.lost.to_string(),
            terminations.join(", "),
        ]);
    }
    table
}

fn spending(standings: &[Standing]) -> Option<Table> {
    let mut table = Table::new(&["model", ">tokens a move", "95%", ">$ a move", "95%"]);
    for standing in standings {
        if standing.tokens_per_move.is_none() && standing.cost_per_move.is_none() {
            continue;
        }
        let mut row = vec![standing.model.to_string()];
        for finding in [&standing.tokens_per_move, &standing.cost_per_move] {
            row.push(finding.as_ref().map_or(NOTHING.to_owned(), value));
            row.push(finding.as_ref().map_or(NOTHING.to_owned(), |finding| {
                interval(finding, finding.clustered())
            }));
        }
        table.rows.push(row);
    }
    (!table.rows.is_empty()).then_some(table)
}

/// Each kind of finding and each method of interval that the document shows, once.
fn definitions(findings: &Findings) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    let mut say = |line: String| {
        if !said.contains(&line) {
            said.push(line);
        }
    };
    let shown: Vec<&Finding> = findings
        .leaderboard
        .iter()
        .flat_map(|standing| {
            [
                Some(&standing.optimality),
                Some(&standing.legality),
                standing.structure_gain.as_ref(),
                standing.tokens_per_move.as_ref(),
                standing.cost_per_move.as_ref(),
            ]
        })
        .flatten()
        .chain(
            findings
                .cells
                .iter()
                .flat_map(|cell| [&cell.legality, &cell.optimality]),
        )
        .chain(findings.separability.iter().map(|pair| &pair.difference))
        .collect();
    for finding in &shown {
        say(format!("{}: {}.", finding.id, finding.definition));
    }
    for standing in &findings.leaderboard {
        if let Some(range) = &standing.family_range {
            say(format!(
                "family-range of {}: {}.",
                standing.model, range.definition
            ));
        }
    }
    for interval in shown.iter().flat_map(|finding| &finding.intervals) {
        let name = serde_json::to_value(interval.method).ok();
        let name = name
            .as_ref()
            .and_then(|name| name.as_str())
            .unwrap_or_default();
        say(format!(
            "{name} ({}): {}.",
            if interval.approximate {
                "approximate"
            } else {
                "exact"
            },
            interval.definition
        ));
    }
    said
}
