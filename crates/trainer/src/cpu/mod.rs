//! The pass for CPUs: hand-derived gradients over fused kernels and the gemm crate.
//!
//! One thread, one small micro-batch whose activations stay in cache, and no
//! allocation between steps. [`crate::graph`] is the same function on any burn
//! backend and the truth that this one is tested against.

mod attention;
mod kernels;
mod matmul;
mod pass;

pub(crate) use kernels::{add, sum_of_squares};
pub(crate) use matmul::{Matrix, MatrixMut, multiply};
pub use pass::Pass;
