//! The journal's answers, walked again for what the player did: its moves, what was refused,
//! and what ended the game by the study's rules.

use ludometer_games::{Board, Claims, MoveError, Variant};
use ludometer_record::{
    desk::{Answer, Finish, Leaving, Reply},
    ending::Termination,
    journal::Exchange,
};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    ladder::{
        EloLadder, Form, GameRecord, LadderTable,
        record::{Actor, MoveMade},
    },
    said::{last_object, without_thinking},
    served::Tool,
};

/// What a walk found.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// Calls of the player's.
    pub(super) calls: u32,
    pub(super) illegal: u32,
    pub(super) malformed: u32,
    /// Replies without any call or move.
    pub(super) unusable: u32,
    /// What the player lost by, if the study's rules ended the game.
    pub(super) lost_by: Option<Termination>,
    /// A move that is not the record's.
    pub(super) strayed: Option<String>,
}

/// What the player wanted.
enum Wish {
    Move(String),
    Resign,
    /// Anything that cannot change the game.
    Other,
}

/// What came of a wish.
#[derive(PartialEq, Eq)]
enum Came {
    Done,
    Illegal,
    Nothing,
}

/// The game as it goes on.
struct Going<'a> {
    table: &'a LadderTable,
    moves: &'a [MoveMade],
    board: Board,
    found: Walk,
    replies: u32,
    in_vain: u32,
}

pub(super) fn walk(ladder: &EloLadder, record: &GameRecord, exchanges: &[Exchange]) -> Walk {
    let mut going = Going {
        table: ladder.table(),
        moves: &record.moves,
        board: Board::new(Variant::Standard),
        found: Walk::default(),
        replies: 0,
        in_vain: 0,
    };
    going.others_move();
    for exchange in exchanges {
        match &exchange.answer {
            Answer::Reply(reply) => going.reply(reply),
            Answer::OverGameCap(_) => going.lose(Termination::BudgetExhausted),
            Answer::Called(call) => {
                if going.found.calls >= going.table.max_calls {
                    going.lose(Termination::CallLimit);
                }
                going.wish(wish(&call.tool, &call.arguments));
            }
            Answer::Left(left) => going.lose(if left.why == Leaving::OutOfTime {
                Termination::TimeLimit
            } else {
                Termination::WalkedAway
            }),
            _ => {}
        }
    }
    let most = going.table.max_calls;
    if going.replies >= most || (going.replies > 0 && going.found.calls >= most) {
        going.lose(Termination::CallLimit);
    }
    going.found
}

impl Going<'_> {
    fn is_over(&self) -> bool {
        let capped = usize::try_from(self.table.ply_cap).is_ok_and(|cap| self.board.ply() >= cap);
        self.found.lost_by.is_some() || capped || self.board.ending(Claims::Made).is_some()
    }

    /// The first loss counts, and none counts after the end.
    fn lose(&mut self, by: Termination) {
        if !self.is_over() {
            self.found.lost_by = Some(by);
        }
    }

    fn reply(&mut self, reply: &Reply) {
        self.replies += 1;
        let (wishes, nothing) = match self.table.form {
            Form::Tools => {
                let wishes = reply.calls.iter().map(|call| {
                    let text = call.arguments.trim();
                    let arguments = if text.is_empty() {
                        Value::Null
                    } else {
                        serde_json::from_str(text).unwrap_or(Value::Bool(false))
                    };
                    wish(&call.name, &arguments)
                });
                (wishes.collect(), reply.calls.is_empty())
            }
            Form::Json => {
                let wanted = wanted(&reply.text);
                let nothing = wanted.is_none();
                (wanted.into_iter().collect::<Vec<Wish>>(), nothing)
            }
        };
        self.found.unusable += u32::from(nothing);
        let (mut done, mut illegal) = (false, false);
        for wish in wishes {
            let came = self.wish(wish);
            done |= came == Came::Done;
            illegal |= came == Came::Illegal;
        }
        if done {
            self.in_vain = 0;
            return;
        }
        self.in_vain += 1;
        if self.in_vain >= self.table.tries {
            self.lose(match (nothing, &reply.finish) {
                (true, Finish::Length) => Termination::Truncated,
                (true, Finish::Refusal) => Termination::Refused,
                _ if illegal => Termination::Illegal,
                _ => Termination::Unparseable,
            });
        }
    }

    fn wish(&mut self, wish: Wish) -> Came {
        self.found.calls += 1;
        if self.is_over() {
            return Came::Nothing;
        }
        match wish {
            Wish::Other => Came::Nothing,
            Wish::Resign => {
                self.lose(Termination::Resignation);
                Came::Done
            }
            Wish::Move(text) => match self.board.play(&text) {
                Ok(()) => {
                    let ply = self.board.ply();
                    let recorded = self.moves.get(ply - 1);
                    if recorded.is_none_or(|made| made.uci != text) {
                        let strayed = format!("ply {ply}: the player called for {text}");
                        self.found.strayed.get_or_insert(strayed);
                    }
                    self.others_move();
                    Came::Done
                }
                Err(MoveError::Illegal { .. }) => {
                    self.found.illegal += 1;
                    Came::Illegal
                }
                Err(MoveError::Malformed { .. }) => {
                    self.found.malformed += 1;
                    Came::Nothing
                }
            },
        }
    }

    /// Plays what the record has of the other side.
    fn others_move(&mut self) {
        let Some(made) = self.moves.get(self.board.ply()) else {
            return;
        };
        if made.by != Actor::Player && self.board.play(&made.uci).is_err() {
            let ply = self.board.ply() + 1;
            let strayed = format!("ply {ply}: {} cannot be played", made.uci);
            self.found.strayed.get_or_insert(strayed);
        }
    }
}

/// A call of a tool, read by the tool's published schema.
fn wish(tool: &str, arguments: &Value) -> Wish {
    let nothing = Value::Object(serde_json::Map::new());
    let arguments = if arguments.is_null() {
        &nothing
    } else {
        arguments
    };
    let Value::Object(fields) = arguments else {
        return Wish::Other;
    };
    match Tool::named(tool) {
        Some(Tool::PlayMove) if fields.len() == 1 => match fields.get("move") {
            Some(Value::String(text)) => Wish::Move(text.clone()),
            _ => Wish::Other,
        },
        Some(Tool::Resign) if fields.is_empty() => Wish::Resign,
        _ => Wish::Other,
    }
}

/// A reply's object.
#[derive(Deserialize)]
struct Object {
    r#move: Option<Value>,
}

/// What a reply in JSON asks for; none where it has no move in it.
fn wanted(text: &str) -> Option<Wish> {
    let text = last_object(without_thinking(text), |object: Object| {
        Some(object.r#move?.as_str().map(str::to_owned))
    })?;
    let resigns = text.trim().eq_ignore_ascii_case("resign");
    Some(if resigns {
        Wish::Resign
    } else {
        Wish::Move(text)
    })
}
