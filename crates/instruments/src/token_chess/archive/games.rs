//! Imported records by what they are evidence of.
//!
//! The files say little about themselves. Rounds three to five are told apart by the keys
//! that came later, players by their names; only a calibration game's board and the smoke game need
//! the folder.

use ludometer_games::{Board, Variant};
use ludometer_record::archive::{
    Evidence, Record, Side, SoftCap,
    probes::{ChoiceGame, RealPrefix, Sweep, ToolProfile},
    round_one::RoundOneGame,
    round_two::BankedGame,
    turn_games::TurnGame,
};

/// A record with the path of its file.
#[derive(Debug)]
pub struct Filed<'a, T> {
    /// The file's path.
    pub path: &'a str,
    /// What it holds.
    pub of: &'a T,
}

impl<T> Clone for Filed<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Filed<'_, T> {}

impl<T> Filed<'_, T> {
    /// Whether a folder on the path has this name.
    pub(super) fn is_in(&self, folder: &str) -> bool {
        self.path.rsplit('/').skip(1).any(|name| name == folder)
    }

    /// The file's name.
    pub(super) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(self.path)
    }
}

/// Records by kind.
#[derive(Debug, Default)]
pub struct Archive<'a> {
    /// Round one.
    pub round_one: Vec<Filed<'a, RoundOneGame>>,
    /// Round two.
    pub banked: Vec<Filed<'a, BankedGame>>,
    /// Rounds three to five.
    pub turn_games: Vec<Filed<'a, TurnGame>>,
    /// Choice probes.
    pub choices: Vec<Filed<'a, ChoiceGame>>,
    /// Profiles of the tool.
    pub profiles: Vec<Filed<'a, ToolProfile>>,
    /// Prefixes of real games.
    pub prefixes: Vec<Filed<'a, RealPrefix>>,
    /// Sweeps over settings.
    pub sweeps: Vec<Filed<'a, Sweep>>,
}

impl<'a> Archive<'a> {
    /// Sorts records by kind.
    #[must_use]
    pub fn of(records: &'a [Record]) -> Self {
        let mut archive = Self::default();
        for record in records {
            let path = record.path.as_str();
            match &record.evidence {
                Evidence::RoundOneGame(of) => archive.round_one.push(Filed { path, of }),
                Evidence::BankedGame(of) => archive.banked.push(Filed { path, of }),
                Evidence::TurnGame(of) => archive.turn_games.push(Filed { path, of }),
                Evidence::ChoiceGame(of) => archive.choices.push(Filed { path, of }),
                Evidence::ToolProfile(of) => archive.profiles.push(Filed { path, of }),
                Evidence::RealPrefix(of) => archive.prefixes.push(Filed { path, of }),
                Evidence::Sweep(of) => archive.sweeps.push(Filed { path, of }),
            }
        }
        archive
    }
}

/// The board of a round-one game: its folder's name, or else the one whose start has as many legal
/// moves as the first attempt says.
#[must_use]
pub fn board_of(game: &Filed<'_, RoundOneGame>) -> Variant {
    let by_folder = [
        ("micro", Variant::Gardner),
        ("grand", Variant::Grand12),
        ("regular", Variant::Standard),
        ("smoke", Variant::Standard),
    ];
    if let Some((_, variant)) = by_folder.iter().find(|(name, _)| game.is_in(name)) {
        return *variant;
    }
    let first = game.of.attempts.iter().find(|attempt| attempt.ply == 0);
    let count = first.and_then(|attempt| attempt.n_legal_moves);
    let fits = |variant: &Variant| Some(Board::new(*variant).legal_move_count()) == count;
    Variant::ALL
        .into_iter()
        .find(fits)
        .unwrap_or(Variant::Standard)
}

/// What a round-one game was played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Calibration(Variant),
    Smoke,
    CrossModel,
}

pub(super) fn purpose(game: &Filed<'_, RoundOneGame>) -> Purpose {
    let of = game.of;
    if of.white_player.is_some() && of.black_player.is_some() && of.white_player != of.black_player
    {
        Purpose::CrossModel
    } else if game.is_in("smoke") {
        Purpose::Smoke
    } else {
        Purpose::Calibration(board_of(game))
    }
}

/// The round of a game of turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Round {
    /// Two mocks: the self-test.
    SelfTest,
    Three,
    Four,
    Five,
}

pub(super) fn round(game: &TurnGame) -> Round {
    let is_mock = |side| {
        game.player(side)
            .is_some_and(|name| name.starts_with("mock:"))
    };
    if game.tool_choices.is_some() {
        Round::Five
    } else if game.memory.is_some() {
        Round::Four
    } else if Side::ALL.into_iter().all(is_mock) {
        Round::SelfTest
    } else {
        Round::Three
    }
}

/// The side that somebody has whose name contains a text, if only one side has.
pub(super) fn side_of(white: Option<&str>, black: Option<&str>, name: &str) -> Option<Side> {
    let has = |player: Option<&str>| player.is_some_and(|player| player.contains(name));
    match (has(white), has(black)) {
        (true, false) => Some(Side::White),
        (false, true) => Some(Side::Black),
        _ => None,
    }
}

/// Whether a cap is set so low that hardly a sample is legal.
pub(super) fn is_tight(cap: Option<SoftCap>) -> Option<bool> {
    Some(cap?.value().is_some_and(|cap| cap <= 2.0))
}
