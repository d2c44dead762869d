//! A game of the tool with itself, or a real game that it was shown: at every ply what was
//! dreamt, what was legal, and what was played.

use ludometer_daydream::SoftCap;
use ludometer_games::{Board, Variant};
use ludometer_instruments::{
    ReadBack,
    probe::{
        DaydreamProbe, Kind, Look, PlannedGame, Record,
        findings::setting_words,
        game::{Draws, Game, Rules},
        repetition::{Seen, seen},
        turn::Attempt,
    },
    read_back_one,
    tool::board_of,
};
use ludometer_record::{
    GameLog,
    desk::{Answer, Question},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    replay::shown,
    token_chess::{
        BoardFacts, Step,
        replay::{BatchShown, PlayedShown, TurnShown, attempt_shown, begun, drawn, played_shown},
        step,
    },
};

/// A game of the tool with itself, or a real game that it was shown.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ProbeReplay {
    /// The board.
    pub board: BoardFacts,
    /// How it was sampled and how the game ends, a line each.
    pub rules: Vec<String>,
    /// Every ply at which the tool was asked.
    pub turns: Vec<ProbeTurn>,
    /// The last position.
    pub end_fen: String,
    /// Whether the side to move there is in check.
    pub end_check: bool,
    /// The move before that, where there was one.
    pub end_before: Option<Step>,
    /// What a reader must know, as of a game that is not over.
    pub note: Option<String>,
}

/// A ply at which the tool was asked.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ProbeTurn {
    /// What was dreamt there.
    #[serde(flatten)]
    pub turn: TurnShown,
    /// The move before it, where there was one.
    pub before: Option<Step>,
    /// What came back in it, in words, as a move that the side had played before.
    pub came_back: Vec<String>,
}

pub(super) fn replay(bench: &DaydreamProbe, game: &PlannedGame, log: &GameLog) -> ProbeReplay {
    let (played, exchanges) = shown(|see| read_back_one(bench, game, log, see));
    let variant = board_of(bench.table().tier);
    let (turns, board, note) = match &played {
        Ok(ReadBack::Scored(Record::Game(record))) => {
            let (turns, board) = whole(bench, game, record, variant);
            (turns, board, None)
        }
        Ok(ReadBack::Scored(Record::Looks(looks))) => {
            let (turns, board) = looked(bench, game, looks, variant);
            (turns, board, None)
        }
        _ => {
            let (turns, board) = drawn_so_far(variant, &exchanges);
            let turns = turns.into_iter().map(|turn| ProbeTurn {
                before: before(&board, turn.ply as usize),
                came_back: Vec::new(),
                turn,
            });
            let note = "The game is not over: moves are those that later draws show.";
            (turns.collect(), board, Some(note.to_owned()))
        }
    };
    ProbeReplay {
        board: BoardFacts::of(variant),
        rules: rules(bench, game),
        turns,
        end_fen: board.fen(),
        end_check: board.in_check(),
        end_before: before(&board, board.ply()),
        note,
    }
}

/// The turns of a game that is not over, from its draws alone, with the board behind them.
fn drawn_so_far(variant: Variant, exchanges: &[(Question, Answer)]) -> (Vec<TurnShown>, Board) {
    let mut board = Board::new(variant);
    let mut turns: Vec<TurnShown> = Vec::new();
    for (question, answer) in exchanges {
        let (Question::Draw(draw), Answer::Samples(texts)) = (question, answer) else {
            continue;
        };
        while board.ply() < draw.moves.len() {
            let text = &draw.moves[board.ply()];
            if let Some(turn) = turns.last_mut() {
                turn.played = Some(played_shown(&board, text));
            }
            if board.play(text).is_err() {
                break;
            }
        }
        let ply = u32::try_from(board.ply()).unwrap_or(u32::MAX);
        if turns.last().is_none_or(|turn| turn.ply != ply) {
            let side = board.turn();
            turns.push(begun(&board, side, ply));
        }
        let batch = drawn(&board, draw, texts);
        if let Some(turn) = turns.last_mut() {
            let legal = batch.attempts.iter().filter(|one| one.class == "legal");
            for attempt in legal {
                if !turn.candidates.contains(&attempt.text) {
                    turn.candidates.push(attempt.text.clone());
                }
            }
            turn.batches.push(batch);
        }
    }
    (turns, board)
}

/// A game that is over.
fn whole(
    bench: &DaydreamProbe,
    planned: &PlannedGame,
    game: &Game,
    variant: Variant,
) -> (Vec<ProbeTurn>, Board) {
    let mut board = Board::new(variant);
    let mut turns = Vec::with_capacity(game.turns.len());
    for seen in &seen(game, variant) {
        play_on(&mut board, &game.moves, seen.turn.ply);
        let by = if seen.turn.forced {
            "drawn evenly among the legal moves, since no sample was legal".to_owned()
        } else {
            match bench.table().kind {
                Kind::Choice => format!("chosen by {}", planned.pickers[seen.turn.side].word()),
                _ => "the first legal sample".to_owned(),
            }
        };
        let played = PlayedShown {
            by: Some(by),
            ..played_shown(&board, &seen.turn.played)
        };
        let setting = bench.rules(planned);
        turns.push(ProbeTurn {
            came_back: came_back(seen),
            ..asked(&board, setting, &seen.turn.attempts, Some(played))
        });
    }
    play_on(&mut board, &game.moves, game.moves.len());
    (turns, board)
}

/// A real game that was looked at.
fn looked(
    bench: &DaydreamProbe,
    planned: &PlannedGame,
    looks: &[Look],
    variant: Variant,
) -> (Vec<ProbeTurn>, Board) {
    let moves = bench.real_game(planned);
    let mut board = Board::new(variant);
    let mut turns = Vec::with_capacity(looks.len());
    for look in looks {
        play_on(&mut board, moves, look.depth);
        let played = moves.get(look.depth).map(|text| PlayedShown {
            by: Some("played in the real game".to_owned()),
            ..played_shown(&board, text)
        });
        turns.push(asked(&board, bench.rules(planned), &look.attempts, played));
    }
    play_on(&mut board, moves, moves.len());
    (turns, board)
}

/// What was dreamt in a position.
fn asked(
    board: &Board,
    rules: Rules,
    attempts: &[Attempt],
    played: Option<PlayedShown>,
) -> ProbeTurn {
    let ply = u32::try_from(board.ply()).unwrap_or(u32::MAX);
    let mut candidates: Vec<String> = Vec::new();
    for attempt in attempts.iter().filter(|one| one.legal) {
        if !candidates.contains(&attempt.text) {
            candidates.push(attempt.text.clone());
        }
    }
    let batch = BatchShown {
        temperature: Some(rules.setting.temperature.get()),
        unsaid: None,
        soft_cap: rules.setting.soft_cap.map(SoftCap::get),
        by: None,
        attempts: attempts
            .iter()
            .map(|attempt| attempt_shown(board, &attempt.text))
            .collect(),
    };
    ProbeTurn {
        turn: TurnShown {
            batches: vec![batch],
            candidates,
            played,
            ..begun(board, board.turn(), ply)
        },
        before: before(board, board.ply()),
        came_back: Vec::new(),
    }
}

fn came_back(seen: &Seen<'_>) -> Vec<String> {
    let words = [
        (seen.move_before, "the side had played this move before"),
        (seen.position_before, "the position had occurred before"),
        (seen.shuffling, "the side's last two moves undid each other"),
    ];
    let there = words.into_iter().filter(|(there, _)| *there);
    there.map(|(_, words)| words.to_owned()).collect()
}

/// The move that led to a ply.
fn before(board: &Board, ply: usize) -> Option<Step> {
    let text = board.moves().get(ply.checked_sub(1)?)?;
    board.variant().parse_uci(text).and_then(step)
}

/// Plays a game's moves up to a ply.
pub(crate) fn play_on(board: &mut Board, moves: &[String], ply: usize) {
    while board.ply() < ply {
        let Some(text) = moves.get(board.ply()) else {
            return;
        };
        let played = board.play(text);
        debug_assert!(played.is_ok(), "{text} was played before");
        if played.is_err() {
            return;
        }
    }
}

/// How it was sampled and how the game ends, a line each.
fn rules(bench: &DaydreamProbe, game: &PlannedGame) -> Vec<String> {
    let table = bench.table();
    let rules = bench.rules(game);
    let mut lines = vec![
        format!("tier {} on {}", table.tier, board_of(table.tier)),
        setting_words(rules.setting),
    ];
    if table.kind == Kind::Prefix {
        lines.push(format!("{} samples a position", rules.attempts));
        return lines;
    }
    lines.push(format!(
        "up to {} samples a ply, then a legal move drawn evenly",
        rules.attempts
    ));
    lines.push(format!("at most {} plies", rules.ply_cap));
    lines.push(
        match rules.draws {
            Draws::Claimed => "draws are claimed",
            Draws::Ignored => "the game goes on while there is a legal move",
        }
        .to_owned(),
    );
    lines
}
