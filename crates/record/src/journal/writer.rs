//! Durable appends, with the syncs of many games grouped.
//!
//! One thread owns the file. It takes all records that wait, writes them with
//! one call, syncs once, and only then tells their owners. A call waits for at
//! most two syncs, however many games there are. Records without an owner are written
//! at once and synced with the next that has one.

use std::{
    fs::{File, OpenOptions},
    future::Future,
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    pin::Pin,
    sync::{Arc, OnceLock, mpsc},
    task::{Context, Poll, ready},
    thread::JoinHandle,
};

use futures_channel::oneshot;

use super::{Entry, ReadError, Reading, Tail, frame, read};
use crate::folder::sync_folder;

/// Why a journal cannot be opened for writing.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The system does not let it be written.
    #[error("{}: cannot be written: {source}", path.display())]
    Io {
        /// The journal.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// A record that did not become durable, or none can any more.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {problem}; everything before it is safe", path.display())]
pub struct AppendError {
    /// The journal.
    pub path: PathBuf,
    /// What the system said.
    pub problem: String,
}

/// A journal open for appending. Dropping it waits for what was handed in.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    /// Why writing has stopped, once it has.
    stopped: Arc<OnceLock<AppendError>>,
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Job {
    line: Vec<u8>,
    /// Who waits for it; nobody for a record that was only handed in.
    done: Option<oneshot::Sender<Result<(), AppendError>>>,
}

/// Resolves when the record is on disk.
#[derive(Debug)]
pub struct Appended {
    path: PathBuf,
    stopped: Arc<OnceLock<AppendError>>,
    done: oneshot::Receiver<Result<(), AppendError>>,
}

impl Future for Appended {
    type Output = Result<(), AppendError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let told = ready!(Pin::new(&mut self.done).poll(context));
        // A record that nobody waited for may have failed before this one.
        Poll::Ready(told.unwrap_or_else(|_| Err(stopped(&self.path, self.stopped.get()))))
    }
}

/// Makes a new file's name durable, without which its bytes are lost with it.
fn sync_parent(path: &Path) -> io::Result<()> {
    match path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
    {
        Some(parent) => sync_folder(parent),
        None => sync_folder(Path::new(".")),
    }
}

fn stopped(path: &Path, why: Option<&AppendError>) -> AppendError {
    let why = why.map_or(String::new(), |why| format!(": {}", why.problem));
    AppendError {
        path: path.to_owned(),
        problem: format!("writing has stopped after an error{why}"),
    }
}

impl Journal {
    /// Starts an empty journal; an existing file is an error.
    pub fn create(path: &Path) -> Result<Self, OpenError> {
        let io = |source| OpenError::Io {
            path: path.to_owned(),
            source,
        };
        let file = OpenOptions::new()
            .append(true)
            .create_new(true)
            .open(path)
            .map_err(io)?;
        file.sync_all()
            .and_then(|()| sync_parent(path))
            .map_err(io)?;
        Self::over(path, file, 0).map_err(io)
    }

    /// Reads a journal, cuts its torn tail if it has one, and goes on behind it.
    pub fn resume(path: &Path, each: impl FnMut(Entry)) -> Result<(Self, Reading), OpenError> {
        let reading = read(path, each)?;
        let io = |source| OpenError::Io {
            path: path.to_owned(),
            source,
        };
        let mut file = OpenOptions::new().append(true).open(path).map_err(io)?;
        let mut end = reading.bytes;
        match reading.tail {
            Tail::Clean => {}
            Tail::NoLineBreak => {
                file.write_all(b"\n")
                    .and_then(|()| file.sync_data())
                    .map_err(io)?;
                end += 1;
            }
            Tail::Torn { .. } => {
                file.set_len(end)
                    .and_then(|()| file.sync_data())
                    .map_err(io)?;
            }
        }
        Ok((Self::over(path, file, end).map_err(io)?, reading))
    }

    fn over(path: &Path, file: File, end: u64) -> io::Result<Self> {
        let (jobs, queue) = mpsc::channel();
        let stopped = Arc::default();
        let owner = Owner {
            path: path.to_owned(),
            stopped: Arc::clone(&stopped),
            file,
            written: end,
            end,
        };
        let thread = std::thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || owner.serve(&queue))?;
        Ok(Self {
            path: path.to_owned(),
            stopped,
            jobs: Some(jobs),
            thread: Some(thread),
        })
    }

    /// Hands in a record. It counts as written when the future says so.
    #[must_use = "a record is durable only when this resolves"]
    pub fn append(&self, entry: &Entry) -> Appended {
        let (done, told) = oneshot::channel();
        match line(entry) {
            Ok(line) => self.send(line, Some(done)),
            Err(problem) => {
                let path = self.path.clone();
                let _ = done.send(Err(AppendError { path, problem }));
            }
        }
        Appended {
            path: self.path.clone(),
            stopped: Arc::clone(&self.stopped),
            done: told,
        }
    }

    /// Hands in a record that nobody waits for. It stands before every record that is
    /// handed in later, and is durable when any of those is. One that cannot be written
    /// stops the journal, and the next [`Self::append`] says so.
    pub fn hand_in(&self, entry: &Entry) -> Result<(), AppendError> {
        let line = line(entry).map_err(|problem| AppendError {
            path: self.path.clone(),
            problem,
        })?;
        self.send(line, None);
        Ok(())
    }

    /// Resolves when everything that was handed in before is on disk.
    #[must_use = "what was handed in is durable only when this resolves"]
    pub fn settle(&self) -> Appended {
        let (done, told) = oneshot::channel();
        self.send(Vec::new(), Some(done));
        Appended {
            path: self.path.clone(),
            stopped: Arc::clone(&self.stopped),
            done: told,
        }
    }

    fn send(&self, line: Vec<u8>, done: Option<oneshot::Sender<Result<(), AppendError>>>) {
        if let Some(jobs) = &self.jobs {
            // A closed queue drops `done`, and the future then says so.
            let _ = jobs.send(Job { line, done });
        }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// A record as a line.
fn line(entry: &Entry) -> Result<Vec<u8>, String> {
    let mut json = serde_json::to_vec(entry).expect("an entry is plain JSON data");
    if json.len() > frame::LIMIT {
        return Err(format!(
            "a record of {} bytes; {} is the most that is read again",
            json.len(),
            frame::LIMIT
        ));
    }
    // A server's body is kept verbatim. In JSON, a raw line break can only be
    // white space between tokens, and a record is one line.
    for byte in json.iter_mut().filter(|byte| matches!(byte, b'\n' | b'\r')) {
        *byte = b' ';
    }
    Ok(frame::wrap(&json))
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What the thread owns.
struct Owner {
    path: PathBuf,
    stopped: Arc<OnceLock<AppendError>>,
    file: File,
    /// Bytes that were written.
    written: u64,
    /// Bytes that are known to be durable.
    end: u64,
}

impl Owner {
    fn serve(mut self, queue: &mpsc::Receiver<Job>) {
        let mut group = Vec::new();
        let mut owners = Vec::new();
        while let Ok(first) = queue.recv() {
            group.clear();
            for job in std::iter::once(first).chain(queue.try_iter()) {
                group.extend_from_slice(&job.line);
                owners.extend(job.done);
            }
            let outcome = self.write(&group, !owners.is_empty());
            if let Err(why) = &outcome {
                let _ = self.stopped.set(why.clone());
            }
            for done in owners.drain(..) {
                // A game that no longer waits has been interrupted.
                let _ = done.send(outcome.clone());
            }
            if outcome.is_err() {
                return;
            }
        }
        let _ = self.write(&[], true);
    }

    fn write(&mut self, group: &[u8], durably: bool) -> Result<(), AppendError> {
        let mut written = self.file.write_all(group);
        if durably {
            written = written.and_then(|()| self.file.sync_data());
        }
        match written {
            Ok(()) => {
                self.written += group.len() as u64;
                if durably {
                    self.end = self.written;
                }
                Ok(())
            }
            Err(problem) => {
                // Half a record may stand at the end. Cutting it is a courtesy:
                // where that fails too, the next reader takes it for torn.
                let _ = self.file.set_len(self.end);
                let _ = self.file.seek(SeekFrom::Start(self.end));
                let _ = self.file.sync_data();
                Err(AppendError {
                    path: self.path.clone(),
                    problem: problem.to_string(),
                })
            }
        }
    }
}
