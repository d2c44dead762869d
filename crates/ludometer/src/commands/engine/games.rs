//! Games in PGN, and which side of each was an engine's.

use std::{fs::File, io::BufReader, ops::ControlFlow, path::Path};

use anyhow::{Context, Result, bail};
use ludometer_games::{Board, ByColor, Color, Variant};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};

/// The games of a file, as far as they are chess from a position that can be read.
pub struct Games {
    pub games: Vec<Game>,
    /// Games of other boards.
    pub others: u64,
}

/// A game.
pub struct Game {
    /// From 1, all of the file counted.
    pub number: usize,
    /// What sits on each side, by the tags `WhiteType` and `BlackType`.
    pub kinds: ByColor<Option<String>>,
    /// Where it stands at the end.
    pub board: Board,
    /// Who is to move after 0, 1, 2 … plies.
    pub first: Color,
}

impl Game {
    /// The plies before each turn of a side.
    pub fn turns(&self, side: Color) -> Vec<usize> {
        let offset = usize::from(side != self.first);
        (offset..self.board.ply()).step_by(2).collect()
    }
}

/// Reads a file; a move that cannot be played is an error with its place.
pub fn read(path: &Path) -> Result<Games> {
    let file = File::open(path).context("cannot open it")?;
    let mut reader = Reader::new(BufReader::new(file));
    let mut read = Games {
        games: Vec::new(),
        others: 0,
    };
    let mut number = 0;
    while let Some(game) = reader
        .read_game(&mut Moves)
        .with_context(|| format!("game {}", number + 1))?
    {
        number += 1;
        match game.with_context(|| format!("game {number}"))? {
            Some((kinds, first, board)) => read.games.push(Game {
                number,
                kinds,
                board,
                first,
            }),
            None => read.others += 1,
        }
    }
    if number == 0 {
        bail!("there are no games in it");
    }
    Ok(read)
}

struct Moves;

#[derive(Default)]
struct Tags {
    kinds: ByColor<Option<String>>,
    fen: Option<String>,
    is_other: bool,
}

struct Played {
    kinds: ByColor<Option<String>>,
    first: Color,
    board: Board,
}

type Read = Result<Option<(ByColor<Option<String>>, Color, Board)>>;

impl Visitor for Moves {
    type Tags = Tags;
    type Movetext = Played;
    type Output = Read;

    fn begin_tags(&mut self) -> ControlFlow<Read, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Read> {
        let text = || value.decode_utf8_lossy().trim().to_owned();
        match name {
            b"WhiteType" => tags.kinds.white = Some(text()),
            b"BlackType" => tags.kinds.black = Some(text()),
            b"FEN" => tags.fen = Some(text()),
            b"Variant" => {
                let name = text().to_ascii_lowercase();
                tags.is_other = !["standard", "chess", "from position"].contains(&name.as_str());
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Read, Played> {
        if tags.is_other {
            return ControlFlow::Break(Ok(None));
        }
        let board = match tags.fen.as_deref() {
            None => Board::new(Variant::Standard),
            Some(fen) => match Board::from_fen(Variant::Standard, fen) {
                Ok(board) => board,
                Err(error) => return ControlFlow::Break(Err(error.into())),
            },
        };
        ControlFlow::Continue(Played {
            kinds: tags.kinds,
            first: board.turn(),
            board,
        })
    }

    fn san(&mut self, game: &mut Played, san: SanPlus) -> ControlFlow<Read> {
        let text = san.san.to_string();
        let played = game.board.read_san(&text);
        let ply = game.board.ply() + 1;
        match played {
            Ok(uci) => {
                game.board.play(&uci).expect("read as a legal move");
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(Err(error).with_context(|| format!("ply {ply}"))),
        }
    }

    fn begin_variation(&mut self, _: &mut Played) -> ControlFlow<Read, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, game: Played) -> Read {
        Ok(Some((game.kinds, game.first, game.board)))
    }
}
