//! What a player is told.

use ludometer_games::Color;
use ludometer_record::manifest::PromptRecord;
use minijinja::context;

use super::LadderTable;
use crate::templates::{TemplateError, Templates};

/// The templates by name, with their texts.
pub const TEMPLATES: [(&str, &str); 4] = [
    (TOOLS, include_str!("../../templates/ladder/tools.jinja")),
    (JSON, include_str!("../../templates/ladder/json.jinja")),
    (AGAIN, include_str!("../../templates/ladder/again.jinja")),
    (NUDGE, include_str!("../../templates/ladder/nudge.jinja")),
];

const TOOLS: &str = "ladder/tools";
const JSON: &str = "ladder/json";
const AGAIN: &str = "ladder/again";
const NUDGE: &str = "ladder/nudge";

/// The templates, ready to be filled in.
#[derive(Debug)]
pub struct Prompts(Templates);

impl Prompts {
    /// Reads the templates; those of `own` win over those that are built in: a study's, or
    /// those that a run is replayed in.
    pub fn new(own: &[PromptRecord]) -> Result<Self, TemplateError> {
        let prompts = Self(Templates::new(&TEMPLATES, own)?);
        // A name that no template is given would otherwise stop a game midway.
        let table = LadderTable::default();
        for agent in [true, false] {
            prompts.tools(Color::White, &table, agent)?;
        }
        prompts.json(Color::White, &table, "{}")?;
        prompts.again("A problem.", "{}")?;
        prompts.nudge()?;
        Ok(prompts)
    }

    /// The templates as the manifest keeps them.
    #[must_use]
    pub fn records(&self) -> Vec<PromptRecord> {
        self.0.records()
    }

    /// The opening words for one who calls the tools; `agent` is a program that can say
    /// something after the game, too.
    pub fn tools(
        &self,
        color: Color,
        table: &LadderTable,
        agent: bool,
    ) -> Result<String, TemplateError> {
        self.0.fill(
            TOOLS,
            context! {
                game => GAME,
                color => color.as_str(),
                ply_cap => table.ply_cap,
                max_calls => table.max_calls,
                tries => (!agent).then_some(table.tries),
                agent => agent,
            },
        )
    }

    /// The opening words for one that answers with JSON, with the first state.
    pub fn json(
        &self,
        color: Color,
        table: &LadderTable,
        state: &str,
    ) -> Result<String, TemplateError> {
        self.0.fill(
            JSON,
            context! {
                game => GAME,
                color => color.as_str(),
                ply_cap => table.ply_cap,
                tries => table.tries,
                state => state,
            },
        )
    }

    /// After an answer in JSON that came to nothing.
    pub fn again(&self, problem: &str, state: &str) -> Result<String, TemplateError> {
        self.0
            .fill(AGAIN, context! { problem => problem, state => state })
    }

    /// After a reply that called no tool.
    pub fn nudge(&self) -> Result<String, TemplateError> {
        self.0.fill(NUDGE, context! {})
    }
}

const GAME: &str = "chess";
