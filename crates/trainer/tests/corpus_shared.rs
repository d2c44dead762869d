//! The corpora that were published, where they are: beside the checkout in `shared/`, or
//! in `$LUDOMETER_SHARED`.
#![allow(clippy::unwrap_used)]

use std::{
    collections::HashSet,
    env,
    io::{BufRead as _, BufReader, Read as _},
    path::{Path, PathBuf},
    time::Instant,
};

use ludometer_games::{Board, Variant};
use ludometer_trainer::corpus::{
    Corpus, HoldOut,
    lichess::{Filter, extract},
    open,
};

fn shared(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = env::var_os("LUDOMETER_SHARED").map_or(beside, PathBuf::from);
    let path = folder.join("corpora").join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: no {name} in the shared folder");
    None
}

/// The text was made from the whole month by another program, and shuffled; it leaves out
/// games after which a rating changed by more than 40. The sample holds the month's first
/// games: those that fit must all be in the text, and those that do not must not.
#[test]
fn the_sample_agrees_with_the_corpus_of_its_month() {
    let (Some(sample), Some(text)) = (
        shared("lichess-2013-01-sample.pgn.zst"),
        shared("lichess-2013-01-1400-1800.txt.xz"),
    ) else {
        return;
    };
    let kept = |max_rating_change| {
        let filter = Filter {
            games: None,
            max_rating_change,
            ..Filter::default()
        };
        let mut out = Vec::new();
        let begun = Instant::now();
        let report = extract(open(&sample).unwrap(), filter, &mut out, |_| {}).unwrap();
        let took = begun.elapsed().as_secs_f64();
        eprintln!(
            "{:.1} MB/s of PGN; {report:?}",
            report.bytes as f64 / 1e6 / took
        );
        assert_eq!((report.seen, report.broken), (12_000, 0));
        assert_eq!(report.input_error, None);
        let text = String::from_utf8(out).unwrap();
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let theirs: HashSet<_> = BufReader::new(open(&text).unwrap())
        .lines()
        .map(Result::unwrap)
        .collect();
    let ours = kept(Some(40));
    assert_eq!(ours.len(), 4_824);
    let missing = ours.iter().find(|line| !theirs.contains(*line));
    assert_eq!(missing, None, "kept here and not there");
    // The rest of what fits but for that is there nowhere.
    let all = kept(None);
    assert_eq!(all.len(), 5_696);
    assert_eq!(
        all.iter().filter(|line| theirs.contains(*line)).count(),
        ours.len()
    );
}

#[test]
fn a_cut_download_gives_its_whole_games() {
    let Some(sample) = shared("lichess-2013-01-sample.pgn.zst") else {
        return;
    };
    let bytes = std::fs::read(sample).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let cut = folder.path().join("cut.pgn.zst");
    std::fs::write(&cut, &bytes[..bytes.len() * 6 / 10]).unwrap();
    let mut whole = Vec::new();
    let _ = open(&cut).unwrap().read_to_end(&mut whole);
    let begun = String::from_utf8_lossy(&whole).matches("[Event ").count() as u64;
    let filter = Filter {
        games: None,
        min_elo: 0,
        max_elo: 9999,
        max_rating_change: None,
        min_plies: 0,
    };
    let report = extract(open(&cut).unwrap(), filter, std::io::sink(), |_| {}).unwrap();
    assert_eq!(report.seen, begun);
    // At most the last one is torn; one that was cut within its ratings counts as unrated.
    assert!(report.broken <= 1, "{report:?}");
    assert!(
        report
            .input_error
            .unwrap()
            .contains("inside a compressed frame")
    );
}

#[test]
fn published_corpora_read_and_are_legal() {
    for (name, variant, games, characters) in [
        (
            "lichess-2013-01-1400-1800.txt.xz",
            Variant::Standard,
            51_632,
            21,
        ),
        ("gardner-selfplay.txt.xz", Variant::Gardner, 4_135, 0),
        ("grand12-selfplay.txt.xz", Variant::Grand12, 2_101, 27),
    ] {
        let Some(path) = shared(name) else { continue };
        let corpus = Corpus::read(&path, HoldOut::default()).unwrap();
        let (train, held_out) = (corpus.train.games(), corpus.held_out.games());
        assert_eq!(train + held_out, games);
        // Five standard deviations of a fair split.
        let fair = games as f64 / 20.0;
        assert!(
            (held_out as f64 - fair).abs() < 5.0 * fair.sqrt(),
            "{held_out} of {games}"
        );
        let vocabulary = corpus.vocabulary();
        eprintln!(
            "{name}: {held_out} of {games} held out, {} characters",
            vocabulary.len()
        );
        if characters > 0 {
            assert_eq!(vocabulary.len(), characters);
        }
        for game in corpus.held_out.iter().take(100) {
            Board::replay(variant, game.split(' ')).unwrap();
        }
    }
}
