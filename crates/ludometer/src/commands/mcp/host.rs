//! One game between an agent at a port and its opponent.

use std::time::{Duration, Instant};

use anyhow::Result;
use ludometer_arena::mcp::Port;
use ludometer_instruments::served::{Field, Heard, Served};

use super::audit::{Audit, Event};
use crate::opponent::Opponent;

/// A game with all that it needs.
pub struct Host<'a, F: Field> {
    pub game: Served<F>,
    pub number: u64,
    pub audit: &'a Audit,
}

impl<F: Field> Host<'_, F> {
    /// Plays until the agent is gone.
    pub async fn play(mut self, port: &mut Port, opponent: &mut impl Opponent<F>) -> Result<()> {
        self.serve(port, opponent).await?;
        let plies = self.game.field().plies();
        let calls = self.game.calls();
        self.audit.write(self.number, Event::Left { plies, calls })
    }

    async fn serve(&mut self, port: &mut Port, opponent: &mut impl Opponent<F>) -> Result<()> {
        self.opponent_moves(opponent).await?;
        let mut n = 0;
        while let Some(call) = port.next().await {
            let started = Instant::now();
            let was_over = self.game.over().is_some();
            let heard = self.game.call(&call);
            let class = heard.class();
            let result = match heard {
                Heard::Answer(_, result) => result,
                Heard::Moved | Heard::Resigned => {
                    self.opponent_moves(opponent).await?;
                    self.game.state()
                }
            };
            n += 1;
            let event = Event::Call {
                n,
                came: call.at,
                tool: &call.tool,
                arguments: &call.arguments,
                class,
                wall_us: micros(started.elapsed()),
                ply: self.game.field().plies(),
            };
            self.audit.write(self.number, event)?;
            if !was_over {
                self.note_end()?;
            }
            port.answer(result);
        }
        Ok(())
    }

    async fn opponent_moves(&mut self, opponent: &mut impl Opponent<F>) -> Result<()> {
        if !self.game.awaits_opponent() {
            return Ok(());
        }
        let reply = opponent.reply(self.game.field()).await?;
        self.game.opponent_moves(&reply)?;
        let ply = self.game.field().plies();
        let event = Event::Opponent { ply, reply: &reply };
        self.audit.write(self.number, event)
    }

    fn note_end(&self) -> Result<()> {
        let Some(over) = self.game.over() else {
            return Ok(());
        };
        let event = Event::End {
            over,
            plies: self.game.field().plies(),
            calls: self.game.calls(),
        };
        self.audit.write(self.number, event)
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
