//! Studies of the tool with a scripted one: every number is counted by hand.

use std::{
    collections::BTreeMap,
    future::{Future, ready},
    path::Path,
};

use futures_util::FutureExt;
use ludometer_record::{
    desk::{Answer, Draw, Question},
    ending::{Ending, GameResult, Termination},
    manifest::PromptRecord,
};

use crate::{
    Finding, Instrument, ReadBack, Study,
    desk::{Desk, DeskError},
    probe::{
        DaydreamProbe, Findings, Record, SetUpError,
        findings::BandFindings,
        prefix::{GAMES, GamesError, choose},
    },
};

/// A tool that says, at each ply, its texts in order and then nonsense.
#[derive(Debug, Default)]
struct Script {
    texts: BTreeMap<usize, Vec<&'static str>>,
    asked: Vec<Draw>,
}

impl Script {
    /// One line a ply.
    fn of(lines: &[&'static str]) -> Self {
        let texts = lines.iter().map(|line| line.split(' ').collect());
        Self {
            texts: texts.enumerate().collect(),
            asked: Vec::new(),
        }
    }
}

impl Desk for Script {
    fn ask(
        &mut self,
        question: Question,
    ) -> impl Future<Output = Result<Answer, DeskError>> + Send {
        let Question::Draw(draw) = question else {
            return ready(Err(DeskError::halted("only the tool is asked")));
        };
        let said = |n| {
            let texts = self.texts.get_mut(&draw.moves.len());
            match texts {
                Some(texts) if !texts.is_empty() => texts.remove(0).to_owned(),
                _ => format!("zz{n}"),
            }
        };
        let texts = (0..draw.order.n).map(said).collect();
        self.asked.push(draw);
        ready(Ok(Answer::Samples(texts)))
    }
}

fn bench(keys: &str) -> DaydreamProbe {
    let text = format!("name = \"x\"\ninstrument = \"daydream-probe\"\n[probe]\n{keys}");
    let study = Study::parse(&text, Path::new("study.toml")).unwrap();
    let games = PromptRecord::new(GAMES, REAL);
    DaydreamProbe::new(&study, &[games]).unwrap()
}

/// Plays every game of a study, each from its script.
fn played(bench: &DaydreamProbe, scripts: &mut [Script]) -> Vec<Record> {
    let games = bench.plan().iter().zip(scripts);
    games
        .map(|(game, script)| bench.play(game, script).now_or_never().unwrap().unwrap())
        .collect()
}

fn found(bench: &DaydreamProbe, records: Vec<Record>) -> Findings {
    Findings::of(bench, records.into_iter().map(ReadBack::Scored).collect()).unwrap()
}

fn counted(finding: &Finding) -> (f64, f64) {
    (finding.numerator.unwrap(), finding.denominator.unwrap())
}

const FOOLS_MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

/// Both knights step out and back; then White steps out again and Black finds nothing.
const SHUFFLE: [&str; 6] = ["e2e5 g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "f6g8 zz e7e4"];

#[test]
fn legality_by_band_beside_what_comes_back() {
    let bench = bench("games = 2\nattempts = 3\nply_cap = 6\nband = 3\n");
    let mut scripts = [Script::of(&SHUFFLE), Script::of(&FOOLS_MATE)];
    let records = played(&bench, &mut scripts);
    let Record::Game(shuffle) = &records[0] else {
        panic!("a game");
    };
    let last = &shuffle.turns[5];
    assert!(last.forced && last.attempts.len() == 3);
    // The move that was drawn evenly is a fresh one, so that the counts below hold.
    assert!(!["g8f6", "f6g8"].contains(&last.played.as_str()));
    let found = found(&bench, records);
    assert_eq!(found.games.scored, 2);
    let cell = &found.cells[0];
    let ended: Vec<(&str, usize)> = cell
        .terminations
        .iter()
        .map(|(way, times)| (way.as_str(), *times))
        .collect();
    assert_eq!(ended, [("checkmate", 1), ("ply-cap", 1)]);
    let plies: Vec<&str> = cell.bands.iter().map(|band| band.plies.as_str()).collect();
    assert_eq!(plies, ["0-2", "3-5"]);
    let all = |band: &BandFindings| {
        [
            &band.samples,
            &band.first_try,
            &band.forced,
            &band.moves_before,
            &band.positions_before,
            &band.samples_position_before,
            &band.samples_position_new,
            &band.shuffling,
            &band.samples_shuffling,
            &band.samples_fresh,
            &band.texts_before,
            &band.samples_text_before,
            &band.samples_text_new,
        ]
        .map(counted)
    };
    // The mate adds three legal first tries to the first band and one to the second.
    assert_eq!(
        all(&cell.bands[0]),
        [
            (6.0, 7.0),
            (5.0, 6.0),
            (0.0, 6.0),
            (0.0, 6.0),
            (0.0, 6.0),
            (0.0, 0.0),
            (6.0, 7.0),
            (0.0, 6.0),
            (0.0, 0.0),
            (6.0, 7.0),
            (0.0, 7.0),
            (0.0, 0.0),
            (6.0, 7.0),
        ]
    );
    assert_eq!(
        all(&cell.bands[1]),
        [
            (3.0, 6.0),
            (3.0, 4.0),
            (1.0, 4.0),
            (1.0, 4.0),
            (2.0, 4.0),
            (1.0, 4.0),
            (2.0, 2.0),
            (2.0, 4.0),
            (1.0, 4.0),
            (2.0, 2.0),
            (2.0, 6.0),
            (1.0, 2.0),
            (2.0, 4.0),
        ]
    );
    assert_eq!(counted(&cell.all.samples), (9.0, 13.0));
    assert_eq!(cell.all.samples.games, 2);
}

#[test]
fn another_piece_on_the_square_that_was_left_is_no_shuffle() {
    let bench = bench("games = 1\nply_cap = 5\n");
    let lines = ["g1f3", "a7a6", "h1g1", "a6a5", "e2e4"];
    let found = found(&bench, played(&bench, &mut [Script::of(&lines)]));
    assert_eq!(counted(&found.cells[0].all.shuffling), (0.0, 5.0));
}

#[test]
fn a_search_asks_for_more_at_once_the_longer_it_is_in_vain() {
    let bench = bench("games = 1\nply_cap = 1\n");
    let mut scripts = [Script::of(&[""])];
    let records = played(&bench, &mut scripts);
    let asked: Vec<u32> = scripts[0].asked.iter().map(|draw| draw.order.n).collect();
    assert_eq!(asked, [1, 1, 1, 1, 2, 3, 4, 6, 9, 2]);
    let Record::Game(game) = &records[0] else {
        panic!("a game");
    };
    assert_eq!(game.turns[0].attempts.len(), 30, "as published");
    let mut seeds: Vec<u64> = scripts[0]
        .asked
        .iter()
        .map(|draw| draw.order.seed)
        .collect();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 10, "each draw has its own numbers");
}

#[test]
fn a_sample_behind_the_legal_one_is_not_counted() {
    let bench = bench("games = 1\nply_cap = 1\n");
    // The sixth sample is legal, and comes with the fifth; the seventh to ninth with it.
    let mut scripts = [Script::of(&["a b c d e f e2e4 d2d4 c2c4"])];
    let found = found(&bench, played(&bench, &mut scripts));
    assert_eq!(counted(&found.cells[0].all.samples), (1.0, 7.0));
}

#[test]
fn draws_are_played_through_unless_they_are_claimed() {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let lines: Vec<&str> = shuffle.iter().copied().cycle().take(30).collect();
    let ended = |keys: &str| {
        let bench = bench(&format!("games = 1\nply_cap = 30\n{keys}"));
        let records = played(&bench, &mut [Script::of(&lines)]);
        bench.ending(&records[0])
    };
    let drawn = |termination| Ending::Scored {
        result: GameResult::Draw,
        termination,
    };
    assert_eq!(ended(""), drawn(Termination::PlyCap));
    assert_eq!(
        ended("draws = \"claimed\"\n"),
        drawn(Termination::ThreefoldRepetition)
    );
}

#[test]
fn choosing_takes_the_mate_and_is_scored_by_game() {
    let bench = bench("kind = \"choice\"\ngames = 2\nattempts = 4\nply_cap = 4\n");
    let mut scripts = [
        // The heuristic is White: of three candidates it takes the pawn.
        Script::of(&["e2e4 e2e4 zz e2e5", "d7d5", "g1f3 e4d5 zz d2d4", "g8f6"]),
        // The heuristic is Black, and mates.
        Script::of(&["f2f3", "e7e5 e7e5 zz zz", "g2g4", "a7a5 d8h4 b7b6"]),
    ];
    let records = played(&bench, &mut scripts);
    let Record::Game(first) = &records[0] else {
        panic!("a game");
    };
    assert_eq!(first.moves, ["e2e4", "d7d5", "e4d5", "g8f6"]);
    let Record::Game(second) = &records[1] else {
        panic!("a game");
    };
    assert_eq!(second.moves, ["f2f3", "e7e5", "g2g4", "d8h4"]);
    let found = found(&bench, records).choice.unwrap();
    assert_eq!(
        (found.results.won, found.results.drawn, found.results.lost),
        (1, 1, 0)
    );
    assert_eq!(counted(&found.score), (1.5, 2.0));
    assert_eq!(counted(&found.decided), (1.0, 1.0));
    let exact = &found.decided.intervals[0];
    // Clopper-Pearson for 1 of 1 at 95%: 0.025 to 1.
    assert!((exact.lo - 0.025).abs() < 1e-9 && (exact.hi - 1.0).abs() < 1e-9);
    assert!((found.sign_test_p - 1.0).abs() < 1e-12);
    let [heuristic, other] = found.pickers.as_slice() else {
        panic!("two pickers");
    };
    // One text twice is one candidate, so those searches go to their end: 4 + 4 + 4 + 3.
    assert_eq!(counted(&heuristic.samples), (10.0, 15.0));
    assert_eq!(counted(&heuristic.had_choice), (2.0, 4.0));
    assert_eq!(counted(&other.samples), (4.0, 4.0));
    assert_eq!(counted(&other.had_choice), (0.0, 4.0));
    assert_eq!(counted(&other.forced), (0.0, 4.0));
}

const REAL: &str = "e2e4 e7e5 g1f3\nd2d4\n\nc2c4 c7c5 g1f3 g8f6\n";

#[test]
fn real_games_are_looked_at_as_far_as_they_go_on() {
    let bench = bench(
        "kind = \"prefix\"\ngames_file = \"g\"\ngames = 3\nattempts = 2\ndepths = [2, 0, 2, 3]\n",
    );
    let mut scripts = [
        Script::of(&["e2e4 e2e5", "", "g1f3 d2d4"]),
        Script::of(&["d2d4 zz"]),
        Script::of(&["zz zz", "", "zz b1c3", "g8f6 g8f6"]),
    ];
    let records = played(&bench, &mut scripts);
    for record in &records {
        let Ending::Scored { termination, .. } = bench.ending(record) else {
            panic!("not void");
        };
        assert_eq!(termination, Termination::Sampled);
    }
    let shown: Vec<usize> = scripts[2]
        .asked
        .iter()
        .map(|draw| draw.moves.len())
        .collect();
    assert_eq!(shown, [0, 2, 3]);
    let found = found(&bench, records).prefix.unwrap();
    let depths: Vec<(usize, usize, (f64, f64))> = found
        .depths
        .iter()
        .map(|one| (one.depth, one.positions, counted(&one.samples)))
        .collect();
    assert_eq!(
        depths,
        [(0, 3, (2.0, 6.0)), (2, 2, (3.0, 4.0)), (3, 1, (2.0, 2.0))]
    );
    assert_eq!(counted(&found.all), (7.0, 12.0));
    assert_eq!(found.all.games, 3);
}

#[test]
fn every_setting_of_a_grid_has_its_own_games() {
    let bench = bench(
        "kind = \"grid\"\ngames = 2\nply_cap = 1\ntemperatures = [0.5, 1.0]\nsoft_caps = [4, 0]\n",
    );
    let ids: Vec<&str> = bench.plan().iter().map(|game| game.id.as_str()).collect();
    assert_eq!(ids.len(), 8);
    assert_eq!(
        ids[..4],
        [
            "grid.t0.5_c4.0.0000",
            "grid.t0.5_cNone.0000",
            "grid.t1.0_c4.0.0000",
            "grid.t1.0_cNone.0000"
        ]
    );
    let mut scripts: Vec<Script> = (0..8).map(|_| Script::of(&["e2e4"])).collect();
    scripts[1] = Script::of(&["zz e2e4"]);
    let found = found(&bench, played(&bench, &mut scripts));
    let samples: Vec<(f64, f64)> = found
        .cells
        .iter()
        .map(|cell| counted(&cell.all.samples))
        .collect();
    assert_eq!(samples, [(2.0, 2.0), (2.0, 3.0), (2.0, 2.0), (2.0, 2.0)]);
    let order = scripts[0].asked[0].order;
    assert_eq!((order.temperature, order.soft_cap), (0.5, Some(4.0)));
    assert_eq!(scripts[1].asked[0].order.soft_cap, None);
}

#[test]
fn games_are_chosen_by_the_seed_and_bad_ones_are_told() {
    use ludometer_games::Variant::Standard;
    let choose =
        |text: &str, wanted, seed| choose(text, wanted, ludometer_record::Seed(seed), Standard);
    let text: String = ["e2e4\n", "d2d4\n", "c2c4\n", "g1f3\n", "b1c3\n"].concat();
    let kept = choose(&text, 2, 1).unwrap();
    assert_eq!(kept.lines().count(), 2);
    assert_eq!(kept, choose(&text, 2, 1).unwrap());
    assert!((2..20).any(|seed| choose(&text, 2, seed).unwrap() != kept));
    assert_eq!(
        choose(&text, 6, 1).unwrap_err(),
        GamesError::TooFew { held: 5, wanted: 6 }
    );
    let said = choose("e2e4\n\ne2e4 e7e5 e4e5\n", 2, 1)
        .unwrap_err()
        .to_string();
    assert!(
        said.starts_with("line 3, ply 2: ") && said.contains("e4e5"),
        "{said}"
    );
}

#[test]
fn a_study_of_real_games_needs_them() {
    let text = "name = \"x\"\ninstrument = \"daydream-probe\"\n[probe]\nkind = \"prefix\"\n\
                games_file = \"g\"\ngames = 4\n";
    let study = Study::parse(text, Path::new("study.toml")).unwrap();
    assert!(matches!(
        DaydreamProbe::new(&study, &[]),
        Err(SetUpError::NoGames)
    ));
    let few = [PromptRecord::new(GAMES, REAL)];
    assert!(matches!(
        DaydreamProbe::new(&study, &few),
        Err(SetUpError::Games(GamesError::TooFew { held: 3, wanted: 4 }))
    ));
}
