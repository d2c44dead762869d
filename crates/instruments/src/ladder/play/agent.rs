//! A program that plays by itself over the game's server.

use ludometer_record::{
    desk::{Answer, Leaving, Question, Serve, ToolResult},
    ending::Termination,
};

use super::Table;
use crate::{
    desk::{Desk, DeskError},
    on_board::seat,
    served::CallClass,
};

impl Table<'_> {
    /// Serves the program until it leaves: also after the end, since it says only when it
    /// leaves how many tokens it took.
    pub(super) async fn agent_plays<D: Desk>(
        &mut self,
        desk: &mut D,
    ) -> Result<Option<Termination>, DeskError> {
        let prompt = self
            .ladder
            .prompts()
            .tools(self.color, self.ladder.table(), true);
        let prompt = prompt.map_err(|problem| DeskError::halted(problem.to_string()))?;
        match desk.ask(self.serve(Some(prompt), None)).await? {
            Answer::Started(at) => self.clock = at,
            other => return Err(DeskError::unfit(&other)),
        }
        // Where it has Black, the first state has a move on the board.
        self.opponent_answers(desk).await?;
        let mut result = None;
        loop {
            match desk.ask(self.serve(None, result.take())).await? {
                Answer::Called(call) => {
                    let over = self.served.over().is_some();
                    if !over && self.served.calls().total() >= self.ladder.table().max_calls {
                        self.served.lost(Termination::CallLimit);
                    }
                    let took = call.at.duration_since(self.clock).as_micros();
                    let told = self.call(desk, &call, u64::try_from(took).ok()).await?;
                    debug_assert!(
                        !over || told.class != CallClass::Moved,
                        "no move after the end"
                    );
                    result = Some(told.result);
                }
                Answer::Left(left) => {
                    self.tokens.add_departure(&left);
                    self.player_us = left.timing.wall_us;
                    self.last_words = left.last_words;
                    return Ok(Some(match left.why {
                        // One is killed only after its game, whose end stands.
                        Leaving::Done | Leaving::Killed => Termination::WalkedAway,
                        Leaving::OutOfTime => Termination::TimeLimit,
                    }));
                }
                other => return Err(DeskError::unfit(&other)),
            }
        }
    }

    fn serve(&self, prompt: Option<String>, result: Option<ToolResult>) -> Question {
        Question::Serve(Serve {
            seat: seat(self.color),
            player: self.game.player.clone(),
            prompt,
            result,
            over: self.served.over().is_some(),
        })
    }
}
