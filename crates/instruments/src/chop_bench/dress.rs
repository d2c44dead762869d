//! How a position is written in a prompt, and found again in a reply.
//!
//! A state is two groups of one character a hand with a separator between them,
//! own hands first. The plain alphabet is digits and `-`; the disguised one is
//! ten letters and `/`, which no text about the game has.

use ludometer_games::chopsticks::{Position, Rules};
use minijinja::Value;

/// Letters for 0 to 9 in the disguised alphabet. None is the initial of a
/// digit's English name, and none follows the one before it in the alphabet.
const LETTERS: [char; 10] = ['Q', 'J', 'X', 'M', 'V', 'K', 'P', 'L', 'G', 'B'];

/// How a reply is to be formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerStyle {
    /// Text; the last state in it counts.
    Text,
    /// Text with a last line `FINAL: state`.
    FinalLine,
    /// One JSON object with the key `state`.
    Json,
}

/// The alphabet of a prompt family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dress {
    /// `01-23`.
    Plain,
    /// `QJ/XM`.
    Disguised,
}

impl Dress {
    fn character(self, fingers: u8) -> char {
        match self {
            Self::Plain => char::from_digit(u32::from(fingers), 10).unwrap_or('?'),
            Self::Disguised => LETTERS.get(usize::from(fingers)).copied().unwrap_or('?'),
        }
    }

    fn fingers(self, character: char) -> Option<u8> {
        let found = match self {
            Self::Plain => character.to_digit(10).map(|digit| digit as usize),
            Self::Disguised => LETTERS
                .iter()
                .position(|letter| *letter == character.to_ascii_uppercase()),
        };
        found.and_then(|fingers| u8::try_from(fingers).ok())
    }

    /// Hyphens and dashes of all kinds separate digits: models typeset.
    fn separates(self, character: char) -> bool {
        match self {
            Self::Plain => matches!(character, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}'),
            Self::Disguised => character == '/',
        }
    }

    /// One side's hands.
    #[must_use]
    pub fn hands(self, fingers: &[u8]) -> String {
        fingers
            .iter()
            .map(|fingers| self.character(*fingers))
            .collect()
    }

    /// Both sides' hands, own first.
    #[must_use]
    pub fn write(self, position: Position) -> String {
        self.sides(position.own.fingers(), position.opponent.fingers())
    }

    /// The same of a state as a reply has it.
    #[must_use]
    pub fn write_raw(self, state: &RawState) -> String {
        self.sides(&state.own, &state.opponent)
    }

    fn sides(self, own: &[u8], opponent: &[u8]) -> String {
        let separator = match self {
            Self::Plain => '-',
            Self::Disguised => '/',
        };
        format!("{}{separator}{}", self.hands(own), self.hands(opponent))
    }

    /// The last state in a text, as raw fingers that may be out of range.
    ///
    /// A state stands alone: no letter, digit or separator touches it. A long dash
    /// behind it is one of the sentence, as in `11-21—since`. One pass.
    #[must_use]
    pub fn find_last(self, text: &str, hands: usize) -> Option<RawState> {
        let mut found = None;
        let mut run: Vec<char> = Vec::new();
        let longest = 2 * hands + 1;
        let mut overlong = false;
        for character in text.chars().chain([' ']) {
            let parts = matches!(character, '\u{2014}' | '\u{2015}') && !self.half(&run, hands);
            if character.is_alphanumeric() || self.separates(character) && !parts {
                if run.len() < longest {
                    run.push(character);
                } else {
                    overlong = true;
                }
                continue;
            }
            if !overlong {
                found = self.state(&run, hands).or(found);
            }
            run.clear();
            overlong = false;
        }
        found
    }

    /// Whether these are one side's hands.
    fn half(self, run: &[char], hands: usize) -> bool {
        run.len() == hands && run.iter().all(|c| self.fingers(*c).is_some())
    }

    fn state(self, run: &[char], hands: usize) -> Option<RawState> {
        if run.len() != 2 * hands + 1 || !self.separates(run[hands]) {
            return None;
        }
        let side = |run: &[char]| {
            run.iter()
                .map(|c| self.fingers(*c))
                .collect::<Option<Vec<u8>>>()
        };
        Some(RawState {
            own: side(&run[..hands])?,
            opponent: side(&run[hands + 1..])?,
        })
    }

    /// The alphabet's characters from 0 up, for a template.
    pub(super) fn alphabet(self, rules: Rules) -> Value {
        let fingers = 0..u8::try_from(rules.modulus()).unwrap_or(u8::MAX);
        fingers
            .map(|fingers| self.character(fingers).to_string())
            .collect()
    }
}

/// A state as a reply has it: the right shape, perhaps out of range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawState {
    /// Own fingers, a hand each.
    pub own: Vec<u8>,
    /// The opponent's.
    pub opponent: Vec<u8>,
}
