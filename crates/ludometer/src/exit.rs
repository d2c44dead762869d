//! Exit codes, for scripts.

use std::process::ExitCode;

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// All was done.
    Done,
    /// A check found a difference (`verify`, `solve --check`, `doctor`).
    Differs,
    /// The input or the surroundings do not allow it; nothing was lost.
    Input,
    /// The run stopped with games left and can be resumed.
    Stopped,
    /// The run was interrupted and can be resumed.
    Interrupted,
}

/// The table that `--help` shows.
pub const HELP: &str = "Exit codes:
    0  done
    1  a check found a difference (verify, solve --check, doctor)
    2  bad input or surroundings; nothing was lost
    3  a run stopped with games left; go on with run --resume
  130  a run was interrupted; go on with run --resume";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Differs => 1,
            Exit::Input => 2,
            Exit::Stopped => 3,
            Exit::Interrupted => 130,
        })
    }
}
