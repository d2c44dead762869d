//! Headings, sentences and tables, written once and shown in two ways.

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, ContentLineStyle, LineStyle,
    Table as Drawn, TableStyle, presets,
};

use ludometer_instruments::chop_bench::findings::VoidGame;
use ludometer_record::hostile::steers;

/// A rule under the names of the columns, and nothing else.
const RULED: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none())
    .header_separator(LineStyle::none().fill('─'))
    .content_lines(ContentLineStyle::none());

/// How much of a document is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// What fits a screen: headlines and notes.
    Short,
    /// Everything.
    Full,
}

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// Sentences of their own, as a list.
    List(Vec<String>),
    /// A table.
    Table(Table),
}

/// A table. Columns with a name that starts with `>` stand to the right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Names of the columns.
    pub head: Vec<String>,
    /// Rows of as many cells.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    #[must_use]
    pub fn new(head: &[&str]) -> Self {
        Self {
            head: head.iter().map(|name| (*name).to_owned()).collect(),
            rows: Vec::new(),
        }
    }
}

/// Games that were not scored, with the reason; nothing where there are none.
pub(crate) fn void_games(voids: &[VoidGame]) -> Vec<Block> {
    if voids.is_empty() {
        return Vec::new();
    }
    let mut table = Table::new(&["game", "cause", "detail", ">answers"]);
    table.rows.extend(voids.iter().map(|void| {
        vec![
            void.game.clone(),
            void.cause.clone(),
            void.detail.clone(),
            void.answers.to_string(),
        ]
    }));
    vec![Block::Heading("Void games".to_owned()), Block::Table(table)]
}

/// A document for a terminal of so many columns.
#[must_use]
pub fn terminal(blocks: &[Block], width: u16) -> String {
    let mut text = String::new();
    for block in &blocks.iter().map(harmless).collect::<Vec<_>>() {
        match block {
            Block::Heading(heading) => {
                text.push_str(heading);
                text.push('\n');
                text.extend(std::iter::repeat_n(
                    '─',
                    heading.chars().count().min(usize::from(width)),
                ));
            }
            Block::Text(sentence) => text.push_str(&wrapped(sentence, width, "")),
            Block::List(items) => {
                let items: Vec<String> = items
                    .iter()
                    .map(|item| wrapped(item, width, "  "))
                    .collect();
                let items: Vec<String> = items
                    .iter()
                    .map(|item| format!("•{}", &item[1..]))
                    .collect();
                text.push_str(&items.join("\n"));
            }
            Block::Table(table) => text.push_str(&drawn(table, RULED, Some(width))),
        }
        text.push_str("\n\n");
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// A document as Markdown.
#[must_use]
pub fn markdown(blocks: &[Block]) -> String {
    let mut text = String::new();
    for (index, block) in blocks.iter().enumerate() {
        match block {
            Block::Heading(heading) => {
                text.push_str(if index == 0 { "# " } else { "## " });
                text.push_str(&escaped(heading));
            }
            Block::Text(sentence) => text.push_str(&escaped(sentence)),
            Block::List(items) => {
                let items: Vec<String> = items
                    .iter()
                    .map(|item| format!("- {}", escaped(item)))
                    .collect();
                text.push_str(&items.join("\n"));
            }
            Block::Table(table) => {
                let escaped = Table {
                    head: table.head.iter().map(|cell| escaped(cell)).collect(),
                    rows: table
                        .rows
                        .iter()
                        .map(|row| row.iter().map(|cell| escaped(cell)).collect())
                        .collect(),
                };
                text.push_str(&drawn(&escaped, presets::ASCII_MARKDOWN, None));
            }
        }
        text.push_str("\n\n");
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn drawn(table: &Table, style: TableStyle, width: Option<u16>) -> String {
    // The first column that stands to the left has the names.
    let named = table
        .head
        .iter()
        .position(|name| !name.starts_with('>'))
        .unwrap_or(0);
    let lengths = table
        .rows
        .iter()
        .filter_map(|row| Some(row.get(named)?.chars().count()));
    let longest = lengths.max().unwrap_or(0);
    let mut drawn = Drawn::new();
    drawn.load_style(style);
    match width {
        Some(width) => drawn
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(width),
        None => drawn.set_content_arrangement(ContentArrangement::Disabled),
    };
    drawn.set_header(table.head.iter().map(|name| name.trim_start_matches('>')));
    drawn.add_rows(table.rows.iter().cloned());
    if let (Some(width), Some(column)) = (width, drawn.column_mut(named)) {
        // A name that is broken in the middle is hard to read.
        if longest <= usize::from(width) / 3 {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    for (index, name) in table.head.iter().enumerate() {
        if let (true, Some(column)) = (name.starts_with('>'), drawn.column_mut(index)) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    drawn
        .lines()
        .map(|line| line.trim_end().to_owned())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Breaks a sentence at spaces. A word that is longer than the line stays whole.
fn wrapped(sentence: &str, width: u16, indent: &str) -> String {
    let width = usize::from(width).max(20);
    let mut lines: Vec<String> = vec![indent.to_owned()];
    for word in sentence.split_whitespace() {
        let line = lines.last_mut().map_or(0, |line| line.chars().count());
        if line > indent.len() && line + 1 + word.chars().count() > width {
            lines.push(indent.to_owned());
        }
        if let Some(line) = lines.last_mut() {
            if line.len() > indent.len() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

/// A block without what would steer a terminal: players and servers write what they like.
fn harmless(block: &Block) -> Block {
    let all = |texts: &[String]| texts.iter().map(|text| visible(text)).collect();
    match block {
        Block::Heading(text) => Block::Heading(visible(text)),
        Block::Text(text) => Block::Text(visible(text)),
        Block::List(items) => Block::List(all(items)),
        Block::Table(table) => Block::Table(Table {
            head: all(&table.head),
            rows: table.rows.iter().map(|row| all(row)).collect(),
        }),
    }
}

/// Control characters, and those that turn the direction of writing, as a mark that shows
/// that something was there.
fn visible(text: &str) -> String {
    text.chars()
        .map(|c| if steers(c) { '\u{fffd}' } else { c })
        .collect()
}

/// What players and servers say becomes no markup.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => safe.push_str("&lt;"),
            '&' => safe.push_str("&amp;"),
            '|' | '*' | '_' | '[' | ']' | '\\' | '#' | '~' => {
                safe.push('\\');
                safe.push(character);
            }
            c if steers(c) => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_said_becomes_markup() {
        let table = Table {
            head: vec!["model".to_owned(), ">n".to_owned()],
            rows: vec![vec!["<script>|*x*".to_owned(), "1".to_owned()]],
        };
        let text = markdown(&[Block::Heading("a".to_owned()), Block::Table(table)]);
        assert!(text.contains(r"&lt;script>\|\*x\*"), "{text}");
        assert!(text.starts_with("# a\n"), "{text}");
    }

    #[test]
    fn nothing_that_is_said_steers_the_terminal() {
        let said = "a\u{1b}[31mb\u{202e}c\r\u{9b}d".to_owned();
        let table = Table {
            head: vec![said.clone()],
            rows: vec![vec![said.clone()]],
        };
        let blocks = [
            Block::Heading(said.clone()),
            Block::Text(said.clone()),
            Block::List(vec![said]),
            Block::Table(table),
        ];
        let text = terminal(&blocks, 80);
        let steers = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(!text.contains(steers), "{text:?}");
        assert_eq!(text.matches("a\u{fffd}[31mb\u{fffd}c").count(), 5, "{text}");
    }

    #[test]
    fn sentences_fit_the_terminal() {
        let sentence = "one two three four five six seven eight nine ten";
        let text = terminal(&[Block::List(vec![sentence.to_owned()])], 24);
        assert!(
            text.lines().all(|line| line.chars().count() <= 24),
            "{text}"
        );
        assert!(text.starts_with("• one two"), "{text}");
    }
}
