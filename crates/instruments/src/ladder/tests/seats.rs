//! Built-in players, engines and chance in their seats; caps and draws.

use futures_util::FutureExt;
use ludometer_games::{Board, Variant};
use ludometer_record::{
    desk::{Answer, Question},
    ending::{Ending, GameResult, Termination},
};

use super::{assigned, ladder, lost, moved, named, opponent, play, study, ucis};
use crate::{
    Instrument,
    desk::ScriptedDesk,
    ladder::{EloLadder, GameRecord, PlannedGame, record::Actor},
};

/// A ladder of mixtures, whose engine is never asked where chance has all moves.
fn by_chance(player: &str, lines: &str, random: f64) -> EloLadder {
    let study = study(&[player], lines).unwrap();
    EloLadder::new(&study, &[], &[opponent(100.0, Some("stockfish"), random)]).unwrap()
}

fn played(ladder: &EloLadder, game: &str) -> GameRecord {
    let mut desk = ScriptedDesk::answers([Ok(assigned(100.0))]);
    let played = ladder.play(named(ladder, game), &mut desk).now_or_never();
    played.unwrap().unwrap()
}

#[test]
fn a_game_by_chance_is_the_same_for_the_same_seed_and_no_other() {
    let ladder = by_chance("model = \"random\"", "games = 4", 1.0);
    let first = played(&ladder, "random.001.white");
    assert_eq!(first, played(&ladder, "random.001.white"));
    assert_ne!(ucis(&first), ucis(&played(&ladder, "random.002.white")));
    let makers = [Actor::Player, Actor::Chance];
    for (made, by) in first.moves.iter().zip(makers.into_iter().cycle()) {
        assert_eq!(made.by, by);
    }
    // Every move is legal by the rules alone.
    let moves: Vec<String> = first.moves.iter().map(|made| made.uci.clone()).collect();
    let board = Board::replay(Variant::Standard, &moves).unwrap();
    assert_eq!(board.fen(), first.final_fen);
}

/// Plays a game whose engine always plays the first of its legal moves.
fn with_first_moves(ladder: &EloLadder, game: &PlannedGame) -> GameRecord {
    let mut answers = vec![assigned(100.0)];
    loop {
        let mut desk = ScriptedDesk::answers(answers.iter().cloned().map(Ok));
        if let Ok(record) = ladder.play(game, &mut desk).now_or_never().unwrap() {
            return record;
        }
        let Some(Question::Move(turn)) = desk.asked.last() else {
            panic!("only the engine is asked")
        };
        assert_eq!(turn.engine, "stockfish");
        let board = Board::replay(Variant::Standard, &turn.moves).unwrap();
        answers.push(moved(&board.legal_moves()[0]));
    }
}

#[test]
fn a_mixture_draws_its_share() {
    let ladder = by_chance("model = \"random\"", "games = 24\npilot = false", 0.3);
    let (mut chance, mut all) = (0.0, 0.0);
    for game in ladder.plan() {
        let record = with_first_moves(&ladder, game);
        let by = |actor| record.moves.iter().filter(|made| made.by == actor).count() as f64;
        chance += by(Actor::Chance);
        all += by(Actor::Chance) + by(Actor::Opponent);
    }
    // Some thousand moves: four standard errors are 0.06 at a thousand.
    assert!(all > 800.0, "{all}");
    let share: f64 = chance / all;
    assert!((share - 0.3).abs() < 0.06, "{chance} of {all}");
}

#[test]
fn the_referee_beats_chance() {
    let ladder = by_chance("model = \"referee\"", "games = 2", 1.0);
    let record = played(&ladder, "referee.001.black");
    assert_eq!(
        record.ending,
        lost(Termination::Checkmate, GameResult::SecondWins)
    );
}

#[test]
fn an_engine_has_the_seat() {
    let ladder = ladder(
        &["model = \"engine:stockfish?elo=1500&nodes=10\""],
        "games = 2",
    );
    let name = "stockfish:elo1500+nodes10.001.white";
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let script =
        std::iter::once(assigned(1320.0)).chain(shuffle.into_iter().cycle().take(7).map(moved));
    let (record, asked) = play(&ladder, name, script);
    // Claimed before the move that would bring the position about for the third time.
    assert_eq!(
        record.ending,
        Ending::Scored {
            result: GameResult::Draw,
            termination: Termination::ThreefoldRepetition
        }
    );
    let engines: Vec<&str> = asked[1..]
        .iter()
        .map(|question| match question {
            Question::Move(turn) => turn.engine.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        engines[..2],
        ["stockfish?elo=1500&nodes=10", "stockfish?elo=1320"]
    );
    assert_eq!(record.player_us, 4 * 250_000);
    assert_eq!(record.opponent_us, 3 * 250_000);
}

#[test]
fn the_ply_cap_is_a_draw() {
    let ladder = by_chance("model = \"random\"", "games = 2\nply_cap = 5", 1.0);
    let record = played(&ladder, "random.pilot");
    assert_eq!(record.moves.len(), 5);
    assert_eq!(record.ending, lost(Termination::PlyCap, GameResult::Draw));
}

#[test]
fn nobody_else_plays_chess() {
    for model in ["solver", "mock:random", "greedy"] {
        let said = study(&[&format!("model = \"{model}\"")], "").unwrap_err();
        assert!(said.contains("does not play this instrument"), "{said}");
        assert!(
            said.contains("player[0].model") || said.contains("model"),
            "{said}"
        );
    }
    // What an answer must be is told.
    let ladder = ladder(&["model = \"random\""], "games = 2");
    let said = super::stopped(&ladder, "random.pilot", [Answer::Samples(Vec::new())]);
    assert!(said.contains("samples of a tool came where"), "{said}");
}
