//! An engine's process: lines in, lines out, a deadline for each, and its end.

use std::{
    collections::VecDeque,
    process::Stdio,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _},
    process::{Child, ChildStdin, ChildStdout, Command},
    task::JoinHandle,
    time::{Instant, timeout, timeout_at},
};

use crate::process::{Group, in_words};

use super::{
    error::{EngineError, Problem},
    lines::Lines,
    spec::EngineSpec,
};

/// How many of the last lines are kept, and how much of each.
const KEPT_LINES: usize = 20;
const KEPT_CHARS: usize = 300;
/// How long the exit status and the last words of an ended engine are waited for.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// What is awaited, and until when.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wait {
    awaited: &'static str,
    from: Instant,
    time: Duration,
}

impl Wait {
    pub(super) fn new(awaited: &'static str, time: Duration) -> Self {
        Self {
            awaited,
            from: Instant::now(),
            time,
        }
    }

    fn deadline(self) -> Instant {
        self.from + self.time
    }

    fn silent(self) -> Problem {
        Problem::Silent {
            awaited: self.awaited,
            waited: self.time,
        }
    }
}

type Tail = Arc<Mutex<VecDeque<String>>>;

/// A running engine, killed with all its children when dropped.
#[derive(Debug)]
pub(super) struct Process {
    pub(super) name: String,
    child: Child,
    group: Group,
    stdin: ChildStdin,
    stdout: ChildStdout,
    lines: Lines,
    chunk: Vec<u8>,
    tail: Tail,
    stderr: JoinHandle<()>,
}

impl Process {
    pub(super) fn start(spec: &EngineSpec) -> Result<Self, EngineError> {
        let name = spec.path.file_name().unwrap_or(spec.path.as_os_str());
        let name = name.to_string_lossy().into_owned();
        let failed = |problem| EngineError {
            engine: spec.path.display().to_string(),
            problem: Box::new(problem),
            last_lines: Vec::new(),
        };
        let mut command = Command::new(&spec.path);
        command
            .args(&spec.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        Group::apart(&mut command);
        let mut child = command
            .spawn()
            .map_err(|error| failed(Problem::Start(error)))?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("all three were piped");
        };
        let tail = Tail::default();
        Ok(Self {
            name,
            group: Group::of(&child),
            child,
            stdin,
            stdout,
            lines: Lines::default(),
            chunk: vec![0; 8192],
            stderr: tokio::spawn(listen(stderr, Arc::clone(&tail))),
            tail,
        })
    }

    pub(super) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Writes one line.
    pub(super) async fn send(&mut self, line: &str, wait: Wait) -> Result<(), EngineError> {
        let text = format!("{line}\n");
        let write = async {
            self.stdin.write_all(text.as_bytes()).await?;
            self.stdin.flush().await
        };
        match timeout_at(wait.deadline(), write).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                Err(self.ended(wait).await)
            }
            Ok(Err(error)) => Err(self.error(Problem::Pipe(error))),
            Err(_) => Err(self.error(wait.silent())),
        }
    }

    /// Reads one line.
    pub(super) async fn line(&mut self, wait: Wait) -> Result<String, EngineError> {
        loop {
            // An engine that talks without end must not hold us past the deadline.
            if Instant::now() >= wait.deadline() {
                return Err(self.error(wait.silent()));
            }
            if let Some(line) = self.lines.next_line() {
                remember(&self.tail, &line);
                return Ok(line);
            }
            match timeout_at(wait.deadline(), self.stdout.read(&mut self.chunk)).await {
                Ok(Ok(0)) => return Err(self.ended(wait).await),
                Ok(Ok(read)) => self.lines.push(self.chunk.get(..read).unwrap_or_default()),
                Ok(Err(error)) => return Err(self.error(Problem::Pipe(error))),
                Err(_) => return Err(self.error(wait.silent())),
            }
        }
    }

    /// An error with the last lines.
    pub(super) fn error(&mut self, problem: impl Into<Problem>) -> EngineError {
        EngineError {
            engine: self.name.clone(),
            problem: Box::new(problem.into()),
            last_lines: locked(&self.tail).iter().cloned().collect(),
        }
    }

    /// Its output has ended: gathers how it ended, and sees to it that it did.
    async fn ended(&mut self, wait: Wait) -> EngineError {
        if let Some(rest) = self.lines.rest() {
            remember(&self.tail, &rest);
        }
        let _ = timeout(LAST_WORDS, &mut self.stderr).await;
        let how = match timeout(LAST_WORDS, self.child.wait()).await {
            Ok(Ok(status)) => in_words(status),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "closed its output".to_owned(),
        };
        self.kill();
        self.error(Problem::Ended {
            awaited: wait.awaited,
            how,
        })
    }

    fn kill(&mut self) {
        self.group.kill(&mut self.child);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        self.stderr.abort();
    }
}

/// Keeps standard error flowing and its last lines at hand.
async fn listen(mut stderr: impl AsyncRead + Unpin, tail: Tail) {
    let mut lines = Lines::default();
    let mut chunk = vec![0; 2048];
    while let Ok(read) = stderr.read(&mut chunk).await {
        if read == 0 {
            break;
        }
        lines.push(chunk.get(..read).unwrap_or_default());
        while let Some(line) = lines.next_line() {
            remember(&tail, &format!("stderr: {line}"));
        }
    }
    if let Some(rest) = lines.rest() {
        remember(&tail, &format!("stderr: {rest}"));
    }
}

fn remember(tail: &Tail, line: &str) {
    let mut tail = locked(tail);
    if tail.len() == KEPT_LINES {
        tail.pop_front();
    }
    // Cut first: escaping a long line would cost more than the line.
    tail.push_back(
        line.chars()
            .take(KEPT_CHARS)
            .collect::<String>()
            .escape_debug()
            .to_string(),
    );
}

fn locked(tail: &Tail) -> std::sync::MutexGuard<'_, VecDeque<String>> {
    // A panic between two pushes leaves a good list.
    tail.lock().unwrap_or_else(PoisonError::into_inner)
}
