//! One side's hands.

use std::fmt;

/// Most hands a side may have.
pub const MAX_HANDS: usize = 6;
/// Largest modulus: a finger count is one of the 36 characters `0-9a-z`.
pub const MAX_MODULUS: usize = 36;

/// One side's hands: a finger count each, in order; 0 is a dead hand.
///
/// Ordered as their notation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hands {
    // Unused places stay 0, so that the derived comparisons see only real hands.
    fingers: [u8; MAX_HANDS],
    len: u8,
}

impl Hands {
    /// `len` hands with the same finger count each.
    #[must_use]
    pub(crate) fn all(len: usize, fingers: u8) -> Self {
        assert!(len <= MAX_HANDS, "{len} hands, at most {MAX_HANDS}");
        let mut places = [0; MAX_HANDS];
        places[..len].fill(fingers);
        Self {
            fingers: places,
            len: u8::try_from(len).expect("at most MAX_HANDS"),
        }
    }

    /// The finger counts, one a hand.
    #[must_use]
    pub fn fingers(&self) -> &[u8] {
        &self.fingers[..usize::from(self.len)]
    }

    pub(crate) fn fingers_mut(&mut self) -> &mut [u8] {
        &mut self.fingers[..usize::from(self.len)]
    }

    /// All fingers together.
    #[must_use]
    pub fn total(&self) -> u16 {
        self.fingers.iter().map(|&count| u16::from(count)).sum()
    }

    /// Whether every hand is dead.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.fingers == [0; MAX_HANDS]
    }

    /// Number of hands that are not dead.
    #[must_use]
    pub fn live(&self) -> usize {
        self.fingers.iter().filter(|&&count| count > 0).count()
    }

    /// The same hands in ascending order: one representative for all their orders.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.fingers_mut().sort_unstable();
        self
    }

    /// The same hands with hand `hand` at `count` fingers.
    #[must_use]
    pub(crate) fn with(mut self, hand: usize, count: u8) -> Self {
        self.fingers_mut()[hand] = count;
        self
    }

    /// The hands as digits of a number in base `modulus`.
    pub(crate) fn code(self, modulus: usize) -> usize {
        self.fingers()
            .iter()
            .fold(0, |code, &count| code * modulus + usize::from(count))
    }
}

impl fmt::Display for Hands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &count in self.fingers() {
            let digit = char::from_digit(u32::from(count), 36).expect("a count is below 36");
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}
