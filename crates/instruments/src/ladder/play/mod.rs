//! One game, straight through.
//!
//! - here: the board, the opponent, built-in players and engines in the player's seat
//! - [`model`]: a model that calls tools, or answers with one JSON object a turn
//! - [`agent`]: a program that plays by itself over the game's server

mod agent;
mod model;

use jiff::Timestamp;
use ludometer_games::{Board, Color, Variant};
use ludometer_record::{
    desk::{Answer, Assigned, EngineMove, EngineTurn, Question, Timing, ToolCall, ToolResult},
    ending::{Ending, GameResult, Termination},
    manifest::OpponentRecord,
    study::BuiltIn,
};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use super::{
    EloLadder, PlannedGame,
    bench::Examinee,
    record::{Actor, GameRecord, MoveMade, Tokens},
    rung::RandomShare,
};
use crate::{
    desk::{Desk, DeskError},
    on_board::seat,
    referee::Referee,
    seeds::generator,
    served::{CallClass, Heard, ServedBoard, Tool},
};

/// What the built-in referee looks ahead as a player, and how far below its best move it
/// may choose, in centipawns: also as the opponent of `ludometer play`.
pub const REFEREE: (Referee, u32) = (Referee::new(3, 50_000), 30);

/// Is told what happens on the board.
pub(super) type Watcher<'a> = &'a mut (dyn FnMut(Event<'_>) + Send);

/// What happens on the board, beside the questions and their answers.
#[derive(Debug, Clone, Copy)]
pub(super) enum Event<'a> {
    /// The player called a tool, or answered with a move.
    Called {
        call: &'a ToolCall,
        class: CallClass,
        took_us: Option<u64>,
    },
    /// What it was told.
    Told(&'a ToolResult),
    /// A move is on the board.
    Moved(&'a MoveMade),
}

/// Plays a game.
pub(super) async fn play<D: Desk>(
    ladder: &EloLadder,
    game: &PlannedGame,
    desk: &mut D,
) -> Result<GameRecord, DeskError> {
    play_watched(ladder, game, desk, &mut |_| ()).await
}

/// Plays a game before a watcher.
pub(super) async fn play_watched<D: Desk>(
    ladder: &EloLadder,
    game: &PlannedGame,
    desk: &mut D,
    watcher: Watcher<'_>,
) -> Result<GameRecord, DeskError> {
    let assigned = match desk.ask(Question::Assign(game.assign())).await? {
        Answer::Assigned(assigned) => assigned,
        other => return Err(DeskError::unfit(&other)),
    };
    let opponent = ladder.opponent(assigned.rating).ok_or_else(|| {
        DeskError::halted(format!(
            "no opponent of this study has {} Elo",
            assigned.rating
        ))
    })?;
    let share = RandomShare::new(opponent.random)
        .map_err(|problem| DeskError::halted(format!("{}: {problem}", opponent.name)))?;
    let mut table = Table::new(ladder, game, opponent, share, watcher);
    let lost_by = match ladder.examinee(&game.player) {
        Examinee::BuiltIn(kind) => table.built_in_plays(desk, *kind).await?,
        Examinee::Engine(engine) => table.engine_plays(desk, engine).await?,
        Examinee::Model | Examinee::Person => table.model_plays(desk).await?,
        Examinee::Agent => table.agent_plays(desk).await?,
    };
    table.record(assigned, lost_by)
}

/// A game in progress.
struct Table<'a> {
    ladder: &'a EloLadder,
    game: &'a PlannedGame,
    opponent: &'a OpponentRecord,
    color: Color,
    served: ServedBoard,
    /// How many of the opponent's moves are random, and what they are drawn by.
    share: RandomShare,
    chance: ChaCha8Rng,
    /// The latest time that an answer told.
    clock: Timestamp,
    moves: Vec<MoveMade>,
    unusable: u32,
    tokens: Tokens,
    player_us: u64,
    opponent_us: u64,
    last_words: Option<String>,
    watcher: Watcher<'a>,
}

/// What came of a call, for whoever made it.
struct Told {
    class: CallClass,
    result: ToolResult,
}

impl<'a> Table<'a> {
    fn new(
        ladder: &'a EloLadder,
        game: &'a PlannedGame,
        opponent: &'a OpponentRecord,
        share: RandomShare,
        watcher: Watcher<'a>,
    ) -> Self {
        let color = game.place.color();
        Self {
            ladder,
            game,
            opponent,
            color,
            served: ServedBoard::new(Variant::Standard, color, ladder.table().ply_cap),
            share,
            chance: generator(ladder.seed(), &["opponent", game.id.as_str()]),
            clock: Timestamp::UNIX_EPOCH,
            moves: Vec::new(),
            unusable: 0,
            tokens: Tokens::default(),
            player_us: 0,
            opponent_us: 0,
            last_words: None,
            watcher,
        }
    }

    fn board(&self) -> &Board {
        self.served.field()
    }

    fn record(
        self,
        assigned: Assigned,
        lost_by: Option<Termination>,
    ) -> Result<GameRecord, DeskError> {
        let ending = match (self.served.over(), lost_by) {
            (Some(over), _) => Ending::Scored {
                result: over.result,
                termination: over.termination,
            },
            (None, Some(termination)) => Ending::Scored {
                result: GameResult::won_by(seat(self.color.other())),
                termination,
            },
            (None, None) => return Err(DeskError::halted("the game stopped before its end")),
        };
        Ok(GameRecord {
            id: self.game.id.clone(),
            player: self.game.player.clone(),
            place: self.game.place,
            color: self.color,
            opponent: self.opponent.name.clone(),
            assigned,
            final_fen: self.board().fen(),
            moves: self.moves,
            ending,
            calls: self.served.calls().clone(),
            unusable: self.unusable,
            tokens: self.tokens,
            player_us: self.player_us,
            opponent_us: self.opponent_us,
            last_words: self.last_words,
        })
    }

    /// Takes a call of the player's and lets the opponent answer a move.
    async fn call<D: Desk>(
        &mut self,
        desk: &mut D,
        call: &ToolCall,
        took_us: Option<u64>,
    ) -> Result<Told, DeskError> {
        self.clock = self.clock.max(call.at);
        let heard = self.served.call(call);
        let class = heard.class();
        (self.watcher)(Event::Called {
            call,
            class,
            took_us,
        });
        let result = match heard {
            Heard::Answer(_, result) => result,
            Heard::Moved => {
                self.note(Actor::Player, took_us, None);
                self.opponent_answers(desk).await?;
                self.served.state()
            }
            Heard::Resigned => self.served.state(),
        };
        (self.watcher)(Event::Told(&result));
        Ok(Told { class, result })
    }

    /// A move of a player that needs no tools.
    async fn moves<D: Desk>(
        &mut self,
        desk: &mut D,
        uci: &str,
        took_us: Option<u64>,
    ) -> Result<(), DeskError> {
        let call = ToolCall {
            tool: Tool::PlayMove.name().to_owned(),
            arguments: json!({ "move": uci }),
            at: self.clock,
        };
        match self.call(desk, &call, took_us).await? {
            Told {
                class: CallClass::Moved,
                ..
            } => Ok(()),
            Told { class, .. } => Err(DeskError::halted(format!(
                "{uci:?} was refused as a move of {} ({class:?}), and should be legal",
                self.game.player
            ))),
        }
    }

    /// Writes down the move that was just played.
    fn note(
        &mut self,
        by: Actor,
        took_us: Option<u64>,
        score: Option<ludometer_record::desk::Score>,
    ) {
        if let Some(played) = self.served.last_move() {
            let made = MoveMade {
                by,
                uci: played.uci.clone(),
                san: played.san.clone(),
                took_us,
                score,
            };
            (self.watcher)(Event::Moved(&made));
            self.moves.push(made);
        }
    }

    /// Lets the opponent move, if it is its turn.
    async fn opponent_answers<D: Desk>(&mut self, desk: &mut D) -> Result<(), DeskError> {
        if !self.served.awaits_opponent() {
            return Ok(());
        }
        let legal = self.board().legal_moves();
        let drawn = self.share.choose(&legal, &mut self.chance);
        let (by, reply) = match (drawn, &self.opponent.engine) {
            (Some(uci), _) => (Actor::Chance, drawn_at(self.clock, uci)),
            (None, Some(engine)) => {
                let reply = searched(desk, self.turn(engine)).await?;
                self.opponent_us = self.opponent_us.saturating_add(reply.timing.wall_us);
                (Actor::Opponent, reply)
            }
            (None, None) => return Err(DeskError::halted("the opponent has no engine to move")),
        };
        self.clock = self.clock.max(reply.timing.sent);
        self.served
            .opponent_moves(&reply)
            .map_err(|problem| DeskError::halted(problem.to_string()))?;
        let took_us = (by == Actor::Opponent).then_some(reply.timing.wall_us);
        self.note(by, took_us, reply.score);
        Ok(())
    }

    fn turn(&self, engine: &str) -> EngineTurn {
        EngineTurn {
            engine: engine.to_owned(),
            board: Variant::Standard.to_string(),
            moves: self.board().moves().to_vec(),
        }
    }

    /// A built-in player has the seat.
    async fn built_in_plays<D: Desk>(
        &mut self,
        desk: &mut D,
        kind: BuiltIn,
    ) -> Result<Option<Termination>, DeskError> {
        let mut random = generator(self.ladder.seed(), &["player", self.game.id.as_str()]);
        self.opponent_answers(desk).await?;
        while self.served.over().is_none() {
            let uci = match kind {
                BuiltIn::Random => self.board().legal_moves().choose(&mut random).cloned(),
                BuiltIn::Referee => {
                    let (referee, margin) = REFEREE;
                    referee.choose(self.board(), margin, &mut random)
                }
                other => {
                    return Err(DeskError::halted(format!("{other} does not play chess")));
                }
            };
            let uci = uci.ok_or_else(|| DeskError::halted("a player has no legal move"))?;
            self.moves(desk, &uci, None).await?;
        }
        Ok(None)
    }

    /// An engine has the seat.
    async fn engine_plays<D: Desk>(
        &mut self,
        desk: &mut D,
        engine: &str,
    ) -> Result<Option<Termination>, DeskError> {
        self.opponent_answers(desk).await?;
        while self.served.over().is_none() {
            let reply = searched(desk, self.turn(engine)).await?;
            self.clock = self.clock.max(reply.timing.sent);
            self.player_us = self.player_us.saturating_add(reply.timing.wall_us);
            self.moves(desk, &reply.uci, Some(reply.timing.wall_us))
                .await?;
        }
        Ok(None)
    }
}

/// An engine's move.
async fn searched<D: Desk>(desk: &mut D, turn: EngineTurn) -> Result<EngineMove, DeskError> {
    match desk.ask(Question::Move(turn)).await? {
        Answer::Moved(reply) => Ok(reply),
        other => Err(DeskError::unfit(&other)),
    }
}

/// A move that took no time.
fn drawn_at(clock: Timestamp, uci: &str) -> EngineMove {
    EngineMove {
        uci: uci.to_owned(),
        timing: Timing {
            sent: clock,
            wall_us: 0,
        },
        score: None,
        depth: None,
        nodes: None,
    }
}
