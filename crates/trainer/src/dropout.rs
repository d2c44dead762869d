//! Dropout whose masks are a function of seed, place and index, so that forward and
//! backward pass, and every backend, agree on them without storing any.

/// The masks of one micro-batch of one step.
#[derive(Debug, Clone, Copy)]
pub struct Dropout {
    /// Share of entries that become zero, in [0, 1).
    rate: f32,
    seed: u64,
}

impl Dropout {
    /// Masks that drop `rate` of the entries; `None` for a rate of zero.
    #[must_use]
    pub fn new(rate: f32, seed: u64) -> Option<Self> {
        (rate > 0.0).then_some(Self { rate, seed })
    }

    /// What the entries of the tensor at `site` are multiplied by.
    pub fn factors(self, site: usize, len: usize) -> impl Iterator<Item = f32> {
        let key = splitmix(self.seed ^ (site as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let kept = 1.0 / (1.0 - self.rate);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share of 2^32"
        )]
        let threshold = (f64::from(self.rate) * 4_294_967_296.0) as u64;
        (0..len as u64).map(move |i| {
            let draw = splitmix(key.wrapping_add(i)) >> 32;
            if draw < threshold { 0.0 } else { kept }
        })
    }

    /// Multiplies the tensor at `site` by its mask.
    pub fn apply(&self, site: usize, values: &mut [f32]) {
        let len = values.len();
        for (value, factor) in values.iter_mut().zip(self.factors(site, len)) {
            *value *= factor;
        }
    }
}

/// `SplitMix64`'s output function (Steele, Lea and Flood 2014).
fn splitmix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
