use ludometer_games::{Board, Color, Variant};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Referee, Score};

fn board(variant: Variant, fen: &str) -> Board {
    Board::from_fen(variant, fen).unwrap()
}

#[test]
fn sees_a_mate_in_two_and_whose_it_is() {
    // Anderssen's corridor: 1. Rd8+ Rxd8 2. Rxd8#.
    let white = board(
        Variant::Standard,
        "2r3k1/5ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1",
    );
    assert_eq!(
        Referee::new(4, 1_000_000).judge(&white),
        Score::Mate(Color::White)
    );
    let black = board(
        Variant::Standard,
        "3r2k1/3r1ppp/8/8/8/8/5PPP/2R3K1 b - - 0 1",
    );
    assert_eq!(
        Referee::new(4, 1_000_000).judge(&black),
        Score::Mate(Color::Black)
    );
}

#[test]
fn a_hanging_queen_counts_for_who_may_take_it() {
    let fen = "rnb1kbnr/pppp1ppp/8/4p1q1/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1";
    let Score::Centipawns(value) = Referee::default().judge(&board(Variant::Standard, fen)) else {
        panic!("no mate here");
    };
    assert!(value > 700, "{value}");
}

#[test]
fn the_start_is_about_even_on_every_board() {
    for variant in Variant::ALL {
        match Referee::new(2, 100_000).judge(&Board::new(variant)) {
            Score::Centipawns(value) => assert!(value.abs() < 100, "{variant}: {value}"),
            Score::Mate(side) => panic!("{variant}: a mate for {side:?}"),
        }
    }
}

#[test]
fn a_lone_chancellor_decides_on_the_large_board() {
    let fen = "5k6/12/12/12/12/12/12/12/12/5KC5 b - - 0 1";
    let Score::Centipawns(value) = Referee::new(2, 100_000).judge(&board(Variant::Grand12, fen))
    else {
        panic!("no mate in two");
    };
    assert!(value > 700, "{value}");
}

#[test]
fn chooses_the_mate_and_only_among_legal_moves() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mate = board(Variant::Standard, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    for _ in 0..20 {
        assert_eq!(
            Referee::new(2, 50_000).choose(&mate, 30, &mut rng).unwrap(),
            "d1d8"
        );
    }
    let mut game = Board::new(Variant::Gardner);
    for _ in 0..30 {
        let Some(chosen) = Referee::new(1, 10_000).choose(&game, 80, &mut rng) else {
            break;
        };
        game.play(&chosen).unwrap();
    }
    let over = board(Variant::Standard, "7k/5QQ1/8/8/8/8/8/K7 b - - 0 1");
    assert!(Referee::default().choose(&over, 0, &mut rng).is_none());
}

#[test]
fn a_spent_budget_still_gives_a_legal_move() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let start = Board::new(Variant::Grand12);
    let chosen = Referee::new(9, 1).choose(&start, 0, &mut rng).unwrap();
    assert!(start.is_legal(&chosen));
}
