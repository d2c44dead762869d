mod board;
mod calls;
mod chopsticks;

use ludometer_games::{Color, Variant};
use ludometer_record::desk::{EngineMove, Timing, ToolCall, ToolResult};
use serde_json::{Value, json};

use super::{CallClass, Heard, ServedBoard};

fn call(tool: &str, arguments: Value) -> ToolCall {
    ToolCall {
        tool: tool.to_owned(),
        arguments,
        at: "2026-03-01T12:00:00.2504Z".parse().unwrap(),
    }
}

fn play(text: &str) -> ToolCall {
    call("play_move", json!({ "move": text }))
}

fn reply(text: &str) -> EngineMove {
    EngineMove {
        uci: text.to_owned(),
        timing: Timing {
            sent: "2026-03-01T12:00:01Z".parse().unwrap(),
            wall_us: 1_500_000,
        },
        score: None,
        depth: None,
        nodes: None,
    }
}

fn chess(you: Color) -> ServedBoard {
    ServedBoard::new(Variant::Standard, you, 240)
}

/// The agent and its opponent play these moves in turn.
fn played(game: &mut ServedBoard, moves: &str) {
    for text in moves.split(' ') {
        assert_eq!(game.over(), None, "before {text}");
        if game.awaits_opponent() {
            game.opponent_moves(&reply(text)).unwrap();
        } else {
            assert_eq!(game.call(&play(text)), Heard::Moved, "{text}");
        }
    }
}

fn object(result: &ToolResult) -> Value {
    serde_json::from_str(&result.text).unwrap()
}

/// An answer that came at once, with its class.
fn answered(heard: Heard) -> (CallClass, ToolResult) {
    match heard {
        Heard::Answer(class, result) => (class, result),
        other => panic!("{other:?} is no answer"),
    }
}
