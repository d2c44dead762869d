use ludometer_games::chopsticks::Rules;
use ludometer_record::{Seat, ending::Termination};
use serde_json::json;

use super::{answered, object, play, reply};
use crate::served::{CallClass, Heard, ServedChopsticks};

#[test]
fn a_game_from_both_sides() {
    let mut game = ServedChopsticks::new(Rules::default(), Seat::Second, 200);
    assert!(game.awaits_opponent());
    // A tap of 1 on 1, as its side sees it; the agent sees it turned.
    game.opponent_moves(&reply("11-12")).unwrap();
    let state = object(&game.state());
    assert_eq!(state["position"], "12-11");
    assert_eq!(state["your_hands"], json!([1, 2]));
    assert_eq!(state["you_are"], "second");
    assert_eq!(state["side_to_move"], "second");
    assert_eq!(state["last_moves"][0]["position_after"], "11-12");
    assert_eq!(state["last_moves"][0]["actor"], "engine");
    for (text, class) in [
        ("12-14", CallClass::IllegalMove),
        ("12", CallClass::MalformedMove),
        ("12-19", CallClass::MalformedMove),
    ] {
        assert_eq!(answered(game.call(&play(text))).0, class, "{text}");
    }
    assert_eq!(game.call(&play("12-13")), Heard::Moved);
    assert_eq!(object(&game.state())["position"], "12-13");
}

#[test]
fn dead_hands_and_the_cap_end_it() {
    let rules = Rules::new(1, 3, ludometer_games::chopsticks::SplitRule::None).unwrap();
    let mut game = ServedChopsticks::new(rules, Seat::First, 200);
    assert_eq!(game.call(&play("1-2")), Heard::Moved);
    game.opponent_moves(&reply("2-0")).unwrap();
    let state = object(&game.state());
    assert_eq!(state["result"], "second-wins");
    assert_eq!(state["termination"], "hands-dead");
    let mut capped = ServedChopsticks::new(Rules::default(), Seat::First, 1);
    assert_eq!(capped.call(&play("11-12")), Heard::Moved);
    assert_eq!(capped.over().unwrap().termination, Termination::PlyCap);
}
