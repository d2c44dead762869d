//! What was asked, what a rating of it means, and what a reader must know.

use ludometer_record::PlayerName;

use super::{GameCounts, OpponentFacts, PlayerFindings, SeatKind, StudyFacts, rating::Opponents};
use crate::{
    ladder::{EloLadder, Opponents as Across, Then},
    measured::{ModelFacts, who_is_no_model, word},
};

/// What was asked, as the findings repeat it.
pub(super) fn study(ladder: &EloLadder, names: &[PlayerName]) -> StudyFacts {
    let (study, table) = (ladder.study(), ladder.table());
    let design = ladder.roster().design();
    let then = match design.then {
        Then::Waves { pairs: 1 } => "then the same".to_owned(),
        Then::Waves { pairs } => format!("then waves of {pairs} pairs at one rating"),
        Then::Refill { at_once } => {
            format!("then a new pair whenever fewer than {at_once} are being played")
        }
    };
    let facts = |name: &PlayerName| (name.to_string(), ModelFacts::of(study, name));
    StudyFacts {
        name: study.name.to_string(),
        question: study.question.clone(),
        instrument: "elo-ladder".to_owned(),
        seed: study.seed.0,
        scale: scale(ladder),
        games_per_player: table.games,
        pilot: table.pilot,
        design: format!(
            "colour pairs against the opponent that leaves the least expected variance of the \
             rating: {} one by one, {then}",
            design.adaptive_pairs
        ),
        ply_cap: table.ply_cap,
        form: word(table.form),
        tries: table.tries,
        max_calls: table.max_calls,
        opponents: ladder.opponents().iter().map(OpponentFacts::of).collect(),
        players: names.iter().map(facts).collect(),
    }
}

/// What a rating of this study means.
fn scale(ladder: &EloLadder) -> String {
    let engine = &ladder.table().engine;
    match ladder.table().opponents {
        Across::Engine => format!(
            "Elo as {engine} states it of itself when it is limited to a rating; no rating of \
             people or of another list"
        ),
        Across::Rungs => {
            // The table says the engine, whatever the study's key has.
            let strongest = ladder.opponents().last();
            let engine = strongest
                .and_then(|one| one.engine.as_ref())
                .unwrap_or(engine);
            format!(
                "the nominal scale of {engine}, continued below that rating on a scale of this \
                 program's own: rungs are mixtures of it and random moves, rated by games among \
                 themselves, with standard errors; no rating of people or of another list"
            )
        }
    }
}

/// What a reader must know before believing a number.
pub(super) fn notes(
    ladder: &EloLadder,
    study: &StudyFacts,
    players: &[PlayerFindings],
    counts: GameCounts,
) -> Vec<String> {
    let mut notes = vec![format!("Ratings are {}.", study.scale)];
    notes.extend(who_is_no_model(&study.players));
    let engines: Vec<&str> = players
        .iter()
        .filter(|player| player.seat == SeatKind::Engine)
        .map(|player| player.player.as_str())
        .collect();
    if !engines.is_empty() {
        let what = match engines.len() {
            1 => "a chess engine, not a language model",
            _ => "chess engines, not language models",
        };
        notes.push(format!("{}: {what}.", engines.join(", ")));
    }
    let opponents = Opponents::of(ladder);
    if opponents.are_uncertain() {
        let carried = if opponents.rungs.is_some() {
            "The games that rate them are in the same fit as the player's, with one draw \
             parameter for all; what they leave open is in the main interval."
        } else {
            "The main interval carries each one's standard error, taken as independent of the \
             others'; where they hang from one anchor it is too narrow."
        };
        notes.push(format!(
            "Opponents' ratings are themselves estimates. {carried} The conservative sets, the \
             rating with White's worth freed, and the differences take the ratings as known."
        ));
    }
    if study.pilot {
        notes.push(
            "Each player's pilot informs the choice of opponents and is left out of every other \
             number."
                .to_owned(),
        );
    }
    notes.extend(counts.notes());
    let uncertain: usize = players
        .iter()
        .filter_map(|player| player.voids.as_ref())
        .map(|cases| cases.games)
        .sum();
    if uncertain > 0 {
        notes.push(
            "No void game was replaced. How each rating would stand had its void games all been \
             lost or all been won is told beside it."
                .to_owned(),
        );
    }
    if counts.unfinished > 0 {
        notes.push(
            "The conservative sets look at whole pairs in the order of the plan, up to the first \
             that is not over."
                .to_owned(),
        );
    }
    notes
}
