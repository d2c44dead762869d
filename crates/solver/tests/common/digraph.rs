//! A game given as a list of successors.

use ludometer_games::{FiniteGame, Game, Outcome};

/// Vertices are positions; a vertex with an outcome is terminal.
#[derive(Debug, Clone)]
pub(crate) struct Digraph {
    pub(crate) successors: Vec<Vec<u32>>,
    pub(crate) terminal: Vec<Option<Outcome>>,
}

impl Game for Digraph {
    type Position = u32;
    type NotationError = std::num::ParseIntError;

    fn id(&self) -> String {
        format!("digraph of {}", self.terminal.len())
    }

    fn start(&self) -> u32 {
        0
    }

    fn terminal(&self, position: &u32) -> Option<Outcome> {
        self.terminal[*position as usize]
    }

    fn for_each_successor(&self, position: &u32, visit: impl FnMut(u32)) {
        if self.terminal(position).is_none() {
            self.successors[*position as usize]
                .iter()
                .copied()
                .for_each(visit);
        }
    }

    fn notation(&self, position: &u32) -> String {
        position.to_string()
    }

    fn parse(&self, text: &str) -> Result<u32, Self::NotationError> {
        text.parse()
    }
}

impl FiniteGame for Digraph {
    fn position_count(&self) -> usize {
        self.terminal.len()
    }

    fn index(&self, position: u32) -> u32 {
        position
    }

    fn position(&self, index: u32) -> u32 {
        index
    }
}
