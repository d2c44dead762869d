//! A file that is sent while it is written: a table may be longer than memory.

use std::{
    io::{self, BufWriter, Write},
    sync::Arc,
};

use anyhow::Result;
use axum::body::{Body, Bytes};
use futures_util::stream;
use tokio::sync::mpsc;

use super::{
    downloads::{Contents, File},
    volume::Volume,
};

/// Bytes that are sent together.
const PART: usize = 64 << 10;

/// Parts that may wait for a slow reader.
const WAITING: usize = 4;

/// The body of a file. What is at hand is sent whole, with its length. Of a table, what fails
/// before its first part is an error here; what fails later breaks the connection, so that
/// nobody takes a part for the whole.
pub async fn parts(file: File, volume: Arc<dyn Volume>) -> Result<Option<Body>> {
    let at_hand = Arc::clone(&volume);
    let contents = tokio::task::spawn_blocking(move || file.contents(at_hand.as_ref())).await??;
    let contents = match contents {
        None => return Ok(None),
        Some(Contents::Bytes(bytes)) => return Ok(Some(Body::from(bytes))),
        Some(table @ Contents::Table(..)) => table,
    };
    let (send, mut receive) = mpsc::channel(WAITING);
    let written = tokio::task::spawn_blocking(move || -> Result<()> {
        let mut out = BufWriter::with_capacity(PART, Parts(send.clone()));
        let done = contents.write(volume.as_ref(), &mut out);
        let done = done.and_then(|()| Ok(out.flush()?));
        // Without it a part would pass for the whole.
        if let Err(problem) = &done {
            let _ = send.blocking_send(Err(io::Error::other(format!("{problem:#}"))));
        }
        done
    });
    let Some(Ok(first)) = receive.recv().await else {
        // Nothing was written: it failed, or is empty.
        written.await??;
        return Ok(Some(Body::empty()));
    };
    let rest = stream::unfold(receive, |mut receive| async {
        receive.recv().await.map(|part| (part, receive))
    });
    let first = stream::iter([Ok::<Bytes, io::Error>(first)]);
    let all = futures_util::StreamExt::chain(first, rest);
    Ok(Some(Body::from_stream(all)))
}

/// Hands parts on to whoever reads.
struct Parts(mpsc::Sender<io::Result<Bytes>>);

impl Write for Parts {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let part = Bytes::copy_from_slice(bytes);
        let sent = self.0.blocking_send(Ok(part));
        sent.map_err(|_| io::Error::new(io::ErrorKind::BrokenPipe, "the reader has gone"))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
