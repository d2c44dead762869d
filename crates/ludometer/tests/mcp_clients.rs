//! The server in the hands of others: the official conformance suite, the Inspector, and the
//! official Python package with python-chess beside it.
//!
//! `sh scripts/setup.sh test` installs them; without them these tests fail.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;
use support::{
    Lab, Said,
    mcp::{Killed, over_http},
};

const PROGRAM: &str = env!("CARGO_BIN_EXE_ludometer");
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mcp");

/// A file that the set-up makes.
#[track_caller]
fn installed(path: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    assert!(
        path.exists(),
        "{} is missing; `sh scripts/setup.sh test` installs what this test needs",
        path.display()
    );
    path
}

fn python() -> Command {
    let mut command = Command::new(installed("../../.venv-mcp/bin/python"));
    command.arg(Path::new(FOLDER).join("play.py"));
    command
}

fn node(program: &str) -> Command {
    let mut command = Command::new(installed("../../.venv-mcp/bin/node"));
    command.arg(installed(&format!("tests/mcp/node_modules/.bin/{program}")));
    command
}

fn inspector(method: &str) -> Command {
    let mut command = node("mcp-inspector");
    command.args(["--cli", PROGRAM, "mcp", "chess", "--opponent", "random"]);
    command.args(["--method", method]);
    command
}

fn random(lab: &Lab, seed: &str) -> (Killed, String) {
    over_http(
        lab,
        &["mcp", "chess", "--opponent", "random", "--seed", seed],
    )
}

fn json(said: &Said) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {said:#?}"))
}

#[test]
fn whole_games_by_the_python_package_agree_with_python_chess() {
    let lab = Lab::with("");
    for (seed, black) in [("1", None), ("2", Some("--black"))] {
        let mut client = python();
        client.args(["stdio", PROGRAM, "mcp", "chess", "--opponent", "random"]);
        client.args(["--seed", seed]).args(black);
        let said = Said::of(client.output().unwrap()).well();
        assert!(json(&said)["ply"].as_u64().unwrap() > 10, "{said:#?}");
    }
    let (_server, url) = random(&lab, "3");
    let said = Said::of(python().args(["http", &url]).output().unwrap()).well();
    assert!(json(&said)["refused"].as_u64().unwrap() > 0, "{said:#?}");
}

#[test]
fn the_inspector_lists_the_tools_and_plays_a_move() {
    let listed = Said::of(inspector("tools/list").arg("--strict").output().unwrap()).well();
    let tools = json(&listed)["tools"].as_array().unwrap().len();
    assert_eq!(tools, 3, "{listed:#?}");
    let mut play = inspector("tools/call");
    play.args(["--tool-name", "play_move", "--tool-arg", "move=e2e4"]);
    let played = Said::of(play.output().unwrap()).well();
    let text = json(&played)["content"][0]["text"].to_string();
    assert!(text.contains("\\\"ply\\\":2"), "{played:#?}");
}

/// Every scenario runs. Those that fail must be the ones in the list, which says why, and the
/// suite's exit code says so.
#[test]
fn the_official_conformance_suite_passes() {
    let lab = Lab::with("");
    let (_server, url) = random(&lab, "1");
    let mut suite = node("conformance");
    suite.args(["server", "--url", &url, "--expected-failures"]);
    suite.arg(Path::new(FOLDER).join("not_applicable.yaml"));
    suite.args(["-o", lab.path("conformance").to_str().unwrap()]);
    Said::of(suite.output().unwrap()).well();
}
