use super::*;
use crate::GameTally;

fn cell(pairs: &[(u32, u32)]) -> GameTallies {
    pairs
        .iter()
        .map(|&(y, m)| GameTally::new(y, m).unwrap())
        .collect()
}

#[test]
fn worked_by_hand() {
    // Games all or nothing: p = 1/2, V = 2 · (1+1)/16 = 1/4, p(1-p)/M = 1/16: effect 4.
    let split = cell(&[(0, 2), (2, 2)]);
    let one = DesignEffect::pooled([&split]).unwrap();
    assert_eq!(
        (one.value, one.degrees_of_freedom, one.cells),
        (4.0, 1.0, 1)
    );
    // A cell of equal games adds its 1/16 below: effect 2. A perfect or single game adds nothing.
    let (equal, perfect, single) = (
        cell(&[(1, 2), (1, 2)]),
        cell(&[(2, 2), (3, 3)]),
        cell(&[(1, 9)]),
    );
    let pooled = DesignEffect::pooled([&split, &equal, &perfect, &single]).unwrap();
    assert_eq!((pooled.value, pooled.cells), (2.0, 1));
    assert_eq!(DesignEffect::pooled([&equal, &perfect, &single]), None);
}

#[test]
fn never_below_independence() {
    // Games more alike than chance: the raw ratio is below 1.
    let alike = cell(&[(5, 10), (5, 10), (5, 10), (6, 10)]);
    assert!((DesignEffect::pooled([&alike]).unwrap().value - 1.0).abs() < 1e-15);
}
