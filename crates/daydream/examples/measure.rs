use std::sync::Arc;
use std::time::Instant;

use ludometer_daydream::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn random(tier: Tier, rng: &mut ChaCha8Rng) -> Weights {
    let config = tier.config();
    let vocabulary = Vocabulary::of("\n 12345678abcdefghnqr").unwrap();
    let tensors: Vec<_> = Weights::layout(config, vocabulary.len())
        .into_iter()
        .map(|slot| {
            let n: usize = slot.shape.iter().product();
            let numbers = (0..n)
                .map(|_| {
                    let u = (rng.next_u32() as f32 / u32::MAX as f32) * 2.0 - 1.0;
                    half::f16::from_f32(if slot.shape.len() == 1 {
                        1.0 + 0.1 * u
                    } else {
                        0.06 * u
                    })
                })
                .collect();
            (slot, Numbers::Half(numbers))
        })
        .collect();
    Weights::new(config, vocabulary, Some(tier), tensors).unwrap()
}

fn best(mut f: impl FnMut() -> u64) -> (f64, u64) {
    let mut least = f64::INFINITY;
    let mut n = 0;
    for _ in 0..40 {
        let t = Instant::now();
        n = f();
        least = least.min(t.elapsed().as_secs_f64());
    }
    (least, n)
}

fn main() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let weights = match std::env::args().nth(1) {
        Some(path) => Weights::from_bytes(&std::fs::read(path).unwrap()).unwrap(),
        None => random(Tier::Regular, &mut rng),
    };
    let moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6a5 b3c2 c7c5 d2d4 d8c7 b1d2 c5d4 c3d4 a5c6 d2b3 a6a5 c1e3 a5a4 b3d2 c8d7 d2f1 f8e8 f1g3 a8c8 c2d3 c7b8 d1d2 h7h6";
    if let Ok(what) = std::env::var("PROFILE") {
        let mut dream = Dream::new(Arc::new(Model::new(&weights)), Window::WholeMoves);
        for _ in 0..if what == "single" { 3000 } else { 300 } {
            if what == "prefill" {
                dream.show("").unwrap();
            }
            dream.show(moves).unwrap();
            if what == "single" {
                dream.forget_tried();
                dream.draw(1, Setting::default(), &mut rng);
            }
            if what == "batch" {
                dream.forget_tried();
                dream.draw(32, Setting::default(), &mut rng);
            }
        }
        return;
    }
    for kernel in Kernel::available() {
        println!("{kernel:?}");
        if kernel.name() == "plain" {
            return;
        }
        let model = Arc::new(Model::with_kernel(&weights, kernel));
        println!("bytes {:?}", model.weight_bytes());
        let mut dream = Dream::new(model.clone(), Window::WholeMoves);
        let (t, _) = best(|| {
            dream.show("").unwrap();
            dream.show(moves).unwrap();
            0
        });
        println!(
            "prefill {:.3} ms for {} = {:.1} GMAC/s",
            t * 1e3,
            moves.len() + 1,
            (moves.len() + 1) as f64 * 2.66e6 / t / 1e9
        );
        let (t, _) = best(|| {
            dream.show(&moves[..moves.len() - 10]).unwrap();
            let t = Instant::now();
            dream.show(moves).unwrap();
            println!("  {:.4}", t.elapsed().as_secs_f64() * 1e3);
            0
        });
        println!("back and 10 more {:.3} ms", t * 1e3);
        for n in [1, 2, 3, 6, 8, 32] {
            let mut r = ChaCha8Rng::seed_from_u64(5);
            let mut per: Vec<f64> = Vec::new();
            let mut moves = 0.0;
            for _ in 0..300 / n + 10 {
                let before = dream.work().tried;
                dream.forget_tried();
                let t = Instant::now();
                dream.draw(n, Setting::default(), &mut r);
                let t = t.elapsed().as_secs_f64();
                let k = dream.work().tried - before;
                if k > 0 {
                    per.push(t / k as f64);
                    moves += k as f64;
                }
            }
            per.sort_by(f64::total_cmp);
            println!(
                "n {n}: {:.4} ms a tried character (best decile), median {:.4}",
                per[per.len() / 10] * 1e3,
                per[per.len() / 2] * 1e3
            );
            let _ = moves;
        }
    }
}
