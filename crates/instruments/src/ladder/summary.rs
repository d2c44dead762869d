//! Coverage and width over many simulated studies.

use ludometer_stats::Interval;

use super::{Scenario, SimulatedStudy};

/// Coverage and width of each interval at each look.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Studies.
    pub studies: u64,
    /// One entry for each look.
    pub looks: Vec<LookSummary>,
}

/// One look, over all studies. Shares lie from 0 to 1.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LookSummary {
    /// Games seen.
    pub games: u32,
    /// The profile interval of all games.
    pub profile: SetSummary,
    /// The profile interval of the games after the split.
    pub new_profile: SetSummary,
    /// The split mixture set.
    pub mixture: SetSummary,
    /// The anytime-valid set.
    pub anytime: SetSummary,
    /// Studies with a finite estimate.
    pub finite: f64,
    /// Mean error of the finite estimates, in Elo; NaN without any.
    pub bias: f64,
    /// Standard deviation of the finite estimates, in Elo; NaN below two.
    pub deviation: f64,
}

/// One kind of interval at one look.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SetSummary {
    /// Studies whose interval holds the truth.
    pub coverage: f64,
    /// Studies whose interval lies above the truth.
    pub truth_below: f64,
    /// Studies whose interval lies below the truth.
    pub truth_above: f64,
    /// Studies in which it held the truth at every look so far.
    pub always: f64,
    /// Studies whose interval is unbounded.
    pub unbounded: f64,
    /// Mean width of the bounded ones, in Elo; NaN without any.
    pub width: f64,
}

impl SetSummary {
    fn over(truth: f64, sets: &[(Interval, bool)]) -> Self {
        let share = |test: &dyn Fn(&(Interval, bool)) -> bool| {
            sets.iter().filter(|set| test(set)).count() as f64 / sets.len() as f64
        };
        let widths: Vec<f64> = sets
            .iter()
            .map(|(set, _)| set.hi - set.lo)
            .filter(|width| width.is_finite())
            .collect();
        Self {
            coverage: share(&|(set, _)| set.contains(truth)),
            truth_below: share(&|(set, _)| truth < set.lo),
            truth_above: share(&|(set, _)| truth > set.hi),
            always: share(&|(_, always)| *always),
            unbounded: share(&|(set, _)| !(set.hi - set.lo).is_finite()),
            width: widths.iter().sum::<f64>() / widths.len() as f64,
        }
    }
}

impl Summary {
    /// Adds up studies of one scenario.
    #[must_use]
    pub fn new(scenario: &Scenario, studies: &[SimulatedStudy]) -> Self {
        let truth = scenario.truth.rating;
        let looks = scenario.looks.iter().enumerate().map(|(i, &games)| {
            let looks = || studies.iter().filter_map(|study| study.looks.get(i));
            let ratings: Vec<f64> = looks().filter_map(|look| look.place.finite()).collect();
            let n = ratings.len() as f64;
            let mean = ratings.iter().sum::<f64>() / n;
            let squares: f64 = ratings.iter().map(|rating| (rating - mean).powi(2)).sum();
            let sets = |of: &dyn Fn(&super::Look) -> (Interval, bool)| {
                SetSummary::over(truth, &looks().map(of).collect::<Vec<_>>())
            };
            LookSummary {
                games,
                profile: sets(&|look| (look.profile, look.profile_always)),
                new_profile: sets(&|look| (look.new_profile, look.new_profile.contains(truth))),
                mixture: sets(&|look| (look.mixture, look.mixture_always)),
                anytime: sets(&|look| (look.anytime, look.anytime_always)),
                finite: n / studies.len() as f64,
                bias: mean - truth,
                deviation: (squares / (n - 1.0)).sqrt(),
            }
        });
        Self {
            studies: studies.len() as u64,
            looks: looks.collect(),
        }
    }
}
