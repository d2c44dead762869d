//! A Token Chess study, set up: conditions, prompts, players.

use std::collections::BTreeMap;

use ludometer_record::{
    GameId, PlayerName, Seed,
    desk::Decide,
    ending::Ending,
    journal::Exchange,
    manifest::PromptRecord,
    study::{BuiltIn, Mock, ModelRef},
};

use super::{
    plan::{self, PlanError, PlannedGame},
    play,
    prompt::Prompts,
    record::{GameRecord, SoFar},
    table::Condition,
};
use crate::{
    Instrument, Study,
    desk::{Desk, DeskError, Seen},
    templates::TemplateError,
};

/// Why a study cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum SetUpError {
    /// A prompt template cannot be used.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The study has no plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// A Token Chess study, set up.
#[derive(Debug)]
pub struct TokenChess {
    study: Study,
    conditions: Vec<Condition>,
    pub(super) prompts: Prompts,
    mocks: BTreeMap<PlayerName, Mock>,
    games: Vec<PlannedGame>,
}

impl TokenChess {
    /// Lays out the plan and reads the templates. `recorded` are a run's own, which win
    /// over those that are built in.
    pub fn new(study: &Study, recorded: &[PromptRecord]) -> Result<Self, SetUpError> {
        let conditions = study.token_chess.conditions().map_err(PlanError::Key)?;
        let mocks = study
            .players
            .iter()
            .filter_map(|player| match player.model {
                ModelRef::BuiltIn(BuiltIn::Mock(mock)) => Some((player.name().ok()?, mock)),
                ModelRef::BuiltIn(_)
                | ModelRef::Engine(_)
                | ModelRef::Agent(_)
                | ModelRef::Person
                | ModelRef::Served { .. } => None,
            });
        let games = plan::plan(&study.token_chess, &study.player_names(), &conditions)?;
        Ok(Self {
            mocks: mocks.collect(),
            prompts: Prompts::new(recorded)?,
            study: study.clone(),
            conditions,
            games,
        })
    }

    /// The study.
    #[must_use]
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// Every combination of what is swept; one where nothing is.
    #[must_use]
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// The condition of a game.
    #[must_use]
    pub fn condition(&self, game: &PlannedGame) -> &Condition {
        &self.conditions[game.condition]
    }

    /// The rule that a player plays by, if it is one of the built-in ones.
    #[must_use]
    pub fn mock(&self, player: &PlayerName) -> Option<Mock> {
        self.mocks.get(player).copied()
    }

    /// A game as far as a journal has it, over or not; `seen` is shown every question with
    /// its answer. What the journal has beyond the first question that differs is not shown.
    #[must_use]
    pub fn so_far(&self, game: &PlannedGame, exchanges: &[Exchange], seen: Seen<'_>) -> SoFar {
        play::so_far(self, game, exchanges, seen)
    }

    pub(super) fn seed(&self) -> Seed {
        self.study.seed
    }
}

impl Instrument for TokenChess {
    type Game = PlannedGame;
    type Record = GameRecord;

    fn plan(&self) -> &[PlannedGame] {
        &self.games
    }

    fn prompts(&self) -> Vec<PromptRecord> {
        let asks = self
            .study
            .players
            .iter()
            .any(|player| player.is_served() || player.is_person());
        if asks {
            self.prompts.records()
        } else {
            Vec::new()
        }
    }

    fn players(&self, game: &PlannedGame) -> Vec<PlayerName> {
        vec![game.players.white.clone(), game.players.black.clone()]
    }

    fn id<'a>(&self, game: &'a PlannedGame) -> &'a GameId {
        &game.id
    }

    async fn play<D: Desk>(
        &self,
        game: &PlannedGame,
        desk: &mut D,
    ) -> Result<GameRecord, DeskError> {
        play::play(self, game, desk).await
    }

    fn ending(&self, record: &GameRecord) -> Ending {
        record.ending.clone()
    }

    /// None: built-in players decide within the game, from what it knows.
    fn built_in_reply(&self, _: &Decide) -> Option<String> {
        None
    }
}
