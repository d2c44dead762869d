//! A dream as a sheet of boards: what was played in focus, what was not legal as ghosts.

use std::fmt::Write;

use ludometer_games::{Board, Color, Piece, Role, Square, UciText, Variant};
use ludometer_instruments::probe::turn::Turn;

use crate::svg_text::{escaped, shortened};

/// Pixels a square.
const SQUARE: f64 = 26.0;
/// Pixels between boards.
const GAP: f64 = 26.0;
/// Pixels for the lines under a board.
const CAPTION: f64 = 46.0;
/// How wide a sheet may be.
const WIDTH: f64 = 1180.0;

const STYLE: &str = "<style>
.ground{fill:#fff}.ink{fill:#1a1a1a}.soft{fill:#595959}.light{fill:#efe6d5}.dark{fill:#c9b393}.from{fill:#e8c34a;opacity:.55}.to{fill:#e8c34a;opacity:.9}
.ghost{stroke:#b3261e;stroke-width:2;stroke-dasharray:4 3;opacity:.45;fill:none}.phantom{opacity:.3}.white{fill:#fff;stroke:#1a1a1a;stroke-width:.9;paint-order:stroke}.black{fill:#1a1a1a;stroke:#1a1a1a;stroke-width:.3}
text{font-family:system-ui,sans-serif;font-size:12px}.title{font-size:17px;font-weight:600}.piece{font-family:'DejaVu Sans','Noto Sans Symbols2','Segoe UI Symbol',sans-serif;font-size:21px;text-anchor:middle}.letter{font-size:15px;font-weight:700;text-anchor:middle}.struck{text-decoration:line-through;fill:#b3261e;opacity:.7}
@media (prefers-color-scheme:dark){.ground{fill:#16181c}.ink{fill:#f0f0f0}.soft{fill:#b3b3b3}.struck{fill:#ff9a90}}
</style>";

/// One ply of a dream.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// The position before the move.
    pub board: &'a Board,
    /// The move and its attempts; `None` after the last move.
    pub turn: Option<&'a Turn>,
}

/// An SVG of all frames, in rows.
#[must_use]
pub fn dream_sheet(title: &str, under: &str, variant: Variant, frames: &[Frame<'_>]) -> String {
    let size = variant.size();
    let (wide, high) = (
        f64::from(size.files) * SQUARE,
        f64::from(size.ranks) * SQUARE,
    );
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a few boards"
    )]
    let columns = (((WIDTH - GAP) / (wide + GAP)) as usize).clamp(1, frames.len().max(1));
    let rows = frames.len().div_ceil(columns);
    let width = (columns as f64 * (wide + GAP) + GAP).max(540.0);
    let height = 80.0 + rows as f64 * (high + CAPTION + GAP);
    let turns = || frames.iter().filter_map(|frame| frame.turn);
    let rejected = turns()
        .flat_map(|turn| &turn.attempts)
        .filter(|attempt| !attempt.legal)
        .count();
    let about = format!("plies: {}, rejected samples: {rejected}", turns().count());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"t d\">\n\
         <title id=\"t\">{title}</title>\n<desc id=\"d\">{about}</desc>\n{STYLE}\n\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n\
         <text class=\"ink title\" x=\"{GAP}\" y=\"28\">{title}</text>\n\
         <text class=\"soft\" x=\"{GAP}\" y=\"47\">{under}</text>\n\
         <text class=\"soft\" x=\"{GAP}\" y=\"65\">{about}; illegal attempts are ghosts, texts that are no move are struck out</text>\n",
        title = escaped(&shortened(title, 60)),
        under = escaped(under),
    );
    for (i, frame) in frames.iter().enumerate() {
        let x = GAP + (i % columns) as f64 * (wide + GAP);
        let y = 82.0 + (i / columns) as f64 * (high + CAPTION + GAP);
        let _ = writeln!(svg, "<g transform=\"translate({x:.0} {y:.0})\">");
        draw(&mut svg, *frame, high);
        let _ = writeln!(svg, "</g>");
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw(svg: &mut String, Frame { board, turn }: Frame<'_>, high: f64) {
    let size = board.size();
    for rank in 0..size.ranks {
        for file in 0..size.files {
            let class = if (rank + file) % 2 == 0 {
                "dark"
            } else {
                "light"
            };
            square(svg, class, Square { file, rank }, high);
        }
    }
    let Some(turn) = turn else {
        pieces(svg, board, high);
        let y = high + 16.0;
        let _ = writeln!(
            svg,
            "<text class=\"ink\" x=\"0\" y=\"{y:.0}\">at the end</text>"
        );
        return;
    };
    let steps = |text: &str| match board.variant().parse_uci(text)? {
        UciText::Step {
            from,
            to,
            promotion,
        } => Some((from, to, promotion)),
        _ => None,
    };
    if let Some((from, to, _)) = steps(&turn.played) {
        square(svg, "from", from, high);
        square(svg, "to", to, high);
    }
    pieces(svg, board, high);
    let mut nonsense = Vec::new();
    let mut shown: Vec<&str> = Vec::new();
    for attempt in turn.attempts.iter().filter(|attempt| !attempt.legal) {
        let text = attempt.text.as_str();
        if shown.contains(&text) {
            continue;
        }
        shown.push(text);
        let Some((from, to, promotion)) = steps(text) else {
            nonsense.push(if text.is_empty() { "(nothing)" } else { text });
            continue;
        };
        let ((x1, y1), (x2, y2)) = (center(from, high), center(to, high));
        let _ = writeln!(
            svg,
            "<line class=\"ghost\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
        );
        let mover = board.piece_at(from).unwrap_or(Piece {
            color: turn.side,
            role: Role::Pawn,
        });
        let piece = Piece {
            role: promotion.unwrap_or(mover.role),
            ..mover
        };
        glyph(svg, "phantom ", to, piece, high);
    }
    let number = turn.ply / 2 + 1;
    let dots = if turn.side == Color::White {
        "."
    } else {
        "…"
    };
    let san = board
        .san(&turn.played)
        .unwrap_or_else(|_| turn.played.clone());
    let how = if turn.forced { ", drawn evenly" } else { "" };
    let tries = turn.attempts.len();
    let caption = format!(
        "{number}{dots} {san} ({tries} {}{how})",
        if tries == 1 { "sample" } else { "samples" }
    );
    let _ = writeln!(
        svg,
        "<text class=\"ink\" x=\"0\" y=\"{:.0}\">{}</text>",
        high + 16.0,
        escaped(&caption)
    );
    if !nonsense.is_empty() {
        let most = (f64::from(size.files) * SQUARE / 6.5).max(8.0);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a few letters"
        )]
        let words = shortened(&nonsense.join(" "), most as usize);
        let _ = writeln!(
            svg,
            "<text class=\"struck\" x=\"0\" y=\"{:.0}\">{}</text>",
            high + 32.0,
            escaped(&words)
        );
    }
}

fn pieces(svg: &mut String, board: &Board, high: f64) {
    for (at, piece) in board.pieces() {
        glyph(svg, "", at, piece, high);
    }
}

/// A square's top left corner, White below.
fn corner(at: Square, high: f64) -> (f64, f64) {
    (
        f64::from(at.file) * SQUARE,
        high - f64::from(at.rank + 1) * SQUARE,
    )
}

fn center(at: Square, high: f64) -> (f64, f64) {
    let (x, y) = corner(at, high);
    (x + SQUARE / 2.0, y + SQUARE / 2.0)
}

fn square(svg: &mut String, class: &str, at: Square, high: f64) {
    let (x, y) = corner(at, high);
    let _ = writeln!(
        svg,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>"
    );
}

fn glyph(svg: &mut String, class: &str, at: Square, piece: Piece, high: f64) {
    let (x, y) = center(at, high);
    let side = piece.color;
    if let Some(symbol) = symbol(piece.role) {
        let y = y + 7.5;
        let _ = writeln!(
            svg,
            "<text class=\"{class}piece {side}\" x=\"{x}\" y=\"{y}\">{symbol}\u{fe0e}</text>"
        );
    } else {
        let (y, letter) = (y + 5.5, piece.role.letter().to_ascii_uppercase());
        let _ = writeln!(
            svg,
            "<text class=\"{class}letter {side}\" x=\"{x}\" y=\"{y}\">{letter}</text>"
        );
    }
}

/// The filled symbol, drawn in the side's colour; the compound pieces have none.
const fn symbol(role: Role) -> Option<char> {
    Some(match role {
        Role::Pawn => '♟',
        Role::Knight => '♞',
        Role::Bishop => '♝',
        Role::Rook => '♜',
        Role::Queen => '♛',
        Role::King => '♚',
        Role::Archbishop | Role::Chancellor => return None,
    })
}
