//! Every pair of players compared.

use ludometer_record::PlayerName;
use ludometer_stats::{
    Level,
    ladder::{Evidence, compare, simultaneous},
};

use super::{
    Difference,
    rating::{RatingInterval, value},
};
use crate::{Unit, numbers::LEVEL};

pub(super) fn differences(names: &[PlayerName], evidence: &[Evidence]) -> Vec<Difference> {
    let pairs = compare(evidence, LEVEL);
    let at_once = simultaneous(LEVEL, pairs.len());
    let together = format!(
        "; at the level at which all {} differences hold at once (Bonferroni)",
        pairs.len()
    );
    let one = |((a, b), found): ((usize, usize), ludometer_stats::ladder::Difference)| {
        let games: u32 = [a, b].map(|n| evidence[n].score().games()).iter().sum();
        let games = usize::try_from(games).unwrap_or(usize::MAX);
        let interval = |level: Level, ends| {
            let mut interval = RatingInterval::new(found.method, level.get(), games, ends);
            interval
                .definition
                .push_str("; takes the opponents' ratings as known");
            interval
        };
        let mut simultaneous = interval(at_once, found.simultaneous);
        simultaneous.definition.push_str(&together);
        Difference {
            id: "rating-difference".to_owned(),
            definition: "rating of the first less rating of the second, each with a draw \
                         parameter of its own, White worth nothing"
                .to_owned(),
            unit: Unit::Elo,
            first: names[a].clone(),
            second: names[b].clone(),
            value: value(found.place),
            games,
            intervals: vec![interval(LEVEL, found.interval), simultaneous],
            likelihood_ratio: found.likelihood_ratio,
            p: found.p,
            p_holm: found.p_holm,
        }
    };
    pairs.into_iter().map(one).collect()
}
