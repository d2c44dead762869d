//! Attention of rows over the characters before them.
//!
//! A row sees a stretch of the one sequence that all rows share, and then its own
//! ancestors among characters that are only being tried. What it computes does not
//! depend on which of the two a character is in.

use super::matmul::{Into, ROWS, Rows, front, lone, shared};
use super::panels::{Full, PANEL};
use super::rows::total;
use super::{Lanes, Operation, SUMS, polynomial};

/// One layer's keys and values of the shared sequence.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    /// By head, by panel of positions, by number of the head: 64 positions.
    pub(crate) keys: Vec<Full>,
    /// By position: the heads one after the other.
    pub(crate) values: Vec<f32>,
}

/// Widths of heads as the kernel has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Heads {
    pub(crate) count: usize,
    /// A head's numbers with padding; a multiple of 32.
    pub(crate) width: usize,
    /// Panels of positions that the shared sequence has room for.
    pub(crate) panels: usize,
}

impl Heads {
    /// All heads' numbers.
    pub(crate) fn all(self) -> usize {
        self.count * self.width
    }
}

impl Seen {
    pub(crate) fn new(heads: Heads) -> Self {
        Self {
            keys: vec![Full([0.0; PANEL]); heads.count * heads.panels * heads.width],
            values: vec![0.0; heads.panels * PANEL * heads.all()],
        }
    }

    /// Keeps a position's key and value.
    pub(crate) fn put(&mut self, heads: Heads, position: usize, key: &[f32], value: &[f32]) {
        let (panel, lane) = (position / PANEL, position % PANEL);
        for (head, key) in key.chunks_exact(heads.width).enumerate() {
            let first = (head * heads.panels + panel) * heads.width;
            let rows = &mut self.keys[first..][..heads.width];
            for (row, &number) in rows.iter_mut().zip(key) {
                row.0[lane] = number;
            }
        }
        self.values[position * heads.all()..][..heads.all()].copy_from_slice(value);
    }
}

/// Ancestors of rows, of this layer only.
#[derive(Clone, Copy)]
pub(crate) struct Tails<'a> {
    /// Of each row its ancestors, itself the last: places in `keys` and `values`.
    pub(crate) of: &'a [Vec<usize>],
    pub(crate) keys: &'a [f32],
    pub(crate) values: &'a [f32],
}

/// What the rows see.
#[derive(Clone, Copy)]
pub(crate) enum View<'a> {
    /// Row r stands at position `first + r` of the shared sequence.
    Sequence { first: usize },
    /// All see `shared` positions, and then their tails.
    Tails { shared: usize, tails: Tails<'a> },
}

/// `out[r] = Σₜ softmax(q[r] · key[t]) value[t]`, head by head.
pub(crate) struct Attend<'a> {
    pub(crate) heads: Heads,
    pub(crate) seen: &'a Seen,
    pub(crate) view: View<'a>,
    /// Rotated and scaled queries.
    pub(crate) queries: Rows<'a>,
    pub(crate) out: &'a mut [f32],
    pub(crate) out_stride: usize,
    /// Room for [`room`] numbers.
    pub(crate) scores: &'a mut [f32],
}

/// Numbers of scores that [`Attend`] needs room for.
pub(crate) fn room(heads: Heads) -> usize {
    ROWS.max(GROUP) * stride(heads)
}

/// Heads of a lone row that are summed at once.
const GROUP: usize = 8;

/// The longest tail.
const TAIL: usize = 2 * SUMS;

fn stride(heads: Heads) -> usize {
    heads.panels * PANEL + TAIL
}

impl Operation for Attend<'_> {
    type Output = ();

    #[inline(always)]
    fn on<L: Lanes>(mut self, lanes: L) {
        let groups = self.queries.count.div_ceil(ROWS);
        let mut row = 0;
        for group in 0..groups {
            let count = (self.queries.count - row).div_ceil(groups - group);
            match count {
                1 => self.lone(lanes, row),
                2 => self.rows::<L, 2>(lanes, row),
                3 => self.rows::<L, 3>(lanes, row),
                4 => self.rows::<L, 4>(lanes, row),
                5 => self.rows::<L, 5>(lanes, row),
                _ => self.rows::<L, 6>(lanes, row),
            }
            row += count;
        }
    }
}

impl Attend<'_> {
    /// How much of the shared sequence a row sees, and what of its own.
    #[inline(always)]
    fn sight(&self, row: usize) -> (usize, &[usize]) {
        match self.view {
            View::Sequence { first } => (first + row + 1, &[]),
            View::Tails { shared, tails } => (shared, &tails.of[row]),
        }
    }

    /// One row: some heads at a time.
    #[inline(always)]
    fn lone<L: Lanes>(&mut self, lanes: L, row: usize) {
        let stride = stride(self.heads);
        let most = if L::WIDTH == 16 { GROUP } else { 2 };
        let mut head = 0;
        while head < self.heads.count {
            let group = match most.min(self.heads.count - head) {
                odd @ (3 | 5 | 7) => odd - 1,
                group => group,
            };
            let mut sums = [0.0; GROUP];
            for (i, sum) in sums.iter_mut().enumerate().take(group) {
                *sum = self.weigh(lanes, head + i, row, 1, i * stride)[0];
            }
            let (shared, _) = self.sight(row);
            match (L::WIDTH, group) {
                (16, 8) => self.values::<L, 1, 8, 2>(lanes, head, row, shared),
                (16, 6) => self.values::<L, 1, 6, 2>(lanes, head, row, shared),
                (16, 4) => self.values::<L, 1, 4, 2>(lanes, head, row, shared),
                (16, 2) => self.values::<L, 1, 2, 2>(lanes, head, row, shared),
                (16, _) => self.values::<L, 1, 1, 2>(lanes, head, row, shared),
                (8, 2) => self.values::<L, 1, 2, 4>(lanes, head, row, shared),
                (8, _) => self.values::<L, 1, 1, 4>(lanes, head, row, shared),
                (_, 2) => self.values::<L, 1, 2, 8>(lanes, head, row, shared),
                _ => self.values::<L, 1, 1, 8>(lanes, head, row, shared),
            }
            for (i, &sum) in sums.iter().enumerate().take(group) {
                self.finish(lanes, head + i, row, i * stride, sum);
            }
            head += group;
        }
    }

    /// `R` rows: one head at a time.
    #[inline(always)]
    fn rows<L: Lanes, const R: usize>(&mut self, lanes: L, row: usize) {
        let stride = stride(self.heads);
        let (most, _) = self.sight(row + R - 1);
        for head in 0..self.heads.count {
            let sums = self.weigh(lanes, head, row, R, 0);
            match L::WIDTH {
                16 | 8 => self.values::<L, R, 1, 2>(lanes, head, row, most),
                _ => self.values::<L, R, 1, 4>(lanes, head, row, most),
            }
            for (r, &sum) in sums.iter().enumerate().take(R) {
                self.finish(lanes, head, row + r, r * stride, sum);
            }
        }
    }

    /// Scores of some rows at a head, made into weights, which are not yet divided by
    /// their sums; gives the sums.
    #[inline(always)]
    fn weigh<L: Lanes>(
        &mut self,
        lanes: L,
        head: usize,
        row: usize,
        count: usize,
        place: usize,
    ) -> [f32; ROWS] {
        let Heads { width, panels, .. } = self.heads;
        let stride = stride(self.heads);
        let (most, _) = self.sight(row + count - 1);
        let queries = Rows {
            numbers: &self.queries.numbers[row * self.queries.stride + head * width..],
            stride: self.queries.stride,
            count,
        };
        let (full, rest) = (most / PANEL, most % PANEL);
        let keys = &self.seen.keys[head * panels * width..];
        if count == 1 {
            let (whole, last) = keys.split_at(full * width);
            let out = &mut self.scores[place..];
            lone(lanes, whole, width, queries.numbers, out, Into::Replace);
            // A lone row's pace is the memory's: only the vectors that it needs.
            if rest > 0 {
                let out = &mut out[full * PANEL..];
                front(
                    lanes,
                    &last[..width],
                    queries.numbers,
                    out,
                    rest.div_ceil(16),
                );
            }
        } else {
            for panel in 0..most.div_ceil(PANEL) {
                let keys = &keys[panel * width..][..width];
                let out = &mut self.scores[place + panel * PANEL..];
                shared(lanes, keys, queries, out, stride, Into::Replace);
            }
        }
        let mut sums = [0.0; ROWS];
        for r in 0..count {
            let query = &queries.numbers[r * queries.stride..][..width];
            let all = self.heads.all();
            let (shared, _) = self.sight(row + r);
            let scores = &mut self.scores[place + r * stride..][..stride];
            let mut length = shared;
            if let View::Tails { tails, .. } = self.view {
                let key = |ancestor: usize| &tails.keys[ancestor * all + head * width..][..width];
                for ancestors in tails.of[row + r].chunks(ABREAST) {
                    // The last one stands in for those that are missing.
                    let mut keys = [key(ancestors[ancestors.len() - 1]); ABREAST];
                    for (key_of, &ancestor) in keys.iter_mut().zip(ancestors) {
                        *key_of = key(ancestor);
                    }
                    scores[length..][..ABREAST].copy_from_slice(&dots(query, keys));
                    length += ancestors.len();
                }
            }
            let end = length.next_multiple_of(SUMS);
            scores[length..end].fill(f32::NEG_INFINITY);
            sums[r] = soften(lanes, &mut scores[..end]);
            // A row of a group may see less than the last one: weights of zero there.
            scores[length..length.max(most)].fill(0.0);
        }
        sums
    }

    /// Sums the values of `shared` positions by the weights: of `R` rows, `H` heads,
    /// `V` vectors of each at a time.
    #[inline(always)]
    fn values<L: Lanes, const R: usize, const H: usize, const V: usize>(
        &mut self,
        lanes: L,
        head: usize,
        row: usize,
        shared: usize,
    ) {
        let Heads { width, .. } = self.heads;
        let (all, stride) = (self.heads.all(), stride(self.heads));
        // Either one row of several heads or several rows of one head.
        let mut weights: [[&[f32]; H]; R] = [[&[]; H]; R];
        for (r, of_row) in weights.iter_mut().enumerate() {
            for (h, of_head) in of_row.iter_mut().enumerate() {
                *of_head = &self.scores[(r + h) * stride..][..shared];
            }
        }
        let values = &self.seen.values[..shared * all];
        for lane in (0..width).step_by(V * L::WIDTH) {
            let mut sums = [[[lanes.splat(0.0); V]; H]; R];
            let span = H * width - lane;
            let values = &values[head * width + lane..];
            for (t, value) in values.chunks(all).enumerate().take(shared) {
                let value = &value[..span];
                for h in 0..H {
                    let value = &value[h * width..][..V * L::WIDTH];
                    let mut loaded = [lanes.splat(0.0); V];
                    for (v, loaded) in loaded.iter_mut().enumerate() {
                        *loaded = lanes.load(&value[v * L::WIDTH..]);
                    }
                    for r in 0..R {
                        let weight = lanes.splat(weights[r][h][t]);
                        for v in 0..V {
                            sums[r][h][v] = lanes.fma(weight, loaded[v], sums[r][h][v]);
                        }
                    }
                }
            }
            for r in 0..R {
                for h in 0..H {
                    let place = (row + r) * self.out_stride + (head + h) * width + lane;
                    let out = &mut self.out[place..][..V * L::WIDTH];
                    for v in 0..V {
                        lanes.store(&mut out[v * L::WIDTH..], sums[r][h][v]);
                    }
                }
            }
        }
    }

    /// Adds the tail's values and divides by the sum of weights.
    #[inline(always)]
    fn finish<L: Lanes>(&mut self, lanes: L, head: usize, row: usize, place: usize, sum: f32) {
        let Heads { width, .. } = self.heads;
        let all = self.heads.all();
        let out = &mut self.out[row * self.out_stride + head * width..][..width];
        if let View::Tails { shared, tails } = self.view {
            let weights = &self.scores[place + shared..];
            for (&ancestor, &weight) in tails.of[row].iter().zip(weights) {
                let value = &tails.values[ancestor * all + head * width..][..width];
                let weight = lanes.splat(weight);
                let vectors = out.chunks_exact_mut(L::WIDTH);
                for (out, value) in vectors.zip(value.chunks_exact(L::WIDTH)) {
                    let more = lanes.fma(weight, lanes.load(value), lanes.load(out));
                    lanes.store(out, more);
                }
            }
        }
        let scale = lanes.splat(1.0 / sum);
        for out in out.chunks_exact_mut(L::WIDTH) {
            let scaled = lanes.mul(lanes.load(out), scale);
            lanes.store(out, scaled);
        }
    }
}

/// Ancestors that are scored at once, to hide an addition's latency.
const ABREAST: usize = 4;

/// As a panel computes it: in the order of the numbers.
#[inline(always)]
fn dots(query: &[f32], keys: [&[f32]; ABREAST]) -> [f32; ABREAST] {
    let keys = keys.map(|key| &key[..query.len()]);
    let mut sums = [0.0_f32; ABREAST];
    for (i, &q) in query.iter().enumerate() {
        for (sum, key) in sums.iter_mut().zip(keys) {
            *sum = key[i].mul_add(q, *sum);
        }
    }
    sums
}

/// `scores = exp(scores - max)` in place; gives their sum.
#[inline(always)]
fn soften<L: Lanes>(lanes: L, scores: &mut [f32]) -> f32 {
    let mut parts = [f32::NEG_INFINITY; SUMS];
    let mut most = lanes.splat(f32::NEG_INFINITY);
    for x in scores.chunks_exact(L::WIDTH) {
        most = lanes.max(lanes.load(x), most);
    }
    lanes.store(&mut parts, most);
    let most = parts.into_iter().fold(f32::NEG_INFINITY, f32::max);
    let most = lanes.splat(most);
    for x in scores.chunks_exact_mut(L::WIDTH) {
        let softened = polynomial::exp(lanes, lanes.sub(lanes.load(x), most));
        lanes.store(x, softened);
    }
    let mut parts = [0.0; SUMS];
    for lane in (0..SUMS).step_by(L::WIDTH) {
        let mut sum = lanes.splat(0.0);
        for x in scores.chunks_exact(SUMS) {
            sum = lanes.add(sum, lanes.load(&x[lane..]));
        }
        lanes.store(&mut parts[lane..], sum);
    }
    total(parts)
}
