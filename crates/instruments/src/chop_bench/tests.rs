use super::*;
use ludometer_games::chopsticks::Rules;

#[test]
fn families_say_what_they_are() {
    for (name, text) in BUILT_IN_FAMILIES {
        let family = Family::new(name, text, &Rules::default()).unwrap();
        println!("{name} {} {:?} {:?} {}", family.about, family.style, family.dress, family.structured);
        println!("{}", family.prompt(super::family::Part::Opening, Rules::default().start()));
    }
}
