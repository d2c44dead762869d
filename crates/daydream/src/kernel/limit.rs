//! What the machine could do at best, for measurements.

use super::{Kernel, Lanes, Operation};

/// Multiply-adds in registers.
struct Spin {
    rounds: usize,
}

impl Operation for Spin {
    type Output = f32;

    #[inline(always)]
    fn on<L: Lanes>(self, lanes: L) -> f32 {
        // Or the compiler works it out beforehand.
        let start = std::hint::black_box([1.0; SPUN]);
        let mut sums = [lanes.splat(0.0); SPUN];
        for i in 0..SPUN {
            sums[i] = lanes.splat(start[i]);
        }
        let (a, b) = (lanes.splat(0.999), lanes.splat(1e-3));
        for _ in 0..std::hint::black_box(self.rounds) {
            for sum in &mut sums {
                *sum = lanes.fma(*sum, a, b);
            }
        }
        let mut total = lanes.splat(0.0);
        for sum in sums {
            total = lanes.add(total, sum);
        }
        first(lanes, total)
    }
}

#[inline(always)]
fn first<L: Lanes>(lanes: L, x: L::F) -> f32 {
    let mut out = [0.0; super::SUMS];
    lanes.store(&mut out, x);
    out[0]
}

/// Sums at once: enough to hide an addition's latency, few enough for the registers.
const SPUN: usize = 10;

/// Loads, and next to nothing done with them.
struct Read<'a>(&'a [f32]);

impl Operation for Read<'_> {
    type Output = f32;

    #[inline(always)]
    fn on<L: Lanes>(self, lanes: L) -> f32 {
        let mut most = [lanes.splat(0.0); 4];
        for numbers in std::hint::black_box(self.0).chunks_exact(4 * L::WIDTH) {
            for i in 0..4 {
                most[i] = lanes.max(lanes.load(&numbers[i * L::WIDTH..]), most[i]);
            }
        }
        let mut all = most[0];
        for most in most {
            all = lanes.max(all, most);
        }
        first(lanes, all)
    }
}

impl Kernel {
    /// Does multiply-adds in registers, so that a measurement knows this machine's limit.
    /// Gives how many, and a number that depends on all of them.
    #[must_use]
    pub fn spin(self, rounds: usize) -> (usize, f32) {
        struct Width;
        impl Operation for Width {
            type Output = usize;
            fn on<L: Lanes>(self, _: L) -> usize {
                L::WIDTH
            }
        }
        let each = SPUN * self.run(Width);
        (rounds * each, self.run(Spin { rounds }))
    }

    /// Reads numbers once, so that a measurement knows this machine's limit. Gives a
    /// number that depends on them.
    #[must_use]
    pub fn read(self, numbers: &[f32]) -> f32 {
        self.run(Read(numbers))
    }
}
