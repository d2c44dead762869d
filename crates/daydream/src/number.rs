//! Elementary functions in `f64` out of additions and multiplications alone, so that
//! they have the same bits on every machine; the standard library's do not.

/// eˣ, within a few units of the last place; 0 far below and infinite far above.
pub(crate) fn exp(x: f64) -> f64 {
    if x.is_nan() || x > 709.0 {
        return x + f64::INFINITY;
    }
    if x < -708.0 {
        return 0.0;
    }
    let n = (x * std::f64::consts::LOG2_E).round();
    // ln 2 in two parts, of which the first times n is exact (fdlibm).
    let r = x - n * 6.931_471_803_691_238e-1 - n * 1.908_214_929_270_587_7e-10;
    // Taylor's series: |r| < 0.35, and 0.35¹⁴ / 14! is below 2⁻⁵⁴.
    let mut sum = 1.0;
    for k in (1..=14).rev() {
        sum = 1.0 + sum * r / f64::from(k);
    }
    #[allow(clippy::cast_possible_truncation, reason = "|n| ≤ 1024")]
    #[allow(clippy::cast_sign_loss, reason = "n ≥ -1022")]
    let power = f64::from_bits(((n as i64 + 1023) as u64) << 52);
    sum * power
}

/// The hyperbolic tangent, with a small relative error near 0 too.
pub(crate) fn tanh(x: f64) -> f64 {
    if x.abs() < 1e-3 {
        let square = x * x;
        return x * (1.0 - square * (1.0 / 3.0 - square * (2.0 / 15.0)));
    }
    if x.abs() > 20.0 {
        return x.signum();
    }
    let e = exp(2.0 * x);
    (e - 1.0) / (e + 1.0)
}

/// Cosine and sine of an angle from 0 to 1, by Taylor's series.
pub(crate) fn cos_sin(x: f64) -> (f64, f64) {
    let square = x * x;
    let (mut cos, mut sin) = (1.0, 1.0);
    for k in (1..=10).rev() {
        let k = f64::from(2 * k);
        cos = 1.0 - cos * square / (k * (k - 1.0));
        sin = 1.0 - sin * square / (k * (k + 1.0));
    }
    (cos, sin * x)
}
