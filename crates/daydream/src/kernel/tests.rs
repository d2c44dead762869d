#![allow(clippy::float_cmp, reason = "these values are exact")]

use super::attention::{Attend, Heads, Seen, Tails, View, room};
use super::matmul::{Into, Matmul, Rows};
use super::panels::{Linear, PANEL};
use super::rows::{Gelu, Normalise};
use super::{Kernel, Lanes, Operation, polynomial};
use crate::number;

/// Numbers from -1 up to 1 that look random.
fn numbers(count: usize, seed: u32) -> Vec<f32> {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

fn close(found: f32, expected: f64, within: f64) {
    let error = (f64::from(found) - expected).abs();
    assert!(error <= within, "{found}, expected {expected}");
}

#[test]
fn products_of_any_shape() {
    for kernel in Kernel::available() {
        for (outputs, inputs, count) in [
            (1, 1, 1),
            (70, 5, 2),
            (128, 33, 7),
            (192, 64, 13),
            (21, 8, 5),
        ] {
            let weights = numbers(outputs * inputs, 1);
            let linear = Linear::pack(outputs, inputs, false, |o, i| weights[o * inputs + i]);
            let rows = numbers(count * (inputs + 3), 2);
            let stride = linear.panels() * PANEL;
            let start = numbers(count * stride, 3);
            for into in [Into::Replace, Into::Add] {
                let mut out = start.clone();
                kernel.run(Matmul {
                    linear: &linear,
                    panels: 0..linear.panels(),
                    rows: Rows {
                        numbers: &rows,
                        stride: inputs + 3,
                        count,
                    },
                    out: &mut out,
                    out_stride: stride,
                    into,
                });
                for r in 0..count {
                    for o in 0..outputs {
                        let row = &rows[r * (inputs + 3)..][..inputs];
                        let products = weights[o * inputs..][..inputs].iter().zip(row);
                        let mut sum: f64 =
                            products.map(|(&w, &x)| f64::from(w) * f64::from(x)).sum();
                        if into == Into::Add {
                            sum += f64::from(start[r * stride + o]);
                        }
                        close(out[r * stride + o], sum, 1e-5);
                    }
                }
            }
        }
    }
}

#[test]
fn norms_have_a_mean_square_of_one() {
    for kernel in Kernel::available() {
        let (width, stride) = (21, 64);
        let mut x = numbers(2 * stride, 4);
        for row in x.chunks_exact_mut(stride) {
            row[width..].fill(0.0);
        }
        let weight = numbers(stride, 5);
        let mut out = vec![0.0; 2 * stride];
        kernel.run(Normalise {
            x: &x,
            out: &mut out,
            stride,
            width,
            weight: &weight,
        });
        for (x, out) in x.chunks_exact(stride).zip(out.chunks_exact(stride)) {
            let square = |x: &f32| f64::from(*x).powi(2);
            let mean: f64 = x.iter().map(square).sum::<f64>() / width as f64;
            for i in 0..width {
                let expected = f64::from(x[i]) / (mean + 1e-5).sqrt() * f64::from(weight[i]);
                close(out[i], expected, 1e-6);
            }
        }
    }
}

#[test]
fn attention_is_a_softmax_over_what_is_seen() {
    let heads = Heads {
        count: 3,
        width: 32,
        panels: 3,
    };
    let all = heads.all();
    let (shared, count) = (130, 7);
    let (keys, values) = (numbers(180 * all, 6), numbers(180 * all, 7));
    let queries = numbers(count * all, 8);
    // Tails: row r has r ancestors at places 150 + r * 3 and before.
    let of: Vec<Vec<usize>> = (0..count)
        .map(|r| (0..r).map(|i| 150 + r * 3 - i).collect())
        .collect();
    for kernel in Kernel::available() {
        let mut seen = Seen::new(heads);
        for position in 0..shared + count {
            let from = position * all;
            seen.put(
                heads,
                position,
                &keys[from..from + all],
                &values[from..from + all],
            );
        }
        for view in [
            View::Sequence { first: shared },
            View::Tails {
                shared,
                tails: Tails {
                    of: &of,
                    keys: &keys,
                    values: &values,
                },
            },
        ] {
            let mut out = vec![0.0; count * all];
            kernel.run(Attend {
                heads,
                seen: &seen,
                view,
                queries: Rows {
                    numbers: &queries,
                    stride: all,
                    count,
                },
                out: &mut out,
                out_stride: all,
                scores: &mut vec![0.0; room(heads)],
            });
            for r in 0..count {
                let sight: Vec<usize> = match view {
                    View::Sequence { .. } => (0..=shared + r).collect(),
                    View::Tails { .. } => (0..shared).chain(of[r].iter().copied()).collect(),
                };
                for head in 0..heads.count {
                    let place = |position: usize| position * all + head * heads.width;
                    let dot = |position: usize| -> f64 {
                        let query = &queries[place(r)..][..heads.width];
                        let key = &keys[place(position)..][..heads.width];
                        query
                            .iter()
                            .zip(key)
                            .map(|(&q, &k)| f64::from(q) * f64::from(k))
                            .sum()
                    };
                    let weights: Vec<f64> = sight.iter().map(|&t| dot(t).exp()).collect();
                    let total: f64 = weights.iter().sum();
                    for d in 0..heads.width {
                        let value = |t: usize| f64::from(values[place(t) + d]);
                        let sum: f64 = sight.iter().zip(&weights).map(|(&t, w)| w * value(t)).sum();
                        close(out[place(r) + d], sum / total, 1e-5);
                    }
                }
            }
        }
    }
}

struct Exp<'a>(&'a mut [f32]);

impl Operation for Exp<'_> {
    type Output = ();
    #[inline(always)]
    fn on<L: Lanes>(self, lanes: L) {
        for x in self.0.chunks_exact_mut(L::WIDTH) {
            let y = polynomial::exp(lanes, lanes.load(x));
            lanes.store(x, y);
        }
    }
}

#[test]
fn exponentials_are_close_and_vanish_far_down() {
    let x: Vec<f32> = (0..16_000).map(|i| i as f32 * -0.005).collect();
    for kernel in Kernel::available() {
        let mut y = x.clone();
        kernel.run(Exp(&mut y));
        for (&x, y) in x.iter().zip(y) {
            let expected = number::exp(f64::from(x));
            close(y, expected, expected * 1.5e-7);
        }
        let mut far = vec![-1e30, f32::NEG_INFINITY, -88.0, -104.0];
        far.resize(16, 0.0);
        kernel.run(Exp(&mut far));
        assert!(far[..4].iter().all(|&y| y < 2e-38), "{far:?}");
    }
}

/// erf by its Taylor series, which converges everywhere.
fn erf(x: f64) -> f64 {
    let (mut term, mut sum) = (x, x);
    for n in 1..200 {
        term *= -x * x / f64::from(n);
        sum += term / f64::from(2 * n + 1);
    }
    sum * std::f64::consts::FRAC_2_SQRT_PI
}

#[test]
fn gelu_is_the_exact_one() {
    let mut x: Vec<f32> = (0..800).map(|i| (i as f32 - 400.0) * 0.0125).collect();
    x.extend([-9.0, 9.0, -30.0, 30.0, -1e9, 1e9, 0.0, -0.0]);
    x.resize(x.len().next_multiple_of(16), 0.0);
    for kernel in Kernel::available() {
        let mut y = x.clone();
        kernel.run(Gelu(&mut y));
        for (&x, y) in x.iter().zip(y) {
            let x = f64::from(x);
            let expected = if x.abs() > 6.0 {
                x.max(0.0)
            } else {
                x * 0.5 * (1.0 + erf(x * std::f64::consts::FRAC_1_SQRT_2))
            };
            close(y, expected, 5e-7 * x.abs().max(1.0));
        }
    }
}

#[test]
fn elementary_functions_in_double_precision() {
    for i in -700..700_i32 {
        let x = f64::from(i) * 0.997;
        let error = (number::exp(x) / x.exp() - 1.0).abs();
        assert!(error < 1e-14, "exp {x}: {error}");
        let x = f64::from(i) * 0.0313;
        let error = (number::tanh(x) - x.tanh()).abs();
        assert!(error < 1e-15, "tanh {x}: {error}");
        let x = f64::from(i) * 1e-9;
        let error = (number::tanh(x) - x.tanh()).abs();
        assert!(error <= x.abs() * 1e-15, "tanh {x}: {error}");
        let x = f64::from(i.abs()) / 700.0;
        let (cos, sin) = number::cos_sin(x);
        assert!(
            (cos - x.cos()).abs() < 1e-15 && (sin - x.sin()).abs() < 1e-15,
            "{x}"
        );
    }
    assert_eq!(number::exp(0.0), 1.0);
    assert_eq!(number::exp(-1e9), 0.0);
    assert_eq!(number::exp(f64::NEG_INFINITY), 0.0);
    assert_eq!(number::exp(1e9), f64::INFINITY);
    assert!(number::exp(f64::NAN).is_nan());
    assert_eq!(number::tanh(f64::INFINITY), 1.0);
}
