//! Games in progress and the countdown.

use proptest::prelude::*;

use super::super::*;
use super::at;

fn played(results: &[&str]) -> Playing {
    let mut playing = Playing::new(Rules::default());
    for result in results {
        playing.play(at(result)).unwrap();
    }
    playing
}

#[test]
fn a_game_ends_when_hands_are_dead() {
    let mut playing = played(&["11-21", "21-31", "31-01", "01-41"]);
    assert_eq!(playing.to_move(), Side::First);
    assert_eq!((playing.ending(), playing.ply()), (None, 4));
    playing.play(at("41-00")).unwrap();
    let ending = Ending::HandsDead {
        winner: Side::First,
    };
    assert_eq!(playing.ending(), Some(ending));
    assert_eq!(playing.to_move(), Side::Second);
    let refused = playing.play(at("00-41"));
    assert_eq!(refused, Err(IllegalMove::Ended { ending }));
}

#[test]
fn an_illegal_result_changes_nothing() {
    let mut playing = played(&["11-21"]);
    let refused = playing.play(at("21-11")).unwrap_err();
    assert_eq!(refused.to_string(), "21-11: no move results in 21-11");
    assert_eq!((playing.position(), playing.ply()), (at("21-11"), 1));
}

/// Four plies that return to the start, with both sides splitting forth and back.
const CYCLE: [&str; 4] = ["02-11", "02-02", "11-02", "11-11"];

#[test]
fn the_third_occurrence_starts_the_countdown_once() {
    let mut playing = Playing::new(Rules::default());
    let mut cycle = CYCLE.iter().cycle();
    let mut step = |playing: &mut Playing| playing.play(at(cycle.next().unwrap())).unwrap();
    for ply in 0..8 {
        assert_eq!((playing.ply(), playing.countdown_left()), (ply, None));
        step(&mut playing);
    }
    // The start has now occurred at plies 0, 4 and 8.
    assert_eq!(playing.occurrences(), 3);
    assert_eq!(playing.countdown_left(), Some(COUNTDOWN_PLIES));
    for left in (0..COUNTDOWN_PLIES).rev() {
        assert_eq!(playing.ending(), None);
        step(&mut playing);
        assert_eq!(playing.countdown_left(), Some(left));
    }
    assert_eq!(playing.ply(), 108);
    assert_eq!(playing.ending(), Some(Ending::Countdown));
    assert!(playing.play(at("02-11")).is_err());
}

#[test]
fn a_position_counts_apart_for_each_side_to_move() {
    // One side goes round three ways to hold four fingers, the other between two.
    let mut playing = Playing::from_position(Rules::default(), at("04-04"), Side::First);
    for result in ["13-04", "13-13", "22-13", "04-22", "04-04"] {
        playing.play(at(result)).unwrap();
    }
    assert_eq!(playing.position(), at("04-04"));
    assert_eq!(
        (playing.to_move(), playing.occurrences()),
        (Side::Second, 1)
    );
}

#[test]
fn a_hand_killed_on_the_last_ply_of_the_countdown_wins() {
    let mut playing = Playing::from_position(Rules::default(), at("04-02"), Side::Second);
    for result in ["13-02", "11-13", "04-11", "02-04"].iter().cycle() {
        if playing.countdown_left() == Some(1) {
            break;
        }
        playing.play(at(result)).unwrap();
    }
    playing.play(at("11-00")).unwrap();
    assert_eq!(playing.countdown_left(), Some(0));
    let ending = Ending::HandsDead {
        winner: Side::First,
    };
    assert_eq!(playing.ending(), Some(ending));
}

/// The countdown from a whole game's history, counted anew.
fn countdown_of(history: &[(Position, Side)]) -> Option<usize> {
    let third = (0..history.len()).find(|&ply| {
        let before = history[..ply].iter();
        before.filter(|&&earlier| earlier == history[ply]).count() == 2
    })?;
    Some(100 - (history.len() - 1 - third))
}

proptest! {
    #[test]
    fn random_games_end_as_their_history_says(picks in prop::collection::vec(any::<prop::sample::Index>(), 400)) {
        let rules = Rules::default();
        let mut playing = Playing::new(rules);
        let mut history = vec![(playing.position(), playing.to_move())];
        for pick in picks {
            // Games of mostly splits repeat themselves; taps end them too soon.
            let all = rules.results(playing.position());
            let splits: Vec<Position> = all
                .iter()
                .copied()
                .filter(|result| result.opponent == playing.position().opponent)
                .collect();
            let among = if splits.is_empty() { &all } else { &splits };
            playing.play(*pick.get(among)).unwrap();
            history.push((playing.position(), playing.to_move()));
            let left = countdown_of(&history);
            prop_assert_eq!(playing.countdown_left().map(|left| left as usize), left);
            let over = playing.position().own.is_dead() || left == Some(0);
            prop_assert_eq!(playing.ending().is_some(), over);
            if over {
                break;
            }
        }
        prop_assert_eq!(playing.ply() as usize, history.len() - 1);
    }
}
