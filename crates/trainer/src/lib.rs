//! Corpora and training of Daydream, over burn.
pub mod batches;
pub mod checkpoint;
pub mod corpus;
pub mod cpu;
pub mod dropout;
pub mod gradient;
#[cfg(feature = "burn")]
pub mod graph;
pub mod optimizer;
pub mod parameters;
pub mod recipe;
pub mod schedule;
pub mod training;
