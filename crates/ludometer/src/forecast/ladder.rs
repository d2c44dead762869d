//! The ladder: one game of each player, once at random and once by the built-in referee,
//! against a random mover.

use anyhow::Result;
use futures_util::FutureExt;
use ludometer_games::{Board, Variant};
use ludometer_instruments::{
    Instrument, Study,
    desk::{Desk, DeskError, ScriptedDesk},
    generator,
    ladder::{EloLadder, Form, REFEREE},
};
use ludometer_record::{
    Seed,
    desk::{Answer, Assigned, Decide, Finish, Question, ToolUse},
    manifest::OpponentRecord,
    study::PlayerTable,
};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::{Forecast, Load, Loads};
use crate::{ladder::names, study::StudyFile};

/// Any rating: the forecast's opponent is nobody's rung.
const RATING: f64 = 0.0;

pub(super) fn forecast(file: &StudyFile) -> Result<Forecast> {
    let opponent = OpponentRecord {
        name: "a random mover".to_owned(),
        rating: RATING,
        standard_error: 0.0,
        engine: None,
        random: 1.0,
    };
    names(&file.study)?;
    let ladder = EloLadder::new(&file.study, &file.templates, &[opponent])?;
    Ok(Forecast {
        games: ladder.plan().len(),
        one: played(&ladder, &file.study, Play::Random)?,
        other: played(&ladder, &file.study, Play::Referee)?,
        how: "From one game by the built-in referee to one at random in each model's place, against a random mover."
            .to_owned(),
    })
}

#[derive(Debug, Clone, Copy)]
enum Play {
    Random,
    Referee,
}

/// One game of each player, times its games.
fn played(ladder: &EloLadder, study: &Study, play: Play) -> Result<Loads> {
    let mut loads = Loads::new();
    for player in study.ladder.examinees(&study.player_names()) {
        let mut games = ladder.plan().iter().filter(|game| game.player == player);
        let count = games.clone().count() as u64;
        let served = study.player(&player).is_some_and(PlayerTable::is_served);
        let Some(game) = games.next().filter(|_| served) else {
            continue;
        };
        let mut desk = ForecastDesk {
            form: study.ladder.form,
            play,
            random: generator(Seed(1), &["forecast", game.id.as_str()]),
            asked: Load::default(),
        };
        // The desk answers at once, so no game waits on it.
        if let Some(outcome) = ladder.play(game, &mut desk).now_or_never() {
            outcome?;
        }
        let load = Load {
            calls: desk.asked.calls * count,
            prompt_tokens: desk.asked.prompt_tokens * count,
        };
        loads.insert(player, load);
    }
    Ok(loads)
}

/// Plays for a model, and counts what it is asked.
struct ForecastDesk {
    form: Form,
    play: Play,
    random: ChaCha8Rng,
    asked: Load,
}

impl ForecastDesk {
    fn answer(&mut self, question: Question) -> Result<Answer, DeskError> {
        match question {
            Question::Assign(_) => Ok(Answer::Assigned(Assigned {
                rating: RATING,
                after: Vec::new(),
            })),
            Question::Decide(decide) => {
                self.asked.add(&decide);
                Ok(self.reply(&decide))
            }
            _ => Err(DeskError::halted("the forecast asks models only")),
        }
    }

    fn reply(&mut self, decide: &Decide) -> Answer {
        let board = Board::from_fen(Variant::Standard, &decide.situation.position);
        let uci = board.ok().and_then(|board| match self.play {
            Play::Random => board.legal_moves().choose(&mut self.random).cloned(),
            Play::Referee => REFEREE.0.choose(&board, REFEREE.1, &mut self.random),
        });
        let uci = uci.unwrap_or_default();
        let object = format!(r#"{{"move": "{uci}"}}"#);
        match self.form {
            Form::Json => ScriptedDesk::reply(&object, Finish::Stop),
            Form::Tools => {
                let mut answer = ScriptedDesk::reply("", Finish::Stop);
                if let Answer::Reply(reply) = &mut answer {
                    reply.calls.push(ToolUse {
                        id: "call_0".to_owned(),
                        name: "play_move".to_owned(),
                        arguments: object,
                    });
                }
                answer
            }
        }
    }
}

impl Desk for ForecastDesk {
    fn ask(
        &mut self,
        question: Question,
    ) -> impl Future<Output = Result<Answer, DeskError>> + Send {
        std::future::ready(self.answer(question))
    }
}
