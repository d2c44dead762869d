//! What an engine says, read line by line. Pure; whatever is not understood is
//! [`Line::Other`], because engines print banners and debug text between answers.

use super::{
    option::EngineOption,
    words::{Centipawns, Depth, Nodes, Score},
};

/// One line of an engine.
#[derive(Debug, Clone, PartialEq)]
pub enum Line {
    /// `id name …`
    Name(String),
    /// `id author …`
    Author(String),
    /// `option name …`
    Option(EngineOption),
    /// `uciok`
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `info …` with numbers; `info string` is [`Line::Other`].
    Info(Info),
    /// `bestmove …`
    BestMove(BestMove),
    /// `Fen: …`, the answer to `d`.
    Fen(String),
    /// `e2e4: 1`, a line of a perft listing.
    Count(String, Nodes),
    /// `Nodes searched: 20`, the end of a perft listing.
    Total(Nodes),
    /// Anything else.
    Other,
}

/// The end of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestMove {
    /// The move, as the engine writes it; none for `(none)` and `0000`.
    pub best: Option<String>,
    /// The reply it expects.
    pub ponder: Option<String>,
}

/// Whether a score is the search's word or only a bound of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bound {
    /// The value itself.
    #[default]
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

/// One line of progress.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Info {
    /// Plies.
    pub depth: Option<Depth>,
    /// Which line of several; 1 is the best. Not said means 1.
    pub multipv: Option<u32>,
    /// For the side to move.
    pub score: Option<Score>,
    /// Of the score.
    pub bound: Bound,
    /// So far.
    pub nodes: Option<Nodes>,
    /// The line it would play.
    pub pv: Vec<String>,
}

impl Info {
    /// A score that may stand as the search's result.
    #[must_use]
    pub fn final_score(&self) -> Option<Score> {
        let best = self.multipv.is_none_or(|line| line == 1);
        self.score.filter(|_| best && self.bound == Bound::Exact)
    }
}

impl Line {
    /// Reads one line, without its line break.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = split(line);
        match word {
            "id" => match split(rest) {
                ("name", name) if !name.is_empty() => Self::Name(name.to_owned()),
                ("author", author) if !author.is_empty() => Self::Author(author.to_owned()),
                _ => Self::Other,
            },
            "option" => EngineOption::parse(rest).map_or(Self::Other, Self::Option),
            "uciok" => Self::UciOk,
            "readyok" => Self::ReadyOk,
            "info" => info(rest),
            "bestmove" => best_move(rest),
            "Fen:" if !rest.is_empty() => Self::Fen(rest.to_owned()),
            _ => listing(line),
        }
    }
}

/// The first word and what follows it.
pub(super) fn split(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace)
        .map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

fn best_move(rest: &str) -> Line {
    let mut words = rest.split_whitespace();
    let real = |word: &&str| !matches!(*word, "(none)" | "0000" | "NULL" | "none");
    let Some(best) = words.next() else {
        return Line::Other;
    };
    let ponder = match words.next() {
        Some("ponder") => words.next(),
        _ => None,
    };
    Line::BestMove(BestMove {
        best: Some(best).filter(real).map(str::to_owned),
        ponder: ponder.filter(real).map(str::to_owned),
    })
}

fn listing(line: &str) -> Line {
    let Some((word, count)) = line.rsplit_once(':') else {
        return Line::Other;
    };
    let Ok(count) = count.trim().parse() else {
        return Line::Other;
    };
    match word.trim() {
        "Nodes searched" => Line::Total(Nodes(count)),
        word if is_move(word) => Line::Count(word.to_owned(), Nodes(count)),
        _ => Line::Other,
    }
}

/// The shape of a move or drop on a board of up to 26 files; says nothing of its legality.
pub(super) fn is_move(word: &str) -> bool {
    (3..=12).contains(&word.len())
        && word
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"@+-,".contains(&byte))
        && word.bytes().any(|byte| byte.is_ascii_digit())
        && word.bytes().any(|byte| byte.is_ascii_lowercase())
}

fn info(rest: &str) -> Line {
    let mut info = Info::default();
    let mut any = false;
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            // The rest of the line is free text, which may hold any of these words.
            "string" => break,
            "depth" => info.depth = words.next().and_then(number).map(Depth),
            "multipv" => info.multipv = words.next().and_then(number),
            "nodes" => info.nodes = words.next().and_then(number).map(Nodes),
            "score" => {
                let kind = words.next();
                let value = words.next().and_then(number::<i32>);
                info.score = match (kind, value) {
                    (Some("cp"), Some(value)) => Some(Score::Cp(Centipawns(value))),
                    (Some("mate"), Some(moves)) => Some(Score::Mate(moves)),
                    _ => None,
                };
                info.bound = match words.peek() {
                    Some(&"lowerbound") => Bound::Lower,
                    Some(&"upperbound") => Bound::Upper,
                    _ => Bound::Exact,
                };
            }
            "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
            _ => continue,
        }
        any = true;
    }
    if any { Line::Info(info) } else { Line::Other }
}

fn number<T: std::str::FromStr>(word: &str) -> Option<T> {
    word.parse().ok()
}
