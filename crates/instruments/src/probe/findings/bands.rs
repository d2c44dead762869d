//! Legality of games that the tool played by itself, by depth and beside repetition.

use ludometer_daydream::Setting;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Terminations, terminations};
use crate::{
    finding::Finding,
    probe::{
        DaydreamProbe, PlannedGame,
        game::Game,
        legality::{Band, count, share},
        repetition::{Seen, seen},
    },
    tool::board_of,
};

/// What the games at one setting say.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CellFindings {
    /// The sampler's setting.
    #[schemars(with = "SettingShape")]
    pub setting: Setting,
    /// Games.
    pub games: usize,
    /// How they ended.
    pub terminations: Terminations,
    /// Over all plies.
    pub all: BandFindings,
    /// By depth.
    pub bands: Vec<BandFindings>,
}

/// A sampler's setting, as it is written.
#[derive(JsonSchema)]
#[schemars(rename = "Setting")]
#[expect(dead_code, reason = "only its shape is wanted")]
struct SettingShape {
    /// The sampler's temperature.
    temperature: f64,
    /// The bound on logits; null where there is none.
    soft_cap: Option<f64>,
}

/// What the tool's moves of some plies say.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BandFindings {
    /// The plies, as `0-49`; `all` of them.
    pub plies: String,
    /// Samples that were legal.
    pub samples: Finding,
    /// Moves whose first sample was legal.
    pub first_try: Finding,
    /// Moves without a legal sample.
    pub forced: Finding,
    /// Moves that the same side had played before in the game.
    pub moves_before: Finding,
    /// Moves in a position that had occurred before in the game.
    pub positions_before: Finding,
    /// Legal samples for those.
    pub samples_position_before: Finding,
    /// Legal samples for moves in positions that had not occurred before.
    pub samples_position_new: Finding,
    /// Moves of a side whose last two moves undid each other.
    pub shuffling: Finding,
    /// Legal samples for those.
    pub samples_shuffling: Finding,
    /// Legal samples for the other moves.
    pub samples_fresh: Finding,
    /// Samples whose text the same side had played before in the game.
    pub texts_before: Finding,
    /// Legal samples among those.
    pub samples_text_before: Finding,
    /// Legal samples among the others.
    pub samples_text_new: Finding,
}

pub(super) fn cells(bench: &DaydreamProbe, played: &[(&PlannedGame, Game)]) -> Vec<CellFindings> {
    let table = bench.table();
    let cell = |(place, rules): (usize, &crate::probe::game::Rules)| {
        let games: Vec<&Game> = played
            .iter()
            .filter(|(planned, _)| planned.cell == place)
            .map(|(_, game)| game)
            .collect();
        let board = board_of(table.tier);
        let games_seen: Vec<Vec<Seen<'_>>> = games.iter().map(|game| seen(game, board)).collect();
        let bands = Band::of_width(table.band as usize, rules.ply_cap);
        CellFindings {
            setting: rules.setting,
            games: games.len(),
            terminations: terminations(games),
            all: band(Band::ALL, "all", &games_seen),
            bands: bands
                .into_iter()
                .map(|plies| band(plies, &plies.to_string(), &games_seen))
                .collect(),
        }
    };
    bench.cells().iter().enumerate().map(cell).collect()
}

/// Whether a move, or a sample of it, is a hit; `None` is no trial.
type Hit<'a> = &'a dyn Fn(&Seen<'_>, usize) -> Option<bool>;

fn band(plies: Band, name: &str, games: &[Vec<Seen<'_>>]) -> BandFindings {
    let over = |id: &str, what: &str, trials: &dyn Fn(&Seen<'_>) -> usize, hit: Hit<'_>| {
        let tally = |game: &Vec<Seen<'_>>| {
            let turns = game.iter().filter(|seen| plies.holds(seen.turn.ply));
            count(turns.flat_map(|seen| (0..trials(seen)).filter_map(|n| hit(seen, n))))
        };
        share(
            &format!("probe.{id}.plies-{name}"),
            &format!("{what}, plies: {name}"),
            games.iter().map(tally),
        )
    };
    let moves = |id: &str, what: &str, hit: &dyn Fn(&Seen<'_>) -> bool| {
        over(id, &format!("{what} / moves"), &|_| 1, &|seen, _| {
            Some(hit(seen))
        })
    };
    let legal = |id: &str, of: &str, counts: &dyn Fn(&Seen<'_>, usize) -> bool| {
        over(
            id,
            &format!("legal samples / samples{of}"),
            &|seen| seen.turn.attempts.len(),
            &|seen, n| counts(seen, n).then(|| seen.turn.attempts[n].legal),
        )
    };
    BandFindings {
        plies: name.to_owned(),
        samples: legal("samples", "", &|_, _| true),
        first_try: moves("first-try", "moves whose first sample was legal", &|seen| {
            seen.turn.attempts.first().is_some_and(|one| one.legal)
        }),
        forced: moves("forced", "moves without a legal sample", &|seen| {
            seen.turn.forced
        }),
        moves_before: moves(
            "moves-before",
            "moves that the same side had played before in the game",
            &|seen| seen.move_before,
        ),
        positions_before: moves(
            "positions-before",
            "moves in a position that had occurred before in the game",
            &|seen| seen.position_before,
        ),
        samples_position_before: legal(
            "samples-position-before",
            " for moves in a position that had occurred before in the game",
            &|seen, _| seen.position_before,
        ),
        samples_position_new: legal(
            "samples-position-new",
            " for moves in a position that had not occurred before in the game",
            &|seen, _| !seen.position_before,
        ),
        shuffling: moves(
            "shuffling",
            "moves of a side whose last two moves undid each other",
            &|seen| seen.shuffling,
        ),
        samples_shuffling: legal(
            "samples-shuffling",
            " for moves of a side whose last two moves undid each other",
            &|seen, _| seen.shuffling,
        ),
        samples_fresh: legal(
            "samples-fresh",
            " for moves of a side whose last two moves did not undo each other",
            &|seen, _| !seen.shuffling,
        ),
        texts_before: over(
            "texts-before",
            "samples whose text the same side had played before in the game / samples",
            &|seen| seen.turn.attempts.len(),
            &|seen, n| Some(seen.text_before[n]),
        ),
        samples_text_before: legal(
            "samples-text-before",
            " whose text the same side had played before in the game",
            &|seen, n| seen.text_before[n],
        ),
        samples_text_new: legal(
            "samples-text-new",
            " whose text the same side had not played before in the game",
            &|seen, n| !seen.text_before[n],
        ),
    }
}
