//! 4 numbers: NEON, which every 64-bit ARM has.
#![allow(
    unsafe_code,
    reason = "instructions that not every machine has; see docs/performance.md"
)]

use std::arch::aarch64::{
    float32x4_t, vaddq_f32, vaddq_s32, vbslq_f32, vcgtq_f32, vcltq_f32, vdivq_f32, vdupq_n_f32,
    vfmaq_f32, vld1q_f32, vmulq_f32, vreinterpretq_f32_s32, vreinterpretq_s32_f32, vshlq_n_s32,
    vst1q_f32, vsubq_f32,
};

use half::f16;

use super::{Lanes, Operation};

/// Proof of NEON: only [`detect`](Self::detect) makes one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Neon(());

impl Neon {
    pub(super) fn detect() -> Option<Self> {
        std::arch::is_aarch64_feature_detected!("neon").then_some(Self(()))
    }
}

/// # Safety
/// The machine has the instructions.
#[target_feature(enable = "neon")]
fn run<O: Operation>(lanes: Neon, operation: O) -> O::Output {
    operation.on(lanes)
}

// SAFETY, of every block here: `self` proves that the machine has the instruction, and
// a load or store stays within the slice, whose length was asserted.
#[allow(unused_unsafe, reason = "safe where the target always has NEON")]
impl Lanes for Neon {
    const WIDTH: usize = 4;
    const HALVES: bool = false;
    type F = float32x4_t;

    #[inline(always)]
    fn splat(self, x: f32) -> float32x4_t {
        unsafe { vdupq_n_f32(x) }
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> float32x4_t {
        assert!(from.len() >= Self::WIDTH);
        unsafe { vld1q_f32(from.as_ptr()) }
    }

    #[inline(always)]
    fn load_half(self, from: &[u16]) -> float32x4_t {
        let single = |i: usize| f16::from_bits(from[i]).to_f32_const();
        self.load(&[single(0), single(1), single(2), single(3)])
    }

    #[inline(always)]
    fn store(self, to: &mut [f32], x: float32x4_t) {
        assert!(to.len() >= Self::WIDTH);
        unsafe { vst1q_f32(to.as_mut_ptr(), x) }
    }

    #[inline(always)]
    fn add(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vaddq_f32(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vsubq_f32(a, b) }
    }

    #[inline(always)]
    fn mul(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vmulq_f32(a, b) }
    }

    #[inline(always)]
    fn div(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vdivq_f32(a, b) }
    }

    #[inline(always)]
    fn fma(self, a: float32x4_t, b: float32x4_t, c: float32x4_t) -> float32x4_t {
        unsafe { vfmaq_f32(c, a, b) }
    }

    #[inline(always)]
    fn max(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vbslq_f32(vcgtq_f32(a, b), a, b) }
    }

    #[inline(always)]
    fn min(self, a: float32x4_t, b: float32x4_t) -> float32x4_t {
        unsafe { vbslq_f32(vcltq_f32(a, b), a, b) }
    }

    #[inline(always)]
    fn scale(self, x: float32x4_t, n: float32x4_t) -> float32x4_t {
        unsafe {
            let exponent = vshlq_n_s32::<23>(vreinterpretq_s32_f32(n));
            vreinterpretq_f32_s32(vaddq_s32(vreinterpretq_s32_f32(x), exponent))
        }
    }

    #[inline(always)]
    fn run<O: Operation>(self, operation: O) -> O::Output {
        unsafe { run(self, operation) }
    }
}
