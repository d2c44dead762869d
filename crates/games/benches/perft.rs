//! Perft and whole random games: how fast the boards are.

use divan::counter::ItemsCount;
use ludometer_games::{Board, Claims, Variant, chess, fairy};

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn chess_depth_5(bencher: divan::Bencher) {
    let start = chess::Position::start();
    bencher
        .counter(ItemsCount::new(4_865_609_u64))
        .bench(|| assert_eq!(divan::black_box(&start).perft(5), 4_865_609));
}

/// The well-known positions as deep as their table goes.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn chess_positions(bencher: divan::Bencher) {
    let table = include_str!("../src/chess/positions.txt");
    let deepest: Vec<(chess::Position, u32, u64)> = table
        .lines()
        .filter(|row| !row.starts_with('#'))
        .map(|row| {
            let fields: Vec<&str> = row.split('|').map(str::trim).collect();
            let position = chess::Position::from_fen(fields[0]).expect("a FEN");
            let depth = u32::try_from(fields.len() - 1).expect("few columns");
            (
                position,
                depth,
                fields[fields.len() - 1].parse().expect("a count"),
            )
        })
        .collect();
    let all: u64 = deepest.iter().map(|(_, _, count)| count).sum();
    bencher.counter(ItemsCount::new(all)).bench(|| {
        for (position, depth, count) in &deepest {
            assert_eq!(position.perft(*depth), *count);
        }
    });
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn gardner_depth_7(bencher: divan::Bencher) {
    let start = fairy::Position::start(&fairy::GARDNER);
    bencher
        .counter(ItemsCount::new(6_947_252_u64))
        .bench(|| assert_eq!(divan::black_box(&start).perft(7), 6_947_252));
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn grand12_depth_4(bencher: divan::Bencher) {
    let start = fairy::Position::start(&fairy::GRAND12);
    bencher
        .counter(ItemsCount::new(44_887_795_u64))
        .bench(|| assert_eq!(divan::black_box(&start).perft(4), 44_887_795));
}

/// Plies of one run of [`plies`].
const PLIES: usize = 200;

/// Plies of a game, each with its legality by text and a look for an ending with claims.
#[divan::bench(args = ["chess", "gardner", "grand12"], sample_count = 20, sample_size = 1)]
fn plies(bencher: divan::Bencher, variant: &str) {
    let variant: Variant = variant.parse().expect("a name");
    bencher.counter(ItemsCount::new(PLIES)).bench(|| {
        let (mut board, mut state) = (Board::new(variant), 1_u64);
        for _ in 0..PLIES {
            let moves = board.legal_moves();
            if board.ending(Claims::Made).is_some() || moves.is_empty() {
                board = Board::new(variant);
                continue;
            }
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let pick = usize::try_from(state >> 33).expect("31 bits") % moves.len();
            board.play(&moves[pick]).expect("listed moves are legal");
        }
        board
    });
}
