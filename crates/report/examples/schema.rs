//! Prints the JSON Schema of an instrument's `findings.json`: `chop-bench` or `token-chess`.

use ludometer_report::json;

fn main() {
    let schema = match std::env::args().nth(1).as_deref() {
        Some("token-chess") => json::token_chess_schema(),
        Some("chop-bench") | None => json::schema(),
        Some(other) => panic!("{other}: expected chop-bench or token-chess"),
    };
    print!("{schema}");
}
