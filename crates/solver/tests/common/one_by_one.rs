//! A game without its near runs: every predecessor is far.

use ludometer_games::{FiniteGame, Game, Outcome, Reversible};

/// Hides [`Reversible::for_each_near_run`], so that the solver visits every edge by an
/// operation of its own on the shared table. Blocks and their order stay.
#[derive(Debug, Clone)]
pub(crate) struct OneByOne<G>(pub(crate) G);

impl<G: Game> Game for OneByOne<G> {
    type Position = G::Position;
    type NotationError = G::NotationError;

    fn id(&self) -> String {
        self.0.id()
    }

    fn start(&self) -> G::Position {
        self.0.start()
    }

    fn terminal(&self, position: &G::Position) -> Option<Outcome> {
        self.0.terminal(position)
    }

    fn for_each_successor(&self, position: &G::Position, visit: impl FnMut(G::Position)) {
        self.0.for_each_successor(position, visit);
    }

    fn notation(&self, position: &G::Position) -> String {
        self.0.notation(position)
    }

    fn parse(&self, text: &str) -> Result<G::Position, G::NotationError> {
        self.0.parse(text)
    }
}

impl<G: FiniteGame> FiniteGame for OneByOne<G> {
    fn position_count(&self) -> usize {
        self.0.position_count()
    }

    fn index(&self, position: G::Position) -> u32 {
        self.0.index(position)
    }

    fn position(&self, index: u32) -> G::Position {
        self.0.position(index)
    }

    fn terminal_index(&self, index: u32) -> Option<Outcome> {
        self.0.terminal_index(index)
    }

    fn for_each_successor_index(&self, index: u32, visit: impl FnMut(u32)) {
        self.0.for_each_successor_index(index, visit);
    }

    fn successor_count(&self, index: u32) -> u32 {
        self.0.successor_count(index)
    }
}

impl<G: Reversible> Reversible for OneByOne<G> {
    fn for_each_predecessor_index(&self, index: u32, visit: impl FnMut(u32)) {
        self.0.for_each_predecessor_index(index, visit);
    }

    fn block_len(&self) -> usize {
        self.0.block_len()
    }

    fn expansion_order(&self, index: u32) -> u32 {
        self.0.expansion_order(index)
    }
}
