use super::*;
use ludometer_games::chopsticks::{Rules, SplitRule};

#[test]
fn families_say_what_they_are() {
    for (h, m, s) in [(2, 5, SplitRule::Published), (3,7,SplitRule::NoRevival), (2,5,SplitRule::None)] {
    let rules = Rules::new(h, m, s).unwrap();
    for (name, text) in BUILT_IN_FAMILIES {
        let family = Family::new(name, text, &rules).unwrap();
        println!("=== {name} {} {:?} {:?} {}", family.about, family.style, family.dress, family.structured);
        for part in [super::family::Part::Opening, super::family::Part::Turn, super::family::Part::Again] {
        println!("--\n{}", family.prompt(part, rules.start()));
        }
    }
    }
}
