use std::{net::SocketAddr, sync::Arc, time::Duration};

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::super::{Bearer, DoorError, Doors, GameTools, Lobby, channel};
use super::web::{Got, Sent};
use super::{call, host, initialize, said, tools};

const SECRET: &str = "0123456789abcdef";

async fn lobby(doors: Doors, most: usize) -> SocketAddr {
    let seating = Arc::new(|| {
        let (caller, port) = channel();
        tokio::spawn(host(port, 1));
        GameTools::new(&tools(), caller)
    });
    let any_port = "127.0.0.1:0".parse().unwrap();
    let idle = Duration::from_secs(3600);
    let lobby = Lobby::listen(any_port, doors, most, idle, seating)
        .await
        .unwrap();
    let address = lobby.address().unwrap();
    tokio::spawn(lobby.serve());
    address
}

async fn post(address: SocketAddr, message: &Value, session: Option<&str>) -> Got {
    let sent = Sent::post("/mcp", message);
    let sent = match session {
        Some(session) => sent.with("Mcp-Session-Id", session),
        None => sent,
    };
    sent.to(address).await
}

async fn session(address: SocketAddr) -> String {
    let got = post(address, &initialize(1), None).await;
    assert_eq!(got.status, 200, "{}", got.body);
    got.header("Mcp-Session-Id").unwrap().to_owned()
}

#[tokio::test]
async fn every_session_is_a_game_of_its_own() {
    let address = lobby(Doors::loopback(), 4).await;
    let (one, other) = (session(address).await, session(address).await);
    let play = call(2, "play_move", json!({ "move": "e2e4" }));
    let got = post(address, &play, Some(&one)).await;
    assert_eq!(said(&got.message()).0["ply"], 2);
    let look = call(3, "get_state", json!({}));
    let plies = |got: Got| said(&got.message()).0["ply"].clone();
    assert_eq!(plies(post(address, &look, Some(&other)).await), 0);
    assert_eq!(plies(post(address, &look, Some(&one)).await), 2);
}

/// Thirty sessions at once, each with an opening of its own.
#[tokio::test]
async fn thirty_sessions_at_once_do_not_mix() {
    let address = lobby(Doors::loopback(), 30).await;
    let openings: Vec<String> = ('a'..='h')
        .flat_map(|file| [format!("{file}2{file}3"), format!("{file}2{file}4")])
        .chain(["b1c3", "g1f3", "b1a3", "g1h3"].map(str::to_owned))
        .collect();
    let games = (0..30).map(|n| {
        let opening = &openings[n % openings.len()];
        async move {
            let session = session(address).await;
            let play = call(2, "play_move", json!({ "move": opening }));
            let played = said(&post(address, &play, Some(&session)).await.message()).0;
            let look = call(3, "get_state", json!({}));
            let seen = said(&post(address, &look, Some(&session)).await.message()).0;
            assert_eq!(&seen["last_moves"][0]["uci"], opening);
            assert_eq!((&seen, &seen["ply"]), (&played, &json!(2)));
        }
    });
    join_all(games).await;
}

#[tokio::test]
async fn clients_without_a_session_are_told_what_to_do() {
    let address = lobby(Doors::loopback(), 4).await;
    let list = super::request(2, "tools/list", json!({}));
    assert_eq!(post(address, &list, Some("nope")).await.status, 404);
    assert_eq!(post(address, &list, None).await.status, 400);
    assert_eq!(Sent::get("/mcp").to(address).await.status, 406);
    let get = Sent::get("/mcp").with("Accept", "text/event-stream");
    assert_eq!(get.to(address).await.status, 400);
    let large = Sent::post("/mcp", &list).body("x".repeat(50 << 20));
    assert_eq!(large.to(address).await.status, 413);
}

#[tokio::test]
async fn foreign_hosts_and_origins_are_refused_and_ours_are_not() {
    let address = lobby(Doors::loopback(), 9).await;
    let host = |name: &str| format!("{name}:{}", address.port());
    for (header, value, status) in [
        ("Host", host("evil.example"), 403),
        ("Host", host("127.0.0.1.evil.example"), 403),
        ("Host", host("localhost"), 200),
        ("Origin", "https://evil.example".to_owned(), 403),
        ("Origin", "http://localhost.evil.example".to_owned(), 403),
        ("Origin", "null".to_owned(), 403),
        ("Origin", format!("http://{}", host("localhost")), 200),
        ("Origin", "http://127.0.0.1:6274".to_owned(), 200),
    ] {
        let sent = Sent::post("/mcp", &initialize(1)).with(header, &value);
        assert_eq!(sent.to(address).await.status, status, "{header}: {value}");
    }
}

#[tokio::test]
async fn a_full_server_says_so_and_a_session_that_ends_makes_room() {
    let address = lobby(Doors::loopback(), 1).await;
    let first = session(address).await;
    let refused = post(address, &initialize(1), None).await;
    let error = refused.message()["error"]["message"].to_string();
    assert!(error.contains("plays 1 games at once"), "{error}");
    let mut delete = Sent::get("/mcp").with("Mcp-Session-Id", &first);
    delete = delete.method("DELETE");
    assert_eq!(delete.to(address).await.status, 202);
    // The seat is free once the session's task has gone.
    loop {
        let got = post(address, &initialize(1), None).await;
        if got.message()["result"].is_object() {
            break;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_token_is_asked_for_where_there_is_one() {
    let bearer = Bearer::new(SECRET).unwrap();
    let doors = Doors::at("127.0.0.1:0".parse().unwrap(), [], Some(bearer)).unwrap();
    assert!(!format!("{doors:?}").contains(SECRET));
    let address = lobby(doors, 4).await;
    for (value, status) in [
        (None, 401),
        (Some(SECRET.to_owned()), 401),
        (Some("Bearer 0123456789abcdeF".to_owned()), 401),
        (Some(format!("Bearer {SECRET}0")), 401),
        (Some(format!("Bearer {SECRET}")), 200),
    ] {
        let sent = Sent::post("/mcp", &initialize(1));
        let sent = match &value {
            Some(value) => sent.with("Authorization", value),
            None => sent,
        };
        assert_eq!(sent.to(address).await.status, status, "{value:?}");
    }
}

#[test]
fn no_server_opens_to_the_network_without_a_token() {
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:80"] {
        let address = address.parse().unwrap();
        let refused = Doors::at(address, [], None).unwrap_err();
        assert_eq!(refused, DoorError::TokenNeeded(address));
        let bearer = Bearer::new(SECRET).unwrap();
        assert!(Doors::at(address, [], Some(bearer)).is_ok());
    }
    assert!(Doors::at("[::1]:0".parse().unwrap(), [], None).is_ok());
    for weak in [
        "",
        "short",
        "fifteen-letters",
        "with a space in it",
        "0123456789abcdé",
    ] {
        assert_eq!(Bearer::new(weak).unwrap_err(), DoorError::WeakToken);
    }
}
