//! Prints the JSON Schema of `findings.json`.

fn main() {
    print!("{}", ludometer_report::json::schema());
}
