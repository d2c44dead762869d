//! Who can sit across on this machine.

use ludometer_daydream::Tier;
use ludometer_instruments::{ladder::Opponents, token_chess::Rules, tool::board_of};
use ludometer_record::{
    manifest::OpponentRecord,
    study::{Mock, ModelRef},
};
use ludometer_site::seat::{Offer, Round, RoundOffer, SeatMenu, TierOffer};

use super::AT_ONCE;
use crate::ladder::{Across, across};

/// What is said where no engine plays.
const WITHOUT: &str = "No chess engine is installed here, so only the player that moves at random can sit \
     across. To meet the others: apt install stockfish, or put Stockfish on the PATH, and start \
     ludometer serve again.";

/// The opponents on the ladder.
#[derive(Debug)]
pub struct Ladder {
    offers: Vec<Offer>,
    /// Where each of them comes from.
    kinds: Vec<Opponents>,
    note: String,
}

impl Ladder {
    /// Looks for an engine.
    pub async fn look() -> Self {
        Self::of(&across().await)
    }

    /// What there is without an engine.
    #[cfg(test)]
    pub fn without_engine() -> Self {
        Self::of(&crate::ladder::across_without_engine(None))
    }

    fn of(across: &Across) -> Self {
        let note = match (&across.engine, &across.problem) {
            (Some(engine), None) => format!("Found {engine}."),
            (Some(engine), Some(problem)) => format!("Found {engine}. {problem}"),
            (None, None) => WITHOUT.to_owned(),
            (None, Some(problem)) => format!("{WITHOUT} ({problem})"),
        };
        let (offers, kinds) = across
            .opponents
            .iter()
            .map(|(kind, one)| (offer(one), *kind))
            .unzip();
        Self {
            offers,
            kinds,
            note,
        }
    }

    /// Who they are.
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// The word of a study file for where an opponent comes from; none where it is not here.
    pub fn kind_of(&self, name: &str) -> Option<&'static str> {
        let place = self.offers.iter().position(|offer| offer.name == name)?;
        Some(match self.kinds[place] {
            Opponents::Engine => "engine",
            Opponents::Rungs => "rungs",
        })
    }
}

fn offer(record: &OpponentRecord) -> Offer {
    // A minus as in print: the rating stands behind a dash.
    let rating = format!("{:.0} Elo", record.rating).replace('-', "\u{2212}");
    let words = match (&record.engine, record.random) {
        (None, _) => format!("{rating}: moves at random"),
        (Some(_), random) if random > 0.0 => format!(
            "{rating}: an engine, {:.0}% of its moves at random",
            100.0 * random
        ),
        (Some(_), _) => format!("{rating}: an engine"),
    };
    Offer {
        name: record.name.clone(),
        words,
    }
}

/// Built-in players of Token Chess.
pub fn token_chess() -> Vec<Offer> {
    let offer = |mock: Mock| Offer {
        name: format!("mock:{}", mock.word()),
        words: match mock {
            Mock::Random => "any setting, any candidate",
            Mock::Adaptive => "begins cautious, loosens with each failure",
            Mock::Heuristic => "one good setting; shops for a second candidate",
        }
        .to_owned(),
    };
    Mock::ALL.into_iter().map(offer).collect()
}

/// Built-in players of Chopsticks.
pub fn chopsticks() -> Vec<Offer> {
    let offer = |name: &str, words: &str| Offer {
        name: name.to_owned(),
        words: words.to_owned(),
    };
    vec![
        offer("random", "any legal move"),
        offer("greedy", "takes the most that one move can take"),
        offer(
            "epsilon:0.3",
            "perfect, but for three moves in ten at random",
        ),
        offer("solver", "plays perfectly"),
    ]
}

/// What there is to choose.
pub fn menu(ladder: &Ladder) -> SeatMenu {
    SeatMenu {
        name: ModelRef::PERSON.to_owned(),
        ladder: ladder.offers.clone(),
        ladder_note: ladder.note.clone(),
        token_chess: token_chess(),
        tiers: Tier::ALL
            .into_iter()
            .map(|tier| {
                let size = board_of(tier).size();
                TierOffer {
                    name: tier.name().to_owned(),
                    words: format!("{}×{} ({})", size.files, size.ranks, board_of(tier)),
                }
            })
            .collect(),
        rounds: Round::ALL
            .into_iter()
            .map(|round| RoundOffer {
                round,
                words: round.words().to_owned(),
                budget: Rules::published(round.economy(), Tier::Micro).budget,
            })
            .collect(),
        chopsticks: chopsticks(),
        at_once: AT_ONCE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_an_engine_it_is_said_how_to_get_one() {
        let menu = menu(&Ladder::without_engine());
        assert_eq!(menu.ladder.len(), 1);
        assert_eq!(menu.ladder[0].name, "random");
        assert!(menu.ladder_note.contains("apt install stockfish"));
    }
}
