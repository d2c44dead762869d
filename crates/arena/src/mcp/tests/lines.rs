use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tokio::task::JoinHandle;

use super::super::{GameTools, LinesError, channel, serve_lines};
use super::{call, host, initialize, request, said, tools};

struct Client {
    reader: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    server: JoinHandle<Result<(), LinesError>>,
}

impl Client {
    /// A client of a game of its own.
    fn new() -> Self {
        let (caller, port) = channel();
        tokio::spawn(host(port, 1));
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (reader, writer) = tokio::io::split(theirs);
        let server = tokio::spawn(serve_lines(
            GameTools::new(&tools(), caller),
            reader,
            writer,
        ));
        let (reader, writer) = tokio::io::split(ours);
        Self {
            reader: BufReader::new(reader).lines(),
            writer,
            server,
        }
    }

    async fn send(&mut self, bytes: &[u8]) {
        self.writer.write_all(bytes).await.unwrap();
        self.writer.write_all(b"\n").await.unwrap();
    }

    /// Every line that comes is a message.
    async fn next(&mut self) -> Value {
        let line = self.reader.next_line().await.unwrap().expect("an answer");
        serde_json::from_str(&line).unwrap()
    }

    async fn ask(&mut self, message: &Value) -> Value {
        self.send(message.to_string().as_bytes()).await;
        let answer = self.next().await;
        assert_eq!(answer["id"], message["id"]);
        answer
    }
}

#[tokio::test]
async fn garbage_and_a_byte_order_mark_do_not_end_the_server() {
    let mut client = Client::new();
    client.send(b"hello").await;
    client.send(b"").await;
    client.send(b"\xff\xfe{").await;
    let deep = "[".repeat(100_000);
    client.send(deep.as_bytes()).await;
    let cancelled = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 7 } });
    client.send(cancelled.to_string().as_bytes()).await;
    client
        .send(br#"{"jsonrpc":"2.0","id":5,"result":{}}"#)
        .await;
    let mut marked = b"\xEF\xBB\xBF".to_vec();
    marked.extend(initialize(1).to_string().into_bytes());
    client.send(&marked).await;
    let answer = client.next().await;
    assert_eq!(answer["id"], 1);
    assert_eq!(answer["result"]["serverInfo"]["name"], "ludometer");
    let again = client.ask(&initialize(2)).await;
    assert_eq!(again["result"]["protocolVersion"], "2025-11-25");
    let ping = json!({ "jsonrpc": "2.0", "id": "a-9007199254740993", "method": "ping" });
    assert_eq!(client.ask(&ping).await["result"], json!({}));
    client.send(b"{\"jsonrpc\":").await;
    let state = client.ask(&call(3, "get_state", json!({}))).await;
    assert_eq!(said(&state).0["ply"], 0);
}

#[tokio::test]
async fn a_line_without_end_costs_no_memory_and_no_game() {
    let mut client = Client::new();
    client.ask(&initialize(1)).await;
    let chunk = vec![b'x'; 1 << 16];
    for _ in 0..64 {
        client.writer.write_all(&chunk).await.unwrap();
    }
    client.send(b"").await;
    let played = client
        .ask(&call(2, "play_move", json!({ "move": "e2e4" })))
        .await;
    let (state, is_error) = said(&played);
    assert!(!is_error);
    assert_eq!(state["ply"], 2);
}

#[tokio::test]
async fn errors_say_which_kind_they_are() {
    let mut client = Client::new();
    client.ask(&initialize(1)).await;
    let unknown = client.ask(&call(2, "undo", json!({}))).await;
    assert_eq!(unknown["error"]["code"], -32602);
    assert!(
        unknown["error"]["message"]
            .as_str()
            .unwrap()
            .contains("undo")
    );
    let method = client.ask(&request(3, "games/steal", json!({}))).await;
    assert_eq!(method["error"]["code"], -32601);
    let shape = client
        .ask(&request(
            4,
            "tools/call",
            json!({ "name": "get_state", "arguments": [1] }),
        ))
        .await;
    assert!(shape["error"]["code"].is_i64(), "{shape}");
    let large = json!({ "move": "e".repeat(10_000) });
    let (error, is_error) = said(&client.ask(&call(5, "play_move", large)).await);
    assert!(is_error && error["error"].as_str().unwrap().contains("too large"));
    let (error, is_error) = said(
        &client
            .ask(&call(6, "play_move", json!({ "move": "e2e5" })))
            .await,
    );
    assert!(is_error);
    assert_eq!(
        (&error["attempt"], &error["state"]["ply"]),
        (&json!("e2e5"), &json!(0))
    );
}

#[tokio::test]
async fn the_tools_are_listed_with_their_schemas() {
    let mut client = Client::new();
    client.ask(&initialize(1)).await;
    let listed = client.ask(&request(2, "tools/list", json!({}))).await;
    let listed = listed["result"]["tools"].as_array().unwrap();
    let schemas: Vec<(&str, &Value)> = listed
        .iter()
        .map(|tool| (tool["name"].as_str().unwrap(), &tool["inputSchema"]))
        .collect();
    let specs = tools();
    let expected: Vec<(&str, &Value)> = specs
        .iter()
        .map(|spec| (spec.name.as_str(), &spec.parameters))
        .collect();
    assert_eq!(schemas, expected);
    assert_eq!(listed[0]["annotations"]["readOnlyHint"], true);
}

#[tokio::test]
async fn the_server_ends_with_its_client() {
    let mut client = Client::new();
    client.ask(&initialize(1)).await;
    drop((client.reader, client.writer));
    client.server.await.unwrap().unwrap();
}
