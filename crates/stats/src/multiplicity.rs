//! Several tests on one study: adjusted p-values.

/// Holm's step-down adjusted p-values, in the order given.
///
/// With p(1) <= .. <= p(m): adj p(k) = max over j <= k of min(1, (m-j+1) p(j)).
/// Calling every test with an adjusted value of at most alpha keeps the chance
/// of any false call at most alpha, however the tests depend on each other.
/// Source: Holm (1979), A simple sequentially rejective multiple test procedure.
pub fn holm(p_values: &[f64]) -> Result<Vec<f64>, HolmError> {
    for (index, &p) in p_values.iter().enumerate() {
        if !(0.0..=1.0).contains(&p) {
            return Err(HolmError { index, p });
        }
    }
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        let tests_left = (p_values.len() - rank) as f64;
        largest = largest.max((tests_left * p_values[index]).min(1.0));
        adjusted[index] = largest;
    }
    Ok(adjusted)
}

/// A p-value that is not one.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("p-value number {index} is {p}, which is not between 0 and 1")]
pub struct HolmError {
    /// Its place in the input, from 0.
    pub index: usize,
    /// The number given.
    pub p: f64,
}

#[cfg(test)]
mod tests;
