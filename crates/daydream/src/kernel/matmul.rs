//! Rows times panels.

use std::ops::Range;

use super::panels::{Full, Linear, PANEL, Row};
use super::{Lanes, Operation};

/// The most rows that share a load of weights.
pub(super) const ROWS: usize = 6;

/// Rows of numbers in a buffer.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a> {
    pub(crate) numbers: &'a [f32],
    /// From one row's first number to the next row's.
    pub(crate) stride: usize,
    pub(crate) count: usize,
}

/// What becomes of what is in the output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Into {
    Replace,
    Add,
}

/// `out[r][o] = Σᵢ weights[o][i] · rows[r][i]`, summed in the order of i.
pub(crate) struct Matmul<'a> {
    pub(crate) linear: &'a Linear,
    /// Which of its panels.
    pub(crate) panels: Range<usize>,
    pub(crate) rows: Rows<'a>,
    /// A row's first number is the first output of the first panel of the range.
    pub(crate) out: &'a mut [f32],
    pub(crate) out_stride: usize,
    pub(crate) into: Into,
}

impl Operation for Matmul<'_> {
    type Output = ();

    #[inline(always)]
    fn on<L: Lanes>(self, lanes: L) {
        let inputs = self.linear.inputs;
        let range = self.panels.start * inputs..self.panels.end * inputs;
        let (rows, out, stride) = (self.rows, self.out, self.out_stride);
        match &self.linear.mixed {
            Some(mixed) if rows.count == 1 => {
                lone(lanes, &mixed[range], inputs, rows.numbers, out, self.into);
            }
            _ if rows.count == 1 => {
                let panels = &self.linear.full[range];
                lone(lanes, panels, inputs, rows.numbers, out, self.into);
            }
            _ => {
                for (i, panel) in self.linear.full[range].chunks_exact(inputs).enumerate() {
                    let out = &mut out[i * PANEL..];
                    shared(lanes, panel, rows, out, stride, self.into);
                }
            }
        }
    }
}

/// One row, two panels at a time: enough sums at once to hide an addition's latency.
#[inline(always)]
pub(super) fn lone<L: Lanes, W: Row>(
    lanes: L,
    panels: &[W],
    inputs: usize,
    row: &[f32],
    out: &mut [f32],
    into: Into,
) {
    let row = &row[..inputs];
    let mut rest = panels;
    let mut out = out;
    if L::WIDTH == 16 {
        while rest.len() >= 2 * inputs {
            let (first, others) = rest.split_at(inputs);
            let (second, others) = others.split_at(inputs);
            let mut sums = [[lanes.splat(0.0); 4]; 2];
            for ((a, b), &x) in first.iter().zip(second).zip(row) {
                let x = lanes.splat(x);
                for v in 0..4 {
                    sums[0][v] = lanes.fma(a.load(lanes, v * 16), x, sums[0][v]);
                }
                for v in 0..4 {
                    sums[1][v] = lanes.fma(b.load(lanes, v * 16), x, sums[1][v]);
                }
            }
            put(lanes, sums[0], &mut out[..PANEL], into);
            put(lanes, sums[1], &mut out[PANEL..2 * PANEL], into);
            rest = others;
            out = &mut out[2 * PANEL..];
        }
    }
    for panel in rest.chunks_exact(inputs) {
        match L::WIDTH {
            16 => sub::<L, W, 1, 4>(lanes, panel, 0, [row], [&mut *out], into),
            8 => sub::<L, W, 1, 8>(lanes, panel, 0, [row], [&mut *out], into),
            _ => sub::<L, W, 1, 16>(lanes, panel, 0, [row], [&mut *out], into),
        }
        out = &mut out[PANEL..];
    }
}

/// One row and the first quarters of one panel.
#[inline(always)]
pub(super) fn front<L: Lanes>(
    lanes: L,
    panel: &[Full],
    row: &[f32],
    out: &mut [f32],
    quarters: usize,
) {
    let row = &row[..panel.len()];
    for quarter in (0..quarters).step_by(2) {
        let lane = quarter * (PANEL / 4);
        let out = &mut out[lane..];
        let half = quarter + 1 < quarters;
        match (L::WIDTH, half) {
            (16, true) => sub::<L, Full, 1, 2>(lanes, panel, lane, [row], [out], Into::Replace),
            (16, false) => sub::<L, Full, 1, 1>(lanes, panel, lane, [row], [out], Into::Replace),
            (8, true) => sub::<L, Full, 1, 4>(lanes, panel, lane, [row], [out], Into::Replace),
            (8, false) => sub::<L, Full, 1, 2>(lanes, panel, lane, [row], [out], Into::Replace),
            (_, true) => sub::<L, Full, 1, 8>(lanes, panel, lane, [row], [out], Into::Replace),
            (_, false) => sub::<L, Full, 1, 4>(lanes, panel, lane, [row], [out], Into::Replace),
        }
    }
}

/// Any number of rows and one panel.
#[inline(always)]
pub(super) fn shared<L: Lanes>(
    lanes: L,
    panel: &[Full],
    rows: Rows<'_>,
    out: &mut [f32],
    stride: usize,
    into: Into,
) {
    // Groups of even size: seven rows are four and three.
    let groups = rows.count.div_ceil(ROWS);
    let mut done = 0;
    for group in 0..groups {
        let count = (rows.count - done).div_ceil(groups - group);
        let numbers = &rows.numbers[done * rows.stride..];
        let rows = Rows {
            numbers,
            count,
            ..rows
        };
        let out = &mut out[done * stride..];
        match count {
            1 => tile::<L, 1>(lanes, panel, rows, out, stride, into),
            2 => tile::<L, 2>(lanes, panel, rows, out, stride, into),
            3 => tile::<L, 3>(lanes, panel, rows, out, stride, into),
            4 => tile::<L, 4>(lanes, panel, rows, out, stride, into),
            5 => tile::<L, 5>(lanes, panel, rows, out, stride, into),
            _ => tile::<L, 6>(lanes, panel, rows, out, stride, into),
        }
        done += count;
    }
}

/// `R` rows and one panel, in as many steps as the machine's registers ask for.
#[inline(always)]
fn tile<L: Lanes, const R: usize>(
    lanes: L,
    panel: &[Full],
    rows: Rows<'_>,
    out: &mut [f32],
    stride: usize,
    into: Into,
) {
    let inputs = panel.len();
    let mut from: [&[f32]; R] = [&[]; R];
    for (r, from) in from.iter_mut().enumerate() {
        *from = &rows.numbers[r * rows.stride..][..inputs];
    }
    // Sums in registers: R rows of so many vectors.
    let vectors = match (L::WIDTH, R) {
        (16, _) => 4,
        (8, 1) => 8,
        (8, 2) => 4,
        (8, _) => 2,
        (_, 1) => 16,
        (_, 2 | 3) => 8,
        _ => 4,
    };
    let mut lane = 0;
    while lane < PANEL {
        let mut to: [&mut [f32]; R] = std::array::from_fn(|_| &mut [][..]);
        for (to, row) in to.iter_mut().zip(out.chunks_mut(stride)) {
            *to = &mut row[lane..];
        }
        match vectors {
            2 => sub::<L, Full, R, 2>(lanes, panel, lane, from, to, into),
            4 => sub::<L, Full, R, 4>(lanes, panel, lane, from, to, into),
            8 => sub::<L, Full, R, 8>(lanes, panel, lane, from, to, into),
            _ => sub::<L, Full, R, 16>(lanes, panel, lane, from, to, into),
        }
        lane += vectors * L::WIDTH;
    }
}

/// `R` rows and `V` vectors of a panel's outputs.
#[inline(always)]
fn sub<L: Lanes, W: Row, const R: usize, const V: usize>(
    lanes: L,
    panel: &[W],
    lane: usize,
    from: [&[f32]; R],
    to: [&mut [f32]; R],
    into: Into,
) {
    let mut sums = [[lanes.splat(0.0); V]; R];
    for (i, weights) in panel.iter().enumerate() {
        let mut w = [lanes.splat(0.0); V];
        for (v, w) in w.iter_mut().enumerate() {
            *w = weights.load(lanes, lane + v * L::WIDTH);
        }
        for r in 0..R {
            let x = lanes.splat(from[r][i]);
            for v in 0..V {
                sums[r][v] = lanes.fma(w[v], x, sums[r][v]);
            }
        }
    }
    for r in 0..R {
        put(lanes, sums[r], to[r], into);
    }
}

/// By value and by constant places: a reference to the sums would keep them in memory.
#[inline(always)]
fn put<L: Lanes, const V: usize>(lanes: L, sums: [L::F; V], to: &mut [f32], into: Into) {
    let to = &mut to[..V * L::WIDTH];
    for v in 0..V {
        let to = &mut to[v * L::WIDTH..];
        let sum = match into {
            Into::Replace => sums[v],
            Into::Add => lanes.add(lanes.load(to), sums[v]),
        };
        lanes.store(to, sum);
    }
}
