//! The built-in families in several variants of the rules.

use std::sync::LazyLock;

use ludometer_games::chopsticks::{Position, Rules, SplitRule};
use ludometer_record::desk::{Finish, ReplyForm};

use crate::chop_bench::{
    AnswerStyle, BUILT_IN_FAMILIES, Dress, Family, dress::RawState, family::Part,
};

const PARTS: [Part; 3] = [Part::Opening, Part::Turn, Part::Again];

/// Every family in every variant. Reading them takes a while: their examples are searched for.
fn families() -> &'static [(Rules, Family)] {
    static FAMILIES: LazyLock<Vec<(Rules, Family)>> = LazyLock::new(|| {
        let mut families = Vec::new();
        for (hands, modulus) in [(2, 5), (3, 7)] {
            for split in SplitRule::ALL {
                let rules = Rules::new(hands, modulus, split).unwrap();
                for (name, text) in BUILT_IN_FAMILIES {
                    families.push((rules, Family::new(name, text, &rules).unwrap()));
                }
            }
        }
        families
    });
    &FAMILIES
}

/// Positions of a variant: the start, full hands, a dead hand on either side.
fn positions(rules: Rules) -> Vec<Position> {
    let texts: &[&str] = if rules.hands() == 2 {
        &["11-11", "34-42", "01-40", "44-04"]
    } else {
        &["111-111", "635-246", "001-060"]
    };
    texts
        .iter()
        .map(|text| rules.parse(text).unwrap())
        .collect()
}

fn raw(position: Position) -> RawState {
    RawState {
        own: position.own.fingers().to_vec(),
        opponent: position.opponent.fingers().to_vec(),
    }
}

fn each(mut check: impl FnMut(&Family, Rules, Part, Position, String)) {
    for (rules, family) in families() {
        for part in PARTS {
            for position in positions(*rules) {
                let prompt = family
                    .try_prompt(part, position)
                    .unwrap_or_else(|error| panic!("{error}"));
                check(family, *rules, part, position, prompt);
            }
        }
    }
}

#[test]
fn the_position_is_the_last_state_in_the_prompt() {
    each(|family, rules, part, position, prompt| {
        let shown = family.dress.write(position);
        let last = family.dress.find_last(&prompt, rules.hands());
        assert_eq!(
            last,
            Some(raw(position)),
            "{} {part:?}: {prompt}",
            family.name()
        );
        let is_example = family.name() == "worked" && part == Part::Opening;
        if !is_example {
            assert_eq!(
                prompt.matches(&shown).count(),
                1,
                "{} {part:?}: {prompt}",
                family.name()
            );
        }
    });
}

#[test]
fn no_prompt_lists_moves() {
    each(|family, rules, part, position, prompt| {
        let mut states = Vec::new();
        let mut rest = prompt.as_str();
        while let Some(state) = family.dress.find_last(rest, rules.hands()) {
            let text = format!(
                "{}{}{}",
                family.dress.hands(&state.own),
                if family.dress == Dress::Plain {
                    '-'
                } else {
                    '/'
                },
                family.dress.hands(&state.opponent)
            );
            rest = &rest[..rest.rfind(&text).unwrap()];
            states.push(state);
        }
        if family.name() == "worked" && part == Part::Opening {
            // Examples come in pairs, and are the same whatever the position is.
            assert_eq!(states.len() % 2, 1, "{prompt}");
            assert!((5..=11).contains(&states.len()), "{prompt}");
        } else {
            assert_eq!(
                states,
                [raw(position)],
                "{} {part:?}: {prompt}",
                family.name()
            );
        }
    });
}

#[test]
fn worked_examples_are_legal_and_of_each_kind_that_there_is() {
    for (rules, family) in families()
        .iter()
        .filter(|(_, family)| family.name() == "worked")
    {
        let prompt = family.prompt(Part::Opening, rules.start());
        let examples: Vec<&str> = prompt
            .lines()
            .filter(|line| line.contains("After: "))
            .collect();
        for example in &examples {
            let (before, after) = example.trim_start_matches("- ").split_once(": ").unwrap();
            let after = after.rsplit(' ').next().unwrap();
            let [before, after] = [before, after].map(|text| rules.parse(text).unwrap());
            assert!(rules.results(before).contains(&after), "{example}");
        }
        let has = |words: &str| examples.iter().any(|example| example.contains(words));
        assert!(
            has("the hand dies") && has(", which is ") && has("tap a hand"),
            "{prompt}"
        );
        assert_eq!(has("split"), rules.split() != SplitRule::None, "{prompt}");
        assert_eq!(
            has("comes back"),
            rules.split() == SplitRule::Published,
            "{prompt}"
        );
    }
}

#[test]
fn what_is_said_fits_the_rules() {
    each(|family, rules, part, _, prompt| {
        let name = family.name();
        let said = prompt.to_lowercase();
        for gap in ["undefined", "none", "{{", "}}", "{%", "  ", "\n\n\n"] {
            let json = name == "json" && (gap == "{{" || gap == "}}");
            assert!(
                json || !said.contains(gap),
                "{name} {part:?} has {gap:?}: {prompt}"
            );
        }
        if part != Part::Opening {
            return;
        }
        let splits = ["split", "trim", "redistribut"]
            .iter()
            .any(|word| said.contains(word));
        assert_eq!(splits, rules.split() != SplitRule::None, "{name}: {prompt}");
        let two_kinds = ["two kinds", "one of these", "either"]
            .iter()
            .any(|words| said.contains(words));
        assert!(
            rules.split() != SplitRule::None || !two_kinds,
            "{name}: {prompt}"
        );
        let revives = [
            "bring a dead one back",
            "may become live",
            "comes back",
            "may be revived",
            "reviving and emptying",
            "may be lit again",
        ]
        .iter()
        .any(|words| said.contains(words));
        let stays = [
            "stays dead",
            "= 0 then",
            "not revived",
            "is not allowed",
            "stays out",
        ]
        .iter()
        .any(|words| said.contains(words));
        match rules.split() {
            SplitRule::Published => {
                assert!(!stays && (revives || name == "worked"), "{name}: {prompt}");
            }
            SplitRule::NoRevival => assert!(stays && !revives, "{name}: {prompt}"),
            SplitRule::None => assert!(!stays && !revives, "{name}: {prompt}"),
        }
        if family.dress == Dress::Plain {
            assert!(
                said.contains(&format!("{}", rules.modulus())) && said.contains("hands"),
                "{name}"
            );
        } else {
            for word in ["chopstick", "hand", "finger", "tap", "split"] {
                assert!(
                    !said
                        .split(|c: char| !c.is_alphabetic())
                        .any(|w| w.starts_with(word)),
                    "{name} says {word}"
                );
            }
        }
    });
}

#[test]
fn a_built_in_players_reply_is_read_back() {
    for (rules, family) in families() {
        for position in positions(*rules) {
            let reply = super::replies::reply(&family.dressed_reply(position), Finish::Stop);
            let seen =
                crate::chop_bench::commitment(&reply, family.style, family.dress, rules.hands());
            assert_eq!(seen, Ok(raw(position)), "{}", family.name());
        }
    }
}

#[test]
fn only_json_asks_for_a_form() {
    for (name, text) in BUILT_IN_FAMILIES {
        let family = Family::new(name, text, &Rules::default()).unwrap();
        match family.form() {
            ReplyForm::Text => assert_ne!(family.style, AnswerStyle::Json),
            ReplyForm::Tools(_) => unreachable!("no family calls tools"),
            ReplyForm::Json { schema, .. } => {
                assert_eq!(name, "json");
                assert_eq!(
                    schema["properties"]["state"]["pattern"],
                    "^[0-9]{2}-[0-9]{2}$"
                );
                assert_eq!(schema["required"], serde_json::json!(["state"]));
            }
        }
    }
}
