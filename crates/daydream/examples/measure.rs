//! Measures the sampler and prints it beside the machine's limit.
//!
//! ```sh
//! cargo run --release -p ludometer-daydream --example measure -- [weights.safetensors]
//! ```
//!
//! Without an argument: the Regular tier's weights of this repository, or where they are
//! missing its shape with weights by a formula. One thread, a game of 40 plies, temperature
//! 1, no cap. Each of fifty seeds is timed 25 times and the fastest counts, since other
//! programs run on the same machine.
//!
//! A draw that says what an earlier one said computes nothing, so the cases forget what was
//! tried before each draw, except `again, all kept`. Within a batch it still counts: 32
//! draws of a trained model have few first characters.
//!
//! The limit of a case: a character that is computed by itself takes at least the time in
//! which its weights can be read; characters that are computed together take at least their
//! multiply-adds in the weights, attention not counted. Both rates are measured in this run.
#![allow(
    clippy::disallowed_methods,
    reason = "a measurement needs the clock and files"
)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use common::{by_formula, plies};
use ludometer_daydream::{Dream, Kernel, Model, Setting, Tier, Weights, Window};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const SEEDS: u32 = 50;
const REPEATS: usize = 25;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shipped = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../assets/daydream/regular.safetensors"
    );
    let path = std::env::args().nth(1);
    let weights = match path.as_deref().unwrap_or(shipped) {
        path if Path::new(path).exists() => {
            println!("weights: {}", Path::new(path).display());
            Weights::from_bytes(&std::fs::read(path)?)?
        }
        _ => {
            println!("weights: by a formula, since {shipped} is missing");
            by_formula(Tier::Regular.config(), Some(Tier::Regular), 4)
        }
    };
    for kernel in Kernel::available() {
        if kernel.name() != "plain" || Kernel::available().len() == 1 {
            measure(&weights, kernel)?;
        }
    }
    Ok(())
}

/// Seconds of the fastest of some runs.
fn fastest(mut run: impl FnMut() -> f64) -> f64 {
    (0..REPEATS).map(|_| run()).fold(f64::INFINITY, f64::min)
}

fn seconds(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64()
}

/// The machine's rates, and what one character costs at them.
struct Limit {
    /// A character by itself.
    lone: f64,
    /// Each of many.
    shared: f64,
}

fn limit(model: &Model) -> Limit {
    let kernel = model.kernel();
    let (lone, full) = model.weight_bytes();
    let numbers = vec![1.0_f32; lone / 4];
    let read = fastest(|| seconds(|| assert!(std::hint::black_box(kernel.read(&numbers)) > 0.0)));
    let mut count = 0;
    let spin = fastest(|| {
        seconds(|| {
            let (spun, sum) = kernel.spin(1_000_000);
            assert!(std::hint::black_box(sum) > 0.0);
            count = spun;
        })
    });
    let rate = count as f64 / spin;
    println!(
        "{kernel:?}: reads {:.0} GB/s, {:.1} multiply-adds/ns; weights of {:.2} MB alone, {:.2} MB shared",
        lone as f64 / read / 1e9,
        rate / 1e9,
        lone as f64 / 1e6,
        full as f64 / 1e6
    );
    Limit {
        lone: read,
        shared: full as f64 / 4.0 / rate,
    }
}

/// What a case does before the clock starts.
type Prepare = fn(&mut Dream);

fn measure(weights: &Weights, kernel: Kernel) -> Result<(), Box<dyn std::error::Error>> {
    let model = Arc::new(Model::with_kernel(weights, kernel));
    let limit = limit(&model);
    let game = plies(40);
    let mut dream = Dream::new(model, Window::WholeMoves);
    dream.show(&game)?;
    println!(
        "{:<28} {:>9} {:>7} {:>7} {:>9} {:>6}",
        "case", "moves/s", "shown", "tried", "limit", "share"
    );
    let cases: [(&str, usize, Prepare); 6] = [
        ("from nothing", 1, |dream| shown(dream, "")),
        ("after ten new characters", 1, |dream| {
            shown(dream, &plies(38));
        }),
        ("again", 1, |dream| dream.forget_tried()),
        ("again, all kept", 1, |_| {}),
        ("batches of 3", 3, |dream| dream.forget_tried()),
        ("batches of 32", 32, |dream| dream.forget_tried()),
    ];
    for (name, batch, prepare) in cases {
        let (mut total, mut least) = (0.0, 0.0);
        let before = dream.work();
        for seed in 0..SEEDS {
            let mut bound = 0.0;
            total += fastest(|| {
                prepare(&mut dream);
                let mut rng = ChaCha8Rng::seed_from_u64(seed.into());
                let before = dream.work();
                let taken = seconds(|| {
                    shown(&mut dream, &game);
                    dream.draw(batch, Setting::default(), &mut rng);
                });
                let work = dream.work();
                let shown = (work.shown - before.shown) as f64;
                let tried = (work.tried - before.tried) as f64;
                let each = if batch == 1 { limit.lone } else { limit.shared };
                bound = shown * limit.shared + tried * each;
                taken
            });
            least += bound;
        }
        let work = dream.work();
        let runs = (SEEDS as usize * REPEATS) as f64;
        let moves = f64::from(SEEDS) * batch as f64;
        // Nothing is computed where all is kept.
        let (bound, share) = if least > 0.0 {
            let share = format!("{:.0}%", 100.0 * least / total);
            (format!("{:.0}", moves / least), share)
        } else {
            ("-".to_owned(), "-".to_owned())
        };
        println!(
            "{name:<28} {:>9.0} {:>7.1} {:>7.2} {bound:>9} {share:>6}",
            moves / total,
            (work.shown - before.shown) as f64 / runs,
            (work.tried - before.tried) as f64 / runs / batch as f64,
        );
    }
    Ok(())
}

fn shown(dream: &mut Dream, game: &str) {
    dream
        .show(game)
        .expect("the model's vocabulary has chess moves");
}
