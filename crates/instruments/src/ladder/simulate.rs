//! Whole studies with known truth.

use ludometer_record::Seed;
use ludometer_stats::{
    Interval, Level,
    ladder::{
        Davidson, EProcess, Elo, Evidence, Game, Outcome, Place, cutoff, fit,
        profile_log_likelihood,
    },
};
use rand::{Rng, RngExt};

use super::{Design, Pair, Played, Seat, Step, design::DesignError, played::Pilot};
use crate::generator;

/// What is simulated.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The truth. The analysis always takes h = 0.
    pub truth: Davidson,
    /// The design; it ends at the last look.
    pub design: Design,
    /// After how many games the intervals are looked at, ascending and even.
    pub looks: Vec<u32>,
    /// Games that only weight the split mixture set, even.
    pub split: u32,
    /// Level of all intervals.
    pub level: Level,
}

/// One simulated study.
#[derive(Debug, Clone, PartialEq)]
pub struct Study {
    /// One entry for each of the scenario's looks.
    pub looks: Vec<Look>,
}

/// The intervals after some games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// Where the estimate lies.
    pub place: Place,
    /// The profile interval of all games.
    pub profile: Interval,
    /// The profile interval of the games after the split; the whole line before.
    pub new_profile: Interval,
    /// The split mixture set; the whole line up to the split.
    pub mixture: Interval,
    /// The anytime-valid set.
    pub anytime: Interval,
    /// Whether the truth was in the profile interval at every pair boundary
    /// from the split to here.
    pub profile_always: bool,
    /// The same for the split mixture set.
    pub mixture_always: bool,
    /// The same for the anytime-valid set, from the first pair on.
    pub anytime_always: bool,
}

/// Plays study number `index` of a scenario: the same for the same seed, whatever runs beside it.
///
/// The pilot is a win, as in the published study.
pub fn simulate(scenario: &Scenario, seed: Seed, index: u64) -> Result<Study, DesignError> {
    let Davidson {
        rating,
        draw_parameter,
        colour_advantage,
    } = scenario.truth;
    // Studies of different truths share no randomness either.
    let truth = [rating, draw_parameter, colour_advantage].map(|number| number.to_string());
    let [rating, draws, colour] = &truth;
    let purpose = ["elo-simulation", rating, draws, colour, &index.to_string()];
    let mut random = generator(seed, &purpose);
    let last = scenario.looks.last().copied().unwrap_or(0);
    let mut design = scenario.design.clone();
    design.stops.games = Some(last.next_multiple_of(2));
    let mut played = Played::default();
    let mut watch = Watch::new(scenario);
    let mut belief = played.belief();
    loop {
        match design.next_believing(&played, &belief)? {
            Step::Pilot(opponent) => {
                let seat = Seat::Scored(Outcome::Win);
                played.pilot = Some(Pilot { opponent, seat });
                belief = played.belief();
            }
            Step::Play(pairs) => {
                for pair in pairs {
                    let pair = play(scenario.truth, pair, &mut random);
                    watch.see(&pair);
                    belief.observe(&pair.games().collect::<Vec<_>>());
                    played.pairs.push(pair);
                }
            }
            Step::Wait | Step::Stop(_) => return Ok(Study { looks: watch.looks }),
        }
    }
}

fn play(truth: Davidson, pair: Pair, random: &mut impl Rng) -> Pair {
    let mut game = |colour| {
        let [win, draw, _] = truth.chances(pair.opponent, colour);
        let at: f64 = random.random();
        Seat::Scored(if at < win {
            Outcome::Win
        } else if at < win + draw {
            Outcome::Draw
        } else {
            Outcome::Loss
        })
    };
    Pair {
        opponent: pair.opponent,
        white: game(ludometer_stats::ladder::Colour::White),
        black: game(ludometer_stats::ladder::Colour::Black),
    }
}

/// Looks on as pairs are added.
struct Watch<'a> {
    scenario: &'a Scenario,
    truth: Elo,
    games: u32,
    all: Evidence,
    new: Evidence,
    process: EProcess,
    always: [bool; 3],
    looks: Vec<Look>,
}

impl<'a> Watch<'a> {
    fn new(scenario: &'a Scenario) -> Self {
        Self {
            scenario,
            truth: Elo::new(scenario.truth.rating.clamp(-Elo::LIMIT, Elo::LIMIT))
                .expect("clamped to the limit"),
            games: 0,
            all: Evidence::default(),
            new: Evidence::default(),
            process: EProcess::new(),
            always: [true; 3],
            looks: Vec::new(),
        }
    }

    fn see(&mut self, pair: &Pair) {
        let games: Vec<Game> = pair.games().collect();
        for &game in &games {
            self.all.add(game);
        }
        self.process.observe(&games);
        let Scenario { split, level, .. } = *self.scenario;
        if self.games >= split {
            for &game in &games {
                self.new.add(game);
            }
        }
        self.games += 2;
        if self.games == split {
            self.process.split_here();
        }
        let (truth, rejected) = (self.truth.get(), -(2.0 * level.tail()).ln());
        self.always[2] &= self.process.log_evidence(truth) < rejected;
        if self.games >= split {
            self.always[1] &= self.process.split_log_evidence(truth) < rejected;
            self.always[0] &= self.profile_holds();
        }
        if self.scenario.looks.contains(&self.games) {
            self.looks.push(self.look());
        }
    }

    /// Whether the profile interval of all games holds the truth.
    fn profile_holds(&self) -> bool {
        let level = self.scenario.level;
        let top = fit(&self.all, level).log_likelihood;
        let here = profile_log_likelihood(&self.all, self.truth);
        2.0 * (top - here) <= cutoff(level)
    }

    fn look(&self) -> Look {
        let level = self.scenario.level;
        let all = fit(&self.all, level);
        Look {
            place: all.place,
            profile: all.interval,
            new_profile: fit(&self.new, level).interval,
            mixture: self.process.split_set(level).interval,
            anytime: self.process.set(level).interval,
            profile_always: self.always[0],
            mixture_always: self.always[1],
            anytime_always: self.always[2],
        }
    }
}
