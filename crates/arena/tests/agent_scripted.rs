//! Agent programs that misbehave: each is a few lines of shell, started for real. The test
//! itself calls the game's tools in their place, so that nothing depends on how fast they are.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test")]

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use ludometer_arena::{
    agent::{Access, Agent, AgentFailure, AgentSpec, PrepareError, Trouble},
    mcp::{Caller, Port, channel},
};
use ludometer_record::{
    desk::{Answer, Departure, Leaving, ToolResult, Usage},
    ending::VoidCause,
    study::{AgentEvents, AgentKind, AgentTable},
};
use serde_json::json;
use tempfile::TempDir;

/// A folder for a game, and a gate that programs can wait at.
struct Lab {
    folder: TempDir,
}

impl Lab {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let made = Command::new("mkfifo")
            .arg(folder.path().join("gate"))
            .status();
        assert!(made.unwrap().success());
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path("game").join(name)).unwrap()
    }

    /// Lets a program that waits at the gate go on, once it does.
    fn open(&self) {
        let gate = self.path("gate");
        let (opened, is_open) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let gate = OpenOptions::new().write(true).open(gate);
            opened.send(gate.is_ok())
        });
        let waited = is_open.recv_timeout(Duration::from_secs(20));
        assert!(waited.expect("somebody waits at the gate"));
    }

    /// A shell with this script; `$gate` is the gate.
    fn table(&self, script: &str) -> AgentTable {
        let gate = self.path("gate");
        let script = format!("gate={}\n: {{url}}\n{script}", gate.display());
        AgentTable {
            command: ["/bin/sh", "-c", &script].map(str::to_owned).to_vec(),
            events: Some(AgentEvents::Codex),
            game_s: 1000.0,
            silence_s: 1000.0,
            leave_s: 1000.0,
            ..AgentTable::default()
        }
    }

    fn start(&self, table: &AgentTable) -> (Agent, Caller, Port) {
        let spec = AgentSpec::prepare_with(AgentKind::Command, table, variables).unwrap();
        let agent = self.start_spec(&spec).unwrap();
        let (caller, port) = channel();
        (agent, caller, port)
    }

    fn start_spec(&self, spec: &AgentSpec) -> Result<Agent, AgentFailure> {
        Agent::start(spec, &access(), "Play well.", &self.path("game"))
    }

    fn run(&self, script: &str) -> (Agent, Caller, Port) {
        self.start(&self.table(script))
    }
}

fn access() -> Access {
    Access {
        url: "http://127.0.0.1:1/token/mcp".to_owned(),
        attach: ["/opt/ludo meter", "mcp", "attach", "token"]
            .map(str::to_owned)
            .to_vec(),
        variables: vec![("LUDOMETER_GAME_TOKEN".to_owned(), "token".to_owned())],
    }
}

fn variables(name: &str) -> Option<OsString> {
    match name {
        "LAB_KEY" => Some("sk-very-secret-123".into()),
        "HOME" => Some("/somebody".into()),
        _ => None,
    }
}

/// Calls a tool and takes the call, but leaves it to the caller when it is answered.
async fn call(agent: &mut Agent, caller: &Caller, port: &mut Port) {
    let asked = tokio::spawn({
        let caller = caller.clone();
        async move { caller.call("get_state", json!({})).await }
    });
    match agent.next(port).await.unwrap() {
        Answer::Called(call) => assert_eq!(call.tool, "get_state"),
        other => panic!("{other:?}"),
    }
    port.answer(ToolResult {
        text: "{}".to_owned(),
        is_error: false,
    });
    asked.await.unwrap().unwrap();
}

async fn left(agent: &mut Agent, port: &mut Port) -> Departure {
    match agent.next(port).await.unwrap() {
        Answer::Left(departure) => departure,
        other => panic!("{other:?}"),
    }
}

/// The process is gone, or a zombie that nobody has collected yet.
fn is_dead(pid: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/stat"));
    status.map_or(true, |text| {
        text.rsplit(") ").next().unwrap().starts_with('Z')
    })
}

async fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "not within 20 s: {what}"
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

const TOKENS: &str = r#"{"type":"turn.completed","usage":{"input_tokens":9,"output_tokens":4}}"#;
const MESSAGE: &str =
    r#"{"type":"item.completed","item":{"type":"agent_message","text":"I had enough."}}"#;

fn tokens(departure: &Departure) -> (Option<u64>, Option<u64>, bool) {
    let Usage {
        prompt, completion, ..
    } = departure.usage;
    (prompt, completion, departure.usage_is_partial)
}

#[tokio::test]
async fn a_program_that_ends_before_its_game_walks_away() {
    let lab = Lab::new();
    let script = format!("echo noise; echo '{MESSAGE}'; echo '{TOKENS}'");
    let (mut agent, _caller, mut port) = lab.run(&script);
    let departure = left(&mut agent, &mut port).await;
    assert_eq!(departure.why, Leaving::Done);
    assert_eq!(tokens(&departure), (Some(9), Some(4), false));
    assert_eq!(departure.last_words.as_deref(), Some("I had enough."));
    assert_eq!(left(&mut agent, &mut port).await, departure, "it stays so");
    assert_eq!(lab.read("prompt.txt"), "Play well.");
    assert!(lab.read("stdout.txt").starts_with("noise\n{"));
    assert!(!lab.path("game/home").exists());
}

#[tokio::test]
async fn a_program_that_fails_makes_its_game_void() {
    for (script, how) in [
        (
            "echo 'no such model\u{1b}[31m' >&2; echo >&2; exit 3",
            "sh: ended with exit status 3: no such model [31m",
        ),
        ("kill -9 $$", "sh: ended with killed by signal 9"),
        (
            r#"echo '{"type":"turn.failed","error":{"message":"401"}}'"#,
            "sh: ended with an error: 401",
        ),
    ] {
        let lab = Lab::new();
        let (mut agent, caller, mut port) = lab.run(&format!("cat $gate\n{script}"));
        call(&mut agent, &caller, &mut port).await;
        lab.open();
        let failure = agent.next(&mut port).await.unwrap_err();
        assert_eq!(failure.to_string(), how);
        assert_eq!(failure.cause(), VoidCause::Agent);
        assert!(!failure.is_of_every_game(), "it did play");
    }
}

#[tokio::test]
async fn after_its_game_a_program_may_end_as_it_likes() {
    let lab = Lab::new();
    let (mut agent, caller, mut port) = lab.run("cat $gate; exit 9");
    call(&mut agent, &caller, &mut port).await;
    agent.game_is_over();
    call(&mut agent, &caller, &mut port).await;
    lab.open();
    let departure = left(&mut agent, &mut port).await;
    assert_eq!(departure.why, Leaving::Done);
    assert_eq!(tokens(&departure), (None, None, true));
}

#[tokio::test]
async fn what_cannot_be_started_is_said_before_or_at_once() {
    let lab = Lab::new();
    let missing = AgentTable {
        command: vec!["no-such-program-anywhere".to_owned(), "{url}".to_owned()],
        ..AgentTable::default()
    };
    let wrong = AgentSpec::prepare_with(AgentKind::Command, &missing, variables).unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "no program \"no-such-program-anywhere\" found"
    );
    let wrong = AgentSpec::prepare_with(AgentKind::Codex, &missing, variables).unwrap_err();
    assert!(wrong.to_string().contains("npm install -g @openai/codex"));
    let unset = AgentTable {
        env: vec!["LAB_UNSET".to_owned()],
        ..lab.table("")
    };
    let wrong = AgentSpec::prepare_with(AgentKind::Command, &unset, variables).unwrap_err();
    assert_eq!(wrong, PrepareError::NotSet("LAB_UNSET".to_owned()));

    let script = lab.path("script");
    let mut file = File::create(&script).unwrap();
    file.write_all(b"#!/no/such/interpreter\n").unwrap();
    drop(file);
    fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let broken = AgentTable {
        command: vec![script.to_str().unwrap().to_owned(), "{url}".to_owned()],
        ..AgentTable::default()
    };
    let spec = AgentSpec::prepare_with(AgentKind::Command, &broken, variables).unwrap();
    let failure = lab.start_spec(&spec).unwrap_err();
    assert!(matches!(failure.trouble, Trouble::Start(_)), "{failure}");
    assert_eq!(failure.cause(), VoidCause::Agent);
    assert!(failure.is_of_every_game());
    // A folder that was used before is not used again.
    let failure = lab.start_spec(&spec).unwrap_err();
    assert!(matches!(failure.trouble, Trouble::Folder(_)), "{failure}");
}

/// The program cancels every call by itself and ends well.
#[tokio::test]
async fn calls_that_never_reach_the_game_are_not_the_players_doing() {
    let cancelled = r#"{"type":"item.completed","item":{"type":"mcp_tool_call","server":"ludometer","tool":"get_state","status":"failed","error":{"message":"call cancelled by the user"}}}"#;
    let script = format!("cat $gate; for n in 1 2 3; do echo '{cancelled}'; done; echo '{TOKENS}'");
    let lab = Lab::new();
    let (mut agent, _caller, mut port) = lab.run(&script);
    lab.open();
    let failure = agent.next(&mut port).await.unwrap_err();
    assert_eq!(
        failure.to_string(),
        "sh: the program could not use the game's tools: get_state: call cancelled by the user"
    );
    assert_eq!(failure.cause(), VoidCause::Agent);
    assert_eq!(failure.usage.prompt, Some(9));
    assert!(failure.is_of_every_game(), "the next would go the same way");

    // One that came through: then it knows how, and going is its own decision.
    let lab = Lab::new();
    let (mut agent, caller, mut port) = lab.run(&script);
    call(&mut agent, &caller, &mut port).await;
    lab.open();
    assert_eq!(left(&mut agent, &mut port).await.why, Leaving::Done);
}

#[tokio::test]
async fn a_program_that_hangs_is_killed_with_all_its_children() {
    let lab = Lab::new();
    let mut table = lab.table("sleep 1000 & echo $! > pid; echo $$ >> pid; cat $gate; wait");
    table.silence_s = 0.3;
    let (mut agent, caller, mut port) = lab.start(&table);
    let pids = lab.path("game/work/pid");
    eventually("both are there", || {
        fs::read_to_string(&pids).is_ok_and(|text| text.lines().count() == 2)
    })
    .await;
    call(&mut agent, &caller, &mut port).await;
    let failure = agent.next(&mut port).await.unwrap_err();
    assert_eq!(failure.cause(), VoidCause::AgentSilent);
    assert!(
        failure
            .to_string()
            .starts_with("sh: no call and no end within 0.3"),
        "{failure}"
    );
    let pids = fs::read_to_string(pids).unwrap();
    eventually("both are dead", || pids.lines().all(is_dead)).await;
}

#[tokio::test]
async fn a_dropped_agent_takes_its_children_with_it() {
    let lab = Lab::new();
    let (agent, _caller, _port) = lab.run("sleep 1000 & echo $! > pid; cat $gate");
    let pid = lab.path("game/work/pid");
    eventually("it is there", || {
        fs::read_to_string(&pid).is_ok_and(|text| text.ends_with('\n'))
    })
    .await;
    drop(agent);
    let pid = fs::read_to_string(pid).unwrap();
    eventually("it is dead", || is_dead(pid.trim())).await;
    assert!(!lab.path("game/home").exists());
}

#[tokio::test]
async fn a_games_time_is_the_players_own() {
    let lab = Lab::new();
    let mut table = lab.table("cat $gate");
    table.game_s = 0.4;
    let (mut agent, caller, mut port) = lab.start(&table);
    // An opponent that takes a day for each move: none of it counts.
    for _ in 0..3 {
        call(&mut agent, &caller, &mut port).await;
        tokio::time::pause();
        tokio::time::advance(Duration::from_secs(86_400)).await;
        tokio::time::resume();
    }
    let departure = left(&mut agent, &mut port).await;
    assert_eq!(departure.why, Leaving::OutOfTime);

    // Who never called has not begun.
    let lab = Lab::new();
    let mut table = lab.table("cat $gate");
    table.game_s = 0.1;
    let (mut agent, _caller, mut port) = lab.start(&table);
    let failure = agent.next(&mut port).await.unwrap_err();
    assert_eq!(failure.cause(), VoidCause::AgentSilent);
}

/// The result is printed, but a grandchild holds the output and nobody ends.
#[tokio::test]
async fn a_program_that_never_ends_is_killed_and_its_game_stands() {
    let lab = Lab::new();
    let mut table = lab.table(&format!(
        "echo $$ > pid; cat $gate; echo '{TOKENS}'; sleep 1000 & echo $! >> pid; wait"
    ));
    table.leave_s = 0.3;
    let (mut agent, caller, mut port) = lab.start(&table);
    call(&mut agent, &caller, &mut port).await;
    agent.game_is_over();
    lab.open();
    let pids = lab.path("game/work/pid");
    eventually("its child is there", || {
        fs::read_to_string(&pids).is_ok_and(|text| text.lines().count() == 2)
    })
    .await;
    let departure = left(&mut agent, &mut port).await;
    assert_eq!(departure.why, Leaving::Killed);
    assert_eq!(tokens(&departure), (Some(9), Some(4), false));
    let pids = fs::read_to_string(pids).unwrap();
    eventually("both are dead", || pids.lines().all(is_dead)).await;
}

/// A grandchild in a group of its own outlives the program; it must not hold up the game.
#[tokio::test]
async fn an_end_is_not_waited_for_at_the_pipes() {
    let lab = Lab::new();
    let script = format!(
        "setsid sh -c 'echo $$ > pid; cat $gate' & \
         while ! [ -s pid ]; do :; done; echo '{TOKENS}'; exit 0"
    );
    let script = script.replace("$gate", &lab.path("gate").display().to_string());
    let (mut agent, _caller, mut port) = lab.run(&script);
    let departure = left(&mut agent, &mut port).await;
    assert_eq!(tokens(&departure), (Some(9), Some(4), false));
    lab.open();
}

#[tokio::test]
async fn silence_on_standard_output_is_no_silence() {
    let lab = Lab::new();
    let (mut agent, caller, mut port) = lab.run(&format!(
        "echo '{TOKENS}'; cat $gate; echo second; cat $gate; exit 0"
    ));
    // Once the second line is in the file, the first has been read for what it says.
    let printed = |what: &'static str| {
        let file = lab.path("game/stdout.txt");
        move || fs::read_to_string(&file).is_ok_and(|text| text.contains(what))
    };
    eventually("the tokens", printed("turn.completed")).await;
    lab.open();
    eventually("the second line", printed("second")).await;
    for _ in 0..20 {
        call(&mut agent, &caller, &mut port).await;
    }
    agent.game_is_over();
    lab.open();
    let departure = left(&mut agent, &mut port).await;
    assert_eq!(departure.why, Leaving::Done);
    assert_eq!(tokens(&departure), (Some(9), Some(4), true));
}

#[tokio::test]
async fn a_port_that_nobody_calls_any_more_is_no_news() {
    let lab = Lab::new();
    let (mut agent, caller, mut port) = lab.run("cat $gate");
    drop(caller);
    lab.open();
    assert_eq!(left(&mut agent, &mut port).await.why, Leaving::Done);
}

#[tokio::test]
async fn a_program_finds_an_empty_folder_and_next_to_no_environment() {
    let lab = Lab::new();
    let mut table =
        lab.table("ls -A; pwd; env; echo key=$LAB_KEY >&2; printf %s \"$LAB_KEY\" | cut -c1-9");
    table.env = vec!["LAB_KEY".to_owned()];
    let (mut agent, _caller, mut port) = lab.start(&table);
    left(&mut agent, &mut port).await;
    let out = lab.read("stdout.txt");
    let game = lab.path("game");
    let mut lines = out.lines();
    let work = game.join("work").canonicalize().unwrap();
    assert_eq!(lines.next().map(Path::new), Some(work.as_path()), "{out}");
    let home = format!("HOME={}/home", game.display());
    for line in lines {
        let name = line.split('=').next().unwrap();
        assert!(
            [
                "PATH",
                "LANG",
                "LC_ALL",
                "TMPDIR",
                "TZ",
                "HOME",
                "LAB_KEY",
                "PWD",
                "OLDPWD",
                "SHLVL",
                "_",
                "sk-very-s",
                "LUDOMETER_GAME_TOKEN"
            ]
            .contains(&name),
            "{line}"
        );
        assert!(!line.starts_with("HOME=") || line == home, "{line}");
        assert!(
            !line.starts_with("LAB_KEY=") || line == "LAB_KEY=[key]",
            "{line}"
        );
    }
    assert!(out.contains("LAB_KEY=[key]"), "{out}");
    assert_eq!(lab.read("stderr.txt"), "key=[key]\n");
    // A home of the user's own, where the study says so.
    let lab = Lab::new();
    let mut table = lab.table("echo $HOME");
    table.env = vec!["HOME".to_owned()];
    let (mut agent, _caller, mut port) = lab.start(&table);
    left(&mut agent, &mut port).await;
    assert_eq!(lab.read("stdout.txt"), "[key]\n");
}

#[tokio::test]
async fn placeholders_are_filled_in() {
    let lab = Lab::new();
    let words = [
        "-c",
        "printf '%s\\n' \"$@\"",
        "sh",
        "{prompt}",
        "<{url}>",
        "{attach}",
        "x {attach}",
        "{mcp_config}",
        "{folder}/{prompt_file}",
        "{\"a\":{}}",
    ];
    let table = AgentTable {
        command: std::iter::once("sh")
            .chain(words)
            .map(str::to_owned)
            .collect(),
        args: vec!["last".to_owned()],
        ..AgentTable::default()
    };
    let (mut agent, _caller, mut port) = lab.start(&table);
    let departure = left(&mut agent, &mut port).await;
    assert!(!departure.usage_is_partial, "nothing was to be known");
    let out = lab.read("stdout.txt");
    let folder = lab.path("game").display().to_string();
    let expected = [
        "Play well.".to_owned(),
        "<http://127.0.0.1:1/token/mcp>".to_owned(),
        "/opt/ludo meter".to_owned(),
        "mcp".to_owned(),
        "attach".to_owned(),
        "token".to_owned(),
        "x '/opt/ludo meter' mcp attach token".to_owned(),
        format!("{folder}/mcp.json"),
        format!("{folder}/{folder}/prompt.txt"),
        "{\"a\":{}}".to_owned(),
        "last".to_owned(),
    ];
    assert_eq!(out.lines().collect::<Vec<_>>(), expected);
    let config: serde_json::Value = serde_json::from_str(&lab.read("mcp.json")).unwrap();
    assert_eq!(
        config["mcpServers"]["ludometer"]["url"],
        "http://127.0.0.1:1/token/mcp"
    );
}

#[tokio::test]
async fn a_flood_of_output_is_cut_and_does_no_harm() {
    let lab = Lab::new();
    let (mut agent, _caller, mut port) = lab.run(&format!(
        "head -c 40000000 /dev/zero | tr '\\0' x; echo; echo '{TOKENS}'"
    ));
    let departure = left(&mut agent, &mut port).await;
    assert_eq!(tokens(&departure), (Some(9), Some(4), false));
    let kept = fs::metadata(lab.path("game/stdout.txt")).unwrap().len();
    assert!((32 << 20..33 << 20).contains(&kept), "{kept}");
    assert!(lab.read("stdout.txt").ends_with("[more is not kept]\n"));
}
