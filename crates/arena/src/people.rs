//! People in the seats of a run: what they are asked, and what they answer.
//!
//! A question to a person stands open until somebody answers it, however long that takes, or
//! until the run is asked to stop. Each has a name, the digest of what is asked, so that no
//! answer reaches another question than the one that it was meant for.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ludometer_record::{
    Digest, GameId, PlayerName,
    desk::{Decide, Question},
};
use tokio::sync::{oneshot, watch};

/// The people of a run. Clones are of the same people.
#[derive(Debug, Clone, Default)]
pub struct People {
    names: Arc<BTreeSet<PlayerName>>,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    open: Mutex<Vec<Open>>,
    /// Tells how many questions were put or taken away.
    changes: watch::Sender<u64>,
}

impl Default for Shared {
    fn default() -> Self {
        let (changes, _) = watch::channel(0);
        Self {
            open: Mutex::default(),
            changes,
        }
    }
}

#[derive(Debug)]
struct Open {
    pending: Pending,
    answer: oneshot::Sender<String>,
}

/// A question that waits for a person.
#[derive(Debug, Clone)]
pub struct Pending {
    /// What it is called.
    pub question: Digest,
    /// In which game.
    pub game: GameId,
    /// What is asked.
    pub asked: Arc<Decide>,
}

/// An answer to a question that does not stand open: it was answered already, or taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this question is not open: it was answered already, or the game was put down")]
pub struct NotAsked;

impl People {
    /// The people of these names.
    #[must_use]
    pub fn of(names: impl IntoIterator<Item = PlayerName>) -> Self {
        Self {
            names: Arc::new(names.into_iter().collect()),
            shared: Arc::default(),
        }
    }

    /// Whether a player is one of them.
    #[must_use]
    pub fn has(&self, player: &PlayerName) -> bool {
        self.names.contains(player)
    }

    /// Puts a question and waits for its answer. A wait that is given up takes the question
    /// back.
    pub async fn ask(&self, game: &GameId, asked: &Decide) -> String {
        let (sender, answer) = oneshot::channel();
        let pending = Pending {
            question: Question::Decide(asked.clone()).digest(),
            game: game.clone(),
            asked: Arc::new(asked.clone()),
        };
        let _standing = Standing {
            shared: &self.shared,
            question: pending.question.clone(),
        };
        let open = Open {
            pending,
            answer: sender,
        };
        self.shared.open().push(open);
        self.shared.changed();
        match answer.await {
            Ok(text) => text,
            // Only an answer takes the sender while the question stands.
            Err(_) => std::future::pending().await,
        }
    }

    /// The questions that stand open, in the order in which they were put.
    #[must_use]
    pub fn pending(&self) -> Vec<Pending> {
        let open = self.shared.open();
        open.iter().map(|one| one.pending.clone()).collect()
    }

    /// Answers a question, once.
    pub fn answer(&self, question: &Digest, text: String) -> Result<(), NotAsked> {
        let mut open = self.shared.open();
        let place = open
            .iter()
            .position(|one| one.pending.question == *question);
        let one = open.swap_remove(place.ok_or(NotAsked)?);
        drop(open);
        self.shared.changed();
        one.answer.send(text).map_err(|_| NotAsked)
    }

    /// Resolves when a question stands open.
    pub async fn asked(&self) {
        let mut changes = self.shared.changes.subscribe();
        // The sender lives as long as this does.
        let _ = changes.wait_for(|_| !self.shared.open().is_empty()).await;
    }
}

impl Shared {
    fn open(&self) -> MutexGuard<'_, Vec<Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn changed(&self) {
        self.changes.send_modify(|many| *many += 1);
    }
}

/// A question as long as somebody waits for its answer.
struct Standing<'a> {
    shared: &'a Shared,
    question: Digest,
}

impl Drop for Standing<'_> {
    fn drop(&mut self) {
        let mut open = self.shared.open();
        let before = open.len();
        open.retain(|one| one.pending.question != self.question);
        let gone = open.len() < before;
        drop(open);
        if gone {
            self.shared.changed();
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use ludometer_record::{
        Seat,
        desk::{Message, ReplyForm, Situation},
    };

    use super::*;

    fn ada() -> PlayerName {
        PlayerName::new("Ada").unwrap()
    }

    fn game() -> GameId {
        GameId::new("g").unwrap()
    }

    fn question(text: &str) -> Decide {
        Decide {
            seat: Seat::First,
            player: ada(),
            messages: vec![Message::user(text)],
            form: ReplyForm::Text,
            situation: Situation {
                position: text.to_owned(),
                family: String::new(),
                seed: 1,
            },
        }
    }

    #[tokio::test]
    async fn an_answer_comes_to_its_question_once() {
        let people = People::of([ada()]);
        assert!(people.has(&ada()) && !people.has(&PlayerName::new("Bob").unwrap()));
        let (game, first) = (game(), question("first"));
        let asking = people.ask(&game, &first);
        let answering = async {
            people.asked().await;
            let pending = people.pending();
            assert_eq!(*pending[0].asked, first);
            let name = &pending[0].question;
            let stranger = Question::Decide(question("other")).digest();
            assert_eq!(people.answer(&stranger, "no".to_owned()), Err(NotAsked));
            assert_eq!(people.answer(name, "e4".to_owned()), Ok(()));
            assert_eq!(people.answer(name, "d4".to_owned()), Err(NotAsked));
        };
        let (answer, ()) = tokio::join!(asking, answering);
        assert_eq!(answer, "e4");
        assert!(people.pending().is_empty());
    }

    #[tokio::test]
    async fn a_question_that_nobody_waits_for_is_taken_back() {
        let people = People::of([ada()]);
        let (game, asked) = (game(), question("first"));
        let mut asking = Box::pin(people.ask(&game, &asked));
        assert!(asking.as_mut().now_or_never().is_none());
        let name = people.pending()[0].question.clone();
        drop(asking);
        assert!(people.pending().is_empty());
        assert_eq!(people.answer(&name, "e4".to_owned()), Err(NotAsked));
        assert!(people.asked().now_or_never().is_none());
    }

    #[tokio::test]
    async fn two_questions_are_told_apart() {
        let people = People::of([ada()]);
        let (game, one, other) = (game(), question("one"), question("other"));
        let answering = async {
            for name in [&other, &one] {
                let digest = Question::Decide(name.clone()).digest();
                let text = name.messages[0].text.clone();
                people.answer(&digest, text).unwrap();
            }
        };
        let asked = (people.ask(&game, &one), people.ask(&game, &other));
        let (first, second, ()) = tokio::join!(asked.0, asked.1, answering);
        assert_eq!((first.as_str(), second.as_str()), ("one", "other"));
    }
}
