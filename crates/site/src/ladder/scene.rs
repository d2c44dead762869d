//! What is seen of a game while it is played again, turn by turn.

use ludometer_games::{Board, Claims, Variant};
use ludometer_instruments::{
    ladder::{
        Form, Happening, LadderTable,
        findings::SeatKind,
        record::{Actor, MoveMade, Tokens},
    },
    served::CallClass,
};
use ludometer_record::desk::{
    Answer, Assigned, Departure, Leaving, Message, Question, Score, ToolCall, ToolResult,
};
use serde_json::Value;

use super::shapes::{CallShown, LadderEvent, LadderMove, LadderTurn, Refused};
use crate::{
    replay::{readable, said},
    token_chess::step,
};

/// What is seen of a game, turn by turn.
pub(super) struct Scene {
    seat: SeatKind,
    form: Form,
    ply_cap: usize,
    pub(super) board: Board,
    pub(super) turns: Vec<LadderTurn>,
    pub(super) open: LadderTurn,
    /// What was called and said after the end.
    pub(super) after: Vec<LadderEvent>,
    ended: bool,
    /// The call that is not answered yet.
    waiting: Option<Waiting>,
    before: Vec<Message>,
    /// Depth and positions of the last search.
    search: (Option<u32>, Option<u64>),
    pub(super) assigned: Option<Assigned>,
    pub(super) refused: Vec<Refused>,
    pub(super) tokens: Tokens,
    pub(super) player_us: u64,
    pub(super) opponent_us: u64,
}

/// Where a call stands that is not answered yet: among the events of a turn, which may be
/// the open one, or of what came after the end.
#[derive(Clone, Copy)]
struct Waiting {
    turn: usize,
    place: usize,
    after: bool,
}

impl Scene {
    pub(super) fn new(seat: SeatKind, table: &LadderTable) -> Self {
        let board = Board::new(Variant::Standard);
        Self {
            seat,
            form: table.form,
            ply_cap: usize::try_from(table.ply_cap).unwrap_or(usize::MAX),
            open: begun(&board),
            board,
            turns: Vec::new(),
            after: Vec::new(),
            ended: false,
            waiting: None,
            before: Vec::new(),
            search: (None, None),
            assigned: None,
            refused: Vec::new(),
            tokens: Tokens::default(),
            player_us: 0,
            opponent_us: 0,
        }
    }

    pub(super) fn see(&mut self, what: Happening<'_>) {
        match what {
            Happening::Answered(question, answer) => self.answered(question, answer),
            Happening::Called {
                call,
                class,
                took_us,
            } => {
                // What is not asked in words calls for each of its moves, and they are shown.
                if self.seat.is_asked() {
                    self.called(call, class, took_us);
                }
            }
            Happening::Told(result) => self.told(result),
            Happening::Moved(made) => self.moved(made),
        }
    }

    fn add(&mut self, event: LadderEvent) {
        if self.ended {
            self.after.push(event);
        } else {
            self.open.events.push(event);
        }
    }

    fn answered(&mut self, question: &Question, answer: &Answer) {
        match (question, answer) {
            (Question::Decide(decide), Answer::Reply(reply)) => {
                let said = said(decide, &self.before, reply);
                // A conversation that goes on: only what came to it is kept anew.
                let known = self.before.len().min(decide.messages.len());
                self.before.extend_from_slice(&decide.messages[known..]);
                self.tokens.add(&reply.usage);
                self.player_us = self.player_us.saturating_add(reply.timing.wall_us);
                self.add(LadderEvent::Said(said));
            }
            (_, Answer::OverGameCap(over)) => self.add(LadderEvent::Capped {
                key: readable(&over.key),
            }),
            (Question::Serve(serve), Answer::Started(at)) => self.add(LadderEvent::Started {
                prompt: readable(serve.prompt.as_deref().unwrap_or_default()),
                at: at.to_string(),
            }),
            (_, Answer::Left(left)) => {
                self.tokens.add_departure(left);
                self.player_us = left.timing.wall_us;
                self.add(departure(left));
            }
            (_, Answer::Moved(reply)) => {
                self.search = (reply.depth, reply.nodes);
            }
            (_, Answer::Assigned(assigned)) => self.assigned = Some(assigned.clone()),
            _ => {}
        }
    }

    fn called(&mut self, call: &ToolCall, class: CallClass, took_us: Option<u64>) {
        let wanted = call.arguments["move"].as_str();
        let ghost = wanted
            .filter(|_| class == CallClass::IllegalMove)
            .and_then(|text| self.board.variant().parse_uci(text))
            .and_then(step);
        let words = words(class);
        if class.is_error() {
            let known = self.refused.iter_mut().find(|one| one.words == words);
            match known {
                Some(one) => one.times += 1,
                None => self.refused.push(Refused {
                    words: words.to_owned(),
                    times: 1,
                }),
            }
        }
        let call = CallShown {
            tool: readable(&call.tool),
            arguments: readable(&match &call.arguments {
                Value::String(text) => text.clone(),
                value => value.to_string(),
            }),
            is_call: self.seat != SeatKind::Model || self.form == Form::Tools,
            class: name(class),
            words: words.to_owned(),
            refused: class.is_error(),
            reason: None,
            answer: None,
            took_us: took_us.filter(|_| self.seat == SeatKind::Agent),
            ghost,
        };
        self.waiting = Some(Waiting {
            turn: self.turns.len(),
            place: if self.ended {
                self.after.len()
            } else {
                self.open.events.len()
            },
            after: self.ended,
        });
        self.add(LadderEvent::Called(call));
        self.ended |= class == CallClass::Resigned;
    }

    /// Writes the answer to the call that waits for it; moves may stand between the two.
    fn told(&mut self, result: &ToolResult) {
        let Some(at) = self.waiting.take() else {
            return;
        };
        let events = if at.after {
            &mut self.after
        } else {
            match self.turns.get_mut(at.turn) {
                Some(turn) => &mut turn.events,
                None => &mut self.open.events,
            }
        };
        if let Some(LadderEvent::Called(call)) = events.get_mut(at.place) {
            if result.is_error {
                let said: Value = serde_json::from_str(&result.text).unwrap_or_default();
                call.reason = said["error"].as_str().map(readable);
            }
            // A reply in JSON is answered by the next message, which is shown with it.
            call.answer = call.is_call.then(|| readable(&result.text));
        }
    }

    fn moved(&mut self, made: &MoveMade) {
        let (depth, nodes) = std::mem::take(&mut self.search);
        self.opponent_us += match (made.by, made.took_us) {
            (Actor::Opponent, Some(took)) => took,
            _ => 0,
        };
        if self.seat == SeatKind::Engine && made.by == Actor::Player {
            self.player_us += made.took_us.unwrap_or(0);
        }
        let played = LadderMove {
            text: made.uci.clone(),
            san: made.san.clone(),
            step: self.board.variant().parse_uci(&made.uci).and_then(step),
            by: match made.by {
                Actor::Player => "the player",
                Actor::Opponent => "the opponent",
                Actor::Chance => "chance, in the opponent's place",
            }
            .to_owned(),
            took_us: made.took_us,
            score: made.score.map(score),
            depth,
            nodes,
        };
        let done = self.board.play(&made.uci);
        debug_assert!(done.is_ok(), "{} was played before", made.uci);
        let capped = self.board.ply() >= self.ply_cap;
        self.ended |= capped || self.board.ending(Claims::Made).is_some();
        let mut turn = std::mem::replace(&mut self.open, begun(&self.board));
        turn.played = Some(played);
        self.turns.push(turn);
    }
}

fn begun(board: &Board) -> LadderTurn {
    LadderTurn {
        ply: u32::try_from(board.ply()).unwrap_or(u32::MAX),
        side: board.turn().to_string(),
        fen: board.fen(),
        check: board.in_check(),
        events: Vec::new(),
        played: None,
    }
}

fn departure(left: &Departure) -> LadderEvent {
    LadderEvent::Left {
        why: match left.why {
            Leaving::Done => "the program ends by itself",
            Leaving::OutOfTime => "the program is out of time and is ended",
            Leaving::Killed => "the program did not end by itself after its game and is ended",
        }
        .to_owned(),
        last_words: left.last_words.as_deref().map(readable),
        took_us: left.timing.wall_us,
        partial: left.usage_is_partial,
    }
}

/// The fixed name of a class, as the records write it.
fn name(class: CallClass) -> String {
    let name = serde_json::to_value(class).ok();
    let name = name.as_ref().and_then(Value::as_str);
    name.unwrap_or_default().to_owned()
}

const fn words(class: CallClass) -> &'static str {
    match class {
        CallClass::Shown => "state shown",
        CallClass::Moved => "legal move",
        CallClass::Resigned => "resigned",
        CallClass::IllegalMove => "illegal move",
        CallClass::MalformedMove => "no move text",
        CallClass::BadArguments => "arguments that do not fit",
        CallClass::UnknownTool => "no such tool",
        CallClass::AfterEnd => "after the end",
        CallClass::NotYourTurn => "not its turn",
    }
}

/// A score from the side that moved.
fn score(score: Score) -> String {
    match score {
        Score::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Score::Mate(moves) if moves > 0 => format!("mates in {moves}"),
        Score::Mate(moves) => format!("is mated in {}", moves.unsigned_abs()),
    }
}
