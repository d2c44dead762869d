//! The front end's types are those of the data.

#[test]
fn the_front_ends_types_are_these() {
    assert!(
        include_str!("../../../web/src/data.ts") == ludometer_site::typescript::file(),
        "web/src/data.ts is not what the Rust types say: run `make web-types`, then `make web`"
    );
}
