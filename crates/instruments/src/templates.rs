//! Prompt templates: those that are built in, or a study's own in their place.

use ludometer_record::manifest::PromptRecord;
use minijinja::{Environment, UndefinedBehavior, Value, syntax::SyntaxConfig};

/// A template that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("template {name:?}: {problem}")]
pub struct TemplateError {
    /// The template.
    pub name: String,
    /// What is wrong.
    pub problem: String,
}

/// Templates, ready to be filled in.
#[derive(Debug)]
pub(crate) struct Templates {
    environment: Environment<'static>,
    records: Vec<PromptRecord>,
}

impl Templates {
    /// Reads templates by name. Those of `own` win over those that are built in: a study's,
    /// or those that a run is replayed in.
    pub(crate) fn new(
        built_in: &[(&'static str, &'static str)],
        own: &[PromptRecord],
    ) -> Result<Self, TemplateError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        let syntax = SyntaxConfig::builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .build()
            .map_err(|problem| error("syntax", &problem))?;
        environment.set_syntax(syntax);
        let mut records = Vec::new();
        for (name, built_in) in built_in {
            let own = own.iter().find(|record| record.family == *name);
            let text = own.map_or(*built_in, |record| record.text.as_str());
            environment
                .add_template_owned(*name, text.to_owned())
                .map_err(|problem| error(name, &problem))?;
            records.push(PromptRecord::new(*name, text));
        }
        Ok(Self {
            environment,
            records,
        })
    }

    /// The templates as the manifest keeps them.
    pub(crate) fn records(&self) -> Vec<PromptRecord> {
        self.records.clone()
    }

    /// A template with its words filled in, without space around it.
    pub(crate) fn fill(&self, name: &str, words: Value) -> Result<String, TemplateError> {
        let template = self.environment.get_template(name);
        template
            .and_then(|template| template.render(words))
            .map(|text| text.trim().to_owned())
            .map_err(|problem| error(name, &problem))
    }
}

fn error(name: &str, problem: &minijinja::Error) -> TemplateError {
    TemplateError {
        name: name.to_owned(),
        problem: problem.to_string(),
    }
}
