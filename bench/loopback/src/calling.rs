//! Plays chess by calling tools, from what a request says alone.

use ludometer_games::{Color, chess::Position};
use serde_json::{Value, json};

use crate::{
    dialect::Asked,
    player::{Call, Said},
};

/// How a server plays chess by tools: `get_state` first and whenever it was told of no
/// position, otherwise `play_move` with a legal move. The same for the same conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolPlay {
    /// Of its choices.
    pub seed: u64,
    /// How well it keeps to the tools.
    pub manners: Manners,
    /// Calls `resign` from this ply of the game on, if it is offered.
    pub resigns_at: Option<u32>,
}

/// How well a server keeps to the tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manners {
    /// One call at a time, always legal.
    Good,
    /// Every other answer or so has a slip: text without a call, a move that is not legal,
    /// two calls in one answer, arguments that are no JSON, a tool that is not there.
    Bad,
}

const LOOK: &str = "get_state";
const PLAY: &str = "play_move";
const RESIGN: &str = "resign";

impl ToolPlay {
    /// Good play that never gives up.
    #[must_use]
    pub fn good(seed: u64) -> Self {
        Self {
            seed,
            manners: Manners::Good,
            resigns_at: None,
        }
    }

    pub(crate) fn say(self, request: &Value) -> Said {
        let asked = Asked::read(request);
        if !asked.offers(PLAY) {
            return Said::text("I see no tools.");
        }
        let looks = asked.offers(LOOK);
        let position = asked.position().filter(|_| asked.has_called || !looks);
        match position {
            Some(position) => self.play(&asked, &position, request),
            None if looks => Said::calls("", vec![call(LOOK, &json!({}))]),
            None => Said::text("I see no position."),
        }
    }

    fn play(self, asked: &Asked<'_>, position: &Position, request: &Value) -> Said {
        if self.resigns_at.is_some_and(|from| ply(position) >= from) && asked.offers(RESIGN) {
            return Said::calls("I give up.", vec![call(RESIGN, &json!({}))]);
        }
        let mut moves: Vec<String> = position.moves().into_iter().map(Position::uci).collect();
        moves.sort();
        let Some(chosen) = pick(&moves, self.number(&position.fen())) else {
            return Said::text("The game is over.");
        };
        let plays = |text: &str| {
            let argument = asked.argument(PLAY).unwrap_or("move");
            call(PLAY, &json!({ argument: text }))
        };
        let slip = match self.manners {
            Manners::Good => None,
            Manners::Bad => Some(self.number(&request["messages"].to_string()) % 10),
        };
        match slip {
            Some(0) => Said::text(format!("I would play {chosen}.")),
            Some(1) => {
                let never = ["a1h7", "h8a2"].into_iter();
                let illegal = never.filter(|text| !moves.iter().any(|legal| legal == text));
                Said::calls("", illegal.take(1).map(plays).collect())
            }
            Some(2) => Said::calls("Both.", vec![plays(chosen), call(LOOK, &json!({}))]),
            Some(3) => Said::calls("", vec![Call::new(PLAY, "{\"move\": \"e2")]),
            Some(4) => Said::calls("", vec![Call::new("functions.play move", "{}")]),
            _ => Said::calls("", vec![plays(chosen)]),
        }
    }

    /// A number that depends on the seed and a text alone.
    fn number(self, text: &str) -> u64 {
        let hash = blake3::hash(format!("{} {text}", self.seed).as_bytes());
        let first = hash.as_bytes()[..8].try_into();
        u64::from_le_bytes(first.expect("eight bytes of 32"))
    }
}

fn call(tool: &str, arguments: &Value) -> Call {
    Call::new(tool, &arguments.to_string())
}

fn pick(from: &[String], number: u64) -> Option<&String> {
    let len = u64::try_from(from.len()).ok().filter(|len| *len > 0)?;
    from.get(usize::try_from(number % len).ok()?)
}

/// Plies since the start, by the position's own count.
fn ply(position: &Position) -> u32 {
    let fen = position.fen();
    let number = fen.rsplit(' ').next().and_then(|text| text.parse().ok());
    let whole: u32 = number.unwrap_or(1);
    whole.saturating_sub(1).saturating_mul(2) + u32::from(position.turn() == Color::Black)
}
