//! A person in Chopsticks: what a person's answer says.
//!
//! As a model does, a person answers with the state after the move and is told of no legal
//! moves; a state that no move reaches is an answer, and is graded as one.

use ludometer_record::desk::Decide;

use super::{ChopBench, PlannedGame, dress::Dress};
use crate::seat::{Choice, Refused, Seated};

impl Seated for ChopBench {
    fn reply(&self, _: &PlannedGame, asked: &Decide, choice: &Choice) -> Result<String, Refused> {
        let Choice::State { state } = choice else {
            return Err(Refused::unasked(choice, "the state after your move"));
        };
        let rules = self.solved().rules();
        let hands = rules.hands();
        let most = rules.modulus() - 1;
        let shaped = |side: &[u8]| side.iter().all(|fingers| usize::from(*fingers) <= most);
        let read = Dress::Plain.find_last(state, hands).filter(|read| {
            let whole = state.len() == 2 * hands + 1;
            whole && shaped(&read.own) && shaped(&read.opponent)
        });
        let read = read.ok_or_else(|| {
            let problem = format!(
                "is no state; expected {hands} digits from 0 to {most}, a hyphen, and {hands} more"
            );
            Refused::of(state, &problem)
        })?;
        Ok(self.family(&asked.situation.family).dressed_raw(&read))
    }
}
