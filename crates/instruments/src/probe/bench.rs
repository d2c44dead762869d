//! A study of the tool by itself, set up.

use ludometer_record::{
    GameId, NameError, PlayerName, Seed,
    desk::Decide,
    ending::{Ending, GameResult, Termination},
    manifest::PromptRecord,
    study::KeyError,
};

use super::{
    game::Rules,
    plan::{self, PlannedGame},
    play::{self, Record},
    prefix::{self, GAMES, GamesError},
    table::{Kind, ProbeTable},
};
use crate::{
    Instrument, Study,
    desk::{Desk, DeskError},
    on_board,
    tool::board_of,
};

/// Why a study cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum SetUpError {
    /// A key that cannot be right.
    #[error("`{}`: {}", .0.key, .0.problem)]
    Key(KeyError),
    /// A game cannot be named.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Nobody brought the real games.
    #[error("the study goes on from real games, and there are none")]
    NoGames,
    /// They are no games of the board.
    #[error("the real games: {0}")]
    Games(#[from] GamesError),
}

/// A study of the tool by itself, set up.
#[derive(Debug)]
pub struct DaydreamProbe {
    study: Study,
    cells: Vec<Rules>,
    games: Vec<PlannedGame>,
    pub(super) prefixes: Vec<Vec<String>>,
    prompts: Vec<PromptRecord>,
}

impl DaydreamProbe {
    /// Lays out the plan. `recorded` has the real games under the name [`GAMES`], where the
    /// study wants some.
    pub fn new(study: &Study, recorded: &[PromptRecord]) -> Result<Self, SetUpError> {
        let table = &study.probe;
        let cells = table.cells().map_err(SetUpError::Key)?;
        let games = plan::plan(table, &cells)?;
        let (mut prefixes, mut prompts) = (Vec::new(), Vec::new());
        if table.kind == Kind::Prefix {
            let kept = recorded.iter().find(|one| one.family == GAMES);
            let kept = kept.ok_or(SetUpError::NoGames)?;
            prefixes = prefix::read(&kept.text, board_of(table.tier))?;
            if prefixes.len() < games.len() {
                return Err(SetUpError::Games(GamesError::TooFew {
                    held: prefixes.len(),
                    wanted: games.len(),
                }));
            }
            prompts.push(kept.clone());
        }
        Ok(Self {
            study: study.clone(),
            cells,
            games,
            prefixes,
            prompts,
        })
    }

    /// The study.
    #[must_use]
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// The study's own table.
    #[must_use]
    pub fn table(&self) -> &ProbeTable {
        &self.study.probe
    }

    /// The rules of every setting; one where there is no grid.
    #[must_use]
    pub fn cells(&self) -> &[Rules] {
        &self.cells
    }

    /// The rules of a game.
    #[must_use]
    pub fn rules(&self, game: &PlannedGame) -> Rules {
        self.cells[game.cell]
    }

    /// The moves of the real game that a planned one goes on from; none where there is none.
    #[must_use]
    pub fn real_game(&self, game: &PlannedGame) -> &[String] {
        let moves = self.prefixes.get(game.index);
        moves.map_or(&[], Vec::as_slice)
    }

    pub(super) fn seed(&self) -> Seed {
        self.study.seed
    }
}

impl Instrument for DaydreamProbe {
    type Game = PlannedGame;
    type Record = Record;

    fn plan(&self) -> &[PlannedGame] {
        &self.games
    }

    /// The real games that it goes on from, where it does.
    fn prompts(&self) -> Vec<PromptRecord> {
        self.prompts.clone()
    }

    /// Nobody: only the tool is asked.
    fn players(&self, _: &PlannedGame) -> Vec<PlayerName> {
        Vec::new()
    }

    fn id<'a>(&self, game: &'a PlannedGame) -> &'a GameId {
        &game.id
    }

    async fn play<D: Desk>(&self, game: &PlannedGame, desk: &mut D) -> Result<Record, DeskError> {
        play::play(self, game, desk).await
    }

    fn ending(&self, record: &Record) -> Ending {
        let (result, termination) = match record {
            Record::Game(game) => match game.ending {
                Some(ending) => (
                    ending.winner.map_or(GameResult::Draw, |side| {
                        GameResult::won_by(on_board::seat(side))
                    }),
                    on_board::termination(ending.kind),
                ),
                None => (GameResult::Draw, Termination::PlyCap),
            },
            Record::Looks(_) => (GameResult::Draw, Termination::Sampled),
        };
        Ending::Scored {
            result,
            termination,
        }
    }

    fn built_in_reply(&self, _: &Decide) -> Option<String> {
        None
    }
}

/// Nobody: only the tool is asked.
impl crate::seat::Seated for DaydreamProbe {}
