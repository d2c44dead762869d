//! Caps on tokens and money. A call's worst case is reserved before it is made,
//! so a cap is never overshot by more than what a server uses beyond what it was
//! told to.

use std::sync::Mutex;

use ludometer_record::{
    PicoUsd,
    desk::{Decide, Message, OverCap, Reply, ReplyForm, ToolUse},
    study::Limits,
};
use tokio::sync::Notify;

/// Tokens and money together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spend {
    /// Prompt and completion tokens.
    pub tokens: u64,
    /// Money.
    pub money: PicoUsd,
}

impl Spend {
    /// The sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            tokens: self.tokens.saturating_add(other.tokens),
            money: self.money + other.money,
        }
    }

    fn minus(self, other: Self) -> Self {
        Self {
            tokens: self.tokens.saturating_sub(other.tokens),
            money: self.money.saturating_sub(other.money),
        }
    }
}

/// What frames a message, a call or a tool, in tokens.
const FRAME: u64 = 8;

/// Tokens that a question will at most take as a prompt: its conversation and the tools
/// that it offers.
#[must_use]
pub fn question_estimate(question: &Decide) -> u64 {
    let tools = match &question.form {
        ReplyForm::Tools(tools) => tools.as_slice(),
        ReplyForm::Text | ReplyForm::Json { .. } => &[],
    };
    let offered: u64 = tools
        .iter()
        .map(|tool| {
            text_estimate(&tool.name)
                + text_estimate(&tool.description)
                + text_estimate(&tool.parameters.to_string())
                + FRAME
        })
        .sum();
    prompt_estimate(&question.messages) + offered
}

/// Tokens that a conversation will at most take as a prompt. Tokenizers make
/// about four bytes of English a token; three leave room, and each message has a frame.
#[must_use]
pub fn prompt_estimate(messages: &[Message]) -> u64 {
    messages
        .iter()
        .map(|message| {
            let answered = message.answers.as_deref().map_or(0, text_estimate);
            text_estimate(&message.text) + answered + calls_estimate(&message.calls) + FRAME
        })
        .sum()
}

/// Tokens that a reply took, where the server does not count: its text and its calls.
#[must_use]
pub fn reply_estimate(reply: &Reply) -> u64 {
    text_estimate(&reply.text) + calls_estimate(&reply.calls)
}

fn calls_estimate(calls: &[ToolUse]) -> u64 {
    calls
        .iter()
        .map(|call| {
            text_estimate(&call.id)
                + text_estimate(&call.name)
                + text_estimate(&call.arguments)
                + FRAME
        })
        .sum()
}

/// Tokens that a text will at most take.
#[must_use]
pub fn text_estimate(text: &str) -> u64 {
    (text.len() as u64).div_ceil(3)
}

/// A pair of caps with the study keys that set them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Caps {
    tokens: Option<u64>,
    dollars: Option<f64>,
    keys: (&'static str, &'static str),
}

impl Caps {
    /// The caps of the whole study.
    #[must_use]
    pub fn of_study(limits: &Limits) -> Self {
        Self {
            tokens: limits.tokens,
            dollars: limits.dollars,
            keys: ("limits.tokens", "limits.dollars"),
        }
    }

    /// The caps of each game.
    #[must_use]
    pub fn of_game(limits: &Limits) -> Self {
        Self {
            tokens: limits.game_tokens,
            dollars: limits.game_dollars,
            keys: ("limits.game_tokens", "limits.game_dollars"),
        }
    }

    /// Whether `reservation` fits on top of `spent`; otherwise the cap it would overrun.
    pub fn admit(&self, spent: Spend, reservation: Spend) -> Result<(), OverCap> {
        let after = spent.plus(reservation);
        if let Some(cap) = self.tokens.filter(|cap| after.tokens > *cap) {
            return Err(OverCap {
                key: self.keys.0.to_owned(),
                cap: cap as f64,
                spent: spent.tokens as f64,
                reservation: reservation.tokens as f64,
            });
        }
        let money = self
            .dollars
            .and_then(|dollars| Some((dollars, PicoUsd::from_dollars(dollars)?)));
        if let Some((dollars, _)) = money.filter(|(_, cap)| after.money > *cap) {
            return Err(OverCap {
                key: self.keys.1.to_owned(),
                cap: dollars,
                spent: spent.money.dollars(),
                reservation: reservation.money.dollars(),
            });
        }
        Ok(())
    }
}

/// The study's purse, shared by all games.
#[derive(Debug)]
pub struct Purse {
    caps: Caps,
    state: Mutex<State>,
    freed: Notify,
}

#[derive(Debug, Clone, Copy, Default)]
struct State {
    spent: Spend,
    reserved: Spend,
}

impl Purse {
    /// A purse from which this much has been taken, in earlier sessions.
    #[must_use]
    pub fn new(caps: Caps, spent: Spend) -> Self {
        Self {
            caps,
            state: Mutex::new(State {
                spent,
                reserved: Spend::default(),
            }),
            freed: Notify::new(),
        }
    }

    /// Reserves, waiting for other calls to settle where that can make room.
    pub async fn reserve(&self, reservation: Spend) -> Result<Reserved<'_>, OverCap> {
        loop {
            let freed = self.freed.notified();
            {
                let mut state = self.lock();
                let taken = state.spent.plus(state.reserved);
                match self.caps.admit(taken, reservation) {
                    Ok(()) => {
                        state.reserved = state.reserved.plus(reservation);
                        return Ok(Reserved {
                            purse: self,
                            reservation,
                            settled: None,
                        });
                    }
                    // What is reserved comes back in part, so there is hope.
                    Err(_) if state.reserved != Spend::default() => {}
                    Err(over) => return Err(over),
                }
            }
            freed.await;
        }
    }

    /// Takes what was spent without a reservation: what a program took is known only when it
    /// has left.
    pub fn take(&self, spent: Spend) {
        let mut state = self.lock();
        state.spent = state.spent.plus(spent);
    }

    /// Taken so far.
    #[must_use]
    pub fn spent(&self) -> Spend {
        self.lock().spent
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        // Nothing panics while it holds the lock; the numbers are good either way.
        self.state
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// A reservation. Dropping it gives back what was not settled.
#[derive(Debug)]
pub struct Reserved<'a> {
    purse: &'a Purse,
    reservation: Spend,
    settled: Option<Spend>,
}

impl Reserved<'_> {
    /// Replaces the reservation by what the call really took.
    pub fn settle(mut self, spent: Spend) {
        self.settled = Some(spent);
    }
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        let mut state = self.purse.lock();
        state.reserved = state.reserved.minus(self.reservation);
        state.spent = state.spent.plus(self.settled.unwrap_or_default());
        drop(state);
        self.purse.freed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn purse(tokens: u64) -> Purse {
        let limits = Limits {
            tokens: Some(tokens),
            ..Limits::default()
        };
        Purse::new(Caps::of_study(&limits), Spend::default())
    }

    fn tokens(tokens: u64) -> Spend {
        Spend {
            tokens,
            money: PicoUsd::ZERO,
        }
    }

    #[test]
    fn a_reservation_holds_until_it_is_settled() {
        let purse = purse(100);
        let first = purse.reserve(tokens(60)).now_or_never().unwrap().unwrap();
        // It does not fit beside the first, but might when that is settled: it waits.
        let mut second = Box::pin(purse.reserve(tokens(60)));
        assert!(second.as_mut().now_or_never().is_none());
        first.settle(tokens(30));
        let second = second.now_or_never().unwrap().unwrap();
        assert_eq!(purse.spent(), tokens(30));
        second.settle(tokens(50));
        // Nothing is reserved that could come back: refused, with the numbers.
        let over = purse
            .reserve(tokens(21))
            .now_or_never()
            .unwrap()
            .unwrap_err();
        assert_eq!(
            (over.key.as_str(), over.cap, over.spent, over.reservation),
            ("limits.tokens", 100.0, 80.0, 21.0)
        );
        assert!(purse.reserve(tokens(20)).now_or_never().unwrap().is_ok());
    }

    #[test]
    fn what_is_taken_without_a_reservation_counts() {
        let purse = purse(100);
        purse.take(tokens(100));
        assert!(
            purse
                .reserve(tokens(0))
                .now_or_never()
                .is_some_and(|it| it.is_ok())
        );
        purse.take(tokens(1));
        let over = purse.reserve(tokens(0)).now_or_never();
        assert!(over.is_some_and(|it| it.is_err()));
    }

    #[test]
    fn a_call_that_was_not_made_costs_nothing() {
        let purse = purse(100);
        drop(purse.reserve(tokens(100)).now_or_never().unwrap().unwrap());
        assert_eq!(purse.spent(), Spend::default());
        assert!(purse.reserve(tokens(100)).now_or_never().unwrap().is_ok());
    }

    /// By hand: a token for three bytes or part of them, and eight for each frame.
    #[test]
    fn calls_and_tools_are_part_of_a_prompt() {
        let call = |id: &str, arguments: &str| ToolUse {
            id: id.to_owned(),
            name: "play_move".to_owned(),
            arguments: arguments.to_owned(),
        };
        let calls = vec![call("id1", r#"{"move": "e2e4"}"#), call("id23", "")];
        let first = Message {
            calls: calls.clone(),
            ..Message::assistant("I play.")
        };
        let messages = vec![first, Message::tool("id1", "ok")];
        let called = (1 + 3 + 6 + 8) + (2 + 3 + 8);
        assert_eq!(prompt_estimate(&messages), (3 + called + 8) + (1 + 1 + 8));
        assert_eq!(prompt_estimate(&[Message::user("1234")]), 2 + 8);

        let mut question = Decide {
            seat: ludometer_record::Seat::First,
            player: ludometer_record::PlayerName::new("p").unwrap(),
            messages,
            form: ReplyForm::Text,
            situation: ludometer_record::desk::Situation {
                position: String::new(),
                family: String::new(),
                seed: 0,
            },
        };
        let bare = question_estimate(&question);
        assert_eq!(bare, prompt_estimate(&question.messages));
        question.form = ReplyForm::Tools(vec![ludometer_record::desk::ToolSpec {
            name: "play_move".to_owned(),
            description: "Plays.".to_owned(),
            parameters: serde_json::json!({ "type": "object" }),
        }]);
        assert_eq!(question_estimate(&question), bare + 3 + 2 + 6 + 8);
    }

    #[test]
    fn money_has_a_cap_of_its_own() {
        let limits = Limits {
            game_dollars: Some(0.5),
            ..Limits::default()
        };
        let caps = Caps::of_game(&limits);
        let dollars = |amount: f64| Spend {
            tokens: 0,
            money: PicoUsd::from_dollars(amount).unwrap(),
        };
        assert_eq!(caps.admit(dollars(0.3), dollars(0.2)), Ok(()));
        assert_eq!(
            caps.admit(dollars(0.3), dollars(0.21)).unwrap_err().key,
            "limits.game_dollars"
        );
        assert_eq!(caps.admit(tokens(u64::MAX), tokens(u64::MAX)), Ok(()));
    }
}
