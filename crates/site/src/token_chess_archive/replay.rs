//! An imported game in the shape of a replay.

use ludometer_games::{Board, ByColor, Color};
use ludometer_instruments::token_chess::archive::played::{
    ArchivedGame, ArchivedTurn, By, Drawn, Kept,
};
use ludometer_record::archive::{SoftCap, turn_games::Adjudication};

use super::{name, tier_of};
use crate::{
    replay::readable,
    token_chess::{
        BoardFacts,
        replay::{
            BatchShown, PlayedShown, SeatShown, TokenReplay, TurnShown, attempt_shown, begun,
            played_shown,
        },
    },
};

/// A game as far as its moves are legal.
pub(super) fn replay(game: &ArchivedGame<'_>) -> TokenReplay {
    let mut board = Board::new(game.variant);
    let mut left: ByColor<Option<u32>> = ByColor::default();
    let mut turns = Vec::with_capacity(game.turns.len());
    let mut note = None;
    for turn in &game.turns {
        left[turn.side] = turn.left;
        turns.push(TurnShown {
            purses: left.white.zip(left.black),
            ..turn_shown(&board, turn)
        });
        let Some(text) = turn.text else {
            continue;
        };
        if board.play(text).is_err() {
            note = Some(format!(
                "The game is shown up to here: by the rules, {} is no legal move at ply {}.",
                readable(text),
                board.ply() + 1
            ));
            break;
        }
    }
    TokenReplay {
        board: BoardFacts::of(game.variant),
        rules: rules(game),
        white: seat(game, Color::White),
        black: seat(game, Color::Black),
        turns,
        end_fen: board.fen(),
        end_check: board.in_check(),
        aside: Vec::new(),
        adjudication: adjudicated(game),
        note: note.or_else(|| unkept(game)),
    }
}

fn turn_shown(board: &Board, turn: &ArchivedTurn<'_>) -> TurnShown {
    let ply = u32::try_from(board.ply()).unwrap_or(u32::MAX);
    let batches: Vec<BatchShown> = turn.draws.iter().map(|draw| batch(board, draw)).collect();
    let mut candidates: Vec<String> = Vec::new();
    for attempt in batches.iter().flat_map(|batch| &batch.attempts) {
        if attempt.class == "legal" && !candidates.contains(&attempt.text) {
            candidates.push(attempt.text.clone());
        }
    }
    TurnShown {
        batches,
        candidates,
        samples: turn.samples,
        played: turn.text.map(|text| PlayedShown {
            text: readable(text),
            by: turn.by.map(by),
            ..played_shown(board, text)
        }),
        spent: turn.spent,
        note: (!turn.notes.is_empty()).then(|| readable(&turn.notes.join("\n"))),
        ..begun(board, turn.side, ply)
    }
}

fn batch(board: &Board, draw: &Drawn<'_>) -> BatchShown {
    let unsaid = match (draw.kept, draw.temperature, draw.soft_cap) {
        (Kept::Candidates(Some(samples)), ..) => Some(format!(
            "the different legal ones of {samples} samples; the others and their setting are not in the file"
        )),
        (Kept::Candidates(None), ..) => Some(
            "the different legal samples; the others and their setting are not in the file"
                .to_owned(),
        ),
        (Kept::All, None, _) => Some("the setting is not in the file".to_owned()),
        (Kept::All, Some(_), None) => Some("the soft cap is not in the file".to_owned()),
        (Kept::All, Some(_), Some(_)) => None,
    };
    BatchShown {
        temperature: draw.temperature,
        soft_cap: draw.soft_cap.and_then(SoftCap::value),
        unsaid,
        by: None,
        attempts: draw
            .texts
            .iter()
            .map(|text| attempt_shown(board, text))
            .collect(),
    }
}

fn by(by: By) -> String {
    match by {
        By::FirstLegal => "the first legal sample".to_owned(),
        By::Picked => "picked among the candidates".to_owned(),
        By::Player => "the player's own sample".to_owned(),
        By::Fallback(None) => "a sample of the fallback's".to_owned(),
        By::Fallback(Some(1)) => "the fallback's first sample".to_owned(),
        By::Fallback(Some(samples)) => format!("the fallback's, after {samples} samples"),
        By::Even => "drawn evenly among the legal moves, since no sample was legal".to_owned(),
    }
}

fn seat(game: &ArchivedGame<'_>, side: Color) -> SeatShown {
    let seat = &game.seats[side];
    SeatShown {
        player: name(game, side),
        memory: seat.memory.map(readable),
        why: seat.why.map(readable),
        spent: seat.spent,
        calls: seat.calls.and_then(|calls| u32::try_from(calls).ok()),
        parse_failures: seat
            .parse_failures
            .and_then(|many| u32::try_from(many).ok()),
        fallbacks: None,
    }
}

/// What is known of the rules. The files do not name them.
fn rules(game: &ArchivedGame<'_>) -> Vec<String> {
    let mut lines = vec![
        format!("round {}", game.round),
        match game.economy {
            Some(economy) => format!("economy {economy}"),
            None => "no economy: nobody paid".to_owned(),
        },
        format!("tier {} on {}", tier_of(game.variant), game.variant),
    ];
    for side in Color::ALL {
        let first = game.turns.iter().find(|turn| turn.side == side);
        let had = first.and_then(|turn| Some((turn.left?, turn.spent?)));
        if let Some((left, spent)) = had {
            lines.push(format!(
                "{}: {left} tokens left after a first turn that cost {spent}",
                word(side)
            ));
        }
    }
    lines
}

const fn word(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Texts that the file has not kept.
fn unkept(game: &ArchivedGame<'_>) -> Option<String> {
    let counted = game.turns.iter().any(|turn| turn.samples.is_some());
    let kept = game.draws() > 0;
    match (counted, kept) {
        (true, false) => Some("The file counts samples and keeps none of their texts: there are no dreams to show, only what was played."),
        (true, true) => Some("The file keeps the different legal samples of each turn; what was dreamt and not legal is not in it."),
        (false, _) => None,
    }
    .map(str::to_owned)
}

fn adjudicated(game: &ArchivedGame<'_>) -> Option<String> {
    let said = game.adjudication?;
    let why = match game.exhausted {
        Some(side) => format!("{} had neither a token nor a candidate", word(side)),
        None => "the file does not say why".to_owned(),
    };
    Some(format!(
        "Adjudicated, since {why}: {}, by an engine that the file does not name.",
        score(said)
    ))
}

fn score(said: &Adjudication) -> String {
    let depth = said
        .depth
        .map_or(String::new(), |depth| format!(" at depth {depth}"));
    let score = match (said.kind.as_str(), said.white_cp) {
        (_, Some(white)) => format!("{:+.2} pawns for White", f64::from(white) / 100.0),
        ("cp", None) => format!(
            "{:+.2} pawns for the side to move",
            f64::from(said.value) / 100.0
        ),
        ("mate", None) if said.value > 0 => format!("the side to move mates in {}", said.value),
        ("mate", None) => format!("the side to move is mated in {}", said.value.unsigned_abs()),
        (other, None) => format!("{} {}", readable(other), said.value),
    };
    format!("{score}{depth}")
}
