//! Imported games of Token Chess: what their files say, on the pages that played games have.
//!
//! | module | holds |
//! |---|---|
//! | here | the list of games, one game's page |
//! | [`claims`] | a report's statements, each beside what the files say |
//! | `replay` | a game in the shape of a [`TokenReplay`](crate::token_chess::replay::TokenReplay) |
//!
//! Positions and legality are those of the rules. What a file does not say is absent.

pub mod claims;
mod replay;

use ludometer_daydream::Tier;
use ludometer_games::{Color, Variant};
use ludometer_instruments::token_chess::archive::{
    check::check,
    games::Archive,
    is_published,
    played::{ArchivedGame, Ended},
};
use ludometer_record::{
    archive::{Import, Kind, Record},
    ending::{Ending, GameResult},
};

use crate::{
    Sitters,
    home::{Imported, PlayerCard},
    list::Row,
    outcome::{self, Outcome, State},
    pages::Sitter,
    replay::{GamePage, Replay, readable},
};

/// The name under which imported archives stand beside the instruments.
pub const INSTRUMENT: &str = "token-chess-archive";

/// What is said where a file does not say.
const UNSAID: &str = "not in the file";

/// Differences that a game's page names.
const SHOWN: usize = 3;

/// By what imported games can be filtered, beside `result` and `ending`.
pub const FACETS: [&str; 5] = ["round", "tier", "white", "black", "economy"];

/// A record as a line of the list of games; none where it keeps no moves.
#[must_use]
pub fn row(record: &Record) -> Option<Row> {
    let game = ArchivedGame::of(record)?;
    let outcome = outcome(&game);
    let ending = match outcome.termination.as_str() {
        "" => UNSAID.to_owned(),
        words => words.to_owned(),
    };
    Some(Row {
        id: readable(game.path),
        facets: facets(&game)
            .into_iter()
            .chain([outcome.result, ending])
            .collect(),
        says: outcome.says,
        answers: u32::try_from(game.draws()).unwrap_or(u32::MAX),
    })
}

/// The page of a record; none where it keeps no moves.
#[must_use]
pub fn page(run: &str, place: usize, planned: usize, record: &Record) -> Option<GamePage> {
    let game = ArchivedGame::of(record)?;
    let names = FACETS.into_iter().map(str::to_owned);
    Some(GamePage {
        people: Vec::new(),
        run: run.to_owned(),
        id: readable(game.path),
        place,
        planned,
        facts: names.zip(facets(&game)).collect(),
        outcome: outcome(&game),
        problem: problem(record),
        failures: Vec::new(),
        replay: Replay::TokenChess(Box::new(replay::replay(&game))),
    })
}

/// What the rules and the counts find otherwise than the file says.
fn problem(record: &Record) -> Option<String> {
    let (checked, _) = check(&Archive::of(std::slice::from_ref(record)));
    let all = checked.differences;
    let said = all.iter().take(SHOWN).map(|one| {
        let ply = one
            .ply
            .map_or(String::new(), |ply| format!(" at ply {}", ply + 1));
        let (recorded, found) = (readable(&one.recorded), readable(&one.found));
        format!(
            "{}{ply}: the file says {recorded}, found {found}",
            one.what.as_str()
        )
    });
    let mut lines: Vec<String> = said.collect();
    if all.len() > SHOWN {
        lines.push(format!("and {} more", all.len() - SHOWN));
    }
    (!lines.is_empty()).then(|| lines.join("; "))
}

fn facets(game: &ArchivedGame<'_>) -> Vec<String> {
    vec![
        game.round.to_owned(),
        format!("{} ({})", tier_of(game.variant), game.variant),
        name(game, Color::White),
        name(game, Color::Black),
        game.economy
            .map_or("none".to_owned(), |one| one.to_string()),
    ]
}

/// A seat's player, as a page can show it.
fn name(game: &ArchivedGame<'_>, side: Color) -> String {
    game.seats[side].player.map_or(UNSAID.to_owned(), readable)
}

const fn tier_of(variant: Variant) -> Tier {
    match variant {
        Variant::Gardner => Tier::Micro,
        Variant::Standard => Tier::Regular,
        Variant::Grand12 => Tier::Grand,
    }
}

/// How an imported game came out, as far as its file says.
fn outcome(game: &ArchivedGame<'_>) -> Outcome {
    let sitter = |side: Color, word: &str| Sitter {
        word: word.to_owned(),
        name: game.seats[side].player.map(readable).unwrap_or_default(),
    };
    let sitters = Sitters {
        first: sitter(Color::White, "White"),
        second: sitter(Color::Black, "Black"),
    };
    if let (Some(result), Ended::Known(termination)) = (game.result, game.ended) {
        let ending = Ending::Scored {
            result,
            termination,
        };
        return outcome::of(Some(&ending), game.turns.len(), &sitters);
    }
    let why = match game.ended {
        Ended::Known(termination) => termination.words().to_owned(),
        Ended::Word(word) => readable(word),
        Ended::Unsaid => String::new(),
    };
    let result = game.result.map_or(UNSAID, |result| match result {
        GameResult::FirstWins => "White wins",
        GameResult::SecondWins => "Black wins",
        GameResult::Draw => "draw",
    });
    let says = match (game.result, why.as_str()) {
        (None, "") => "The file says neither who won nor why it ended".to_owned(),
        (None, why) => format!("The file does not say who won: {why}"),
        (Some(_), "") => format!("{result}; the file does not say why"),
        (Some(_), why) => format!("{result}: {why}"),
    };
    Outcome {
        state: State::Scored,
        result: result.to_owned(),
        termination: why,
        kind: String::new(),
        says,
    }
}

/// What was imported, in a few words.
#[must_use]
pub fn imported(import: &Import) -> Imported {
    let holds = import.kinds.iter().map(|(kind, files)| {
        let (one, more) = kind_words(*kind);
        format!("{files} {}", if *files == 1 { one } else { more })
    });
    Imported {
        from: import.from.as_deref().map(readable),
        holds: holds.collect(),
        known: is_published(import).then(|| {
            "the games of Token Chess that were published in 2026, byte for byte".to_owned()
        }),
        left_out: import.left_out.len(),
    }
}

/// What was left out of an import, a line each; what is lost comes first.
#[must_use]
pub fn left_out(import: &Import) -> Vec<String> {
    let mut left: Vec<_> = import.left_out.iter().collect();
    left.sort_by_key(|left| !left.is_evidence);
    left.into_iter()
        .map(|left| format!("{}: {}", readable(&left.path), readable(&left.reason)))
        .collect()
}

const fn kind_words(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::TurnGame => (
            "game of rounds three to five",
            "games of rounds three to five",
        ),
        Kind::BankedGame => ("game of round two", "games of round two"),
        Kind::ChoiceGame => ("choice probe", "choice probes"),
        Kind::ToolProfile => ("profile of the tool", "profiles of the tool"),
        Kind::RealPrefix => ("probe of real openings", "probes of real openings"),
        Kind::RoundOneGame => ("game of round one", "games of round one"),
        Kind::Sweep => ("sweep of settings", "sweeps of settings"),
    }
}

/// The players that an archive's games name.
#[must_use]
pub fn players(names: &[String]) -> Vec<PlayerCard> {
    let named = names.iter().filter(|name| *name != UNSAID);
    named
        .map(|name| PlayerCard {
            name: name.clone(),
            kind: "as the files name it".to_owned(),
            model: name.clone(),
        })
        .collect()
}
