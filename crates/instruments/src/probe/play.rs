//! One game of a study, straight through. Its only door to the world is the desk.

use std::ops::ControlFlow;

use ludometer_games::Board;
use ludometer_record::desk::{Answer, Draw, Order, Question};

use super::{
    bench::DaydreamProbe,
    game::{Game, Rules},
    plan::PlannedGame,
    table::Kind,
    turn::{Attempt, Search},
};
use crate::{
    desk::{Desk, DeskError},
    seeds::{generator, seed_for},
    tool::board_of,
};

/// What a game of a study leaves.
#[derive(Debug, Clone, PartialEq)]
pub enum Record {
    /// A game that the tool played alone.
    Game(Game),
    /// A real game, looked at.
    Looks(Vec<Look>),
}

/// What the tool made of a real game up to some ply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// Plies that it was shown.
    pub depth: usize,
    /// Its samples.
    pub attempts: Vec<Attempt>,
}

pub(super) async fn play<D: Desk>(
    bench: &DaydreamProbe,
    game: &PlannedGame,
    desk: &mut D,
) -> Result<Record, DeskError> {
    let asking = Asking {
        bench,
        game,
        rules: bench.rules(game),
        draws: 0,
    };
    match bench.table().kind {
        Kind::Legality | Kind::Choice | Kind::Grid => asking.alone(desk).await.map(Record::Game),
        Kind::Prefix => asking.looks(desk).await.map(Record::Looks),
    }
}

/// A game's draws.
struct Asking<'a> {
    bench: &'a DaydreamProbe,
    game: &'a PlannedGame,
    rules: Rules,
    draws: u32,
}

impl Asking<'_> {
    async fn alone<D: Desk>(mut self, desk: &mut D) -> Result<Game, DeskError> {
        let table = self.bench.table();
        let mut board = Board::new(board_of(table.tier));
        let mut rng = generator(self.bench.seed(), &["game", self.game.id.as_str()]);
        let mut turns = Vec::new();
        let ending = loop {
            if let ControlFlow::Break(ending) = self.rules.over(&board) {
                break ending;
            }
            let picker = self.game.pickers[board.turn()];
            let wanted = picker.wanted(table.candidates as usize);
            let mut search = Search::new(wanted, self.rules.attempts);
            while search.next() > 0 {
                for text in self.draw(desk, &board, search.next()).await? {
                    search.offer(&board, text);
                }
            }
            let choose = |board: &Board, candidates: &[String], rng: &mut _| {
                picker.choose(board, candidates, rng)
            };
            turns.push(search.play(&mut board, &mut rng, choose));
        };
        Ok(Game {
            side: None,
            turns,
            moves: board.moves().to_vec(),
            ending,
            clean: true,
        })
    }

    async fn looks<D: Desk>(mut self, desk: &mut D) -> Result<Vec<Look>, DeskError> {
        let moves = &self.bench.prefixes[self.game.index];
        let mut depths = self.bench.table().depths.clone();
        depths.sort_unstable();
        depths.dedup();
        let mut board = Board::new(board_of(self.bench.table().tier));
        let mut looks = Vec::new();
        for depth in depths.into_iter().map(|depth| depth as usize) {
            // A real move follows, so there is a legal one to be found.
            if depth >= moves.len() {
                break;
            }
            for text in &moves[board.ply()..depth] {
                let played = board.play(text);
                debug_assert!(played.is_ok(), "{text} was checked");
            }
            let texts = self.draw(desk, &board, self.rules.attempts).await?;
            let attempt = |text| Attempt::at(&board, text);
            let attempts = texts.into_iter().map(attempt).collect();
            looks.push(Look { depth, attempts });
        }
        Ok(looks)
    }

    async fn draw<D: Desk>(
        &mut self,
        desk: &mut D,
        board: &Board,
        n: usize,
    ) -> Result<Vec<String>, DeskError> {
        let number = self.draws.to_string();
        self.draws += 1;
        let setting = self.rules.setting;
        let question = Question::Draw(Draw {
            tool: self.bench.table().tier.name().to_owned(),
            moves: board.moves().to_vec(),
            order: Order {
                n: u32::try_from(n).unwrap_or(u32::MAX),
                temperature: setting.temperature.get(),
                soft_cap: setting.soft_cap.map(ludometer_daydream::SoftCap::get),
                seed: seed_for(self.bench.seed(), &["draw", self.game.id.as_str(), &number]),
            },
        });
        match desk.ask(question).await? {
            Answer::Samples(texts) if texts.len() == n => Ok(texts),
            other => Err(DeskError::unfit(&other)),
        }
    }
}
