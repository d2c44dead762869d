//! Exponential and error function of vectors, by polynomials.

use super::Lanes;

/// eˣ for x ≤ 0, within two units of the last place down to e⁻⁸⁷, and e⁻⁸⁷ below that,
/// which beside the 1 of a softmax is nothing.
#[inline(always)]
pub(super) fn exp<L: Lanes>(lanes: L, x: L::F) -> L::F {
    // 1.5 · 2²³: added to a small number it leaves the nearest integer in the low bits.
    let magic = lanes.splat(12_582_912.0);
    let x = lanes.max(x, lanes.splat(-87.0));
    let shifted = lanes.fma(x, lanes.splat(std::f32::consts::LOG2_E), magic);
    let n = lanes.sub(shifted, magic);
    // ln 2 in two parts, of which the first has so few bits that n times it is exact.
    let r = lanes.fma(n, lanes.splat(-0.693_359_4), x);
    let r = lanes.fma(n, lanes.splat(2.121_944_4e-4), r);
    // Cephes' expf.
    let mut p = lanes.splat(1.987_569_1e-4);
    for coefficient in [
        1.398_199_9e-3,
        8.333_452e-3,
        4.166_579_6e-2,
        1.666_666_5e-1,
        0.5,
        1.0,
        1.0,
    ] {
        p = lanes.fma(p, r, lanes.splat(coefficient));
    }
    lanes.scale(p, shifted)
}

/// x Φ(x), the exact GELU: half of x (1 + erf(x / √2)).
#[inline(always)]
pub(super) fn gelu<L: Lanes>(lanes: L, x: L::F) -> L::F {
    let z = lanes.mul(x, lanes.splat(std::f32::consts::FRAC_1_SQRT_2));
    let half = lanes.mul(x, lanes.splat(0.5));
    lanes.fma(half, erf(lanes, z), half)
}

/// erf as Eigen's rational function, within 5e-7; beyond ±4 it is ±1 in `f32`.
#[inline(always)]
fn erf<L: Lanes>(lanes: L, x: L::F) -> L::F {
    let x = lanes.min(lanes.max(x, lanes.splat(-4.0)), lanes.splat(4.0));
    let square = lanes.mul(x, x);
    let mut p = lanes.splat(-2.726_142_4e-10);
    for coefficient in [
        2.770_681_4e-8,
        -2.101_024e-6,
        -5.692_506_5e-5,
        -7.349_906e-4,
        -2.954_6e-3,
        -1.609_603_4e-2,
    ] {
        p = lanes.fma(p, square, lanes.splat(coefficient));
    }
    let mut q = lanes.splat(-1.456_607_2e-5);
    for coefficient in [-2.133_740_5e-4, -1.682_827e-3, -7.373_329e-3, -1.426_474e-2] {
        q = lanes.fma(q, square, lanes.splat(coefficient));
    }
    lanes.div(lanes.mul(x, p), q)
}
