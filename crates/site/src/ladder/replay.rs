//! A game of the Elo ladder as it was played: every turn with its calls, what they were
//! answered, and the moves.
//!
//! The game is played again before a watcher, by the code that played it, so that a game
//! without an end is shown by the same rules as one that has its record.

use ludometer_games::{Board, Variant};
use ludometer_instruments::{
    desk::DeskError,
    ladder::{
        EloLadder, Form, GameRecord, Happening, PlannedGame,
        findings::SeatKind,
        record::{Actor, MoveMade, Tokens},
        watch,
    },
    served::CallClass,
};
use ludometer_record::{
    GameLog,
    desk::{Answer, Assigned, Departure, Leaving, Message, Question, Score, ToolCall, ToolResult},
    ending::{Ending, TerminationKind},
};
use serde_json::Value;

use super::{
    part,
    shapes::{
        CallShown, GameRef, LadderEvent, LadderMove, LadderReplay, LadderTurn, OpponentShown,
        Refused, TokensShown,
    },
};
use crate::{
    replay::{readable, said},
    token_chess::{BoardFacts, step},
};

pub(super) fn replay(ladder: &EloLadder, game: &PlannedGame, log: &GameLog) -> LadderReplay {
    let seat = ladder.seat_kind(&game.player);
    let mut scene = Scene::new(seat, ladder.table().form);
    let record = watch(ladder, game, &log.exchanges, &mut |what| scene.see(what));
    let over = scene.over_by_rules(record.as_ref().ok(), log);
    let Scene {
        board,
        mut turns,
        open,
        mut after,
        assigned,
        refused,
        tokens,
        player_us,
        opponent_us,
        ..
    } = scene;
    if over {
        after.splice(0..0, open.events);
    } else if !open.events.is_empty() {
        turns.push(open);
    }
    LadderReplay {
        board: BoardFacts::of(Variant::Standard),
        player: game.player.to_string(),
        seat,
        plays: plays(ladder, seat).to_owned(),
        color: game.place.color().to_string(),
        opponent: assigned.map(|assigned| opponent(ladder, game, &assigned)),
        rules: rules(ladder, seat),
        turns,
        end_fen: board.fen(),
        end_check: board.in_check(),
        after,
        tokens: seat.is_asked().then_some(TokensShown {
            prompt: tokens.sum.prompt,
            cached: tokens.sum.cached,
            completion: tokens.sum.completion,
            reasoning: tokens.sum.reasoning,
            answers: tokens.answers,
            counted: tokens.counted,
        }),
        player_us: (seat != SeatKind::BuiltIn).then_some(player_us),
        opponent_us,
        refused,
        note: note(record.as_ref(), log),
    }
}

/// What is seen of a game, turn by turn.
struct Scene {
    seat: SeatKind,
    form: Form,
    board: Board,
    turns: Vec<LadderTurn>,
    open: LadderTurn,
    /// What was called and said after the player gave up.
    after: Vec<LadderEvent>,
    resigned: bool,
    /// The call that is not answered yet: its turn, or none for the open one, and its place.
    waiting: Option<Waiting>,
    before: Vec<Message>,
    /// Depth and positions of the last search.
    search: (Option<u32>, Option<u64>),
    assigned: Option<Assigned>,
    refused: Vec<Refused>,
    tokens: Tokens,
    player_us: u64,
    opponent_us: u64,
}

/// Where a call stands that is not answered yet.
#[derive(Clone, Copy)]
struct Waiting {
    turn: usize,
    place: usize,
    after: bool,
}

impl Scene {
    fn new(seat: SeatKind, form: Form) -> Self {
        let board = Board::new(Variant::Standard);
        Self {
            seat,
            form,
            open: begun(&board),
            board,
            turns: Vec::new(),
            after: Vec::new(),
            resigned: false,
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

    fn see(&mut self, what: Happening<'_>) {
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
        if self.resigned {
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
            place: if self.resigned {
                self.after.len()
            } else {
                self.open.events.len()
            },
            after: self.resigned,
        });
        self.add(LadderEvent::Called(call));
        self.resigned |= class == CallClass::Resigned;
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
        let mut turn = std::mem::replace(&mut self.open, begun(&self.board));
        turn.played = Some(played);
        self.turns.push(turn);
    }

    /// Whether the game ended on the board, so that what came then came after it.
    fn over_by_rules(&self, record: Option<&GameRecord>, log: &GameLog) -> bool {
        let ending = record.map(|record| &record.ending).or(log.ended.as_ref());
        let by_board = |ending: &Ending| ending.kind() == TerminationKind::Board;
        record.is_some() && !self.resigned && ending.is_some_and(by_board)
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

fn opponent(ladder: &EloLadder, game: &PlannedGame, assigned: &Assigned) -> OpponentShown {
    let record = ladder.opponent(assigned.rating);
    let plan = ludometer_instruments::Instrument::plan(ladder);
    let after = assigned.after.iter().map(|id| GameRef {
        id: id.to_string(),
        place: plan.iter().position(|one| one.id == *id),
    });
    OpponentShown {
        name: record.map_or_else(
            || format!("{} Elo", assigned.rating),
            |record| record.name.clone(),
        ),
        rating: assigned.rating,
        standard_error: record.map_or(0.0, |record| record.standard_error),
        plays: record.map_or(String::new(), |record| {
            match (&record.engine, record.random) {
                (Some(engine), 0.0) => engine.clone(),
                (Some(engine), random) => {
                    format!("{engine}, {:.0}% of its moves at random", 100.0 * random)
                }
                (None, _) => "every move at random".to_owned(),
            }
        }),
        part: part(ladder, game.place),
        after: after.collect(),
    }
}

fn plays(ladder: &EloLadder, seat: SeatKind) -> &'static str {
    match (seat, ladder.table().form) {
        (SeatKind::Model, Form::Tools) => "a model that calls tools",
        (SeatKind::Model, Form::Json) => "a model that answers with one JSON object a turn",
        (SeatKind::Agent, _) => "a program that calls tools",
        (SeatKind::Engine, _) => "a chess engine, no language model",
        (SeatKind::BuiltIn, _) => "a part of this program, no language model",
        (SeatKind::Person, _) => "a person",
    }
}

/// The rules of a game, a line each.
fn rules(ladder: &EloLadder, seat: SeatKind) -> Vec<String> {
    let table = ladder.table();
    let mut lines = vec![format!("a draw after {} plies", table.ply_cap)];
    if seat.is_asked() {
        lines.push(format!("lost after {} calls", table.max_calls));
    }
    if seat == SeatKind::Model {
        let tries = table.tries;
        lines.push(format!("lost after {tries} replies without a legal move"));
    }
    lines
}

fn note(record: Result<&GameRecord, &DeskError>, log: &GameLog) -> Option<String> {
    let said = match (&log.ended, record) {
        (Some(Ending::Scored { .. }), Ok(_)) => return None,
        (Some(Ending::Void { .. }), _) => {
            "The game is void and enters no rating. It is shown as far as it got."
        }
        (None, _) if log.exchanges.is_empty() => {
            "The game is not begun. Its opponent is chosen when it begins."
        }
        (None, _) => "The game is not over. It is shown as far as the journal has it.",
        (Some(Ending::Scored { .. }), Err(_)) => {
            "The record does not replay. The game is shown as far as it does."
        }
    };
    Some(said.to_owned())
}
