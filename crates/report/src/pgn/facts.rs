//! What a game of Token Chess has to say in tags and comments.

use std::{collections::BTreeMap, fmt::Write as _};

use ludometer_games::{Board, ByColor, Color};
use ludometer_instruments::{
    token_chess::{
        Economy, GameRecord, Memory,
        record::{Asker, Batch, End, MovedBy, SeatTally, Turn},
    },
    tool::board_of,
};
use ludometer_record::{
    desk::{Score, Verdict},
    ending::{Ending, GameResult, Termination},
    study::ModelRef,
};

use super::{PgnGame, PgnHead, PgnResult};

/// A record as a game of PGN.
pub(super) fn of(record: &GameRecord, head: &PgnHead) -> PgnGame {
    let board = Board::replay(board_of(record.rules.tier), &record.moves)
        .expect("the moves of a game that was played are legal");
    let mut comments = BTreeMap::new();
    let mut last_comment = None;
    for turn in &record.turns {
        let said = comment(record, turn);
        if turn.played.is_some() {
            comments.insert(turn.ply as usize, said);
        } else {
            last_comment = Some(format!("{}: {said}", word(turn.side)));
        }
    }
    PgnGame {
        board,
        event: head.event.clone(),
        site: head.site.clone(),
        date: head
            .date
            .map_or("????.??.??".to_owned(), |date| date.to_string()),
        round: head.round.map_or("?".to_owned(), |round| round.to_string()),
        players: ByColor {
            white: record.players.white.to_string(),
            black: record.players.black.to_string(),
        },
        result: result(&record.ending),
        tags: tags(record, head),
        comments,
        last_comment,
    }
}

pub(super) fn result(ending: &Ending) -> PgnResult {
    match ending {
        Ending::Scored { result, .. } => match result {
            GameResult::FirstWins => PgnResult::Won(Color::White),
            GameResult::SecondWins => PgnResult::Won(Color::Black),
            GameResult::Draw => PgnResult::Drawn,
        },
        Ending::Void { .. } => PgnResult::None,
    }
}

fn tags(record: &GameRecord, head: &PgnHead) -> BTreeMap<String, String> {
    let mut tags = BTreeMap::new();
    let mut add = |name: &str, value: String| drop(tags.insert(name.to_owned(), value));
    add("GameId", record.id.to_string());
    if !record.condition.is_empty() {
        add("Condition", record.condition.clone());
    }
    add("Economy", economy(record));
    add("Termination", termination(&record.ending).to_owned());
    add("TerminationDetails", details(record));
    for color in Color::ALL {
        let name = word(color);
        if let Some(model) = &head.models[color] {
            add(&format!("{name}Model"), model.clone());
            if model == ModelRef::PERSON {
                add(&format!("{name}Type"), model.clone());
            }
        }
        let choice = record.choices[color].as_ref();
        let memory = record.memory[color];
        if memory != Memory::None || choice.is_some() {
            let chosen = if choice.is_some() { " (chosen)" } else { "" };
            add(&format!("{name}Memory"), format!("{memory}{chosen}"));
        }
        if let Some(why) = choice.and_then(|choice| choice.why.as_ref()) {
            add(&format!("{name}MemoryReason"), why.clone());
        }
    }
    tags
}

/// What a token buys and how many there are.
fn economy(record: &GameRecord) -> String {
    let rules = &record.rules;
    let mut text = format!("{}: {} tokens", rules.economy, rules.budget);
    if rules.income > 0 {
        let _ = write!(text, ", {} more a turn", rules.income);
    }
    let samples = if rules.batch == 1 {
        "sample"
    } else {
        "samples"
    };
    let _ = write!(text, ", {} {samples} a token", rules.batch);
    text
}

/// One of PGN's own words.
pub(super) const fn termination(ending: &Ending) -> &'static str {
    match ending {
        Ending::Void { .. } => "unterminated",
        Ending::Scored { termination, .. } => match termination {
            Termination::AdjudicatedExhausted
            | Termination::AdjudicatedPlyCap
            | Termination::PlyCap => "adjudication",
            // "Failure to observe the event regulations": out of tokens, out of calls.
            Termination::Forfeit
            | Termination::BudgetExhausted
            | Termination::Illegal
            | Termination::Unparseable
            | Termination::Truncated
            | Termination::Refused
            | Termination::CallLimit => "rules infraction",
            Termination::TimeLimit => "time forfeit",
            Termination::WalkedAway => "abandoned",
            _ => "normal",
        },
    }
}

/// This program's own words for an ending.
pub(super) fn reason(ending: &Ending) -> String {
    match ending {
        Ending::Scored { termination, .. } => termination.words().to_owned(),
        Ending::Void { cause, detail } => format!("void: {}, {detail}", cause.words()),
    }
}

/// This program's own words, with what an engine said.
fn details(record: &GameRecord) -> String {
    let termination = reason(&record.ending);
    match &record.end {
        End::Forfeit(side) => format!("{termination}: {} is out of tokens", word(*side)),
        End::GameCap(side) => format!("{termination}: {}", word(*side)),
        End::Adjudicated {
            exhausted,
            verdict,
            to_move,
        } => {
            let who = exhausted.map_or(String::new(), |side| {
                format!("; {} has neither a token nor a candidate", word(side))
            });
            format!("{termination}{who}; {}", said(verdict, *to_move))
        }
        End::Board(_) | End::PlyCap => termination,
    }
}

/// An engine's verdict, from White's side.
fn said(verdict: &Verdict, to_move: Color) -> String {
    let sign = if to_move == Color::White { 1 } else { -1 };
    let score = match verdict.score {
        Score::Cp(cp) => format!("{:+} cp for White", i64::from(cp) * sign),
        Score::Mate(moves) => {
            let mates = if moves > 0 { to_move } else { to_move.other() };
            format!("{} mates in {}", word(mates), moves.unsigned_abs())
        }
    };
    let depth = verdict
        .depth
        .map_or(String::new(), |depth| format!(" at depth {depth}"));
    let stand_in = if verdict.stand_in {
        " (a stand-in for an engine)"
    } else {
        ""
    };
    format!("{score} by {}{depth}{stand_in}", verdict.engine)
}

pub(super) const fn word(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// What a turn cost and found.
fn comment(record: &GameRecord, turn: &Turn) -> String {
    let mut parts = vec![format!("spent {}", turn.spent)];
    if record.rules.economy == Economy::Batch && !turn.candidates.is_empty() {
        parts.push(format!("candidates {}", turn.candidates.join(" ")));
    }
    let bought = turn.batches.iter().filter(|one| one.by != Asker::Harness);
    let settings: Vec<String> = bought
        .map(|batch| {
            let by_rule = if batch.by == Asker::Fallback {
                " (fallback)"
            } else {
                ""
            };
            format!("{}{by_rule}", setting(batch))
        })
        .collect();
    match settings.len() {
        0 => {}
        1 => parts.push(format!("setting {}", settings[0])),
        _ => parts.push(format!("settings {}", settings.join(" "))),
    }
    match turn.played.as_ref().map(|played| played.by) {
        None => parts.push("no move".to_owned()),
        Some(MovedBy::Player) => {}
        Some(MovedBy::ForcedPick) => parts.push("forced pick".to_owned()),
        Some(MovedBy::HarnessSampled) => parts.push("drawn by the harness".to_owned()),
        Some(MovedBy::HarnessUniform) => parts.push("any legal move, by the harness".to_owned()),
    }
    let SeatTally { notes, .. } = &record.seats[turn.side];
    let notes = notes.iter().filter(|note| note.ply == turn.ply);
    parts.extend(notes.map(|note| format!("note: {}", note.text)));
    parts.join(", ")
}

/// Temperature and cap, as in `0.9/none`.
fn setting(batch: &Batch) -> String {
    let round = |value: f64| (value * 1000.0).round() / 1000.0;
    let temperature = round(batch.setting.temperature.into());
    match batch.setting.soft_cap.map(f64::from) {
        Some(cap) => format!("{temperature}/{}", round(cap)),
        None => format!("{temperature}/none"),
    }
}
