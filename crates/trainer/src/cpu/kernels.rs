//! Elementwise kernels, compiled for the widest vectors that the machine has.

#![allow(
    clippy::inline_always,
    reason = "what is not inlined is not compiled for the wider vectors"
)]

use pulp::Arch;

const LANES: usize = 16;

/// e^x for x within ±87, to about 1e-7 relative; vectorises.
#[inline(always)]
fn exp(x: f32) -> f32 {
    const ROUND: f32 = 12_582_912.0; // 1.5 · 2^23: adding it rounds to an integer
    let x = x.clamp(-87.0, 87.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let n = shifted - ROUND;
    let r = x - n * 0.693_359_4 - n * -2.121_944_4e-4;
    let p = 1.987_569_1e-4;
    let p = p * r + 1.398_2e-3;
    let p = p * r + 8.333_452e-3;
    let p = p * r + 4.166_579_6e-2;
    let p = p * r + 1.666_666_5e-1;
    let p = p * r + 0.5;
    let p = p * r * r + r + 1.0;
    p * f32::from_bits((shifted.to_bits() << 23).wrapping_add(127 << 23))
}

/// The normal distribution's (cdf, pdf); Abramowitz and Stegun 7.1.26, 1.5e-7 absolute.
#[inline(always)]
fn normal(x: f32) -> (f32, f32) {
    let bell = exp(-0.5 * x * x);
    let z = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let p = t
        * (0.254_829_6
            + t * (-0.284_496_7 + t * (1.421_413_7 + t * (-1.453_152 + t * 1.061_405_4))));
    let tail = 0.5 * p * bell;
    let cdf = if x < 0.0 { tail } else { 1.0 - tail };
    (cdf, bell * 0.398_942_3)
}

#[inline(always)]
fn sum(values: &[f32], f: impl Fn(f32) -> f32) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    let chunks = values.chunks_exact(LANES);
    let rest: f32 = chunks.remainder().iter().map(|&v| f(v)).sum();
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane += f(value);
        }
    }
    lanes.iter().sum::<f32>() + rest
}

#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    let (a, b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: f32 = a
        .remainder()
        .iter()
        .zip(b.remainder())
        .map(|(x, y)| x * y)
        .sum();
    for (a, b) in a.zip(b) {
        for ((lane, x), y) in lanes.iter_mut().zip(a).zip(b) {
            *lane += x * y;
        }
    }
    lanes.iter().sum::<f32>() + rest
}

#[inline(always)]
fn max(values: &[f32]) -> f32 {
    let mut lanes = [f32::MIN; LANES];
    let chunks = values.chunks_exact(LANES);
    let rest = chunks
        .remainder()
        .iter()
        .fold(f32::MIN, |a, &b| if b > a { b } else { a });
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane = if value > *lane { value } else { *lane };
        }
    }
    lanes.iter().fold(rest, |a, &b| if b > a { b } else { a })
}

/// Each entry of `values` becomes its GELU in `activated` and its derivative in place.
pub(crate) fn gelu(values: &mut [f32], activated: &mut [f32]) {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for (value, out) in values.iter_mut().zip(activated.iter_mut()) {
                let x = *value;
                let (cdf, pdf) = normal(x);
                *out = x * cdf;
                *value = cdf + x * pdf;
            }
        },
    );
}

/// `to += from`.
pub(crate) fn add(to: &mut [f32], from: &[f32]) {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for (to, from) in to.iter_mut().zip(from) {
                *to += from;
            }
        },
    );
}

/// `to *= by`, entry by entry.
pub(crate) fn scale_by(to: &mut [f32], by: &[f32]) {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for (to, by) in to.iter_mut().zip(by) {
                *to *= by;
            }
        },
    );
}

/// Sum of squares, in f64 over chunks so that millions of entries lose nothing.
pub(crate) fn sum_of_squares(values: &[f32]) -> f64 {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            values
                .chunks(4096)
                .map(|c| f64::from(sum(c, |v| v * v)))
                .sum()
        },
    )
}

/// Root-mean-square norm of each row of `x`: `unit` = x / rms, `out` = unit * weight,
/// and one 1 / rms a row into `scale`.
pub(crate) fn rms_norm(
    x: &[f32],
    weight: &[f32],
    unit: &mut [f32],
    out: &mut [f32],
    scale: &mut [f32],
) {
    let width = weight.len();
    Arch::new().dispatch(
        #[inline(always)]
        || {
            let rows = x.chunks_exact(width).zip(unit.chunks_exact_mut(width));
            for (((x, unit), out), scale) in rows.zip(out.chunks_exact_mut(width)).zip(scale) {
                *scale = 1.0 / (sum(x, |v| v * v) / width as f32 + 1e-5).sqrt();
                for (((x, unit), out), weight) in x.iter().zip(unit).zip(out).zip(weight) {
                    *unit = x * *scale;
                    *out = *unit * weight;
                }
            }
        },
    );
}

/// Adds the gradient with respect to a norm's input to `dx` and that of its weight to
/// `dweight`, from the gradient `dout` of its output, which is used up.
pub(crate) fn rms_norm_backward(
    dout: &mut [f32],
    weight: &[f32],
    unit: &[f32],
    scale: &[f32],
    dx: &mut [f32],
    dweight: &mut [f32],
) {
    let width = weight.len();
    Arch::new().dispatch(
        #[inline(always)]
        || {
            let rows = dout.chunks_exact_mut(width).zip(unit.chunks_exact(width));
            for (((dout, unit), dx), &scale) in rows.zip(dx.chunks_exact_mut(width)).zip(scale) {
                for (((d, u), w), dw) in dout
                    .iter_mut()
                    .zip(unit)
                    .zip(weight)
                    .zip(dweight.iter_mut())
                {
                    *dw += *d * u;
                    *d *= w;
                }
                let along = dot(dout, unit) / width as f32;
                for ((dx, d), u) in dx.iter_mut().zip(dout.iter()).zip(unit) {
                    *dx += scale * (d - u * along);
                }
            }
        },
    );
}

/// Turns each interleaved pair of each head in the rows' first `cos.len()`-wide heads.
///
/// `rows` holds one head's entries of one row; `cos` and `sin` its position's table.
pub(crate) fn rotate(head: &mut [f32], cos: &[f32], sin: &[f32], direction: f32) {
    for ((pair, c), s) in head.chunks_exact_mut(2).zip(cos).zip(sin) {
        let (x, y, s) = (pair[0], pair[1], s * direction);
        pair[0] = x * c - y * s;
        pair[1] = x * s + y * c;
    }
}

/// Softmax over the first `first + i + 1` entries of row i; the rest becomes zero.
pub(crate) fn causal_softmax(rows: &mut [f32], columns: usize, stride: usize, first: usize) {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for (i, row) in rows.chunks_mut(stride).enumerate() {
                let (seen, rest) = row[..columns].split_at_mut(first + i + 1);
                rest.fill(0.0);
                let top = max(seen);
                for value in seen.iter_mut() {
                    *value = exp(*value - top);
                }
                let share = 1.0 / sum(seen, |v| v);
                for value in seen {
                    *value *= share;
                }
            }
        },
    );
}

/// The gradient through a softmax: `d` becomes `scale * p * (d - p·d)`, row by row.
pub(crate) fn softmax_backward(
    d: &mut [f32],
    p: &[f32],
    columns: usize,
    stride: usize,
    scale: f32,
) {
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for (d, p) in d.chunks_mut(columns).zip(p.chunks(stride)) {
                let p = &p[..columns];
                let along = dot(d, p);
                for (d, p) in d.iter_mut().zip(p) {
                    *d = scale * p * (*d - along);
                }
            }
        },
    );
}

/// Cross-entropy of each row of `logits` with its target, in nats, summed; the row
/// becomes its gradient times `factor`.
pub(crate) fn cross_entropy(logits: &mut [f32], targets: &[u8], factor: f32) -> f64 {
    let classes = logits.len() / targets.len();
    Arch::new().dispatch(
        #[inline(always)]
        || {
            let mut loss = 0.0;
            for (row, &target) in logits.chunks_exact_mut(classes).zip(targets) {
                let top = max(row);
                let wanted = row[usize::from(target)];
                for value in row.iter_mut() {
                    *value = exp(*value - top);
                }
                let total = sum(row, |v| v);
                loss += f64::from(total.ln() + top - wanted);
                for value in row.iter_mut() {
                    *value *= factor / total;
                }
                row[usize::from(target)] -= factor;
            }
            loss
        },
    )
}
