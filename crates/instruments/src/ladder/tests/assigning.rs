//! Who sits across: the same as the design says, and the same when it is checked.

use ludometer_record::{
    PlayerName,
    desk::{Assign, Assigned},
    ending::{Ending, GameResult, Termination, VoidCause},
};
use ludometer_stats::ladder::{Colour, Davidson, Elo, Outcome};
use rand::RngExt;

use super::{ladder, named};
use crate::{
    Instrument, Standing, generator,
    ladder::{Design, EloLadder, PlannedGame, Played, Roster, Step, Then},
};

const PLAYER: [&str; 1] = ["name = \"a\"\nmodel = \"random\""];

fn ended(game: &PlannedGame, outcome: Outcome) -> Ending {
    let own = match game.place.color() {
        ludometer_games::Color::White => GameResult::FirstWins,
        ludometer_games::Color::Black => GameResult::SecondWins,
    };
    let other = match own {
        GameResult::FirstWins => GameResult::SecondWins,
        _ => GameResult::FirstWins,
    };
    Ending::Scored {
        result: match outcome {
            Outcome::Win => own,
            Outcome::Draw => GameResult::Draw,
            Outcome::Loss => other,
        },
        termination: Termination::Checkmate,
    }
}

fn void() -> Ending {
    Ending::Void {
        cause: VoidCause::Timeout,
        detail: String::new(),
    }
}

/// Plays whatever may begin, in the order of the plan, until nothing is left.
fn all_played(ladder: &EloLadder, seed: u64) -> Standing {
    let mut random = generator(ludometer_record::Seed(seed), &["assigning"]);
    let truth = Davidson {
        rating: 1650.0,
        draw_parameter: 0.3,
        colour_advantage: 20.0,
    };
    let mut standing = Standing::default();
    while standing.over.len() < ladder.plan().len() {
        let begun: Vec<&PlannedGame> = ladder
            .plan()
            .iter()
            .filter(|game| !standing.over.contains_key(&game.id))
            .filter(|game| ladder.may_begin(game, &standing))
            .collect();
        assert!(!begun.is_empty(), "something may always begin");
        // All of them are seated before the first is over.
        for game in &begun {
            let assigned = ladder.assign(&game.assign(), &standing).unwrap();
            standing.assigned.insert(game.assign(), assigned);
        }
        for game in begun {
            let rating = standing.assigned[&game.assign()].rating;
            let colour = match game.place.color() {
                ludometer_games::Color::White => Colour::White,
                ludometer_games::Color::Black => Colour::Black,
            };
            let [win, draw, _] = truth.chances(Elo::new(rating).unwrap(), colour);
            let drawn: f64 = random.random();
            let outcome = match drawn {
                low if low < win => Outcome::Win,
                middle if middle < win + draw => Outcome::Draw,
                _ => Outcome::Loss,
            };
            let ending = if random.random_bool(0.1) {
                void()
            } else {
                ended(game, outcome)
            };
            standing.over.insert(game.id.clone(), ending);
        }
    }
    standing
}

/// The design's own steps, which are tested against the published ones, lead to the same
/// opponents.
#[test]
fn it_chooses_what_the_design_chooses() {
    let ladder = ladder(&PLAYER, "games = 30");
    let standing = all_played(&ladder, 1);
    let all = ladder
        .roster()
        .played(&PlayerName::new("a").unwrap(), &standing);
    assert_eq!(all.pairs.len(), 15);
    let mut design = Design::published();
    design.stops.games = Some(30);
    let mut so_far = Played {
        pilot: all.pilot,
        pairs: Vec::new(),
    };
    while let Step::Play(pairs) = design.next(&so_far).unwrap() {
        for pair in pairs {
            let played = all.pairs[so_far.pairs.len()];
            assert_eq!(
                played.opponent,
                pair.opponent,
                "pair {}",
                so_far.pairs.len()
            );
            so_far.pairs.push(played);
        }
    }
    assert_eq!(so_far.pairs.len(), 15);
}

#[test]
fn every_choice_can_be_made_again() {
    for lines in [
        "games = 30",
        "games = 30\nrefill_pairs = 2",
        "games = 24\npilot = false",
    ] {
        let ladder = ladder(&PLAYER, lines);
        let standing = all_played(&ladder, 2);
        for (asked, assigned) in &standing.assigned {
            let checked = ladder.roster().check(asked, assigned, &standing);
            assert_eq!(checked, Ok(()), "{lines}: {asked:?}");
        }
    }
}

fn said(change: impl FnOnce(&mut Standing, &Assign)) -> String {
    let ladder = ladder(&PLAYER, "games = 30");
    let mut standing = all_played(&ladder, 3);
    let asked = named(&ladder, "a.007.white").assign();
    change(&mut standing, &asked);
    let assigned = standing.assigned[&asked].clone();
    let problem = ladder.roster().check(&asked, &assigned, &standing);
    problem.unwrap_err().to_string()
}

#[test]
fn another_choice_is_told() {
    let chosen = |standing: &mut Standing, asked: &Assign, change: &dyn Fn(&mut Assigned)| {
        change(standing.assigned.get_mut(asked).unwrap());
    };
    let other = said(|standing, asked| chosen(standing, asked, &|it| it.rating += 100.0));
    assert!(other.starts_with("a, pair 7: the opponent has"), "{other}");
    let fewer = said(|standing, asked| {
        chosen(standing, asked, &|it| {
            it.after.pop();
        });
    });
    assert!(
        fewer.contains("was chosen after 10 games, the design waits for 11"),
        "{fewer}"
    );
    let open = said(|standing, asked| {
        let last = standing.assigned[asked].after.last().unwrap().clone();
        standing.over.remove(&last);
    });
    assert!(open.contains("which is not over"), "{open}");
}

/// Both games of a pair meet the same opponent, even when more is known by the time the
/// second begins.
#[test]
fn a_pair_has_one_opponent() {
    let ladder = ladder(&PLAYER, "games = 30\nrefill_pairs = 2");
    let mut standing = all_played(&ladder, 4);
    let asked = named(&ladder, "a.012.white").assign();
    let chosen = standing.assigned[&asked].clone();
    for game in ladder.plan() {
        standing
            .over
            .insert(game.id.clone(), ended(game, Outcome::Win));
    }
    assert_eq!(ladder.assign(&asked, &standing), Some(chosen));
}

#[test]
fn waves_wait_and_refills_do_not() {
    let begins = |lines: &str, over: &[&str]| -> Vec<String> {
        let ladder = ladder(&PLAYER, lines);
        let mut standing = Standing::default();
        for id in over {
            standing.over.insert(named(&ladder, id).id.clone(), void());
        }
        ladder
            .plan()
            .iter()
            .filter(|game| !standing.over.contains_key(&game.id))
            .filter(|game| ladder.may_begin(game, &standing))
            .map(|game| game.id.to_string())
            .collect()
    };
    let waves = "games = 14\nadaptive_pairs = 1\nwave_pairs = 2";
    assert_eq!(begins(waves, &[]), ["a.pilot"]);
    assert_eq!(begins(waves, &["a.pilot"]), ["a.001.white", "a.001.black"]);
    let first = ["a.pilot", "a.001.white", "a.001.black"];
    let wave = ["a.002.white", "a.002.black", "a.003.white", "a.003.black"];
    assert_eq!(begins(waves, &first), wave);
    let mut most = first.to_vec();
    most.extend(&wave[..3]);
    assert_eq!(
        begins(waves, &most),
        ["a.003.black"],
        "one game holds up the next wave"
    );
    most.push(wave[3]);
    assert_eq!(begins(waves, &most).len(), 4);
    let refill = "games = 14\nadaptive_pairs = 1\nrefill_pairs = 2";
    assert_eq!(begins(refill, &first), wave);
    most.pop();
    assert_eq!(
        begins(refill, &most),
        ["a.003.black", "a.004.white", "a.004.black"],
        "a pair that is over makes room for one"
    );
}

/// More games later change nothing of what was chosen.
#[test]
fn an_extension_keeps_what_was_chosen() {
    let short = ladder(&PLAYER, "games = 24");
    let standing = all_played(&short, 5);
    let long = ladder(&PLAYER, "games = 40");
    for (asked, assigned) in &standing.assigned {
        assert_eq!(long.roster().check(asked, assigned, &standing), Ok(()));
    }
    // The wave that 24 games cut goes on at the rating that it was begun with.
    let cut = named(&short, "a.012.white").assign();
    let rest = named(&long, "a.013.white");
    assert!(long.may_begin(rest, &standing));
    let chosen = long.assign(&rest.assign(), &standing).unwrap();
    assert_eq!(
        chosen.rating.to_bits(),
        standing.assigned[&cut].rating.to_bits()
    );
}

#[test]
fn a_roster_of_nobody_waits_for_nothing() {
    let roster = Roster::new(Design::published(), &[]);
    assert!(matches!(roster.design().then, Then::Waves { pairs: 3 }));
    let nobody = Assign {
        player: PlayerName::new("nobody").unwrap(),
        pair: Some(3),
    };
    assert!(roster.assign(&nobody, &Standing::default()).is_ok());
}
