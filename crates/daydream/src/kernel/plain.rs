//! Any machine: 8 numbers in an array.
//!
//! Where the machine has no fused multiply-add, `mul_add` is computed by software:
//! slow, and the same bits.

use half::f16;

use super::{Lanes, Operation};

/// Needs no proof.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Plain;

const WIDTH: usize = 8;
type Eight = [f32; WIDTH];

#[inline(always)]
fn each(f: impl Fn(usize) -> f32) -> Eight {
    std::array::from_fn(f)
}

impl Lanes for Plain {
    const WIDTH: usize = WIDTH;
    const HALVES: bool = false;
    type F = Eight;

    #[inline(always)]
    fn splat(self, x: f32) -> Eight {
        [x; WIDTH]
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> Eight {
        each(|i| from[i])
    }

    #[inline(always)]
    fn load_half(self, from: &[u16]) -> Eight {
        each(|i| f16::from_bits(from[i]).to_f32_const())
    }

    #[inline(always)]
    fn store(self, to: &mut [f32], x: Eight) {
        to[..WIDTH].copy_from_slice(&x);
    }

    #[inline(always)]
    fn add(self, a: Eight, b: Eight) -> Eight {
        each(|i| a[i] + b[i])
    }

    #[inline(always)]
    fn sub(self, a: Eight, b: Eight) -> Eight {
        each(|i| a[i] - b[i])
    }

    #[inline(always)]
    fn mul(self, a: Eight, b: Eight) -> Eight {
        each(|i| a[i] * b[i])
    }

    #[inline(always)]
    fn div(self, a: Eight, b: Eight) -> Eight {
        each(|i| a[i] / b[i])
    }

    #[inline(always)]
    fn fma(self, a: Eight, b: Eight, c: Eight) -> Eight {
        each(|i| a[i].mul_add(b[i], c[i]))
    }

    #[inline(always)]
    fn max(self, a: Eight, b: Eight) -> Eight {
        each(|i| if a[i] > b[i] { a[i] } else { b[i] })
    }

    #[inline(always)]
    fn min(self, a: Eight, b: Eight) -> Eight {
        each(|i| if a[i] < b[i] { a[i] } else { b[i] })
    }

    #[inline(always)]
    fn scale(self, x: Eight, n: Eight) -> Eight {
        each(|i| f32::from_bits(x[i].to_bits().wrapping_add(n[i].to_bits() << 23)))
    }

    #[inline(always)]
    fn run<O: Operation>(self, operation: O) -> O::Output {
        operation.on(self)
    }
}
