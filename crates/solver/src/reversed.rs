//! Predecessors for a game that has only successors.

use ludometer_games::{FiniteGame, Game, Outcome, Reversible};

/// A game with a compressed index of its predecessors: four bytes a position and four
/// an edge.
#[derive(Debug, Clone)]
pub struct Reversed<G> {
    game: G,
    /// Where each position's predecessors start; one more than there are positions.
    starts: Vec<u32>,
    predecessors: Vec<u32>,
}

/// A game has more edges than 32 bits number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{edges} edges, at most {}", u32::MAX)]
pub struct TooManyEdges {
    /// Edges of the game, once a move.
    pub edges: u64,
}

impl<G: FiniteGame> Reversed<G> {
    /// Builds the index by walking every successor twice, on one thread.
    pub fn new(game: G) -> Result<Self, TooManyEdges> {
        let positions = game.position_count();
        let indices = || (0_u32..).take(positions);
        let edges = indices()
            .map(|index| u64::from(game.successor_count(index)))
            .sum();
        let total = u32::try_from(edges).map_err(|_| TooManyEdges { edges })?;

        let mut starts = vec![0_u32; positions + 1];
        for index in indices() {
            game.for_each_successor_index(index, |next| starts[next as usize] += 1);
        }
        let mut before = 0;
        for start in &mut starts {
            before += std::mem::replace(start, before);
        }
        // Each start moves to its end as its predecessors are filled in, which is the
        // next one's start: shifting by one place restores them.
        let mut predecessors = vec![0; total as usize];
        for index in indices() {
            game.for_each_successor_index(index, |next| {
                let place = &mut starts[next as usize];
                predecessors[*place as usize] = index;
                *place += 1;
            });
        }
        starts.rotate_right(1);
        starts[0] = 0;
        Ok(Self {
            game,
            starts,
            predecessors,
        })
    }

    /// The game itself.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Bytes of the index.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.starts.as_slice()) + size_of_val(self.predecessors.as_slice())
    }
}

impl<G: FiniteGame> Game for Reversed<G> {
    type Position = G::Position;
    type NotationError = G::NotationError;

    fn id(&self) -> String {
        self.game.id()
    }

    fn start(&self) -> Self::Position {
        self.game.start()
    }

    fn terminal(&self, position: &Self::Position) -> Option<Outcome> {
        self.game.terminal(position)
    }

    fn for_each_successor(&self, position: &Self::Position, visit: impl FnMut(Self::Position)) {
        self.game.for_each_successor(position, visit);
    }

    fn notation(&self, position: &Self::Position) -> String {
        self.game.notation(position)
    }

    fn parse(&self, text: &str) -> Result<Self::Position, Self::NotationError> {
        self.game.parse(text)
    }
}

impl<G: FiniteGame> FiniteGame for Reversed<G> {
    fn position_count(&self) -> usize {
        self.game.position_count()
    }

    fn index(&self, position: Self::Position) -> u32 {
        self.game.index(position)
    }

    fn position(&self, index: u32) -> Self::Position {
        self.game.position(index)
    }

    fn terminal_index(&self, index: u32) -> Option<Outcome> {
        self.game.terminal_index(index)
    }

    fn for_each_successor_index(&self, index: u32, visit: impl FnMut(u32)) {
        self.game.for_each_successor_index(index, visit);
    }

    fn successor_count(&self, index: u32) -> u32 {
        self.game.successor_count(index)
    }
}

impl<G: FiniteGame> Reversible for Reversed<G> {
    fn for_each_predecessor_index(&self, index: u32, visit: impl FnMut(u32)) {
        let index = index as usize;
        let run = self.starts[index] as usize..self.starts[index + 1] as usize;
        self.predecessors[run].iter().copied().for_each(visit);
    }
}
