//! Games that were really played pass; every fault is caught by the check that is for it.

use std::{
    collections::VecDeque,
    future::{Future, ready},
    path::Path,
};

use futures_util::FutureExt;
use ludometer_record::{
    GameLog,
    desk::{
        Answer, Departure, EngineMove, FailedCall, Finish, Leaving, OverCap, Question, Reply,
        Timing, ToolCall, ToolUse, Usage,
    },
    ending::{Ending, GameResult, Termination, VoidCause},
    journal::{Asked, Exchange, FailedExchange},
    manifest::OpponentRecord,
};
use serde_json::json;

use super::{walk::walk, *};
use crate::{
    Instrument, Standing, Study,
    desk::{Desk, DeskError},
    ladder::record::Actor,
};

/// Answers from a script; what is asked and answered is kept as a journal does.
struct Keeping<'a> {
    ladder: &'a EloLadder,
    planned: &'a PlannedGame,
    moves: VecDeque<&'static str>,
    replies: VecDeque<Answer>,
    log: GameLog,
    before: Vec<ludometer_record::desk::Message>,
}

impl Keeping<'_> {
    fn answer(&mut self, question: &Question) -> Result<Answer, DeskError> {
        match question {
            Question::Assign(asked) => {
                let roster = self.ladder.roster();
                Ok(Answer::Assigned(
                    roster.assign(asked, &Standing::default()).unwrap(),
                ))
            }
            Question::Move(_) => Ok(Answer::Moved(EngineMove {
                uci: self
                    .moves
                    .pop_front()
                    .expect("a move is scripted")
                    .to_owned(),
                timing: timing(30),
                score: None,
                depth: None,
                nodes: None,
            })),
            _ => self
                .replies
                .pop_front()
                .ok_or_else(|| DeskError::halted("the script is over")),
        }
    }
}

impl Desk for Keeping<'_> {
    fn ask(
        &mut self,
        question: Question,
    ) -> impl Future<Output = Result<Answer, DeskError>> + Send {
        let answer = self.answer(&question);
        if let Ok(answer) = &answer {
            self.log.exchanges.push(Exchange {
                game: self.planned.id.clone(),
                n: u32::try_from(self.log.exchanges.len()).unwrap(),
                asked: Asked::keep(&question, &self.before),
                answer: answer.clone(),
            });
        }
        if let Question::Decide(decide) = question {
            self.before = decide.messages;
        }
        ready(answer)
    }
}

fn timing(wall_us: u64) -> Timing {
    Timing {
        sent: "2026-01-01T00:00:00Z".parse().unwrap(),
        wall_us,
    }
}

fn reply(text: &str, calls: &[(&str, &str)], finish: Finish) -> Answer {
    let calls = calls.iter().zip(0..).map(|((name, arguments), n)| ToolUse {
        id: format!("call-{n}"),
        name: (*name).to_owned(),
        arguments: (*arguments).to_owned(),
    });
    Answer::Reply(Box::new(Reply {
        text: text.to_owned(),
        reasoning: None,
        calls: calls.collect(),
        finish,
        usage: Usage {
            prompt: Some(100),
            completion: Some(7),
            ..Usage::default()
        },
        served_model: None,
        timing: timing(2_000),
        failed: Vec::new(),
        raw: None,
    }))
}

fn plays(uci: &str) -> Answer {
    let arguments = json!({ "move": uci }).to_string();
    reply("", &[("play_move", &arguments)], Finish::Stop)
}

fn says(text: &str) -> Answer {
    reply(text, &[], Finish::Stop)
}

fn ladder(model: &str, keys: &str) -> EloLadder {
    let text = format!(
        "name = \"x\"\ninstrument = \"elo-ladder\"\n[[player]]\nname = \"a\"\nmodel = \"{model}\"\n[ladder]\ngames = 2\n{keys}\n"
    );
    let study = Study::parse(&text, Path::new("study.toml")).unwrap();
    let opponents = [1320.0, 1400.0].map(|rating| OpponentRecord {
        name: format!("stockfish-{rating}"),
        rating,
        standard_error: 0.0,
        engine: Some(format!("stockfish?elo={rating}")),
        random: 0.0,
    });
    EloLadder::new(&study, &[], &opponents).unwrap()
}

/// A game that was played, with its journal.
struct Game {
    ladder: EloLadder,
    planned: PlannedGame,
    record: GameRecord,
    log: GameLog,
}

impl Game {
    /// Plays the study's first game, the pilot as White.
    fn play(model: &str, keys: &str, moves: &[&'static str], replies: Vec<Answer>) -> Self {
        let ladder = ladder(model, keys);
        let planned = ladder.plan()[0].clone();
        let mut desk = Keeping {
            ladder: &ladder,
            planned: &planned,
            moves: moves.iter().copied().collect(),
            replies: replies.into(),
            log: GameLog::default(),
            before: Vec::new(),
        };
        let record = ladder
            .play(&planned, &mut desk)
            .now_or_never()
            .unwrap()
            .unwrap();
        let mut log = desk.log;
        log.ended = Some(record.ending.clone());
        Self {
            ladder,
            planned,
            record,
            log,
        }
    }

    fn verify(&self) -> Verification {
        let game = ReadBack::Scored(self.record.clone());
        verify(&self.ladder, &self.planned, &game, &self.log)
    }

    fn failed(&self) -> Vec<String> {
        let checks = self.verify().checks.into_iter();
        checks
            .filter(|check| !check.passed)
            .map(|check| check.id)
            .collect()
    }

    fn termination(&self) -> Termination {
        match self.record.ending {
            Ending::Scored { termination, .. } => termination,
            Ending::Void { .. } => panic!("scored"),
        }
    }
}

/// e4 e5, two refused moves, a call of no tool, a reply without a call, then it gives up.
fn resigned() -> Game {
    let replies = vec![
        reply("", &[("get_state", "")], Finish::Stop),
        plays("e2e4"),
        plays("e4e6"),
        plays("Ke2"),
        reply(
            "",
            &[("think", "{}"), ("play_move", "{\"to\": 1}")],
            Finish::Stop,
        ),
        says("I give up."),
        reply("", &[("resign", "{}")], Finish::Stop),
    ];
    Game::play("openai:m", "", &["e7e5"], replies)
}

#[test]
fn a_game_that_was_played_passes() {
    let game = resigned();
    assert_eq!(game.termination(), Termination::Resignation);
    let verification = game.verify();
    assert!(verification.passed, "{verification:#?}");
    assert_eq!(verification.standing, "scored");
    let tokens = verification.tokens;
    assert_eq!((tokens.answers, tokens.counted), (7, 7));
    assert_eq!((tokens.prompt, tokens.completion), (Some(700), Some(49)));
    assert_eq!((tokens.cached, tokens.reasoning), (None, None));
    let json = serde_json::to_string(&verification).unwrap();
    assert_eq!(
        serde_json::from_str::<Verification>(&json).unwrap(),
        verification
    );
}

#[test]
fn every_fault_is_caught_by_its_check() {
    type Fault = fn(&mut Game);
    let faults: [(&str, Fault); 15] = [
        ("seats", |game| {
            "another".clone_into(&mut game.record.opponent);
        }),
        ("moves", |game| {
            "e2e5".clone_into(&mut game.record.moves[0].uci);
        }),
        ("moves", |game| game.record.moves[1].by = Actor::Player),
        ("notation", |game| {
            "e4+".clone_into(&mut game.record.moves[0].san);
        }),
        ("engine-moves", |game| {
            "c7c5".clone_into(&mut game.record.moves[1].uci);
        }),
        ("engine-moves", |game| {
            game.record.moves[1].by = Actor::Chance;
        }),
        ("final-position", |game| game.record.final_fen.push('0')),
        ("calls", |game| game.record.calls.get_state += 1),
        ("attempts", |game| game.record.calls.illegal = 0),
        ("attempts", |game| game.record.unusable = 0),
        ("player-moves", |game| {
            "d2d4".clone_into(&mut game.record.moves[0].uci);
        }),
        ("ending", |game| {
            game.record.ending = Ending::Scored {
                result: GameResult::SecondWins,
                termination: Termination::WalkedAway,
            };
        }),
        ("journal-ending", |game| game.log.ended = None),
        ("tokens", |game| {
            game.record.tokens.sum.completion = Some(48);
        }),
        ("time", |game| game.record.player_us += 1),
    ];
    for (check, fault) in faults {
        let mut game = resigned();
        fault(&mut game);
        let failed = game.failed();
        assert!(failed.iter().any(|id| id == check), "{check}: {failed:?}");
        assert!(!game.verify().passed);
    }
    // A win for the loser, by another journal's word too.
    let mut game = resigned();
    let won = Ending::Scored {
        result: GameResult::FirstWins,
        termination: Termination::Resignation,
    };
    game.log.ended = Some(won.clone());
    game.record.ending = won;
    assert_eq!(game.failed(), ["ending"]);
}

#[test]
fn ends_by_the_studys_rules_are_derived_again() {
    use Termination as T;
    let off = || plays("e2e5");
    let empty = |finish| reply("", &[], finish);
    let cap = || {
        Answer::OverGameCap(OverCap {
            key: "limits.game_tokens".to_owned(),
            cap: 1.0,
            spent: 1.0,
            reservation: 1.0,
        })
    };
    let shown = || reply("", &[("get_state", "{}")], Finish::Stop);
    for (expected, keys, replies) in [
        (T::Illegal, "tries = 2", vec![off(), off()]),
        (T::Unparseable, "tries = 2", vec![off(), says("e4")]),
        (T::Unparseable, "tries = 1", vec![plays("e4")]),
        (T::Truncated, "tries = 1", vec![empty(Finish::Length)]),
        (T::Refused, "tries = 1", vec![empty(Finish::Refusal)]),
        (
            T::CallLimit,
            "max_calls = 3",
            vec![shown(), off(), says("")],
        ),
        (
            T::CallLimit,
            "max_calls = 2",
            vec![reply(
                "",
                &[("get_state", ""), ("nothing", "")],
                Finish::Stop,
            )],
        ),
        (T::BudgetExhausted, "", vec![shown(), cap()]),
        (
            T::Illegal,
            "form = \"json\"\ntries = 1",
            vec![says("{\"move\": \"e2e5\"}")],
        ),
        (
            T::Unparseable,
            "form = \"json\"\ntries = 1",
            vec![says("e2e4")],
        ),
        (
            T::Unparseable,
            "form = \"json\"\ntries = 1",
            vec![says("{\"move\": 4}")],
        ),
        (
            T::Resignation,
            "form = \"json\"",
            vec![says("{\"move\": \"Resign\"}")],
        ),
    ] {
        let game = Game::play("openai:m", keys, &[], replies);
        assert_eq!(game.termination(), expected, "{keys}");
        let verification = game.verify();
        assert!(
            verification.passed,
            "{expected:?} {keys}: {verification:#?}"
        );
        // Any other end is not what the journal bears out.
        let mut other = game;
        other.record.ending = Ending::Scored {
            result: GameResult::SecondWins,
            termination: T::TimeLimit,
        };
        assert_eq!(other.failed(), ["ending", "journal-ending"], "{keys}");
    }
}

/// A move begins the count of replies without one anew.
#[test]
fn only_tries_in_a_row_lose() {
    let replies = ["e2e5", "e2e4", "e4e6", "e4e7"].map(plays);
    let game = Game::play("openai:m", "tries = 2", &["e7e5"], replies.into());
    assert_eq!(
        (game.termination(), game.record.moves.len()),
        (Termination::Illegal, 2)
    );
    assert!(game.verify().passed, "{:#?}", game.verify());
}

#[test]
fn an_agents_calls_are_walked() {
    let game = resigned();
    let at = timing(0).sent;
    let called = |tool: &str, arguments: serde_json::Value| {
        Answer::Called(ToolCall {
            tool: tool.to_owned(),
            arguments,
            at,
        })
    };
    let left = |why| {
        Answer::Left(Departure {
            why,
            timing: timing(9),
            usage: Usage::default(),
            usage_is_partial: false,
            last_words: None,
        })
    };
    let walked = |keys: &str, answers: Vec<Answer>| {
        let asked = game.log.exchanges[0].asked.clone();
        let exchanges: Vec<Exchange> = (0..)
            .zip(answers)
            .map(|(n, answer)| Exchange {
                game: game.planned.id.clone(),
                n,
                asked: asked.clone(),
                answer,
            })
            .collect();
        walk(&ladder("openai:m", keys), &game.record, &exchanges)
    };
    let move_to = |uci: &str| called("play_move", json!({ "move": uci }));
    let gone = walked(
        "",
        vec![move_to("e2e4"), move_to("e9"), left(Leaving::Done)],
    );
    assert_eq!(gone.lost_by, Some(Termination::WalkedAway));
    assert_eq!((gone.calls, gone.malformed, gone.strayed), (2, 1, None));
    let late = walked("", vec![left(Leaving::OutOfTime)]);
    assert_eq!(late.lost_by, Some(Termination::TimeLimit));
    let many = walked(
        "max_calls = 2",
        vec![
            called("get_state", json!(null)),
            move_to("e2e4"),
            called("resign", json!({})),
            left(Leaving::Done),
        ],
    );
    assert_eq!(
        (many.lost_by, many.calls),
        (Some(Termination::CallLimit), 3)
    );
    let gave_up = walked("", vec![called("resign", json!({})), left(Leaving::Done)]);
    assert_eq!(gave_up.lost_by, Some(Termination::Resignation));
    let other = walked("", vec![move_to("d2d4"), left(Leaving::Done)]);
    assert_eq!(
        other.strayed.as_deref(),
        Some("ply 1: the player called for d2d4")
    );
}

#[test]
fn an_agents_game_passes_and_its_partial_account_counts_as_such() {
    let at = timing(0).sent;
    let called = |arguments: serde_json::Value| {
        Answer::Called(ToolCall {
            tool: "play_move".to_owned(),
            arguments,
            at,
        })
    };
    let left = Departure {
        why: Leaving::Done,
        timing: timing(900),
        usage: Usage {
            prompt: Some(10),
            completion: Some(4),
            ..Usage::default()
        },
        usage_is_partial: true,
        last_words: Some("done".to_owned()),
    };
    let answers = vec![
        Answer::Started(at),
        called(json!({ "move": "e2e4" })),
        called(json!({ "move": "e4e5", "why": "?" })),
        Answer::Left(left),
    ];
    let game = Game::play("agent:codex", "", &["e7e5"], answers);
    assert_eq!(game.termination(), Termination::WalkedAway);
    let verification = game.verify();
    assert!(verification.passed, "{verification:#?}");
    assert_eq!(
        (verification.tokens.answers, verification.tokens.counted),
        (1, 0)
    );
    assert_eq!(verification.tokens.completion, Some(4));
    let mut whole = game;
    whole.record.tokens.counted = 1;
    assert_eq!(whole.failed(), ["tokens"]);
}

#[test]
fn the_moves_of_a_game_without_a_record_are_those_that_engines_were_told() {
    let game = resigned();
    let cut = &game.log.exchanges[..game.log.exchanges.len() - 2];
    let moves = crate::ladder::moves_shown(&game.ladder, &game.planned, cut);
    assert_eq!(moves, ["e2e4", "e7e5"]);
    let nothing = crate::ladder::moves_shown(&game.ladder, &game.planned, &[]);
    assert!(nothing.is_empty());
}

#[test]
fn an_engine_and_a_part_of_this_program_have_the_seat() {
    let mates = ["d2d4", "d7d5"];
    let engine = Game::play("engine:stockfish?elo=1500", "ply_cap = 2", &mates, vec![]);
    assert_eq!(engine.termination(), Termination::PlyCap);
    assert!(engine.verify().passed, "{:#?}", engine.verify());
    assert_eq!(
        (engine.record.player_us, engine.record.opponent_us),
        (30, 30)
    );
    let random = Game::play("random", "ply_cap = 1", &[], vec![]);
    assert!(random.verify().passed, "{:#?}", random.verify());
    let fools = Game::play(
        "engine:stockfish?elo=1500",
        "",
        &["f2f3", "e7e5", "g2g4", "d8h4"],
        vec![],
    );
    assert_eq!(fools.termination(), Termination::Checkmate);
    assert!(fools.verify().passed);
    let mut late = fools;
    late.record.moves.push(late.record.moves[0].clone());
    let checks = late.verify().checks;
    let moves = checks.iter().find(|check| check.id == "moves").unwrap();
    assert_eq!(moves.derived, "ply 5: the game was over by checkmate");
}

#[test]
fn a_void_game_is_borne_out_by_its_failed_call() {
    let Game {
        ladder,
        planned,
        mut log,
        ..
    } = resigned();
    let (cause, detail) = (VoidCause::Engine, "it fell silent".to_owned());
    log.ended = Some(Ending::Void {
        cause,
        detail: detail.clone(),
    });
    let game = ReadBack::Void {
        cause,
        detail: detail.clone(),
        answers: 9,
    };
    let alone = verify(&ladder, &planned, &game, &log);
    assert_eq!(
        (alone.passed, alone.checks[1].derived.as_str()),
        (false, "no failed call")
    );
    log.failures.push(FailedExchange {
        game: planned.id.clone(),
        n: 9,
        digest: log.exchanges[0].asked.digest().clone(),
        void: Some(cause),
        detail,
        call: FailedCall {
            tries: Vec::new(),
            partial: None,
        },
    });
    let borne_out = verify(&ladder, &planned, &game, &log);
    assert!(
        borne_out.passed && borne_out.standing == "void",
        "{borne_out:#?}"
    );
    assert_eq!(borne_out.tokens.completion, Some(49));
    let open = ReadBack::Unfinished { answers: 9 };
    assert!(!verify(&ladder, &planned, &open, &log).passed);
    log.ended = None;
    assert!(verify(&ladder, &planned, &open, &log).passed);
}
