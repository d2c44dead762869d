//! Hand-made studies: results are letters, and everything else follows from them.

use std::path::Path;

use ludometer_games::{Board, Color, Variant};
use ludometer_record::{
    desk::{Assigned, Score, Usage},
    ending::{Ending, GameResult, Termination, VoidCause},
    manifest::OpponentRecord,
};

use super::super::*;
use crate::{
    Instrument, Study,
    ladder::{
        PlannedGame,
        record::{Actor, MoveMade, Tokens},
    },
    on_board::seat,
    served::Calls,
};

/// Engines at the published ladder's ratings.
pub(super) fn engines() -> Vec<OpponentRecord> {
    let rung = |rating: u32| OpponentRecord {
        name: format!("stockfish-{rating}"),
        rating: f64::from(rating),
        standard_error: 0.0,
        engine: Some(format!("stockfish?elo={rating}&nodes=1225000")),
        random: 0.0,
    };
    let between = (1400..=3100).step_by(100);
    let all = [1320].into_iter().chain(between).chain([3190]);
    all.map(rung).collect()
}

/// A ladder of mixtures whose ratings are estimates.
pub(super) fn rungs(standard_error: f64) -> Vec<OpponentRecord> {
    (0..8)
        .map(|n| OpponentRecord {
            name: format!("rung-{n}"),
            rating: 100.0 + 150.0 * f64::from(n),
            standard_error,
            engine: Some("stockfish?elo=1320&nodes=1225000".to_owned()),
            random: 0.9 - 0.1 * f64::from(n),
        })
        .collect()
}

/// A study of these models, named `a`, `b`, … .
pub(super) fn ladder(models: &[&str], keys: &str, opponents: &[OpponentRecord]) -> EloLadder {
    let players: Vec<String> = models
        .iter()
        .zip('a'..)
        .map(|(model, name)| format!("[[player]]\nname = \"{name}\"\nmodel = \"{model}\"\n"))
        .collect();
    let players = players.concat();
    let text = format!(
        "name = \"efforts\"\ninstrument = \"elo-ladder\"\nseed = 7\n{players}[ladder]\n{keys}\n"
    );
    let study = Study::parse(&text, Path::new("study.toml")).unwrap();
    EloLadder::new(&study, &[], opponents).unwrap()
}

/// What becomes of a game, before it is measured.
pub(super) type Change<'a> = &'a dyn Fn(&mut GameRecord);

/// A study that is being played by hand.
pub(super) struct Hand<'a> {
    pub(super) ladder: &'a EloLadder,
    pub(super) standing: Standing,
    pub(super) games: Vec<ReadBack<GameRecord>>,
}

impl<'a> Hand<'a> {
    /// Before the first game.
    pub(super) fn of(ladder: &'a EloLadder) -> Self {
        Self {
            ladder,
            standing: Standing::default(),
            games: vec![ReadBack::Unfinished { answers: 0 }; ladder.plan().len()],
        }
    }

    /// Plays a player's games in the order of the plan: a letter each, `W`, `D`, `L`, `v` for
    /// one that is void, `?` for one that is not over. Spaces are for the eye.
    pub(super) fn play(mut self, player: &str, letters: &str, change: Change<'_>) -> Self {
        let letters: Vec<char> = letters.chars().filter(|c| !c.is_whitespace()).collect();
        let plan = self.ladder.plan().iter().enumerate();
        let of = plan.filter(|(_, game)| game.player.as_str() == player);
        for ((n, planned), letter) in of.zip(letters) {
            let asked = planned.assign();
            let assigned = self.ladder.roster().assign(&asked, &self.standing).unwrap();
            self.standing.assigned.insert(asked, assigned.clone());
            let game = match letter {
                '?' => ReadBack::Unfinished { answers: 3 },
                'v' => void(),
                _ => {
                    let mut record = record(self.ladder, planned, assigned, letter);
                    change(&mut record);
                    ReadBack::Scored(record)
                }
            };
            let ending = match &game {
                ReadBack::Scored(record) => Some(record.ending.clone()),
                ReadBack::Void { cause, detail, .. } => Some(Ending::Void {
                    cause: *cause,
                    detail: detail.clone(),
                }),
                ReadBack::Unfinished { .. } => None,
            };
            if let Some(ending) = ending {
                self.standing.over.insert(planned.id.clone(), ending);
            }
            self.games[n] = game;
        }
        self
    }

    pub(super) fn findings(&self) -> Findings {
        Findings::of(self.ladder, &self.standing, &self.games).unwrap()
    }

    /// What one player's findings are.
    pub(super) fn player(&self, name: &str) -> PlayerFindings {
        let findings = self.findings();
        let mut players = findings.players.into_iter();
        players
            .find(|player| player.player.as_str() == name)
            .unwrap()
    }
}

/// Nothing is changed.
pub(super) fn plain(_: &mut GameRecord) {}

fn void() -> ReadBack<GameRecord> {
    ReadBack::Void {
        cause: VoidCause::AgentSilent,
        detail: "no call for <600> s | then \u{1b}[31mnothing".to_owned(),
        answers: 9,
    }
}

const WHITE_MATES: &str = "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7";
const BLACK_MATES: &str = "f2f3 e7e5 g2g4 d8h4";
const DRAWN: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";

/// A short real game that ends so.
pub(super) fn record(
    ladder: &EloLadder,
    planned: &PlannedGame,
    assigned: Assigned,
    letter: char,
) -> GameRecord {
    let color = planned.place.color();
    let (moves, result, termination) = match (letter, color) {
        ('D', _) => (DRAWN, GameResult::Draw, Termination::ThreefoldRepetition),
        ('W', Color::White) | ('L', Color::Black) => {
            (WHITE_MATES, GameResult::FirstWins, Termination::Checkmate)
        }
        ('W', Color::Black) | ('L', Color::White) => {
            (BLACK_MATES, GameResult::SecondWins, Termination::Checkmate)
        }
        _ => panic!("{letter}"),
    };
    let opponent = ladder.opponent(assigned.rating).unwrap().name.clone();
    let mut board = Board::new(Variant::Standard);
    let mut made = Vec::new();
    for uci in moves.split(' ') {
        let own = board.turn() == color;
        made.push(MoveMade {
            by: if own { Actor::Player } else { Actor::Opponent },
            uci: uci.to_owned(),
            san: board.san(uci).unwrap(),
            took_us: Some(if own { 1_250_000 } else { 40_000 }),
            score: (!own).then_some(Score::Cp(-25)),
        });
        board.play(uci).unwrap();
    }
    let own = made.iter().filter(|one| one.by == Actor::Player).count();
    let own = u32::try_from(own).unwrap();
    let others = u64::from(u32::try_from(made.len()).unwrap() - own);
    GameRecord {
        id: planned.id.clone(),
        player: planned.player.clone(),
        place: planned.place,
        color,
        opponent,
        assigned,
        moves: made,
        final_fen: board.fen(),
        ending: Ending::Scored {
            result,
            termination,
        },
        calls: Calls {
            get_state: own,
            play_move: own,
            ..Calls::default()
        },
        unusable: 0,
        tokens: Tokens::default(),
        player_us: u64::from(own) * 1_250_000,
        opponent_us: others * 40_000,
        last_words: None,
    }
}

/// Counts the answers of a game.
pub(super) fn counted(record: &mut GameRecord, usages: &[Usage]) {
    record.tokens = Tokens::default();
    for usage in usages {
        record.tokens.add(usage);
    }
}

/// The game is lost by the rules of the study, in its last position but the mate.
pub(super) fn lost_by(record: &mut GameRecord, termination: Termination) {
    record.moves.truncate(3);
    let moves: Vec<&str> = record.moves.iter().map(|one| one.uci.as_str()).collect();
    record.final_fen = Board::replay(Variant::Standard, &moves).unwrap().fen();
    record.ending = Ending::Scored {
        result: GameResult::won_by(seat(record.color.other())),
        termination,
    };
}
