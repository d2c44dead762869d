//! 8 numbers: AVX2, FMA and F16C.
#![allow(
    unsafe_code,
    reason = "instructions that not every machine has; see docs/performance.md"
)]

use std::arch::x86_64::{
    __m256, _mm_loadu_si128, _mm256_add_epi32, _mm256_add_ps, _mm256_castps_si256,
    _mm256_castsi256_ps, _mm256_cvtph_ps, _mm256_div_ps, _mm256_fmadd_ps, _mm256_loadu_ps,
    _mm256_max_ps, _mm256_min_ps, _mm256_mul_ps, _mm256_set1_ps, _mm256_slli_epi32,
    _mm256_storeu_ps, _mm256_sub_ps,
};

use super::{Lanes, Operation};

/// Proof of AVX2, FMA and F16C: only [`detect`](Self::detect) makes one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("f16c");
        found.then_some(Self(()))
    }
}

/// # Safety
/// The machine has the instructions.
#[target_feature(enable = "avx2,fma,f16c")]
fn run<O: Operation>(lanes: Avx2, operation: O) -> O::Output {
    operation.on(lanes)
}

// SAFETY, of every block here: `self` proves that the machine has the instruction, and
// a load or store stays within the slice, whose length was asserted.
impl Lanes for Avx2 {
    const WIDTH: usize = 8;
    const HALVES: bool = true;
    type F = __m256;

    #[inline(always)]
    fn splat(self, x: f32) -> __m256 {
        unsafe { _mm256_set1_ps(x) }
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> __m256 {
        assert!(from.len() >= Self::WIDTH);
        unsafe { _mm256_loadu_ps(from.as_ptr()) }
    }

    #[inline(always)]
    fn load_half(self, from: &[u16]) -> __m256 {
        assert!(from.len() >= Self::WIDTH);
        unsafe { _mm256_cvtph_ps(_mm_loadu_si128(from.as_ptr().cast())) }
    }

    #[inline(always)]
    fn store(self, to: &mut [f32], x: __m256) {
        assert!(to.len() >= Self::WIDTH);
        unsafe { _mm256_storeu_ps(to.as_mut_ptr(), x) }
    }

    #[inline(always)]
    fn add(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_add_ps(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_sub_ps(a, b) }
    }

    #[inline(always)]
    fn mul(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_mul_ps(a, b) }
    }

    #[inline(always)]
    fn div(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_div_ps(a, b) }
    }

    #[inline(always)]
    fn fma(self, a: __m256, b: __m256, c: __m256) -> __m256 {
        unsafe { _mm256_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn max(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_max_ps(a, b) }
    }

    #[inline(always)]
    fn min(self, a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_min_ps(a, b) }
    }

    #[inline(always)]
    fn scale(self, x: __m256, n: __m256) -> __m256 {
        unsafe {
            let exponent = _mm256_slli_epi32::<23>(_mm256_castps_si256(n));
            _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(x), exponent))
        }
    }

    #[inline(always)]
    fn run<O: Operation>(self, operation: O) -> O::Output {
        unsafe { run(self, operation) }
    }
}
