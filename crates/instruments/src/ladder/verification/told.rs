//! What is compared, in lines.

use ludometer_record::{
    desk::Usage,
    ending::{Ending, GameResult},
    journal::Exchange,
};

use super::TokenSums;

/// An ending in a line.
pub(super) fn told(ending: &Ending) -> String {
    match ending {
        Ending::Scored {
            result,
            termination,
        } => {
            let result = match result {
                GameResult::FirstWins => "1-0",
                GameResult::SecondWins => "0-1",
                GameResult::Draw => "1/2-1/2",
            };
            format!("{result}, {termination}")
        }
        Ending::Void { cause, detail } => format!("void, {}: {detail}", cause.words()),
    }
}

/// Tokens in a line.
pub(super) fn sums(usage: &Usage, answers: u32, counted: u32) -> String {
    let count = |kind: &str, count: Option<u64>| {
        count.map_or(format!("{kind} not counted"), |count| {
            format!("{kind} {count}")
        })
    };
    format!(
        "{answers} answers, {counted} counted; {}, {}, {}, {}",
        count("prompt", usage.prompt),
        count("cached", usage.cached),
        count("completion", usage.completion),
        count("reasoning", usage.reasoning)
    )
}

/// The journal's tokens in a line.
pub(super) fn added(exchanges: &[Exchange]) -> String {
    let sums_of = TokenSums::of(exchanges);
    let usage = Usage {
        prompt: sums_of.prompt,
        completion: sums_of.completion,
        reasoning: sums_of.reasoning,
        cached: sums_of.cached,
    };
    sums(&usage, sums_of.answers, sums_of.counted)
}
