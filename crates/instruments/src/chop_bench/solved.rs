//! Chopsticks with its table: what every position is worth.

use ludometer_games::{
    FiniteGame,
    chopsticks::{Graph, Position, Rules},
};
use ludometer_solver::{Oracle, Solution, SolveError, Value, solve};

/// Solved Chopsticks.
#[derive(Debug)]
pub struct Solved {
    graph: Graph,
    solution: Solution,
}

impl Solved {
    /// Solves the game under these rules.
    pub fn new(rules: Rules) -> Result<Self, SolveError> {
        let graph = Graph::new(rules);
        let solution = solve(&graph)?;
        Ok(Self { graph, solution })
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.graph.rules()
    }

    /// The numbered positions.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The solver's table.
    #[must_use]
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// What a position is worth to the side to move.
    #[must_use]
    pub fn value(&self, position: Position) -> Value {
        self.solution.value(&self.graph, position)
    }

    /// The states after the optimal moves, from the mover's side, sorted. Empty
    /// where the game is over.
    #[must_use]
    pub fn optimal_results(&self, position: Position) -> Vec<Position> {
        let next = self.solution.optimal(&self.graph, position);
        let mut states: Vec<Position> = next.into_iter().map(Position::turned).collect();
        states.sort_unstable();
        states.dedup();
        states
    }

    /// Every position that play from the start can reach, in the order of their numbers.
    #[must_use]
    pub fn reachable(&self) -> Vec<Position> {
        let graph = &self.graph;
        let mut seen = vec![false; graph.position_count()];
        let start = graph.index(self.rules().start());
        seen[start as usize] = true;
        let mut open = vec![start];
        while let Some(index) = open.pop() {
            graph.for_each_successor_index(index, |next| {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    open.push(next);
                }
            });
        }
        (0_u32..)
            .zip(seen)
            .filter(|(_, seen)| *seen)
            .map(|(index, _)| graph.position(index))
            .collect()
    }
}
