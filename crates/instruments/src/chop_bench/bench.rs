//! A Chop-Bench study, set up: rules, solved table, prompt families, players.

use std::collections::BTreeMap;

use ludometer_games::chopsticks::RulesError;
use ludometer_record::{
    GameId, PlayerName, Price, Seed,
    desk::Decide,
    ending::Ending,
    journal::Exchange,
    manifest::PromptRecord,
    study::{BuiltIn, ModelRef},
};
use ludometer_solver::SolveError;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{
    BUILT_IN_FAMILIES, ChopBenchTable, Family, FamilyError, GameRecord, Opponent, PlanError,
    PlannedGame, Policy, SoFar, Solved, built_in, family, findings::StudyFacts, plan,
};
use crate::{
    Instrument, Study,
    desk::{Desk, DeskError, Seen},
};

/// Why a study cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum SetUpError {
    /// The rules are none.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The game could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A prompt family cannot be used.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// A family of the study has no template.
    #[error("no template for the prompt family {0:?}")]
    NoTemplate(String),
    /// The study has no plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// A Chop-Bench study, set up.
#[derive(Debug)]
pub struct ChopBench {
    pub(super) table: ChopBenchTable,
    pub(super) seed: Seed,
    pub(super) solved: Solved,
    pub(super) families: BTreeMap<String, Family>,
    /// Asks models that sit in the opponent's seat.
    pub(super) opponent_family: Family,
    built_in: BTreeMap<PlayerName, BuiltIn>,
    pub(super) study: StudyFacts,
    pub(super) prices: BTreeMap<PlayerName, Price>,
    games: Vec<PlannedGame>,
}

impl ChopBench {
    /// Solves the game and reads the templates.
    ///
    /// `templates` are the study's own, as (family, text); they win over built-in
    /// ones of the same name, which is how a run's recorded prompts are replayed.
    pub fn new(study: &Study, templates: &[PromptRecord]) -> Result<Self, SetUpError> {
        let table = study.chop_bench.clone();
        let rules = table.rules.rules()?;
        let solved = Solved::new(rules)?;
        let mut families = BTreeMap::new();
        for name in &table.families {
            let own = templates.iter().find(|template| template.family == *name);
            let text = own.map(|template| template.text.as_str()).or_else(|| {
                BUILT_IN_FAMILIES
                    .iter()
                    .find(|(known, _)| known == name)
                    .map(|(_, text)| *text)
            });
            let text = text.ok_or_else(|| SetUpError::NoTemplate(name.clone()))?;
            let family = Family::new(name, text, &rules)?;
            if own.is_some() {
                family.try_positions(&solved)?;
            }
            families.insert(name.clone(), family);
        }
        let formal = templates
            .iter()
            .find(|template| template.family == "formal");
        let formal = formal.map_or(family::FORMAL, |template| template.text.as_str());
        let opponent_family = Family::new("formal", formal, &rules)?;
        let built_in = study
            .players
            .iter()
            .filter_map(|player| match player.model {
                ModelRef::BuiltIn(kind) => Some((player.name().ok()?, kind)),
                ModelRef::Engine(_)
                | ModelRef::Agent(_)
                | ModelRef::Person
                | ModelRef::Served { .. } => None,
            })
            .collect();
        let models = table.measured(&study.player_names());
        let games = plan::plan(&table, &models, study.seed, &solved)?;
        let prices = study
            .players
            .iter()
            .filter_map(|player| Some((player.name().ok()?, player.price?)))
            .collect();
        Ok(Self {
            study: StudyFacts::of(study, &table),
            table,
            seed: study.seed,
            solved,
            families,
            opponent_family,
            built_in,
            prices,
            games,
        })
    }

    /// A game as far as a journal has it, over or not; `seen` is shown every question with
    /// its answer. What the journal has beyond the first question that differs is not shown.
    #[must_use]
    pub fn so_far(&self, game: &PlannedGame, exchanges: &[Exchange], seen: Seen<'_>) -> SoFar {
        super::play::so_far(self, game, exchanges, seen)
    }

    /// The game with its table.
    #[must_use]
    pub fn solved(&self) -> &Solved {
        &self.solved
    }

    /// What an unusable or illegal reply costs.
    #[must_use]
    pub fn policy(&self) -> Policy {
        self.table.policy
    }

    /// The prompt families, by name.
    pub fn families(&self) -> impl Iterator<Item = &Family> {
        self.families.values()
    }

    /// The family in which a question is put: a cell's, or that of a model in the
    /// opponent's seat.
    pub(super) fn family(&self, name: &str) -> &Family {
        self.families.get(name).unwrap_or(&self.opponent_family)
    }

    /// What a built-in player replies to a question, dressed as the family wants it.
    #[must_use]
    pub fn reply_of(&self, player: BuiltIn, question: &Decide) -> Option<String> {
        let family = self.family(&question.situation.family);
        let position = self
            .solved
            .rules()
            .parse(&question.situation.position)
            .ok()?;
        let mut random = ChaCha8Rng::seed_from_u64(question.situation.seed);
        let state = built_in::choose(player, &self.solved, position, &mut random)?;
        Some(family.dressed_reply(state))
    }
}

impl Instrument for ChopBench {
    type Game = PlannedGame;
    type Record = GameRecord;

    fn plan(&self) -> &[PlannedGame] {
        &self.games
    }

    fn prompts(&self) -> Vec<PromptRecord> {
        let mut prompts: Vec<PromptRecord> = self.families.values().map(Family::record).collect();
        let asked = self
            .table
            .opponents
            .iter()
            .any(|one| matches!(one, Opponent::Player(_)));
        if asked && !self.families.contains_key(self.opponent_family.name()) {
            prompts.push(self.opponent_family.record());
        }
        prompts
    }

    fn players(&self, game: &PlannedGame) -> Vec<PlayerName> {
        let mut players = vec![game.cell.model.clone()];
        if let Opponent::Player(name) = &game.opponent {
            players.extend(PlayerName::new(name.as_str()));
        }
        players
    }

    fn id<'a>(&self, game: &'a PlannedGame) -> &'a GameId {
        &game.id
    }

    async fn play<D: Desk>(
        &self,
        game: &PlannedGame,
        desk: &mut D,
    ) -> Result<GameRecord, DeskError> {
        super::play::play(self, game, desk).await
    }

    fn ending(&self, record: &GameRecord) -> Ending {
        record.ending.clone()
    }

    fn built_in_reply(&self, question: &Decide) -> Option<String> {
        self.reply_of(*self.built_in.get(&question.player)?, question)
    }
}
