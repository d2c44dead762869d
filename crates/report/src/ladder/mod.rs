//! The document and the picture of an Elo ladder run.
//!
//! | module | makes |
//! |---|---|
//! | `ratings` | ratings with every interval, voids, differences, opponents |
//! | `conduct` | endings, refused moves, tokens, time, pilots |
//! | `picture` | ratings against output tokens, as SVG |

mod conduct;
mod picture;
mod ratings;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use ludometer_instruments::{
    Results,
    ladder::findings::{Findings, PlayerFindings, SeatKind},
};
pub use picture::svg;

use crate::{
    document::{Block, Detail, Table},
    elo::Word,
    number::grouped,
};

/// The document.
#[must_use]
pub fn document(findings: &Findings, detail: Detail) -> Vec<Block> {
    let study = &findings.study;
    let mut blocks = vec![Block::Heading(format!("{}: Elo ladder", study.name))];
    if let Some(question) = &study.question {
        blocks.push(Block::Text(question.clone()));
    }
    blocks.push(Block::Text(set_up(findings)));
    if !findings.notes.is_empty() {
        blocks.push(Block::List(findings.notes.clone()));
    }
    blocks.push(Block::Table(ratings::leaderboard(&findings.players)));
    blocks.push(Block::Text(ratings::method(findings)));
    section(
        &mut blocks,
        "If void games had been lost or won",
        ratings::voids(&findings.players),
    );
    if detail == Detail::Full {
        for (heading, table) in [
            ("Ratings, every interval", ratings::every(&findings.players)),
            ("Differences of ratings", ratings::differences(findings)),
            ("Opponents met", ratings::opponents(&findings.players)),
            ("By colour", ratings::colours(&findings.players)),
            ("Endings", conduct::endings(&findings.players)),
            (
                "Calls and refused moves",
                conduct::attempts(&findings.players),
            ),
            (
                "Tokens and money a game",
                conduct::tokens(&findings.players),
            ),
            ("Time and length a game", conduct::times(&findings.players)),
            ("Pilots", conduct::pilots(&findings.players)),
            ("Players", players(findings)),
            ("All who may sit across", ratings::across(&study.opponents)),
        ] {
            section(&mut blocks, heading, table);
        }
    }
    section(&mut blocks, "Void games", conduct::voids(&findings.voids));
    if detail == Detail::Full {
        blocks.push(Block::Heading("How the numbers are made".to_owned()));
        blocks.push(Block::List(definitions(findings)));
    }
    blocks
}

/// A table under its heading; nothing where it is empty.
fn section(blocks: &mut Vec<Block>, heading: &str, table: Table) {
    if !table.rows.is_empty() {
        blocks.push(Block::Heading(heading.to_owned()));
        blocks.push(Block::Table(table));
    }
}

/// What is no language model is labelled wherever it appears.
fn named(player: &PlayerFindings) -> String {
    match player.seat {
        SeatKind::Model | SeatKind::Agent => player.player.to_string(),
        seat @ (SeatKind::Engine | SeatKind::BuiltIn | SeatKind::Person) => {
            format!("{} ({})", player.player, seat.word())
        }
    }
}

/// A player by its name, labelled.
fn named_of(findings: &Findings, name: &str) -> String {
    let mut players = findings.players.iter();
    players
        .find(|player| player.player.as_str() == name)
        .map_or(name.to_owned(), named)
}

fn score(results: Results) -> String {
    format!("{}–{}–{}", results.won, results.drawn, results.lost)
}

/// Counts of games have the pilots among them, where there are any.
fn counting_pilots(findings: &Findings) -> &'static str {
    if findings.study.pilot {
        ", pilots among them"
    } else {
        ""
    }
}

fn set_up(findings: &Findings) -> String {
    let (study, games) = (&findings.study, &findings.games);
    let players = match study.players.len() {
        1 => "One player".to_owned(),
        several => format!("{several} players"),
    };
    let pilot = if study.pilot { " and a pilot" } else { "" };
    let among = counting_pilots(findings);
    let across = match (study.opponents.first(), study.opponents.last()) {
        (Some(only), _) if study.opponents.len() == 1 => {
            format!(" One opponent, {} ({} Elo).", only.name, only.rating)
        }
        (Some(first), Some(last)) => format!(
            " {} opponents, from {} ({} Elo) to {} ({} Elo).",
            study.opponents.len(),
            first.name,
            first.rating,
            last.name,
            last.rating
        ),
        _ => String::new(),
    };
    format!(
        "{players}, {} games each in colour pairs{pilot}: {} of {} games scored{among}.{across} Choice of \
         opponents: {}. A game is drawn after {} plies; a player loses after {} calls, a model \
         without a program after {} replies without a legal move. Seed {}.",
        study.games_per_player,
        games.scored,
        games.planned,
        study.design,
        study.ply_cap,
        grouped(f64::from(study.max_calls)),
        study.tries,
        study.seed,
    )
}

fn players(findings: &Findings) -> Table {
    let mut table = Table::new(&["player", "seat", "is", "asked with"]);
    for player in &findings.players {
        let facts = findings.study.players.get(player.player.as_str());
        table.rows.push(vec![
            named(player),
            player.seat.word().to_owned(),
            player.kind.clone(),
            facts.map_or(String::new(), |facts| facts.settings.clone()),
        ]);
    }
    table
}

/// Each kind of finding and each method of interval that the document shows, once.
fn definitions(findings: &Findings) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut said = vec![
        "Every number is over scored games of the colour pairs; pilots and void games are left \
         out."
            .to_owned(),
    ];
    let mut say = |line: String| {
        if seen.insert(line.clone()) {
            said.push(line);
        }
    };
    for player in &findings.players {
        for rating in ratings::shown(player) {
            say(format!("{}: {}.", rating.id, rating.definition));
        }
        for finding in conduct::shown(player) {
            say(format!("{}: {}.", finding.id, finding.definition));
        }
    }
    for one in &findings.differences {
        say(format!("{}: {}.", one.id, one.definition));
    }
    let of_ratings = findings
        .players
        .iter()
        .flat_map(ratings::shown)
        .flat_map(|rating| &rating.intervals);
    let of_differences = findings.differences.iter().flat_map(|one| &one.intervals);
    for interval in of_ratings.chain(of_differences) {
        say(format!("Interval: {}.", interval.definition));
    }
    let of_others = findings.players.iter().flat_map(conduct::shown);
    for interval in of_others.flat_map(|finding| &finding.intervals) {
        say(format!(
            "Interval ({}): {}.",
            Word::of(interval.method),
            interval.definition
        ));
    }
    if !findings.differences.is_empty() {
        say(
            "p of a difference: chi-square with one degree of freedom of the likelihood ratio; \
             approximate. Holm over all differences."
                .to_owned(),
        );
    }
    said
}
