use ludometer_record::{GameId, NameError, PlayerName, study::ModelRef};
use proptest::prelude::*;

#[test]
fn names_that_are_none() {
    for (name, found) in [
        ("a b", ' '),
        ("a\nb", '\n'),
        ("a\0", '\0'),
        ("\u{1b}[31mred", '\u{1b}'),
        ("a\u{202e}b", '\u{202e}'),
        ("a|b", '|'),
        ("a,b", ','),
        ("a\"", '"'),
        ("a\\b", '\\'),
        ("<b>", '<'),
        ("a\u{300}", '\u{300}'),
    ] {
        let error = PlayerName::new(name).unwrap_err();
        assert_eq!(
            error,
            NameError::Character {
                name: name.to_owned(),
                found
            }
        );
        let message = error.to_string();
        assert!(!message.contains(|c: char| c.is_control()), "{message:?}");
    }
    for name in ["", " ", "\t\n", "\u{3000}"] {
        assert_eq!(
            PlayerName::new(name).unwrap_err(),
            NameError::Empty,
            "{name:?}"
        );
    }
    assert_eq!(
        PlayerName::new("é".repeat(61)).unwrap_err(),
        NameError::TooLong(122)
    );
    assert!(GameId::new("x".repeat(120)).is_ok());
}

#[test]
fn names_that_models_have() {
    for name in [
        "gpt-4o",
        "qwen2.5:7b-instruct",
        "org/model@v1",
        "Gemma_3+270M",
        "モデル",
        "é",
    ] {
        let made = PlayerName::new(name).unwrap();
        assert_eq!((made.as_str(), made.to_string().as_str()), (name, name));
    }
}

#[test]
fn a_bad_name_does_not_come_in_by_json() {
    assert!(serde_json::from_str::<PlayerName>("\"a b\"").is_err());
    assert!(serde_json::from_str::<GameId>("\"\"").is_err());
}

#[test]
fn texts_that_name_a_model() {
    for (text, shown) in [
        ("solver", "solver"),
        ("optimal", "solver"),
        ("builtin:random", "random"),
        ("epsilon", "epsilon:0.1"),
        ("epsilon:0.25", "epsilon:0.25"),
        (" greedy ", "greedy"),
        ("openai:gpt-4o", "openai:gpt-4o"),
        ("ollama:qwen2.5:7b", "ollama:qwen2.5:7b"),
        ("openai-compatible:a/b", "openai-compatible:a/b"),
    ] {
        let model: ModelRef = text.parse().unwrap();
        assert_eq!(model.to_string(), shown, "{text}");
        assert_eq!(shown.parse::<ModelRef>().unwrap(), model);
    }
    for text in [
        "",
        ":",
        "gpt-4o",
        "openai",
        "openai:",
        "openai: ",
        "ollma:x",
        "epsilon:2",
        "epsilon:-0.1",
        "epsilon:nan",
        "epsilon:x",
        "solver:1",
        "Solver",
    ] {
        let error = text.parse::<ModelRef>().expect_err(text).to_string();
        assert!(!error.contains('\n'), "{error}");
        assert!(error.contains("expected"), "{error}");
    }
}

proptest! {
    #[test]
    fn any_text_is_a_name_or_an_error(text in any::<String>()) {
        if let Ok(name) = PlayerName::new(text.clone()) {
            prop_assert!(!text.contains(|c: char| c.is_control() || c.is_whitespace()));
            let json = serde_json::to_string(&name).unwrap();
            prop_assert_eq!(serde_json::from_str::<PlayerName>(&json).unwrap(), name);
        }
        let _ = text.parse::<ModelRef>();
    }
}
