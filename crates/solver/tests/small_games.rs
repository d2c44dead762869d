//! Games with known theory, random graphs against minimax, and games that are refused.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::brute_force::{Player, for_max};
use common::digraph::Digraph;
use common::indices;
use common::subtraction::Subtraction;
use common::tic_tac_toe::TicTacToe;
use ludometer_games::{FiniteGame, Game, Outcome, Reversible, perft, reachable_count};
use ludometer_solver::{Oracle, Reversed, SolveError, Value, solve};
use proptest::prelude::*;

/// A heap is lost exactly if it is a multiple of one more than can be taken: Berlekamp,
/// Conway and Guy, "Winning Ways", on subtraction games. Each round takes two plies.
#[test]
fn subtraction_follows_its_theory() {
    for most in 1..6 {
        let game = Subtraction {
            largest: 1000,
            most,
        };
        let solution = solve(&game).unwrap();
        for heap in indices(&game) {
            let rounds = u16::try_from(heap / (most + 1) * 2).unwrap();
            let expected = if heap % (most + 1) == 0 {
                Value::lose(rounds)
            } else {
                Value::win(rounds + 1)
            };
            assert_eq!(solution.value(&game, heap), expected, "{heap} of {most}");
        }
    }
}

/// 5,478 positions and these numbers of games by length are the standard counts.
#[test]
fn tic_tac_toe_is_a_draw() {
    let game = Reversed::new(TicTacToe).unwrap();
    assert_eq!(reachable_count(&game), 5478);
    for (depth, games) in (1..).zip([9, 72, 504, 3024, 15120, 54720]) {
        assert_eq!(perft(&game, &game.start(), depth), games);
    }
    let solution = solve(&game).unwrap();
    assert_eq!(solution.value(&game, game.start()), Value::DRAW);
    assert_eq!(solution.optimal(&game, game.start()).len(), 9);
    // Against a corner only the centre holds the draw.
    let corner = game.parse("o........").unwrap();
    let centre = game.parse("x...o....").unwrap();
    assert_eq!(solution.optimal(&game, corner), [centre]);
    let threat = game.parse("xx.oo....").unwrap();
    assert_eq!(solution.value(&game, threat), Value::win(1));
    let fork = game.parse("o.o.x.x.o").unwrap();
    assert_eq!(solution.value(&game, fork), Value::lose(2));
}

#[test]
fn tic_tac_toe_agrees_with_minimax() {
    let game = Reversed::new(TicTacToe).unwrap();
    let solution = solve(&game).unwrap();
    let minimax = for_max(&game);
    for index in indices(&game) {
        let key = (game.position(index), Player::Max);
        assert_eq!(solution.value_at(index), minimax[&key]);
    }
}

fn digraphs() -> impl Strategy<Value = Digraph> {
    let outcome = prop_oneof![
        8 => Just(None),
        1 => Just(Some(Outcome::Win)),
        2 => Just(Some(Outcome::Lose)),
        1 => Just(Some(Outcome::Draw)),
    ];
    (1..40_u32).prop_flat_map(move |vertices| {
        let successors = prop::collection::vec(0..vertices, 1..5);
        prop::collection::vec((successors, outcome.clone()), vertices as usize).prop_map(|all| {
            let (successors, terminal) = all.into_iter().unzip();
            Digraph {
                successors,
                terminal,
            }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Cycles, repeated edges, and all three kinds of end for the mover.
    #[test]
    fn random_games_agree_with_minimax(digraph in digraphs()) {
        let game = Reversed::new(digraph).unwrap();
        let solution = solve(&game).unwrap();
        let minimax = for_max(&game);
        for index in indices(&game) {
            prop_assert_eq!(solution.value_at(index), minimax[&(index, Player::Max)]);
        }
    }

    #[test]
    fn reversed_edges_are_the_transpose(digraph in digraphs()) {
        let game = Reversed::new(digraph).unwrap();
        let (mut forth, mut back) = (Vec::new(), Vec::new());
        for index in indices(&game) {
            game.for_each_successor_index(index, |next| forth.push((index, next)));
            game.for_each_predecessor_index(index, |before| back.push((before, index)));
        }
        forth.sort_unstable();
        back.sort_unstable();
        prop_assert_eq!(forth, back);
    }
}

#[test]
fn a_stuck_position_is_refused() {
    let game = Digraph {
        successors: vec![vec![1], vec![]],
        terminal: vec![None, None],
    };
    let refused = solve(&Reversed::new(game).unwrap()).unwrap_err();
    let notation = "1".to_owned();
    assert_eq!(refused, SolveError::Stuck { index: 1, notation });
}

#[test]
fn a_distance_beyond_fourteen_bits_is_refused() {
    let heap = |largest| solve(&Subtraction { largest, most: 1 });
    assert_eq!(heap(16_382).unwrap().longest(), Some(16_382));
    assert_eq!(heap(16_383).unwrap_err(), SolveError::TooDistant);
}

#[test]
fn successors_beyond_fourteen_bits_are_refused() {
    let star = |edges| {
        let game = Digraph {
            successors: vec![vec![1; edges], vec![]],
            terminal: vec![None, Some(Outcome::Win)],
        };
        solve(&Reversed::new(game).unwrap())
    };
    assert_eq!(star(16_383).unwrap().value_at(0), Value::lose(1));
    let (index, successors) = (0, 16_384);
    let refused = SolveError::TooManySuccessors { index, successors };
    assert_eq!(star(16_384).unwrap_err(), refused);
}

/// Claims each predecessor twice, once as near if it is told to.
#[derive(Debug)]
struct Twice<const NEAR: bool>(Reversed<Digraph>);

impl<const NEAR: bool> Game for Twice<NEAR> {
    type Position = u32;
    type NotationError = std::num::ParseIntError;

    fn id(&self) -> String {
        self.0.id()
    }

    fn start(&self) -> u32 {
        self.0.start()
    }

    fn terminal(&self, position: &u32) -> Option<Outcome> {
        self.0.terminal(position)
    }

    fn for_each_successor(&self, position: &u32, visit: impl FnMut(u32)) {
        self.0.for_each_successor(position, visit);
    }

    fn notation(&self, position: &u32) -> String {
        self.0.notation(position)
    }

    fn parse(&self, text: &str) -> Result<u32, Self::NotationError> {
        self.0.parse(text)
    }
}

impl<const NEAR: bool> FiniteGame for Twice<NEAR> {
    fn position_count(&self) -> usize {
        self.0.position_count()
    }

    fn index(&self, position: u32) -> u32 {
        position
    }

    fn position(&self, index: u32) -> u32 {
        index
    }
}

impl<const NEAR: bool> Reversible for Twice<NEAR> {
    const HAS_NEAR: bool = NEAR;

    fn for_each_predecessor_index(&self, index: u32, mut visit: impl FnMut(u32)) {
        self.0.for_each_predecessor_index(index, &mut visit);
        self.0.for_each_predecessor_index(index, visit);
    }

    fn for_each_near_run(&self, index: u32, mut visit: impl FnMut(std::ops::Range<u32>)) {
        self.for_each_predecessor_index(index, |before| visit(before..before + 1));
    }

    fn for_each_far_predecessor(&self, index: u32, visit: impl FnMut(u32)) {
        if !NEAR {
            self.for_each_predecessor_index(index, visit);
        }
    }
}

#[test]
fn predecessors_that_do_not_match_are_refused() {
    // 0 has two successors, which are won one ply apart, and three edges back.
    let game = Digraph {
        successors: vec![vec![1, 2, 2], vec![], vec![]],
        terminal: vec![None, Some(Outcome::Win), Some(Outcome::Win)],
    };
    let reversed = Reversed::new(game).unwrap();
    let refused = SolveError::NotTransposed { index: 0 };
    let near = solve(&Twice::<true>(reversed.clone()));
    assert_eq!(near.unwrap_err(), refused);
    // Counted down one by one, the position is decided before the count goes wrong;
    // that is for the certificate's checker to find.
    assert!(solve(&Twice::<false>(reversed)).is_ok());
}

#[test]
fn a_game_without_a_forced_end_is_drawn() {
    let game = Digraph {
        successors: vec![vec![1], vec![0]],
        terminal: vec![None, None],
    };
    let solution = solve(&Reversed::new(game).unwrap()).unwrap();
    assert_eq!(solution.counts().draw, 2);
    assert_eq!(solution.longest(), None);
}
