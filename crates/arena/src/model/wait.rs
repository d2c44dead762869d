//! How long to wait before repeating a call.

use std::time::Duration;

use jiff::Timestamp;
use rand::RngExt;
use reqwest::header::HeaderMap;

/// The longest wait that a server can ask for without stopping the run.
pub(super) const LONGEST: Duration = Duration::from_mins(2);

/// The first wait of the program's own, doubled with each repeat.
const FIRST: Duration = Duration::from_millis(500);

/// The longest wait of the program's own.
const CEILING: Duration = Duration::from_secs(30);

/// What a server asks for: `retry-after-ms` before `Retry-After`, which is in
/// seconds or a date. A date counts against `now`; a negative wait is none.
pub(super) fn asked(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let text = |name: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .map(str::trim)
    };
    let seconds = |text: &str| text.parse::<f64>().ok();
    if let Some(ms) = text("retry-after-ms").and_then(seconds) {
        return duration(ms / 1000.0);
    }
    let asked = text("retry-after")?;
    seconds(asked).map_or_else(
        || {
            let date = jiff::fmt::rfc2822::DateTimeParser::new()
                .parse_timestamp(asked)
                .ok()?;
            let wait = date.duration_since(now).as_secs_f64();
            // A date that has passed means now; clocks differ.
            duration(wait.max(0.0))
        },
        duration,
    )
}

fn duration(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok()
}

/// The wait of the program's own before repeat `n` (from 0): exponential, with
/// full jitter over its upper half.
pub(super) fn own(n: u32) -> Duration {
    let whole = FIRST.saturating_mul(2_u32.saturating_pow(n)).min(CEILING);
    whole.mul_f64(rand::rng().random_range(0.5..=1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| {
                (
                    reqwest::header::HeaderName::from_static(name),
                    value.parse().unwrap(),
                )
            })
            .collect()
    }

    #[test]
    fn every_form_of_retry_after() {
        let now: Timestamp = "2026-11-06T08:49:17Z".parse().unwrap();
        let wait = |pairs: &[(&'static str, &str)]| asked(&headers(pairs), now);
        assert_eq!(
            wait(&[("retry-after", "Fri, 06 Nov 2026 08:49:37 GMT")]),
            Some(Duration::from_secs(20))
        );
        assert_eq!(
            wait(&[("retry-after", "Fri, 06 Nov 2026 08:00:00 GMT")]),
            Some(Duration::ZERO)
        );
        assert_eq!(
            wait(&[("retry-after", "3600")]),
            Some(Duration::from_hours(1))
        );
        assert_eq!(
            wait(&[("retry-after-ms", "250"), ("retry-after", "1")]),
            Some(Duration::from_millis(250))
        );
        assert_eq!(wait(&[("retry-after", "-5")]), None);
        assert_eq!(wait(&[("retry-after", "soon")]), None);
        assert_eq!(wait(&[]), None);
    }

    #[test]
    fn own_waits_grow_and_stay_bounded() {
        for n in 0..40 {
            let whole = FIRST.saturating_mul(2_u32.saturating_pow(n)).min(CEILING);
            let wait = own(n);
            assert!(wait >= whole / 2 && wait <= whole, "repeat {n}: {wait:?}");
        }
    }
}
