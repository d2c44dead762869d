//! Whether an agent program is there, and whether it can call a game's tools.

use std::{fmt::Write, process::Stdio, time::Duration};

use anyhow::{Context, Result, anyhow};
use ludometer_arena::{
    agent::{Access, Agent, AgentSpec},
    mcp::Gate,
};
use ludometer_games::{Color, Variant};
use ludometer_instruments::served::{Heard, ServedBoard};
use ludometer_record::{
    desk::{Answer, Departure},
    hostile::steers,
    study::{AgentKind, AgentTable},
};

/// What a program is told in its trial.
const PROMPT: &str = "This is a test of your tools. Call the tool get_state of the server \
                      ludometer once, with no arguments, and do nothing else. Then say: done.";
/// Seconds that a trial waits for a call.
const PATIENCE: f64 = 180.0;
/// How long a program may take to say its version.
const VERSION: Duration = Duration::from_secs(30);

/// Whether a program is asked to make a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trial {
    /// It is, which costs a few tokens.
    Play,
    /// It is not.
    LeaveOut,
}

/// Whether a program can play, and a line about it.
pub async fn look(kind: AgentKind, table: &AgentTable, trial: Trial) -> (bool, String) {
    let spec = match AgentSpec::prepare(kind, &in_a_trial(table)) {
        Ok(spec) => spec,
        Err(error) => return (false, error.to_string()),
    };
    let mut line = spec.program().display().to_string();
    match version(&spec).await {
        Ok(Some(version)) => {
            let _ = write!(line, ", {version}");
        }
        Ok(None) => {}
        Err(error) => return (false, format!("{line}: {error:#}")),
    }
    if trial == Trial::LeaveOut {
        return (true, format!("{line}; no trial call was made"));
    }
    match play(&spec).await {
        Ok(departure) => {
            let usage = departure.usage;
            line.push_str("; its trial call came through");
            if let (Some(prompt), Some(completion)) = (usage.prompt, usage.completion) {
                let _ = write!(
                    line,
                    ", for {prompt} prompt and {completion} completion tokens"
                );
            }
            (true, line)
        }
        Err(error) => (false, format!("{line}; its trial call failed: {error:#}")),
    }
}

/// A study's patience with a program that plays is not needed here.
fn in_a_trial(table: &AgentTable) -> AgentTable {
    AgentTable {
        silence_s: table.silence_s.min(PATIENCE),
        leave_s: table.leave_s.min(PATIENCE),
        ..table.clone()
    }
}

/// The first line that the program says of its version, where it is known how to ask.
async fn version(spec: &AgentSpec) -> Result<Option<String>> {
    let Some(words) = spec.version_command() else {
        return Ok(None);
    };
    let (program, words) = words.split_first().context("a command has a program")?;
    let said = tokio::process::Command::new(program)
        .args(words)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let said = tokio::time::timeout(VERSION, said)
        .await
        .map_err(|_| anyhow!("does not say its version within {} s", VERSION.as_secs()))??;
    let text = String::from_utf8_lossy(&said.stdout);
    let line = text.lines().find(|line| !line.trim().is_empty());
    Ok(line.map(|line| plain(line, 80)))
}

/// One game, in which a single call is enough.
async fn play(spec: &AgentSpec) -> Result<Departure> {
    let gate = Gate::listen().await?;
    let mut game = ServedBoard::new(Variant::Standard, Color::White, 1);
    let (address, mut port) = gate.open(&game.tools());
    let access = Access::to(&address, &std::env::current_exe()?);
    let folder = tempfile::tempdir()?;
    let mut agent = Agent::start(spec, &access, PROMPT, &folder.path().join("trial"))?;
    let mut calls = 0_u32;
    loop {
        match agent.next(&mut port).await? {
            Answer::Called(call) => {
                calls += 1;
                let result = match game.call(&call) {
                    Heard::Answer(_, result) => result,
                    Heard::Moved | Heard::Resigned => game.state(),
                };
                port.answer(result);
                agent.game_is_over();
            }
            Answer::Left(departure) if calls > 0 => return Ok(departure),
            Answer::Left(departure) => {
                let words = departure.last_words.unwrap_or_default();
                return Err(anyhow!("it ended without a call: {}", plain(&words, 200)));
            }
            other => return Err(anyhow!("no answer of an agent: {other:?}")),
        }
    }
}

/// What a stranger wrote, fit for a line of a terminal.
fn plain(text: &str, longest: usize) -> String {
    text.chars()
        .map(|c| if steers(c) { ' ' } else { c })
        .take(longest)
        .collect()
}
