mod gate;
mod lines;
mod lobby;
mod port;
mod web;

use ludometer_games::{Color, Variant};
use ludometer_instruments::served::{Heard, ServedBoard};
use ludometer_record::desk::{EngineMove, Timing, ToolSpec};
use rand::{SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use super::Port;

fn tools() -> Vec<ToolSpec> {
    ServedBoard::new(Variant::Standard, Color::White, 240).tools()
}

/// Plays a whole game at a port against seeded random moves.
async fn host(mut port: Port, seed: u64) -> ServedBoard {
    let mut game = ServedBoard::new(Variant::Standard, Color::White, 240);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    while let Some(call) = port.next().await {
        match game.call(&call) {
            Heard::Answer(_, result) => port.answer(result),
            Heard::Moved | Heard::Resigned => {
                if game.awaits_opponent() {
                    let chosen = game.field().legal_moves().choose(&mut random).cloned();
                    let sent = call.at;
                    let reply = EngineMove {
                        uci: chosen.unwrap(),
                        timing: Timing { sent, wall_us: 0 },
                        score: None,
                        depth: None,
                        nodes: None,
                    };
                    game.opponent_moves(&reply).unwrap();
                }
                port.answer(game.state());
            }
        }
    }
    game
}

fn request(id: u64, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn initialize(id: u64) -> Value {
    let params = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" },
    });
    request(id, "initialize", params)
}

fn call(id: u64, tool: &str, arguments: Value) -> Value {
    request(
        id,
        "tools/call",
        json!({ "name": tool, "arguments": arguments }),
    )
}

/// The text of a tool's result, read as JSON, and whether it is an error.
fn said(response: &Value) -> (Value, bool) {
    let result = &response["result"];
    let text = result["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("no result: {response}"));
    (
        serde_json::from_str(text).unwrap(),
        result["isError"] == true,
    )
}
