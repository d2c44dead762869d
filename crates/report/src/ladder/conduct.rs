//! Tables of how games ended, how players kept to the rules, and what they took.

use ludometer_instruments::{
    Finding,
    ladder::findings::{LadderVoid, PlayerFindings},
};

use super::{named, ratings::with_error, score};
use crate::{
    document::Table,
    number::{NOTHING, ends, grouped, value},
};

/// A value with its interval, where it has one.
fn told(finding: Option<&Finding>) -> String {
    finding.map_or(NOTHING.to_owned(), |finding| {
        if finding.intervals.is_empty() {
            value(finding)
        } else {
            format!("{} ({})", value(finding), ends(finding))
        }
    })
}

/// Every finding of a player that is shown beside its ratings.
pub(super) fn shown(player: &PlayerFindings) -> Vec<&Finding> {
    let mut shown = vec![&player.colours.white.score, &player.colours.black.score];
    if let Some(conduct) = &player.conduct {
        shown.extend([&conduct.illegal, &conduct.malformed, &conduct.legality]);
        let further = [
            &conduct.calls,
            &conduct.bad_calls,
            &conduct.replies,
            &conduct.unusable,
        ];
        shown.extend(further.into_iter().flatten());
    }
    if let Some(spending) = &player.spending {
        let kinds = [
            &spending.prompt,
            &spending.cached,
            &spending.completion,
            &spending.reasoning,
            &spending.dollars,
        ];
        shown.extend(kinds.into_iter().flatten());
    }
    shown.extend(&player.player_time);
    shown.extend([&player.opponent_time, &player.length]);
    shown
}

/// Games by why they ended.
pub(super) fn endings(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&["player", "kind", "termination", ">games", ">W–D–L"]);
    for player in players {
        for (n, end) in player.terminations.iter().enumerate() {
            table.rows.push(vec![
                if n == 0 { named(player) } else { String::new() },
                end.kind.clone(),
                end.termination.clone(),
                end.games.to_string(),
                end.results.map_or(NOTHING.to_owned(), score),
            ]);
        }
    }
    table
}

/// Refused moves and calls.
pub(super) fn attempts(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        "player",
        ">legal %",
        ">illegal a game",
        ">malformed",
        ">bad calls",
        ">unusable replies",
        ">calls",
        ">replies",
    ]);
    for player in players {
        let Some(conduct) = &player.conduct else {
            continue;
        };
        table.rows.push(vec![
            named(player),
            told(Some(&conduct.legality)),
            told(Some(&conduct.illegal)),
            told(Some(&conduct.malformed)),
            told(conduct.bad_calls.as_ref()),
            told(conduct.unusable.as_ref()),
            told(conduct.calls.as_ref()),
            told(conduct.replies.as_ref()),
        ]);
    }
    table
}

/// Tokens by kind, and money.
pub(super) fn tokens(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        "player",
        ">games counted",
        ">prompt",
        ">of it cached",
        ">output",
        ">of it reasoning",
        ">price",
    ]);
    for player in players {
        let Some(spending) = &player.spending else {
            continue;
        };
        let all = spending.counted + spending.partly_counted + spending.uncounted;
        table.rows.push(vec![
            named(player),
            format!("{} of {all}", spending.counted),
            told(spending.prompt.as_ref()),
            told(spending.cached.as_ref()),
            told(spending.completion.as_ref()),
            told(spending.reasoning.as_ref()),
            told(spending.dollars.as_ref()),
        ]);
    }
    table
}

/// Seconds and plies.
pub(super) fn times(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        "player",
        ">player's seconds",
        ">opponent's seconds",
        ">plies",
    ]);
    for player in players {
        table.rows.push(vec![
            named(player),
            told(player.player_time.as_ref()),
            told(Some(&player.opponent_time)),
            told(Some(&player.length)),
        ]);
    }
    table
}

/// The games that only inform the choice of opponents.
pub(super) fn pilots(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&["player", "pilot against", ">Elo", "result", "by"]);
    for player in players {
        let Some(pilot) = &player.pilot else {
            continue;
        };
        let opponent = pilot.opponent.as_ref();
        table.rows.push(vec![
            named(player),
            opponent.map_or(NOTHING.to_owned(), |one| one.name.clone()),
            opponent.map_or(NOTHING.to_owned(), with_error),
            pilot.result.clone(),
            pilot
                .termination
                .clone()
                .unwrap_or_else(|| NOTHING.to_owned()),
        ]);
    }
    table
}

/// Void games with their places.
pub(super) fn voids(voids: &[LadderVoid]) -> Table {
    let mut table = Table::new(&[
        "game", "opponent", ">Elo", "colour", "cause", "detail", ">answers",
    ]);
    for one in voids {
        let opponent = one.opponent.as_ref();
        let pilot = if one.pair.is_none() { " (pilot)" } else { "" };
        table.rows.push(vec![
            format!("{}{pilot}", one.void.game),
            opponent.map_or(NOTHING.to_owned(), |one| one.name.clone()),
            opponent.map_or(NOTHING.to_owned(), with_error),
            one.color.to_string(),
            one.void.cause.clone(),
            one.void.detail.clone(),
            grouped(one.void.answers as f64),
        ]);
    }
    table
}
