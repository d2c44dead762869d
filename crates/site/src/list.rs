//! A run's games with what they can be filtered by.

use std::collections::HashMap;

use ludometer_record::{GameId, ending::Ending};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Pages, outcome};

/// A run's games.
///
/// Words stand once, in the facets and in `sayings`, and games name them by their places:
/// ten thousand games are less than a megabyte.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameList {
    /// The run, by its key.
    pub run: String,
    /// By what games can be filtered; the last two are `result` and `ending`.
    pub facets: Vec<Facet>,
    /// Sentences on how games came out.
    pub sayings: Vec<String>,
    /// The games, in the order of the plan.
    pub games: Vec<GameRow>,
}

/// Something that games can be filtered by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Facet {
    /// Its name.
    pub name: String,
    /// Its values, in the order in which they came.
    pub values: Vec<String>,
}

/// One game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameRow {
    /// Its id.
    pub id: String,
    /// Places of its values, one a facet.
    pub facets: Vec<u32>,
    /// Place of its saying.
    pub says: u32,
    /// Answers that it has had.
    pub answers: u32,
}

/// What an index knows of a game.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known<'a> {
    /// How it ended.
    pub ended: Option<&'a Ending>,
    /// Answers that were given.
    pub answers: u32,
}

/// Lists all games of a plan.
pub fn list<'a, P: Pages>(bench: &P, run: &str, known: impl Fn(&GameId) -> Known<'a>) -> GameList {
    let names = bench.facet_names();
    let names = names.into_iter().chain(["result", "ending"]);
    let mut facets: Vec<Words> = names.clone().map(|_| Words::default()).collect();
    let mut sayings = Words::default();
    let games = bench
        .plan()
        .iter()
        .map(|game| {
            let id = bench.id(game);
            let Known { ended, answers } = known(id);
            let outcome = outcome::of(ended, answers as usize, &bench.sitters(game));
            let ending = match outcome.termination.as_str() {
                "" => "—".to_owned(),
                words => words.to_owned(),
            };
            let values = bench.facets(game).into_iter();
            let values = values.chain([outcome.result, ending]);
            GameRow {
                id: id.to_string(),
                facets: facets
                    .iter_mut()
                    .zip(values)
                    .map(|(facet, value)| facet.place(value))
                    .collect(),
                says: sayings.place(outcome.says),
                answers,
            }
        })
        .collect();
    GameList {
        run: run.to_owned(),
        facets: names
            .zip(facets)
            .map(|(name, words)| Facet {
                name: name.to_owned(),
                values: words.words,
            })
            .collect(),
        sayings: sayings.words,
        games,
    }
}

/// Words that are numbered as they come.
#[derive(Debug, Default)]
struct Words {
    words: Vec<String>,
    places: HashMap<String, u32>,
}

impl Words {
    fn place(&mut self, word: String) -> u32 {
        if let Some(place) = self.places.get(&word) {
            return *place;
        }
        let place = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        self.words.push(word.clone());
        self.places.insert(word, place);
        place
    }
}
