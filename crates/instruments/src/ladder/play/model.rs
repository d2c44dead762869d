//! A model without a program: it calls the tools, or answers with one JSON object a turn.

use ludometer_record::{
    desk::{Answer, Decide, Finish, Message, Question, Reply, ReplyForm, Situation, ToolCall},
    ending::Termination,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Table;
use crate::{
    desk::{Desk, DeskError},
    ladder::Form,
    on_board::seat,
    said::{last_object, said, without_thinking},
    seeds::seed_for,
    served::{CallClass, Tool},
};

/// What came of a reply.
enum Came {
    /// The game went on.
    On,
    /// Nothing: why, where that is the player's last chance.
    Nothing(Termination),
}

impl Table<'_> {
    /// One continuing conversation until the game is over or lost.
    pub(super) async fn model_plays<D: Desk>(
        &mut self,
        desk: &mut D,
    ) -> Result<Option<Termination>, DeskError> {
        self.opponent_answers(desk).await?;
        let mut conversation = vec![Message::user(self.opening()?)];
        let (mut replies, mut in_vain) = (0, 0);
        while self.served.over().is_none() {
            let table = self.ladder.table();
            if replies >= table.max_calls || self.served.calls().total() >= table.max_calls {
                return Ok(Some(Termination::CallLimit));
            }
            let reply = match desk.ask(self.decide(&conversation, replies)).await? {
                Answer::Reply(reply) => reply,
                Answer::OverGameCap(_) => return Ok(Some(Termination::BudgetExhausted)),
                other => return Err(DeskError::unfit(&other)),
            };
            replies += 1;
            self.tokens.add(&reply.usage);
            self.player_us = self.player_us.saturating_add(reply.timing.wall_us);
            conversation.push(said(&reply));
            let came = match table.form {
                Form::Tools => self.calls(desk, &reply, &mut conversation).await?,
                Form::Json => self.answers(desk, &reply, &mut conversation).await?,
            };
            match came {
                Came::On => in_vain = 0,
                Came::Nothing(why) => {
                    in_vain += 1;
                    if in_vain >= table.tries {
                        return Ok(Some(why));
                    }
                }
            }
        }
        Ok(None)
    }

    fn opening(&self) -> Result<String, DeskError> {
        let (prompts, table) = (self.ladder.prompts(), self.ladder.table());
        let opening = match table.form {
            Form::Tools => prompts.tools(self.color, table, false),
            Form::Json => prompts.json(self.color, table, &self.served.state().text),
        };
        opening.map_err(|problem| DeskError::halted(problem.to_string()))
    }

    fn decide(&self, conversation: &[Message], number: u32) -> Question {
        let form = match self.ladder.table().form {
            Form::Tools => ReplyForm::Tools(self.served.tools()),
            Form::Json => ReplyForm::Json {
                name: "chess_move".to_owned(),
                schema: json!({
                    "type": "object",
                    "properties": { "move": { "type": "string" } },
                    "required": ["move"],
                    "additionalProperties": false,
                }),
            },
        };
        let id = self.game.id.as_str();
        Question::Decide(Decide {
            seat: seat(self.color),
            player: self.game.player.clone(),
            messages: conversation.to_vec(),
            form,
            situation: Situation {
                position: self.board().fen(),
                family: match self.ladder.table().form {
                    Form::Tools => "tools".to_owned(),
                    Form::Json => "json".to_owned(),
                },
                seed: seed_for(self.ladder.seed(), &["reply", id, &number.to_string()]),
            },
        })
    }

    /// Takes a reply's calls, in order; each gets its result.
    async fn calls<D: Desk>(
        &mut self,
        desk: &mut D,
        reply: &Reply,
        conversation: &mut Vec<Message>,
    ) -> Result<Came, DeskError> {
        if reply.calls.is_empty() {
            self.unusable += 1;
            let nudge = self.ladder.prompts().nudge();
            let nudge = nudge.map_err(|problem| DeskError::halted(problem.to_string()))?;
            conversation.push(Message::user(nudge));
            return Ok(Came::Nothing(without_a_move(reply)));
        }
        let mut came = Came::Nothing(Termination::Unparseable);
        for (number, wanted) in (0..).zip(&reply.calls) {
            let call = ToolCall {
                tool: wanted.name.clone(),
                arguments: arguments(&wanted.arguments),
                at: reply_time(reply),
            };
            // All calls of a reply were made in its time; it is told of the first.
            let took = (number == 0).then_some(reply.timing.wall_us);
            let told = self.call(desk, &call, took).await?;
            match told.class {
                CallClass::Moved | CallClass::Resigned => came = Came::On,
                CallClass::IllegalMove => {
                    if matches!(came, Came::Nothing(_)) {
                        came = Came::Nothing(Termination::Illegal);
                    }
                }
                _ => {}
            }
            conversation.push(Message::tool(wanted.id.clone(), told.result.text));
        }
        Ok(came)
    }

    /// Takes the move of a JSON reply.
    async fn answers<D: Desk>(
        &mut self,
        desk: &mut D,
        reply: &Reply,
        conversation: &mut Vec<Message>,
    ) -> Result<Came, DeskError> {
        let Some(text) = move_in(&reply.text) else {
            self.unusable += 1;
            let problem = "Your reply has no move in it. Answer with one JSON object, as {\"move\": \"e2e4\"}.";
            self.again(conversation, problem)?;
            return Ok(Came::Nothing(without_a_move(reply)));
        };
        let resigns = text.trim().eq_ignore_ascii_case("resign");
        let call = ToolCall {
            tool: if resigns {
                Tool::Resign
            } else {
                Tool::PlayMove
            }
            .name()
            .to_owned(),
            arguments: if resigns {
                json!({})
            } else {
                json!({ "move": text })
            },
            at: reply_time(reply),
        };
        let told = self.call(desk, &call, Some(reply.timing.wall_us)).await?;
        match told.class {
            CallClass::Moved => {
                conversation.push(Message::user(told.result.text));
                Ok(Came::On)
            }
            CallClass::Resigned => Ok(Came::On),
            class => {
                let said: Value = serde_json::from_str(&told.result.text).unwrap_or_default();
                let problem = said["error"].as_str().unwrap_or_default().to_owned();
                self.again(conversation, &problem)?;
                Ok(Came::Nothing(match class {
                    CallClass::IllegalMove => Termination::Illegal,
                    _ => Termination::Unparseable,
                }))
            }
        }
    }

    fn again(&self, conversation: &mut Vec<Message>, problem: &str) -> Result<(), DeskError> {
        let again = self
            .ladder
            .prompts()
            .again(problem, &self.served.state().text);
        let again = again.map_err(|problem| DeskError::halted(problem.to_string()))?;
        conversation.push(Message::user(again));
        Ok(())
    }
}

/// Arguments as JSON; a text that is none stays a text, which no tool takes.
fn arguments(text: &str) -> Value {
    if text.trim().is_empty() {
        return json!({});
    }
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

/// When a reply was there.
fn reply_time(reply: &Reply) -> jiff::Timestamp {
    let took = std::time::Duration::from_micros(reply.timing.wall_us);
    reply
        .timing
        .sent
        .saturating_add(took)
        .unwrap_or(reply.timing.sent)
}

/// What a reply without a move loses by, if it is the last.
fn without_a_move(reply: &Reply) -> Termination {
    match reply.finish {
        Finish::Length => Termination::Truncated,
        Finish::Refusal => Termination::Refused,
        _ => Termination::Unparseable,
    }
}

/// The move of the last JSON object that has one.
fn move_in(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Object {
        r#move: Option<Value>,
    }
    last_object(without_thinking(text), |object: Object| {
        object.r#move.map(|value| match value {
            Value::String(text) => Some(text),
            _ => None,
        })
    })
}
