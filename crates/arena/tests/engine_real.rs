//! Stockfish and Fairy-Stockfish themselves, where they are installed
//! (`apt-get install stockfish fairy-stockfish`).
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use ludometer_arena::engine::{
    Engine, EngineKind, EngineSpec, Limit, Pool, Position, Problem, Score, Strength, elo_range,
    find,
};
use ludometer_games::Variant;

fn spec(kind: EngineKind) -> Option<EngineSpec> {
    match find(kind, None) {
        Ok(path) => Some(EngineSpec::new(path)),
        Err(error) => {
            eprintln!("skipped: {error}");
            None
        }
    }
}

async fn start(spec: &EngineSpec) -> Engine {
    Engine::start(spec).await.unwrap()
}

#[tokio::test]
async fn stockfish_states_its_range_and_keeps_to_it() {
    let Some(spec) = spec(EngineKind::Stockfish) else {
        return;
    };
    let engine = start(&spec.clone().with_strength(Strength::Elo(1500))).await;
    assert!(engine.name().starts_with("Stockfish"), "{}", engine.name());
    let range = elo_range(engine.options()).unwrap();
    assert!(range.min < 1500 && range.max > 2500);
    let below = u32::try_from(range.min - 1).unwrap();
    let error = Engine::start(&spec.with_strength(Strength::Elo(below)))
        .await
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains(&format!("it goes from {} to {}", range.min, range.max))
    );
    let identity = engine.identity().await.unwrap();
    assert!(
        identity
            .options
            .contains(&("UCI_Elo".to_owned(), "1500".to_owned()))
    );
    assert_eq!(identity.files[0].blake3.len(), 64);
}

#[tokio::test]
async fn stockfish_drops_a_castling_that_takes_the_rook_and_the_audit_sees_it() {
    let Some(spec) = spec(EngineKind::Stockfish) else {
        return;
    };
    let mut engine = start(&spec).await;
    let mut position = Position::after([
        "e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1", "g8f6",
    ]);
    let after = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 6 5";
    engine.audit(&position, after).await.unwrap();
    position.moves[6] = "e1h1".to_owned();
    let error = engine.audit(&position, after).await.unwrap_err();
    assert!(
        matches!(*error.problem, Problem::Position { .. }),
        "{error}"
    );
    assert!(engine.is_usable());
}

#[tokio::test]
async fn stockfish_finds_mates_and_ends() {
    let Some(spec) = spec(EngineKind::Stockfish) else {
        return;
    };
    let mut engine = start(&spec).await;
    let mate_in_one = Position::fen("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
    let found = engine.search(&mate_in_one, Limit::depth(5)).await.unwrap();
    assert_eq!(found.score, Some(Score::Mate(1)));
    for (fen, score) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ] {
        let found = engine
            .search(&Position::fen(fen), Limit::depth(5))
            .await
            .unwrap();
        assert_eq!(
            (found.best, found.score.unwrap().to_string()),
            (None, score.to_owned())
        );
    }
    let start = Position::default();
    let found = engine
        .search(&start, Limit::nodes(2000).or_depth(60))
        .await
        .unwrap();
    assert!(found.nodes.unwrap().0 < 20_000);
    let time = Duration::from_millis(60);
    let found = engine.search(&start, Limit::movetime(time)).await.unwrap();
    assert!(found.took >= time / 2, "{:?}", found.took);
    assert_eq!(engine.legal_moves(&start).await.unwrap().len(), 20);
    let (_, nodes) = engine.perft(&start, 4).await.unwrap();
    assert_eq!(nodes, 197_281);
}

#[tokio::test]
async fn fairy_stockfish_plays_all_three_boards() {
    let Some(spec) = spec(EngineKind::FairyStockfish) else {
        return;
    };
    for (variant, fen, depth, nodes) in [
        (
            Variant::Standard,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            4,
            197_281,
        ),
        (
            Variant::Gardner,
            "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
            4,
            4_775,
        ),
        (
            Variant::Grand12,
            "r10r/1nbcaqkacbn1/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/1NBCAQKACBN1/R10R w - - 0 1",
            3,
            563_082,
        ),
    ] {
        let mut engine = start(&spec.clone().with_variant(variant)).await;
        engine.audit(&Position::default(), fen).await.unwrap();
        assert_eq!(
            engine.perft(&Position::default(), depth).await.unwrap().1,
            nodes
        );
        let found = engine
            .search(&Position::default(), Limit::depth(4))
            .await
            .unwrap();
        let legal = engine.legal_moves(&Position::default()).await.unwrap();
        assert!(legal.contains(&found.best.unwrap()));
        assert_eq!(engine.identity().await.unwrap().variant, variant.as_str());
    }
    let skilled = spec
        .with_strength(Strength::Skill(3))
        .with_option("Contempt", "0");
    let engine = start(&skilled).await;
    let set = engine.options_set();
    assert!(
        set.contains(&("Skill Level".to_owned(), "3".to_owned())),
        "{set:?}"
    );
}

#[tokio::test]
async fn a_pooled_engine_remembers_nothing() {
    let Some(mut spec) = spec(EngineKind::FairyStockfish) else {
        return;
    };
    spec.hash = 16;
    let pool = Pool::new(spec.with_variant(Variant::Gardner), 1);
    let mut answers = Vec::new();
    for _ in 0..3 {
        let mut lease = pool.acquire().await.unwrap();
        let mut position = Position::default();
        let mut game = Vec::new();
        for _ in 0..12 {
            let found = lease.search(&position, Limit::depth(8)).await.unwrap();
            position.moves.extend(found.best);
            game.push(found.nodes);
        }
        answers.push((position.moves, game));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
}

/// What a question costs besides the search: printed, and held to a generous bound.
#[tokio::test]
async fn a_question_costs_little() {
    let Some(spec) = spec(EngineKind::Stockfish) else {
        return;
    };
    let begun = Instant::now();
    let mut engine = start(&spec).await;
    let started = begun.elapsed();
    let begun = Instant::now();
    for _ in 0..200 {
        engine.ready().await.unwrap();
    }
    let ready = begun.elapsed() / 200;
    let begun = Instant::now();
    for _ in 0..10 {
        engine.new_game().await.unwrap();
    }
    let new_game = begun.elapsed() / 10;
    eprintln!("start {started:?}, isready {ready:?}, new game {new_game:?}");
    assert!(ready < Duration::from_millis(20));
}
