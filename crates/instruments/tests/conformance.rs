//! Every instrument has a README and a golden playthrough that still goes as it went.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "tests read the files of the repository"
)]

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use futures_util::FutureExt;
use ludometer_instruments::{
    Instrument, InstrumentName, Study,
    chop_bench::{ChopBench, GameRecord, Verdict},
    desk::ScriptedDesk,
    ladder::EloLadder,
    probe::{DaydreamProbe, Record},
    token_chess::{self, TokenChess},
};
use ludometer_record::{
    Seat,
    desk::{self, Answer, Finish, Question, Score},
    manifest::OpponentRecord,
};

fn folder(instrument: InstrumentName) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src")
        .join(instrument.folder())
}

fn read(instrument: InstrumentName, name: &str) -> String {
    let path = folder(instrument).join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_instrument_is_documented_and_plays_its_golden_game() {
    for instrument in InstrumentName::ALL {
        assert!(
            read(instrument, "README.md").len() > 200,
            "{instrument:?}: a README for users"
        );
        let golden = read(instrument, "golden.txt");
        let played = match instrument {
            InstrumentName::ChopBench => chop_bench(&golden),
            InstrumentName::TokenChess => token_chess(&golden),
            InstrumentName::DaydreamProbe => probe(&golden),
            InstrumentName::EloLadder => ladder(&golden),
        };
        assert!(
            played == golden,
            "{instrument:?} plays otherwise than golden.txt:\n{played}"
        );
    }
}

/// What stands above the line of a golden playthrough, and the study in it.
fn head(golden: &str) -> (&str, Study) {
    let (head, _) = golden
        .split_once("\n---\n")
        .expect("a study above the line");
    let toml: String = head
        .lines()
        .filter(|line| !line.starts_with('#'))
        .fold(String::new(), |toml, line| toml + line + "\n");
    (head, Study::parse(&toml, Path::new("golden.txt")).unwrap())
}

/// Plays the golden game of Chop-Bench: `> ` lines are replies, the rest is what
/// came of them.
fn chop_bench(golden: &str) -> String {
    let (head, study) = head(golden);
    let bench = ChopBench::new(&study, &[]).unwrap();
    let replies: Vec<&str> = golden
        .lines()
        .filter_map(|line| line.strip_prefix("> "))
        .collect();
    let mut desk = ScriptedDesk::replies(replies.iter().copied());
    let record = bench
        .play(&bench.plan()[0], &mut desk)
        .now_or_never()
        .unwrap()
        .unwrap();
    format!("{head}\n---\n{}", transcript(&record, &replies))
}

fn transcript(record: &GameRecord, replies: &[&str]) -> String {
    let mut text = String::new();
    let mut replies = replies.iter();
    for turn in &record.turns {
        let _ = writeln!(text, "ply {} {} {}", turn.ply, turn.position, turn.value);
        for one in &turn.tries {
            let verdict = match one.grade.verdict {
                Verdict::Legal { optimal: true, .. } => "optimal".to_owned(),
                Verdict::Legal {
                    change, plies_lost, ..
                } => format!("legal, {change:?}, {plies_lost} plies"),
                Verdict::Illegal(class) => format!("illegal, {class:?}"),
                Verdict::Unusable(class) => format!("unusable, {class:?}"),
            };
            let _ = writeln!(text, "> {}\n= {verdict}", replies.next().unwrap_or(&""));
        }
    }
    let _ = writeln!(text, "{:?} after {} plies", record.ending, record.plies);
    text
}

/// Plays the golden game of Token Chess: `> ` lines are replies, `~ ` lines samples, `! `
/// lines verdicts; the rest is what was asked and what came of it.
fn token_chess(golden: &str) -> String {
    let (head, study) = head(golden);
    let bench = TokenChess::new(&study, &[]).unwrap();
    let script: Vec<&str> = golden
        .lines()
        .filter(|line| ["> ", "~ ", "! "].iter().any(|mark| line.starts_with(mark)))
        .collect();
    let mut desk = ScriptedDesk::answers(script.iter().map(|line| Ok(answer(line))));
    let record = bench
        .play(&bench.plan()[0], &mut desk)
        .now_or_never()
        .unwrap()
        .unwrap();
    assert_eq!(desk.asked.len(), script.len(), "every answer is asked for");
    let mut text = format!("{head}\n---\n");
    let mut turns = record.turns.iter();
    let mut shown: Vec<Seat> = Vec::new();
    for (question, line) in desk.asked.iter().zip(script) {
        let begins = begins_a_turn(question);
        if (begins && !shown.is_empty()) || matches!(question, Question::Judge(_)) {
            turns
                .next()
                .into_iter()
                .for_each(|turn| came_of(&mut text, turn));
        }
        asked(&mut text, question, &shown);
        let _ = writeln!(text, "{line}");
        if let (true, Question::Decide(decide)) = (begins, question) {
            shown.push(decide.seat);
        }
    }
    for turn in turns {
        came_of(&mut text, turn);
    }
    let _ = writeln!(
        text,
        "{:?} after {} plies",
        record.ending,
        record.moves.len()
    );
    for (color, seat) in record.seats.iter() {
        let _ = writeln!(
            text,
            "{color}: spent {}, decisions {}, calls {}, parse failures {}, fallbacks {}, forced picks {}",
            seat.spent,
            seat.decisions,
            seat.calls,
            seat.parse_failures,
            seat.fallbacks,
            seat.forced_picks
        );
    }
    text
}

fn answer(line: &str) -> Answer {
    let (mark, text) = line.split_at(2);
    match mark {
        "> " => ScriptedDesk::reply(text, Finish::Stop),
        "~ " => Answer::Samples(serde_json::from_str(text).unwrap()),
        _ => Answer::Verdict(desk::Verdict {
            score: Score::Cp(text.trim_start_matches("cp ").parse().unwrap()),
            depth: Some(10),
            engine: "scripted".to_owned(),
            stand_in: false,
        }),
    }
}

fn begins_a_turn(question: &Question) -> bool {
    match question {
        Question::Decide(decide) => {
            let messages = &decide.messages;
            messages.len() == 1 && messages[0].text.contains("You have sampled nothing")
        }
        _ => false,
    }
}

/// A question, with its prompt where a turn begins; from a seat's second turn on without
/// the part that is always the same.
fn asked(text: &mut String, question: &Question, shown: &[Seat]) {
    match question {
        Question::Decide(decide) => {
            let said = &decide.messages[decide.messages.len() - 1].text;
            let choice = decide.situation.position == "choice of memory";
            let again = decide.messages.len() > 1;
            if begins_a_turn(question) || choice || again {
                let known = shown.contains(&decide.seat) && !again;
                let lines = said
                    .lines()
                    .skip_while(|line| known && !line.starts_with("Position"));
                for line in lines {
                    let _ = writeln!(text, "{}", format!("| {line}").trim_end());
                }
            }
            let position = &decide.situation.position;
            let _ = writeln!(text, "{} decides: {position}", decide.seat);
        }
        Question::Draw(draw) => {
            let order = draw.order;
            let _ = writeln!(
                text,
                "{} draws {} at {} with cap {:?}",
                draw.tool, order.n, order.temperature, order.soft_cap
            );
        }
        Question::Judge(judge) => {
            let _ = writeln!(
                text,
                "an engine judges {} at depth {}",
                judge.board, judge.depth
            );
        }
        other => unreachable!("Token Chess asks no {other:?}"),
    }
}

/// Plays the golden game of the ladder: `@ ` lines are opponents by rating, `! ` lines moves
/// of the engine, `> ` lines calls of the agent and `. ` its end; the rest is what was said to
/// it and what came of it.
fn ladder(golden: &str) -> String {
    let (head, study) = head(golden);
    let opponent = OpponentRecord {
        name: "stockfish?elo=1320".to_owned(),
        rating: 1320.0,
        standard_error: 0.0,
        engine: Some("stockfish?elo=1320".to_owned()),
        random: 0.0,
    };
    let ladder = EloLadder::new(&study, &[], &[opponent]).unwrap();
    let game = &ladder.plan()[1];
    let marks = ["@ ", "! ", "> ", ". "];
    let script: Vec<&str> = golden
        .lines()
        .skip_while(|line| *line != "---")
        .filter(|line| marks.iter().any(|mark| line.starts_with(mark)))
        .collect();
    let started = "2026-01-01T00:00:00Z".parse().unwrap();
    let mut answers: Vec<Answer> = script.iter().map(|line| agents_answer(line)).collect();
    // Between the opponent's choice and everything else the agent is started.
    answers.insert(1, Answer::Started(started));
    let mut desk = ScriptedDesk::answers(answers.into_iter().map(Ok));
    let record = ladder
        .play(game, &mut desk)
        .now_or_never()
        .unwrap()
        .unwrap();
    let mut text = format!("{head}\n---\n");
    let mut script = script.into_iter();
    for question in &desk.asked {
        match question {
            Question::Serve(serve) => {
                for line in serve.prompt.iter().flat_map(|prompt| prompt.lines()) {
                    let _ = writeln!(text, "{}", format!("| {line}").trim_end());
                }
                if let Some(result) = &serve.result {
                    told(&mut text, result);
                }
                if serve.prompt.is_some() {
                    continue;
                }
            }
            Question::Move(turn) => {
                let _ = writeln!(
                    text,
                    "{} moves after {} plies",
                    turn.engine,
                    turn.moves.len()
                );
            }
            _ => {}
        }
        let _ = writeln!(text, "{}", script.next().unwrap());
    }
    let calls = &record.calls;
    let _ = writeln!(
        text,
        "{:?} after {} plies; {} calls, {} illegal, {} malformed, {} after the end",
        record.ending,
        record.moves.len(),
        calls.total(),
        calls.illegal,
        calls.malformed,
        calls.after_end
    );
    text
}

fn agents_answer(line: &str) -> Answer {
    let time = "2026-01-01T00:00:00Z".parse().unwrap();
    let timing = desk::Timing {
        sent: time,
        wall_us: 1000,
    };
    let (mark, text) = line.split_at(2);
    match mark {
        "@ " => Answer::Assigned(desk::Assigned {
            rating: text.parse().unwrap(),
            after: Vec::new(),
        }),
        "! " => Answer::Moved(desk::EngineMove {
            uci: text.to_owned(),
            timing,
            score: None,
            depth: None,
            nodes: None,
        }),
        "> " => {
            let (tool, arguments) = text.split_once(' ').unwrap();
            Answer::Called(desk::ToolCall {
                tool: tool.to_owned(),
                arguments: serde_json::from_str(arguments).unwrap(),
                at: time,
            })
        }
        _ => Answer::Left(desk::Departure {
            why: desk::Leaving::Done,
            timing,
            usage: desk::Usage::default(),
            usage_is_partial: false,
            last_words: None,
        }),
    }
}

/// The result of a call, in two lines.
fn told(text: &mut String, result: &desk::ToolResult) {
    let said: serde_json::Value = serde_json::from_str(&result.text).unwrap();
    let state = said.get("state").unwrap_or(&said);
    if let Some(error) = said["error"].as_str() {
        let _ = writeln!(text, "= error: {error}");
    }
    let _ = writeln!(
        text,
        "= ply {}, {}, over {}, {}",
        state["ply"], state["fen"], state["game_over"], state["termination"]
    );
}

fn came_of(text: &mut String, turn: &token_chess::record::Turn) {
    let legal = turn.batches.iter().flat_map(|batch| &batch.attempts);
    let legal: Vec<String> = legal
        .map(|attempt| format!("{:?}", attempt.class).to_lowercase())
        .collect();
    let _ = writeln!(
        text,
        "= ply {} {}: samples {}; candidates {}; {}; spent {}, {} left",
        turn.ply,
        turn.side,
        legal.join(" "),
        if turn.candidates.is_empty() {
            "none".to_owned()
        } else {
            turn.candidates.join(" ")
        },
        turn.played.as_ref().map_or("no move".to_owned(), |played| {
            format!("{} by {:?}", played.text, played.by)
        }),
        turn.spent,
        turn.bank_after
    );
}

/// Plays the golden game of a probe: `~ ` lines are samples, the rest is what was asked and
/// what came of it.
fn probe(golden: &str) -> String {
    let (head, study) = head(golden);
    let bench = DaydreamProbe::new(&study, &[]).unwrap();
    let script: Vec<&str> = golden
        .lines()
        .filter(|line| line.starts_with("~ "))
        .collect();
    let samples = |line: &&str| {
        let texts = line[2..].split(' ').map(str::to_owned);
        Ok(Answer::Samples(texts.collect()))
    };
    let mut desk = ScriptedDesk::answers(script.iter().map(samples));
    let record = bench
        .play(&bench.plan()[0], &mut desk)
        .now_or_never()
        .unwrap()
        .unwrap();
    assert_eq!(desk.asked.len(), script.len(), "every answer is asked for");
    let ending = bench.ending(&record);
    let Record::Game(game) = record else {
        panic!("the golden game is played");
    };
    let mut text = format!("{head}\n---\n");
    let mut asked = desk.asked.iter().zip(script).peekable();
    for turn in &game.turns {
        while let Some((Question::Draw(draw), line)) =
            asked.next_if(|(question, _)| matches!(question, Question::Draw(draw) if draw.moves.len() == turn.ply))
        {
            let _ = writeln!(text, "ask {} after {}\n{line}", draw.order.n, turn.ply);
        }
        let played = if turn.forced { "forced" } else { &turn.played };
        let _ = writeln!(text, "ply {} {:?} {played}", turn.ply, turn.side);
    }
    let _ = writeln!(text, "{ending:?} after {} plies", game.moves.len());
    text
}
