//! The normal density on a grid.

/// The density at each point, normalised on the grid.
pub(crate) fn normal_weights(
    points: impl IntoIterator<Item = f64>,
    mean: f64,
    deviation: f64,
) -> Vec<f64> {
    let density = |x: f64| (-0.5 * ((x - mean) / deviation).powi(2)).exp();
    let weights: Vec<f64> = points.into_iter().map(density).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}
