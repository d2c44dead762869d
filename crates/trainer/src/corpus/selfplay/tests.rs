//! Games of a picker without an engine: the files do not know the difference.

use std::{
    convert::Infallible,
    fs, io,
    path::Path,
    sync::atomic::{AtomicBool, AtomicU32, Ordering},
};

use ludometer_games::{Board, Claims, Variant};

use super::{End, FileError, GameError, Picker, RunError, Settings, Summary, play, run, sidecar};

/// The first or last legal move, by the parity of a digest of the position.
struct Digest;

impl Picker for Digest {
    type Error = Infallible;

    fn new_game(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn pick(&mut self, board: &Board) -> Result<String, Infallible> {
        let legal = board.legal_moves();
        let digest = board
            .fen()
            .bytes()
            .fold(0_usize, |sum, byte| sum * 31 % 65_521 + usize::from(byte));
        Ok(legal[digest % legal.len()].clone())
    }
}

/// Moves a piece to and fro where it can.
struct Shuffler;

impl Picker for Shuffler {
    type Error = Infallible;

    fn new_game(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn pick(&mut self, board: &Board) -> Result<String, Infallible> {
        let own = board.moves().iter().rev().nth(1);
        let back = own.map(|text| format!("{}{}", &text[2..4], &text[..2]));
        let back = back.filter(|text| board.is_legal(text));
        Ok(back.unwrap_or_else(|| board.legal_moves().pop().unwrap()))
    }
}

/// Fails in the game of its number, counted over all pickers.
struct Failing<'a>(&'a AtomicU32, u32);

impl Picker for Failing<'_> {
    type Error = io::Error;

    fn new_game(&mut self) -> io::Result<()> {
        if self.0.fetch_add(1, Ordering::Relaxed) == self.1 {
            return Err(io::Error::other("engine gone"));
        }
        Ok(())
    }

    fn pick(&mut self, board: &Board) -> io::Result<String> {
        Ok(Digest.pick(board).unwrap())
    }
}

fn settings(variant: Variant) -> Settings {
    Settings {
        max_plies: 40,
        ..Settings::new(variant, 7, "digest")
    }
}

fn digests(settings: &Settings, games: u64, path: &Path, workers: usize) -> Summary {
    let pickers = (0..workers).map(|_| Digest).collect();
    run(
        settings,
        games,
        path,
        pickers,
        &AtomicBool::new(false),
        |_| {},
    )
    .unwrap()
}

#[test]
fn games_are_legal_and_end_where_the_rules_say() {
    for variant in [Variant::Gardner, Variant::Grand12, Variant::Standard] {
        let settings = settings(variant);
        for index in 0..20 {
            let played = play(&settings, index, &mut Digest).unwrap();
            let mut board = Board::new(variant);
            for text in played.line.split(' ') {
                assert_eq!(
                    board.ending(Claims::Made),
                    None,
                    "game {index} goes on past its end"
                );
                board.play(text).unwrap();
            }
            assert_eq!(board.ply(), played.plies);
            match (board.ending(Claims::Made), played.end) {
                (Some(ending), End::Board(kind)) => assert_eq!(ending.kind, kind),
                (None, End::PlyCap) => assert_eq!(played.plies, 40),
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn a_shuffle_is_stopped() {
    let settings = Settings {
        random_plies: (0, 0),
        ..settings(Variant::Standard)
    };
    let played = play(&settings, 0, &mut Shuffler).unwrap();
    assert_eq!(played.end.to_string(), "threefold_repetition");
    assert!(played.plies <= 12, "{}", played.line);
}

#[test]
fn openings_are_random_and_as_long_as_asked() {
    let settings = Settings {
        random_plies: (3, 5),
        max_plies: 5,
        ..settings(Variant::Gardner)
    };
    let games: Vec<_> = (0..200)
        .map(|i| play(&settings, i, &mut Digest).unwrap().line)
        .collect();
    let mut distinct = games.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert!(distinct.len() > 150, "{}", distinct.len());
    let other = Settings {
        seed: 8,
        ..settings.clone()
    };
    assert_ne!(play(&other, 0, &mut Digest).unwrap().line, games[0]);
    // Past the cap nothing is random either.
    let all = Settings {
        random_plies: (9, 9),
        ..settings
    };
    assert_eq!(play(&all, 0, &mut Digest).unwrap().plies, 5);
}

#[test]
fn the_file_does_not_depend_on_workers_or_interruptions() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let settings = settings(Variant::Gardner);
    let summary = digests(&settings, 40, &path("one"), 1);
    assert_eq!((summary.found, summary.added), (0, 40));
    assert_eq!(summary.ends.values().sum::<u64>(), 40);
    let whole = fs::read(path("one")).unwrap();
    digests(&settings, 40, &path("four"), 4);
    assert_eq!(fs::read(path("four")).unwrap(), whole);
    // Cut anywhere, as a kill would: in a line, and between lines.
    for cut in (0..whole.len()).step_by(whole.len() / 23) {
        fs::write(path("four"), &whole[..cut]).unwrap();
        let lines = whole[..cut].split(|byte| *byte == b'\n').count() as u64 - 1;
        let summary = digests(&settings, 40, &path("four"), 3);
        assert_eq!((summary.found, summary.found + summary.added), (lines, 40));
        assert_eq!(fs::read(path("four")).unwrap(), whole, "cut at {cut}");
    }
    // A torn line behind the last game that is wanted.
    fs::write(path("four"), [&whole, &b"a1a2 b"[..]].concat()).unwrap();
    assert_eq!(digests(&settings, 40, &path("four"), 1).cut, 6);
    assert_eq!(fs::read(path("four")).unwrap(), whole);
    // More games are the same games and more.
    digests(&settings, 45, &path("four"), 2);
    assert!(fs::read(path("four")).unwrap().starts_with(&whole));
    let nothing = digests(&settings, 40, &path("four"), 2);
    assert_eq!((nothing.found, nothing.added), (45, 0));
}

#[test]
fn other_settings_are_refused_by_name_and_nothing_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    let settings = settings(Variant::Gardner);
    digests(&settings, 3, &path, 1);
    let before = fs::read(&path).unwrap();
    let go = |settings: &Settings| {
        run(
            settings,
            9,
            &path,
            vec![Digest],
            &AtomicBool::new(false),
            |_| {},
        )
        .unwrap_err()
    };
    let error = go(&Settings {
        seed: 8,
        picker: "other".to_owned(),
        ..settings.clone()
    });
    let RunError::File(FileError::OtherSettings { differ, .. }) = &error else {
        panic!("{error}");
    };
    assert_eq!(
        differ,
        &[
            "picker: \"digest\" there, \"other\" here",
            "seed: 7 there, 8 here"
        ]
    );
    fs::write(sidecar(&path), "{").unwrap();
    assert!(matches!(
        go(&settings),
        RunError::File(FileError::BadSettings { .. })
    ));
    fs::remove_file(sidecar(&path)).unwrap();
    assert!(matches!(
        go(&settings),
        RunError::File(FileError::NoSettings { .. })
    ));
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_failure_keeps_what_came_before_and_can_be_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    let settings = settings(Variant::Gardner);
    let count = AtomicU32::new(0);
    let pickers = vec![Failing(&count, 12), Failing(&count, 12)];
    let error = run(
        &settings,
        30,
        &path,
        pickers,
        &AtomicBool::new(false),
        |_| {},
    )
    .unwrap_err();
    let RunError::Game {
        index,
        error: GameError::Picker(_),
    } = error
    else {
        panic!("{error}");
    };
    let lines = fs::read_to_string(&path).unwrap().lines().count() as u64;
    assert_eq!(lines, index);
    digests(&settings, 30, &path, 2);
    digests(&settings, 30, &folder.path().join("whole"), 1);
    assert_eq!(
        fs::read(&path).unwrap(),
        fs::read(folder.path().join("whole")).unwrap()
    );
}

#[test]
fn a_stop_ends_with_whole_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    let stop = AtomicBool::new(false);
    let pickers = vec![Digest, Digest];
    let summary = run(
        &settings(Variant::Gardner),
        100_000,
        &path,
        pickers,
        &stop,
        |progress| {
            if progress.written == 10 {
                stop.store(true, Ordering::Relaxed);
            }
        },
    );
    let summary = summary.unwrap();
    assert!((10..1000).contains(&summary.added), "{}", summary.added);
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count() as u64, summary.added);
    assert!(text.ends_with('\n'));
}

#[test]
fn an_illegal_pick_is_an_error_with_its_place() {
    struct Wrong;
    impl Picker for Wrong {
        type Error = Infallible;
        fn new_game(&mut self) -> Result<(), Infallible> {
            Ok(())
        }
        fn pick(&mut self, _: &Board) -> Result<String, Infallible> {
            Ok("a1a9".to_owned())
        }
    }
    let error = play(&settings(Variant::Standard), 0, &mut Wrong).unwrap_err();
    assert!(matches!(error, GameError::Move { .. }), "{error}");
}
