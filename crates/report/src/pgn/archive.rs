//! What a game of an imported archive has to say in tags and comments.

use std::collections::BTreeMap;

use ludometer_games::{ByColor, Color};
use ludometer_instruments::token_chess::archive::played::{ArchivedGame, ArchivedTurn, Ended};
use ludometer_record::{
    archive::SoftCap,
    ending::{Ending, GameResult},
};

use super::{
    PgnGame, PgnResult,
    facts::{termination, word},
};

/// A game of an imported archive. Its files name neither a place nor a day. Moves that the
/// rules forbid end it where they stand, and it says so.
#[must_use]
pub fn archive_game(played: &ArchivedGame<'_>) -> String {
    let (board, wrong) = played.replayed();
    let known = board.ply();
    let moved = played.turns.iter().filter(|turn| turn.text.is_some());
    let comments = moved.take(known).enumerate();
    let mut last = last_comment(played);
    if let Some(text) = wrong {
        last = Some(format!(
            "ply {}: {text} is no legal move; the rest of the file is left out",
            known + 1
        ));
    }
    PgnGame {
        event: "Token Chess, an imported archive".to_owned(),
        site: "?".to_owned(),
        date: "????.??.??".to_owned(),
        round: "?".to_owned(),
        players: ByColor {
            white: name(played, Color::White),
            black: name(played, Color::Black),
        },
        result: match played.result {
            Some(GameResult::FirstWins) => PgnResult::Won(Color::White),
            Some(GameResult::SecondWins) => PgnResult::Won(Color::Black),
            Some(GameResult::Draw) => PgnResult::Drawn,
            None => PgnResult::None,
        },
        tags: tags(played),
        comments: comments
            .map(|(ply, turn)| (ply, comment(turn)))
            .filter(|(_, text)| !text.is_empty())
            .collect(),
        last_comment: last,
        board,
    }
    .text()
}

fn name(played: &ArchivedGame<'_>, side: Color) -> String {
    played.seats[side].player.unwrap_or("?").to_owned()
}

fn tags(played: &ArchivedGame<'_>) -> BTreeMap<String, String> {
    let mut tags = BTreeMap::new();
    let mut add = |name: &str, value: &str| drop(tags.insert(name.to_owned(), value.to_owned()));
    add("GameId", played.path);
    add("Condition", &format!("round {}", played.round));
    if let Some(economy) = played.economy {
        add("Economy", &economy.to_string());
    }
    match (played.ended, played.result) {
        (Ended::Known(why), Some(result)) => {
            let ending = Ending::Scored {
                result,
                termination: why,
            };
            add("Termination", termination(&ending));
            add("TerminationDetails", why.words());
        }
        (Ended::Known(why), None) => add("TerminationDetails", why.words()),
        (Ended::Word(own), _) => add("TerminationDetails", own),
        (Ended::Unsaid, _) => {}
    }
    for side in Color::ALL {
        if let Some(memory) = played.seats[side].memory {
            add(&format!("{}Memory", word(side)), memory);
        }
        if let Some(why) = played.seats[side].why {
            add(&format!("{}MemoryReason", word(side)), why);
        }
    }
    tags
}

/// What a turn cost and how it was sampled.
fn comment(turn: &ArchivedTurn<'_>) -> String {
    let mut parts = Vec::new();
    if let Some(spent) = turn.spent {
        parts.push(format!("spent {spent}"));
    }
    if let Some(samples) = turn.samples {
        parts.push(format!("samples {samples}"));
    }
    let settings = turn.draws.iter().filter_map(|draw| {
        let cap = match draw.soft_cap {
            Some(SoftCap::At(cap)) => format!(" cap {cap}"),
            Some(SoftCap::Off) | None => String::new(),
        };
        Some(format!("t {}{cap}", draw.temperature?))
    });
    let settings: Vec<String> = settings.collect();
    if !settings.is_empty() {
        parts.push(settings.join(", "));
    }
    if let Some(left) = turn.left {
        parts.push(format!("left {left}"));
    }
    parts.extend(turn.notes.iter().map(|note| format!("note: {note}")));
    parts.join("; ")
}

/// What an engine said, and what a last turn without a move cost.
fn last_comment(played: &ArchivedGame<'_>) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    let unfinished = played.turns.iter().filter(|turn| turn.text.is_none());
    parts.extend(unfinished.map(|turn| format!("{}: {}", word(turn.side), comment(turn))));
    if let Some(said) = played.adjudication {
        let score = match said.white_cp {
            Some(white) => format!("{white:+} cp for White"),
            None => format!("{} {} for the side to move", said.kind, said.value),
        };
        let depth = said
            .depth
            .map_or(String::new(), |depth| format!(" at depth {depth}"));
        parts.push(format!(
            "{score}{depth} by an engine that the file does not name"
        ));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}
