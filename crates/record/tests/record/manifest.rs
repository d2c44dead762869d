//! Differences between two studies, and amendments, which are differences accepted.

use ludometer_record::{
    journal::Amendment,
    manifest::{Difference, amended, differences},
};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn amend(was: &Value, is: &Value) -> Value {
    let at = "2026-01-01T00:00:00Z".parse().unwrap();
    let amendments: Vec<Amendment> = differences(was, is)
        .into_iter()
        .map(
            |Difference {
                 key,
                 was: from,
                 is: to,
             }| Amendment { at, key, from, to },
        )
        .collect();
    amended(was, &amendments)
}

fn keys(was: &Value, is: &Value) -> Vec<String> {
    differences(was, is)
        .into_iter()
        .map(|difference| difference.key)
        .collect()
}

#[test]
fn keys_are_dotted() {
    let was = json!({"a": 1, "player": [{"model": "x", "price": {"prompt": 1.0}}], "list": [1, 2]});
    let is = json!({"a": 1, "player": [{"model": "y", "price": {"prompt": 2.0}}], "list": [1, 3], "b": true});
    assert_eq!(
        keys(&was, &is),
        ["player[0].model", "player[0].price.prompt", "list[1]", "b"]
    );
    assert!(keys(&was, &was).is_empty());
}

#[test]
fn the_order_of_keys_is_no_difference() {
    let was: Value = serde_json::from_str(r#"{"a": 1, "b": {"c": 2, "d": 3}}"#).unwrap();
    let is: Value = serde_json::from_str(r#"{"b": {"d": 3, "c": 2}, "a": 1}"#).unwrap();
    assert!(keys(&was, &is).is_empty());
}

#[test]
fn tables_and_lists_may_come_and_go() {
    for (was, is) in [
        (
            json!({"p": [{"m": 1}]}),
            json!({"p": [{"m": 1, "price": {"prompt": 1.5}}]}),
        ),
        (
            json!({"p": [{"m": 1, "price": {"prompt": 1.5}}]}),
            json!({"p": [{"m": 1}]}),
        ),
        (json!({"p": [1, 2, 3, 4]}), json!({"p": [1]})),
        (json!({"p": [1]}), json!({"p": [1, 2, 3]})),
        (json!({"p": [1, 2]}), json!({"p": []})),
        (json!({"p": [[1, 2], [3]]}), json!({"p": [[1], [3, 4]]})),
        (json!({"p": {"a": 1}}), json!({"p": [1]})),
        (json!({"p": [1]}), json!({"p": 1})),
        (json!({}), json!({"deep": {"er": {"still": [1]}}})),
    ] {
        assert_eq!(amend(&was, &is), is, "{was}");
    }
}

#[test]
fn an_amendment_for_nothing_that_is_there_changes_nothing_else() {
    let at = "2026-01-01T00:00:00Z".parse().unwrap();
    let was = json!({"a": [1, 2], "b": 1});
    for key in ["a[7]", "a[x]", "b.c", "b[0]", "a.c"] {
        let one = Amendment {
            at,
            key: key.to_owned(),
            from: Value::Null,
            to: json!(9),
        };
        assert_eq!(amended(&was, [&one]), was, "{key}");
    }
}

/// A tree as a study has it: no nulls, and keys of letters.
fn tree() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e9..1e9_f64).prop_map(Value::from),
        "[a-z.\\[\\]\n\"]{0,5}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            table(inner),
        ]
    })
}

fn table(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    prop::collection::btree_map("[a-c_]{1,2}", inner, 0..4)
        .prop_map(|entries| Value::Object(Map::from_iter(entries)))
}

proptest! {
    #[test]
    fn amending_by_the_differences_makes_the_other(was in table(tree()), is in table(tree())) {
        prop_assert_eq!(amend(&was, &is), is.clone());
        prop_assert_eq!(differences(&was, &is).is_empty(), was == is);
        prop_assert!(differences(&is, &is).is_empty());
    }
}
