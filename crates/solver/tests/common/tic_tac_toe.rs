//! Tic-tac-toe over all ways to fill nine squares, from the mover's side.

use ludometer_games::{FiniteGame, Game, Outcome};

/// The game; it has no parameters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TicTacToe;

/// Squares by row: 0 empty, 1 the mover's, 2 the opponent's.
pub(crate) type Board = [u8; 9];

/// A text is not nine of `.`, `x` (the mover) and `o`.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is no board")]
pub(crate) struct NoBoard(String);

const MARKS: [char; 3] = ['.', 'x', 'o'];
const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

impl Game for TicTacToe {
    type Position = Board;
    type NotationError = NoBoard;

    fn id(&self) -> String {
        "tic-tac-toe".to_owned()
    }

    fn start(&self) -> Board {
        [0; 9]
    }

    fn terminal(&self, board: &Board) -> Option<Outcome> {
        let has_line = |who| {
            LINES
                .iter()
                .any(|line| line.iter().all(|&at| board[at] == who))
        };
        if has_line(2) {
            Some(Outcome::Lose)
        } else if has_line(1) {
            Some(Outcome::Win)
        } else {
            (!board.contains(&0)).then_some(Outcome::Draw)
        }
    }

    fn for_each_successor(&self, board: &Board, mut visit: impl FnMut(Board)) {
        if self.terminal(board).is_some() {
            return;
        }
        for square in (0..9).filter(|&square| board[square] == 0) {
            let mut next = *board;
            next[square] = 1;
            visit(next.map(|mark| [0, 2, 1][usize::from(mark)]));
        }
    }

    fn notation(&self, board: &Board) -> String {
        board.iter().map(|&mark| MARKS[usize::from(mark)]).collect()
    }

    fn parse(&self, text: &str) -> Result<Board, NoBoard> {
        let marks: Option<Vec<u8>> = text
            .chars()
            .map(|mark| (0..3).find(|&code| MARKS[usize::from(code)] == mark))
            .collect();
        marks
            .and_then(|marks| marks.try_into().ok())
            .ok_or_else(|| NoBoard(text.to_owned()))
    }
}

impl FiniteGame for TicTacToe {
    fn position_count(&self) -> usize {
        3_usize.pow(9)
    }

    fn index(&self, board: Board) -> u32 {
        board
            .iter()
            .fold(0, |code, &mark| code * 3 + u32::from(mark))
    }

    fn position(&self, mut index: u32) -> Board {
        let mut board = [0; 9];
        for square in board.iter_mut().rev() {
            *square = u8::try_from(index % 3).unwrap();
            index /= 3;
        }
        board
    }
}
