//! A person's seat in a run.

use std::sync::Arc;

use anyhow::{Context, Result};
use ludometer_instruments::seat::{Choice, Refused};
use ludometer_record::{Digest, GameId, GameLog, desk::Decide, study::ModelRef};
use ludometer_site::{
    replay::readable,
    seat::{OverGame, SeatPage, Stands},
};

use super::{super::volume::Volume, Book, open::known};

/// How a person's run stands for this process.
#[derive(Debug)]
pub enum Hands {
    /// Nobody plays it here.
    None,
    /// This question waits for the person.
    Open(Digest),
    /// It is played, and not the person's turn.
    Busy,
    /// It was played and stopped; why.
    Stopped(String),
}

impl Book {
    /// The people that play in it.
    pub fn people(&self) -> Vec<String> {
        let players = self.manifest.players.iter();
        let people = players.filter(|player| player.kind == ModelRef::PERSON);
        people.map(|player| player.name.to_string()).collect()
    }

    /// What a person in a seat sees: the first game that is not over, or the last. `hands`
    /// says how the run stands for this process.
    pub fn seat(&self, hands: Hands) -> Result<SeatPage> {
        let card = self.card()?;
        let (spine, place, over, whereabouts, journal) = self.with(|open| {
            let spine = Arc::clone(&open.spine);
            let mut over = Vec::new();
            let mut place = spine.planned().saturating_sub(1);
            for at in 0..spine.planned() {
                let known = spine.id(at).map(|id| known(&open.index, id));
                let Some(known) = known.filter(|known| known.ended.is_some()) else {
                    place = at;
                    break;
                };
                over.push(OverGame {
                    place: at,
                    says: spine.says(at, known),
                });
            }
            let whereabouts = spine.id(place).map(|id| open.index.whereabouts(id));
            Ok((spine, place, over, whereabouts, open.reader()))
        })?;
        let log = match whereabouts {
            Some(some) if !some.is_empty() => {
                let journal = journal.context("what is indexed is of a journal")?;
                some.read(&mut journal.finder()?)?
            }
            _ => GameLog::default(),
        };
        let now = spine.seat(place, &log).context("the study plans no game")?;
        let now = now.map_err(anyhow::Error::msg)?;
        let done = over.len() == spine.planned();
        let stands = match &hands {
            _ if done => Stands::Over,
            Hands::Open(open) if now.question.as_ref() == Some(open) => Stands::Yours,
            Hands::Open(_) | Hands::Busy => Stands::Waiting,
            Hands::None => Stands::Resting,
            Hands::Stopped(_) => Stands::Stopped,
        };
        Ok(SeatPage {
            run: self.key.clone(),
            name: card.name,
            instrument: card.instrument,
            player: self.people().join(", "),
            place,
            planned: spine.planned(),
            stands,
            why: match hands {
                Hands::Stopped(why) if !done => Some(readable(&why)),
                _ => None,
            },
            question: now.question.map(|question| question.to_string()),
            told: now.told.as_deref().map(readable),
            over,
            view: now.view,
        })
    }

    /// What a model would have written for a person's choice in a game.
    pub fn reply(
        &self,
        game: &GameId,
        asked: &Decide,
        choice: &Choice,
    ) -> Result<Result<String, Refused>> {
        self.with(|open| {
            let place = open.spine.place(game);
            let reply = place.and_then(|place| open.spine.reply(place, asked, choice));
            reply.context("the study plans no such game")
        })
    }
}
