//! A linear layer's weights in the order in which the kernel reads them.

use half::f16;

use super::Lanes;

/// Outputs of a panel.
pub(crate) const PANEL: usize = 64;

/// Of which so many are in half precision, where a lone row is multiplied.
const HALVES: usize = 48;

/// A panel's weights for one input, in single precision.
///
/// Aligned, since a load that crosses a cache line counts twice.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Full(pub(crate) [f32; PANEL]);

/// The same, most of it in half precision.
///
/// A lone row reads each weight once, so that memory sets the pace: less of it is
/// better, but widening costs as much as multiplying. Between the two, a quarter in
/// single precision is fastest (see `docs/performance.md`).
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(crate) struct Mixed {
    half: [u16; HALVES],
    full: [f32; PANEL - HALVES],
}

/// A panel's weights for one input.
pub(super) trait Row {
    /// Those from `lane` on.
    fn load<L: Lanes>(&self, lanes: L, lane: usize) -> L::F;
}

impl Row for Full {
    #[inline(always)]
    fn load<L: Lanes>(&self, lanes: L, lane: usize) -> L::F {
        lanes.load(&self.0[lane..])
    }
}

impl Row for Mixed {
    #[inline(always)]
    fn load<L: Lanes>(&self, lanes: L, lane: usize) -> L::F {
        if lane < HALVES {
            lanes.load_half(&self.half[lane..])
        } else {
            lanes.load(&self.full[lane - HALVES..])
        }
    }
}

/// A linear layer without bias: panels of [`PANEL`] outputs, in each input by input.
#[derive(Debug, Clone)]
pub(crate) struct Linear {
    pub(super) inputs: usize,
    pub(super) full: Vec<Full>,
    pub(super) mixed: Option<Vec<Mixed>>,
}

impl std::fmt::Debug for Mixed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.half.map(|x| f16::from_bits(x).to_f32()))
            .entries(self.full)
            .finish()
    }
}

impl Linear {
    /// Packs the weights `weight(output, input)`; `halves` where they all are numbers of
    /// half precision and the machine gains by it.
    pub(crate) fn pack(
        outputs: usize,
        inputs: usize,
        halves: bool,
        weight: impl Fn(usize, usize) -> f32,
    ) -> Self {
        let mut full = Vec::with_capacity(outputs.div_ceil(PANEL) * inputs);
        for first in (0..outputs).step_by(PANEL) {
            for input in 0..inputs {
                full.push(Full(std::array::from_fn(|lane| {
                    let output = first + lane;
                    if output < outputs {
                        weight(output, input)
                    } else {
                        0.0
                    }
                })));
            }
        }
        let mixed = halves.then(|| full.iter().map(mixed).collect());
        Self {
            inputs,
            full,
            mixed,
        }
    }

    /// Panels of outputs.
    pub(crate) fn panels(&self) -> usize {
        self.full.len() / self.inputs
    }

    /// Bytes that a lone row reads, and that several rows read.
    pub(crate) fn bytes(&self) -> (usize, usize) {
        let full = size_of_val(&self.full[..]);
        let lone = self.mixed.as_ref().map_or(full, |m| size_of_val(&m[..]));
        (lone, full)
    }
}

fn mixed(row: &Full) -> Mixed {
    Mixed {
        half: std::array::from_fn(|lane| f16::from_f32(row.0[lane]).to_bits()),
        full: std::array::from_fn(|lane| row.0[HALVES + lane]),
    }
}
