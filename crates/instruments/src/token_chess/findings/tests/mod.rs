//! Findings of hand-made games; every expected number is counted in the test that wants it.

mod compared;
mod counted;
mod fixture;
mod memories;

use std::path::Path;

use ludometer_daydream::Setting;
use ludometer_games::{BoardEnding, ByColor, Color, EndingKind};
use ludometer_record::{
    PlayerName, Seat,
    desk::{Score, Verdict},
    ending::{Ending, GameResult, Termination},
};

use super::{Findings, Group, PlayerFindings};
use crate::{
    Finding, Instrument, ReadBack, Study,
    token_chess::{
        GameRecord, TokenChess,
        record::{Asker, Attempt, Batch, End, MovedBy, Played, SeatTally, TextClass, Turn},
    },
};

/// A study of these `[[player]]` models, named a, b, …, with these lines in its table.
fn bench(models: &[&str], lines: &str) -> TokenChess {
    let players: Vec<String> = models
        .iter()
        .zip('a'..)
        .map(|(model, name)| format!("[[player]]\nname = \"{name}\"\nmodel = \"{model}\"\n"))
        .collect();
    let players = players.concat();
    let text = format!(
        "name = \"s\"\ninstrument = \"token-chess\"\nseed = 7\n{players}[token_chess]\n{lines}\n"
    );
    let study =
        Study::parse(&text, Path::new("study.toml")).unwrap_or_else(|error| panic!("{error}"));
    TokenChess::new(&study, &[]).unwrap()
}

const P: Asker = Asker::Player;
const F: Asker = Asker::Fallback;
const H: Asker = Asker::Harness;

/// A batch by letters: L another legal text, D the last legal one again, i illegal,
/// m malformed.
fn batch(temperature: f64, soft_cap: Option<f64>, by: Asker, letters: &str) -> Batch {
    let attempts = letters.char_indices().map(|(at, letter)| Attempt {
        text: match letter {
            'L' => format!("{by:?}{temperature}{at}"),
            'D' => format!("{by:?}{temperature}{}", at - 1),
            _ => "x".to_owned(),
        },
        class: match letter {
            'L' | 'D' => TextClass::Legal,
            'i' => TextClass::Illegal,
            _ => TextClass::Malformed,
        },
    });
    Batch {
        setting: Setting::new(temperature, soft_cap).unwrap(),
        by,
        attempts: attempts.collect(),
    }
}

/// A turn; its candidates and what it cost follow from its batches.
fn turn(ply: u32, batches: Vec<Batch>, by: Option<MovedBy>) -> Turn {
    let mut candidates: Vec<String> = Vec::new();
    for batch in batches.iter().filter(|batch| batch.by != H) {
        for attempt in batch.attempts.iter().filter(|attempt| attempt.is_legal()) {
            if !candidates.contains(&attempt.text) {
                candidates.push(attempt.text.clone());
            }
        }
    }
    let spent = batches.iter().filter(|batch| batch.by != H).count();
    Turn {
        ply,
        side: [Color::White, Color::Black][ply as usize % 2],
        legal_moves: 20,
        batches,
        candidates,
        played: by.map(|by| Played {
            text: "e2e4".to_owned(),
            by,
        }),
        spent: u32::try_from(spent).unwrap(),
        bank_after: 0,
    }
}

/// The turn of a player that gets a move with the first sample.
fn quick(ply: u32) -> Turn {
    let batches = vec![batch(0.9, None, P, "L")];
    turn(ply, batches, Some(MovedBy::Player))
}

fn mate(winner: Color) -> End {
    End::Board(BoardEnding {
        kind: EndingKind::Checkmate,
        winner: Some(winner),
    })
}

fn stalemate() -> End {
    End::Board(BoardEnding {
        kind: EndingKind::Stalemate,
        winner: None,
    })
}

/// Adjudicated, White's score given.
fn judged(exhausted: Option<Color>, cp: i32, stand_in: bool) -> End {
    End::Adjudicated {
        exhausted,
        verdict: Verdict {
            score: Score::Cp(cp),
            depth: Some(10),
            engine: if stand_in { "own" } else { "Engine 1" }.to_owned(),
            stand_in,
        },
        to_move: Color::White,
    }
}

fn ending(end: &End) -> Ending {
    let won = |side: Color| {
        GameResult::won_by(if side == Color::White {
            Seat::First
        } else {
            Seat::Second
        })
    };
    let (result, termination) = match end {
        End::Board(BoardEnding {
            winner: Some(side), ..
        }) => (won(*side), Termination::Checkmate),
        End::Board(_) => (GameResult::Draw, Termination::Stalemate),
        End::Forfeit(side) => (won(side.other()), Termination::Forfeit),
        End::PlyCap => (GameResult::Draw, Termination::PlyCap),
        End::GameCap(side) => (won(side.other()), Termination::BudgetExhausted),
        End::Adjudicated {
            exhausted, verdict, ..
        } => {
            let result = match verdict.score {
                Score::Cp(cp) if cp >= 100 => won(Color::White),
                Score::Cp(cp) if cp <= -100 => won(Color::Black),
                _ => GameResult::Draw,
            };
            let termination = match exhausted {
                Some(_) => Termination::AdjudicatedExhausted,
                None => Termination::AdjudicatedPlyCap,
            };
            (result, termination)
        }
    };
    Ending::Scored {
        result,
        termination,
    }
}

/// The n-th planned game, with these turns and this end.
fn game(bench: &TokenChess, n: usize, turns: Vec<Turn>, end: End) -> GameRecord {
    let planned = &bench.plan()[n];
    let condition = bench.condition(planned);
    let of = |side: Color| {
        let own = turns.iter().filter(|turn| turn.side == side);
        SeatTally {
            spent: own.clone().map(|turn| turn.spent).sum(),
            ledger: own.map(|turn| turn.spent).collect(),
            ..SeatTally::default()
        }
    };
    GameRecord {
        id: planned.id.clone(),
        condition: condition.name.clone(),
        rules: condition.rules,
        players: planned.players.clone(),
        memory: ByColor::new_with(|side| {
            let rule = condition.memory.of(&planned.players[side]);
            rule.given().unwrap_or_default()
        }),
        choices: ByColor::default(),
        moves: Vec::new(),
        final_fen: String::new(),
        ending: ending(&end),
        end,
        seats: ByColor::new_with(of),
        turns,
    }
}

/// A game in which both sides get a move at once, and that ends so.
fn plain(bench: &TokenChess, n: usize, end: End) -> ReadBack<GameRecord> {
    ReadBack::Scored(game(bench, n, vec![quick(0), quick(1)], end))
}

fn measure(bench: &TokenChess, games: &[ReadBack<GameRecord>]) -> Findings {
    assert_eq!(games.len(), bench.plan().len());
    Findings::of(bench, games).unwrap_or_else(|error| panic!("{error}"))
}

fn player<'a>(group: &'a Group, name: &str) -> &'a PlayerFindings {
    let name = PlayerName::new(name).unwrap();
    group
        .players
        .iter()
        .find(|player| player.player == name)
        .unwrap()
}

/// Numerator, denominator, games.
#[track_caller]
fn counts(finding: &Finding, numerator: f64, denominator: f64, games: usize) {
    let near = |seen: Option<f64>, expected: f64| {
        let seen = seen.unwrap();
        assert!(
            (seen - expected).abs() < 1e-9,
            "{seen} for {expected}: {finding:?}"
        );
    };
    near(finding.numerator, numerator);
    near(finding.denominator, denominator);
    if denominator > 0.0 {
        near(finding.value, numerator / denominator);
    } else {
        assert_eq!(finding.value, None, "{finding:?}");
    }
    assert_eq!(finding.games, games, "{finding:?}");
}

#[track_caller]
fn close(seen: Option<f64>, expected: f64) {
    let seen = seen.expect("a value");
    assert!((seen - expected).abs() < 1e-9, "{seen} for {expected}");
}
