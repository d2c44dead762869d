use ludometer_instruments::token_chess::archive::measured::{Figure, In, Measured};

use super::figures::with_counts;

#[test]
fn counts_stand_where_they_say_more() {
    let share = Measured::ratio(1.0, 8.0, In::Ratio, 1);
    assert_eq!(with_counts(&share), "0.12 (1/8)");
    assert_eq!(with_counts(&Measured::so_many(7, 8, 8)), "7 of 8");
    let pair = Measured::figure(Figure::Numbers(vec![3.5, 0.0]), In::Points, 4);
    assert_eq!(with_counts(&pair), "3.5, 0");
    assert_eq!(with_counts(&Measured::none("no games")), "–");
}
