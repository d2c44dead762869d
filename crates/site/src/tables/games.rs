//! What the `games` tables of all instruments have.

use ludometer_record::ending::Ending;

use super::{
    Column, Played, Table, TableName, Value, columns,
    reply::{SPENT, Spent},
};
use crate::{
    Pages,
    outcome::{Outcome, outcome},
    pages::opponent_in,
};

/// A game by what every instrument knows of it.
struct Common<'a, 'b, B: Pages> {
    played: &'a Played<'b, B>,
    outcome: Outcome,
}

/// A column of an instrument's own.
pub(crate) type Cell<B> = (Column, fn(&Played<'_, B>) -> Value);

const PLACE: Column = Column::integer(
    "place",
    "place in the plan, from 0; the page of the game has it in its address",
);
const GAME: Column = Column::text("game", "id of the game");
const STATE: Column = Column::text(
    "state",
    "scored, void (an infrastructure failure; never scored), open (begun and not over), or planned",
);
const RESULT: Column = Column::text(
    "result",
    "first-wins, second-wins or draw, by who moved first; empty where the game is not scored",
);
const TERMINATION: Column = Column::text(
    "termination",
    "why the game ended; of a void game, what failed",
);
const KIND: Column = Column::text(
    "termination_kind",
    "board (rules of the game), protocol (rules of the study) or infrastructure",
);
const DETAIL: Column = Column::text("detail", "of a void game, what failed, in a line");
const ANSWERS: Column = Column::integer("answers", "answers of all kinds that the game had");
const FAILURES: Column = Column::integer("failures", "calls that came to nothing");
const BEGAN: Column = Column::time(
    "began",
    "when the first question was sent to a model or engine",
);
const ENDED: Column = Column::time("ended", "when the last answer of one was there");

/// The table of games, with an instrument's own columns in the middle.
pub(crate) fn table<B: Pages>(own: &'static [Cell<B>]) -> Table<B> {
    let all = [PLACE, GAME, STATE, RESULT, TERMINATION, KIND, DETAIL].into_iter();
    let all = all.chain(columns(own)).chain([ANSWERS, FAILURES]);
    let all = all.chain(columns(SPENT)).chain([BEGAN, ENDED]);
    Table::new(
        TableName::Games,
        "a planned game, in the order of the plan",
        all.collect(),
        move |played: &Played<'_, B>| {
            let common = Common {
                outcome: outcome(
                    played.log,
                    &played.bench.sitters(played.game, opponent_in(played.log)),
                ),
                played,
            };
            let spent = Spent::of(played.log, played.price);
            let mut row = common.head();
            row.extend(own.iter().map(|(_, of)| of(played)));
            row.push(played.log.exchanges.len().into());
            row.push(played.log.failures.len().into());
            row.extend(SPENT.iter().map(|(_, of)| of(&spent)));
            row.push(spent.began.into());
            row.push(spent.ended.into());
            vec![row]
        },
    )
}

impl<B: Pages> Common<'_, '_, B> {
    /// The columns in front of the instrument's own.
    fn head(&self) -> Vec<Value> {
        let (result, termination, detail) = match &self.played.log.ended {
            None => (Value::Empty, Value::Empty, Value::Empty),
            Some(Ending::Scored {
                result,
                termination,
            }) => (Value::word(result), Value::word(termination), Value::Empty),
            Some(Ending::Void { cause, detail }) => {
                (Value::Empty, Value::word(cause), Value::said(detail))
            }
        };
        let kind = Some(self.outcome.kind.as_str()).filter(|kind| !kind.is_empty());
        vec![
            self.played.place.into(),
            self.played.id(),
            Value::word(self.outcome.state),
            result,
            termination,
            kind.into(),
            detail,
        ]
    }
}
