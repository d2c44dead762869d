//! One game: what every instrument's replay has, and the transcript for those without one.

use std::fmt::Write;

use ludometer_instruments::{desk::Seen, read_back_one};
use ludometer_record::{
    GameLog,
    desk::{Answer, Decide, Finish, Leaving, Message, Question, Reply, Role, Score, Verdict},
    hostile::steers,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Pages, chop_bench::replay::ChopReplay, ladder::shapes::LadderReplay, outcome::Outcome,
    probe::replay::ProbeReplay, token_chess::replay::TokenReplay,
};

/// Longest text that a page carries, in characters. The journal has the rest.
const TEXT_LIMIT: usize = 20_000;

/// A game's page.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct GamePage {
    /// The run, by its key.
    pub run: String,
    /// The game's id.
    pub id: String,
    /// Its place in the plan, from 0.
    pub place: usize,
    /// Games in the plan.
    pub planned: usize,
    /// What it can be filtered by: name and value.
    pub facts: Vec<(String, String)>,
    /// People that play in the run, whose games count for no model.
    pub people: Vec<String>,
    /// How it came out.
    pub outcome: Outcome,
    /// What is wrong with its record, where something is.
    pub problem: Option<String>,
    /// Calls that came to nothing, a line each.
    pub failures: Vec<String>,
    /// What happened.
    pub replay: Replay,
}

/// What happened in a game.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "shape", rename_all = "kebab-case")]
pub enum Replay {
    /// Hands, replies and verdicts.
    ChopBench(ChopReplay),
    /// A board, a purse and dreams.
    TokenChess(Box<TokenReplay>),
    /// A board, tool calls and an opponent that was chosen.
    Ladder(Box<LadderReplay>),
    /// A board, and what was dreamt on it.
    DaydreamProbe(Box<ProbeReplay>),
    /// Questions and answers as they came.
    Transcript(Transcript),
}

/// Questions and answers as they came.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Transcript {
    /// In order.
    pub steps: Vec<Step>,
}

/// One question with its answer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "shape", rename_all = "kebab-case")]
pub enum Step {
    /// A player was asked.
    Said(Said),
    /// Anything else, in words.
    Other {
        /// What was asked.
        asked: String,
        /// What came back.
        answer: String,
    },
}

/// A player was asked, and replied.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Said {
    /// The player.
    pub player: String,
    /// What was said to it that it had not been told before.
    pub told: Vec<Told>,
    /// Its reply.
    pub reply: String,
    /// Reasoning that its server keeps apart.
    pub reasoning: Option<String>,
    /// Why the reply ended, where it did not simply stop.
    pub finish: Option<String>,
    /// Prompt and completion tokens, as the server counted them.
    pub tokens: Option<(u64, u64)>,
    /// Milliseconds.
    pub took_ms: u64,
    /// Tries that failed before.
    pub failed_tries: usize,
}

/// A message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Told {
    /// `system`, `user`, `assistant` or `tool`.
    pub role: String,
    /// What is said.
    pub text: String,
}

/// Plays a game again and keeps what it asked and was answered.
pub fn shown<T>(play: impl FnOnce(Seen<'_>) -> T) -> (T, Vec<(Question, Answer)>) {
    let mut exchanges = Vec::new();
    let mut see = |_: &_, question: &Question, answer: &Answer| {
        exchanges.push((question.clone(), answer.clone()));
    };
    let played = play(&mut see);
    (played, exchanges)
}

/// The transcript of a game.
#[must_use]
pub fn transcript<P: Pages>(bench: &P, game: &P::Game, log: &GameLog) -> Transcript {
    let (_, exchanges) = shown(|see| read_back_one(bench, game, log, see));
    let mut before: Vec<Message> = Vec::new();
    let steps = exchanges.iter().map(|(question, answer)| {
        if let (Question::Decide(decide), Answer::Reply(reply)) = (question, answer) {
            let said = said(decide, &before, reply);
            before.clone_from(&decide.messages);
            Step::Said(said)
        } else {
            Step::Other {
                asked: asked(question),
                answer: answered(answer),
            }
        }
    });
    Transcript {
        steps: steps.collect(),
    }
}

/// A reply beside what was asked. `before` is the conversation of the question before.
#[must_use]
pub fn said(decide: &Decide, before: &[Message], reply: &Reply) -> Said {
    let known = decide
        .messages
        .iter()
        .zip(before)
        .take_while(|(now, then)| now == then)
        .count();
    let usage = reply.usage;
    Said {
        player: decide.player.to_string(),
        told: decide.messages[known..].iter().map(told).collect(),
        reply: readable(&reply.text),
        reasoning: reply.reasoning.as_deref().map(readable),
        finish: match &reply.finish {
            Finish::Stop => None,
            Finish::Length => Some("cut off at the token limit".to_owned()),
            Finish::Refusal => Some("declined".to_owned()),
            Finish::Unknown => Some("the server gave no reason for the end".to_owned()),
            Finish::Other(reason) => Some(readable(reason)),
        },
        tokens: usage.prompt.zip(usage.completion),
        took_ms: reply.timing.wall_us / 1000,
        failed_tries: reply.failed.len(),
    }
}

fn told(message: &Message) -> Told {
    Told {
        role: match message.role {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
            Role::Tool => "tool",
        }
        .to_owned(),
        text: readable(&message.text),
    }
}

fn asked(question: &Question) -> String {
    match question {
        Question::Decide(decide) => format!("{} is to decide", decide.player),
        Question::Draw(draw) => format!(
            "{} draws from {} after {} plies",
            draw.order.n,
            draw.tool,
            draw.moves.len()
        ),
        Question::Judge(judge) => format!("an engine judges after {} plies", judge.moves.len()),
        Question::Move(turn) => format!("{} is to move", turn.engine),
        Question::Serve(serve) => format!("{} is to call", serve.player),
        Question::Assign(assign) => format!("an opponent for {}", assign.player),
    }
}

fn answered(answer: &Answer) -> String {
    let text = match answer {
        Answer::Reply(reply) => {
            let calls = reply.calls.iter();
            let calls = calls.map(|call| format!("{} {}", call.name, call.arguments));
            let said = std::iter::once(reply.text.clone()).filter(|text| !text.is_empty());
            said.chain(calls).collect::<Vec<_>>().join("\n")
        }
        Answer::OverGameCap(over) => format!("not asked: {} is reached", over.key),
        Answer::Samples(texts) => texts.join(" "),
        Answer::Verdict(verdict) => judged(verdict),
        Answer::Moved(moved) => moved.uci.clone(),
        Answer::Started(_) => "the program is started".to_owned(),
        Answer::Called(call) => format!("{} {}", call.tool, call.arguments),
        Answer::Left(left) => {
            let why = match left.why {
                Leaving::Done => "leaves",
                Leaving::OutOfTime => "is out of time",
                Leaving::Killed => "did not leave by itself after its game",
            };
            let words = left.last_words.as_ref();
            words.map_or(why.to_owned(), |words| {
                format!("{why}; its last words: {words}")
            })
        }
        Answer::Assigned(assigned) => format!("rating {}", assigned.rating),
    };
    readable(&text)
}

/// An engine's verdict in words.
#[must_use]
pub fn judged(verdict: &Verdict) -> String {
    let depth = verdict
        .depth
        .map_or(String::new(), |depth| format!(" at depth {depth}"));
    let stand_in = if verdict.stand_in {
        " (this program's own small referee, in place of an engine)"
    } else {
        ""
    };
    format!(
        "{}, {}{depth}{stand_in}",
        score(verdict.score),
        readable(&verdict.engine)
    )
}

/// A score from the side that is to move.
fn score(score: Score) -> String {
    match score {
        Score::Cp(cp) => format!("{:+.2} pawns for the side to move", f64::from(cp) / 100.0),
        Score::Mate(moves) if moves > 0 => format!("the side to move mates in {moves}"),
        Score::Mate(moves) => format!("the side to move is mated in {}", moves.unsigned_abs()),
    }
}

/// A stranger's text as a page may carry it: what would steer the eye stands as its code
/// point, and what is longer than any page needs is cut and says so.
#[must_use]
pub fn readable(text: &str) -> String {
    readable_within(text, TEXT_LIMIT)
}

/// The same, cut after so many characters.
#[must_use]
pub fn readable_within(text: &str, limit: usize) -> String {
    let mut out = String::with_capacity(text.len().min(4 * limit));
    for (at, c) in text.chars().enumerate() {
        if at == limit {
            let more = text.chars().count() - limit;
            let _ = write!(out, "… ({more} more characters are in the journal)");
            break;
        }
        match c {
            '\n' | '\t' => out.push(c),
            '\r' => {}
            c if steers(c) => {
                let _ = write!(out, "⟨U+{:04X}⟩", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{TEXT_LIMIT, readable};

    #[test]
    fn what_steers_the_eye_is_shown_as_its_code_point() {
        assert_eq!(readable("a\u{202e}b\u{1b}[2J"), "a⟨U+202E⟩b⟨U+001B⟩[2J");
        assert_eq!(readable("two\r\nlines\t"), "two\nlines\t");
    }

    #[test]
    fn a_text_without_end_is_cut_and_says_so() {
        let long = "x".repeat(TEXT_LIMIT + 7);
        let shown = readable(&long);
        assert!(shown.ends_with("(7 more characters are in the journal)"));
        assert!(shown.len() < TEXT_LIMIT + 100);
    }
}
