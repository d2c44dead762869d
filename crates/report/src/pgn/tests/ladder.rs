//! Games on the ladder, read back by another program whatever anybody said in them.

use std::{collections::BTreeMap, path::Path};

use ludometer_games::{Board, Color, Variant};
use ludometer_instruments::{
    Instrument, ReadBack, Study,
    ladder::{
        EloLadder, GameRecord,
        findings::SeatKind,
        record::{Actor, MoveMade, Tokens},
    },
    served::Calls,
};
use ludometer_record::{
    desk::{Assigned, Score},
    ending::{Ending, GameResult, Termination, VoidCause},
    manifest::OpponentRecord,
};
use proptest::prelude::*;

use super::{
    super::{LadderSeats, PgnDate, PgnHead, ladder_game, ladder_games, ladder_void},
    reader::{read, read_one},
};

fn rung() -> OpponentRecord {
    OpponentRecord {
        name: "rung \"7\"]\n".to_owned(),
        rating: 812.4,
        standard_error: 31.2,
        engine: Some("stockfish?elo=1320&nodes=1225000".to_owned()),
        random: 0.35,
    }
}

fn ladder(model: &str) -> EloLadder {
    let text = format!(
        "name = \"x\"\ninstrument = \"elo-ladder\"\n[[player]]\nname = \"a\"\nmodel = \"{model}\"\n[ladder]\nopponents = \"rungs\"\ngames = 2\n"
    );
    let study = Study::parse(&text, Path::new("study.toml")).unwrap();
    EloLadder::new(&study, &[], &[rung()]).unwrap()
}

/// The n-th game of the study, a fool's mate by Black.
fn record(ladder: &EloLadder, n: usize, last_words: Option<&str>) -> GameRecord {
    let planned = &ladder.plan()[n];
    let color = planned.place.color();
    let mut board = Board::new(Variant::Standard);
    let mut moves = Vec::new();
    for (ply, uci) in ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().enumerate() {
        let own = board.turn() == color;
        let chance = ply == 1;
        moves.push(MoveMade {
            by: match (own, chance) {
                (true, _) => Actor::Player,
                (false, true) => Actor::Chance,
                (false, false) => Actor::Opponent,
            },
            uci: uci.to_owned(),
            san: board.san(uci).unwrap(),
            took_us: (own || !chance).then_some(3_661_250_000),
            score: (!own && !chance).then_some(Score::Mate(1)),
        });
        board.play(uci).unwrap();
    }
    GameRecord {
        id: planned.id.clone(),
        player: planned.player.clone(),
        place: planned.place,
        color,
        opponent: rung().name,
        assigned: Assigned {
            rating: rung().rating,
            after: Vec::new(),
        },
        moves,
        final_fen: board.fen(),
        ending: Ending::Scored {
            result: GameResult::SecondWins,
            termination: Termination::Checkmate,
        },
        calls: Calls::default(),
        unusable: 0,
        tokens: Tokens::default(),
        player_us: 0,
        opponent_us: 0,
        last_words: last_words.map(str::to_owned),
    }
}

fn head() -> PgnHead {
    PgnHead {
        event: "a study".to_owned(),
        date: Some(PgnDate {
            year: 2026,
            month: 1,
            day: 9,
        }),
        ..PgnHead::default()
    }
}

const WHOLE: &str = "\
[Event \"a study\"]
[Site \"?\"]
[Date \"2026.01.09\"]
[Round \"1\"]
[White \"a\"]
[Black \"rung \\\"7\\\"]\"]
[Result \"0-1\"]
[BlackElo \"812\"]
[BlackEloError \"31\"]
[BlackEngine \"stockfish?elo=1320&nodes=1225000\"]
[BlackRandomMoves \"0.35\"]
[BlackType \"engine\"]
[GameId \"a.pilot\"]
[LadderPair \"pilot\"]
[PlyCount \"4\"]
[Termination \"normal\"]
[TerminationDetails \"checkmate\"]
[TimeControl \"-\"]
[WhiteElo \"-\"]
[WhiteModel \"agent:codex\"]
[WhiteType \"agent\"]

1. f3 {[%emt 1:01:01.250]} 1... e5 {drawn at random} 2. g4 {[%emt 1:01:01.250]}
2... Qh4# {[%eval #-1] [%emt 1:01:01.250]} {last words: (gg) 1-0} 0-1
";

#[test]
fn a_game_has_complete_tags() {
    let ladder = ladder("agent:codex");
    let games = [ReadBack::Scored(record(&ladder, 0, Some("{gg}\n1-0")))];
    let text = ladder_games(&ladder, &games, &BTreeMap::new(), &head());
    assert_eq!(text, WHOLE);
    let read = read_one(&text);
    assert_eq!(read.moves().0, ["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert_eq!(read.outcome, "0-1");
    assert_eq!(read.tag("Black"), Some("rung \"7\"]"));
}

#[test]
fn every_game_that_is_over_is_there_in_the_order_of_the_plan() {
    let ladder = ladder("openai:m");
    let void = |answers| ReadBack::Void {
        cause: VoidCause::Timeout,
        detail: "it \"hung\" } {".to_owned(),
        answers,
    };
    let games = [
        ReadBack::Scored(record(&ladder, 0, None)),
        void(3),
        ReadBack::Unfinished { answers: 1 },
    ];
    let text = ladder_games(&ladder, &games, &BTreeMap::new(), &head());
    let read = read(&text);
    assert_eq!(read.len(), 2);
    assert_eq!(
        (read[1].tag("Round"), read[1].tag("LadderPair")),
        (Some("2"), Some("1"))
    );
    assert_eq!(read[1].tag("Termination"), Some("unterminated"));
    assert_eq!(
        read[1].tag("TerminationDetails"),
        Some("void: timeout, it \"hung\" } {")
    );
    assert_eq!(
        (read[1].tag("Result"), read[1].outcome.as_str()),
        (Some("*"), "*")
    );
    assert_eq!(
        (read[1].tag("WhiteType"), read[1].tag("Black")),
        (Some("model"), Some("?"))
    );
    assert_eq!(read[0].tag("WhiteModel"), Some("openai:m"));
    assert_eq!(read[0].tag("BlackModel"), None);
}

#[test]
fn a_void_game_keeps_the_moves_that_are_known() {
    let ladder = ladder("random");
    let planned = ladder
        .plan()
        .iter()
        .find(|one| one.place.color() == Color::Black)
        .unwrap();
    let rung = OpponentRecord {
        engine: None,
        random: 1.0,
        standard_error: 0.0,
        ..rung()
    };
    let ending = Ending::Void {
        cause: VoidCause::Engine,
        detail: "silent".to_owned(),
    };
    let seats = LadderSeats {
        player: SeatKind::BuiltIn,
        opponent: Some(&rung),
    };
    let moves = ["e2e4", "e7e5", "nonsense", "d2d4"].map(str::to_owned);
    let read = read_one(&ladder_void(planned, &ending, &moves, &head(), seats));
    assert_eq!(read.moves().0, ["e2e4", "e7e5"]);
    assert_eq!(read.tag("WhiteElo"), Some("812"));
    // What only moves at random is no engine.
    assert_eq!(
        (read.tag("WhiteType"), read.tag("WhiteEngine")),
        (Some("built-in"), None)
    );
    assert_eq!(
        (read.tag("BlackType"), read.tag("BlackElo")),
        (Some("built-in"), Some("-"))
    );
}

#[test]
fn ends_of_the_ladder_are_pgns_words() {
    use Termination as T;
    let ladder = ladder("agent:codex");
    for (termination, word) in [
        (T::WalkedAway, "abandoned"),
        (T::TimeLimit, "time forfeit"),
        (T::CallLimit, "rules infraction"),
        (T::Illegal, "rules infraction"),
        (T::Resignation, "normal"),
        (T::PlyCap, "adjudication"),
    ] {
        let mut played = record(&ladder, 0, None);
        played.moves.truncate(2);
        played.ending = Ending::Scored {
            result: GameResult::SecondWins,
            termination,
        };
        let text = ladder_games(
            &ladder,
            &[ReadBack::Scored(played)],
            &BTreeMap::new(),
            &head(),
        );
        let read = read_one(&text);
        assert_eq!(read.tag("Termination"), Some(word));
        assert_eq!(read.tag("TerminationDetails"), Some(termination.words()));
    }
}

#[test]
fn long_last_words_are_cut() {
    let ladder = ladder("agent:codex");
    let long = "word ".repeat(100_000);
    let played = record(&ladder, 0, Some(&long));
    let seats = LadderSeats {
        player: SeatKind::Agent,
        opponent: None,
    };
    let text = ladder_game(&played, &head(), seats);
    assert!(text.len() < 2_000 && text.contains('…'));
    read_one(&text);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn whatever_is_said_the_game_stays_one_game(words in "(?s).{0,300}", name in "(?s).{0,40}") {
        let ladder = ladder("agent:codex");
        let played = record(&ladder, 0, Some(&words));
        let opponent = OpponentRecord { name, ..rung() };
        let seats = LadderSeats { player: SeatKind::Agent, opponent: Some(&opponent) };
        let read = read_one(&ladder_game(&played, &head(), seats));
        prop_assert_eq!(read.moves().0.len(), 4);
        prop_assert_eq!(read.outcome.as_str(), "0-1");
    }
}
