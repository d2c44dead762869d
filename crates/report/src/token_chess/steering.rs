//! How players steered the tool: legality, settings, spending, replies, memory.

use ludometer_instruments::{
    Finding,
    token_chess::findings::{Group, PlayerFindings, Slice},
};
use ludometer_stats::Method;

use super::{mark, named};
use crate::{
    document::{Block, Table},
    number::{NOTHING, counts, ends, interval, value},
};

/// A heading with what stands under it.
pub(super) type Part = (&'static str, Vec<Block>);

/// The parts that have something to show.
pub(super) fn parts(group: &Group) -> Vec<Part> {
    let players = &group.players;
    let by = |what: fn(&PlayerFindings) -> &[Slice], name: &str| slices(players, what, name);
    let parts = [
        ("Wins and control", wins(players)),
        ("Score by colour", scores(players)),
        (
            "Attempt legality by ply",
            by(|one| &one.legality.by_ply, "plies"),
        ),
        (
            "Attempt legality by retry",
            by(|one| &one.legality.by_retry, "batch of its turn"),
        ),
        (
            "Attempt legality by temperature",
            by(|one| &one.legality.by_temperature, "temperature"),
        ),
        (
            "Attempt legality by soft cap",
            by(|one| &one.legality.by_soft_cap, "soft cap"),
        ),
        ("Attempt legality by setting", settings(players)),
        ("Settings by retry", knobs(players)),
        ("Spending", spending(players)),
        (
            "Tokens a turn by ply",
            by(|one| &one.spending.by_ply, "plies"),
        ),
        ("Picks", picks(players)),
        ("Replies", replies(players)),
        ("Silent moves of the harness", silent(players)),
        ("Memory in use", memories(players)),
        ("Memory chosen", choices(players)),
        ("Reasons given for a memory", reasons(players)),
        ("What each seat cost", costs(players)),
    ];
    parts
        .into_iter()
        .filter(|(_, table)| !table.rows.is_empty())
        .map(|(heading, table)| (heading, vec![Block::Table(table)]))
        .collect()
}

fn wins(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        "player",
        ">wins per token",
        "95%",
        ">won %",
        ">of",
        "95%",
        ">control %",
        ">of",
        "95%",
    ]);
    for player in players.iter().filter(|player| player.games > 0) {
        let (token, won, control) = (
            &player.wins_per_token,
            &player.win_rate,
            &player.control_rate,
        );
        let rests = mark(player.stand_in);
        table.rows.push(vec![
            named(player),
            format!("{}{rests}", value(token)),
            ends(token),
            format!("{}{rests}", value(won)),
            counts(won),
            ends(won),
            value(control),
            counts(control),
            ends(control),
        ]);
    }
    table
}

fn scores(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&["player", ">White %", ">of", "95%", ">Black %", ">of", "95%"]);
    for player in players.iter().filter(|player| player.games > 0) {
        let mut row = vec![named(player)];
        for finding in [&player.score_as_white, &player.score_as_black] {
            row.push(format!("{}{}", value(finding), mark(player.stand_in)));
            row.extend([counts(finding), ends(finding)]);
        }
        table.rows.push(row);
    }
    table
}

/// Value, counts, and both intervals.
fn cells(finding: &Finding) -> [String; 4] {
    [
        value(finding),
        counts(finding),
        interval(finding, finding.clustered()),
        interval(finding, finding.interval(Method::Wilson)),
    ]
}

fn slices(players: &[PlayerFindings], what: fn(&PlayerFindings) -> &[Slice], name: &str) -> Table {
    let shares = players
        .iter()
        .flat_map(what)
        .any(|slice| slice.finding.interval(Method::Wilson).is_some());
    let mut table = if shares {
        Table::new(&[
            "player",
            name,
            ">%",
            ">of",
            "95% by games",
            "95% (Wilson)",
            ">games",
        ])
    } else {
        Table::new(&["player", name, ">mean", ">of", "95% by games", ">games"])
    };
    for player in players {
        for slice in what(player) {
            let finding = &slice.finding;
            let [value, counts, clustered, wilson] = cells(finding);
            let mut row = vec![named(player), slice.label.clone(), value, counts, clustered];
            if shares {
                row.push(wilson);
            }
            row.push(finding.games.to_string());
            table.rows.push(row);
        }
    }
    table
}

fn settings(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        "player",
        "temperature",
        "soft cap",
        ">%",
        ">of",
        "95% by games",
        "95% (Wilson)",
    ]);
    for player in players {
        for slice in &player.legality.by_setting {
            let mut row = vec![
                named(player),
                slice.temperature.clone(),
                slice.soft_cap.clone(),
            ];
            row.extend(cells(&slice.finding));
            table.rows.push(row);
        }
    }
    table
}

fn knobs(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        "player",
        "batch of its turn",
        ">batches",
        ">temperature",
        "95%",
        ">with a cap %",
        "95%",
    ]);
    for player in players {
        for knob in &player.knobs {
            table.rows.push(vec![
                named(player),
                knob.retry.clone(),
                whole(knob.capped.denominator),
                value(&knob.temperature),
                ends(&knob.temperature),
                value(&knob.capped),
                ends(&knob.capped),
            ]);
        }
    }
    table
}

fn whole(count: Option<f64>) -> String {
    count.map_or(NOTHING.to_owned(), |count| format!("{count:.0}"))
}

fn spending(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        "player",
        ">tokens a turn",
        "95%",
        ">turns",
        ">tokens a game",
        "95%",
        ">seats",
    ]);
    for player in players.iter().filter(|player| player.games > 0) {
        let (turn, game) = (&player.spending.per_turn, &player.spending.per_game);
        table.rows.push(vec![
            named(player),
            value(turn),
            ends(turn),
            whole(turn.denominator),
            value(game),
            ends(game),
            whole(game.denominator),
        ]);
    }
    table
}

fn picks(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        "player",
        ">candidates a pick",
        "95%",
        ">picks",
        ">forced picks %",
        ">of",
        "95%",
    ]);
    for player in players {
        if let (Some(candidates), Some(forced)) =
            (&player.candidates_per_pick, &player.forced_picks)
        {
            table.rows.push(vec![
                named(player),
                value(candidates),
                ends(candidates),
                whole(candidates.denominator),
                value(forced),
                counts(forced),
                ends(forced),
            ]);
        }
    }
    table
}

fn replies(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        "player",
        ">first reply unusable %",
        ">of",
        "95%",
        ">decided by the rules %",
        ">of",
        "95%",
    ]);
    for player in players {
        let Some(replies) = &player.replies else {
            continue;
        };
        let mut row = vec![named(player)];
        for finding in [&replies.parse_failures, &replies.fallbacks] {
            row.extend([value(finding), counts(finding), ends(finding)]);
        }
        table.rows.push(row);
    }
    table
}

fn silent(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        "player",
        ">moves sampled",
        ">moves drawn evenly",
        ">legal samples %",
        ">of",
        "95%",
    ]);
    for player in players {
        let Some(silent) = &player.silent else {
            continue;
        };
        table.rows.push(vec![
            named(player),
            silent.sampled.to_string(),
            silent.uniform.to_string(),
            value(&silent.legality),
            counts(&silent.legality),
            ends(&silent.legality),
        ]);
    }
    table
}

fn memories(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        "player",
        "memory",
        ">seats",
        ">notes %",
        ">of",
        ">hot %",
        "95%",
        ">attempts legal %",
        ">tokens a turn",
        ">score %",
    ]);
    for player in players {
        for memory in &player.memories {
            let notes = memory.notes.as_ref();
            table.rows.push(vec![
                named(player),
                memory.memory.to_string(),
                memory.seats.to_string(),
                notes.map_or(NOTHING.to_owned(), value),
                notes.map_or(NOTHING.to_owned(), counts),
                value(&memory.hot),
                ends(&memory.hot),
                value(&memory.attempt_legality),
                value(&memory.per_turn),
                format!("{}{}", value(&memory.score), mark(player.stand_in)),
            ]);
        }
    }
    table
}

fn choices(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        "player",
        "memory",
        ">chosen %",
        ">of",
        "95%",
        ">with a reason",
    ]);
    for player in players {
        let Some(choices) = &player.choices else {
            continue;
        };
        for (memory, finding) in &choices.chosen {
            let reasons = choices
                .each
                .iter()
                .filter(|one| one.tool == *memory && one.why.is_some());
            table.rows.push(vec![
                named(player),
                memory.to_string(),
                value(finding),
                counts(finding),
                ends(finding),
                reasons.count().to_string(),
            ]);
        }
        table.rows.push(vec![
            named(player),
            "(not readable)".to_owned(),
            value(&choices.fell_back),
            counts(&choices.fell_back),
            ends(&choices.fell_back),
            NOTHING.to_owned(),
        ]);
    }
    table
}

fn reasons(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&["player", "game", "side", "memory", "why"]);
    for player in players {
        for one in player.choices.iter().flat_map(|choices| &choices.each) {
            if let Some(why) = &one.why {
                table.rows.push(vec![
                    named(player),
                    one.game.clone(),
                    one.side.to_string(),
                    one.tool.to_string(),
                    why.clone(),
                ]);
            }
        }
    }
    table
}

fn costs(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        "player",
        "side",
        ">seats",
        ">tokens",
        ">decisions",
        ">calls",
        ">counted",
        ">prompt",
        ">completion",
        ">reasoning",
    ]);
    let tokens = |count: Option<u64>| count.map_or(NOTHING.to_owned(), |count| count.to_string());
    for player in players {
        for seat in &player.seats {
            table.rows.push(vec![
                named(player),
                seat.side.to_string(),
                seat.seats.to_string(),
                seat.spent.to_string(),
                seat.decisions.to_string(),
                seat.calls.to_string(),
                seat.counted_calls.to_string(),
                tokens(seat.prompt_tokens),
                tokens(seat.completion_tokens),
                tokens(seat.reasoning_tokens),
            ]);
        }
    }
    table
}
