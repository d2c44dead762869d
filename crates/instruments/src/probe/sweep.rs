//! A grid of settings.

use ludometer_daydream::{Setting, SettingError};

/// Temperatures of the published sweep.
pub const TEMPERATURES: [f64; 4] = [0.6, 0.8, 1.0, 1.2];

/// Soft caps of the published sweep; `None` is no cap.
pub const CAPS: [Option<f64>; 4] = [Some(2.0), Some(4.0), Some(8.0), None];

/// Every setting of a grid, temperature by temperature.
pub fn grid(temperatures: &[f64], caps: &[Option<f64>]) -> Result<Vec<Setting>, SettingError> {
    let cells = temperatures
        .iter()
        .flat_map(|&t| caps.iter().map(move |&cap| (t, cap)));
    cells
        .map(|(temperature, cap)| Setting::new(temperature, cap))
        .collect()
}

/// A setting in a few characters, as in `t0.8_cNone`.
#[must_use]
pub fn name(setting: Setting) -> String {
    let temperature = setting.temperature.get();
    match setting.soft_cap {
        Some(cap) => format!("t{temperature:?}_c{:?}", cap.get()),
        None => format!("t{temperature:?}_cNone"),
    }
}
