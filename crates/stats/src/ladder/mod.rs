//! Inference on a rating ladder.
//!
//! Games of one player against opponents of stated rating go in as
//! [`Evidence`]; a [`Fit`] with its interval comes out.
//!
//! What does not live here: which game to play next (`instruments::ladder`),
//! where games come from, files.

mod compare;
mod concave;
mod davidson;
mod evalue;
mod evidence;
mod fit;
mod free_colour;
mod game;
mod known;
mod mixture;
mod normal_weights;
pub mod planning;
pub mod pool;
pub mod power;
mod rating;
mod uncertain;

pub use compare::{Difference, compare, simultaneous};
pub use concave::Place;
pub use davidson::{Davidson, PER_ELO};
pub use evalue::{EProcess, MixtureSet, split_set};
pub use evidence::{Evidence, Meeting};
pub use fit::{Fit, cutoff, fit, fit_free_colour, fit_uncertain, profile_log_likelihood};
pub use game::{Colour, Game, Outcome, Score};
pub use rating::{Elo, EloError};
pub use uncertain::{UncertainError, UncertainOpponents};
