//! What a player is told.

use ludometer_games::Color;
use ludometer_record::manifest::PromptRecord;
use minijinja::{Environment, UndefinedBehavior, context, syntax::SyntaxConfig};

use super::LadderTable;

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

/// A template that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("template {name:?}: {problem}")]
pub struct TemplateError {
    /// The template.
    pub name: String,
    /// What is wrong.
    pub problem: String,
}

/// The templates, ready to be filled in.
#[derive(Debug)]
pub struct Prompts {
    environment: Environment<'static>,
    records: Vec<PromptRecord>,
}

impl Prompts {
    /// Reads the templates; those of `own` win over those that are built in: a study's, or
    /// those that a run is replayed in.
    pub fn new(own: &[PromptRecord]) -> Result<Self, TemplateError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        let syntax = SyntaxConfig::builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .build()
            .map_err(|problem| error("syntax", &problem))?;
        environment.set_syntax(syntax);
        let mut records = Vec::new();
        for (name, built_in) in TEMPLATES {
            let own = own.iter().find(|record| record.family == name);
            let text = own.map_or(built_in, |record| record.text.as_str());
            environment
                .add_template_owned(name, text.to_owned())
                .map_err(|problem| error(name, &problem))?;
            records.push(PromptRecord::new(name, text));
        }
        let prompts = Self {
            environment,
            records,
        };
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
        self.records.clone()
    }

    /// The opening words for one who calls the tools; `agent` is a program that can say
    /// something after the game, too.
    pub fn tools(
        &self,
        color: Color,
        table: &LadderTable,
        agent: bool,
    ) -> Result<String, TemplateError> {
        self.fill(
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
        self.fill(
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
        self.fill(AGAIN, context! { problem => problem, state => state })
    }

    /// After a reply that called no tool.
    pub fn nudge(&self) -> Result<String, TemplateError> {
        self.fill(NUDGE, context! {})
    }

    fn fill(&self, name: &str, known: minijinja::Value) -> Result<String, TemplateError> {
        let template = self.environment.get_template(name);
        template
            .and_then(|template| template.render(known))
            .map(|text| text.trim_end().to_owned())
            .map_err(|problem| error(name, &problem))
    }
}

const GAME: &str = "chess";

fn error(name: &str, problem: &minijinja::Error) -> TemplateError {
    let line = problem
        .line()
        .map_or(String::new(), |line| format!(" (line {line})"));
    TemplateError {
        name: name.to_owned(),
        problem: format!("{problem}{line}"),
    }
}
