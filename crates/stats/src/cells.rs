//! A table of cells, mode × family, and the sums carried from it.
//!
//! Cells are treated as independent. Families of one model that share their
//! starting positions are not quite so; what they share is not modelled.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Serialize;

use crate::{
    Contrast, DesignEffect, Estimate, EstimateError, GameTallies, Level, Reference, Tally,
    VarianceSource, estimate,
};

/// What a cell may hold.
pub trait Sample {
    /// Number of trials behind it.
    fn trials(&self) -> u64;
}

impl Sample for Tally {
    fn trials(&self) -> u64 {
        Tally::trials(*self)
    }
}

/// Cells by mode and family, none of them empty.
#[derive(Debug, Clone, PartialEq)]
pub struct CellTable<M, F, S> {
    cells: BTreeMap<(M, F), S>,
}

/// Where the variance of one cell came from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct CellVariance<M, F> {
    /// The cell's mode.
    pub mode: M,
    /// The cell's family.
    pub family: F,
    /// Its source.
    pub source: VarianceSource,
}

impl<M, F, S> CellTable<M, F, S>
where
    M: Ord + Clone + Display,
    F: Ord + Clone + Display,
    S: Sample,
{
    /// Takes at least one cell, each named once and with at least one trial.
    pub fn new(cells: impl IntoIterator<Item = ((M, F), S)>) -> Result<Self, CellTableError> {
        let mut table = BTreeMap::new();
        for (cell, sample) in cells {
            let (mode, family) = (cell.0.to_string(), cell.1.to_string());
            if sample.trials() == 0 {
                return Err(CellTableError::EmptyCell { mode, family });
            }
            if table.insert(cell, sample).is_some() {
                return Err(CellTableError::CellTwice { mode, family });
            }
        }
        if table.is_empty() {
            return Err(CellTableError::NoCells);
        }
        Ok(Self { cells: table })
    }

    /// The cells in order.
    pub fn cells(&self) -> impl Iterator<Item = (&(M, F), &S)> {
        self.cells.iter()
    }

    /// The weights of the headline number: mean over families in each mode, then over modes.
    #[must_use]
    pub fn headline(&self) -> Contrast<M, F> {
        self.mean_where(|_, _| true)
    }

    /// The same mean over the cells that `keep` keeps.
    #[must_use]
    pub fn mean_where(&self, keep: impl Fn(&M, &F) -> bool) -> Contrast<M, F> {
        Contrast::mean(self.cells.keys().filter(|(m, f)| keep(m, f)).cloned())
    }

    /// Σ w·cell over the cells of the contrast, `estimate` giving each cell's part.
    fn carry(
        &self,
        contrast: &Contrast<M, F>,
        mut estimate: impl FnMut(&(M, F), &S) -> Estimate,
    ) -> Result<Estimate, CellTableError> {
        let mut parts = Vec::new();
        for (cell, weight) in contrast.weights() {
            let Some(sample) = self.cells.get(cell) else {
                return Err(CellTableError::UnknownCell {
                    mode: cell.0.to_string(),
                    family: cell.1.to_string(),
                });
            };
            parts.push((weight, estimate(cell, sample)));
        }
        Ok(estimate::combine(parts)?)
    }
}

impl<M, F> CellTable<M, F, Tally>
where
    M: Ord + Clone + Display,
    F: Ord + Clone + Display,
{
    /// The published estimate: raw rates, Agresti-Coull variances, normal reference.
    ///
    /// Σ w x/n with variance Σ w² p~(1-p~)/n~, z that of `level`; take its
    /// interval at the same level, clipped or not. Moves count as independent.
    /// Method: [`crate::Method::AgrestiCoullCarried`].
    pub fn agresti_coull_carried(
        &self,
        contrast: &Contrast<M, F>,
        level: Level,
    ) -> Result<Estimate, CellTableError> {
        self.carry(contrast, |_, tally| {
            let rate = tally.rate().expect("no cell of a table is empty");
            let variance = tally.agresti_coull(level).variance;
            Estimate::new(rate, variance, Reference::Normal).expect("counts make finite rates")
        })
    }
}

impl<M, F> CellTable<M, F, GameTallies>
where
    M: Ord + Clone + Display,
    F: Ord + Clone + Display,
{
    /// The same cells with their games put together.
    #[must_use]
    pub fn totals(&self) -> CellTable<M, F, Tally> {
        let total = |(cell, games): (&(M, F), &GameTallies)| (cell.clone(), games.total());
        CellTable {
            cells: self.cells.iter().map(total).collect(),
        }
    }

    /// The design effect pooled over all cells of the table.
    #[must_use]
    pub fn design_effect(&self) -> Option<DesignEffect> {
        DesignEffect::pooled(self.cells.values())
    }

    /// Σ w·(move-weighted rate) with cluster-robust variances, t with Welch-Satterthwaite df.
    ///
    /// `level` sets the z of cells whose games show no spread; take the
    /// interval and p-value at the same level. The second part says where each
    /// cell's variance came from. Method: [`crate::Method::ClusterRobustCarried`].
    pub fn cluster_robust(
        &self,
        contrast: &Contrast<M, F>,
        level: Level,
    ) -> Result<(Estimate, Vec<CellVariance<M, F>>), CellTableError> {
        let pooled = self.design_effect();
        let mut sources = Vec::new();
        let estimate = self.carry(contrast, |(mode, family), games| {
            let (estimate, source) = games
                .move_rate(level, pooled)
                .expect("no cell of a table is empty");
            sources.push(CellVariance {
                mode: mode.clone(),
                family: family.clone(),
                source,
            });
            estimate
        })?;
        Ok((estimate, sources))
    }
}

/// Cells that make no table, or a contrast that does not fit it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CellTableError {
    /// A cell without a single trial.
    #[error("cell ({mode}, {family}) has no trials")]
    EmptyCell {
        /// Its mode.
        mode: String,
        /// Its family.
        family: String,
    },
    /// A cell given twice.
    #[error("cell ({mode}, {family}) is given twice")]
    CellTwice {
        /// Its mode.
        mode: String,
        /// Its family.
        family: String,
    },
    /// A contrast names a cell that the table lacks.
    #[error("the table has no cell ({mode}, {family})")]
    UnknownCell {
        /// Its mode.
        mode: String,
        /// Its family.
        family: String,
    },
    /// A table without cells.
    #[error("a table needs at least one cell")]
    NoCells,
    /// Weights so large that the sum is not finite.
    #[error(transparent)]
    Estimate(#[from] EstimateError),
}

#[cfg(test)]
mod tests;
