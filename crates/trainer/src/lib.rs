//! Corpora and training of Daydream.
//!
//! | module | holds |
//! |---|---|
//! | [`corpus`] | texts to train on, from dumps and engines |
//! | [`batches`] | which windows of a text a step sees |
//! | [`recipe`], [`schedule`], [`optimizer`], [`dropout`] | what is done with them |
//! | [`parameters`] | the weights as one flat vector |
//! | [`cpu`] | the gradient by fused kernels, for processors |
//! | `graph` | the same over burn, for any of its backends (feature `burn`) |
//! | [`gradient`] | either of them over a whole batch |
//! | [`training`], [`checkpoint`] | steps, and how to stop and go on |
//!
//! The sampler, and what a weights file looks like, are `ludometer-daydream`'s.

#![allow(
    clippy::missing_panics_doc,
    reason = "every expect states an invariant, every assert a shape"
)]

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
