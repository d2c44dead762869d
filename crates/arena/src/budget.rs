//! Caps on tokens and money. A call's worst case is reserved before it is made,
//! so a cap is never overshot by more than what a server uses beyond what it was
//! told to.

use std::sync::Mutex;

use ludometer_record::{
    PicoUsd,
    desk::{Message, OverCap},
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

/// Tokens that a conversation will at most take as a prompt. Tokenizers make
/// about four bytes of English a token; three leave room, and each message has a frame.
#[must_use]
pub fn prompt_estimate(messages: &[Message]) -> u64 {
    messages
        .iter()
        .map(|message| text_estimate(&message.text) + 8)
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
