//! One game, straight through. Its only door to the world is the desk.

use futures_util::FutureExt;
use ludometer_games::chopsticks::{Ending as BoardEnding, Playing, Position, Side};
use ludometer_record::{
    GameId, PlayerName, Seat,
    desk::{Answer, Decide, Message, Question, Reply, Situation, Usage},
    ending::{Ending, GameResult, Termination},
    journal::Exchange,
};
use ludometer_solver::Value;
use rand_chacha::ChaCha8Rng;

use super::{
    Cell, ChopBench, Family, Grade, Mode, Opponent, PlannedGame, UnusableClass, Verdict, built_in,
    commitment, family::Part, grade,
};
use crate::{
    desk::{Desk, DeskError, ReplayDesk, Seen},
    said::said,
    seeds::{generator, seed_for},
};

/// Tries that a model in the opponent's seat has for a legal move.
const OPPONENT_TRIES: u32 = 3;

/// A game that was played to its end.
#[derive(Debug, Clone, PartialEq)]
pub struct GameRecord {
    /// The game.
    pub id: GameId,
    /// Its cell.
    pub cell: Cell,
    /// The examinee's seat.
    pub examinee: Seat,
    /// Who sat across.
    pub opponent: String,
    /// Plies played.
    pub plies: u32,
    /// Every position, each from the side that was to move; the last one is where it ended.
    pub line: Vec<Position>,
    /// How it ended.
    pub ending: Ending,
    /// The examinee's turns that were answered.
    pub turns: Vec<Turn>,
}

/// A game as far as it was played.
#[derive(Debug, Clone, PartialEq)]
pub struct SoFar {
    /// Every position, each from the side that was to move.
    pub line: Vec<Position>,
    /// The examinee's turns that were answered; the last one may have been broken off.
    pub turns: Vec<Turn>,
}

/// One turn of the examinee.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// Plies before it.
    pub ply: u32,
    /// The position, from the examinee's side.
    pub position: Position,
    /// Its value.
    pub value: Value,
    /// What the examinee offered; the first try is what is graded.
    pub tries: Vec<Try>,
}

/// One reply of the examinee.
#[derive(Debug, Clone, PartialEq)]
pub struct Try {
    /// Its grade.
    pub grade: Grade,
    /// Tokens that it took.
    pub usage: Usage,
}

/// Plays a game.
pub(super) async fn play<D: Desk>(
    bench: &ChopBench,
    game: &PlannedGame,
    desk: &mut D,
) -> Result<GameRecord, DeskError> {
    let mut table = Table::new(bench, game);
    let ending = table.play_on(desk).await?;
    Ok(table.record(ending))
}

/// Plays a game again as far as the journal has it.
pub(super) fn so_far(
    bench: &ChopBench,
    game: &PlannedGame,
    exchanges: &[Exchange],
    seen: Seen<'_>,
) -> SoFar {
    let mut table = Table::new(bench, game);
    let mut desk = ReplayDesk::new(&game.id, exchanges).shown_to(seen);
    // A replay desk answers at once, or refuses: what was played up to there is in the table.
    let _ = table.play_on(&mut desk).now_or_never();
    SoFar {
        line: table.line,
        turns: table.turns,
    }
}

/// A game in progress.
struct Table<'a> {
    bench: &'a ChopBench,
    game: &'a PlannedGame,
    playing: Playing,
    random: ChaCha8Rng,
    /// The examinee's conversation, in dialogue mode.
    dialogue: Vec<Message>,
    line: Vec<Position>,
    turns: Vec<Turn>,
}

impl<'a> Table<'a> {
    fn new(bench: &'a ChopBench, game: &'a PlannedGame) -> Self {
        Self {
            bench,
            game,
            playing: Playing::from_position(bench.solved.rules(), game.start, Side::First),
            random: generator(bench.seed, &["game", game.id.as_str()]),
            dialogue: Vec::new(),
            line: vec![game.start],
            turns: Vec::new(),
        }
    }

    /// Plays until the game is over.
    async fn play_on<D: Desk>(&mut self, desk: &mut D) -> Result<Ending, DeskError> {
        loop {
            if let Some(ending) = self.over() {
                return Ok(ending);
            }
            let ending = if self.seat() == self.game.examinee {
                self.examinee_moves(desk).await?
            } else {
                self.opponent_moves(desk).await?
            };
            if let Some(ending) = ending {
                return Ok(ending);
            }
        }
    }

    fn seat(&self) -> Seat {
        seat(self.playing.to_move())
    }

    fn over(&self) -> Option<Ending> {
        let scored = |result, termination| {
            Some(Ending::Scored {
                result,
                termination,
            })
        };
        match self.playing.ending() {
            Some(BoardEnding::HandsDead { winner }) => {
                scored(GameResult::won_by(seat(winner)), Termination::HandsDead)
            }
            Some(BoardEnding::Countdown) => scored(GameResult::Draw, Termination::Countdown),
            None if self
                .bench
                .table
                .ply_cap
                .is_some_and(|cap| self.playing.ply() >= cap) =>
            {
                scored(GameResult::Draw, Termination::PlyCap)
            }
            None => None,
        }
    }

    fn record(self, ending: Ending) -> GameRecord {
        GameRecord {
            id: self.game.id.clone(),
            cell: self.game.cell.clone(),
            examinee: self.game.examinee,
            opponent: self.game.opponent.to_string(),
            plies: self.playing.ply(),
            line: self.line,
            ending,
            turns: self.turns,
        }
    }

    /// Plays a legal result. Only states that were graded legal get here.
    fn play(&mut self, state: Position) {
        let played = self.playing.play(state);
        debug_assert!(played.is_ok(), "{state} was graded legal");
        self.line.push(self.playing.position());
    }

    /// One turn of the examinee, with as many tries as the policy allows.
    async fn examinee_moves<D: Desk>(&mut self, desk: &mut D) -> Result<Option<Ending>, DeskError> {
        let cell = &self.game.cell;
        let family = &self.bench.families[&cell.family];
        let position = self.playing.position();
        let part = if self.dialogue.is_empty() {
            Part::Opening
        } else {
            Part::Turn
        };
        let mut conversation = std::mem::take(&mut self.dialogue);
        conversation.push(Message::user(family.prompt(part, position)));
        let mut tries = Vec::new();
        let ending = loop {
            let number = u32::try_from(tries.len()).unwrap_or(u32::MAX);
            let question = self.question(&cell.model, family, &conversation, position, number);
            let reply = match desk.ask(question).await {
                Ok(Answer::Reply(reply)) => reply,
                Ok(Answer::OverGameCap(_)) => {
                    break Ok(Some(self.lost_by(Termination::BudgetExhausted)));
                }
                Ok(other) => break Err(DeskError::unfit(&other)),
                // A turn that is broken off is kept as well: a game in flight is shown as it
                // stands.
                Err(problem) => break Err(problem),
            };
            let grade = self.grade(family, position, &reply);
            conversation.push(said(&reply));
            tries.push(Try {
                grade,
                usage: reply.usage,
            });
            if let (true, Some(state)) = (grade.verdict.is_legal(), grade.state) {
                self.play(state);
                break Ok(None);
            }
            if tries.len() >= self.bench.table.policy.tries() as usize {
                break Ok(Some(self.lost_by(termination(grade.verdict))));
            }
            conversation.push(Message::user(family.prompt(Part::Again, position)));
        };
        if cell.mode == Mode::Dialogue {
            self.dialogue = conversation;
        }
        if !tries.is_empty() {
            let value = self.bench.solved.value(position);
            let ply = self.playing.ply() - u32::from(matches!(ending, Ok(None)));
            self.turns.push(Turn {
                ply,
                position,
                value,
                tries,
            });
        }
        ending
    }

    /// One turn of the opponent. A model there is asked in the `formal` family,
    /// each turn afresh; three unusable replies lose it the game.
    async fn opponent_moves<D: Desk>(&mut self, desk: &mut D) -> Result<Option<Ending>, DeskError> {
        let position = self.playing.position();
        let name = match &self.game.opponent {
            Opponent::BuiltIn(player) => {
                let choice =
                    built_in::choose(*player, &self.bench.solved, position, &mut self.random);
                if let Some(state) = choice {
                    self.play(state);
                }
                return Ok(None);
            }
            Opponent::Player(name) => name,
        };
        let family = &self.bench.opponent_family;
        let Ok(player) = PlayerName::new(name.as_str()) else {
            return Err(DeskError::halted(format!("{name:?} is no player's name")));
        };
        let mut conversation = vec![Message::user(family.prompt(Part::Opening, position))];
        let mut number = 0;
        loop {
            let question = self.question(&player, family, &conversation, position, number);
            let reply = match desk.ask(question).await? {
                Answer::Reply(reply) => reply,
                // The examinee did not spend this; nobody wins by it.
                Answer::OverGameCap(_) => {
                    return Ok(Some(Ending::Scored {
                        result: GameResult::Draw,
                        termination: Termination::BudgetExhausted,
                    }));
                }
                other => return Err(DeskError::unfit(&other)),
            };
            let grade = self.grade(family, position, &reply);
            if let (true, Some(state)) = (grade.verdict.is_legal(), grade.state) {
                self.play(state);
                return Ok(None);
            }
            number += 1;
            if number == OPPONENT_TRIES {
                return Ok(Some(self.lost_by(termination(grade.verdict))));
            }
            conversation.push(said(&reply));
            conversation.push(Message::user(family.prompt(Part::Again, position)));
        }
    }

    fn question(
        &self,
        player: &PlayerName,
        family: &Family,
        conversation: &[Message],
        position: Position,
        number: u32,
    ) -> Question {
        let id = self.game.id.as_str();
        let turn = self.playing.ply().to_string();
        Question::Decide(Decide {
            seat: self.seat(),
            player: player.clone(),
            messages: conversation.to_vec(),
            form: family.form(),
            situation: Situation {
                position: position.to_string(),
                family: family.name().to_owned(),
                seed: seed_for(self.bench.seed, &["decide", id, &turn, &number.to_string()]),
            },
        })
    }

    fn grade(&self, family: &Family, position: Position, reply: &Reply) -> Grade {
        let hands = self.bench.solved.rules().hands();
        let committed = commitment(reply, family.style, family.dress, hands);
        grade(&self.bench.solved, position, &committed)
    }

    /// The game is lost for the seat that is to move.
    fn lost_by(&self, termination: Termination) -> Ending {
        Ending::Scored {
            result: GameResult::won_by(self.seat().other()),
            termination,
        }
    }
}

fn seat(side: Side) -> Seat {
    match side {
        Side::First => Seat::First,
        Side::Second => Seat::Second,
    }
}

fn termination(verdict: Verdict) -> Termination {
    match verdict {
        Verdict::Legal { .. } | Verdict::Illegal(_) => Termination::Illegal,
        Verdict::Unusable(UnusableClass::NoState) => Termination::Unparseable,
        Verdict::Unusable(UnusableClass::Truncated) => Termination::Truncated,
        Verdict::Unusable(UnusableClass::Refused) => Termination::Refused,
    }
}
