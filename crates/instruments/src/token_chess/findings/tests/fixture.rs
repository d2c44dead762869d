//! The findings that the report's goldens are made of, and what holds of any findings.
//!
//! `LUDOMETER_BLESS=1` writes the fixture anew.
#![allow(clippy::disallowed_methods, reason = "a fixture is a file")]

use ludometer_games::Color;
use ludometer_record::{Contents, desk::Usage, ending::VoidCause};

use super::*;
use crate::token_chess::{Choice, Memory, record::Note};

const W: Color = Color::White;
const B: Color = Color::Black;

/// A small generator of the fixture's own, so that it stays the same whatever others do.
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// A turn of made-up samples: less and less of them legal the longer the game.
fn made_up(random: &mut Lcg, ply: u32, per_token: u64, careful: bool) -> Turn {
    let mut batches = Vec::new();
    loop {
        let place = batches.len();
        let temperature = if careful {
            0.6 + 0.2 * place as f64
        } else {
            1.3 - 0.1 * place as f64
        };
        let chance = 70_u64.saturating_sub(u64::from(ply)) + if careful { 15 } else { 0 };
        let letters: String = (0..per_token)
            .map(|_| match random.below(100) {
                sample if sample < chance => 'L',
                sample if sample < 95 => 'i',
                _ => 'm',
            })
            .collect();
        let cap = (careful && place == 0).then_some(8.0);
        batches.push(batch(temperature, cap, P, &letters));
        if letters.contains('L') {
            return turn(ply, batches, Some(MovedBy::Player));
        }
    }
}

/// Two models and a built-in player, two budgets; every kind of end, one void, one open.
pub(super) fn findings() -> Findings {
    let bench = bench(
        &["openai:careful", "openai:bold", "mock:heuristic"],
        "schedule = \"round-robin\"\ngames = 6\nmemory = { a = \"choose\", b = \"notepad\" }\nsweep = { budget = [20, 40] }",
    );
    let mut random = Lcg(3);
    let games = (0..bench.plan().len()).map(|n| match n {
        34 => ReadBack::Void {
            cause: VoidCause::Timeout,
            detail: "the server <hung> | for 600 s".to_owned(),
            answers: 12,
        },
        35 => ReadBack::Unfinished { answers: 4 },
        _ => {
            let names = bench.plan()[n].players.clone().map(|name| name.to_string());
            let plies = 6 + u32::try_from(random.below(40)).unwrap();
            let turns: Vec<Turn> = (0..plies)
                .map(|ply| {
                    let side = if ply % 2 == 0 { W } else { B };
                    made_up(&mut random, ply, 3, names[side] == "a")
                })
                .collect();
            let (strong, weak) = if names.white < names.black {
                (W, B)
            } else {
                (B, W)
            };
            let cp = if strong == W { 300 } else { -300 };
            let end = match random.below(10) {
                0..=2 => mate(strong),
                3 | 4 => mate(weak),
                5 => stalemate(),
                6 => judged(Some(weak), cp, true),
                7 => judged(Some(strong), -cp, false),
                8 => judged(Some(strong), cp, true),
                _ => judged(None, 30, true),
            };
            let mut record = game(&bench, n, turns, end);
            for side in Color::ALL {
                let model = names[side] != "c";
                let moves = u32::try_from(record.seats[side].ledger.len()).unwrap();
                let seat = &mut record.seats[side];
                seat.decisions = seat.spent + moves;
                if !model {
                    continue;
                }
                seat.calls = seat.decisions + 1;
                seat.parse_failures = 1;
                let reasoning = (names[side] == "a").then_some(31);
                for _ in 0..seat.calls {
                    seat.usage.add(&Usage {
                        prompt: Some(420),
                        completion: Some(57),
                        reasoning,
                        cached: None,
                    });
                }
                if names[side] == "a" {
                    let tool = Memory::ALL[usize::try_from(random.below(3)).unwrap()];
                    record.memory[side] = tool;
                    record.choices[side] = Some(Choice {
                        menu: Memory::ALL.to_vec(),
                        tool,
                        why: (tool != Memory::None).then(|| "prices *rise* late".to_owned()),
                        fell_back: false,
                    });
                    seat.decisions += 1;
                } else {
                    seat.notes = vec![Note {
                        ply: 2,
                        text: "high".to_owned(),
                    }];
                }
            }
            ReadBack::Scored(record)
        }
    });
    let games: Vec<_> = games.collect();
    measure(&bench, &games)
}

#[test]
fn the_fixture_is_as_it_was() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../report/tests/fixtures/token-chess-findings.json");
    let mut seen = serde_json::to_string(&findings()).unwrap();
    seen.push('\n');
    if std::env::var_os("LUDOMETER_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &seen).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert!(
        seen == expected,
        "the findings differ; look at them, then run with LUDOMETER_BLESS=1"
    );
}

#[test]
fn findings_come_back_from_json_the_same() {
    let findings = findings();
    let json = serde_json::to_string(&findings).unwrap();
    assert_eq!(serde_json::from_str::<Findings>(&json).unwrap(), findings);
}

#[test]
fn a_run_without_a_game_and_one_that_does_not_replay() {
    let bench = bench(&["openai:m", "openai:n"], "games = 2");
    let nothing = Findings::measure(&bench, &Contents::default()).unwrap();
    assert_eq!((nothing.games.unfinished, nothing.groups.len()), (2, 1));
    assert_eq!(nothing.groups[0].players.len(), 2);
    assert_eq!(nothing.groups[0].players[0].headline().value, None);
    assert!(nothing.contrasts.is_empty());
    let broken = Contents {
        disorder: Some("a second start of the journal".to_owned()),
        ..Contents::default()
    };
    let error = Findings::measure(&bench, &broken).unwrap_err().to_string();
    assert!(
        error.contains("a second start of the journal (1 in all"),
        "{error}"
    );
}
