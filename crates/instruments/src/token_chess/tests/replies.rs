//! Which decision a reply holds.

use ludometer_daydream::{Setting, Tier};
use ludometer_record::desk::Finish;

use super::reply;
use crate::token_chess::{
    Economy, Rules,
    decision::{Decided, Decision, Unusable, decided, setting},
};

fn pool() -> Vec<String> {
    ["e2e4", "d2d4", "g1f3"].map(str::to_owned).to_vec()
}

fn read(economy: Economy, text: &str) -> Result<Decided, Unusable> {
    let rules = Rules::published(economy, Tier::Regular);
    decided(&reply(text, Finish::Stop), &rules, &pool())
}

fn batch(text: &str) -> Result<Decision, Unusable> {
    read(Economy::Batch, text).map(|decided| decided.decision)
}

#[expect(clippy::unnecessary_wraps, reason = "to be compared with what is read")]
fn sample(temperature: f64, soft_cap: Option<f64>) -> Result<Decision, Unusable> {
    Ok(Decision::Sample(setting(temperature, soft_cap)))
}

#[expect(clippy::unnecessary_wraps, reason = "to be compared with what is read")]
fn pick(text: &str) -> Result<Decision, Unusable> {
    Ok(Decision::Pick(text.to_owned()))
}

#[test]
fn the_last_object_is_the_decision() {
    let text = "First idea: {\"action\":\"pick\",\"choice\":2}. But the bank allows one more \
                batch, so:\n{\"action\":\"sample\",\"temperature\":0.7,\"soft_cap\":null}\nThat \
                keeps {curly} talk out of it.";
    assert_eq!(batch(text), sample(0.7, None));
    let text = "```json\n{\"action\":\"pick\",\"move\":\"e2e4\"}\n```\nor rather\n```json\n\
                {\"action\":\"sample\",\"temperature\":1.1,\"soft_cap\":4,\
                \"why\":{\"a\":{\"b\":[{}]},\"c\":\"} and { and \\\"}\"}}\n```\n";
    assert_eq!(batch(text), sample(1.1, Some(4.0)));
    let text = r#"{"action":"sample","temperature":0.7} {"action":"pick","move":"d2d4"}"#;
    assert_eq!(batch(text), pick("d2d4"));
    // What decides nothing is no decision, wherever it stands.
    let text = r#"{"action":"pick","move":"d2d4"} {"confidence": 0.9} {} [1, 2]"#;
    assert_eq!(batch(text), pick("d2d4"));
}

#[test]
fn an_object_in_a_decision_is_part_of_it() {
    let text = r#"{"action":"sample","temperature":0.7,"not":{"action":"pick","move":"e2e4"}}"#;
    assert_eq!(batch(text), sample(0.7, None));
    let text = r#"{"decision":{"action":"pick","move":"e2e4"}}"#;
    assert_eq!(batch(text), pick("e2e4"), "one in a wrapper is found");
}

#[test]
fn the_last_object_counts_even_where_it_is_wrong() {
    for (last, problem) in [
        (r#"{"action":"sample"}"#, Unusable::NoTemperature),
        (
            r#"{"action":"sample","temperature":null}"#,
            Unusable::NoTemperature,
        ),
        (
            r#"{"action":"sample","temperature":"warm"}"#,
            Unusable::NoTemperature,
        ),
        (
            r#"{"action":"sample","temperature":"NaN"}"#,
            Unusable::NoTemperature,
        ),
        (
            r#"{"action":"sample","temperature":[0.7]}"#,
            Unusable::NoTemperature,
        ),
        (r#"{"action":"pick"}"#, Unusable::NoMove),
        (r#"{"action":"pick","move":null}"#, Unusable::NoMove),
        (r#"{"action":"pick","move":["e2e4"]}"#, Unusable::NoMove),
        (r#"{"action":"pick","temperature":0.7}"#, Unusable::NoMove),
        (r#"{"action":"resign"}"#, Unusable::NoDecision),
    ] {
        let text = format!(r#"{{"action":"pick","move":"e2e4"}} then {last}"#);
        assert_eq!(batch(&text), Err(problem), "{last}");
    }
}

#[test]
fn numbers_may_be_quoted_and_are_held_to_their_range() {
    for (text, expected) in [
        (r#"{"action":"sample","temperature":9}"#, setting(3.0, None)),
        (
            r#"{"action":"sample","temperature":-1}"#,
            setting(0.05, None),
        ),
        (
            r#"{"action":"sample","temperature":0}"#,
            setting(0.05, None),
        ),
        (
            r#"{"action":" Sample ","temperature":" 0.7 ","soft_cap":"8"}"#,
            setting(0.7, Some(8.0)),
        ),
        (
            r#"{"action":"sample","temperature":0.7,"soft_cap":0}"#,
            setting(0.7, None),
        ),
        (
            r#"{"action":"sample","temperature":0.7,"soft_cap":-4}"#,
            setting(0.7, None),
        ),
        (
            r#"{"action":"sample","temperature":0.7,"soft_cap":"none"}"#,
            setting(0.7, None),
        ),
        (
            r#"{"action":"sample","temperature":0.7,"soft_cap":true}"#,
            setting(0.7, None),
        ),
    ] {
        assert_eq!(batch(text), Ok(Decision::Sample(expected)), "{text}");
    }
}

#[test]
fn an_action_may_be_left_out_where_the_rest_says_it() {
    assert_eq!(batch(r#"{"temperature":0.7}"#), sample(0.7, None));
    assert_eq!(batch(r#"{"move":"e2e4"}"#), pick("e2e4"));
    assert_eq!(batch(r#"{"choice":1}"#), pick("e2e4"));
    assert_eq!(
        batch(r#"{"choice":null,"move":null}"#),
        Err(Unusable::NoDecision)
    );
}

#[test]
fn a_candidate_may_be_named_by_its_number() {
    for (text, expected) in [
        (r#"{"action":"pick","choice":1}"#, "e2e4"),
        (r#"{"action":"pick","choice":3}"#, "g1f3"),
        (r#"{"action":"pick","choice":"3"}"#, "g1f3"),
        (r#"{"action":"pick","move":2}"#, "d2d4"),
        (r#"{"action":"pick","move":" d2d4 "}"#, "d2d4"),
        // Strict servers want every field: the one that is not used is null.
        (r#"{"action":"pick","choice":2,"move":null}"#, "d2d4"),
        (r#"{"action":"pick","move":null,"choice":2}"#, "d2d4"),
        (r#"{"action":"pick","move":"d2d4","choice":null}"#, "d2d4"),
        // No candidate has these; what is picked then is for the game to say.
        (r#"{"action":"pick","choice":4}"#, "4"),
        (r#"{"action":"pick","choice":0}"#, "0"),
        (r#"{"action":"pick","choice":-1}"#, "-1"),
        (r#"{"action":"pick","choice":1.5}"#, "1.5"),
    ] {
        assert_eq!(batch(text), pick(expected), "{text}");
    }
}

#[test]
fn without_picking_every_decision_samples() {
    for economy in [Economy::Forfeit, Economy::Income] {
        let read = |text| read(economy, text).map(|decided| decided.decision);
        assert_eq!(
            read(r#"{"temperature":0.7,"soft_cap":5}"#),
            sample(0.7, Some(5.0))
        );
        assert_eq!(
            read(r#"{"action":"pick","move":"e2e4","temperature":0.7}"#),
            sample(0.7, None)
        );
        assert_eq!(
            read(r#"{"action":"pick","move":"e2e4"}"#),
            Err(Unusable::NoTemperature),
            "nobody may write a move"
        );
        assert_eq!(read("e2e4"), Err(Unusable::NoDecision));
    }
}

#[test]
fn replies_without_a_decision_say_so() {
    for text in [
        "",
        " \n ",
        "e2e4",
        "I pick e2e4.",
        "{",
        "{}",
        "null",
        "[]",
        "{'action':'pick','move':'e2e4'}",
        r#"{"action":"sample","temperature":0.7"#,
        r#"{"action":"sample","temperature":0.7,}"#,
        r#"{"action":"sample","temperature":1e999}"#,
        r#"{"Action":"sample"}"#,
    ] {
        assert_eq!(batch(text), Err(Unusable::NoDecision), "{text}");
    }
}

#[test]
fn thinking_is_no_decision() {
    let text = r#"<think>{"action":"pick","move":"e2e4"}</think>{"move":"d2d4"}"#;
    assert_eq!(batch(text), pick("d2d4"));
    assert_eq!(
        batch(r#"<think>{"action":"pick","move":"e2e4"}"#),
        Err(Unusable::NoDecision)
    );
}

#[test]
fn what_is_cut_off_or_declined_is_no_decision() {
    let rules = Rules::published(Economy::Batch, Tier::Regular);
    let whole = r#"{"action":"sample","temperature":0.9}"#;
    let of = |text: &str, finish| decided(&reply(text, finish), &rules, &pool());
    assert_eq!(of(whole, Finish::Length), Err(Unusable::Truncated));
    assert_eq!(
        of(
            r#"{"action":"sample","temperature":0.9,"note":"keep the kni"#,
            Finish::Length
        ),
        Err(Unusable::Truncated)
    );
    assert_eq!(of(whole, Finish::Refusal), Err(Unusable::Refused));
    for finish in [Finish::Unknown, Finish::Other("eos".to_owned())] {
        assert!(of(whole, finish).is_ok());
    }
}

#[test]
fn notes_come_with_the_decision_that_counts() {
    let text = r#"{"move":"e2e4","note":"first"} {"move":"d2d4","note":" second\nline "}"#;
    let decided = read(Economy::Batch, text).unwrap();
    assert_eq!(decided.note.as_deref(), Some("second\nline"));
    let decided = read(Economy::Forfeit, r#"{"temperature":1,"note":"n"}"#).unwrap();
    assert_eq!(
        decided,
        Decided {
            decision: Decision::Sample(Setting::new(1.0, None).unwrap()),
            note: Some("n".to_owned())
        }
    );
}
