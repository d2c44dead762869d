//! Entries, journals on disk, and a way to wait for a future without a runtime.

use std::{
    future::Future,
    path::{Path, PathBuf},
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Wake, Waker},
    thread::Thread,
};

use ludometer_record::{
    Digest, GameId, PlayerName, RunId, Seat,
    desk::{Answer, Finish, Message, Reply, Situation, Timing, Usage},
    ending::{Ending, GameResult, Termination},
    journal::{
        Asked, AskedDecision, Entry, Exchange, FORMAT, Journal, Opened, VERSION, frame, read,
    },
};
use tempfile::TempDir;

/// A folder that goes away, and the journal's path in it.
pub(crate) fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.log");
    (folder, path)
}

pub(crate) fn game(name: &str) -> GameId {
    GameId::new(name).unwrap()
}

pub(crate) fn opened() -> Entry {
    Entry::Opened(Opened {
        format: FORMAT.to_owned(),
        version: VERSION,
        run: RunId("00ff".to_owned()),
    })
}

/// An exchange of a game with this reply.
pub(crate) fn exchange(of: &str, n: u32, text: &str) -> Entry {
    let reply = Reply {
        text: text.to_owned(),
        reasoning: None,
        calls: Vec::new(),
        finish: Finish::Stop,
        usage: Usage::default(),
        served_model: None,
        timing: Timing {
            sent: "2026-01-01T00:00:00Z".parse().unwrap(),
            wall_us: 1,
        },
        failed: Vec::new(),
        raw: None,
    };
    Entry::Exchange(Box::new(Exchange {
        game: game(of),
        n,
        asked: Asked::Decision(AskedDecision {
            digest: Digest::of(text.as_bytes()),
            seat: Seat::First,
            player: PlayerName::new("a").unwrap(),
            situation: Situation {
                position: "11-11".to_owned(),
                family: "plain".to_owned(),
                seed: 7,
            },
            kept: 0,
            messages: vec![Message::user("11-11?")],
        }),
        answer: Answer::Reply(Box::new(reply)),
    }))
}

pub(crate) fn ended(of: &str, exchanges: u32) -> Entry {
    Entry::Ended {
        game: game(of),
        ending: Ending::Scored {
            result: GameResult::FirstWins,
            termination: Termination::HandsDead,
        },
        exchanges,
    }
}

/// An entry as the JSON that stands in the file, by which entries are compared.
pub(crate) fn json(entry: &Entry) -> String {
    serde_json::to_string(entry).unwrap()
}

/// A journal of four records, the last of which ends in letters of two bytes.
pub(crate) fn sample() -> Vec<Entry> {
    vec![
        opened(),
        exchange("g", 0, "11-21"),
        exchange("g", 1, "line\nbreak, \0 and \"quotes\""),
        exchange("g", 2, "café ♞ é"),
    ]
}

/// The bytes of a journal with these entries.
pub(crate) fn bytes(entries: &[Entry]) -> Vec<u8> {
    entries
        .iter()
        .flat_map(|entry| frame::wrap(json(entry).as_bytes()))
        .collect()
}

/// What the journal holds, each entry as JSON, and how reading went.
pub(crate) fn read_all(
    path: &Path,
) -> Result<(Vec<String>, ludometer_record::journal::Reading), ludometer_record::journal::ReadError>
{
    let mut entries = Vec::new();
    let reading = read(path, |entry| entries.push(json(&entry)))?;
    Ok((entries, reading))
}

/// Appends and waits until it is durable.
pub(crate) fn append(journal: &Journal, entry: &Entry) {
    block_on(journal.append(entry)).unwrap();
}

/// Waits for a future on this thread.
pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => std::thread::park(),
        }
    }
}
