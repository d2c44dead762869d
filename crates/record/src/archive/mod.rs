//! Foreign Token Chess evidence: what its files hold, and a folder of them as a run.
//!
//! | module | holds |
//! |---|---|
//! | [`side`] | White and Black in the words of those files |
//! | [`turn_games`], [`round_one`], [`round_two`] | games of the published rounds |
//! | [`probes`] | what was measured of the tool alone |
//! | [`evidence`] | any of them, told apart by their keys |
//! | [`walk`] | the files of a folder |
//! | [`gather`](mod@gather) | a folder of them read |
//! | [`folder`] | an imported run on disk |
//! | [`records`] | its records one by one, found again by their places |
//!
//! The files carry no version, so a kind is known by its keys. What a file does not say
//! stays unsaid: such fields are `Option`s, never zeros. No rules are known here.

pub mod evidence;
pub mod folder;
pub mod gather;
pub mod probes;
pub mod records;
pub mod round_one;
pub mod round_two;
pub mod side;
pub mod turn_games;
pub mod walk;

#[cfg(test)]
mod tests;

pub use evidence::{Evidence, EvidenceError, Kind};
pub use folder::{ArchiveError, ArchiveFolder, Archived, Import, LeftOut, Record, SourceFile};
pub use gather::{Gathered, gather};
pub use side::{BySide, Side, SoftCap, Winner};
