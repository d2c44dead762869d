//! Engines that misbehave: each is a few lines of shell, started for real.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use ludometer_games::Variant;
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use ludometer_arena::engine::{
    Deadlines, Engine, EngineSpec, Limit, OptionError, Pool, Position, Problem, Strength,
    StrengthError,
};

/// Answers as an engine does, until a case of the script's own says otherwise.
const WELL: &str = r#"
    uci) echo "id name Script 1"; echo "id author sh"
         echo "option name Hash type spin default 16 min 1 max 1024"
         echo "option name Clear Hash type button"
         echo "option name UCI_Elo type spin default 1350 min 1350 max 2850"
         echo "option name UCI_LimitStrength type check default false"; echo uciok;;
    isready) echo readyok;;
    go*) echo "info depth 3 multipv 1 score cp 12 nodes 40 pv e2e4"
         echo "info depth 4 multipv 1 score cp 99 upperbound nodes 50 pv d2d4"
         echo "bestmove e2e4";;
    d) echo "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"; echo "Key: 1";;
    quit) exit 0;;
"#;

fn engine(cases: &str) -> EngineSpec {
    shell(&format!(
        "while read -r line; do case \"$line\" in\n{cases}\n{WELL}\nesac; done"
    ))
}

fn shell(script: &str) -> EngineSpec {
    let mut spec = EngineSpec::new("/bin/sh").with_arg("-c").with_arg(script);
    let short = Duration::from_millis(700);
    spec.deadlines = Deadlines {
        handshake: short,
        ready: short,
        search: short,
        overrun: short,
    };
    spec
}

async fn search(spec: &EngineSpec) -> Result<ludometer_arena::engine::Search, Problem> {
    let mut engine = Engine::start(spec).await.map_err(|error| *error.problem)?;
    let found = engine.search(&Position::default(), Limit::depth(3)).await;
    assert_eq!(engine.is_usable(), found.is_ok());
    found.map_err(|error| *error.problem)
}

/// The process is gone, or a zombie that nobody has collected yet.
fn is_dead(pid: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/stat"));
    status.map_or(true, |text| {
        text.rsplit(") ").next().unwrap().starts_with('Z')
    })
}

async fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(
            start.elapsed() < Duration::from_secs(5),
            "not within 5 s: {what}"
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_well_behaved_script_is_an_engine() {
    let spec = engine("").with_strength(Strength::Elo(1500));
    let mut engine = Engine::start(&spec).await.unwrap();
    assert_eq!((engine.name(), engine.author()), ("Script 1", Some("sh")));
    let found = engine
        .search(&Position::default(), Limit::depth(3))
        .await
        .unwrap();
    assert_eq!(found.best.as_deref(), Some("e2e4"));
    // The last line's score is only a bound.
    assert_eq!(found.score.unwrap().to_string(), "cp 12");
    assert_eq!(found.pv, ["e2e4"]);
    assert_eq!(found.nodes.unwrap().0, 50);
    let identity = engine.identity().await.unwrap();
    let value = |name: &str| {
        identity
            .options
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.clone())
    };
    assert_eq!(value("UCI_Elo").as_deref(), Some("1500"));
    assert_eq!(value("UCI_LimitStrength").as_deref(), Some("true"));
    assert_eq!(value("Hash").as_deref(), Some("64"));
    assert_eq!(identity.files[0].file, "sh");
    assert_eq!(identity.files[0].blake3, blake3_of(Path::new("/bin/sh")));
}

fn blake3_of(path: &Path) -> String {
    ludometer_record::Digest::of(&fs::read(path).unwrap()).to_string()
}

#[tokio::test]
async fn a_crash_is_told_with_the_last_words() {
    let spec = engine("go*) echo 'info string alas'; echo 'assertion failed: x > 0' >&2; exit 3;;");
    let mut engine = Engine::start(&spec).await.unwrap();
    let error = engine
        .search(&Position::default(), Limit::depth(3))
        .await
        .unwrap_err();
    assert!(
        matches!(&*error.problem, Problem::Ended { how, .. } if how == "exit status 3"),
        "{error}"
    );
    assert!(
        error.last_lines.contains(&"info string alas".to_owned()),
        "{error}"
    );
    assert!(
        error
            .last_lines
            .contains(&"stderr: assertion failed: x > 0".to_owned()),
        "{error}"
    );
    let next = engine
        .search(&Position::default(), Limit::depth(3))
        .await
        .unwrap_err();
    assert!(matches!(*next.problem, Problem::Abandoned), "{next}");
}

#[tokio::test]
async fn a_killed_engine_is_told_as_that() {
    let problem = search(&engine("go*) kill -9 $$;;")).await.unwrap_err();
    assert!(
        matches!(&problem, Problem::Ended { how, .. } if how == "killed by signal 9"),
        "{problem}"
    );
}

#[tokio::test]
async fn silence_has_a_deadline() {
    let start = Instant::now();
    let problem = search(&engine("go*) ;;")).await.unwrap_err();
    assert!(
        matches!(
            problem,
            Problem::Silent {
                awaited: "bestmove",
                ..
            }
        ),
        "{problem}"
    );
    let problem = search(&shell("sleep 60")).await.unwrap_err();
    assert!(
        matches!(
            problem,
            Problem::Silent {
                awaited: "uciok",
                ..
            }
        ),
        "{problem}"
    );
    assert!(start.elapsed() < Duration::from_secs(4));
}

#[tokio::test]
async fn talk_without_end_has_a_deadline_and_costs_no_memory() {
    for flood in ["yes info depth 1", "cat /dev/zero", "cat /dev/urandom"] {
        let start = Instant::now();
        let problem = search(&engine(&format!("go*) {flood};;")))
            .await
            .unwrap_err();
        assert!(
            matches!(problem, Problem::Silent { .. }),
            "{flood}: {problem}"
        );
        assert!(start.elapsed() < Duration::from_secs(4), "{flood}");
    }
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap();
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(peak < 200_000, "{peak} kB");
}

#[tokio::test]
async fn garbage_between_the_lines_is_passed_over() {
    let spec = engine(
        r"go*) printf '\377\376 bestmove\n\n   \nbestmove\noption name\ninfo depth x score cp\n'; \
          head -c 300000 /dev/zero | tr '\0' x; printf '\r\n  bestmove e2e4\r\n';;",
    );
    assert_eq!(search(&spec).await.unwrap().best.as_deref(), Some("e2e4"));
}

#[tokio::test]
async fn a_last_line_without_its_end_is_no_answer() {
    let problem = search(&engine("go*) printf 'bestmove e2e4'; exit 0;;"))
        .await
        .unwrap_err();
    assert!(matches!(problem, Problem::Ended { .. }), "{problem}");
}

#[tokio::test]
async fn no_move_is_no_move() {
    for none in ["(none)", "0000"] {
        let spec = engine(&format!(
            "go*) echo 'info depth 0 score mate 0'; echo 'bestmove {none}';;"
        ));
        let found = search(&spec).await.unwrap();
        assert_eq!(found.best, None);
        assert_eq!(found.score.unwrap().to_string(), "mate 0");
    }
}

#[tokio::test]
async fn what_is_not_offered_is_not_asked_for() {
    let start = async |spec: EngineSpec| *Engine::start(&spec).await.unwrap_err().problem;
    let problem = start(engine("").with_option("UCI_Eloo", "1500")).await;
    assert!(matches!(
        problem,
        Problem::Option(OptionError::Unknown {
            nearest: Some(_),
            ..
        })
    ));
    let problem = start(engine("").with_option("UCI_Elo", "800")).await;
    assert!(matches!(
        problem,
        Problem::Option(OptionError::OutOfRange {
            min: 1350,
            max: 2850,
            ..
        })
    ));
    let problem = start(engine("").with_strength(Strength::Elo(800))).await;
    assert!(matches!(
        problem,
        Problem::Strength(StrengthError::OutOfRange { .. })
    ));
    let problem = start(engine("").with_strength(Strength::Skill(3))).await;
    assert!(matches!(
        problem,
        Problem::Strength(StrengthError::CannotBeLimited { .. })
    ));
    for variant in [Variant::Gardner, Variant::Grand12] {
        let problem = start(engine("").with_variant(variant)).await;
        assert!(matches!(problem, Problem::Variant { .. }), "{problem}");
    }
    // A build for small boards takes the file and does not offer the variant.
    let small = "uci) echo 'option name VariantPath type string default <empty>'; \
                 echo 'option name UCI_Variant type combo default chess var chess var gardner'; echo uciok;;";
    let problem = start(engine(small).with_variant(Variant::Grand12)).await;
    assert!(problem.to_string().contains("large boards"), "{problem}");
    Engine::start(&engine(small).with_variant(Variant::Gardner))
        .await
        .unwrap();
    let problem = start(EngineSpec::new("/nowhere/engine")).await;
    assert!(matches!(problem, Problem::Start(_)));
}

#[tokio::test]
async fn an_audit_finds_a_move_that_was_dropped() {
    let mut engine = Engine::start(&engine("")).await.unwrap();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    engine.audit(&Position::default(), start).await.unwrap();
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let error = engine
        .audit(&Position::after(["e2e4"]), after)
        .await
        .unwrap_err();
    assert!(
        matches!(&*error.problem, Problem::Position { found, .. } if found == start),
        "{error}"
    );
    // It may go on: the question itself was answered.
    assert!(engine.is_usable());
}

#[tokio::test]
async fn a_dropped_engine_takes_its_children_along() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pids");
    let spec = engine(&format!(
        "go*) sleep 300 & echo $! > '{0}'; trap '' TERM HUP; sh -c 'trap \"\" TERM HUP; sleep 300' & \
         echo $! >> '{0}'; echo $$ >> '{0}'; echo bestmove e2e4;;",
        file.display()
    ));
    let mut engine = Engine::start(&spec).await.unwrap();
    engine
        .search(&Position::default(), Limit::depth(1))
        .await
        .unwrap();
    let pids = fs::read_to_string(&file).unwrap();
    let pids: Vec<_> = pids.lines().map(str::to_owned).collect();
    assert_eq!(pids.len(), 3);
    assert!(pids.iter().all(|pid| !is_dead(pid)));
    drop(engine);
    eventually("all three are dead", || pids.iter().all(|pid| is_dead(pid))).await;
}

#[tokio::test]
async fn an_abandoned_question_ends_the_engine_in_its_pool() {
    let pool = Pool::new(engine("go*infinite*) ;;\n go*depth\\ 9) ;;"), 1);
    let mut lease = pool.acquire().await.unwrap();
    let first = lease.process_id().unwrap();
    lease
        .search(&Position::default(), Limit::depth(1))
        .await
        .unwrap();
    drop(lease);
    let mut lease = pool.acquire().await.unwrap();
    assert_eq!(
        lease.process_id().unwrap(),
        first,
        "a good engine is used again"
    );
    let start = Position::default();
    let question = lease.search(&start, Limit::depth(9));
    tokio::time::timeout(Duration::from_millis(50), question)
        .await
        .unwrap_err();
    drop(lease);
    eventually("the abandoned one is dead", || is_dead(&first.to_string())).await;
    let mut lease = pool.acquire().await.unwrap();
    assert_ne!(lease.process_id().unwrap(), first);
    lease
        .search(&Position::default(), Limit::depth(1))
        .await
        .unwrap();
}

#[tokio::test]
async fn an_engine_that_died_in_its_sleep_is_replaced() {
    let pool = Pool::new(
        engine("stop) exit 1;;\n go*depth\\ 2) echo bestmove e2e4; exit 0;;"),
        1,
    );
    let mut lease = pool.acquire().await.unwrap();
    let first = lease.process_id().unwrap();
    lease
        .search(&Position::default(), Limit::depth(2))
        .await
        .unwrap();
    eventually("it has ended", || is_dead(&first.to_string())).await;
    drop(lease);
    let lease = pool.acquire().await.unwrap();
    assert_ne!(lease.process_id().unwrap(), first);
}

#[tokio::test]
async fn a_pool_never_has_more_than_its_size() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let pool = Pool::new(
        engine(&format!("ucinewgame) echo $$ >> '{}';;", log.display())),
        2,
    );
    let games = (0..12).map(|_| {
        let pool = pool.clone();
        tokio::spawn(async move {
            let mut lease = pool.acquire().await.unwrap();
            lease
                .search(&Position::default(), Limit::depth(1))
                .await
                .unwrap();
            tokio::task::yield_now().await;
        })
    });
    for game in games.collect::<Vec<_>>() {
        game.await.unwrap();
    }
    let log = fs::read_to_string(log).unwrap();
    let mut pids: Vec<_> = log.lines().collect();
    assert_eq!(pids.len(), 12, "every game begins with ucinewgame");
    pids.sort_unstable();
    pids.dedup();
    assert!(pids.len() <= 2, "{pids:?}");
}
