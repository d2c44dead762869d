//! Matches: of players that move at random, of a script that answers nonsense, and of
//! Stockfish itself where it is installed.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use ludometer_arena::{
    engine::{Engine, EngineKind, EngineSpec, Position, find},
    matches::{Contestant, End, Field, Line, MatchError, Pairing, Rules, Summary, run},
};
use ludometer_games::{Board, Claims, Color, EndingKind, Variant};
use ludometer_record::Seed;

fn field(contestants: &[(&str, &str)], seed: u64, at_once: usize) -> Field {
    let named = contestants.iter();
    Field {
        contestants: named
            .map(|(name, text)| ((*name).to_owned(), text.parse().unwrap()))
            .collect::<Vec<(String, Contestant)>>(),
        rules: Rules::new(Seed(seed)),
        at_once,
    }
}

fn pairing(first: &str, second: &str, games: u32) -> Pairing {
    Pairing {
        first: first.to_owned(),
        second: second.to_owned(),
        games,
    }
}

const RANDOM: [(&str, &str); 3] = [("a", "random"), ("b", "random"), ("c", "random")];

fn random_pairings() -> [Pairing; 2] {
    [pairing("a", "b", 8), pairing("b", "c", 5)]
}

async fn play(field: &Field, pairings: &[Pairing], path: &Path) -> Result<Summary, MatchError> {
    run(field, pairings, path, &AtomicBool::new(false), |_| {}).await
}

/// A game without the time at which it ended.
fn timeless(games: &[Line]) -> Vec<(u32, String, String, String)> {
    games
        .iter()
        .map(|line| {
            let end = format!("{:?} {:?}", line.winner, line.end);
            (
                line.key.game,
                format!("{}-{}", line.white, line.black),
                line.moves.clone(),
                end,
            )
        })
        .collect()
}

#[tokio::test]
async fn an_interrupted_match_goes_on_to_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.jsonl");
    let whole = play(&field(&RANDOM, 1, 1), &random_pairings(), &whole)
        .await
        .unwrap();
    assert_eq!((whole.games.len(), whole.left, whole.found), (13, 0, 0));

    let path = folder.path().join("cut.jsonl");
    let stop = AtomicBool::new(false);
    let first = run(
        &field(&RANDOM, 1, 3),
        &random_pairings(),
        &path,
        &stop,
        |progress| stop.store(progress.over >= 4, Relaxed),
    )
    .await
    .unwrap();
    assert!(first.left > 0 && first.games.len() >= 4, "{}", first.left);
    // The last line is torn, as a killed process leaves it.
    let text = fs::read(&path).unwrap();
    fs::write(&path, &text[..text.len() - 20]).unwrap();
    let second = play(&field(&RANDOM, 1, 2), &random_pairings(), &path)
        .await
        .unwrap();
    assert_eq!(second.found, first.games.len() - 1);
    assert_eq!(timeless(&second.games), timeless(&whole.games));
    // Everything is there: nothing is played.
    let third = play(&field(&RANDOM, 1, 2), &random_pairings(), &path)
        .await
        .unwrap();
    assert_eq!((third.found, third.games), (13, second.games));
}

#[tokio::test]
async fn games_differ_and_share_their_opening_with_changed_colours() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let played = play(&field(&RANDOM, 2, 4), &[pairing("a", "b", 20)], &path)
        .await
        .unwrap();
    let mut openings = Vec::new();
    for two in played.games.chunks(2) {
        assert_eq!((&*two[0].white, &*two[1].white), ("a", "b"));
        let opening = |game: &Line| game.moves.split(' ').take(2).collect::<Vec<_>>().join(" ");
        assert_eq!(opening(&two[0]), opening(&two[1]));
        openings.push(opening(&two[0]));
    }
    openings.sort();
    openings.dedup();
    assert!(openings.len() > 5, "{openings:?}");
    let mut games: Vec<&str> = played.games.iter().map(|game| &*game.moves).collect();
    games.sort_unstable();
    games.dedup();
    assert_eq!(games.len(), 20);
    for game in &played.games {
        let board = Board::replay(Variant::Standard, game.moves.split(' ')).unwrap();
        let ending = board.ending(Claims::Made);
        assert_eq!(ending.and_then(|ending| ending.winner), game.winner);
        assert_eq!(ending.is_none(), board.ply() == 240, "{}", game.moves);
        let mut before = board.clone();
        before.undo();
        assert_eq!(before.ending(Claims::Made), None, "it ended before");
    }
}

#[tokio::test]
async fn games_of_something_else_are_not_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let pairings = [pairing("a", "b", 2)];
    play(&field(&RANDOM, 1, 1), &pairings, &path).await.unwrap();
    let said = async |field: Field, pairings: &[Pairing]| {
        play(&field, pairings, &path).await.unwrap_err().to_string()
    };
    let other_seed = said(field(&RANDOM, 2, 1), &pairings).await;
    assert!(
        other_seed.contains("there seed 1, 2 opening plies, cap 240, here seed 2"),
        "{other_seed}"
    );
    let nobody = said(field(&RANDOM, 1, 1), &[pairing("a", "d", 2)]).await;
    assert_eq!(nobody, "\"a\" against \"d\" are no two contestants");
    let itself = said(field(&RANDOM, 1, 1), &[pairing("a", "a", 2)]).await;
    assert!(itself.contains("no two contestants"), "{itself}");
    let mut text = fs::read_to_string(&path).unwrap();
    let last = text.lines().last().unwrap().to_owned();
    text.extend([&*last, "\n"]);
    fs::write(&path, &text).unwrap();
    let twice = said(field(&RANDOM, 1, 1), &pairings).await;
    assert!(
        twice.contains("line 4: game 1 of a against b is there twice"),
        "{twice}"
    );
    fs::write(&path, text.replace("\"game\":0", "\"game\":\"x\"")).unwrap();
    let broken = said(field(&RANDOM, 1, 1), &pairings).await;
    assert!(
        broken.contains("games.jsonl, line 2: invalid type"),
        "{broken}"
    );
}

/// An engine in a few lines of shell; its path.
#[cfg(unix)]
fn script(folder: &Path, name: &str, cases: &str) -> String {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder.join(name);
    let text = format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n{cases}\n\
        uci) echo 'id name Script'; echo uciok;; isready) echo readyok;; quit) exit;; esac; done\n"
    );
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

/// Both sides move a knight out and back: after White's second way home Black could claim by
/// going home, too, so the game is over at ply 7.
#[cfg(unix)]
#[tokio::test]
async fn draws_are_claimed_as_soon_as_they_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let cases = "position*) set -- $line; n=$(($# > 3 ? $# - 3 : 0));;\n\
        go*) case $((n % 4)) in 0) echo bestmove g1f3;; 1) echo bestmove g8f6;;\n\
        2) echo bestmove f3g1;; 3) echo bestmove f6g8;; esac;;";
    let engine = script(folder.path(), "shuffler", cases);
    let path = folder.path().join("games.jsonl");
    let mut field = field(&[("a", &engine), ("b", &engine)], 1, 1);
    field.rules.opening_plies = 0;
    let played = play(&field, &[pairing("a", "b", 1)], &path).await.unwrap();
    let game = &played.games[0];
    assert_eq!(game.moves, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    assert_eq!(game.end, End::Board(EndingKind::ThreefoldRepetition));
    assert_eq!(game.winner, None);
    // The cap comes first.
    field.rules.ply_cap = 4;
    let path = folder.path().join("capped.jsonl");
    let played = play(&field, &[pairing("a", "b", 1)], &path).await.unwrap();
    let game = &played.games[0];
    assert_eq!((game.end, game.winner), (End::PlyCap, None));
    assert_eq!(game.moves, "g1f3 g8f6 f3g1 f6g8");
}

#[cfg(unix)]
#[tokio::test]
async fn an_engine_that_answers_nonsense_ends_the_match_and_loses_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let engine = script(folder.path(), "nonsense", "go*) echo 'bestmove e2e5';;");
    let path = folder.path().join("games.jsonl");
    let contestants = [("a", "random"), ("b", "random"), ("c", &*engine)];
    let pairings = [pairing("a", "b", 1), pairing("b", "c", 1)];
    let field = field(&contestants, 1, 1);
    let error = play(&field, &pairings, &path).await.unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("game 0 of b against c: after ")
            && error.to_string().contains("\"e2e5\" is not legal"),
        "{error}"
    );
    let found = play(&field, &pairings[..1], &path).await.unwrap().found;
    assert_eq!(found, 1);
}

/// Castling, promotions and all: after every game the engine stands where these rules do.
#[tokio::test]
async fn stockfish_plays_rungs_and_agrees_on_every_last_position() {
    let Ok(program) = find(EngineKind::Stockfish, None) else {
        eprintln!("skipped: no stockfish");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let contestants = [
        ("floor", "stockfish?elo=1350&nodes=200"),
        ("half", "stockfish?elo=1350&nodes=200&random=0.5"),
        ("random", "random"),
    ];
    // The engine limits itself by chance of its own: only the whole of it is sure to win.
    let pairings = [pairing("floor", "half", 6), pairing("floor", "random", 6)];
    let played = play(&field(&contestants, 3, 2), &pairings, &path)
        .await
        .unwrap();
    assert_eq!(played.games.len(), 12);
    let lost = |game: &&Line| {
        let winner = game.winner.map(Color::as_str);
        winner.is_some_and(|side| (side == "white") == (game.white == "random"))
            && [&game.white, &game.black].contains(&&"random".to_owned())
    };
    assert_eq!(played.games.iter().filter(lost).count(), 0, "random won");
    let [(text, identity)] = &played.header.engines[..] else {
        panic!("{:?}", played.header.engines);
    };
    assert_eq!(text, "stockfish?elo=1350&nodes=200");
    assert!(
        identity
            .options
            .contains(&("UCI_Elo".to_owned(), "1350".to_owned()))
    );
    assert!(
        identity
            .options
            .contains(&("Hash".to_owned(), "64".to_owned()))
    );
    let mut engine = Engine::start(&EngineSpec::new(program)).await.unwrap();
    for game in &played.games {
        let board = Board::replay(Variant::Standard, game.moves.split(' ')).unwrap();
        let position = Position::after(board.moves());
        engine.audit(&position, &board.fen()).await.unwrap();
    }
}

/// Stockfish 17.1 in WebAssembly (`npm install stockfish@17.1.0`), where a variable says where.
#[tokio::test]
async fn an_engine_in_a_script_is_started_by_node() {
    let Some(script) = std::env::var_os("LUDOMETER_STOCKFISH_JS") else {
        eprintln!("skipped: LUDOMETER_STOCKFISH_JS names no script of stockfish@17.1.0");
        return;
    };
    let text = format!("node:{}?elo=1320&nodes=500", script.display());
    let engine: ludometer_arena::engine::EngineRef = text.parse().unwrap();
    let mut engine = Engine::start(&engine.spec().unwrap()).await.unwrap();
    let range = ludometer_arena::engine::elo_range(engine.options()).unwrap();
    assert_eq!((range.min, range.max), (1320, 3190));
    let files = engine.identity().await.unwrap().files;
    assert!(
        files.iter().any(|file| file.file.contains(".wasm")),
        "{files:?}"
    );
    let limit = ludometer_arena::engine::Limit::nodes(500);
    let found = engine.search(&Position::default(), limit).await.unwrap();
    assert!(found.best.is_some());
}
