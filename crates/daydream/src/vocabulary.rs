//! Characters to tokens and back.

use serde::{Deserialize, Serialize};

/// The distinct characters that a model knows, in the order of their tokens.
///
/// The space between moves and the newline between games are always among them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<char>", into = "Vec<char>")]
pub struct Vocabulary {
    characters: Vec<char>,
    newline: u8,
    space: u8,
}

/// Why these characters make no vocabulary.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VocabularyError {
    /// A token is one byte.
    #[error("{count} characters, expected at most 256")]
    TooMany {
        /// How many there were.
        count: usize,
    },
    /// Two tokens would mean the same.
    #[error("{character:?} is there twice")]
    Twice {
        /// The character.
        character: char,
    },
    /// No move or no game could end.
    #[error("{character:?} is missing, without which no draw could end")]
    Missing {
        /// Space or newline.
        character: char,
    },
}

/// A text holds a character that the model has never seen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("character {} of the text is {character:?}, which the model does not know", .at + 1)]
pub struct UnknownCharacter {
    /// The character.
    pub character: char,
    /// How many characters stand before it.
    pub at: usize,
}

impl Vocabulary {
    /// The vocabulary of these characters, whose tokens are 0, 1, 2 …
    pub fn new(characters: impl IntoIterator<Item = char>) -> Result<Self, VocabularyError> {
        let characters: Vec<char> = characters.into_iter().collect();
        if characters.len() > 256 {
            return Err(VocabularyError::TooMany {
                count: characters.len(),
            });
        }
        for (token, &character) in characters.iter().enumerate() {
            if characters[..token].contains(&character) {
                return Err(VocabularyError::Twice { character });
            }
        }
        let token = |character| {
            position(&characters, character).ok_or(VocabularyError::Missing { character })
        };
        let (newline, space) = (token('\n')?, token(' ')?);
        Ok(Self {
            characters,
            newline,
            space,
        })
    }

    /// The sorted distinct characters of a corpus.
    pub fn of(corpus: &str) -> Result<Self, VocabularyError> {
        let distinct: std::collections::BTreeSet<char> = corpus.chars().collect();
        Self::new(distinct)
    }

    /// The characters, in the order of their tokens.
    #[must_use]
    pub fn characters(&self) -> &[char] {
        &self.characters
    }

    /// How many characters there are; never none.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "space and newline are in it")]
    pub fn len(&self) -> usize {
        self.characters.len()
    }

    /// The token that ends a game, and before a game stands for nothing.
    #[must_use]
    pub fn newline(&self) -> u8 {
        self.newline
    }

    /// The token that ends a move.
    #[must_use]
    pub fn space(&self) -> u8 {
        self.space
    }

    /// The token of a character, if the model knows it.
    #[must_use]
    pub fn token(&self, character: char) -> Option<u8> {
        position(&self.characters, character)
    }

    /// The character of a token, if there is such a token.
    #[must_use]
    pub fn character(&self, token: u8) -> Option<char> {
        self.characters.get(usize::from(token)).copied()
    }

    /// The tokens of a text.
    pub fn encode(&self, text: &str) -> Result<Vec<u8>, UnknownCharacter> {
        text.chars()
            .enumerate()
            .map(|(at, character)| {
                self.token(character)
                    .ok_or(UnknownCharacter { character, at })
            })
            .collect()
    }

    /// The text of tokens; `None` where one of them stands for nothing.
    #[must_use]
    pub fn decode(&self, tokens: &[u8]) -> Option<String> {
        tokens.iter().map(|&token| self.character(token)).collect()
    }
}

fn position(characters: &[char], character: char) -> Option<u8> {
    let token = characters.iter().position(|&c| c == character)?;
    u8::try_from(token).ok()
}

impl TryFrom<Vec<char>> for Vocabulary {
    type Error = VocabularyError;

    fn try_from(characters: Vec<char>) -> Result<Self, VocabularyError> {
        Self::new(characters)
    }
}

impl From<Vocabulary> for Vec<char> {
    fn from(vocabulary: Vocabulary) -> Self {
        vocabulary.characters
    }
}
