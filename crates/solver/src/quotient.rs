//! Solving by symmetry: one position a class, looked up for all of it.

use ludometer_games::Symmetric;

use crate::{Oracle, Solution, SolveError, Value, solve};

/// The value of every position of a symmetric game, kept for one representative a class.
#[derive(Debug, Clone)]
pub struct QuotientSolution<G: Symmetric> {
    quotient: G::Quotient,
    solution: Solution,
}

/// Solves the quotient of a game by its symmetry.
pub fn solve_quotient<G>(game: &G) -> Result<QuotientSolution<G>, SolveError>
where
    G: Symmetric<Quotient: Sync>,
{
    let quotient = game.quotient();
    let solution = solve(&quotient)?;
    Ok(QuotientSolution { quotient, solution })
}

impl<G: Symmetric> QuotientSolution<G> {
    /// The game on representatives.
    pub const fn quotient(&self) -> &G::Quotient {
        &self.quotient
    }

    /// The solution of the game on representatives; its counts count classes.
    pub const fn solution(&self) -> &Solution {
        &self.solution
    }
}

impl<G: Symmetric> Oracle<G> for QuotientSolution<G> {
    fn value(&self, game: &G, position: G::Position) -> Value {
        self.solution
            .value(&self.quotient, game.canonical(position))
    }
}
