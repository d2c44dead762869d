//! A ladder study, set up: who is measured, who may sit across, in which words.

use std::collections::BTreeMap;

use ludometer_record::{
    GameId, PlayerName, Seed,
    desk::{Assign, Assigned, Decide},
    ending::Ending,
    manifest::{OpponentRecord, PromptRecord},
    study::{BuiltIn, ModelRef},
};
use ludometer_stats::ladder::{
    Elo, EloError,
    planning::{Ladder, LadderError},
};

use super::{
    LadderTable, PlanError, PlannedGame, Roster, findings::SeatKind, plan, play, prompt::Prompts,
    record::GameRecord, rung::RungTable,
};
use crate::{
    Instrument, Standing, Study,
    desk::{Desk, DeskError},
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
    /// An opponent's rating is none.
    #[error("opponent {name:?}: {problem}")]
    Rating {
        /// The opponent.
        name: String,
        /// What is wrong.
        problem: EloError,
    },
    /// The opponents make no ladder.
    #[error(transparent)]
    Ladder(#[from] LadderError),
}

/// A ladder study, set up.
#[derive(Debug)]
pub struct EloLadder {
    study: Study,
    prompts: Prompts,
    opponents: Vec<OpponentRecord>,
    examinees: BTreeMap<PlayerName, Examinee>,
    games: Vec<PlannedGame>,
    roster: Roster,
    rungs: Option<RungTable>,
}

/// What is in the seat of a measured player.
#[derive(Debug, Clone, PartialEq)]
pub enum Examinee {
    /// A part of this program.
    BuiltIn(BuiltIn),
    /// A chess engine, by the text that names it.
    Engine(String),
    /// A model behind a server.
    Model,
    /// An agent program.
    Agent,
    /// A person, who answers in the form of a model without a program.
    Person,
}

impl EloLadder {
    /// Lays out the plan. `own` templates win over those that are built in; `opponents` are
    /// all that may sit across.
    pub fn new(
        study: &Study,
        own: &[PromptRecord],
        opponents: &[OpponentRecord],
    ) -> Result<Self, SetUpError> {
        let ratings = opponents.iter().map(|opponent| {
            Elo::new(opponent.rating).map_err(|problem| SetUpError::Rating {
                name: opponent.name.clone(),
                problem,
            })
        });
        let ladder = Ladder::new(&ratings.collect::<Result<Vec<_>, _>>()?)?;
        let games = plan::plan(&study.ladder, &study.player_names())?;
        let examinees = study.players.iter().filter_map(|player| {
            let examinee = match &player.model {
                ModelRef::BuiltIn(kind) => Examinee::BuiltIn(*kind),
                ModelRef::Engine(engine) => Examinee::Engine(engine.clone()),
                ModelRef::Served { .. } => Examinee::Model,
                ModelRef::Agent(_) => Examinee::Agent,
                ModelRef::Person => Examinee::Person,
            };
            Some((player.name().ok()?, examinee))
        });
        Ok(Self {
            prompts: Prompts::new(own)?,
            opponents: opponents.to_vec(),
            examinees: examinees.collect(),
            roster: Roster::new(study.ladder.design(ladder), &games),
            games,
            study: study.clone(),
            rungs: None,
        })
    }

    /// With the table that rates the opponents, so that what it leaves open is carried into
    /// the players' intervals.
    #[must_use]
    pub fn with_rungs(self, rungs: RungTable) -> Self {
        Self {
            rungs: Some(rungs),
            ..self
        }
    }

    /// The table that rates the opponents; none where an engine rates itself.
    #[must_use]
    pub fn rungs(&self) -> Option<&RungTable> {
        self.rungs.as_ref()
    }

    /// The study.
    #[must_use]
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// The study's own keys.
    #[must_use]
    pub fn table(&self) -> &LadderTable {
        &self.study.ladder
    }

    /// All that may sit across.
    #[must_use]
    pub fn opponents(&self) -> &[OpponentRecord] {
        &self.opponents
    }

    /// Who sits across, chosen and to be chosen.
    #[must_use]
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// The opponent of exactly this rating.
    #[must_use]
    pub fn opponent(&self, rating: f64) -> Option<&OpponentRecord> {
        let bits = rating.to_bits();
        self.opponents
            .iter()
            .find(|opponent| opponent.rating.to_bits() == bits)
    }

    pub(super) fn prompts(&self) -> &Prompts {
        &self.prompts
    }

    pub(super) fn seed(&self) -> Seed {
        self.study.seed
    }

    /// What sits in a player's seat, as findings and PGN say it.
    #[must_use]
    pub fn seat_kind(&self, player: &PlayerName) -> SeatKind {
        SeatKind::of(self.examinee(player))
    }

    /// What is in a player's seat.
    pub(super) fn examinee(&self, player: &PlayerName) -> &Examinee {
        self.examinees.get(player).unwrap_or(&Examinee::Model)
    }
}

impl Instrument for EloLadder {
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
            .any(|player| player.is_asked() || player.is_person());
        if asks {
            self.prompts.records()
        } else {
            Vec::new()
        }
    }

    fn players(&self, game: &PlannedGame) -> Vec<PlayerName> {
        vec![game.player.clone()]
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

    fn may_begin(&self, game: &PlannedGame, standing: &Standing) -> bool {
        self.roster.may_begin(game, standing)
    }

    fn assign(&self, asked: &Assign, standing: &Standing) -> Option<Assigned> {
        self.roster.assign(asked, standing).ok()
    }

    /// None: built-in players move within the game.
    fn built_in_reply(&self, _: &Decide) -> Option<String> {
        None
    }
}
