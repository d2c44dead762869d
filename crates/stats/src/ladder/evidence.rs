//! What the games say, without their order.

use super::{Colour, Elo, Game, Score};

/// The games against opponents of one rating with one colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Meeting {
    /// The opponents' rating.
    pub opponent: Elo,
    /// The rated player's colour.
    pub colour: Colour,
    /// What came of the games.
    pub score: Score,
}

/// All games of a player, one [`Meeting`] for each rating and colour.
///
/// Sorted, so that the order of the games cannot change a digit of a result.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Evidence {
    meetings: Vec<Meeting>,
}

impl Evidence {
    /// Adds up games.
    pub fn new<'a>(games: impl IntoIterator<Item = &'a Game>) -> Self {
        let mut evidence = Self {
            meetings: Vec::with_capacity(16),
        };
        for game in games {
            evidence.add(*game);
        }
        evidence
    }

    /// Adds one game.
    pub fn add(&mut self, game: Game) {
        self.score_of(game.opponent, game.colour).add(game.outcome);
    }

    /// The score of a meeting, which is put in its place if it is new.
    fn score_of(&mut self, opponent: Elo, colour: Colour) -> &mut Score {
        let place = self.meetings.binary_search_by(|meeting| {
            let rating = meeting.opponent.get().total_cmp(&opponent.get());
            rating.then(meeting.colour.cmp(&colour))
        });
        let index = place.unwrap_or_else(|index| {
            let score = Score::default();
            self.meetings.insert(
                index,
                Meeting {
                    opponent,
                    colour,
                    score,
                },
            );
            index
        });
        &mut self.meetings[index].score
    }

    /// Adds all games of `other`.
    pub fn join(&mut self, other: &Self) {
        for meeting in &other.meetings {
            let score = self.score_of(meeting.opponent, meeting.colour);
            *score = *score + meeting.score;
        }
    }

    /// The meetings, by rating, White first.
    #[must_use]
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// The whole score.
    #[must_use]
    pub fn score(&self) -> Score {
        self.meetings
            .iter()
            .map(|m| m.score)
            .fold(Score::default(), |a, b| a + b)
    }

    /// The score with one colour.
    #[must_use]
    pub fn score_as(&self, colour: Colour) -> Score {
        let with = self.meetings.iter().filter(|m| m.colour == colour);
        with.map(|m| m.score).fold(Score::default(), |a, b| a + b)
    }

    /// One entry for each rating, whatever the colour, ascending.
    #[must_use]
    pub fn by_rating(&self) -> Vec<(Elo, Score)> {
        let mut ratings: Vec<(Elo, Score)> = Vec::with_capacity(self.meetings.len());
        for meeting in &self.meetings {
            match ratings.last_mut() {
                Some((elo, score)) if *elo == meeting.opponent => *score = *score + meeting.score,
                _ => ratings.push((meeting.opponent, meeting.score)),
            }
        }
        ratings
    }
}
