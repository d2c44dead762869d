//! Sides of the board, endings, conditions.

use ludometer_instruments::token_chess::findings::{Findings, Group};

use super::{mark, named, named_in, rules, steering::Part};
use crate::{
    document::{Block, Table},
    number::{ends, p_value, value},
};

/// The parts that have something to show.
pub(super) fn parts(group: &Group) -> Vec<Part> {
    if group.games.scored == 0 {
        return Vec::new();
    }
    let sides = &group.sides;
    let mut scores = Table::new(&["side", ">score %", "95%", ">games"]);
    for (name, finding) in [
        ("White", &sides.white),
        ("the side that ran out first", &sides.ran_out),
        ("the side that spent more", &sides.spent_more),
    ] {
        scores.rows.push(vec![
            name.to_owned(),
            format!("{}{}", value(finding), mark(group.adjudications.stand_in)),
            ends(finding),
            finding.games.to_string(),
        ]);
    }
    let alike = format!(
        "Both sides spent the same in {} games. {}",
        sides.spent_alike, sides.caution
    );
    let mut endings = Table::new(&[
        "termination",
        "kind",
        ">White won",
        ">drawn",
        ">Black won",
        ">by the stand-in",
    ]);
    for one in &group.terminations {
        let results = one.results;
        endings.rows.push(vec![
            format!("{}{}", one.termination, mark(one.stand_in)),
            one.kind.clone(),
            results.won.to_string(),
            results.drawn.to_string(),
            results.lost.to_string(),
            one.stand_in.to_string(),
        ]);
    }
    let mut parts = vec![
        (
            "Scores of sides",
            vec![Block::Table(scores), Block::Text(alike)],
        ),
        ("How games ended", vec![Block::Table(endings)]),
    ];
    let adjudications = &group.adjudications;
    if !adjudications.engines.is_empty() {
        let engines = adjudications.engines.iter();
        let engines: Vec<String> = engines
            .map(|(name, games)| format!("{name}: {games} games"))
            .collect();
        let stand_in = match adjudications.stand_in {
            0 => String::new(),
            games => format!(
                " †: in {games} of them this program's own small referee stood in for an engine."
            ),
        };
        parts.push((
            "Who adjudicated",
            vec![Block::Text(format!("{}.{stand_in}", engines.join("; ")))],
        ));
    }
    parts
}

/// Each condition, and what tells them apart.
pub(super) fn conditions(blocks: &mut Vec<Block>, findings: &Findings) {
    let swept: Vec<&Group> = findings
        .groups
        .iter()
        .filter(|group| group.condition.is_some())
        .collect();
    if !swept.is_empty() {
        blocks.push(Block::Heading("Conditions".to_owned()));
        blocks.push(Block::Table(by_condition(&swept)));
        let lines = findings.study.conditions.iter();
        blocks.push(Block::List(
            lines
                .map(|one| format!("{}: {}.", apart(&one.name), rules(&one.rules)))
                .collect(),
        ));
    }
    if !findings.contrasts.is_empty() {
        blocks.push(Block::Heading(
            "Conditions and memories compared".to_owned(),
        ));
        blocks.push(Block::Table(contrasts(findings)));
        blocks.push(Block::Text(
            "First less second, one value a game; two-sided permutation tests with games as units. \
             Where a player chose its memory itself, a difference need not come from the memory."
                .to_owned(),
        ));
    }
}

fn by_condition(groups: &[&Group]) -> Table {
    let mut table = Table::new(&[
        "condition",
        "player",
        ">games",
        "headline",
        ">value",
        "95%",
        ">first try %",
        ">attempts %",
        ">tokens a turn",
    ]);
    for group in groups {
        for player in &group.players {
            table.rows.push(vec![
                group.condition.as_deref().map_or(String::new(), apart),
                named(player),
                format!("{}/{}", player.games, group.games.scored),
                player.headline.words().to_owned(),
                format!("{}{}", value(player.headline()), mark(player.stand_in)),
                ends(player.headline()),
                value(&player.first_try_legality),
                value(&player.attempt_legality),
                value(&player.spending.per_turn),
            ]);
        }
    }
    table
}

fn contrasts(findings: &Findings) -> Table {
    let mut table = Table::new(&[
        "player",
        "first",
        "second",
        "of",
        ">diff.",
        "95%",
        ">games",
        ">p",
        ">p (Holm)",
        "test",
    ]);
    for one in &findings.contrasts {
        let group = super::whole(findings).find(|group| group.economy == one.economy);
        let (measure, stand_in) = match one.difference.id.as_str() {
            "score-difference" => (
                "score",
                group.map_or(0, |group| group.adjudications.stand_in),
            ),
            "attempt-legality-difference" => ("attempt legality", 0),
            _ => ("tokens a turn", 0),
        };
        let place = one.condition.as_deref().filter(|place| !place.is_empty());
        let name = one.player.as_str();
        let name = group.map_or(name.to_owned(), |group| named_in(group, name));
        table.rows.push(vec![
            place.map_or(name.clone(), |place| format!("{name}, {}", apart(place))),
            apart(&one.first),
            apart(&one.second),
            measure.to_owned(),
            format!("{}{}", value(&one.difference), mark(stand_in)),
            ends(&one.difference),
            format!("{} and {}", one.first_games, one.second_games),
            p_value(one.p),
            p_value(one.p_holm),
            one.test.clone(),
        ]);
    }
    table
}

/// A condition's name with room to break the line: it may hold a dozen keys.
fn apart(condition: &str) -> String {
    condition.replace('.', ", ").replace('-', " ")
}
