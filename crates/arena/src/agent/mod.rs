//! Programs that play: started once for each game, in a folder of their own, and handed
//! the game's server of tools.
//!
//! ```text
//! AgentSpec::prepare(kind, table)      once a run: where the program is, what it is handed
//! Agent::start(spec, access, prompt, folder)                               once a game
//! loop {
//!     agent.next(&mut port)            its next call, or how it left, or what went wrong
//!     … the game's answer …  port.answer(result)
//! }
//! agent.game_is_over()                 as soon as it is: from here on it is only to leave
//! ```
//!
//! Three clocks run. A game's own time is what passes between an answer and the next call;
//! the opponent's moves are not in it. Silence is the same stretch, each by itself. After
//! the game a program has a short while to end, because its tokens come at its end.
//!
//! A program is judged by its calls and by its end, never by its output: a program may stop
//! printing and play on, or print a result and never end. Output is read only for tokens,
//! last words, and calls that failed before they reached the game.
//!
//! | module | holds |
//! |---|---|
//! | [`spec`] | what a run prepares of a player |
//! | [`template`], `presets` | the words, files and variables that a program is started with |
//! | `process`, `capture`, `redact` | the process, its output in files, without secrets |
//! | `events` | what known programs print |
//! | [`player`] | one program in one game |

mod capture;
pub mod error;
mod events;
pub mod player;
mod presets;
mod process;
mod redact;
pub mod spec;
pub mod template;

pub use error::{AgentFailure, Trouble};
pub use player::Agent;
pub use spec::{AgentSpec, PrepareError};
pub use template::Access;
