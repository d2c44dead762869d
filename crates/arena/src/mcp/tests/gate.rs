use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use futures_util::future::join_all;
use ludometer_record::desk::ToolResult;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::super::{Address, Gate};
use super::web::Sent;
use super::{call, host, initialize, request, said, tools};

/// The socket and the path of a URL.
fn place(address: &Address) -> (SocketAddr, String) {
    let rest = address.url.strip_prefix("http://").unwrap();
    let (socket, path) = rest.split_once('/').unwrap();
    (socket.parse().unwrap(), format!("/{path}"))
}

fn answer() -> ToolResult {
    ToolResult {
        text: "{}".to_owned(),
        is_error: false,
    }
}

async fn ask(address: &Address, message: &Value) -> Value {
    let (socket, path) = place(address);
    let got = Sent::post(&path, message).to(socket).await;
    assert_eq!(got.status, 200, "{}", got.body);
    got.message()
}

/// Plays moves of this list that are legal, until the game is over or the list is.
async fn play(address: &Address, moves: &[&str]) -> Vec<Value> {
    ask(address, &initialize(1)).await;
    let mut states = Vec::new();
    for (text, id) in moves.iter().zip(2..) {
        let played = ask(address, &call(id, "play_move", json!({ "move": text }))).await;
        let (state, is_error) = said(&played);
        if !is_error {
            states.push(state);
        }
    }
    states
}

/// Thirty games at once end as each of them does alone.
#[tokio::test]
async fn thirty_games_at_once_do_not_mix() {
    let moves = [
        "e2e4", "d2d4", "g1f3", "b1c3", "c1f4", "f1d3", "e1g1", "a2a3", "h2h3",
    ];
    let gate = Gate::listen().await.unwrap();
    let games: Vec<_> = (0..30)
        .map(|seed| {
            let (address, port) = gate.open(&tools());
            (address, tokio::spawn(host(port, seed)))
        })
        .collect();
    let seen = join_all(games.iter().map(|(address, _)| play(address, &moves))).await;
    let mut different = std::collections::HashSet::new();
    for (seed, states) in (0..30).zip(&seen) {
        let (alone, port) = gate.open(&tools());
        let game = tokio::spawn(host(port, seed));
        let expected = play(&alone, &moves).await;
        let fens = |states: &[Value]| -> Vec<String> {
            states
                .iter()
                .map(|state| state["fen"].to_string())
                .collect()
        };
        assert_eq!(fens(states), fens(&expected), "game {seed}");
        different.insert(fens(states));
        game.abort();
    }
    assert!(
        different.len() > 20,
        "the games must differ to be told apart"
    );
}

#[tokio::test]
async fn sessions_to_one_path_are_one_game_and_a_game_closes_with_its_port() {
    let gate = Gate::listen().await.unwrap();
    let (address, port) = gate.open(&tools());
    let game = tokio::spawn(host(port, 3));
    play(&address, &["e2e4"]).await;
    let again = play(&address, &["d2d4"]).await;
    assert_eq!(again[0]["ply"], 4);
    let (socket, path) = place(&address);
    let got = Sent::get(&path).to(socket).await;
    assert_eq!(got.status, 405);
    game.abort();
    let _ = game.await;
    let got = Sent::post(&path, &initialize(1)).to(socket).await;
    assert_eq!(got.status, 404);
}

#[tokio::test]
async fn strangers_and_foreign_pages_reach_no_game() {
    let gate = Gate::listen().await.unwrap();
    let (address, mut port) = gate.open(&tools());
    let heard = Arc::new(AtomicUsize::new(0));
    tokio::spawn({
        let heard = Arc::clone(&heard);
        async move {
            while port.next().await.is_some() {
                heard.fetch_add(1, Ordering::Relaxed);
                port.answer(answer());
            }
        }
    });
    let (socket, path) = place(&address);
    let look = call(1, "get_state", json!({}));
    let (port_number, post) = (socket.port(), || Sent::post(&path, &look));
    let rebound = post().with("Host", &format!("evil.example:{port_number}"));
    let foreign = post().with("Origin", "https://evil.example");
    let opaque = post().with("Origin", "null");
    for (sent, status) in [
        (rebound, 403),
        (foreign, 403),
        (opaque, 403),
        (post().with("Accept", "application/json"), 406),
        (post().with("Content-Type", "text/plain"), 415),
        (post().body("x".repeat(300_000)), 413),
        (Sent::post("/0/mcp", &look), 404),
        (Sent::post("/mcp", &look), 404),
    ] {
        assert_eq!(sent.to(socket).await.status, status);
    }
    assert_eq!(
        heard.load(Ordering::Relaxed),
        0,
        "calls that came to the game"
    );
    assert_eq!(post().to(socket).await.status, 200);
    assert_eq!(heard.load(Ordering::Relaxed), 1);
    assert!(!format!("{address:?}").contains(&address.token));
}

#[tokio::test]
async fn later_versions_of_the_protocol_need_no_handshake() {
    let gate = Gate::listen().await.unwrap();
    let (address, port) = gate.open(&tools());
    tokio::spawn(host(port, 1));
    let (socket, path) = place(&address);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let message = request(
        1,
        "tools/call",
        json!({ "name": "get_state", "arguments": {}, "_meta": meta }),
    );
    let sent = Sent::post(&path, &message)
        .with("MCP-Protocol-Version", "2026-07-28")
        .with("Mcp-Method", "tools/call")
        .with("Mcp-Name", "get_state");
    let got = sent.to(socket).await;
    assert_eq!(got.status, 200, "{}", got.body);
    assert_eq!(said(&got.message()).0["ply"], 0);
}

#[tokio::test]
async fn the_second_socket_asks_for_the_token_first() {
    let gate = Gate::listen().await.unwrap();
    let (address, port) = gate.open(&tools());
    tokio::spawn(host(port, 1));
    for wrong in ["nobody\n", "\n", &format!("{}\n", "x".repeat(1000))] {
        let mut stream = TcpStream::connect(address.lines).await.unwrap();
        stream.write_all(wrong.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        // It is closed without a word, be it in peace or not.
        let _ = stream.read_to_end(&mut rest).await;
        assert!(rest.is_empty());
    }
    let stream = TcpStream::connect(address.lines).await.unwrap();
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    let first = format!(
        "{}\n{}\n{}\n",
        address.token,
        initialize(1),
        call(2, "get_state", json!({}))
    );
    writer.write_all(first.as_bytes()).await.unwrap();
    for id in [1, 2] {
        let line = lines.next_line().await.unwrap().unwrap();
        let message: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(message["id"], id);
    }
    drop(gate);
    assert_eq!(lines.next_line().await.unwrap_or(None), None);
}

#[tokio::test]
async fn two_calls_at_once_are_one_call_and_an_error() {
    let gate = Gate::listen().await.unwrap();
    let (address, mut open) = gate.open(&tools());
    let first = {
        let address = address.clone();
        tokio::spawn(async move {
            ask(&address, &call(1, "play_move", json!({ "move": "e2e4" }))).await
        })
    };
    open.next().await.unwrap();
    let (error, is_error) =
        said(&ask(&address, &call(2, "play_move", json!({ "move": "d2d4" }))).await);
    assert!(is_error && error["error"].as_str().unwrap().contains("another call"));
    open.answer(answer());
    assert_eq!(said(&first.await.unwrap()), (json!({}), false));
}
