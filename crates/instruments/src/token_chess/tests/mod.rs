//! Shared by the tests of this folder: studies, a desk with a script for each kind of
//! question, journals in memory.

mod audits;
mod batch;
mod choice;
mod exhaustion;
mod forfeit;
mod hostile_replies;
mod income;
mod measured;
mod memory;
mod mocks;
mod plans;
mod prompts;
mod replies;
mod rules;

use std::{
    collections::VecDeque,
    future::{Future, ready},
    path::Path,
};

use futures_util::FutureExt;
use ludometer_games::{Board, ByColor, Color};
use ludometer_record::{
    Seat,
    desk::{Answer, Decide, Draw, Finish, Judge, Message, Question, Reply, Score, Usage, Verdict},
    ending::{Ending, GameResult, Termination},
    journal::{Asked, Exchange},
};
use rand::RngExt;

use super::{GameRecord, PlannedGame, TokenChess};
use crate::{
    Instrument, Study,
    desk::{Desk, DeskError, ScriptedDesk},
    generator,
    tool::board_of,
};

/// Two served models, `a` and `b`, and the mocks, with these lines in `[token_chess]`.
fn study_text(lines: &str) -> String {
    format!(
        "name = \"s\"\ninstrument = \"token-chess\"\nseed = 7\n\
         [[player]]\nmodel = \"openai:a\"\n[[player]]\nmodel = \"openai:b\"\n\
         [[player]]\nmodel = \"mock:random\"\n[[player]]\nmodel = \"mock:adaptive\"\n\
         [[player]]\nmodel = \"mock:heuristic\"\n[token_chess]\n{lines}\n"
    )
}

fn study(lines: &str) -> Study {
    Study::parse(&study_text(lines), Path::new("study.toml"))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn bench(lines: &str) -> TokenChess {
    TokenChess::new(&study(lines), &[]).unwrap()
}

/// Answers every kind of question from a script of its own. Where a script is over, what
/// is said `otherwise` is said; where nothing is, the run stops.
#[derive(Debug, Default)]
struct Script {
    samples: VecDeque<String>,
    other_sample: Option<&'static str>,
    /// Sees the board, as the tool never does, so that whole games come about.
    dreams: bool,
    replies: ByColor<VecDeque<Answer>>,
    other_reply: Option<&'static str>,
    verdict: Option<Verdict>,
    asked: Vec<Question>,
    given: Vec<Answer>,
}

impl Script {
    /// Samples, apart by spaces, for whoever draws next.
    fn samples(texts: &str) -> Self {
        Self {
            samples: texts.split_whitespace().map(str::to_owned).collect(),
            ..Self::default()
        }
    }

    /// A tool of which about one sample in three is legal.
    fn dreaming() -> Self {
        Self {
            dreams: true,
            ..Self::default()
        }
    }

    fn sample(mut self, text: &str) -> Self {
        self.samples.push_back(text.to_owned());
        self
    }

    fn samples_otherwise(mut self, text: &'static str) -> Self {
        self.other_sample = Some(text);
        self
    }

    fn white<'a>(mut self, replies: impl IntoIterator<Item = &'a str>) -> Self {
        self.replies.white.extend(replies.into_iter().map(stop));
        self
    }

    fn black<'a>(mut self, replies: impl IntoIterator<Item = &'a str>) -> Self {
        self.replies.black.extend(replies.into_iter().map(stop));
        self
    }

    fn says(mut self, side: Color, answer: Answer) -> Self {
        self.replies[side].push_back(answer);
        self
    }

    fn replies_otherwise(mut self, text: &'static str) -> Self {
        self.other_reply = Some(text);
        self
    }

    fn verdict(mut self, score: Score) -> Self {
        self.verdict = Some(verdict(score));
        self
    }

    /// The decisions that were asked for.
    fn decisions(&self) -> Vec<&Decide> {
        let asked = self.asked.iter();
        asked
            .filter_map(|question| match question {
                Question::Decide(decide) => Some(decide),
                _ => None,
            })
            .collect()
    }

    fn draws(&self) -> Vec<&Draw> {
        let asked = self.asked.iter();
        asked
            .filter_map(|question| match question {
                Question::Draw(draw) => Some(draw),
                _ => None,
            })
            .collect()
    }

    fn judged(&self) -> Vec<&Judge> {
        let asked = self.asked.iter();
        asked
            .filter_map(|question| match question {
                Question::Judge(judge) => Some(judge),
                _ => None,
            })
            .collect()
    }

    /// What a seat was told, every message.
    fn told(&self, seat: Seat) -> Vec<&str> {
        self.decisions()
            .into_iter()
            .filter(|decide| decide.seat == seat)
            .flat_map(|decide| decide.messages.iter().map(|message| message.text.as_str()))
            .collect()
    }

    fn answer(&mut self, question: &Question) -> Option<Answer> {
        match question {
            Question::Decide(decide) => {
                let side = match decide.seat {
                    Seat::First => Color::White,
                    Seat::Second => Color::Black,
                };
                let scripted = self.replies[side].pop_front();
                scripted.or_else(|| self.other_reply.map(stop))
            }
            Question::Draw(draw) if self.dreams => Some(Answer::Samples(dream(draw))),
            Question::Draw(draw) => (0..draw.order.n)
                .map(|_| {
                    let scripted = self.samples.pop_front();
                    scripted.or_else(|| self.other_sample.map(str::to_owned))
                })
                .collect::<Option<_>>()
                .map(Answer::Samples),
            Question::Judge(_) => self.verdict.clone().map(Answer::Verdict),
            other => unreachable!("Token Chess asks no {other:?}"),
        }
    }
}

impl Desk for Script {
    fn ask(
        &mut self,
        question: Question,
    ) -> impl Future<Output = Result<Answer, DeskError>> + Send {
        let answer = self.answer(&question);
        self.asked.push(question);
        self.given.extend(answer.clone());
        ready(answer.ok_or_else(|| DeskError::halted("the script is over")))
    }
}

/// The same draw dreams the same texts.
fn dream(draw: &Draw) -> Vec<String> {
    let variant = board_of(draw.tool.parse().unwrap());
    let legal = Board::replay(variant, &draw.moves).unwrap().legal_moves();
    let mut random = generator(ludometer_record::Seed(draw.order.seed), &["dream"]);
    let text = |_| match random.random_range(0..3_u32) {
        0 => legal[random.random_range(0..legal.len())].clone(),
        1 => "a1a1".to_owned(),
        _ => format!("b{}c3", random.random_range(1..9_u32)),
    };
    (0..draw.order.n).map(text).collect()
}

fn verdict(score: Score) -> Verdict {
    Verdict {
        score,
        depth: Some(10),
        engine: "scripted".to_owned(),
        stand_in: false,
    }
}

fn stop(text: &str) -> Answer {
    ScriptedDesk::reply(text, Finish::Stop)
}

fn reply(text: &str, finish: Finish) -> Reply {
    match ScriptedDesk::reply(text, finish) {
        Answer::Reply(reply) => *reply,
        other => unreachable!("{other:?}"),
    }
}

/// A reply with counted tokens.
fn counted(text: &str, prompt: u64, completion: u64) -> Answer {
    let usage = Usage {
        prompt: Some(prompt),
        completion: Some(completion),
        ..Usage::default()
    };
    Answer::Reply(Box::new(Reply {
        usage,
        ..reply(text, Finish::Stop)
    }))
}

/// A setting that any economy takes.
const ANY: &str = r#"{"action":"sample","temperature":0.7,"soft_cap":null}"#;

fn pick(text: &str) -> String {
    format!(r#"{{"action":"pick","move":"{text}"}}"#)
}

/// Plays a game; a script answers at once.
fn play(
    bench: &TokenChess,
    game: &PlannedGame,
    script: Script,
) -> (Result<GameRecord, DeskError>, Script) {
    let mut desk = script;
    let record = bench
        .play(game, &mut desk)
        .now_or_never()
        .expect("the script answers at once");
    (record, desk)
}

/// Plays the first game of a study with these lines.
#[track_caller]
fn first(lines: &str, script: Script) -> (GameRecord, Script) {
    let bench = bench(lines);
    let (record, desk) = play(&bench, &bench.plan()[0], script);
    let record = record.unwrap_or_else(|error| panic!("{error}: {:?}", desk.asked.last()));
    (record, desk)
}

fn scored(result: GameResult, termination: Termination) -> Ending {
    Ending::Scored {
        result,
        termination,
    }
}

/// What a journal would hold of a game that was played.
fn exchanges(game: &PlannedGame, desk: &Script) -> Vec<Exchange> {
    let mut before: Vec<Message> = Vec::new();
    let mut kept = Vec::new();
    for ((n, question), answer) in (0..).zip(&desk.asked).zip(&desk.given) {
        kept.push(Exchange {
            game: game.id.clone(),
            n,
            asked: Asked::keep(question, &before),
            answer: answer.clone(),
        });
        if let Question::Decide(decide) = question {
            before.clone_from(&decide.messages);
        }
    }
    kept
}
