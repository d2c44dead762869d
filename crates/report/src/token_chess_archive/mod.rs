//! What an imported Token Chess archive says, beside what its report said.

pub mod figures;
#[cfg(test)]
mod tests;

use ludometer_instruments::token_chess::archive::{
    Findings,
    check::adjudication::Agreement,
    statement::{Standing, Statement},
};

use crate::document::{Block, Table};

/// The document of an archive's findings.
#[must_use]
pub fn document(findings: &Findings) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading("Token Chess: an imported archive".to_owned()),
        Block::Text(counts(findings)),
        Block::Text(standings(findings)),
    ];
    differing(findings, &mut blocks);
    listed(
        findings,
        Standing::NotInArchive,
        "What no file of the archive can say",
        &mut blocks,
    );
    listed(
        findings,
        Standing::NotMeasured,
        "What the imported files cannot say",
        &mut blocks,
    );
    statements(findings, &mut blocks);
    further(findings, &mut blocks);
    blocks
}

/// The findings as indented JSON, numbers at full precision.
///
/// # Panics
/// Never: findings are plain data.
#[must_use]
pub fn json(findings: &Findings) -> String {
    let mut text = serde_json::to_string_pretty(findings).expect("findings are plain data");
    text.push('\n');
    text
}

/// How well two adjudicators agree, in a sentence.
#[must_use]
pub fn agreement(agreement: &Agreement) -> String {
    let Agreement {
        positions,
        same_verdict,
        opposite,
        same_side,
        same_score,
        median_distance,
    } = agreement;
    let median = median_distance.map_or(String::new(), |median| {
        format!(", a median of {median} centipawns apart")
    });
    format!(
        "{positions} adjudicated positions: the same verdict in {same_verdict}, the opposite winner in {opposite}, the same side ahead in {same_side}, the same score in {same_score}{median}"
    )
}

fn counts(findings: &Findings) -> String {
    let files: Vec<String> = findings
        .files
        .iter()
        .map(|(kind, files)| format!("{files} {kind}"))
        .collect();
    let which = if findings.is_published {
        "The games are the published ones, byte for byte."
    } else {
        "The games are not the published ones: reasons for differences are not known."
    };
    format!("Records: {}. {which}", files.join(", "))
}

fn standings(findings: &Findings) -> String {
    let of = |standing| findings.standing(standing);
    format!(
        "Of {} statements of the published report, {} agree with these files, {} differ, {} are in no file of the archive, and {} cannot be measured here. A figure agrees when, rounded as the report's was, it is the same; one that the report calls approximate, when it lies within a tenth.",
        findings.statements.len(),
        of(Standing::Agrees),
        of(Standing::Differs),
        of(Standing::NotInArchive),
        of(Standing::NotMeasured),
    )
}

fn of(findings: &Findings, standing: Standing) -> impl Iterator<Item = &Statement> {
    findings
        .statements
        .iter()
        .filter(move |statement| statement.standing == standing)
}

fn differing(findings: &Findings, blocks: &mut Vec<Block>) {
    let mut table = Table::new(&["statement", "report", "files", "why"]);
    for statement in of(findings, Standing::Differs) {
        table.rows.push(vec![
            statement.id.clone(),
            figures::quoted(&statement.quoted),
            figures::with_counts(&statement.measured),
            statement.why.clone().unwrap_or_default(),
        ]);
    }
    if !table.rows.is_empty() {
        blocks.push(Block::Heading(
            "Where the files say something else".to_owned(),
        ));
        blocks.push(Block::Table(table));
    }
}

fn listed(findings: &Findings, standing: Standing, heading: &str, blocks: &mut Vec<Block>) {
    let items: Vec<String> = of(findings, standing)
        .map(|statement| {
            let why = statement.why.as_deref().unwrap_or("no reason is known");
            format!(
                "{} (report: {}): {why}",
                statement.id,
                figures::quoted(&statement.quoted)
            )
        })
        .collect();
    if !items.is_empty() {
        blocks.push(Block::Heading(heading.to_owned()));
        blocks.push(Block::List(items));
    }
}

fn statements(findings: &Findings, blocks: &mut Vec<Block>) {
    let mut table = Table::new(&[
        "statement",
        "what is counted",
        ">report",
        ">files",
        ">95%",
        "",
    ]);
    for statement in &findings.statements {
        let mark = match statement.standing {
            Standing::Agrees => "",
            Standing::Differs => "differs",
            Standing::NotInArchive => "no file",
            Standing::NotMeasured => "no data",
        };
        table.rows.push(vec![
            statement.id.clone(),
            match &statement.caution {
                Some(caution) => format!("{}; {caution}", statement.definition),
                None => statement.definition.clone(),
            },
            figures::quoted(&statement.quoted),
            figures::with_counts(&statement.measured),
            figures::interval(&statement.measured),
            mark.to_owned(),
        ]);
    }
    blocks.push(Block::Heading("Every statement".to_owned()));
    blocks.push(Block::Table(table));
    blocks.push(Block::Text(figures::ABOUT_INTERVALS.to_owned()));
}

fn further(findings: &Findings, blocks: &mut Vec<Block>) {
    let mut table = Table::new(&["finding", "what is counted", ">files", ">95%"]);
    let mut cautions: Vec<String> = Vec::new();
    for finding in &findings.further {
        table.rows.push(vec![
            finding.id.clone(),
            finding.definition.clone(),
            figures::with_counts(&finding.measured),
            figures::interval(&finding.measured),
        ]);
        if let Some(caution) = &finding.caution
            && !cautions.contains(caution)
        {
            cautions.push(caution.clone());
        }
    }
    blocks.push(Block::Heading("What else the files say".to_owned()));
    blocks.push(Block::Table(table));
    if !cautions.is_empty() {
        blocks.push(Block::List(cautions));
    }
}
