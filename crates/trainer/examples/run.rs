//! Temporary driver.
use ludometer_daydream::*;
use ludometer_trainer::{
    batches::*, checkpoint::*, gradient::*, optimizer::Method, recipe::*, training::*,
};
use std::io::Write;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let tier: Tier = a[1].parse().unwrap();
    let text = std::fs::read_to_string(&a[2]).unwrap();
    let out = std::path::PathBuf::from(&a[3]);
    std::fs::create_dir_all(&out).unwrap();
    let mut recipe = Recipe::of(tier);
    for kv in &a[4..] {
        let (k, v) = kv.split_once('=').unwrap();
        match k {
            "lr" => recipe.schedule.peak = v.parse().unwrap(),
            "steps" => {
                recipe.schedule.steps = v.parse().unwrap();
                recipe.schedule.warm_up = recipe.schedule.steps / 20;
            }
            "batch" => recipe.batch = v.parse().unwrap(),
            "micro" => recipe.micro_batch = v.parse().unwrap(),
            "adam" => recipe.optimizer.method = Method::AdamW,
            "look" => recipe.look = v.parse().unwrap(),
            "dropout" => recipe.dropout = v.parse().unwrap(),
            "decay" => recipe.optimizer.weight_decay = v.parse().unwrap(),
            "window" => recipe.window = v.parse().unwrap(),
            "stop" => {}
            _ => panic!("{k}"),
        }
    }
    let vocabulary = Vocabulary::of(&text).unwrap();
    let (mut train, mut held) = (String::new(), String::new());
    for (i, line) in text.lines().enumerate() {
        let to = if i % 50 == 49 { &mut held } else { &mut train };
        to.push('\n');
        to.push_str(line.trim_end());
    }
    train.push('\n');
    held.push('\n');
    let win = |s: &str| {
        Windows::new(
            vocabulary.encode(s).unwrap(),
            vocabulary.newline(),
            vocabulary.space(),
            recipe.window,
        )
        .unwrap()
    };
    let (w, h) = (win(&train), win(&held));
    println!(
        "{} chars, {} held out, vocabulary {}",
        w.characters(),
        h.characters(),
        vocabulary.len()
    );
    let ck = out.join("checkpoint.safetensors");
    let mut t = if ck.exists() {
        let mut c = Checkpoint::read(&ck).unwrap();
        c.state.recipe.schedule = recipe.schedule;
        Training::resume(c, w, &h, &Processor::Cpu)
    } else {
        Training::start(
            tier.config(),
            vocabulary,
            Some(tier),
            recipe,
            "c".into(),
            w,
            &h,
            &Processor::Cpu,
        )
    };
    let mut log = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(out.join("log"))
        .unwrap();
    let mut t0 = std::time::Instant::now();
    let mut n = 0;
    while t.outlook() == Outlook::Unfinished {
        let s = t.step();
        n += 1;
        if s.done == 5 || s.look.is_some() {
            let line = format!(
                "{} loss {:.4} {:?} {:.0} tok/s\n",
                s.done,
                s.loss,
                s.look.map(|l| (l.training, l.held_out)),
                (n * t.characters_a_step()) as f64 / t0.elapsed().as_secs_f64()
            );
            print!("{line}");
            log.write_all(line.as_bytes()).unwrap();
            t0 = std::time::Instant::now();
            n = 0;
            if s.look.is_some() {
                t.checkpoint().write(&ck).unwrap();
                if t.at_its_best() {
                    std::fs::write(
                        out.join("best.safetensors"),
                        t.weights().unwrap().to_half().unwrap().to_bytes(),
                    )
                    .unwrap();
                }
            }
        }
    }
    println!("{:?}", t.outlook());
}
