//! A program's output: into a file without secrets and of bounded size, and line by line
//! into its account of itself.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ludometer_record::study::AgentEvents;
use tokio::{
    fs::File,
    io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _},
};

use super::{
    events::{Account, LONGEST_LINE},
    redact::{Redactor, Secrets},
};
use crate::{engine::lines::Lines, model::one_line};

/// No more of each stream is kept.
const LARGEST: usize = 32 << 20;
/// What stands at the end of a file that is not all.
const CUT: &[u8] = b"\n[more is not kept]\n";

/// A program's account of itself, while it is being written.
#[derive(Debug, Clone, Default)]
pub(super) struct Shared(Arc<Mutex<Account>>);

impl Shared {
    pub(super) fn lock(&self) -> MutexGuard<'_, Account> {
        // A panic between two fields leaves a good account.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Which of a program's outputs it is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Stream {
    /// Standard output, with events.
    Events(AgentEvents),
    /// Standard error, with complaints.
    Complaints,
}

/// Follows one output to its end. What cannot be kept is still read, so that a full disk
/// does not stop the program.
pub(super) async fn follow(
    mut pipe: impl AsyncRead + Unpin,
    stream: Stream,
    path: PathBuf,
    secrets: Secrets,
    shared: Shared,
) {
    let mut file = Kept {
        file: File::create(path).await.ok(),
        room: LARGEST,
    };
    let mut redactor = Redactor::new(secrets);
    let mut lines = Lines::up_to(LONGEST_LINE);
    let mut chunk = vec![0; 16 * 1024];
    while let Ok(read @ 1..) = pipe.read(&mut chunk).await {
        let clean = redactor.push(chunk.get(..read).unwrap_or_default());
        file.keep(&clean).await;
        lines.push(&clean);
        while let Some(line) = lines.next_line() {
            take(&shared, stream, &line);
        }
    }
    let clean = redactor.finish();
    file.keep(&clean).await;
    lines.push(&clean);
    while let Some(line) = lines.next_line().or_else(|| lines.rest()) {
        take(&shared, stream, &line);
    }
}

fn take(shared: &Shared, stream: Stream, line: &str) {
    match stream {
        Stream::Events(events) => shared.lock().read(events, line),
        Stream::Complaints => {
            let line = one_line(line);
            if !line.is_empty() {
                // A ruler below a message says nothing.
                if line.chars().any(char::is_alphanumeric) {
                    shared.lock().complaint = Some(line);
                }
            }
        }
    }
}

/// A file of bounded size.
struct Kept {
    file: Option<File>,
    room: usize,
}

impl Kept {
    async fn keep(&mut self, bytes: &[u8]) {
        let Some(file) = &mut self.file else {
            return;
        };
        let fits = bytes.get(..self.room).unwrap_or(bytes);
        self.room -= fits.len();
        let mut kept = file.write_all(fits).await;
        let is_cut = fits.len() < bytes.len();
        if is_cut && kept.is_ok() {
            kept = file.write_all(CUT).await;
        }
        if kept.and(file.flush().await).is_err() || is_cut {
            self.file = None;
        }
    }
}
