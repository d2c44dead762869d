//! One game, straight through. Its only door to the world is the desk.

use futures_util::FutureExt;
use ludometer_daydream::Setting;
use ludometer_games::{Board, ByColor, Claims, Color};
use ludometer_record::{
    desk::{Answer, Draw, Judge, Order, Question, Score, Verdict},
    ending::{Ending, GameResult, Termination},
    journal::Exchange,
};
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::{
    TokenChess,
    ask::{Asking, Outcome},
    decision::Decision,
    memory::{Choice, Memory},
    mock::{self, View},
    plan::PlannedGame,
    prompt::Knowledge,
    record::{
        Asker, Attempt, Batch, End, GameRecord, MovedBy, Note, Played, SeatTally, SoFar, Turn,
    },
    rules::{AtPlyCap, Exhaustion, Rules, SILENT_DRAWS, silent},
    table::{Condition, Menu},
};
use crate::{
    desk::{Desk, DeskError, ReplayDesk, Seen},
    on_board::{self, seat},
    seeds::{generator, seed_for},
    tool::{Gate, board_of},
};

/// Silent draws that are made at once; of those behind the first legal one nothing is kept.
const SILENT_AT_ONCE: u32 = 6;

/// Plays a game.
pub(super) async fn play<D: Desk>(
    bench: &TokenChess,
    game: &PlannedGame,
    desk: &mut D,
) -> Result<GameRecord, DeskError> {
    let mut table = Table::new(bench, game);
    let end = table.play_on(desk).await?;
    Ok(table.record(end))
}

/// Plays a game again as far as the journal has it.
pub(super) fn so_far(
    bench: &TokenChess,
    game: &PlannedGame,
    exchanges: &[Exchange],
    seen: Seen<'_>,
) -> SoFar {
    let mut table = Table::new(bench, game);
    let mut desk = ReplayDesk::new(&game.id, exchanges).shown_to(seen);
    // A replay desk answers at once, or refuses: what was played up to there is in the table.
    let end = table.play_on(&mut desk).now_or_never();
    SoFar {
        rules: *table.rules,
        memory: table.memory,
        choices: table.choices,
        turns: table.turns,
        final_fen: table.board.fen(),
        end: end.and_then(Result::ok),
        seats: table.seats,
    }
}

/// A game in progress.
struct Table<'a> {
    bench: &'a TokenChess,
    game: &'a PlannedGame,
    condition: &'a Condition,
    rules: &'a Rules,
    board: Board,
    /// For what players do at random.
    random: ChaCha8Rng,
    draws: u32,
    memory: ByColor<Memory>,
    choices: ByColor<Option<Choice>>,
    seats: ByColor<SeatTally>,
    turns: Vec<Turn>,
}

impl<'a> Table<'a> {
    fn new(bench: &'a TokenChess, game: &'a PlannedGame) -> Self {
        let condition = bench.condition(game);
        let rules = &condition.rules;
        let given = |side| condition.memory.of(&game.players[side]).given();
        Self {
            bench,
            game,
            condition,
            rules,
            board: Board::new(board_of(rules.tier)),
            random: generator(bench.seed(), &["game", game.id.as_str()]),
            draws: 0,
            memory: ByColor::new_with(|side| given(side).unwrap_or_default()),
            choices: ByColor::default(),
            seats: ByColor::new_with(|_| SeatTally {
                bank: rules.budget,
                ..SeatTally::default()
            }),
            turns: Vec::new(),
        }
    }

    /// Plays until the game is over.
    async fn play_on<D: Desk>(&mut self, desk: &mut D) -> Result<End, DeskError> {
        for side in [Color::White, Color::Black] {
            if let Some(end) = self.choose_memory(desk, side).await? {
                return Ok(end);
            }
        }
        loop {
            if let Some(ending) = self.board.ending(Claims::Made) {
                return Ok(End::Board(ending));
            }
            if self.board.ply() >= self.rules.ply_cap as usize {
                return match self.rules.at_ply_cap {
                    AtPlyCap::Draw => Ok(End::PlyCap),
                    AtPlyCap::Adjudicate => self.adjudicated(desk, None).await,
                };
            }
            if let Some(end) = self.turn(desk).await? {
                return Ok(end);
            }
        }
    }

    fn record(self, end: End) -> GameRecord {
        GameRecord {
            id: self.game.id.clone(),
            condition: self.condition.name.clone(),
            rules: *self.rules,
            players: self.game.players.clone(),
            memory: self.memory,
            choices: self.choices,
            turns: self.turns,
            moves: self.board.moves().to_vec(),
            final_fen: self.board.fen(),
            ending: ending(&end, self.rules),
            end,
            seats: self.seats,
        }
    }

    /// Lets a player choose its memory, where it is for it to choose. Built-in players take
    /// none.
    async fn choose_memory<D: Desk>(
        &mut self,
        desk: &mut D,
        side: Color,
    ) -> Result<Option<End>, DeskError> {
        let player = &self.game.players[side];
        if self.condition.memory.of(player).given().is_some() || self.bench.mock(player).is_some() {
            return Ok(None);
        }
        let mut menu = Memory::ALL.to_vec();
        if self.condition.menu == Menu::Permuted {
            let purpose = ["menu", self.game.id.as_str(), side.as_str()];
            menu.shuffle(&mut generator(self.bench.seed(), &purpose));
        }
        let asking = Asking::new(self.bench, self.game, side, &self.board);
        let seat = &mut self.seats[side];
        let choice = match asking.choice(desk, seat, self.rules, menu).await? {
            Outcome::Given(choice) => choice,
            Outcome::OverCap => return Ok(Some(End::GameCap(side))),
        };
        self.memory[side] = choice.tool;
        self.choices[side] = Some(choice);
        Ok(None)
    }

    /// One turn; gives how the game ended, if it ended in it.
    async fn turn<D: Desk>(&mut self, desk: &mut D) -> Result<Option<End>, DeskError> {
        let side = self.board.turn();
        self.seats[side].bank = self.seats[side].bank.saturating_add(self.rules.income);
        let mut turn = Turn {
            ply: u32::try_from(self.board.ply()).unwrap_or(u32::MAX),
            side,
            legal_moves: u32::try_from(self.board.legal_move_count()).unwrap_or(u32::MAX),
            batches: Vec::new(),
            candidates: Vec::new(),
            played: None,
            spent: 0,
            bank_after: 0,
        };
        // A turn that is broken off is kept as well: a game in flight is shown as it stands.
        let end = self.steps(desk, &mut turn).await;
        let seat = &mut self.seats[side];
        turn.bank_after = seat.bank;
        seat.spent += turn.spent;
        if let Some(Played { text, .. }) = &turn.played {
            seat.ledger.push(turn.spent);
            let played = self.board.play(text);
            debug_assert!(played.is_ok(), "{text} was checked");
        }
        self.turns.push(turn);
        end
    }

    /// Steps of a turn until there is a move or the game is over.
    async fn steps<D: Desk>(
        &mut self,
        desk: &mut D,
        turn: &mut Turn,
    ) -> Result<Option<End>, DeskError> {
        loop {
            if self.seats[turn.side].bank == 0 && turn.candidates.is_empty() {
                return self.exhausted(desk, turn).await;
            }
            let (decision, by) = match self.decide(desk, turn).await? {
                Outcome::Given(decided) => decided,
                Outcome::OverCap => return Ok(Some(End::GameCap(turn.side))),
            };
            match decision {
                Decision::Sample(setting) if self.seats[turn.side].bank > 0 => {
                    self.seats[turn.side].bank -= 1;
                    turn.spent += 1;
                    let batch = self.draw(desk, setting, self.rules.batch, by).await?;
                    gather(turn, batch);
                    if !self.rules.picks()
                        && let Some(first) = turn.candidates.first().cloned()
                    {
                        turn.played = Some(Played {
                            text: first,
                            by: MovedBy::Player,
                        });
                        return Ok(None);
                    }
                }
                Decision::Pick(text) if turn.candidates.contains(&text) => {
                    let by = MovedBy::Player;
                    turn.played = Some(Played { text, by });
                    return Ok(None);
                }
                // Samples without a token, or a pick of what is no candidate. Where there is
                // no candidate either, the asking has seen to it that a token is left.
                Decision::Sample(_) | Decision::Pick(_) => {
                    let Some(text) = turn.candidates.choose(&mut self.random).cloned() else {
                        continue;
                    };
                    self.seats[turn.side].forced_picks += 1;
                    let by = MovedBy::ForcedPick;
                    turn.played = Some(Played { text, by });
                    return Ok(None);
                }
            }
        }
    }

    async fn decide<D: Desk>(
        &mut self,
        desk: &mut D,
        turn: &Turn,
    ) -> Result<Outcome<(Decision, Asker)>, DeskError> {
        let side = turn.side;
        self.seats[side].decisions += 1;
        if let Some(mock) = self.bench.mock(&self.game.players[side]) {
            let view = View {
                board: &self.board,
                tokens: self.seats[side].bank,
                spent: turn.spent,
                candidates: &turn.candidates,
            };
            let decision = mock::decide(mock, view, &mut self.random);
            return Ok(Outcome::Given((decision, Asker::Player)));
        }
        let mut seat = std::mem::take(&mut self.seats[side]);
        let asking = Asking::new(self.bench, self.game, side, &self.board);
        let knowledge = Knowledge {
            board: &self.board,
            rules: self.rules,
            tokens: seat.bank,
            log: &turn.batches,
            candidates: &turn.candidates,
            memory: self.memory[side],
            ledger: &seat.ledger,
            notes: &seat.notes,
        };
        let prompt = asking.prompt(&knowledge)?;
        let decided = asking
            .decision(desk, &mut seat, self.rules, self.memory[side], prompt, turn)
            .await;
        self.seats[side] = seat;
        let (decided, by) = match decided? {
            Outcome::Given(decided) => decided,
            Outcome::OverCap => return Ok(Outcome::OverCap),
        };
        if let (Memory::Notepad, Some(text)) = (self.memory[side], decided.note) {
            self.seats[side].notes.push(Note {
                ply: turn.ply,
                text,
            });
        }
        Ok(Outcome::Given((decided.decision, by)))
    }

    /// The side to move has neither a token nor a candidate.
    async fn exhausted<D: Desk>(
        &mut self,
        desk: &mut D,
        turn: &mut Turn,
    ) -> Result<Option<End>, DeskError> {
        let side = turn.side;
        let other_is_dry = self.seats[side.other()].bank == 0;
        match self.rules.exhaustion {
            Exhaustion::Forfeit => Ok(Some(End::Forfeit(side))),
            Exhaustion::Adjudicate => self.adjudicated(desk, Some(side)).await.map(Some),
            Exhaustion::AdjudicateWhenBothDry if other_is_dry => {
                self.adjudicated(desk, Some(side)).await.map(Some)
            }
            Exhaustion::AdjudicateWhenBothDry | Exhaustion::SolventPlaysOn => {
                self.move_silently(desk, turn).await?;
                Ok(None)
            }
        }
    }

    /// The harness moves for a side without tokens.
    async fn move_silently<D: Desk>(
        &mut self,
        desk: &mut D,
        turn: &mut Turn,
    ) -> Result<(), DeskError> {
        let mut drawn = Batch {
            setting: silent(),
            by: Asker::Harness,
            attempts: Vec::new(),
        };
        let mut left = SILENT_DRAWS;
        let mut landed = None;
        while left > 0 && landed.is_none() {
            let count = left.min(SILENT_AT_ONCE);
            left -= count;
            let batch = self.draw(desk, silent(), count, Asker::Harness).await?;
            for attempt in batch.attempts {
                let legal = attempt.is_legal();
                drawn.attempts.push(attempt.clone());
                if legal {
                    landed = Some(attempt.text);
                    break;
                }
            }
        }
        turn.batches.push(drawn);
        turn.played = Some(match landed {
            Some(text) => Played {
                text,
                by: MovedBy::HarnessSampled,
            },
            None => Played {
                // The game is not over, so there is a legal move.
                text: self
                    .board
                    .legal_moves()
                    .choose(&mut self.random)
                    .cloned()
                    .unwrap_or_default(),
                by: MovedBy::HarnessUniform,
            },
        });
        Ok(())
    }

    async fn draw<D: Desk>(
        &mut self,
        desk: &mut D,
        setting: Setting,
        n: u32,
        by: Asker,
    ) -> Result<Batch, DeskError> {
        let number = self.draws.to_string();
        self.draws += 1;
        let question = Question::Draw(Draw {
            tool: self.rules.tier.name().to_owned(),
            moves: self.board.moves().to_vec(),
            order: Order {
                n,
                temperature: setting.temperature.get(),
                soft_cap: setting.soft_cap.map(ludometer_daydream::SoftCap::get),
                seed: seed_for(self.bench.seed(), &["draw", self.game.id.as_str(), &number]),
            },
        });
        let texts = match desk.ask(question).await? {
            Answer::Samples(texts) if texts.len() == n as usize => texts,
            other => return Err(DeskError::unfit(&other)),
        };
        let attempts = texts
            .into_iter()
            .map(|text| Attempt {
                class: self.board.class(&text),
                text,
            })
            .collect();
        Ok(Batch {
            setting,
            by,
            attempts,
        })
    }

    async fn adjudicated<D: Desk>(
        &mut self,
        desk: &mut D,
        exhausted: Option<Color>,
    ) -> Result<End, DeskError> {
        let question = Question::Judge(Judge {
            board: self.board.variant().to_string(),
            moves: self.board.moves().to_vec(),
            depth: self.rules.depth,
        });
        match desk.ask(question).await? {
            Answer::Verdict(verdict) => Ok(End::Adjudicated {
                exhausted,
                verdict,
                to_move: self.board.turn(),
            }),
            other => Err(DeskError::unfit(&other)),
        }
    }
}

/// Adds a batch to a turn and its legal samples to the candidates.
fn gather(turn: &mut Turn, batch: Batch) {
    for attempt in batch.attempts.iter().filter(|attempt| attempt.is_legal()) {
        if !turn.candidates.contains(&attempt.text) {
            turn.candidates.push(attempt.text.clone());
        }
    }
    turn.batches.push(batch);
}

/// Who wins by a verdict; nobody is a draw.
#[must_use]
pub fn winner(verdict: &Verdict, to_move: Color, threshold: u32) -> Option<Color> {
    match verdict.score {
        Score::Mate(moves) if moves > 0 => Some(to_move),
        Score::Mate(_) => Some(to_move.other()),
        Score::Cp(cp) if cp.unsigned_abs() < threshold => None,
        Score::Cp(cp) if cp > 0 => Some(to_move),
        Score::Cp(cp) if cp < 0 => Some(to_move.other()),
        Score::Cp(_) => None,
    }
}

fn ending(end: &End, rules: &Rules) -> Ending {
    let won_by =
        |side: Option<Color>| side.map_or(GameResult::Draw, |side| GameResult::won_by(seat(side)));
    let (result, termination) = match end {
        End::Board(ending) => (won_by(ending.winner), on_board::termination(ending.kind)),
        End::Forfeit(side) => (won_by(Some(side.other())), Termination::Forfeit),
        End::GameCap(side) => (won_by(Some(side.other())), Termination::BudgetExhausted),
        End::PlyCap => (GameResult::Draw, Termination::PlyCap),
        End::Adjudicated {
            exhausted,
            verdict,
            to_move,
        } => {
            let termination = match exhausted {
                Some(_) => Termination::AdjudicatedExhausted,
                None => Termination::AdjudicatedPlyCap,
            };
            (
                won_by(winner(verdict, *to_move, rules.threshold)),
                termination,
            )
        }
    };
    Ending::Scored {
        result,
        termination,
    }
}
