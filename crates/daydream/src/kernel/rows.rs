//! What is done to the numbers of a row: normalising, rotating, bending.

use super::{Lanes, Operation, SUMS, polynomial};

/// Under the root of a norm.
const EPSILON: f32 = 1e-5;

/// `out = x / √(mean(x²) + ε) · weight`, row by row.
pub(crate) struct Normalise<'a> {
    pub(crate) x: &'a [f32],
    pub(crate) out: &'a mut [f32],
    /// Of both; a multiple of [`SUMS`], zeros after `width`.
    pub(crate) stride: usize,
    pub(crate) width: usize,
    /// As long as the stride.
    pub(crate) weight: &'a [f32],
}

impl Operation for Normalise<'_> {
    type Output = ();

    #[inline(always)]
    fn on<L: Lanes>(self, lanes: L) {
        let rows = self.x.chunks_exact(self.stride);
        for (x, out) in rows.zip(self.out.chunks_exact_mut(self.stride)) {
            let mut parts = [0.0; SUMS];
            for lane in (0..SUMS).step_by(L::WIDTH) {
                let mut sum = lanes.splat(0.0);
                for x in x.chunks_exact(SUMS) {
                    let x = lanes.load(&x[lane..]);
                    sum = lanes.fma(x, x, sum);
                }
                lanes.store(&mut parts[lane..], sum);
            }
            let mean = total(parts) / self.width as f32;
            let scale = lanes.splat(1.0 / (mean + EPSILON).sqrt());
            let weights = self.weight.chunks_exact(L::WIDTH);
            let rows = x.chunks_exact(L::WIDTH).zip(out.chunks_exact_mut(L::WIDTH));
            for ((x, out), weight) in rows.zip(weights) {
                let x = lanes.mul(lanes.load(x), scale);
                lanes.store(out, lanes.mul(x, lanes.load(weight)));
            }
        }
    }
}

/// The parts of a sum, added in halves.
#[inline(always)]
pub(super) fn total(mut parts: [f32; SUMS]) -> f32 {
    let mut half = SUMS / 2;
    while half > 0 {
        for i in 0..half {
            parts[i] += parts[i + half];
        }
        half /= 2;
    }
    parts[0]
}

/// The exact GELU, in place.
pub(crate) struct Gelu<'a>(pub(crate) &'a mut [f32]);

impl Operation for Gelu<'_> {
    type Output = ();

    #[inline(always)]
    fn on<L: Lanes>(self, lanes: L) {
        for x in self.0.chunks_exact_mut(L::WIDTH) {
            let bent = polynomial::gelu(lanes, lanes.load(x));
            lanes.store(x, bent);
        }
    }
}

/// Rotates a row of heads in place by its position's angles and scales it.
///
/// A head has its even numbers first and then its odd ones, each padded to the length of
/// `cos` and `sin`, so that partners stand at the same place of the two halves.
pub(crate) struct Rotate<'a> {
    pub(crate) heads: &'a mut [f32],
    pub(crate) cos: &'a [f32],
    pub(crate) sin: &'a [f32],
    pub(crate) scale: f32,
}

impl Operation for Rotate<'_> {
    type Output = ();

    #[inline(always)]
    fn on<L: Lanes>(self, lanes: L) {
        let half = self.cos.len();
        let scale = lanes.splat(self.scale);
        for head in self.heads.chunks_exact_mut(2 * half) {
            let (even, odd) = head.split_at_mut(half);
            for i in (0..half).step_by(L::WIDTH) {
                let (a, b) = (lanes.load(&even[i..]), lanes.load(&odd[i..]));
                let (cos, sin) = (lanes.load(&self.cos[i..]), lanes.load(&self.sin[i..]));
                let turned = lanes.sub(lanes.mul(a, cos), lanes.mul(b, sin));
                lanes.store(&mut even[i..], lanes.mul(turned, scale));
                let turned = lanes.add(lanes.mul(a, sin), lanes.mul(b, cos));
                lanes.store(&mut odd[i..], lanes.mul(turned, scale));
            }
        }
    }
}
