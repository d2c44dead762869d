//! Numbers that JSON has no sign for.

use ludometer_stats::{
    Interval,
    ladder::{Elo, Place},
};
use serde_json::{Value, json};

/// A number; "inf" and "-inf" where it is infinite, null where it is none.
pub fn number(value: f64) -> Value {
    if value == f64::INFINITY {
        json!("inf")
    } else if value == f64::NEG_INFINITY {
        json!("-inf")
    } else {
        json!(value)
    }
}

pub fn optional(value: Option<f64>) -> Value {
    value.map_or(Value::Null, number)
}

pub fn place(place: Place) -> Value {
    optional(place.rating())
}

pub fn ends(Interval { lo, hi }: Interval) -> Value {
    json!([number(lo), number(hi)])
}

/// A rating: a whole number where it is one.
pub fn rating(rating: Elo) -> Value {
    serde_json::from_str(&rating.to_string()).unwrap_or_else(|_| json!(rating))
}

/// A rating as the key of an object: without needless decimals.
pub fn key(rating: Elo) -> String {
    rating.to_string()
}

/// One value on a line of its own.
pub fn line(value: &Value) -> String {
    format!("{value}\n")
}
