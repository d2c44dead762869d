//! A server of games that runs, and a client's lines.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use serde_json::{Value, json};

use super::{Lab, path_with_games};

/// A program that is killed with its test.
pub struct Killed(pub Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A client of a program that speaks in lines.
pub struct Client {
    pub program: Killed,
    writer: Option<ChildStdin>,
    reader: BufReader<ChildStdout>,
    id: u64,
}

impl Client {
    /// Starts `ludometer` with these arguments and introduces itself.
    pub fn start(lab: &Lab, arguments: &[&str]) -> Self {
        let mut client = Self::silent(&mut lab.command(arguments));
        let hello = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        let answer = client.ask("initialize", &hello);
        assert_eq!(answer["result"]["serverInfo"]["name"], "ludometer");
        client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        client
    }

    pub fn silent(command: &mut Command) -> Self {
        let mut program = command
            .env("PATH", path_with_games())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        Self {
            writer: program.stdin.take(),
            reader: BufReader::new(program.stdout.take().unwrap()),
            program: Killed(program),
            id: 0,
        }
    }

    pub fn send(&mut self, line: &str) {
        let writer = self.writer.as_mut().unwrap();
        writeln!(writer, "{line}").unwrap();
    }

    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.id += 1;
        let message =
            json!({ "jsonrpc": "2.0", "id": self.id, "method": method, "params": params });
        self.send(&message.to_string());
        let mut line = String::new();
        self.reader.read_line(&mut line).unwrap();
        // Whatever comes is a message.
        let answer: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line:?}"));
        assert_eq!(answer["id"], self.id, "{answer}");
        answer
    }

    /// Calls a tool; its text, read, and whether it is an error.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> (Value, bool) {
        let answer = self.ask(
            "tools/call",
            &json!({ "name": tool, "arguments": arguments }),
        );
        let text = answer["result"]["content"][0]["text"].as_str();
        let text = text.unwrap_or_else(|| panic!("no result: {answer}"));
        let is_error = answer["result"]["isError"] == true;
        (serde_json::from_str(text).unwrap(), is_error)
    }

    pub fn play(&mut self, text: &str) -> (Value, bool) {
        self.call("play_move", &json!({ "move": text }))
    }

    /// Closes its end and waits for the program's; its exit code.
    pub fn leave(mut self) -> Option<i32> {
        drop(self.writer.take());
        self.program.0.wait().unwrap().code()
    }
}

/// A server over HTTP at a free port, and its URL.
pub fn over_http(lab: &Lab, arguments: &[&str]) -> (Killed, String) {
    let mut program = lab
        .command(arguments)
        .args(["--http", "127.0.0.1:0"])
        .env("PATH", path_with_games())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut said = BufReader::new(program.stderr.take().unwrap());
    said.read_line(&mut line).unwrap();
    let url = line
        .split([' ', ','])
        .find(|word| word.starts_with("http://"))
        .unwrap_or_else(|| panic!("{line:?}"));
    (Killed(program), url.to_owned())
}
