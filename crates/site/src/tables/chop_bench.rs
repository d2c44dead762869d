//! Chop-Bench: a row a game, a row a reply of the examinee.

use ludometer_instruments::chop_bench::{ChopBench, Opponent, Try, Turn, Verdict};
use ludometer_record::{
    Seat,
    desk::{Answer, Reply},
    ending::{Ending, GameResult},
    journal::Asked,
};

use super::{
    Column, Played, Row, Table, TableName, Value, columns,
    games::{self, Cell},
    reply::{REPLY, Replied},
};

/// The tables of Chop-Bench.
pub(crate) fn tables() -> Vec<Table<ChopBench>> {
    let moves = columns(MOVES).chain(columns(REPLY)).collect();
    vec![
        games::table(GAMES),
        Table::new(
            TableName::Moves,
            "a reply of the examinee to a position, in scored games",
            moves,
            replies,
        ),
    ]
}

const GAMES: &[Cell<ChopBench>] = &[
    (Column::text("model", "who is measured"), |played| {
        Value::shown(&played.game.cell.model)
    }),
    (Column::text("family", "prompt family"), |played| {
        played.game.cell.family.as_str().into()
    }),
    (Column::text("mode", "way of asking"), |played| {
        Value::shown(played.game.cell.mode)
    }),
    (Column::text("opponent", "who sits across"), |played| {
        opponent(&played.game.opponent)
    }),
    (
        Column::text("seat", "the examinee's: first moves first"),
        |played| Value::word(played.game.examinee),
    ),
    (
        Column::text("start", "first position, from the side that moves first"),
        |played| Value::shown(played.game.start),
    ),
    (Column::integer("plies", "plies played"), |played| {
        played.of(|record| record.plies)
    }),
    (
        Column::real("score", "of the examinee: 1 won, 0.5 drawn, 0 lost"),
        |played| {
            let seat = played.game.examinee;
            played.of(|record| match record.ending {
                Ending::Scored { result, .. } => Some(score(result, seat)),
                Ending::Void { .. } => None,
            })
        },
    ),
    (
        Column::integer("moves", "moves of the examinee that are graded"),
        |played| played.of(|record| record.turns.len()),
    ),
    (
        Column::integer("legal", "graded moves that were legal"),
        |played| played.of(|record| graded(&record.turns, |verdict| verdict.is_legal())),
    ),
    (
        Column::integer("optimal", "graded moves that were optimal"),
        |played| played.of(|record| graded(&record.turns, |verdict| verdict.is_optimal())),
    ),
];

/// Points of a seat.
pub(super) fn score(result: GameResult, seat: Seat) -> f64 {
    match result {
        GameResult::Draw => 0.5,
        won if won == GameResult::won_by(seat) => 1.0,
        _ => 0.0,
    }
}

fn opponent(opponent: &Opponent) -> Value {
    Value::shown(opponent)
}

fn graded(turns: &[Turn], hit: impl Fn(Verdict) -> bool) -> usize {
    let first = turns.iter().filter_map(|turn| turn.tries.first());
    first.filter(|one| hit(one.grade.verdict)).count()
}

/// A reply of the examinee with its place in the game.
struct Given<'a, 'b> {
    played: &'a Played<'b, ChopBench>,
    turn: &'a Turn,
    number: usize,
    one: &'a Try,
}

type MoveCell = (Column, fn(&Given<'_, '_>) -> Value);

const MOVES: &[MoveCell] = &[
    (Column::text("game", "id of the game"), |given| {
        given.played.id()
    }),
    (Column::text("model", "who is measured"), |given| {
        Value::shown(&given.played.game.cell.model)
    }),
    (Column::text("family", "prompt family"), |given| {
        given.played.game.cell.family.as_str().into()
    }),
    (Column::text("mode", "way of asking"), |given| {
        Value::shown(given.played.game.cell.mode)
    }),
    (Column::text("opponent", "who sits across"), |given| {
        opponent(&given.played.game.opponent)
    }),
    (Column::integer("ply", "plies before the move"), |given| {
        given.turn.ply.into()
    }),
    (
        Column::integer("try", "number of the reply in this turn, from 1"),
        |given| (given.number + 1).into(),
    ),
    (
        Column::flag(
            "graded",
            "whether this reply is the one that counts: the first of its turn",
        ),
        |given| (given.number == 0).into(),
    ),
    (
        Column::text("position", "hands, the examinee's first"),
        |given| Value::shown(given.turn.position),
    ),
    (
        Column::text(
            "value",
            "what the position is worth to the examinee: WIN, DRAW or LOSE, as in findings.json",
        ),
        |given| Value::word(given.turn.value.outcome),
    ),
    (
        Column::integer(
            "distance",
            "plies to the end with best play; empty where it is drawn",
        ),
        |given| given.turn.value.distance.map(u32::from).into(),
    ),
    (
        Column::text(
            "class",
            "legal, or what was wrong with the reply, as in findings.json",
        ),
        |given| match given.one.grade.verdict {
            Verdict::Legal { .. } => "legal".into(),
            Verdict::Illegal(class) => Value::word(class),
            Verdict::Unusable(class) => Value::word(class),
        },
    ),
    (
        Column::flag("legal", "whether it is a legal move"),
        |given| given.one.grade.verdict.is_legal().into(),
    ),
    (
        Column::flag(
            "optimal",
            "whether it is an optimal move: fastest win, drawing move, slowest loss; an illegal one is not",
        ),
        |given| given.one.grade.verdict.is_optimal().into(),
    ),
    (
        Column::text(
            "value_change",
            "what a legal move did to the value: kept, win-to-draw, win-to-loss or draw-to-loss",
        ),
        |given| match given.one.grade.verdict {
            Verdict::Legal { change, .. } => Value::word(change),
            _ => Value::Empty,
        },
    ),
    (
        Column::integer(
            "plies_lost",
            "plies by which a legal move that keeps the value lets a win come later or a loss sooner",
        ),
        |given| match given.one.grade.verdict {
            Verdict::Legal { plies_lost, .. } => u32::from(plies_lost).into(),
            _ => Value::Empty,
        },
    ),
    (
        Column::text(
            "state",
            "the state that the reply commits to, the examinee's hands first",
        ),
        |given| given.one.grade.state.map(|state| state.to_string()).into(),
    ),
    (
        Column::text(
            "value_after",
            "what that state is worth to the examinee, of a legal move",
        ),
        |given| after(given).map_or(Value::Empty, |value| Value::word(value.outcome.negated())),
    ),
    (
        Column::integer(
            "distance_after",
            "plies from that state to the end with best play",
        ),
        |given| {
            after(given)
                .and_then(|value| value.distance)
                .map(u32::from)
                .into()
        },
    ),
];

/// The value of the state after a legal move, from the side that is then to move.
fn after(given: &Given<'_, '_>) -> Option<ludometer_solver::Value> {
    let grade = given.one.grade;
    let state = grade.state.filter(|_| grade.verdict.is_legal())?;
    Some(given.played.bench.solved().value(state.turned()))
}

fn replies(played: &Played<'_, ChopBench>) -> Vec<Row> {
    let Some(record) = played.record() else {
        return Vec::new();
    };
    let price = (played.price)(&played.game.cell.model);
    let mut given = said(played);
    let tries = record.turns.iter().flat_map(|turn| {
        let tries = turn.tries.iter().enumerate();
        tries.map(move |(number, one)| (turn, number, one))
    });
    let rows = tries.map(|(turn, number, one)| {
        let mut row: Row = MOVES
            .iter()
            .map(|(_, of)| {
                of(&Given {
                    played,
                    turn,
                    number,
                    one,
                })
            })
            .collect();
        match given.next() {
            Some(reply) => {
                let replied = Replied { reply, price };
                row.extend(REPLY.iter().map(|(_, of)| of(&replied)));
            }
            None => row.extend(REPLY.iter().map(|_| Value::Empty)),
        }
        row
    });
    rows.collect()
}

/// The examinee's replies, in order: a try each.
fn said<'a>(played: &Played<'a, ChopBench>) -> impl Iterator<Item = &'a Reply> {
    let seat = played.game.examinee;
    let exchanges = played.log.exchanges.iter();
    exchanges.filter_map(move |exchange| match (&exchange.asked, &exchange.answer) {
        (Asked::Decision(asked), Answer::Reply(reply)) if asked.seat == seat => Some(&**reply),
        _ => None,
    })
}
