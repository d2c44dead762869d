//! The front end's types are those of the data.

use std::{fs, path::Path};

#[test]
fn the_front_ends_types_are_these() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/data.ts");
    let kept = fs::read_to_string(&path).expect("web/src/data.ts is there");
    assert!(
        kept == ludometer_site::typescript::file(),
        "web/src/data.ts is not what the Rust types say: run `make web-types`, then `make web`"
    );
}
