//! Prints the JSON Schema of an instrument's `findings.json`: `chop-bench`, `token-chess`,
//! `ladder` or `probe`; or, as `ladder-verification`, that of a game's verification.

use ludometer_report::json;

fn main() {
    let schema = match std::env::args().nth(1).as_deref() {
        Some("token-chess") => json::token_chess_schema(),
        Some("ladder") => json::ladder_schema(),
        Some("probe") => json::probe_schema(),
        Some("ladder-verification") => json::ladder_verification_schema(),
        Some("chop-bench") | None => json::schema(),
        Some(other) => {
            panic!(
                "{other}: expected chop-bench, token-chess, ladder, probe or ladder-verification"
            )
        }
    };
    print!("{schema}");
}
