//! Token Chess: a row a game, a row a turn, a row a sample.
//!
//! Turns and samples are two tables, since a turn may have no sample (the harness draws
//! evenly among the legal moves) or dozens: joined by `game` and `ply`.

use ludometer_games::{Board, Color};
use ludometer_instruments::{
    token_chess::{
        GameRecord, PlannedGame, TokenChess,
        record::{Asker, Attempt, Batch, End, SeatTally, Turn},
    },
    tool::board_of,
};
use ludometer_record::{
    Seat,
    desk::{Answer, Score},
    ending::{Ending, GameResult},
    journal::{Asked, Exchange},
};

use super::{
    Column, Played, Row, Table, TableName, Value, columns,
    games::{self, Cell},
    reply::{SPENT, Spent},
};

/// The tables of Token Chess.
pub(crate) fn tables() -> Vec<Table<TokenChess>> {
    vec![
        games::table(GAMES),
        Table::new(
            TableName::Moves,
            "a turn of a scored game",
            columns(WHERE)
                .chain(columns(ACROSS))
                .chain(columns(RULES))
                .chain(columns(MOVES))
                .chain(columns(SPENT))
                .collect(),
            turns,
        ),
        Table::new(
            TableName::Samples,
            "a sample of the tool in a scored game, in the order in which they were drawn",
            columns(WHERE)
                .chain(columns(RULES))
                .chain(columns(SAMPLES))
                .collect(),
            samples,
        ),
    ]
}

const GAMES: &[Cell<TokenChess>] = &[
    (Column::text("white", "who plays White"), |played| {
        Value::shown(&played.game.players.white)
    }),
    (Column::text("black", "who plays Black"), |played| {
        Value::shown(&played.game.players.black)
    }),
    (
        Column::text("economy", "forfeit, income or batch"),
        |played| Value::shown(rules(played).economy),
    ),
    (Column::text("tier", "the board's model"), |played| {
        Value::shown(rules(played).tier)
    }),
    (
        Column::text("board", "chess, gardner or grand12"),
        |played| Value::shown(board_of(rules(played).tier)),
    ),
    (
        Column::text(
            "condition",
            "what a sweep varies; empty text where nothing is swept",
        ),
        |played| played.bench.condition(played.game).name.as_str().into(),
    ),
    (
        Column::integer("budget", "tokens that each side starts with"),
        |played| rules(played).budget.into(),
    ),
    (Column::integer("plies", "plies played"), |played| {
        played.of(|record| record.moves.len())
    }),
    (
        Column::text("winner", "the player that won; empty in a draw"),
        |played| played.of(|record| winner(record).map(|side| record.players[side].to_string())),
    ),
    (
        Column::text("white_memory", "what White remembers"),
        |played| played.of(|record| Value::shown(record.memory.white)),
    ),
    (
        Column::text("black_memory", "what Black remembers"),
        |played| played.of(|record| Value::shown(record.memory.black)),
    ),
    (
        Column::integer("white_spent", "tokens that White spent"),
        |played| seat(played, Color::White, |seat| seat.spent),
    ),
    (
        Column::integer("black_spent", "tokens that Black spent"),
        |played| seat(played, Color::Black, |seat| seat.spent),
    ),
    (
        Column::integer(
            "white_parse_failures",
            "White's decisions whose first reply could not be used",
        ),
        |played| seat(played, Color::White, |seat| seat.parse_failures),
    ),
    (
        Column::integer(
            "black_parse_failures",
            "Black's decisions whose first reply could not be used",
        ),
        |played| seat(played, Color::Black, |seat| seat.parse_failures),
    ),
    (
        Column::integer("white_fallbacks", "White's decisions that the rules made"),
        |played| seat(played, Color::White, |seat| seat.fallbacks),
    ),
    (
        Column::integer("black_fallbacks", "Black's decisions that the rules made"),
        |played| seat(played, Color::Black, |seat| seat.fallbacks),
    ),
    (
        Column::integer("samples", "samples of the tool"),
        |played| played.of(|record| drawn(record).count()),
    ),
    (
        Column::integer("legal_samples", "samples that were legal moves"),
        |played| played.of(|record| drawn(record).filter(|legal| *legal).count()),
    ),
    (
        Column::integer(
            "adjudicated_cp",
            "the engine's score where it adjudicated, in hundredths of a pawn, from the side that was to move",
        ),
        |played| {
            verdict(played, |score| match score {
                Score::Cp(cp) => Some(cp),
                Score::Mate(_) => None,
            })
        },
    ),
    (
        Column::integer(
            "adjudicated_mate",
            "moves to a forced mate where the engine saw one; negative against the side that was to move",
        ),
        |played| {
            verdict(played, |score| match score {
                Score::Mate(moves) => Some(moves),
                Score::Cp(_) => None,
            })
        },
    ),
    (Column::text("final_fen", "the last position"), |played| {
        played.of(|record| record.final_fen.as_str())
    }),
];

fn rules(played: &Played<'_, TokenChess>) -> ludometer_instruments::token_chess::Rules {
    played.bench.condition(played.game).rules
}

fn seat(played: &Played<'_, TokenChess>, side: Color, of: fn(&SeatTally) -> u32) -> Value {
    played.of(|record| of(&record.seats[side]))
}

fn drawn(record: &GameRecord) -> impl Iterator<Item = bool> {
    let batches = record.turns.iter().flat_map(|turn| &turn.batches);
    batches.flat_map(|batch| batch.attempts.iter().map(Attempt::is_legal))
}

fn verdict(played: &Played<'_, TokenChess>, of: fn(Score) -> Option<i32>) -> Value {
    played.of(|record| match &record.end {
        End::Adjudicated { verdict, .. } => of(verdict.score),
        End::Board(_) | End::Forfeit(_) | End::PlyCap | End::GameCap(_) => None,
    })
}

fn winner(record: &GameRecord) -> Option<Color> {
    match &record.ending {
        Ending::Scored {
            result: GameResult::FirstWins,
            ..
        } => Some(Color::White),
        Ending::Scored {
            result: GameResult::SecondWins,
            ..
        } => Some(Color::Black),
        Ending::Scored {
            result: GameResult::Draw,
            ..
        }
        | Ending::Void { .. } => None,
    }
}

/// A turn of a game.
struct At<'a> {
    game: &'a PlannedGame,
    record: &'a GameRecord,
    turn: &'a Turn,
}

type AtCell = (Column, fn(&At<'_>) -> Value);

/// Where a row stands, of turns as of samples.
const WHERE: &[AtCell] = &[
    (Column::text("game", "id of the game"), |at| {
        Value::shown(&at.record.id)
    }),
    (Column::integer("ply", "plies before the turn"), |at| {
        at.turn.ply.into()
    }),
    (Column::text("side", "white or black"), |at| {
        Value::shown(at.turn.side)
    }),
    (Column::text("player", "whose turn it is"), |at| {
        Value::shown(&at.game.players[at.turn.side])
    }),
];

const ACROSS: &[AtCell] = &[(Column::text("opponent", "who sits across"), |at| {
    Value::shown(&at.game.players[at.turn.side.other()])
})];

/// By which rules it was played, of turns as of samples.
const RULES: &[AtCell] = &[
    (Column::text("economy", "forfeit, income or batch"), |at| {
        Value::shown(at.record.rules.economy)
    }),
    (Column::text("tier", "the board's model"), |at| {
        Value::shown(at.record.rules.tier)
    }),
    (
        Column::text(
            "condition",
            "what a sweep varies; empty text where nothing is swept",
        ),
        |at| at.record.condition.as_str().into(),
    ),
];

/// A turn with the board before it.
struct TurnOf<'a> {
    at: At<'a>,
    board: &'a Board,
}

type MoveCell = (Column, fn(&TurnOf<'_>) -> Value);

const MOVES: &[MoveCell] = &[
    (Column::text("memory", "what the player remembers"), |of| {
        Value::shown(of.at.record.memory[of.at.turn.side])
    }),
    (Column::text("fen", "the position before the turn"), |of| {
        of.board.fen().into()
    }),
    (
        Column::integer("legal_moves", "legal moves that there were"),
        |of| of.at.turn.legal_moves.into(),
    ),
    (Column::integer("batches", "draws that were made"), |of| {
        of.at.turn.batches.len().into()
    }),
    (Column::integer("samples", "samples in them"), |of| {
        attempts(of.at.turn).count().into()
    }),
    (
        Column::integer("legal_samples", "samples that were legal moves"),
        |of| attempts(of.at.turn).filter(|legal| *legal).count().into(),
    ),
    (
        Column::integer("candidates", "different legal samples"),
        |of| of.at.turn.candidates.len().into(),
    ),
    (
        Column::text(
            "played",
            "the move, as UCI writes it; empty where the game ended in this turn",
        ),
        |of| {
            of.at
                .turn
                .played
                .as_ref()
                .map(|played| played.text.as_str())
                .into()
        },
    ),
    (
        Column::text("san", "the same in algebraic notation"),
        |of| {
            let san = of
                .at
                .turn
                .played
                .as_ref()
                .map(|played| of.board.san(&played.text));
            san.and_then(Result::ok).into()
        },
    ),
    (
        Column::text(
            "moved_by",
            "player; forced-pick, at random since the pick was no candidate; harness-sampled or harness-uniform, by the harness",
        ),
        |of| {
            of.at
                .turn
                .played
                .as_ref()
                .map_or(Value::Empty, |played| Value::word(played.by))
        },
    ),
    (
        Column::integer("tokens_spent", "tokens that the turn cost"),
        |of| of.at.turn.spent.into(),
    ),
    (
        Column::integer("tokens_left", "tokens that the side had after it"),
        |of| of.at.turn.bank_after.into(),
    ),
    (
        Column::text(
            "note",
            "notes that the player wrote for itself in this turn",
        ),
        |of| {
            let notes = of.at.record.seats[of.at.turn.side].notes.iter();
            let here = notes.filter(|note| note.ply == of.at.turn.ply);
            let notes: Vec<&str> = here.map(|note| note.text.as_str()).collect();
            if notes.is_empty() {
                Value::Empty
            } else {
                Value::said(&notes.join("\n"))
            }
        },
    ),
];

fn attempts(turn: &Turn) -> impl Iterator<Item = bool> {
    let batches = turn.batches.iter();
    batches.flat_map(|batch| batch.attempts.iter().map(Attempt::is_legal))
}

/// Every turn with the board before it.
fn each_turn(record: &GameRecord, mut what: impl FnMut(&Turn, &Board)) {
    let mut board = Board::new(board_of(record.rules.tier));
    for turn in &record.turns {
        what(turn, &board);
        if let Some(played) = &turn.played {
            let done = board.play(&played.text);
            debug_assert!(done.is_ok(), "{} was played before", played.text);
        }
    }
}

fn turns(played: &Played<'_, TokenChess>) -> Vec<Row> {
    let Some(record) = played.record() else {
        return Vec::new();
    };
    let mut left = &played.log.exchanges[..];
    let mut rows = Vec::with_capacity(record.turns.len());
    each_turn(record, |turn, board| {
        let at = At {
            game: played.game,
            record,
            turn,
        };
        let mut spent = Spent::default();
        for exchange in said(&mut left, turn.side, &board.fen()) {
            spent.add(exchange, played.price);
        }
        let whole = WHERE.iter().chain(ACROSS).chain(RULES);
        let mut row: Row = whole.map(|(_, cell)| cell(&at)).collect();
        let of = TurnOf { at, board };
        row.extend(MOVES.iter().map(|(_, cell)| cell(&of)));
        row.extend(SPENT.iter().map(|(_, cell)| cell(&spent)));
        rows.push(row);
    });
    rows
}

/// The decisions of a side in a position, whose situations begin with it. They are looked for
/// behind those of the turns before.
fn said<'a>(left: &mut &'a [Exchange], side: Color, fen: &str) -> Vec<&'a Exchange> {
    let seat = match side {
        Color::White => Seat::First,
        Color::Black => Seat::Second,
    };
    let here = |exchange: &Exchange| match (&exchange.asked, &exchange.answer) {
        (Asked::Decision(asked), Answer::Reply(_)) => {
            let rest = asked.situation.position.strip_prefix(fen);
            asked.seat == seat && rest.is_some_and(|rest| rest.starts_with(' '))
        }
        _ => false,
    };
    let mut found = Vec::new();
    let mut behind = 0;
    for (place, exchange) in left.iter().enumerate() {
        if here(exchange) {
            found.push(exchange);
            behind = place + 1;
        } else if !found.is_empty() && exchange.asked.decision().is_some() {
            break;
        }
    }
    *left = &left[behind..];
    found
}

/// A sample with its place.
struct SampleOf<'a> {
    turn: &'a Turn,
    batch: (usize, &'a Batch),
    sample: usize,
    /// Whether it is the first in its turn with its text.
    first: bool,
}

type SampleCell = (Column, fn(&SampleOf<'_>) -> Value);

const SAMPLES: &[SampleCell] = &[
    (
        Column::integer("batch", "number of the draw in its turn, from 1"),
        |of| of.batch.0.into(),
    ),
    (
        Column::integer("sample", "number of the sample in its draw, from 1"),
        |of| of.sample.into(),
    ),
    (
        Column::real("temperature", "the sampler's temperature"),
        |of| of.batch.1.setting.temperature.get().into(),
    ),
    (
        Column::real("soft_cap", "the bound on logits; empty where there is none"),
        |of| {
            let cap = of.batch.1.setting.soft_cap;
            cap.map(ludometer_daydream::SoftCap::get).into()
        },
    ),
    (
        Column::text(
            "asked_by",
            "player; fallback, by the rules, since no reply could be used; harness, silent and for nothing",
        ),
        |of| Value::word(of.batch.1.by),
    ),
    (
        Column::flag(
            "bought",
            "whether it cost tokens, as findings count legality: all but the harness's",
        ),
        |of| (of.batch.1.by != Asker::Harness).into(),
    ),
    (Column::text("text", "the sample as it came"), |of| {
        Value::said(&of.batch.1.attempts[of.sample - 1].text)
    }),
    (
        Column::text(
            "class",
            "legal; illegal, a move text but no legal move here; malformed, no move text of this board",
        ),
        |of| Value::word(of.batch.1.attempts[of.sample - 1].class),
    ),
    (
        Column::flag("legal", "whether it is exactly a legal move"),
        |of| of.batch.1.attempts[of.sample - 1].is_legal().into(),
    ),
    (
        Column::flag("repeated", "whether the same text came before in this turn"),
        |of| (!of.first).into(),
    ),
    (
        Column::flag(
            "picked",
            "whether its text is the move that was played; of equal texts only the first",
        ),
        |of| {
            let text = &of.batch.1.attempts[of.sample - 1].text;
            let played = of.turn.played.as_ref();
            (of.first && played.is_some_and(|played| played.text == *text)).into()
        },
    ),
];

fn samples(played: &Played<'_, TokenChess>) -> Vec<Row> {
    let Some(record) = played.record() else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    for turn in &record.turns {
        let at = At {
            game: played.game,
            record,
            turn,
        };
        let mut seen = std::collections::HashSet::new();
        for batch in (1..).zip(&turn.batches) {
            for (sample, attempt) in (1..).zip(&batch.1.attempts) {
                let of = SampleOf {
                    turn,
                    batch,
                    sample,
                    first: seen.insert(attempt.text.as_str()),
                };
                let whole = WHERE.iter().chain(RULES).map(|(_, cell)| cell(&at));
                rows.push(
                    whole
                        .chain(SAMPLES.iter().map(|(_, cell)| cell(&of)))
                        .collect(),
                );
            }
        }
    }
    rows
}
