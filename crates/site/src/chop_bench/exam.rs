//! "Take the benchmark": the solver's table with every legal move, and the run's games.
//!
//! The page has no rules: it looks up the position, and finds there which states are legal
//! moves, what each is worth, and which of them an opponent chooses among.

use std::collections::BTreeMap;

use ludometer_games::chopsticks::{COUNTDOWN_PLIES, Position, STARTS_COUNTDOWN, SplitRule};
use ludometer_instruments::{
    Instrument,
    chop_bench::{ChopBench, Opponent, PlannedGame, Verdict, greedy, judge},
};
use ludometer_record::{Seat, study::BuiltIn};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Worth, cost};

/// Most positions of a table that goes to a page.
const POSITIONS: usize = 4_000;

/// Most games that are offered.
const GAMES: usize = 60;

/// What a person takes.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Exam {
    /// Rules, as the solver names them.
    pub rules: String,
    /// The rules in words.
    pub told: Vec<String>,
    /// Fingers are counted modulo this.
    pub modulus: usize,
    /// A position that occurs so often starts the countdown, once.
    pub countdown_at: u32,
    /// Plies of the countdown, after which the game is drawn.
    pub countdown: u32,
    /// Tries that a turn allows; the first is graded.
    pub tries: u32,
    /// Games of the run's plan, each once.
    pub games: Vec<ExamGame>,
    /// Every position that play can reach, from the side that is to move.
    pub table: BTreeMap<String, ExamPosition>,
}

/// A game to be played.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ExamGame {
    /// The first position, from the side that moves first.
    pub start: String,
    /// Whether the person moves first.
    pub first: bool,
    /// Who sits across: `solver`, `random`, `greedy`, or `epsilon:` and a share.
    pub opponent: String,
    /// The share of moves that the opponent draws at random.
    pub slips: f64,
}

/// What there is to do in a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExamPosition {
    /// What it is worth; absent where the game is over and the side to move has lost.
    pub worth: Option<Worth>,
    /// The legal moves.
    pub moves: Vec<ExamMove>,
}

/// A legal move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExamMove {
    /// The state after it, from the side that moved.
    pub state: String,
    /// The position after it, from the side that is then to move.
    pub next: String,
    /// Whether it is one of the optimal moves.
    pub optimal: bool,
    /// Whether the greedy player may choose it.
    pub greedy: bool,
    /// What it costs where it is not optimal.
    pub cost: Option<String>,
}

pub(super) fn exam(bench: &ChopBench) -> Option<Exam> {
    let solved = bench.solved();
    let rules = solved.rules();
    let reachable = solved.reachable();
    let games = games(bench.plan());
    if reachable.len() > POSITIONS || games.is_empty() {
        return None;
    }
    // A game may start where play from the first position does not come.
    let mut open: Vec<Position> = bench.plan().iter().map(|game| game.start).collect();
    open.extend(reachable);
    let mut table = BTreeMap::new();
    while let Some(position) = open.pop() {
        let name = position.to_string();
        if table.contains_key(&name) {
            continue;
        }
        let over = rules.terminal(position).is_some();
        let moves = if over {
            Vec::new()
        } else {
            moves(bench, position)
        };
        let results = if over {
            Vec::new()
        } else {
            rules.results(position)
        };
        open.extend(results.into_iter().map(Position::turned));
        let worth = (!over).then(|| Worth::of(solved.value(position)));
        table.insert(name, ExamPosition { worth, moves });
    }
    Some(Exam {
        rules: ludometer_games::Game::id(&rules),
        told: told(bench),
        modulus: rules.modulus(),
        countdown_at: STARTS_COUNTDOWN,
        countdown: COUNTDOWN_PLIES,
        tries: bench.policy().tries(),
        games,
        table,
    })
}

fn moves(bench: &ChopBench, position: Position) -> Vec<ExamMove> {
    let solved = bench.solved();
    let greedy = greedy(solved.rules(), position);
    let results = solved.rules().results(position);
    let moves = results.into_iter().map(|state| {
        let (optimal, cost) = match judge(solved, position, state) {
            Verdict::Legal {
                optimal: false,
                change,
                plies_lost,
            } => (false, Some(cost(change, plies_lost))),
            _ => (true, None),
        };
        ExamMove {
            state: state.to_string(),
            next: state.turned().to_string(),
            optimal,
            greedy: greedy.contains(&state),
            cost,
        }
    });
    moves.collect()
}

/// The games of the plan that differ, whoever played them; models as opponents are left out.
fn games(plan: &[PlannedGame]) -> Vec<ExamGame> {
    let mut games: Vec<ExamGame> = Vec::new();
    for planned in plan {
        let Opponent::BuiltIn(built_in) = &planned.opponent else {
            continue;
        };
        let slips = match built_in {
            BuiltIn::Epsilon(share) => *share,
            BuiltIn::Random => 1.0,
            BuiltIn::Solver | BuiltIn::Greedy => 0.0,
            BuiltIn::Mock(_) | BuiltIn::Referee => continue,
        };
        let game = ExamGame {
            start: planned.start.to_string(),
            first: planned.examinee == Seat::First,
            opponent: planned.opponent.to_string(),
            slips,
        };
        let same = |before: &ExamGame| {
            (&before.start, before.first, &before.opponent)
                == (&game.start, game.first, &game.opponent)
        };
        if games.len() < GAMES && !games.iter().any(same) {
            games.push(game);
        }
    }
    games
}

/// The rules in words, for a person.
pub(super) fn told(bench: &ChopBench) -> Vec<String> {
    let rules = bench.solved().rules();
    let modulus = rules.modulus();
    vec![
        format!(
            "Each side has {} hands of 0 to {} fingers; 0 is dead.",
            rules.hands(),
            modulus - 1
        ),
        format!(
            "A tap adds the fingers of one of your live hands to a live hand of the opponent, counted modulo {modulus}."
        ),
        match rules.split() {
            SplitRule::Published => "A split redistributes your own fingers over your own hands, the total unchanged and not only in another order; a hand may die or come back to life.",
            SplitRule::NoRevival => "A split redistributes your own fingers over your own hands, the total unchanged and not only in another order; a dead hand stays dead.",
            SplitRule::None => "There are no splits.",
        }
        .to_owned(),
        "Who has only dead hands has lost.".to_owned(),
    ]
}
