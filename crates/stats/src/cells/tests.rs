use proptest::prelude::*;

use super::*;
use crate::GameTally;

#[test]
fn a_bad_cell_is_named() {
    let tally = |x, n| Tally::new(x, n).unwrap();
    let error = CellTable::new([(("strict", "plain"), tally(0, 0))]).unwrap_err();
    assert_eq!(error.to_string(), "cell (strict, plain) has no trials");
    let error = CellTable::new([(("a", "b"), tally(1, 2)), (("a", "b"), tally(1, 2))]).unwrap_err();
    assert_eq!(error.to_string(), "cell (a, b) is given twice");
    let none: [((&str, &str), Tally); 0] = [];
    assert_eq!(CellTable::new(none), Err(CellTableError::NoCells));
    let table = CellTable::new([(("a", "b"), tally(1, 2))]).unwrap();
    let elsewhere = Contrast::new([(("a", "c"), 1.0)]).unwrap();
    let error = table
        .agresti_coull_carried(&elsewhere, Level::P95)
        .unwrap_err();
    assert_eq!(error.to_string(), "the table has no cell (a, c)");
    let huge = Contrast::new([(("a", "b"), f64::MAX)]).unwrap();
    assert!(table.agresti_coull_carried(&huge, Level::P95).is_err());
}

type Cells = Vec<((u8, u8), Vec<(u32, u32)>)>;

fn cells() -> impl Strategy<Value = Cells> {
    let games = prop::collection::vec((0..6_u32, 5..9_u32), 1..5);
    prop::collection::btree_map((0..3_u8, 0..3_u8), games, 1..9)
        .prop_map(|cells| cells.into_iter().collect())
}

fn table(cells: &Cells, mirror: bool) -> CellTable<u8, u8, GameTallies> {
    let game = |&(y, m): &(u32, u32)| GameTally::new(if mirror { m - y } else { y }, m).unwrap();
    CellTable::new(
        cells
            .iter()
            .map(|(c, games)| (*c, games.iter().map(game).collect())),
    )
    .unwrap()
}

proptest! {
    #[test]
    fn order_mirror_and_level(mut cells in cells()) {
        let at = |table: &CellTable<_, _, _>, level: f64| {
            let level = Level::new(level).unwrap();
            table.cluster_robust(&table.headline(), level).unwrap().0.interval(level)
        };
        let straight = table(&cells, false);
        let one = at(&straight, 0.95);
        let mirrored = at(&table(&cells, true), 0.95);
        prop_assert!((mirrored.lo - (1.0 - one.hi)).abs() < 1e-9);
        cells.reverse();
        for (_, games) in &mut cells {
            games.reverse();
        }
        let reversed = at(&table(&cells, false), 0.95);
        prop_assert!((reversed.lo - one.lo).abs() < 1e-9 && (reversed.hi - one.hi).abs() < 1e-9);
        let wide = at(&straight, 0.99);
        prop_assert!(wide.lo < one.lo && one.hi < wide.hi);
        let totals = straight.totals();
        let published = totals.agresti_coull_carried(&totals.headline(), Level::P95).unwrap();
        let (robust, _) = straight.cluster_robust(&straight.headline(), Level::P95).unwrap();
        prop_assert!((published.value() - robust.value()).abs() < 1e-12);
        prop_assert!(robust.variance() > 0.0);
    }
}
