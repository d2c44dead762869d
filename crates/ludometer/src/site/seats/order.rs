//! From what a person chose to the study that is played.

use std::path::Path;

use ludometer_games::Color;
use ludometer_instruments::{Study, token_chess::MemoryRule};
use ludometer_record::{PlayerName, study::BuiltIn};
use ludometer_site::seat::{GameOrder, Order, Round};

use super::offers::{self, Ladder};
use crate::study::quoted;

/// Longest name of a person, in characters: a study and its games are named after it.
const NAME: usize = 30;

/// Largest purse.
const PURSE: u32 = 1_000;

/// A study that was written.
pub struct Written {
    pub text: String,
    pub study: Study,
}

/// The study of an order. The error is a line for the person.
pub fn study(order: &Order, seed: u64, ladder: &Ladder) -> Result<Written, String> {
    let name = name(&order.name)?;
    let text = match &order.game {
        GameOrder::EloLadder { opponent } => on_ladder(&name, seed, ladder, opponent),
        GameOrder::TokenChess {
            opponent,
            tier,
            round,
            colour,
            budget,
        } => {
            let opponent = known(opponent, &offers::token_chess())?;
            if let Some(budget) = budget.filter(|budget| !(1..=PURSE).contains(budget)) {
                return Err(format!(
                    "a budget of {budget}; expected 1 to {PURSE} tokens"
                ));
            }
            Ok(token_chess(
                &name,
                seed,
                &opponent,
                tier.name(),
                *round,
                *colour,
                *budget,
            ))
        }
        GameOrder::ChopBench { opponent, games } => {
            let opponent = known(opponent, &offers::chopsticks())?;
            if !(1..=2).contains(games) {
                return Err(format!("{games} games; expected 1 or 2"));
            }
            Ok(chopsticks(&name, seed, &opponent, *games))
        }
    }?;
    let study = Study::parse(&text, Path::new("the game"));
    let study = study.map_err(|problem| problem.to_string())?;
    Ok(Written { text, study })
}

/// A person's name, which goes into the names of games.
fn name(text: &str) -> Result<PlayerName, String> {
    let long = text.chars().count();
    if long > NAME {
        return Err(format!(
            "a name of {long} characters; expected at most {NAME}"
        ));
    }
    let name = PlayerName::new(text).map_err(|problem| problem.to_string())?;
    if text.contains('/') {
        return Err(format!("the name {text:?} has a /; take another character"));
    }
    if text.parse::<BuiltIn>().is_ok() {
        return Err(format!(
            "{text:?} is the name of a built-in player; take another one"
        ));
    }
    Ok(name)
}

fn known(name: &str, offers: &[ludometer_site::seat::Offer]) -> Result<String, String> {
    if offers.iter().any(|offer| offer.name == name) {
        return Ok(name.to_owned());
    }
    let names: Vec<&str> = offers.iter().map(|offer| offer.name.as_str()).collect();
    let shown: String = name.chars().take(40).collect();
    Err(format!(
        "{shown:?} is no opponent here; expected one of {}",
        names.join(", ")
    ))
}

/// What every such study begins with.
fn head(name: &PlayerName, seed: u64, game: &str, instrument: &str, against: &str) -> String {
    format!(
        "# A person's seat, written by ludometer serve.\n\
         name = {}\nquestion = {}\ninstrument = {instrument:?}\nseed = {seed}\n\n\
         [limits]\ngames_at_once = 1\n\n[[player]]\nname = {}\nmodel = \"person\"\n\n",
        quoted(&format!("{game}-{name}")),
        quoted(&format!("{name}, a person, against {against}.")),
        quoted(name.as_str()),
    )
}

fn on_ladder(
    name: &PlayerName,
    seed: u64,
    ladder: &Ladder,
    opponent: &str,
) -> Result<String, String> {
    let opponents = ladder
        .kind_of(opponent)
        .map_or_else(|| known(opponent, ladder.offers()).map(|_| "engine"), Ok)?;
    Ok(format!(
        "{}[ladder]\nopponents = {opponents:?}\nopponent = {}\ngames = 2\npilot = false\nform = \"json\"\n",
        head(name, seed, "ladder", "elo-ladder", opponent),
        quoted(opponent)
    ))
}

fn token_chess(
    name: &PlayerName,
    seed: u64,
    opponent: &str,
    tier: &str,
    round: Round,
    colour: Color,
    budget: Option<u32>,
) -> String {
    let person = quoted(name.as_str());
    let opponent_name = quoted(opponent);
    let pair = match colour {
        Color::White => format!("[{person}, {opponent_name}]"),
        Color::Black => format!("[{opponent_name}, {person}]"),
    };
    let budget = budget.map_or(String::new(), |budget| format!("budget = {budget}\n"));
    let memory = match round.memory() {
        MemoryRule::None => String::new(),
        rule => format!(
            "memory = {{ {person} = {:?} }}\nmenu = \"permuted\"\n",
            rule.word()
        ),
    };
    format!(
        "{}[[player]]\nmodel = {opponent_name}\n\n[token_chess]\neconomy = {:?}\ntier = {tier:?}\n\
         pairs = [{pair}]\ngames = 1\n{budget}{memory}",
        head(name, seed, "token-chess", "token-chess", opponent),
        round.economy().word(),
    )
}

fn chopsticks(name: &PlayerName, seed: u64, opponent: &str, games: u32) -> String {
    format!(
        "{}[chop_bench]\nfamilies = [\"json\"]\nmodes = [\"stateless\"]\nopponents = [{}]\n\
         games_per_cell = {games}\npolicy = {{ retry = 2 }}\n",
        head(name, seed, "chopsticks", "chop-bench", opponent),
        quoted(opponent)
    )
}

#[cfg(test)]
mod tests {
    use ludometer_daydream::Tier;

    use super::*;

    fn ladder() -> Ladder {
        Ladder::without_engine()
    }

    fn written(name: &str, game: GameOrder) -> Result<Written, String> {
        let name = name.to_owned();
        study(&Order { name, game }, 7, &ladder())
    }

    fn chop() -> GameOrder {
        GameOrder::ChopBench {
            opponent: "random".to_owned(),
            games: 2,
        }
    }

    #[test]
    fn every_order_makes_a_study() {
        for round in Round::ALL {
            for tier in Tier::ALL {
                for colour in [Color::White, Color::Black] {
                    for offer in offers::token_chess() {
                        let game = GameOrder::TokenChess {
                            opponent: offer.name,
                            tier,
                            round,
                            colour,
                            budget: Some(12),
                        };
                        let made =
                            written("Ada", game).map_err(|problem| format!("{round:?} {problem}"));
                        let study = made.unwrap().study;
                        let condition = &study.token_chess.conditions().unwrap()[0];
                        assert_eq!(condition.rules.budget, 12);
                        let first = study.token_chess.pairs[0][0].as_str();
                        assert_eq!(first == "Ada", colour == Color::White);
                    }
                }
            }
        }
        for offer in offers::chopsticks() {
            let opponent = offer.name;
            assert!(written("Ada", GameOrder::ChopBench { opponent, games: 1 }).is_ok());
        }
        for offer in ladder().offers() {
            let opponent = offer.name.clone();
            assert!(written("Ada", GameOrder::EloLadder { opponent }).is_ok());
        }
    }

    #[test]
    fn hostile_names_are_refused_in_a_line() {
        for name in [
            "",
            " ",
            "a b",
            "a\"\nmodel = \"x",
            "\u{202e}x",
            "<script>",
            "random",
            "mock:heuristic",
            "a/b",
            &"n".repeat(31),
        ] {
            let problem = written(name, chop()).err().unwrap_or_default();
            assert!(
                !problem.is_empty() && problem.lines().count() == 1,
                "{name:?}: {problem}"
            );
        }
        for name in ["Ada", "Größe", "..", "a.b:c+d@e"] {
            assert!(written(name, chop()).is_ok(), "{name}");
        }
    }

    #[test]
    fn opponents_that_are_not_offered_are_refused() {
        for opponent in ["", "openai:gpt", "../x", "stockfish?elo=99"] {
            let opponent = || opponent.to_owned();
            for game in [
                GameOrder::ChopBench {
                    opponent: opponent(),
                    games: 1,
                },
                GameOrder::EloLadder {
                    opponent: opponent(),
                },
            ] {
                let problem = written("Ada", game).err().unwrap_or_default();
                assert!(problem.contains("is no opponent here"), "{problem}");
            }
        }
    }
}
