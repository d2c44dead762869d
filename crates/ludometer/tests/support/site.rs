//! `ludometer serve` and `ludometer site` as a test meets them.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
};

use serde_json::Value;

use super::Lab;

/// `ludometer serve` over a lab's runs; ends with the test.
pub struct Site {
    pub child: Child,
    pub place: String,
}

/// What came back.
pub struct Came {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Site {
    pub fn over(lab: &Lab, more: &[&str]) -> Self {
        let mut arguments = vec!["serve", ".", "--port", "0"];
        arguments.extend(more);
        Self::started(lab.command(&arguments))
    }

    pub fn started(mut command: Command) -> Self {
        let command = command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        let rest = line.trim().strip_prefix("http://").unwrap();
        let place = rest.split('/').next().unwrap().to_owned();
        Self { child, place }
    }

    pub fn send(&self, request: &str) -> Came {
        let mut stream = TcpStream::connect(&self.place).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = Vec::new();
        stream.read_to_end(&mut text).unwrap();
        let text = String::from_utf8_lossy(&text).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Came {
            status,
            head: head.to_lowercase(),
            body: body.to_owned(),
        }
    }

    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Came {
        let host = ("Host", self.place.as_str());
        let has_host = headers.iter().any(|(name, _)| *name == "Host");
        let all = headers.iter().chain((!has_host).then_some(&host));
        let lines: Vec<String> = all
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        let lines = lines.concat();
        let length = body.len();
        self.send(&format!(
            "{method} {path} HTTP/1.1\r\n{lines}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        ))
    }

    pub fn get(&self, path: &str) -> Came {
        self.ask("GET", path, &[], "")
    }

    pub fn json(&self, name: &str) -> Value {
        let came = self.get(&format!("/data/{name}"));
        assert_eq!(came.status, 200, "{name}: {}", came.body);
        serde_json::from_str(&came.body).unwrap()
    }

    /// Posts JSON, as a page of the site does.
    pub fn post(&self, path: &str, body: &Value) -> Came {
        let json = [("Content-Type", "application/json")];
        self.ask("POST", path, &json, &body.to_string())
    }

    /// The key of the only run.
    pub fn key(&self) -> String {
        let home = self.json("home");
        home["runs"][0]["key"].as_str().unwrap().to_owned()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a page's script hands over.
pub fn file_page(out: &Path, name: &str) -> Value {
    let script = fs::read_to_string(out.join(format!("data/{name}.js"))).unwrap();
    let call = script.trim_end().strip_prefix("ludometer(").unwrap();
    let arguments = format!("[{}]", call.strip_suffix(");").unwrap());
    let arguments: Vec<String> = serde_json::from_str(&arguments).unwrap();
    assert_eq!(arguments[0], name);
    serde_json::from_str(&arguments[1]).unwrap()
}
