//! Prompt families: one template file each.
//!
//! A template is minijinja (Jinja2's syntax). It sets what it is at its top,
//!
//! ```jinja
//! {% set about = "the rules in prose" %}
//! {% set answer = "text" %}        {# text, final-line or json #}
//! {% set notation = "plain" %}     {# plain or disguised #}
//! {% set structured = false %}     {# counts into the structure gain #}
//! ```
//!
//! and has three blocks: `opening` (rules and position: the whole prompt of a
//! stateless turn and the first of a dialogue), `turn` (a dialogue's later
//! positions) and `again` (after a reply that could not be used, where the
//! policy allows another try). A missing variable is an error, not a gap.

use std::collections::BTreeMap;

use minijinja::{Environment, UndefinedBehavior, Value, context, syntax::SyntaxConfig};

use ludometer_games::{
    FiniteGame,
    chopsticks::{Graph, Move, Position, Rules},
};
use ludometer_record::{desk::ReplyForm, manifest::PromptRecord};

use super::{
    Solved,
    dress::{AnswerStyle, Dress, RawState},
};

/// Positions that a template of a user's own is tried on.
const TRIED: usize = 1000;

/// The template that opponents who are models are asked with, too.
pub(super) const FORMAL: &str = include_str!("../../templates/chop_bench/formal.jinja");

/// The families that come with the program, with their templates.
pub const BUILT_IN_FAMILIES: [(&str, &str); 6] = [
    (
        "plain",
        include_str!("../../templates/chop_bench/plain.jinja"),
    ),
    ("formal", FORMAL),
    (
        "worked",
        include_str!("../../templates/chop_bench/worked.jinja"),
    ),
    (
        "reasoned",
        include_str!("../../templates/chop_bench/reasoned.jinja"),
    ),
    (
        "json",
        include_str!("../../templates/chop_bench/json.jinja"),
    ),
    (
        "disguised",
        include_str!("../../templates/chop_bench/disguised.jinja"),
    ),
];

/// A template that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("prompt family {family:?}: {problem}")]
pub struct FamilyError {
    /// The family.
    pub family: String,
    /// What is wrong, with the template's line where there is one.
    pub problem: String,
}

/// A prompt family, ready to ask with.
#[derive(Debug)]
pub struct Family {
    name: String,
    text: String,
    environment: Environment<'static>,
    /// One sentence about it.
    pub about: String,
    /// How a reply is to be formed.
    pub style: AnswerStyle,
    /// The alphabet.
    pub dress: Dress,
    /// Whether it counts into the structure gain.
    pub structured: bool,
    rules: Value,
    hands: usize,
}

/// The part of a template that a prompt needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Opening,
    Turn,
    Again,
}

impl Family {
    /// Reads a template and tries each of its parts.
    pub fn new(name: &str, text: &str, rules: &Rules) -> Result<Self, FamilyError> {
        let error = |problem: String| FamilyError {
            family: name.to_owned(),
            problem,
        };
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        let syntax = SyntaxConfig::builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .build();
        environment.set_syntax(syntax.map_err(|problem| error(line(&problem)))?);
        environment
            .add_template_owned(name.to_owned(), text.to_owned())
            .map_err(|problem| error(line(&problem)))?;
        let mut family = Self {
            name: name.to_owned(),
            text: text.to_owned(),
            environment,
            about: String::new(),
            style: AnswerStyle::Text,
            dress: Dress::Plain,
            structured: false,
            rules: Value::UNDEFINED,
            hands: rules.hands(),
        };
        let start = rules.start();
        family.rules = facts(*rules, family.dress);
        let said = family
            .exports(start)
            .map_err(|problem| error(line(&problem)))?;
        let word = |key: &str, default: &str| {
            said.get(key)
                .map_or(default.to_owned(), ToString::to_string)
        };
        family.about = word("about", "");
        family.structured = said.get("structured").is_some_and(Value::is_true);
        family.style = match word("answer", "text").as_str() {
            "text" => AnswerStyle::Text,
            "final-line" => AnswerStyle::FinalLine,
            "json" => AnswerStyle::Json,
            other => {
                return Err(error(format!(
                    "answer = {other:?}; expected text, final-line or json"
                )));
            }
        };
        family.dress = match word("notation", "plain").as_str() {
            "plain" => Dress::Plain,
            "disguised" => Dress::Disguised,
            other => {
                return Err(error(format!(
                    "notation = {other:?}; expected plain or disguised"
                )));
            }
        };
        if family.dress != Dress::Plain {
            family.rules = facts(*rules, family.dress);
        }
        for part in [Part::Opening, Part::Turn, Part::Again] {
            let prompt = family
                .try_prompt(part, start)
                .map_err(|problem| error(line(&problem)))?;
            if part != Part::Again && !prompt.contains(&family.dress.write(start)) {
                return Err(error(format!(
                    "its {} block does not show {{{{ position }}}}",
                    part.block()
                )));
            }
        }
        Ok(family)
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its template as the manifest keeps it.
    #[must_use]
    pub fn record(&self) -> PromptRecord {
        PromptRecord::new(self.name.clone(), self.text.clone())
    }

    /// Tries a template of a user's own on positions that play can reach, at most
    /// so many, since it may go wrong at some of them only.
    pub(super) fn try_positions(&self, solved: &Solved) -> Result<(), FamilyError> {
        let rules = solved.rules();
        let positions = solved.reachable();
        let open = positions
            .iter()
            .filter(|position| rules.terminal(**position).is_none());
        for position in open.take(TRIED) {
            for part in [Part::Opening, Part::Turn, Part::Again] {
                self.try_prompt(part, *position)
                    .map_err(|problem| FamilyError {
                        family: self.name.clone(),
                        problem: format!("at the position {position}: {}", line(&problem)),
                    })?;
            }
        }
        Ok(())
    }

    /// The prompt for a position. Fails only as [`new`](Self::new) or
    /// [`try_positions`](Self::try_positions) would have.
    pub(super) fn prompt(&self, part: Part, position: Position) -> String {
        self.try_prompt(part, position)
            .unwrap_or_else(|_| self.dress.write(position))
    }

    /// The form in which a reply is wanted.
    #[must_use]
    pub fn form(&self) -> ReplyForm {
        if self.style != AnswerStyle::Json {
            return ReplyForm::Text;
        }
        let digits = match self.dress {
            Dress::Plain => format!("^[0-9]{{{0}}}-[0-9]{{{0}}}$", self.hands),
            Dress::Disguised => format!("^[A-Z]{{{0}}}/[A-Z]{{{0}}}$", self.hands),
        };
        ReplyForm::Json {
            name: "move".to_owned(),
            schema: serde_json::json!({
                "type": "object",
                "properties": { "state": { "type": "string", "pattern": digits } },
                "required": ["state"],
                "additionalProperties": false
            }),
        }
    }

    /// A state as a reply in this family would give it.
    #[must_use]
    pub fn dressed_reply(&self, state: Position) -> String {
        self.said(&self.dress.write(state))
    }

    /// The same of a state that need not be one of the game's.
    #[must_use]
    pub fn dressed_raw(&self, state: &RawState) -> String {
        self.said(&self.dress.write_raw(state))
    }

    fn said(&self, state: &str) -> String {
        match self.style {
            AnswerStyle::Text => state.to_owned(),
            AnswerStyle::FinalLine => format!("FINAL: {state}"),
            AnswerStyle::Json => format!(r#"{{"state": "{state}"}}"#),
        }
    }

    fn exports(&self, position: Position) -> Result<BTreeMap<String, Value>, minijinja::Error> {
        let template = self.environment.get_template(&self.name)?;
        let rendered = template.render_captured(self.context(position))?;
        let state = rendered.state();
        Ok(state
            .exports()
            .into_iter()
            .filter_map(|key| Some((key.to_owned(), state.lookup(key)?)))
            .collect())
    }

    pub(super) fn try_prompt(
        &self,
        part: Part,
        position: Position,
    ) -> Result<String, minijinja::Error> {
        let template = self.environment.get_template(&self.name)?;
        let mut rendered = template.render_captured(self.context(position))?;
        let text = rendered.with_state_mut(|state| state.render_block(part.block()))?;
        Ok(text.trim().to_owned())
    }

    fn context(&self, position: Position) -> Value {
        let hands = |fingers: &[u8]| -> Vec<String> {
            fingers.iter().map(|f| self.dress.hands(&[*f])).collect()
        };
        context! {
            position => self.dress.write(position),
            own => hands(position.own.fingers()),
            opponent => hands(position.opponent.fingers()),
            ..self.rules.clone()
        }
    }
}

impl Part {
    fn block(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Turn => "turn",
            Self::Again => "again",
        }
    }
}

/// What a template may say of the rules. Examples come from the rules themselves.
fn facts(rules: Rules, dress: Dress) -> Value {
    let shape = |from: char| -> String { (from..).take(rules.hands()).collect() };
    context! {
        hands => rules.hands(),
        modulus => rules.modulus(),
        most => rules.modulus() - 1,
        split => rules.split().name(),
        start => dress.write(rules.start()),
        shape => match dress {
            Dress::Plain => format!("{}-{}", shape('A'), shape(char::from(b'A' + u8::try_from(rules.hands()).unwrap_or(0)))),
            Dress::Disguised => format!("{}/{}", "•".repeat(rules.hands()), "•".repeat(rules.hands())),
        },
        alphabet => dress.alphabet(rules),
        examples => examples(rules, dress),
    }
}

/// Kinds of worked moves: tap, kill, wrap, split, revival.
const KINDS: usize = 5;

/// One worked move of each kind that the rules have, found by looking through the positions.
fn examples(rules: Rules, dress: Dress) -> Value {
    let graph = Graph::new(rules);
    let mut found: Vec<(&str, Value)> = Vec::new();
    let count = u32::try_from(graph.position_count()).unwrap_or(u32::MAX);
    let modulus = rules.modulus();
    // The higher half of the index space has the fuller hands, which show more.
    for index in (0..count).skip(count as usize / 2).step_by(7) {
        if found.len() == KINDS {
            break;
        }
        let position = graph.position(index);
        if rules.terminal(position).is_some() {
            continue;
        }
        for chosen in rules.moves(position) {
            let Ok(after) = rules.after(position, chosen) else {
                continue;
            };
            let (kind, with, onto, sum) = match chosen {
                Move::Tap { with, onto } => {
                    let (own, theirs) = (
                        position.own.fingers()[with],
                        position.opponent.fingers()[onto],
                    );
                    let sum = usize::from(own) + usize::from(theirs);
                    let kind = match sum.cmp(&modulus) {
                        std::cmp::Ordering::Less => "tap",
                        std::cmp::Ordering::Equal => "kill",
                        std::cmp::Ordering::Greater => "wrap",
                    };
                    (kind, dress.hands(&[own]), dress.hands(&[theirs]), sum)
                }
                Move::Split { to } => {
                    let revives = position.own.fingers().contains(&0) && !to.fingers().contains(&0);
                    let kind = if revives { "revival" } else { "split" };
                    (
                        kind,
                        dress.hands(position.own.fingers()),
                        dress.hands(to.fingers()),
                        0,
                    )
                }
            };
            if found.iter().all(|(known, _)| *known != kind) {
                found.push((
                    kind,
                    context! {
                        kind, with, onto, sum, rest => sum % modulus,
                        before => dress.write(position), after => dress.write(after),
                    },
                ));
            }
        }
    }
    found.into_iter().map(|(_, example)| example).collect()
}

/// A template error in one line.
fn line(problem: &minijinja::Error) -> String {
    let text = problem.to_string().replace('\n', " ");
    match problem.line() {
        Some(line) if !text.contains("in ") => format!("line {line}: {text}"),
        _ => text,
    }
}
