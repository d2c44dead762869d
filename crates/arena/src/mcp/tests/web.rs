//! Just enough of HTTP to send what no honest client would.

use std::{fmt::Write as _, net::SocketAddr};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// One request, without its headers of length and connection.
pub(super) struct Sent {
    method: &'static str,
    path: String,
    headers: Vec<(String, String)>,
    body: String,
}

pub(super) struct Got {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: String,
}

impl Sent {
    /// As a client of the protocol posts a message.
    pub(super) fn post(path: &str, message: &Value) -> Self {
        let mut sent = Self {
            method: "POST",
            path: path.to_owned(),
            headers: Vec::new(),
            body: message.to_string(),
        };
        sent = sent.with("Content-Type", "application/json");
        sent.with("Accept", "application/json, text/event-stream")
    }

    pub(super) fn get(path: &str) -> Self {
        Self {
            method: "GET",
            path: path.to_owned(),
            headers: Vec::new(),
            body: String::new(),
        }
    }

    /// With a header, in place of one of that name.
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(other, _)| other != name);
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(super) fn method(self, method: &'static str) -> Self {
        Self { method, ..self }
    }

    pub(super) fn body(self, body: String) -> Self {
        Self { body, ..self }
    }

    pub(super) async fn to(self, address: SocketAddr) -> Got {
        let sent = if self.headers.iter().any(|(name, _)| name == "Host") {
            self
        } else {
            self.with("Host", &address.to_string())
        };
        let mut text = format!("{} {} HTTP/1.1\r\n", sent.method, sent.path);
        for (name, value) in &sent.headers {
            write!(text, "{name}: {value}\r\n").unwrap();
        }
        write!(
            text,
            "Content-Length: {}\r\nConnection: close\r\n\r\n{}",
            sent.body.len(),
            sent.body
        )
        .unwrap();
        let stream = TcpStream::connect(address).await.unwrap();
        let (mut reader, mut writer) = stream.into_split();
        // A server may answer before it has read a body that is too large.
        let writing = tokio::spawn(async move {
            let _ = writer.write_all(text.as_bytes()).await;
            writer
        });
        let mut bytes = Vec::new();
        let _ = reader.read_to_end(&mut bytes).await;
        writing.abort();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        Got {
            status: status.unwrap_or_else(|| panic!("no answer: {head:?}")),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }
}

impl Got {
    /// The message in a body of JSON or of server-sent events.
    pub(super) fn message(&self) -> Value {
        let found = self.body.split('\n').find_map(|line| {
            let line = line.trim();
            let data = line.strip_prefix("data:").unwrap_or(line).trim();
            data.starts_with('{')
                .then(|| serde_json::from_str(data).unwrap())
        });
        found.unwrap_or_else(|| panic!("no message: {} {}", self.head, self.body))
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}
