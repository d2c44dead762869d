//! `AdamW`, and Muon for the matrices inside the blocks.
//!
//! Both work on the flat vectors, so that their state is two flat vectors too and a
//! checkpoint of it is exact.

use serde::{Deserialize, Serialize};

use crate::cpu::{Matrix, MatrixMut, multiply};
use crate::parameters::{Layout, Part, Place};

/// Who updates the matrices inside the blocks; embedding and norms are `AdamW`'s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Decoupled weight decay (Loshchilov and Hutter, 2019).
    AdamW,
    /// Orthogonalised momentum (Jordan et al., 2024), scaled to `AdamW`'s root mean
    /// square so that both take one learning rate (Liu et al., 2025).
    Muon,
}

/// What does not change over a training.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Optimizer {
    /// For the matrices inside the blocks.
    pub method: Method,
    /// `AdamW`'s first decay.
    pub beta_1: f32,
    /// `AdamW`'s second decay.
    pub beta_2: f32,
    /// Muon's decay.
    pub momentum: f32,
    /// Decay of matrices a step, times the learning rate.
    pub weight_decay: f32,
}

const EPSILON: f32 = 1e-8;

/// The moments, each as long as the parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Moments {
    /// First moments (`AdamW`), momentum (Muon).
    pub first: Vec<f32>,
    /// Second moments; zero where Muon works.
    pub second: Vec<f32>,
}

impl Moments {
    /// Before the first step.
    #[must_use]
    pub fn zero(parameters: usize) -> Self {
        Self {
            first: vec![0.0; parameters],
            second: vec![0.0; parameters],
        }
    }
}

impl Optimizer {
    /// One update; `step` counts from 0.
    pub fn update(
        &self,
        layout: &Layout,
        step: u64,
        rate: f64,
        parameters: &mut [f32],
        gradient: &[f32],
        moments: &mut Moments,
    ) {
        #[allow(
            clippy::cast_possible_truncation,
            reason = "single precision throughout"
        )]
        let rate = rate as f32;
        let power = i32::try_from(step + 1).unwrap_or(i32::MAX);
        let corrections = (1.0 - self.beta_1.powi(power), 1.0 - self.beta_2.powi(power));
        std::thread::scope(|scope| {
            let mut rest = (parameters, &mut moments.first[..], &mut moments.second[..]);
            let mut tasks = Vec::new();
            for place in layout.places() {
                let len = place.rows * place.columns;
                let (parameter, parameters) = rest.0.split_at_mut(len);
                let (first, firsts) = rest.1.split_at_mut(len);
                let (second, seconds) = rest.2.split_at_mut(len);
                rest = (parameters, firsts, seconds);
                tasks.push((place, parameter, &gradient[place.range()], first, second));
            }
            // Two halves of about equal work: blocks lie one after another.
            let second_half = tasks.split_off(tasks.len() / 2);
            for half in [tasks, second_half] {
                scope.spawn(move || {
                    for (place, parameter, gradient, first, second) in half {
                        let decay = if place.part.is_norm() {
                            0.0
                        } else {
                            rate * self.weight_decay
                        };
                        for p in parameter.iter_mut() {
                            *p -= decay * *p;
                        }
                        if self.method == Method::Muon && in_block(place.part) {
                            self.muon(place, rate, parameter, gradient, first);
                        } else {
                            self.adam(rate, corrections, parameter, gradient, first, second);
                        }
                    }
                });
            }
        });
    }

    fn adam(
        &self,
        rate: f32,
        corrections: (f32, f32),
        parameter: &mut [f32],
        gradient: &[f32],
        first: &mut [f32],
        second: &mut [f32],
    ) {
        let moments = first.iter_mut().zip(second);
        for ((p, &g), (m, v)) in parameter.iter_mut().zip(gradient).zip(moments) {
            *m += (1.0 - self.beta_1) * (g - *m);
            *v += (1.0 - self.beta_2) * (g * g - *v);
            *p -= rate * (*m / corrections.0) / ((*v / corrections.1).sqrt() + EPSILON);
        }
    }

    fn muon(
        &self,
        place: &Place,
        rate: f32,
        parameter: &mut [f32],
        gradient: &[f32],
        momentum: &mut [f32],
    ) {
        let mut update = Vec::with_capacity(gradient.len());
        for (m, &g) in momentum.iter_mut().zip(gradient) {
            *m = self.momentum * *m + g;
            update.push(self.momentum * *m + g);
        }
        // Query, key and value are three maps that share a tensor.
        let maps = if matches!(place.part, Part::QueryKeyValue(_)) {
            3
        } else {
            1
        };
        let rows = place.rows / maps;
        let len = rows * place.columns;
        let scale = rate * 0.2 * (rows.max(place.columns) as f32).sqrt();
        for (parameter, update) in parameter.chunks_mut(len).zip(update.chunks_mut(len)) {
            orthogonalize(update, rows, place.columns);
            for (p, u) in parameter.iter_mut().zip(update) {
                *p -= scale * *u;
            }
        }
    }
}

fn in_block(part: Part) -> bool {
    !part.is_norm() && part != Part::Embedding
}

/// Moves a matrix's singular values towards 1 by five steps of the quintic
/// Newton–Schulz iteration with Jordan's coefficients.
fn orthogonalize(matrix: &mut [f32], rows: usize, columns: usize) {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "single precision throughout"
    )]
    let norm = crate::cpu::sum_of_squares(matrix).sqrt() as f32 + 1e-7;
    for x in matrix.iter_mut() {
        *x /= norm;
    }
    let small = rows.min(columns);
    let (mut gram, mut square) = (vec![0.0; small * small], vec![0.0; small * small]);
    let mut next = vec![0.0; matrix.len()];
    for _ in 0..5 {
        const A: f32 = 3.4445;
        const B: f32 = -4.775;
        const C: f32 = 2.0315;
        let x = Matrix::dense(matrix, rows, columns);
        let (left, right) = if rows <= columns {
            (x, x.transposed())
        } else {
            (x.transposed(), x)
        };
        multiply(
            MatrixMut::dense(&mut gram, small, small),
            0.0,
            1.0,
            left,
            right,
        );
        // B·gram + C·gram², then that times X.
        square.copy_from_slice(&gram);
        let g = Matrix::dense(&gram, small, small);
        multiply(MatrixMut::dense(&mut square, small, small), B, C, g, g);
        next.copy_from_slice(matrix);
        let polynomial = Matrix::dense(&square, small, small);
        let (left, right) = if rows <= columns {
            (polynomial, x)
        } else {
            (x, polynomial)
        };
        multiply(
            MatrixMut::dense(&mut next, rows, columns),
            A,
            1.0,
            left,
            right,
        );
        matrix.copy_from_slice(&next);
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// The matrix that a step of Muon moves by has singular values near 1, whichever way
    /// it lies: its Gram matrix is near the identity.
    #[test]
    fn orthogonalized_matrices_are_near_orthogonal() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for (rows, columns) in [(8, 40), (40, 8), (8, 8)] {
            let mut matrix: Vec<f32> = (0..rows * columns)
                .map(|_| rng.random::<f32>() - 0.5)
                .collect();
            // A square of noise may be near singular; this one is not.
            for i in 0..if rows == columns { rows } else { 0 } {
                matrix[i * columns + i] += 3.0;
            }
            let before = matrix.clone();
            orthogonalize(&mut matrix, rows, columns);
            let along: f32 = matrix.iter().zip(&before).map(|(a, b)| a * b).sum();
            assert!(along > 0.0, "it turns nothing round");
            let at = |r: usize, c: usize| f64::from(matrix[r * columns + c]);
            let small = rows.min(columns);
            for a in 0..small {
                for b in 0..small {
                    let dot: f64 = if rows <= columns {
                        (0..columns).map(|i| at(a, i) * at(b, i)).sum()
                    } else {
                        (0..rows).map(|i| at(i, a) * at(i, b)).sum()
                    };
                    // Jordan's coefficients leave singular values within 0.68 to 1.13.
                    let expected = f64::from(u8::from(a == b));
                    assert!(
                        (dot - expected).abs() < 0.56,
                        "{rows}x{columns}: {a} {b} {dot}"
                    );
                }
            }
        }
    }
}
