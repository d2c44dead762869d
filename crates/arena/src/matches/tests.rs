//! Names of contestants, and the schedule.

use ludometer_instruments::ladder::rung::RandomShare;

use super::{Contestant, GameKey, Pairing, schedule::in_turn};

#[test]
fn a_contestant_is_an_engine_with_a_share_of_random_moves() {
    let read = |text: &str| text.parse::<Contestant>().unwrap();
    let mixed = read("stockfish?elo=1350&random=0.25&nodes=20000");
    assert_eq!(mixed.random(), RandomShare::new(0.25).unwrap());
    let engine = mixed.engine().unwrap();
    assert_eq!(engine.to_string(), "stockfish?elo=1350&nodes=20000");
    assert_eq!(
        mixed.to_string(),
        "stockfish?elo=1350&nodes=20000&random=0.25"
    );
    assert_eq!(read(&mixed.to_string()), mixed);
    assert_eq!(
        read("stockfish?random=0.5").to_string(),
        "stockfish?random=0.5"
    );
    assert_eq!(read("stockfish").random(), RandomShare::NONE);
    assert_eq!(read("random"), Contestant::random_mover());
    assert_eq!(
        Contestant::mixture(read("stockfish").engine().cloned(), RandomShare::ALL),
        Contestant::random_mover()
    );
    let said = |text: &str| text.parse::<Contestant>().unwrap_err().to_string();
    assert!(said("stokfish?random=0.5").contains("did you mean `stockfish`?"));
    assert!(said("stockfish?random=half").contains("random=half: expected a share from 0 to 1"));
    assert!(said("stockfish?random=2").contains("from 0 to 1, not 2"));
    assert!(said("stockfish?random=0.1&random=0.2").contains("there already"));
    assert!(said("stockfish?random=1").contains("never moves"));
}

#[test]
fn pairings_take_turns_and_colours_alternate() {
    let pairing = |first: &str, second: &str, games| Pairing {
        first: first.to_owned(),
        second: second.to_owned(),
        games,
    };
    let keys = in_turn(&[pairing("a", "b", 3), pairing("b", "c", 1)]);
    let said: Vec<String> = keys
        .iter()
        .map(|key: &GameKey| format!("{} {}-{}", key.game, key.sides().white, key.sides().black))
        .collect();
    assert_eq!(said, ["0 a-b", "0 b-c", "1 b-a", "2 a-b"]);
}
