//! Probes of Daydream: a row a game, a row a move or a look, a row a sample.

use std::collections::HashSet;

use ludometer_daydream::SoftCap;
use ludometer_games::{Board, Color};
use ludometer_instruments::{
    probe::{
        DaydreamProbe, Kind, PlannedGame, Record,
        game::{Game, Rules},
        repetition::{Seen, seen},
        turn::Attempt,
    },
    tool::{Gate, board_of},
};

use super::{
    Column, Played, Row, Table, TableName, Value, columns,
    games::{self, Cell},
};
use crate::probe::replay::play_on;

/// The tables of a probe.
pub(crate) fn tables() -> Vec<Table<DaydreamProbe>> {
    vec![
        games::table(GAMES),
        Table::new(
            TableName::Moves,
            "a move of the tool in a game that is over; with real games, a position that was looked at",
            columns(MOVES).collect(),
            |played| {
                rows(played, &mut |_, of| {
                    vec![MOVES.iter().map(|(_, cell)| cell(of)).collect()]
                })
            },
        ),
        Table::new(
            TableName::Samples,
            "a sample of the tool in a game that is over, in the order in which they were drawn",
            columns(SAMPLES).collect(),
            |played| rows(played, &mut samples),
        ),
    ]
}

const GAMES: &[Cell<DaydreamProbe>] = &[
    (
        Column::text("kind", "legality, choice, prefix or grid"),
        |played| Value::word(played.bench.table().kind),
    ),
    (Column::text("tier", "the board's model"), |played| {
        Value::shown(played.bench.table().tier)
    }),
    (
        Column::text("board", "chess, gardner or grand12"),
        |played| Value::shown(board_of(played.bench.table().tier)),
    ),
    (
        Column::real("temperature", "the sampler's temperature"),
        |played| rules(played).setting.temperature.get().into(),
    ),
    (
        Column::real("soft_cap", "the bound on logits; empty where there is none"),
        |played| rules(played).setting.soft_cap.map(SoftCap::get).into(),
    ),
    (
        Column::integer(
            "index",
            "number of the game at its setting, from 0; with real games, which of them",
        ),
        |played| played.game.index.into(),
    ),
    (
        Column::text("white_picker", "who chooses among White's legal samples"),
        |played| picker(played, Color::White),
    ),
    (
        Column::text("black_picker", "who chooses among Black's legal samples"),
        |played| picker(played, Color::Black),
    ),
    (
        Column::integer("plies", "plies played; with real games, of the last look"),
        |played| {
            played.of(|record| match record {
                Record::Game(game) => Some(game.moves.len()),
                Record::Looks(looks) => looks.last().map(|look| look.depth),
            })
        },
    ),
    (
        Column::integer("samples", "samples of the tool"),
        |played| played.of(|record| drawn(record).count()),
    ),
    (
        Column::integer("legal_samples", "samples that were legal moves"),
        |played| played.of(|record| drawn(record).filter(|one| one.legal).count()),
    ),
    (
        Column::integer(
            "forced",
            "moves without a legal sample, for which a legal move was drawn evenly",
        ),
        |played| {
            played.of(|record| match record {
                Record::Game(game) => Some(game.turns.iter().filter(|turn| turn.forced).count()),
                Record::Looks(_) => None,
            })
        },
    ),
];

fn rules(played: &Played<'_, DaydreamProbe>) -> Rules {
    played.bench.rules(played.game)
}

/// Nobody chooses where a real game is only looked at.
fn picker(played: &Played<'_, DaydreamProbe>, side: Color) -> Value {
    match played.bench.table().kind {
        Kind::Prefix => Value::Empty,
        _ => played.game.pickers[side].word().into(),
    }
}

fn drawn(record: &Record) -> Box<dyn Iterator<Item = &Attempt> + '_> {
    match record {
        Record::Game(game) => Box::new(game.turns.iter().flat_map(|turn| &turn.attempts)),
        Record::Looks(looks) => Box::new(looks.iter().flat_map(|look| &look.attempts)),
    }
}

/// A move of the tool, or a look, with its board.
struct At<'a> {
    played: &'a Played<'a, DaydreamProbe>,
    board: &'a Board,
    attempts: &'a [Attempt],
    /// The move, where one was made.
    seen: Option<&'a Seen<'a>>,
}

type MoveCell = (Column, fn(&At<'_>) -> Value);

const MOVES: &[MoveCell] = &[
    (Column::text("game", "id of the game"), |at| at.played.id()),
    (Column::text("tier", "the board's model"), |at| {
        Value::shown(at.played.bench.table().tier)
    }),
    (
        Column::real("temperature", "the sampler's temperature"),
        |at| rules(at.played).setting.temperature.get().into(),
    ),
    (
        Column::real("soft_cap", "the bound on logits; empty where there is none"),
        |at| rules(at.played).setting.soft_cap.map(SoftCap::get).into(),
    ),
    (Column::integer("ply", "plies before it"), |at| {
        at.board.ply().into()
    }),
    (
        Column::text("side", "who is to move: white or black"),
        |at| Value::shown(at.board.turn()),
    ),
    (
        Column::text("picker", "who chooses among legal samples"),
        |at| picker(at.played, at.board.turn()),
    ),
    (Column::text("fen", "the position"), |at| {
        at.board.fen().into()
    }),
    (
        Column::integer("legal_moves", "legal moves that there were"),
        |at| at.board.legal_move_count().into(),
    ),
    (Column::integer("samples", "samples of the tool"), |at| {
        at.attempts.len().into()
    }),
    (
        Column::integer("legal_samples", "samples that were legal moves"),
        |at| at.attempts.iter().filter(|one| one.legal).count().into(),
    ),
    (
        Column::flag("first_legal", "whether the first sample was legal"),
        |at| at.attempts.first().map(|one| one.legal).into(),
    ),
    (
        Column::integer("candidates", "different legal samples"),
        |at| {
            let legal = at.attempts.iter().filter(|one| one.legal);
            legal
                .map(|one| one.text.as_str())
                .collect::<HashSet<_>>()
                .len()
                .into()
        },
    ),
    (
        Column::text(
            "played",
            "the move, as UCI writes it; empty where a real game was looked at",
        ),
        |at| at.seen.map(|seen| seen.turn.played.as_str()).into(),
    ),
    (
        Column::text("san", "the same in algebraic notation"),
        |at| {
            let san = at.seen.map(|seen| at.board.san(&seen.turn.played));
            san.and_then(Result::ok).into()
        },
    ),
    (
        Column::flag(
            "forced",
            "whether no sample was legal, so that a legal move was drawn evenly",
        ),
        |at| at.seen.map(|seen| seen.turn.forced).into(),
    ),
    (
        Column::flag(
            "move_before",
            "whether the same side had played the same move before in the game",
        ),
        |at| at.seen.map(|seen| seen.move_before).into(),
    ),
    (
        Column::flag(
            "position_before",
            "whether the position had occurred before in the game",
        ),
        |at| at.seen.map(|seen| seen.position_before).into(),
    ),
    (
        Column::flag(
            "shuffling",
            "whether the side's last two moves undid each other",
        ),
        |at| at.seen.map(|seen| seen.shuffling).into(),
    ),
];

type SampleCell = (Column, fn(&At<'_>, usize) -> Value);

const SAMPLES: &[SampleCell] = &[
    (Column::text("game", "id of the game"), |at, _| {
        at.played.id()
    }),
    (Column::text("tier", "the board's model"), |at, _| {
        Value::shown(at.played.bench.table().tier)
    }),
    (
        Column::real("temperature", "the sampler's temperature"),
        |at, _| rules(at.played).setting.temperature.get().into(),
    ),
    (
        Column::real("soft_cap", "the bound on logits; empty where there is none"),
        |at, _| rules(at.played).setting.soft_cap.map(SoftCap::get).into(),
    ),
    (Column::integer("ply", "plies before it"), |at, _| {
        at.board.ply().into()
    }),
    (
        Column::text("side", "who is to move: white or black"),
        |at, _| Value::shown(at.board.turn()),
    ),
    (
        Column::integer("sample", "number of the sample at this ply, from 1"),
        |_, n| (n + 1).into(),
    ),
    (Column::text("text", "the sample as it came"), |at, n| {
        Value::said(&at.attempts[n].text)
    }),
    (
        Column::text(
            "class",
            "legal; illegal, a move text but no legal move here; malformed, no move text of this board",
        ),
        |at, n| Value::word(at.board.class(&at.attempts[n].text)),
    ),
    (
        Column::flag("legal", "whether it is exactly a legal move"),
        |at, n| at.attempts[n].legal.into(),
    ),
    (
        Column::flag(
            "text_before",
            "whether the same side had played this text before in the game",
        ),
        |at, n| at.seen.map(|seen| seen.text_before[n]).into(),
    ),
];

fn samples(_: &PlannedGame, at: &At<'_>) -> Vec<Row> {
    let each = 0..at.attempts.len();
    each.map(|n| SAMPLES.iter().map(|(_, cell)| cell(at, n)).collect())
        .collect()
}

/// The rows that `make` makes of every move, or look.
fn rows(
    played: &Played<'_, DaydreamProbe>,
    make: &mut dyn FnMut(&PlannedGame, &At<'_>) -> Vec<Row>,
) -> Vec<Row> {
    match played.record() {
        Some(Record::Game(game)) => of_game(played, game, make),
        Some(Record::Looks(looks)) => {
            let mut board = Board::new(board_of(played.bench.table().tier));
            let moves = played.bench.real_game(played.game);
            let mut rows = Vec::new();
            for look in looks {
                play_on(&mut board, moves, look.depth);
                let at = At {
                    played,
                    board: &board,
                    attempts: &look.attempts,
                    seen: None,
                };
                rows.extend(make(played.game, &at));
            }
            rows
        }
        None => Vec::new(),
    }
}

fn of_game(
    played: &Played<'_, DaydreamProbe>,
    game: &Game,
    make: &mut dyn FnMut(&PlannedGame, &At<'_>) -> Vec<Row>,
) -> Vec<Row> {
    let variant = board_of(played.bench.table().tier);
    let mut board = Board::new(variant);
    let mut rows = Vec::new();
    for seen in &seen(game, variant) {
        play_on(&mut board, &game.moves, seen.turn.ply);
        let at = At {
            played,
            board: &board,
            attempts: &seen.turn.attempts,
            seen: Some(seen),
        };
        rows.extend(make(played.game, &at));
    }
    rows
}
