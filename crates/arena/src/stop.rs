//! How a run is asked to stop: no new calls, then no calls at all.

use tokio::sync::watch;

/// How urgently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// Go on.
    None,
    /// Begin no new call; finish those in flight, which are paid for.
    Finish,
    /// Abandon calls in flight.
    Abandon,
}

/// Asks.
#[derive(Debug)]
pub struct StopSource(watch::Sender<Urgency>);

/// Is asked.
#[derive(Debug, Clone)]
pub struct Stop(watch::Receiver<Urgency>);

/// A source and what listens to it.
#[must_use]
pub fn channel() -> (StopSource, Stop) {
    let (sender, receiver) = watch::channel(Urgency::None);
    (StopSource(sender), Stop(receiver))
}

impl StopSource {
    /// Asks; asking less urgently than before changes nothing.
    pub fn ask(&self, urgency: Urgency) {
        self.0.send_if_modified(|now| {
            let more = urgency > *now;
            if more {
                *now = urgency;
            }
            more
        });
    }

    /// How urgently it was asked so far.
    #[must_use]
    pub fn urgency(&self) -> Urgency {
        *self.0.borrow()
    }
}

impl Stop {
    /// Whether new calls may begin.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        *self.0.borrow() > Urgency::None
    }

    /// Resolves when it is asked at least this urgently; never when the source is gone.
    pub async fn asked(&self, urgency: Urgency) {
        let mut receiver = self.0.clone();
        if receiver.wait_for(|now| *now >= urgency).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
