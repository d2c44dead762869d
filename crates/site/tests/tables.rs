//! The page of the book on tables is the one that the code makes.

#![allow(clippy::disallowed_methods, reason = "a published page is a file")]

use std::path::Path;

#[test]
fn the_page_has_the_columns_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tables.md");
    let page = std::fs::read_to_string(path).expect("docs/tables.md");
    assert_eq!(
        page,
        ludometer_site::tables::doc::page(),
        "write it anew with `make tables`"
    );
}
