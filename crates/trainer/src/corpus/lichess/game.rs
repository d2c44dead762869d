//! One game: is it wanted, is it legal, and its line.

use std::{fmt::Write as _, io, ops::ControlFlow};

use pgn_reader::{KnownOutcome, Outcome, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{CastlingMode, Chess, Position as _};

use super::{Broken, Dropped, Filter};

/// The game's line, or why there is none.
pub(super) fn read(chunk: &[u8], filter: &Filter) -> Result<String, Dropped> {
    // Sized so that a whole game is in the buffer: a long tag is then no error.
    let mut reader = Reader::build(io::Cursor::new(chunk))
        .set_supported_tag_line_length(chunk.len())
        .finish();
    let game = match reader.read_game(&mut Judge(filter)) {
        Ok(Some(game)) => game?,
        Ok(None) => return Err(Broken::NoResult.into()),
        Err(error) => return Err(Broken::Unreadable(error.to_string()).into()),
    };
    let words = words(chunk);
    if words != game.plies {
        return Err(Broken::Words {
            words,
            moves: game.plies,
        }
        .into());
    }
    match game.outcome {
        None => Err(Broken::NoResult.into()),
        Some(Outcome::Unknown) => Err(Dropped::Unfinished),
        Some(Outcome::Known(KnownOutcome::Draw | KnownOutcome::Decisive { .. })) => (game.plies
            >= filter.min_plies)
            .then_some(game.line)
            .ok_or(Dropped::Short),
    }
}

struct Judge<'a>(&'a Filter);

/// Tags that matter, as far as they were seen.
#[derive(Default)]
struct Tags {
    rated: bool,
    other_start: bool,
    white: Option<u16>,
    black: Option<u16>,
    /// The greater one of the two.
    rating_change: u16,
    odd_end: bool,
}

#[derive(Default)]
struct Game {
    position: Chess,
    line: String,
    plies: usize,
    outcome: Option<Outcome>,
}

type Verdict = Result<Game, Dropped>;

impl Visitor for Judge<'_> {
    type Tags = Tags;
    type Movetext = Game;
    type Output = Verdict;

    fn begin_tags(&mut self) -> ControlFlow<Verdict, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Verdict> {
        let value = value.as_bytes();
        let elo = || std::str::from_utf8(value).ok()?.trim().parse().ok();
        match name {
            b"Event" => tags.rated = value.starts_with(b"Rated"),
            b"Variant" => tags.other_start |= !value.eq_ignore_ascii_case(b"standard"),
            b"FEN" => tags.other_start = true,
            b"SetUp" => tags.other_start |= value != b"0",
            b"WhiteElo" => tags.white = elo(),
            b"BlackElo" => tags.black = elo(),
            b"WhiteRatingDiff" | b"BlackRatingDiff" => {
                let change = std::str::from_utf8(value)
                    .ok()
                    .and_then(|text| text.parse().ok());
                tags.rating_change = tags.rating_change.max(change.map_or(0, i16::unsigned_abs));
            }
            b"Termination" => {
                tags.odd_end = !matches!(value, b"Normal" | b"Time forfeit");
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Verdict, Game> {
        let fits = |elo: Option<u16>| {
            elo.is_some_and(|elo| (self.0.min_elo..=self.0.max_elo).contains(&elo))
        };
        let dropped = if !tags.rated {
            Dropped::NotRated
        } else if tags.other_start {
            Dropped::NotStandard
        } else if !(fits(tags.white) && fits(tags.black)) {
            Dropped::Rating
        } else if self
            .0
            .max_rating_change
            .is_some_and(|most| tags.rating_change > most)
        {
            Dropped::Provisional
        } else if tags.odd_end {
            Dropped::Termination
        } else {
            return ControlFlow::Continue(Game::default());
        };
        ControlFlow::Break(Err(dropped))
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Verdict> {
        let broken = |how: Broken| ControlFlow::Break(Err(Dropped::Broken(how)));
        if game.outcome.is_some() {
            return broken(Broken::AfterResult);
        }
        let chosen = match san.san.to_move(&game.position) {
            Ok(chosen) => chosen,
            Err(error) => {
                let (ply, san) = (game.plies + 1, san.to_string());
                return broken(Broken::Move {
                    ply,
                    san,
                    problem: error.to_string(),
                });
            }
        };
        if game.plies > 0 {
            game.line.push(' ');
        }
        let _ = write!(game.line, "{}", chosen.to_uci(CastlingMode::Standard));
        game.position.play_unchecked(chosen);
        game.plies += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Game) -> ControlFlow<Verdict, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn outcome(&mut self, game: &mut Game, outcome: Outcome) -> ControlFlow<Verdict> {
        game.outcome = Some(outcome);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Game) -> Verdict {
        Ok(game)
    }
}

/// Words of the main line that may be moves: with a letter, or castling in zeros. pgn-reader
/// passes over what it does not understand, so that they are counted a second time.
fn words(chunk: &[u8]) -> usize {
    let (mut words, mut depth, mut in_word) = (0, 0_usize, false);
    let mut rest = chunk;
    let mut line_start = true;
    while let Some((&byte, after)) = rest.split_first() {
        let skip_to = match byte {
            b'{' => Some(b'}'),
            b';' => Some(b'\n'),
            b'[' | b'%' if line_start => Some(b'\n'),
            _ => None,
        };
        line_start = byte == b'\n';
        if let Some(end) = skip_to {
            let skipped = after
                .iter()
                .position(|byte| *byte == end)
                .map_or(after.len(), |at| at + 1);
            rest = &after[skipped..];
            line_start = end == b'\n';
            in_word = false;
            continue;
        }
        match byte {
            b'(' => (depth, in_word) = (depth + 1, false),
            b')' => (depth, in_word) = (depth.saturating_sub(1), false),
            _ if byte.is_ascii_whitespace() => in_word = false,
            _ if depth > 0 || in_word => {}
            _ if byte.is_ascii_alphabetic()
                || rest.starts_with(b"0-0")
                || rest.starts_with(b"--") =>
            {
                words += 1;
                in_word = true;
            }
            _ => {}
        }
        rest = after;
    }
    words
}
