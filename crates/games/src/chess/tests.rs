//! Perft of well-known positions.

use super::*;

#[test]
fn perft_of_well_known_positions() {
    let mut positions = 0;
    let rows = include_str!("positions.txt").lines();
    for row in rows.filter(|row| !row.starts_with('#')) {
        let mut fields = row.split('|').map(str::trim);
        let position = Position::from_fen(fields.next().unwrap()).unwrap();
        for (depth, count) in (1..=4).zip(fields) {
            assert_eq!(
                position.perft(depth),
                count.parse::<u64>().unwrap(),
                "{row}"
            );
        }
        positions += 1;
    }
    assert_eq!(positions, 6);
}

#[test]
fn the_start_is_the_variants() {
    assert_eq!(
        Position::start().fen(),
        crate::Variant::Standard.start_fen()
    );
    assert!(open("chess960").is_err());
}
