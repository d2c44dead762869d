//! Live progress: a line that redraws itself on a terminal, plain lines elsewhere.

use std::{
    io::IsTerminal,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use ludometer_arena::{lane::Lane, progress::Progress};
use ludometer_record::PicoUsd;

/// How often the terminal's line is redrawn.
const REDRAW: Duration = Duration::from_millis(200);

/// How often a plain line is written.
const PLAIN: Duration = Duration::from_secs(10);

/// Shows a run's progress until it is dropped.
pub struct Shown {
    bar: ProgressBar,
    task: tokio::task::JoinHandle<()>,
}

impl Shown {
    /// Starts to show.
    pub fn start(progress: Arc<Progress>, lanes: Arc<[Lane]>) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let bar = ProgressBar::with_draw_target(
            Some(progress.games.load(Relaxed)),
            if terminal {
                ProgressDrawTarget::stderr()
            } else {
                ProgressDrawTarget::hidden()
            },
        );
        if let Ok(style) = ProgressStyle::with_template("{bar:16} {pos}/{len} games, {wide_msg}") {
            bar.set_style(style);
        }
        let shown = bar.clone();
        let task = tokio::spawn(async move {
            let begun = Instant::now();
            let mut ticks = tokio::time::interval(if terminal { REDRAW } else { PLAIN });
            // The first tick comes at once, when there is nothing to say yet.
            ticks.tick().await;
            loop {
                ticks.tick().await;
                shown.set_position(progress.over.load(Relaxed));
                let line = describe(&progress, &lanes, begun.elapsed());
                if terminal {
                    shown.set_message(line);
                } else {
                    let (over, games) = (progress.over.load(Relaxed), progress.games.load(Relaxed));
                    let comma = if line.is_empty() { "" } else { ", " };
                    note!("{over}/{games} games{comma}{line}");
                }
            }
        });
        Self { bar, task }
    }

    /// Writes a line above the progress.
    pub fn say(&self, line: &str) {
        if self.bar.is_hidden() {
            note!("{line}");
        } else {
            self.bar.println(line);
        }
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.task.abort();
        self.bar.finish_and_clear();
    }
}

/// Time left, calls, tokens, money, trouble; what matters most comes first, since
/// a narrow terminal cuts the line.
fn describe(progress: &Progress, lanes: &[Lane], elapsed: Duration) -> String {
    let count = |counter: &AtomicU64| counter.load(Relaxed);
    let mut parts = Vec::new();
    if let Some(time) = time_left(lanes, elapsed) {
        parts.push(format!("about {:#} left", HumanDuration(time)));
    }
    let void = count(&progress.void);
    if void > 0 {
        parts.push(format!("{void} void"));
    }
    for (number, what) in [
        (count(&progress.answered), "answers"),
        (count(&progress.in_flight), "calls in flight"),
        (count(&progress.tokens), "tokens"),
        (count(&progress.failed_tries), "failed tries"),
    ] {
        if number > 0 {
            parts.push(format!("{} {what}", HumanCount(number)));
        }
    }
    let money = PicoUsd(count(&progress.money));
    if money > PicoUsd::ZERO {
        parts.push(money.to_string());
    }
    parts.join(", ")
}

/// That of the lane that will take longest, at the rate of its games so far: games
/// of built-in players say nothing about those of a server.
fn time_left(lanes: &[Lane], elapsed: Duration) -> Option<Duration> {
    let left = |lane: &Lane| {
        let over = lane.over.load(Relaxed);
        let left = (lane.games.len() as u64).saturating_sub(over);
        match (left, over) {
            (0, _) => Some(0.0),
            (_, 0) => None,
            _ => Some(elapsed.as_secs_f64() * left as f64 / over as f64),
        }
    };
    let longest = lanes
        .iter()
        .map(left)
        .try_fold(0.0, |longest, left| Some(f64::max(longest, left?)))?;
    Duration::try_from_secs_f64(longest)
        .ok()
        .filter(|time| !time.is_zero())
}
