//! Ratings from games against opponents of stated rating, with honest intervals.
//!
//! Games go in as [`Evidence`]. Out come a [`Fit`] (Davidson maximum likelihood
//! with its profile interval), conservative sets ([`split_set`], [`EProcess`]),
//! differences between players ([`compare`]), ratings of a [`pool`], sample
//! sizes ([`power`]), and what [`planning`] believes about the next opponent.
//!
//! Everything rests on `concave`: a profile log likelihood is concave, so its
//! maximum and its level sets are found by two small searches that always end.
//! A profile is one of `known` (h = 0), `free_colour`, `uncertain` (opponents
//! that are estimates), a difference, or a player of a pool.
//!
//! What does not live here: the order in which games are played
//! (`instruments::ladder`), where they come from, files.

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
