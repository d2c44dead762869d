//! A table of rungs as a TOML file.

use std::collections::BTreeMap;

use ludometer_stats::ladder::{Elo, Score, planning::Ladder};
use serde::{Deserialize, Serialize};

use super::RandomShare;

/// The version of the file's form.
pub const FORMAT: u32 = 1;

/// Rungs below an engine's floor, strongest first, and where their ratings come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RungTable {
    /// [`FORMAT`].
    pub format: u32,
    /// As in `stockfish-15.1`.
    pub name: String,
    /// What the ratings mean, in a sentence or two.
    pub scale: String,
    /// Of Ludometer.
    pub program_version: String,
    /// Of the last game: year, month, day.
    pub date: String,
    /// The engine of every rung.
    pub engine: TableEngine,
    /// How the games were played.
    pub play: Play,
    /// What the joint fit says about itself.
    pub fit: Fit,
    /// From the engine's floor down to the player that only moves at random.
    pub rungs: Vec<Rung>,
    /// Who met whom.
    pub pairings: Vec<Pairing>,
}

/// The engine of a table's rungs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableEngine {
    /// As it calls itself.
    pub name: String,
    /// Its files with BLAKE3 of their bytes.
    pub files: BTreeMap<String, String>,
    /// Every option in force.
    pub options: BTreeMap<String, String>,
}

/// How a table's games were played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Decides openings and random moves.
    pub seed: u64,
    /// Random plies that open each game; a game with changed colours opens alike.
    pub opening_plies: u32,
    /// A game is a draw here at the latest.
    pub ply_cap: u32,
    /// Draws that could be claimed are claimed.
    pub draws: String,
    /// Games in all.
    pub games: u32,
    /// Games whose moves are those of an earlier game of their pairing.
    pub repeated: u32,
}

/// What the joint fit says about itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fit {
    /// Level of the rungs' intervals.
    pub level: f64,
    /// nu, one for all pairings.
    pub draw_parameter: f64,
    /// Σ over pairings of ((points - expected points) / standard deviation)².
    pub chi_square: f64,
    /// Pairings less rungs below the anchor: about the mean of `chi_square` if the model holds.
    pub degrees_of_freedom: u32,
}

/// A player of the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rung {
    /// As in `random-25`: a quarter of its moves are random.
    pub name: String,
    /// The engine with strength and limit, as in `stockfish?elo=1350&nodes=20000`; the player
    /// that only moves at random has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// How many of its moves are random instead.
    pub random: RandomShare,
    /// To a whole number; the anchor's is the engine's own.
    pub rating: Elo,
    /// Its profile interval, everyone else's rating maximised over.
    pub interval: [Elo; 2],
    /// Of the rating as an estimate: the interval's width over twice the normal quantile.
    pub standard_error: f64,
}

/// The games of two rungs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// The stronger one.
    pub first: String,
    /// The weaker one.
    pub second: String,
    /// The first's results as White.
    pub as_white: Score,
    /// The first's results as Black.
    pub as_black: Score,
    /// The first's share of the points.
    pub share: f64,
    /// What the ratings expect of it.
    pub expected: f64,
    /// Points less expected points, over their standard deviation under the fit.
    pub residual: f64,
}

/// A text that is no table of rungs.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum TableError {
    /// No TOML, or not of this form.
    #[error("it is no table of rungs: {0}")]
    Form(#[from] toml::de::Error),
    /// Of another version.
    #[error("its format is {found}; this program reads {FORMAT}")]
    Format {
        /// The version in the file.
        found: u32,
    },
    /// Fewer rungs than make a ladder.
    #[error("it has {0} rungs; a ladder has at least two")]
    Few(usize),
    /// A rung that is not right by itself.
    #[error("rung {name:?}: {wrong}")]
    Rung {
        /// Which.
        name: String,
        /// What is wrong.
        wrong: String,
    },
    /// Two rungs that do not follow each other.
    #[error("rung {second:?} follows {first:?} but {wrong}")]
    Order {
        /// The one before.
        first: String,
        /// The one after it.
        second: String,
        /// What is wrong.
        wrong: &'static str,
    },
    /// A pairing of somebody who is no rung.
    #[error("the pairing of {first:?} and {second:?} names no two rungs of the table")]
    Pairing {
        /// One.
        first: String,
        /// The other.
        second: String,
    },
}

impl RungTable {
    /// Reads a table and checks it.
    pub fn parse(text: &str) -> Result<Self, TableError> {
        /// Read first, so that a later form is told by its number.
        #[derive(Deserialize)]
        struct Version {
            format: u32,
        }
        let Version { format } = toml::from_str(text)?;
        if format != FORMAT {
            return Err(TableError::Format { found: format });
        }
        let table: Self = toml::from_str(text)?;
        table.check()?;
        Ok(table)
    }

    /// The table as its file.
    ///
    /// # Panics
    ///
    /// Never: every part of a table has a form in TOML.
    #[must_use]
    pub fn write(&self) -> String {
        toml::to_string(self).expect("numbers, texts, lists and tables")
    }

    fn check(&self) -> Result<(), TableError> {
        if self.rungs.len() < 2 {
            return Err(TableError::Few(self.rungs.len()));
        }
        for (place, rung) in self.rungs.iter().enumerate() {
            let right = rung.check(place == 0).and_then(|()| {
                let is_first = self.index(&rung.name) == Some(place);
                is_first
                    .then_some(())
                    .ok_or("its name is there twice".to_owned())
            });
            right.map_err(|wrong| TableError::Rung {
                name: rung.name.clone(),
                wrong,
            })?;
        }
        for two in self.rungs.windows(2) {
            let (first, second) = (&two[0], &two[1]);
            let wrong = if first.rating <= second.rating {
                "is not rated below it"
            } else if first.random >= second.random {
                "does not move at random more often"
            } else {
                continue;
            };
            return Err(TableError::Order {
                first: first.name.clone(),
                second: second.name.clone(),
                wrong,
            });
        }
        for pairing in &self.pairings {
            let both = self.index(&pairing.first).zip(self.index(&pairing.second));
            if both.is_none_or(|(first, second)| first == second) {
                return Err(TableError::Pairing {
                    first: pairing.first.clone(),
                    second: pairing.second.clone(),
                });
            }
        }
        Ok(())
    }

    pub(super) fn index(&self, name: &str) -> Option<usize> {
        self.rungs.iter().position(|rung| rung.name == name)
    }

    /// The rung of a rating.
    #[must_use]
    pub fn rung(&self, rating: Elo) -> Option<&Rung> {
        self.rungs.iter().find(|rung| rung.rating == rating)
    }

    /// The standard error of a rung's rating, 0 for every other opponent: what
    /// `ludometer_stats::ladder::fit_uncertain` asks for.
    ///
    /// It takes the errors of different rungs as independent. They are not, see [`super::rate`].
    #[must_use]
    pub fn standard_error(&self, rating: Elo) -> f64 {
        self.rung(rating).map_or(0.0, |rung| rung.standard_error)
    }

    /// The rungs as opponents to choose from, followed by those of the engine itself: its
    /// ratings above the floor.
    ///
    /// # Panics
    ///
    /// Never: ratings of a table differ, and equal ones of `above` are taken once.
    #[must_use]
    pub fn ladder(&self, above: &[Elo]) -> Ladder {
        let mut ratings: Vec<Elo> = self.rungs.iter().map(|rung| rung.rating).collect();
        for &rating in above {
            if !ratings.contains(&rating) {
                ratings.push(rating);
            }
        }
        Ladder::new(&ratings).expect("some ratings, no two alike")
    }
}

impl Rung {
    fn check(&self, is_anchor: bool) -> Result<(), String> {
        let only_random = self.random == RandomShare::ALL;
        let [lo, hi] = self.interval;
        if self.name.is_empty() {
            return Err("it has no name".to_owned());
        }
        match &self.engine {
            None if !only_random => {
                return Err("it has no engine and is not all random".to_owned());
            }
            Some(_) if only_random => {
                return Err("it has an engine that never moves".to_owned());
            }
            _ => {}
        }
        if !(lo <= self.rating && self.rating <= hi) {
            return Err(format!(
                "its interval {lo} to {hi} does not hold its rating {}",
                self.rating
            ));
        }
        if !(0.0..=1_000.0).contains(&self.standard_error) {
            return Err(format!(
                "its standard error is a number from 0 to 1000, not {}",
                self.standard_error
            ));
        }
        if is_anchor && (self.standard_error != 0.0 || self.random != RandomShare::NONE) {
            return Err(
                "the first rung is the engine's floor: no random move, no error".to_owned(),
            );
        }
        Ok(())
    }
}
