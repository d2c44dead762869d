//! Replies made to hurt: huge, nested, never closed. Work stays linear.

use std::time::{Duration, Instant};

use ludometer_daydream::Tier;
use ludometer_games::Color;
use ludometer_record::desk::{Finish, Score};
use proptest::prelude::*;

use super::{Script, bench, play, reply, stop};
use crate::{
    Instrument,
    token_chess::{
        Economy, Rules,
        decision::{Decision, Unusable, chosen, decided},
        rules::TEMPERATURES,
    },
};

/// Generous: each takes a second at most. Work that grows with the square of these
/// lengths would take an hour.
const PATIENCE: Duration = Duration::from_mins(1);

fn read(text: &str, finish: Finish) -> Result<Decision, Unusable> {
    let rules = Rules::published(Economy::Batch, Tier::Regular);
    let pool = ["e2e4".to_owned()];
    decided(&reply(text, finish), &rules, &pool).map(|decided| decided.decision)
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test of time")]
fn a_flood_of_anything_is_read_in_time() {
    const SIZE: usize = 60_000;
    let units = [
        "{",
        "}",
        "{\"action\":",
        "{\"action\":[",
        "{\"action\":{",
        "{\"move\":\"",
        "{\"temperature\":1",
        "{\"temperature\":1}",
        "{\"temperature\":[{\"temperature\":",
        "[",
        "\"",
        "\\",
        "\n",
        "{\n",
        "{\"a\":{}}",
        "<think>",
        "</think>",
        "```json\n",
        "é",
        "{\"é\":",
        "\0",
        "1",
    ];
    let mut texts: Vec<String> = units
        .iter()
        .map(|unit| unit.repeat(SIZE / unit.len()))
        .collect();
    texts.push(format!("{{\"action\":{}", "\n".repeat(SIZE)));
    texts.push(format!("{{\"temperature\":0.{}", "1".repeat(SIZE)));
    texts.push(format!("{}{}", "{\"note\":\"", "{".repeat(SIZE)));
    texts.push("{\"action\":[".repeat(100) + &"1,".repeat(SIZE));
    let start = Instant::now();
    for text in &texts {
        let _ = read(text, Finish::Stop);
        let _ = chosen(&reply(text, Finish::Stop));
        let spent = start.elapsed();
        let begins: String = text.chars().take(12).collect();
        assert!(spent < PATIENCE, "{spent:?} after {begins:?}…");
    }
}

#[test]
fn a_decision_behind_a_flood_is_still_found() {
    for flood in ["{", "[", "\n", "{\"a\":1} ", "\"{"] {
        let text = flood.repeat(20_000) + " \n\"{\"action\":\"pick\",\"move\":\"e2e4\"}";
        let expected = Ok(Decision::Pick("e2e4".to_owned()));
        assert_eq!(read(&text, Finish::Stop), expected, "{flood:?}");
    }
}

#[test]
fn a_decision_is_deep_only_where_it_may_be() {
    // What is skipped may be of any depth; what is read is not.
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let text = format!(r#"{{"temperature":0.7,"plan":{deep}}}"#);
    assert!(read(&text, Finish::Stop).is_ok());
    let text = format!(r#"{{"action":"sample","temperature":{deep}}}"#);
    assert_eq!(read(&text, Finish::Stop), Err(Unusable::NoDecision));
}

#[test]
fn white_space_to_the_limit_is_no_decision() {
    let flood = "{\"action\":".to_owned() + &"\n".repeat(4096);
    assert_eq!(read(&flood, Finish::Length), Err(Unusable::Truncated));
    assert_eq!(read(&flood, Finish::Stop), Err(Unusable::NoDecision));
    let whole = r#"{"action":"pick","move":"e2e4"}"#.to_owned() + &" ".repeat(4096);
    assert!(read(&whole, Finish::Stop).is_ok());
    assert_eq!(read(&whole, Finish::Length), Err(Unusable::Truncated));
}

fn bits() -> impl Strategy<Value = String> {
    let bits = vec![
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\\",
        "\"action\"",
        "\"pick\"",
        "\"sample\"",
        "\"move\"",
        "\"choice\"",
        "\"temperature\"",
        "\"soft_cap\"",
        "\"note\"",
        "\"tool\"",
        "\"ledger\"",
        "1",
        "-",
        "0.7",
        "1e999",
        "null",
        " ",
        "\n",
        "e2e4",
        "<think>",
        "</think>",
        "é",
        "\u{1F600}",
        "{\"action\":\"pick\",\"choice\":",
        "{\"action\":\"sample\",\"temperature\":",
    ];
    prop::collection::vec(prop::sample::select(bits), 0..24).prop_map(|bits| bits.concat())
}

proptest! {
    #[test]
    fn nothing_panics(text in any::<String>()) {
        let _ = read(&text, Finish::Stop);
        let _ = chosen(&reply(&text, Finish::Stop));
    }

    #[test]
    fn bits_of_replies_in_any_order(text in bits()) {
        let _ = chosen(&reply(&text, Finish::Stop));
        prop_assert_eq!(read(&text, Finish::Length), Err(Unusable::Truncated));
        if let Ok(Decision::Sample(setting)) = read(&text, Finish::Stop) {
            prop_assert!(TEMPERATURES.contains(&setting.temperature.get()));
        }
    }

    #[test]
    fn numbers_of_any_size(temperature in any::<f64>(), cap in any::<f64>()) {
        let text = format!("{{\"temperature\":{temperature:?},\"soft_cap\":{cap:?}}}");
        if let Ok(Decision::Sample(setting)) = read(&text, Finish::Stop) {
            prop_assert!(TEMPERATURES.contains(&setting.temperature.get()));
            prop_assert_eq!(setting.soft_cap.is_some(), cap > 0.0);
        } else {
            prop_assert!(!temperature.is_finite() || !cap.is_finite());
        }
    }

    /// Whole games of nothing but noise come to an end.
    #[test]
    fn a_game_of_noise_ends(
        economy in prop::sample::select(vec!["forfeit", "income", "batch"]),
        texts in prop::collection::vec(prop_oneof![bits(), any::<String>()], 1..12),
        samples in prop::collection::vec(any::<String>(), 0..6),
    ) {
        let bench = bench(&format!(
            "economy = \"{economy}\"\nbudget = 3\nply_cap = 4\ntier = \"micro\"\n\
             memory = \"notepad\"\nmenu = \"permuted\""
        ));
        let mut desk = if samples.is_empty() { Script::dreaming() } else { Script::default() };
        for sample in &samples {
            desk = desk.sample(sample);
        }
        desk = desk.samples_otherwise("b2b3").replies_otherwise("").verdict(Score::Cp(0));
        for (at, text) in texts.iter().enumerate() {
            let side = if at % 2 == 0 { Color::White } else { Color::Black };
            desk = desk.says(side, stop(text));
        }
        let (record, _) = play(&bench, &bench.plan()[0], desk);
        prop_assert!(record.is_ok(), "{:?}", record);
    }
}
