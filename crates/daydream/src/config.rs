//! The shape of a model.

use serde::{Deserialize, Serialize};

/// How many blocks, how wide, how far it looks back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Fields", into = "Fields")]
pub struct Config {
    layers: usize,
    heads: usize,
    width: usize,
    context: usize,
}

/// As in the header of a weights file.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename = "config", deny_unknown_fields)]
struct Fields {
    layers: usize,
    heads: usize,
    width: usize,
    context: usize,
}

/// Why there is no such model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// A field is out of its range.
    #[error("{field} is {value}, expected {least} to {most}")]
    Range {
        /// The field.
        field: &'static str,
        /// What it was.
        value: usize,
        /// The least that is allowed.
        least: usize,
        /// The most that is allowed.
        most: usize,
    },
    /// The heads do not share the width evenly, or a head has an odd width, which
    /// leaves one of its numbers without a partner to rotate with.
    #[error("width {width} does not divide into {heads} heads of an even width")]
    Heads {
        /// The width.
        width: usize,
        /// The heads.
        heads: usize,
    },
}

impl Config {
    /// A model of `layers` blocks with `heads` heads, `width` numbers a character, and
    /// `context` characters in view: 1 to 64, 1 to 64, 2 to 4,096, 16 to 65,536.
    pub fn new(
        layers: usize,
        heads: usize,
        width: usize,
        context: usize,
    ) -> Result<Self, ConfigError> {
        let fields = [
            ("layers", layers, 1, 64),
            ("heads", heads, 1, 64),
            ("width", width, 2, 4096),
            ("context", context, 16, 65536),
        ];
        for (field, value, least, most) in fields {
            if !(least..=most).contains(&value) {
                return Err(ConfigError::Range {
                    field,
                    value,
                    least,
                    most,
                });
            }
        }
        if !width.is_multiple_of(2 * heads) {
            return Err(ConfigError::Heads { width, heads });
        }
        Ok(Self::published(layers, heads, width, context))
    }

    /// As [`new`](Self::new), for the tiers' own numbers.
    pub(crate) const fn published(
        layers: usize,
        heads: usize,
        width: usize,
        context: usize,
    ) -> Self {
        Self {
            layers,
            heads,
            width,
            context,
        }
    }

    /// Blocks.
    #[must_use]
    pub const fn layers(self) -> usize {
        self.layers
    }

    /// Heads of attention in a block.
    #[must_use]
    pub const fn heads(self) -> usize {
        self.heads
    }

    /// Numbers that stand for a character between blocks.
    #[must_use]
    pub const fn width(self) -> usize {
        self.width
    }

    /// Characters in view.
    #[must_use]
    pub const fn context(self) -> usize {
        self.context
    }

    /// Numbers of a query, a key or a value of one head.
    #[must_use]
    pub const fn head_width(self) -> usize {
        self.width / self.heads
    }

    /// Numbers inside a block's perceptron.
    #[must_use]
    pub const fn mlp_width(self) -> usize {
        4 * self.width
    }

    /// Trained numbers with a vocabulary of so many characters.
    #[must_use]
    pub const fn parameters(self, vocabulary: usize) -> usize {
        self.width * (vocabulary + 1 + self.layers * (12 * self.width + 2))
    }
}

impl TryFrom<Fields> for Config {
    type Error = ConfigError;

    fn try_from(fields: Fields) -> Result<Self, ConfigError> {
        Self::new(fields.layers, fields.heads, fields.width, fields.context)
    }
}

impl From<Config> for Fields {
    fn from(config: Config) -> Self {
        let Config {
            layers,
            heads,
            width,
            context,
        } = config;
        Self {
            layers,
            heads,
            width,
            context,
        }
    }
}
