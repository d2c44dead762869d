use half::f16;
use serde_json::{Value, json};

use super::{FileError, Numbers, Slot, Weights, WeightsError};
use crate::{Config, Tier, Vocabulary};

fn small() -> Weights {
    let config = Config::new(1, 2, 8, 16).unwrap();
    let vocabulary = Vocabulary::of("\n 12ab").unwrap();
    let tensors = Weights::layout(config, vocabulary.len())
        .into_iter()
        .enumerate()
        .map(|(i, slot)| {
            let count: usize = slot.shape.iter().product();
            let numbers = (0..count).map(|k| (k as f32 - 3.0) / (i + 1) as f32);
            // Both kinds, the one with an odd number of bytes first.
            if i % 2 == 1 {
                (slot, Numbers::Half(numbers.map(f16::from_f32).collect()))
            } else {
                (slot, Numbers::Full(numbers.collect()))
            }
        });
    Weights::new(config, vocabulary, Some(Tier::Micro), tensors).unwrap()
}

/// The file with another header; `change` is given its JSON.
fn with_header(bytes: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let length = usize::try_from(u64::from_le_bytes(bytes[..8].try_into().unwrap())).unwrap();
    let mut header: Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
    change(&mut header);
    let header = header.to_string().into_bytes();
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header);
    file.extend(&bytes[8 + length..]);
    file
}

fn refusal(change: impl FnOnce(&mut Value)) -> FileError {
    Weights::from_bytes(&with_header(&small().to_bytes(), change)).unwrap_err()
}

#[test]
fn a_file_gives_back_what_was_written() {
    let weights = small();
    let bytes = weights.to_bytes();
    assert_eq!(Weights::from_bytes(&bytes).unwrap(), weights);
    for _ in 0..5 {
        assert_eq!(small().to_bytes(), bytes, "not the same bytes every time");
    }
    let half = weights.to_half().unwrap();
    assert!(half.to_bytes().len() < bytes.len());
    assert_eq!(Weights::from_bytes(&half.to_bytes()).unwrap(), half);
    assert!(
        half.tensors()
            .all(|(_, numbers)| matches!(numbers, Numbers::Half(_)))
    );
}

#[test]
fn a_file_of_another_writer_is_read() {
    // By the safetensors package, which orders tensors in its own way.
    let bytes = include_bytes!("../../tests/fixtures/narrow.safetensors");
    let weights = Weights::from_bytes(bytes).unwrap();
    assert_eq!(weights.config(), Config::new(2, 2, 16, 64).unwrap());
    assert_eq!(weights.tier(), None);
    assert_eq!(weights.vocabulary().len(), 27);
    let again = Weights::from_bytes(&weights.to_bytes()).unwrap();
    assert_eq!(again, weights);
}

#[test]
fn a_header_is_refused_with_its_entry() {
    let metadata = |key: &'static str, value: &'static str| {
        refusal(move |header| header["__metadata__"][key] = value.into()).to_string()
    };
    let contains = |text: String, part: &str| assert!(text.contains(part), "{text}");
    contains(
        metadata("format", "gguf"),
        r#"the format is "gguf", expected "ludometer-daydream-1""#,
    );
    contains(metadata("tier", "huge"), "micro, regular and grand");
    contains(metadata("config", "{}"), "missing field `layers`");
    let wide = r#"{"layers":1,"heads":3,"width":8,"context":16}"#;
    contains(
        metadata("config", wide),
        "width 8 does not divide into 3 heads",
    );
    let endless = r#"{"layers":99999999999,"heads":1,"width":8,"context":16}"#;
    contains(
        metadata("config", endless),
        "layers is 99999999999, expected 1 to 64",
    );
    contains(
        metadata("vocabulary", r#"["\n"," ","aa"]"#),
        "expected a character",
    );
    contains(
        metadata("vocabulary", r#"["\n"," ","a","a"]"#),
        "'a' is there twice",
    );
    contains(metadata("vocabulary", r#"["\n","a"]"#), "' ' is missing");
    for key in ["format", "config", "vocabulary"] {
        let error = refusal(|header| {
            let entries = header["__metadata__"].as_object_mut().unwrap();
            entries.shift_remove(key).unwrap();
        });
        contains(error.to_string(), &format!("the header has no {key:?}"));
    }
    let without = refusal(|header| {
        header.as_object_mut().unwrap().shift_remove("__metadata__");
    });
    contains(without.to_string(), "has no \"format\"");
    // A tier may be absent.
    let file = with_header(&small().to_bytes(), |header| {
        header["__metadata__"]
            .as_object_mut()
            .unwrap()
            .shift_remove("tier");
    });
    assert_eq!(Weights::from_bytes(&file).unwrap().tier(), None);
}

#[test]
fn a_tensor_is_refused_with_its_name() {
    let renamed = refusal(|header| {
        let tensor = header
            .as_object_mut()
            .unwrap()
            .shift_remove("norm")
            .unwrap();
        header["nrom"] = tensor;
    });
    assert_eq!(
        renamed.to_string(),
        "tensor nrom has no place in a model of 1 layers"
    );
    let turned = refusal(|header| header["blocks.0.mlp_up"]["shape"] = json!([8, 32]));
    let expected = "tensor blocks.0.mlp_up has shape [8, 32], expected [32, 8]";
    assert_eq!(turned.to_string(), expected);
    let integers = refusal(|header| header["embedding"]["dtype"] = "I32".into());
    assert_eq!(
        integers.to_string(),
        "tensor embedding holds I32, expected F16 or F32"
    );
    let more = r#"{"layers":2,"heads":2,"width":8,"context":16}"#;
    let missing = refusal(|header| header["__metadata__"]["config"] = more.into());
    let expected = "tensor blocks.1.attention_norm is missing, expected shape [8]";
    assert_eq!(missing.to_string(), expected);
    let overlapping = refusal(|header| header["norm"]["data_offsets"] = json!([0, 16]));
    assert!(
        matches!(overlapping, FileError::Damaged { .. }),
        "{overlapping}"
    );
}

#[test]
fn numbers_are_finite_in_half_precision_too() {
    let weights = small();
    let with = |value: f32| {
        let tensors = weights.tensors().map(|(slot, numbers)| {
            let mut numbers = numbers.to_f32();
            if slot.name == "blocks.0.mlp_down" {
                numbers[5] = value;
            }
            (slot, Numbers::Full(numbers))
        });
        Weights::new(
            weights.config(),
            weights.vocabulary().clone(),
            None,
            tensors,
        )
    };
    let name = "blocks.0.mlp_down".to_owned();
    let value = "NaN".to_owned();
    let expected = WeightsError::NotFinite { name, at: 5, value };
    assert_eq!(with(f32::NAN).unwrap_err(), expected);
    assert!(with(f32::INFINITY).is_err());
    // 65,520 is the least number that half precision rounds to infinity.
    assert!(with(65_519.0).unwrap().to_half().is_ok());
    let error = with(65_520.0).unwrap().to_half().unwrap_err();
    assert_eq!(
        error.to_string(),
        "tensor blocks.0.mlp_down: number 5 is inf"
    );
}

#[test]
fn a_tensor_of_the_wrong_length_is_refused() {
    let weights = small();
    let tensors = weights.tensors().map(|(slot, numbers)| {
        let mut numbers = numbers.to_f32();
        if slot.name == "norm" {
            numbers.pop();
        }
        (slot, Numbers::Full(numbers))
    });
    let error = Weights::new(
        weights.config(),
        weights.vocabulary().clone(),
        None,
        tensors,
    );
    let error = error.unwrap_err().to_string();
    assert_eq!(error, "tensor norm has shape [7], expected [8]");
}

#[test]
fn a_damaged_file_is_an_error_and_no_panic() {
    let bytes = small().to_bytes();
    for length in 0..bytes.len() {
        assert!(Weights::from_bytes(&bytes[..length]).is_err(), "{length}");
    }
    // Every byte of the header, changed in several ways: error or not, no panic.
    let header = 8 + usize::from(bytes[0]) + 256 * usize::from(bytes[1]);
    for at in 0..header {
        for change in [1, 0x10, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            let _ = Weights::from_bytes(&damaged);
        }
    }
    let mut endless = bytes.clone();
    endless[..8].fill(0xff);
    assert!(Weights::from_bytes(&endless).is_err());
}

#[test]
fn the_layout_counts_as_many_numbers_as_the_config() {
    for (tier, vocabulary, expected) in
        [(Tier::Regular, 21, 2_660_736), (Tier::Grand, 27, 4_728_832)]
    {
        let config = tier.config();
        let slots = Weights::layout(config, vocabulary);
        let count = |slot: &Slot| slot.shape.iter().product::<usize>();
        let sum: usize = slots.iter().map(count).sum();
        assert_eq!(sum, config.parameters(vocabulary));
        assert_eq!(sum, expected);
    }
}
