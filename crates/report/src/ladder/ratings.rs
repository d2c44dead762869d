//! Tables of ratings: who stands where, how sure that is, and against whom.

use ludometer_instruments::ladder::findings::{
    Findings, OpponentFacts, PlayerFindings, RatingFinding, RatingInterval, Unbounded,
};
use ludometer_stats::Method;

use super::{named, named_of, score};
use crate::{
    document::Table,
    elo::{Word, elo, ends},
    number::{self, NOTHING, p_value, value},
};

/// A rating, or that there is none.
pub(super) fn rating(of: Option<Unbounded>) -> String {
    of.map_or("not identified".to_owned(), |rating| elo(rating.0))
}

fn within(interval: Option<&RatingInterval>) -> String {
    interval.map_or(NOTHING.to_owned(), |interval| ends(interval.ends()))
}

/// Who stands where.
pub(super) fn leaderboard(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        ">#",
        "player",
        ">W–D–L",
        ">rating",
        ">interval",
        ">at every look",
        ">illegal a game",
        ">output tokens a game",
    ]);
    for (number, player) in (1..).zip(players) {
        let place = player
            .rating
            .value
            .map_or(NOTHING.to_owned(), |_| format!("{number}"));
        let illegal = player.conduct.as_ref().map(|conduct| &conduct.illegal);
        let output = player
            .spending
            .as_ref()
            .and_then(|spending| spending.completion.as_ref());
        let told = |finding: Option<_>| finding.map_or(NOTHING.to_owned(), value);
        table.rows.push(vec![
            place,
            named(player),
            score(player.results),
            rating(player.rating.value),
            within(player.rating.main()),
            within(player.rating.interval(Method::AnytimeMixture)),
            told(illegal),
            told(output),
        ]);
    }
    table
}

/// How the intervals of the leaderboard are meant.
pub(super) fn method(findings: &Findings) -> String {
    let main = findings
        .players
        .first()
        .and_then(|player| player.rating.main());
    let (level, carried) = main.map_or((95.0, false), |main| {
        let carried = main.method == Method::ProfileUncertainOpponents;
        (main.level * 100.0, carried)
    });
    let carried = if carried {
        " that carries the errors of the opponents' own ratings"
    } else {
        ""
    };
    format!(
        "Rating: maximum likelihood of a win-draw-loss model. Interval: {level}% profile likelihood\
         {carried}, approximate, for a number of games that was fixed beforehand. At every look: \
         {level}% likelihood-mixture set, conservative, whenever one stops. An end at ∞ is not \
         bounded by the games."
    )
}

/// Every rating of a player.
pub(super) fn shown(player: &PlayerFindings) -> impl Iterator<Item = &RatingFinding> {
    let cases = player.voids.iter();
    [
        Some(&player.rating),
        player.rating_opponents_as_known.as_ref(),
    ]
    .into_iter()
    .flatten()
    .chain([&player.rating_free_colour])
    .chain(player.rating_board_only.as_ref())
    .chain(cases.flat_map(|cases| [&cases.worst, &cases.best]))
}

/// Every rating with every interval.
pub(super) fn every(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        "player",
        "rating",
        ">games",
        ">W–D–L",
        ">value",
        ">interval",
        "method",
        ">White's worth",
    ]);
    for player in players {
        for finding in shown(player) {
            for (n, interval) in finding.intervals.iter().enumerate() {
                let first = |text: String| if n == 0 { text } else { String::new() };
                let worth = finding.colour_advantage.map_or(String::new(), elo);
                table.rows.push(vec![
                    first(named(player)),
                    first(what(&finding.id).to_owned()),
                    interval.games.to_string(),
                    first(score(finding.results)),
                    first(
                        finding
                            .reason
                            .clone()
                            .unwrap_or_else(|| rating(finding.value)),
                    ),
                    ends(interval.ends()),
                    format!("{} ({})", short(interval.method), Word::of(interval.method)),
                    first(worth),
                ]);
            }
        }
    }
    table
}

/// A rating's id in words.
fn what(id: &str) -> &str {
    match id {
        "rating" => "rating",
        "rating-opponents-as-known" => "opponents' ratings taken as known",
        "rating-free-colour" => "White's worth free",
        "rating-board-only" => "games that the board ended",
        "rating-voids-lost" => "voids all lost",
        "rating-voids-won" => "voids all won",
        other => other,
    }
}

fn short(method: Method) -> &'static str {
    match method {
        Method::Profile => "profile",
        Method::ProfileFreeColour => "profile, White free",
        Method::ProfileUncertainOpponents => "profile, opponents' errors carried",
        Method::LikelihoodMixture => "mixture, first ten weight it",
        Method::AnytimeMixture => "mixture, at every look",
        Method::ProfileDifference => "profile of a difference",
        other => other.definition(),
    }
}

/// What void games might have changed.
pub(super) fn voids(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        "player",
        ">void",
        ">rating",
        ">interval",
        ">all lost",
        ">interval",
        ">all won",
        ">interval",
    ]);
    for player in players {
        let Some(cases) = &player.voids else {
            continue;
        };
        let mut cells = vec![named(player), cases.games.to_string()];
        for finding in [&player.rating, &cases.worst, &cases.best] {
            cells.extend([rating(finding.value), within(finding.main())]);
        }
        table.rows.push(cells);
    }
    table
}

/// Differences between players.
pub(super) fn differences(findings: &Findings) -> Table {
    let mut table = Table::new(&[
        "difference",
        ">Elo",
        ">interval",
        ">all at once",
        ">p",
        ">p, Holm",
    ]);
    for one in &findings.differences {
        let of = |name: &str| named_of(findings, name);
        table.rows.push(vec![
            format!("{} − {}", of(one.first.as_str()), of(one.second.as_str())),
            rating(one.value),
            within(one.intervals.first()),
            within(one.intervals.get(1)),
            p_value(one.p),
            p_value(one.p_holm),
        ]);
    }
    table
}

/// Whom a player met.
pub(super) fn opponents(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        "player",
        "opponent",
        ">Elo",
        ">W–D–L",
        ">as White",
        ">as Black",
    ]);
    for player in players {
        for (n, met) in player.opponents.iter().enumerate() {
            let first = if n == 0 { named(player) } else { String::new() };
            table.rows.push(vec![
                first,
                met.opponent.name.clone(),
                with_error(&met.opponent),
                score(met.both()),
                score(met.white),
                score(met.black),
            ]);
        }
    }
    table
}

/// A rating with its standard error, where it has one.
pub(super) fn with_error(opponent: &OpponentFacts) -> String {
    let rating = elo(opponent.rating);
    if opponent.standard_error > 0.0 {
        format!("{rating} ± {:.0}", opponent.standard_error)
    } else {
        rating
    }
}

/// All opponents of the study.
pub(super) fn across(opponents: &[OpponentFacts]) -> Table {
    let mut table = Table::new(&["opponent", ">Elo", "engine", ">random moves"]);
    for one in opponents {
        table.rows.push(vec![
            one.name.clone(),
            with_error(one),
            one.engine.clone().unwrap_or_else(|| "none".to_owned()),
            format!("{:.0}%", number::percent(one.random)),
        ]);
    }
    table
}

/// Scores by colour.
pub(super) fn colours(players: &[PlayerFindings]) -> Table {
    let mut table = Table::new(&[
        "player",
        ">W–D–L as White",
        ">score %",
        ">interval",
        ">W–D–L as Black",
        ">score %",
        ">interval",
    ]);
    for player in players {
        let mut cells = vec![named(player)];
        for colour in [&player.colours.white, &player.colours.black] {
            cells.extend([
                score(colour.results),
                value(&colour.score),
                number::ends(&colour.score),
            ]);
        }
        table.rows.push(cells);
    }
    table
}
