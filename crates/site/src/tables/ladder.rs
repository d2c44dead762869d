//! The Elo ladder: a row a game, a row a move or a text that was refused as one.

use ludometer_games::Color;
use ludometer_instruments::{
    ladder::{EloLadder, GameRecord, record::MoveMade},
    served::Attempt,
};
use ludometer_record::{
    desk::{Answer, Assigned, Score},
    ending::Ending,
};

use super::{
    Column, Played, Row, Table, TableName, Value,
    chop_bench::score,
    columns,
    games::{self, Cell},
};

/// The tables of the ladder.
pub(crate) fn tables() -> Vec<Table<EloLadder>> {
    vec![
        games::table(GAMES),
        Table::new(
            TableName::Moves,
            "a move of a scored game, or a text that the player offered as one and that was refused",
            columns(MOVES).collect(),
            moves,
        ),
    ]
}

const GAMES: &[Cell<EloLadder>] = &[
    (Column::text("player", "who is measured"), |played| {
        Value::shown(&played.game.player)
    }),
    (Column::text("color", "the player's"), |played| {
        Value::shown(played.game.place.color())
    }),
    (
        Column::integer(
            "pair",
            "which of the player's colour pairs, from 0; empty of the pilot, which serves planning alone",
        ),
        |played| played.game.place.pair().into(),
    ),
    (
        Column::text(
            "opponent",
            "who sits across; empty where the game is not over",
        ),
        |played| played.of(|record| record.opponent.as_str()),
    ),
    (
        Column::real(
            "opponent_rating",
            "its rating; empty where it is not chosen yet",
        ),
        |played| assigned(played).map(|assigned| assigned.rating).into(),
    ),
    (Column::integer("plies", "plies played"), |played| {
        played.of(|record| record.moves.len())
    }),
    (
        Column::real("score", "of the player: 1 won, 0.5 drawn, 0 lost"),
        |played| {
            let seat = played.game.place.seat();
            played.of(|record| match record.ending {
                Ending::Scored { result, .. } => Some(score(result, seat)),
                Ending::Void { .. } => None,
            })
        },
    ),
    (
        Column::integer("calls", "calls of tools, refused ones included"),
        |played| played.of(|record| record.calls.total()),
    ),
    (
        Column::integer(
            "illegal",
            "moves that the player offered and that were not legal",
        ),
        |played| played.of(|record| record.calls.illegal),
    ),
    (
        Column::integer(
            "malformed",
            "texts that it offered as moves and that were none",
        ),
        |played| played.of(|record| record.calls.malformed),
    ),
    (
        Column::integer("bad_arguments", "calls whose arguments do not fit the tool"),
        |played| played.of(|record| record.calls.bad_arguments),
    ),
    (
        Column::integer("unknown_tool", "calls of tools that there are not"),
        |played| played.of(|record| record.calls.unknown_tool),
    ),
    (
        Column::integer("after_end", "moves and resignations after the end"),
        |played| played.of(|record| record.calls.after_end),
    ),
    (
        Column::integer("unusable", "replies without a call or move"),
        |played| played.of(|record| record.unusable),
    ),
    (
        Column::real(
            "player_seconds",
            "from question to answer, over the player's decisions; of an agent program, from its start to its end",
        ),
        |played| played.of(|record| Value::seconds(record.player_us)),
    ),
    (
        Column::real("opponent_seconds", "the opponent's searches"),
        |played| played.of(|record| Value::seconds(record.opponent_us)),
    ),
    (Column::text("final_fen", "the last position"), |played| {
        played.of(|record| record.final_fen.as_str())
    }),
    (
        Column::text("last_words", "the last thing that an agent said"),
        |played| {
            let words = played
                .record()
                .and_then(|record| record.last_words.as_deref());
            words.map_or(Value::Empty, Value::said)
        },
    ),
];

/// The opponent that was chosen, also of a game that is not over.
fn assigned<'a>(played: &Played<'a, EloLadder>) -> Option<&'a Assigned> {
    let answers = played.log.exchanges.iter();
    let mut assigned = answers.filter_map(|exchange| match &exchange.answer {
        Answer::Assigned(assigned) => Some(assigned),
        _ => None,
    });
    assigned.next()
}

/// A move, or a refused text.
enum What<'a> {
    Made(&'a MoveMade),
    Refused(&'a Attempt),
}

struct MoveOf<'a> {
    record: &'a GameRecord,
    ply: usize,
    what: What<'a>,
}

type MoveCell = (Column, fn(&MoveOf<'_>) -> Value);

const MOVES: &[MoveCell] = &[
    (Column::text("game", "id of the game"), |of| {
        Value::shown(&of.record.id)
    }),
    (Column::text("player", "who is measured"), |of| {
        Value::shown(&of.record.player)
    }),
    (Column::text("color", "the player's"), |of| {
        Value::shown(of.record.color)
    }),
    (Column::text("opponent", "who sits across"), |of| {
        of.record.opponent.as_str().into()
    }),
    (Column::real("opponent_rating", "its rating"), |of| {
        of.record.assigned.rating.into()
    }),
    (Column::integer("ply", "plies before it"), |of| {
        of.ply.into()
    }),
    (Column::text("side", "white or black"), |of| {
        Value::shown(if of.ply.is_multiple_of(2) {
            Color::White
        } else {
            Color::Black
        })
    }),
    (
        Column::text(
            "actor",
            "player; opponent, its engine; chance, a random move in the opponent's place",
        ),
        |of| match of.what {
            What::Made(made) => Value::word(made.by),
            What::Refused(_) => "player".into(),
        },
    ),
    (
        Column::text(
            "class",
            "moved; illegal-move or malformed-move of a text that was refused",
        ),
        |of| match of.what {
            What::Made(_) => "moved".into(),
            What::Refused(attempt) => Value::word(attempt.class),
        },
    ),
    (
        Column::text(
            "text",
            "the move as UCI writes it, or the refused text, cut after 64 characters",
        ),
        |of| match of.what {
            What::Made(made) => made.uci.as_str().into(),
            What::Refused(attempt) => Value::said(&attempt.text),
        },
    ),
    (
        Column::text("san", "the move in algebraic notation"),
        |of| made(of).map(|made| made.san.as_str()).into(),
    ),
    (
        Column::real("seconds", "how long its maker took, where that is known"),
        |of| {
            made(of)
                .and_then(|made| made.took_us)
                .map_or(Value::Empty, Value::seconds)
        },
    ),
    (
        Column::integer(
            "score_cp",
            "the engine's own score in hundredths of a pawn, from the side that moved",
        ),
        |of| match made(of).and_then(|made| made.score) {
            Some(Score::Cp(cp)) => cp.into(),
            _ => Value::Empty,
        },
    ),
    (
        Column::integer(
            "score_mate",
            "moves to a forced mate where the engine saw one; negative against the side that moved",
        ),
        |of| match made(of).and_then(|made| made.score) {
            Some(Score::Mate(moves)) => moves.into(),
            _ => Value::Empty,
        },
    ),
];

fn made<'a>(of: &MoveOf<'a>) -> Option<&'a MoveMade> {
    match of.what {
        What::Made(made) => Some(made),
        What::Refused(_) => None,
    }
}

/// Moves in order, each behind the texts that were refused before it.
fn moves(played: &Played<'_, EloLadder>) -> Vec<Row> {
    let Some(record) = played.record() else {
        return Vec::new();
    };
    let mut refused = record.calls.attempts.iter().peekable();
    let mut rows = Vec::new();
    let mut put = |ply, what| {
        let of = MoveOf { record, ply, what };
        rows.push(MOVES.iter().map(|(_, cell)| cell(&of)).collect());
    };
    for (ply, made) in record.moves.iter().enumerate() {
        while let Some(attempt) = refused.next_if(|one| one.ply as usize <= ply) {
            put(attempt.ply as usize, What::Refused(attempt));
        }
        put(ply, What::Made(made));
    }
    for attempt in refused {
        put(attempt.ply as usize, What::Refused(attempt));
    }
    rows
}
