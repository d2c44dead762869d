//! What can be done again is done again: draws of the tool, verdicts of the engine.

use std::path::Path;

use anyhow::Result;
use ludometer_arena::{adjudicator::Adjudicator, toolbox};
use ludometer_instruments::{Study, referee::Referee};
use ludometer_record::{
    GameId,
    desk::{Answer, Draw, Judge, Question, Verdict},
    manifest::Manifest,
};

use crate::{bench::Bench, equipment::Equipment};

/// Does again what a replay shows it.
#[derive(Debug)]
pub struct Recheck {
    equipment: Equipment,
    redraws: bool,
    tool: Option<(GameId, toolbox::Bench)>,
    drawn: usize,
    judged: Vec<(GameId, Judge, Verdict)>,
    problems: Vec<String>,
    notes: Vec<String>,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Rechecked {
    /// What is not as the journal has it.
    pub problems: Vec<String>,
    /// What a reader should know.
    pub notes: Vec<String>,
}

impl Recheck {
    /// Brings the tools and the engine, as far as they are here.
    pub async fn of(study: &Study, manifest: &Manifest, engine: Option<&Path>) -> Result<Self> {
        let mut notes = Vec::new();
        let equipment = match Equipment::of(study, engine).await {
            Ok(equipment) => equipment,
            // An engine that was named has to be there; otherwise much can be checked without.
            Err(problem) if engine.is_none() => {
                notes.push(format!("no verdict was asked for again: {problem:#}"));
                Equipment::tools_of(study)?
            }
            Err(problem) => return Err(problem),
        };
        let same = |tool: &ludometer_record::manifest::ToolRecord| {
            let was = manifest.tools.iter().find(|was| was.name == tool.name);
            was.is_some_and(|was| was.weights == tool.weights)
        };
        let redraws = equipment.tools.iter().all(same);
        if !redraws {
            notes.push(
                "no draw was made again: the run drew with other weights than this program has"
                    .to_owned(),
            );
        }
        Ok(Self {
            equipment,
            redraws,
            tool: None,
            drawn: 0,
            judged: Vec::new(),
            problems: Vec::new(),
            notes,
        })
    }

    /// Is shown a question with its answer.
    pub fn see(&mut self, game: &GameId, question: &Question, answer: &Answer) {
        match (question, answer) {
            (Question::Draw(draw), Answer::Samples(texts)) if self.redraws => {
                self.redraw(game, draw, texts);
            }
            (Question::Judge(judge), Answer::Verdict(verdict)) => {
                self.judged
                    .push((game.clone(), judge.clone(), verdict.clone()));
            }
            _ => {}
        }
    }

    fn redraw(&mut self, game: &GameId, draw: &Draw, texts: &[String]) {
        self.drawn += 1;
        let toolbox = &self.equipment.toolbox;
        let (_, tool) = match self.tool.take().filter(|(last, _)| last == game) {
            Some(tool) => self.tool.insert(tool),
            None => self.tool.insert((game.clone(), toolbox.bench())),
        };
        match tool.draw(draw) {
            Ok(again) if again == texts => {}
            Ok(again) => self.problems.push(format!(
                "game {game}, ply {}: the journal has the samples {texts:?}, the tool draws {again:?}",
                draw.moves.len()
            )),
            Err(problem) => self.problems.push(format!("game {game}: {problem}")),
        }
    }

    /// Asks for the verdicts again.
    pub async fn finish<B: Bench>(self, bench: &B) -> Rechecked {
        let Self {
            equipment,
            drawn,
            judged,
            mut problems,
            mut notes,
            ..
        } = self;
        if drawn > 0 {
            notes.push(format!("draws made again with the tool itself: {drawn}"));
        }
        let stand_in = Adjudicator::StandIn(Referee::default());
        let (mut asked, mut shifted, mut other) = (0, 0, 0);
        for (game, judge, verdict) in &judged {
            // An engine and the stand-in do not judge each other. The stand-in is always here.
            let adjudicator = if verdict.stand_in {
                &stand_in
            } else {
                &equipment.adjudicator
            };
            if !verdict.stand_in && !matches!(adjudicator, Adjudicator::Engines(_)) {
                other += 1;
                continue;
            }
            asked += 1;
            match adjudicator.judge(judge).await {
                Ok(again) => {
                    let winner = |verdict| bench.winner(game, judge, verdict);
                    if winner(&again) != winner(verdict) {
                        problems.push(format!(
                            "game {game}: the journal's verdict is {:?} by {}, now it is {:?} by {}",
                            verdict.score, verdict.engine, again.score, again.engine
                        ));
                    } else if again.score != verdict.score {
                        shifted += 1;
                    }
                }
                Err(problem) => problems.push(format!("game {game}: {problem}")),
            }
        }
        if asked > 0 {
            notes.push(format!(
                "verdicts asked for again: {asked}, of which {shifted} with another score and the same winner"
            ));
        }
        if other > 0 {
            notes.push(format!(
                "verdicts not asked for again: {other}, since their adjudicator is not here (--engine names one)"
            ));
        }
        Rechecked { problems, notes }
    }
}
