//! Players by economy, and matches.

use ludometer_instruments::{
    Finding,
    token_chess::findings::{Group, Headline, Match, PlayerFindings},
};

use super::{mark, named, named_in};
use crate::{
    document::{Block, Table},
    number::{NOTHING, ends, p_value, value},
};

/// A group's headline table and its matches.
pub(super) fn blocks(blocks: &mut Vec<Block>, group: &Group, conditions: usize) {
    let Some(headline) = group.players.first().map(|player| player.headline) else {
        return;
    };
    blocks.push(Block::Heading(format!(
        "{} economy: {}",
        super::sentence(group.economy.word()),
        headline.words()
    )));
    blocks.push(Block::Table(players(group, &own(headline), true)));
    blocks.push(Block::Text(legend(headline, group, conditions)));
    // A table of its own: beside the headline it would not fit an ordinary terminal.
    blocks.push(Block::Table(players(group, &LEGALITY, false)));
    blocks.push(Block::Text(NAMES.to_owned()));
    if group.matches.is_empty() {
        return;
    }
    blocks.push(Block::Heading(format!(
        "Matches, {} economy",
        group.economy
    )));
    blocks.push(Block::Table(matches(group)));
    let remarks: Vec<String> = group
        .matches
        .iter()
        .filter_map(|one| Some(format!("{}: {}", pair(group, one), one.remark.as_ref()?)))
        .collect();
    if !remarks.is_empty() {
        blocks.push(Block::List(remarks));
    }
}

const NAMES: &str = "Three numbers, three names. First try: turns whose first sample was legal over turns. \
Attempts: legal samples over samples. Hits per call: turns whose first sample was legal over samples.";

fn legend(headline: Headline, group: &Group, conditions: usize) -> String {
    let own = match headline {
        Headline::WinsPerToken => {
            "Wins per token: games won over all tokens spent in games against others."
        }
        Headline::ControlRate => {
            "Control: moves, in percent, that the player landed itself; the others the harness \
             landed silently, and their draws are not the player's."
        }
        Headline::BalancedScore => {
            "Score: points in percent of games, mean of the score as White and the score as Black."
        }
    };
    let stand_in = if group.adjudications.stand_in > 0 {
        " †: rests in part on verdicts of this program's own small referee, which stood in for an engine."
    } else {
        ""
    };
    let pooled = if conditions > 1 {
        format!("All {conditions} conditions together. ")
    } else {
        String::new()
    };
    format!(
        "{pooled}{own} Shares are in percent; intervals are at 95%, approximate, and take games, not samples, as independent.{stand_in}"
    )
}

/// A column: its name, its finding, whether it rests on results, whether its interval is
/// shown.
type Column = (&'static str, fn(&PlayerFindings) -> &Finding, bool, bool);

const RESULT: bool = true;
const INTERVAL: bool = true;

const LEGALITY: [Column; 3] = [
    (
        ">first try %",
        |one| &one.first_try_legality,
        !RESULT,
        INTERVAL,
    ),
    (
        ">attempts %",
        |one| &one.attempt_legality,
        !RESULT,
        INTERVAL,
    ),
    (
        ">hits per call %",
        |one| &one.hits_per_call,
        !RESULT,
        INTERVAL,
    ),
];

/// The columns of an economy's headline.
fn own(headline: Headline) -> Vec<Column> {
    match headline {
        Headline::WinsPerToken => vec![
            (
                ">wins per token",
                |one| &one.wins_per_token,
                RESULT,
                INTERVAL,
            ),
            (">won %", |one| &one.win_rate, RESULT, !INTERVAL),
        ],
        Headline::ControlRate => vec![
            (">control %", |one| &one.control_rate, !RESULT, INTERVAL),
            (">score %", |one| &one.balanced_score, RESULT, !INTERVAL),
        ],
        Headline::BalancedScore => vec![
            (">score %", |one| &one.balanced_score, RESULT, INTERVAL),
            (">White", |one| &one.score_as_white, RESULT, !INTERVAL),
            (">Black", |one| &one.score_as_black, RESULT, !INTERVAL),
        ],
    }
}

fn players(group: &Group, columns: &[Column], with_results: bool) -> Table {
    let mut head = vec!["player".to_owned()];
    if with_results {
        head.extend([">games".to_owned(), "W–D–L".to_owned()]);
    }
    for (name, _, _, interval) in columns {
        head.push((*name).to_owned());
        if *interval {
            head.push("95%".to_owned());
        }
    }
    let rows = group.players.iter().map(|player| {
        let results = player.results;
        let mut row = vec![named(player)];
        if with_results {
            row.extend([
                player.games.to_string(),
                format!("{}–{}–{}", results.won, results.drawn, results.lost),
            ]);
        }
        for (_, finding, rests, interval) in columns {
            let finding = finding(player);
            let marked = if *rests && finding.value.is_some() {
                mark(player.stand_in)
            } else {
                ""
            };
            row.push(format!("{}{marked}", value(finding)));
            if *interval {
                row.push(ends(finding));
            }
        }
        row
    });
    Table {
        rows: rows.collect(),
        head,
    }
}

fn pair(group: &Group, one: &Match) -> String {
    format!(
        "{} – {}",
        named_in(group, one.first.as_str()),
        named_in(group, one.second.as_str())
    )
}

fn matches(group: &Group) -> Table {
    let mut table = Table::new(&[
        "pair",
        "W–D–L",
        ">score %",
        "95%",
        ">decisive won %",
        "95% (exact)",
        ">p (sign test)",
        ">p (Holm)",
    ]);
    for one in &group.matches {
        let results = one.results;
        let p = |p: Option<f64>| p.map_or(NOTHING.to_owned(), p_value);
        table.rows.push(vec![
            pair(group, one),
            format!("{}–{}–{}", results.won, results.drawn, results.lost),
            format!("{}{}", value(&one.score), mark(one.stand_in)),
            ends(&one.score),
            format!("{}{}", value(&one.decisive), mark(one.stand_in)),
            ends(&one.decisive),
            format!("{}{}", p(one.p), mark(one.stand_in)),
            format!("{}{}", p(one.p_holm), mark(one.stand_in)),
        ]);
    }
    table
}
