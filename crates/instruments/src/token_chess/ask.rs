//! Asking a model: one free re-prompt, then the stated fallback.

use ludometer_games::{Board, Color};
use ludometer_record::{
    PlayerName,
    desk::{Answer, Decide, Message, Question, Reply, ReplyForm, Situation},
};

use super::{
    TokenChess,
    decision::{Decided, Decision, Unusable, choice_form, chosen, decided, form},
    memory::{Choice, Memory},
    plan::PlannedGame,
    prompt::Knowledge,
    record::{Asker, SeatTally, Turn},
    rules::Rules,
    stand::Stand,
};
use crate::{
    desk::{Desk, DeskError},
    on_board::seat,
    said::said,
    seeds::seed_for,
};

/// What came of asking.
#[derive(Debug)]
pub(super) enum Outcome<T> {
    /// This.
    Given(T),
    /// The game's own cap on tokens or money does not allow the call.
    OverCap,
}

/// One seat's model, asked in one position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asking<'a> {
    bench: &'a TokenChess,
    game: &'a PlannedGame,
    side: Color,
    player: &'a PlayerName,
    board: &'a Board,
}

impl<'a> Asking<'a> {
    pub(super) fn new(
        bench: &'a TokenChess,
        game: &'a PlannedGame,
        side: Color,
        board: &'a Board,
    ) -> Self {
        Self {
            bench,
            game,
            side,
            player: &game.players[side],
            board,
        }
    }

    pub(super) fn prompt(&self, knowledge: &Knowledge<'_>) -> Result<String, DeskError> {
        let prompt = self.bench.prompts.turn(knowledge);
        prompt.map_err(|problem| DeskError::halted(problem.to_string()))
    }

    /// What to do next in a turn.
    pub(super) async fn decision<D: Desk>(
        &self,
        desk: &mut D,
        tally: &mut SeatTally,
        rules: &Rules,
        memory: Memory,
        prompt: String,
        turn: &Turn,
    ) -> Result<Outcome<(Decided, Asker)>, DeskError> {
        let candidates = &turn.candidates;
        let stand = Stand {
            fen: self.board.fen(),
            tokens: tally.bank,
            candidates: candidates.clone(),
        };
        let situation = stand.to_string();
        let read = |reply: &Reply| {
            let decided = decided(reply, rules, candidates)?;
            match decided.decision {
                // An impossible pick is a forced one, but there is nothing to force here.
                Decision::Pick(_) if candidates.is_empty() => Err(Unusable::NothingToPick),
                _ => Ok(decided),
            }
        };
        let form = form(rules, memory);
        let given = self.twice(desk, tally, prompt, &form, &situation, read);
        Ok(match given.await? {
            Outcome::Given(Some(decided)) => Outcome::Given((decided, Asker::Player)),
            Outcome::Given(None) => {
                let decision = Decision::Sample(rules.fallback());
                let note = None;
                Outcome::Given((Decided { decision, note }, Asker::Fallback))
            }
            Outcome::OverCap => Outcome::OverCap,
        })
    }

    /// Which memory to play with.
    pub(super) async fn choice<D: Desk>(
        &self,
        desk: &mut D,
        tally: &mut SeatTally,
        rules: &Rules,
        menu: Vec<Memory>,
    ) -> Result<Outcome<Choice>, DeskError> {
        let prompt = self
            .bench
            .prompts
            .choose(self.board.variant(), self.side, rules, &menu)
            .map_err(|problem| DeskError::halted(problem.to_string()))?;
        tally.decisions += 1;
        let form = choice_form(&menu);
        let given = self.twice(desk, tally, prompt, &form, "choice of memory", chosen);
        Ok(match given.await? {
            Outcome::Given(chosen) => {
                let fell_back = chosen.is_none();
                let (tool, why) = chosen.unwrap_or((Memory::None, None));
                Outcome::Given(Choice {
                    menu,
                    tool,
                    why,
                    fell_back,
                })
            }
            Outcome::OverCap => Outcome::OverCap,
        })
    }

    /// Asks, and once more where the reply cannot be used; gives nothing where the second
    /// cannot be used either.
    async fn twice<D: Desk, T>(
        &self,
        desk: &mut D,
        tally: &mut SeatTally,
        prompt: String,
        form: &ReplyForm,
        situation: &str,
        read: impl Fn(&Reply) -> Result<T, Unusable> + Send,
    ) -> Result<Outcome<Option<T>>, DeskError>
    where
        T: Send,
    {
        let mut messages = vec![Message::user(prompt)];
        for again in [false, true] {
            let question = self.question(&messages, form, situation, tally);
            let reply = match desk.ask(question).await? {
                Answer::Reply(reply) => reply,
                Answer::OverGameCap(_) => return Ok(Outcome::OverCap),
                other => return Err(DeskError::unfit(&other)),
            };
            tally.calls += 1;
            tally.usage.add(&reply.usage);
            let problem = match read(&reply) {
                Ok(given) => return Ok(Outcome::Given(Some(given))),
                Err(problem) => problem,
            };
            if again {
                tally.fallbacks += 1;
            } else {
                tally.parse_failures += 1;
                messages.push(said(&reply));
                let again = self.bench.prompts.again(&problem.to_string());
                let again = again.map_err(|problem| DeskError::halted(problem.to_string()))?;
                messages.push(Message::user(again));
            }
        }
        Ok(Outcome::Given(None))
    }

    fn question(
        &self,
        messages: &[Message],
        form: &ReplyForm,
        situation: &str,
        tally: &SeatTally,
    ) -> Question {
        let seat = seat(self.side);
        let place = seat.to_string();
        let number = tally.calls.to_string();
        let purpose = ["decide", self.game.id.as_str(), &place, &number];
        Question::Decide(Decide {
            seat,
            player: self.player.clone(),
            messages: messages.to_vec(),
            form: form.clone(),
            situation: Situation {
                position: situation.to_owned(),
                family: "token-chess".to_owned(),
                seed: seed_for(self.bench.seed(), &purpose),
            },
        })
    }
}
