//! 16 numbers: AVX-512F.
#![allow(
    unsafe_code,
    reason = "instructions that not every machine has; see docs/performance.md"
)]

use std::arch::x86_64::{
    __m512, _mm256_loadu_si256, _mm512_add_epi32, _mm512_add_ps, _mm512_castps_si512,
    _mm512_castsi512_ps, _mm512_cvtph_ps, _mm512_div_ps, _mm512_fmadd_ps, _mm512_loadu_ps,
    _mm512_max_ps, _mm512_min_ps, _mm512_mul_ps, _mm512_set1_ps, _mm512_slli_epi32,
    _mm512_storeu_ps, _mm512_sub_ps,
};

use super::{Lanes, Operation};

/// Proof of AVX-512F: only [`detect`](Self::detect) makes one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Avx512(());

impl Avx512 {
    pub(super) fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("f16c");
        found.then_some(Self(()))
    }
}

/// # Safety
/// The machine has the instructions.
#[target_feature(enable = "avx512f,fma,f16c")]
fn run<O: Operation>(lanes: Avx512, operation: O) -> O::Output {
    operation.on(lanes)
}

// SAFETY, of every block here: `self` proves that the machine has the instruction, and
// a load or store stays within the slice, whose length was asserted.
impl Lanes for Avx512 {
    const WIDTH: usize = 16;
    const HALVES: bool = true;
    type F = __m512;

    #[inline(always)]
    fn splat(self, x: f32) -> __m512 {
        unsafe { _mm512_set1_ps(x) }
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> __m512 {
        assert!(from.len() >= Self::WIDTH);
        unsafe { _mm512_loadu_ps(from.as_ptr()) }
    }

    #[inline(always)]
    fn load_half(self, from: &[u16]) -> __m512 {
        assert!(from.len() >= Self::WIDTH);
        unsafe { _mm512_cvtph_ps(_mm256_loadu_si256(from.as_ptr().cast())) }
    }

    #[inline(always)]
    fn store(self, to: &mut [f32], x: __m512) {
        assert!(to.len() >= Self::WIDTH);
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), x) }
    }

    #[inline(always)]
    fn add(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_add_ps(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_sub_ps(a, b) }
    }

    #[inline(always)]
    fn mul(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_mul_ps(a, b) }
    }

    #[inline(always)]
    fn div(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_div_ps(a, b) }
    }

    #[inline(always)]
    fn fma(self, a: __m512, b: __m512, c: __m512) -> __m512 {
        unsafe { _mm512_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn max(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_max_ps(a, b) }
    }

    #[inline(always)]
    fn min(self, a: __m512, b: __m512) -> __m512 {
        unsafe { _mm512_min_ps(a, b) }
    }

    #[inline(always)]
    fn scale(self, x: __m512, n: __m512) -> __m512 {
        unsafe {
            let exponent = _mm512_slli_epi32::<23>(_mm512_castps_si512(n));
            _mm512_castsi512_ps(_mm512_add_epi32(_mm512_castps_si512(x), exponent))
        }
    }

    #[inline(always)]
    fn run<O: Operation>(self, operation: O) -> O::Output {
        unsafe { run(self, operation) }
    }
}
