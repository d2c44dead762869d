//! The report's 155 sentences, each with the count behind it.
//!
//! The ids are those of the list of sentences that came with the archive; the definitions are
//! ours, and so are the counts.

mod bank;
pub(super) mod calibration;
mod conditions;
mod curves;
pub(super) mod matches;
mod others;
mod tool;

use super::{
    games::Archive,
    statement::{Book, Known, Statement},
};

/// All of them.
pub(super) fn all(archive: &Archive<'_>, known: Known) -> Vec<Statement> {
    let mut book = Book::new(known.games);
    calibration::state(archive, &mut book);
    curves::state(archive, &mut book);
    bank::state(archive, &mut book);
    matches::state(archive, &mut book);
    conditions::state(archive, &mut book);
    others::state(archive, &mut book);
    let mut sweeps = Book::new(known.sweeps);
    tool::state(archive, &mut sweeps);
    let mut all = book.into_statements();
    all.extend(sweeps.into_statements());
    all
}
