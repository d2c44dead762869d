//! Every kind of game in the words that all share; what a file does not say stays unsaid.

use ludometer_games::{Color, Variant};
use ludometer_record::ending::{GameResult, Termination};
use serde_json::json;

use super::{records, with};
use crate::token_chess::{
    Economy,
    archive::{
        games::Archive,
        numbers,
        played::{ArchivedGame, By, Ended, Kept},
        statement::Known,
    },
};

#[test]
fn every_game_has_the_moves_and_the_end_of_its_file() {
    let records = records(|_, _| {});
    let games: Vec<(ArchivedGame<'_>, _)> = records
        .iter()
        .filter_map(|record| Some((ArchivedGame::of(record)?, record)))
        .collect();
    assert_eq!(games.len(), 6);
    for (game, record) in &games {
        let moves: Vec<&str> = game.moves().collect();
        assert_eq!(Some(moves), record.evidence.moves(), "{}", game.path);
        let (board, wrong) = game.replayed();
        assert_eq!(wrong, None, "{}", game.path);
        if let Some(last) = record.original["final_fen"].as_str() {
            assert_eq!(board.fen(), last, "{}", game.path);
        }
    }
    let of = |path: &str| {
        let found = games.iter().find(|(game, _)| game.path.ends_with(path));
        &found.unwrap().0
    };
    let one = of("regular/budget-3/game-001.json");
    assert_eq!(one.ended, Ended::Known(Termination::Forfeit));
    assert_eq!(one.result, Some(GameResult::SecondWins));
    assert_eq!(one.economy, Some(Economy::Forfeit));
    // Two samples for the third move: one was not legal.
    assert_eq!(one.turns[2].draws.len(), 2);
    assert_eq!((one.turns[2].spent, one.turns[2].left), (Some(2), Some(0)));
    let micro = of("micro/budget-1/game-001.json");
    assert_eq!(micro.variant, Variant::Gardner);
    assert_eq!(micro.turns[1].text, None, "the game ended in this turn");
    let two = of("round2-game-001.json");
    assert_eq!(two.turns[2].by, Some(By::Fallback(Some(7))));
    assert_eq!(two.turns[2].samples, Some(12));
    assert_eq!(two.draws(), 0, "its texts are not kept");
    assert_eq!(of("zero-game-001.json").economy, None);
    let choice = of("choice-game-001.json");
    assert_eq!(choice.turns[0].draws[0].kept, Kept::Candidates(Some(3)));
    assert!(choice.turns[2].draws.is_empty());
    let turns = of("turns-game-001.json");
    assert_eq!(turns.round, "five");
    assert_eq!(turns.exhausted, Some(Color::Black));
    assert_eq!(turns.seats[Color::White].why, Some("plans"));
    assert_eq!(turns.seats[Color::Black].why, None);
    // Self-play: the count of one seat is in the place of the other's.
    assert_eq!(turns.seats[Color::White].calls, None);
}

#[test]
fn calls_are_a_seat_s_own_where_the_players_differ() {
    let other = json!("mock:heuristic");
    let records = with("turns-game-001.json", "/black_player", Some(&other));
    let game = records.iter().find_map(|record| {
        let game = ArchivedGame::of(record)?;
        (game.path == "turns-game-001.json").then_some(game)
    });
    let game = game.unwrap();
    assert_eq!(game.seats[Color::White].calls, Some(8));
    assert_eq!(game.seats[Color::Black].calls, None);
}

#[test]
fn words_of_other_files_stay_words() {
    let word = json!("meteorite");
    let records = with("zero-game-001.json", "/termination", Some(&word));
    let mut games = records.iter().filter_map(ArchivedGame::of);
    let game = games
        .find(|game| game.path == "zero-game-001.json")
        .unwrap();
    assert_eq!(game.ended, Ended::Word("meteorite"));
    let records = with("zero-game-001.json", "/winner", None);
    let mut games = records.iter().filter_map(ArchivedGame::of);
    let game = games
        .find(|game| game.path == "zero-game-001.json")
        .unwrap();
    assert_eq!(game.result, None);
    let word = json!("chess_result");
    let records = with("regular/budget-3/game-001.json", "/outcome", Some(&word));
    let mut games = records.iter().filter_map(ArchivedGame::of);
    let game = games.find(|game| game.path.starts_with("regular")).unwrap();
    // The board goes on: the word says nothing that can be borne out.
    assert_eq!(game.ended, Ended::Word("chess_result"));
}

#[test]
fn every_statement_has_its_part_and_its_board() {
    let records = records(|_, _| {});
    let known = Known {
        games: false,
        sweeps: false,
    };
    let all = numbers::all(&Archive::of(&records), known);
    for statement in &all {
        assert_ne!(statement.part(), "elsewhere", "{}", statement.id);
    }
    let tier = |id: &str| {
        let found = all.iter().find(|one| one.id == id);
        found.unwrap().tier().map(ludometer_daydream::Tier::name)
    };
    assert_eq!(tier("r1.legality.0-9"), Some("regular"));
    assert_eq!(tier("readme.micro10"), Some("micro"));
    assert_eq!(tier("r1.grand_lo"), Some("grand"));
    assert_eq!(tier("sweep.byply.grand"), Some("grand"));
    assert_eq!(tier("r4.notes"), Some("regular"));
    assert_eq!(tier("r1.games"), None);
}
