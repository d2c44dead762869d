//! The inner loops, written once over vectors of any width.
//!
//! - [`Lanes`]: a machine's vector of `f32`; `avx512`, `avx2`, `neon` and `plain` are
//!   the machines. Only they hold `unsafe`, and only because an instruction needs it.
//! - [`Kernel`]: which of them a model runs on, chosen when the program runs.
//! - `panels`, `matmul`: linear layers; `attention`; `rows`: what is done to each
//!   number; `polynomial`: exponential and error function.
//!
//! Every machine gives the same bits. A sum runs over its terms in one order, with one
//! rounding for each multiply and add: terms of a linear layer, of a score and of a
//! weighted sum of values one by one, whatever stands beside them in a vector; sums
//! along a row in [`SUMS`] interleaved parts that are added in halves. Nothing is taken
//! from the platform's mathematical library, whose last bits differ.

#![allow(
    clippy::inline_always,
    reason = "vector code is compiled for a machine's instructions by being inlined there"
)]
#![allow(
    clippy::needless_range_loop,
    reason = "arrays of vectors stay in registers only if their places are constants"
)]
#![allow(
    clippy::match_same_arms,
    clippy::needless_pass_by_value,
    reason = "shapes by machine are tables; rows of output are handed over"
)]

pub(crate) mod attention;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod limit;
pub(crate) mod matmul;
#[cfg(target_arch = "aarch64")]
mod neon;
pub(crate) mod panels;
mod plain;
mod polynomial;
pub(crate) mod rows;
#[cfg(test)]
mod tests;

use std::fmt;

/// Interleaved parts of a sum along a row; the widest vector.
pub(crate) const SUMS: usize = 16;

/// A machine's vector of `f32`. A value of the type is the proof that this machine has
/// the instructions.
pub(crate) trait Lanes: Copy {
    /// Numbers in a vector: 4, 8 or 16.
    const WIDTH: usize;
    /// Whether half precision widens in an instruction, so that a lone row is faster on
    /// weights in half precision.
    const HALVES: bool;
    /// The vector.
    type F: Copy;

    fn splat(self, x: f32) -> Self::F;
    /// The first `WIDTH` numbers.
    fn load(self, from: &[f32]) -> Self::F;
    /// The first `WIDTH` numbers, from half precision.
    fn load_half(self, from: &[u16]) -> Self::F;
    fn store(self, to: &mut [f32], x: Self::F);
    fn add(self, a: Self::F, b: Self::F) -> Self::F;
    fn sub(self, a: Self::F, b: Self::F) -> Self::F;
    fn mul(self, a: Self::F, b: Self::F) -> Self::F;
    fn div(self, a: Self::F, b: Self::F) -> Self::F;
    /// a · b + c, rounded once.
    fn fma(self, a: Self::F, b: Self::F, c: Self::F) -> Self::F;
    /// a where a > b, else b.
    fn max(self, a: Self::F, b: Self::F) -> Self::F;
    /// a where a < b, else b.
    fn min(self, a: Self::F, b: Self::F) -> Self::F;
    /// x · 2ⁿ by adding to the exponents, n being the low bits of `n` taken as integers.
    fn scale(self, x: Self::F, n: Self::F) -> Self::F;
    /// Runs an operation in a function that is compiled for these instructions.
    fn run<O: Operation>(self, operation: O) -> O::Output;
}

/// Something to do on vectors. Whatever `on` calls is inlined into [`Lanes::run`].
pub(crate) trait Operation {
    type Output;
    fn on<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// The instructions that a model runs on. All give the same bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kernel(Instructions);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Instructions {
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    #[cfg(target_arch = "aarch64")]
    Neon(neon::Neon),
    Plain(plain::Plain),
}

impl Kernel {
    /// Those that this machine can run, the fastest first; the last, `plain`, runs
    /// everywhere.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let found = [
            #[cfg(target_arch = "x86_64")]
            avx512::Avx512::detect().map(Instructions::Avx512),
            #[cfg(target_arch = "x86_64")]
            avx2::Avx2::detect().map(Instructions::Avx2),
            #[cfg(target_arch = "aarch64")]
            neon::Neon::detect().map(Instructions::Neon),
            Some(Instructions::Plain(plain::Plain)),
        ];
        found.into_iter().flatten().map(Self).collect()
    }

    /// The first of those.
    #[must_use]
    pub fn fastest() -> Self {
        Self::available()[0]
    }

    /// `avx512`, `avx2`, `neon` or `plain`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(_) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) => "avx2",
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon(_) => "neon",
            Instructions::Plain(_) => "plain",
        }
    }

    /// Whether [`Lanes::HALVES`].
    pub(crate) fn has_halves(self) -> bool {
        struct Halves;
        impl Operation for Halves {
            type Output = bool;
            fn on<L: Lanes>(self, _: L) -> bool {
                L::HALVES
            }
        }
        self.run(Halves)
    }

    pub(crate) fn run<O: Operation>(self, operation: O) -> O::Output {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(lanes) => lanes.run(operation),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(lanes) => lanes.run(operation),
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon(lanes) => lanes.run(operation),
            Instructions::Plain(lanes) => lanes.run(operation),
        }
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
