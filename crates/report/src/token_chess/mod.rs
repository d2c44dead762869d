//! The document and the picture of a Token Chess run.
//!
//! | module | makes |
//! |---|---|
//! | `headlines` | players by economy, and matches |
//! | `steering` | tables of how players steered the tool |
//! | `compared` | tables of sides, endings and conditions |
//! | `picture` | headlines with intervals and legality by ply, as SVG |

mod compared;
mod headlines;
mod picture;
mod steering;
#[cfg(test)]
mod tests;

use ludometer_instruments::{
    Finding,
    token_chess::{
        Rules,
        findings::{Findings, Group, PlayerFindings},
    },
};
pub use picture::svg;

use crate::document::{Block, Detail, Table, void_games};

/// The document.
#[must_use]
pub fn document(findings: &Findings, detail: Detail) -> Vec<Block> {
    let study = &findings.study;
    let mut blocks = vec![Block::Heading(format!("{}: Token Chess", study.name))];
    if let Some(question) = &study.question {
        blocks.push(Block::Text(question.clone()));
    }
    blocks.push(Block::Text(set_up(findings)));
    if !findings.notes.is_empty() {
        blocks.push(Block::List(findings.notes.clone()));
    }
    for group in whole(findings) {
        let all = &findings.study.conditions;
        let own = all.iter().filter(|one| one.rules.economy == group.economy);
        headlines::blocks(&mut blocks, group, own.count());
    }
    if detail == Detail::Short {
        blocks.extend(void_games(&findings.voids));
        return blocks;
    }
    let several = whole(findings).count() > 1;
    for group in whole(findings) {
        let of = if several {
            format!(", {} economy", group.economy)
        } else {
            String::new()
        };
        let mut parts = steering::parts(group);
        parts.extend(compared::parts(group));
        for (heading, part) in parts {
            blocks.push(Block::Heading(format!("{heading}{of}")));
            blocks.extend(part);
        }
    }
    compared::conditions(&mut blocks, findings);
    blocks.push(Block::Heading("Players".to_owned()));
    blocks.push(Block::Table(players(findings)));
    blocks.extend(void_games(&findings.voids));
    blocks.push(Block::Heading("How the numbers are made".to_owned()));
    blocks.push(Block::List(definitions(findings)));
    blocks
}

/// The groups that hold all games of their economy.
fn whole(findings: &Findings) -> impl Iterator<Item = &Group> {
    findings
        .groups
        .iter()
        .filter(|group| group.condition.is_none())
}

/// What is no language model is labelled wherever it appears.
fn named(player: &PlayerFindings) -> String {
    if player.built_in {
        format!("{} (built-in)", player.player)
    } else {
        player.player.to_string()
    }
}

/// A player of a group by its name, labelled.
fn named_in(group: &Group, name: &str) -> String {
    let player = group
        .players
        .iter()
        .find(|player| player.player.as_str() == name);
    player.map_or(name.to_owned(), named)
}

/// The mark of what rests on verdicts of the stand-in referee.
fn mark(stand_in: usize) -> &'static str {
    if stand_in > 0 { "†" } else { "" }
}

fn set_up(findings: &Findings) -> String {
    let (study, games) = (&findings.study, &findings.games);
    let conditions = match &study.conditions[..] {
        [only] => rules(&only.rules),
        several => format!("{} conditions", several.len()),
    };
    format!(
        "{} of {}, {} games of each pair in each condition: {} of {} games scored. {}. Seed {}.",
        sentence(&study.schedule),
        match study.players.len() {
            1 => "one player".to_owned(),
            several => format!("{several} players"),
        },
        study.games_per_pair,
        games.scored,
        games.planned,
        sentence(&conditions),
        study.seed,
    )
}

/// Rules in a line.
fn rules(rules: &Rules) -> String {
    let income = match rules.income {
        0 => String::new(),
        income => format!(", {income} more a turn"),
    };
    let samples = match rules.batch {
        1 => "a sample".to_owned(),
        several => format!("{several} samples"),
    };
    format!(
        "economy {}, board {}, {} tokens a side{income}, {samples} a token, ply cap {}, without a token: {}",
        rules.economy,
        rules.tier.name(),
        rules.budget,
        rules.ply_cap,
        rules.exhaustion.word(),
    )
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

fn players(findings: &Findings) -> Table {
    let mut table = Table::new(&["player", "is", "asked with"]);
    for (name, facts) in &findings.study.players {
        table.rows.push(vec![
            name.clone(),
            facts.kind.clone(),
            facts.settings.clone(),
        ]);
    }
    table
}

/// Each kind of finding and each method of interval that the document shows, once.
fn definitions(findings: &Findings) -> Vec<String> {
    let mut said: Vec<String> = vec![
        "A sample is one that the player's tokens bought, at the fallback's setting too; silent \
         draws of the harness are kept apart. Samples and tokens of the turn in which a game \
         ended count like all others."
            .to_owned(),
    ];
    let mut say = |line: String| {
        if !said.contains(&line) {
            said.push(line);
        }
    };
    let shown: Vec<&Finding> = whole(findings).flat_map(shown).collect();
    let shown = || {
        let contrasts = findings.contrasts.iter().map(|one| &one.difference);
        shown.iter().copied().chain(contrasts)
    };
    for finding in shown() {
        say(format!("{}: {}.", finding.id, finding.definition));
    }
    for interval in shown().flat_map(|finding| &finding.intervals) {
        let exactness = if interval.approximate {
            "approximate"
        } else {
            "exact"
        };
        say(format!("Interval ({exactness}): {}.", interval.definition));
    }
    say(
        "p of a match: exact two-sided sign test of even chances on its decisive games; Holm over \
         the matches of its economy."
            .to_owned(),
    );
    if !findings.contrasts.is_empty() {
        say(
            "p of a contrast: two-sided permutation test of the difference of means, games as \
             units; Holm over all contrasts."
                .to_owned(),
        );
    }
    said
}

/// The findings of a group whose definition does not name a class, such as a band of plies.
fn shown(group: &Group) -> Vec<&Finding> {
    let mut shown = Vec::new();
    for player in &group.players {
        shown.extend([
            &player.wins_per_token,
            &player.win_rate,
            &player.balanced_score,
            &player.score_as_white,
            &player.score_as_black,
            &player.control_rate,
            &player.first_try_legality,
            &player.attempt_legality,
            &player.hits_per_call,
            &player.spending.per_turn,
            &player.spending.per_game,
        ]);
        shown.extend(&player.candidates_per_pick);
        shown.extend(&player.forced_picks);
        if let Some(replies) = &player.replies {
            shown.extend([&replies.parse_failures, &replies.fallbacks]);
        }
        shown.extend(player.silent.as_ref().map(|silent| &silent.legality));
        shown.extend(
            player
                .memories
                .iter()
                .filter_map(|memory| memory.notes.as_ref()),
        );
    }
    shown.extend(group.matches.iter().map(|one| &one.decisive));
    let sides = &group.sides;
    shown.extend([&sides.white, &sides.ran_out, &sides.spent_more]);
    shown
}
