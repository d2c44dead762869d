//! What a game on the Elo ladder has to say in tags and comments.

use std::collections::BTreeMap;

use ludometer_games::{Board, ByColor, Color, Variant};
use ludometer_instruments::{
    Instrument, ReadBack,
    ladder::{
        EloLadder, GameRecord, Place, PlannedGame,
        findings::SeatKind,
        moves_shown,
        record::{Actor, MoveMade},
    },
};
use ludometer_record::{
    GameId, GameLog,
    desk::{Answer, Score},
    ending::Ending,
    manifest::OpponentRecord,
};

use super::{
    PgnGame, PgnHead,
    facts::{reason, result, termination, word},
};

/// Longest last words that stand in a game, in characters.
const LAST_WORDS: usize = 500;

/// Who sits where, beside the names.
#[derive(Debug, Clone, Copy)]
pub struct LadderSeats<'a> {
    /// What sits in the measured player's seat.
    pub player: SeatKind,
    /// Who sits across; none where nobody had been chosen.
    pub opponent: Option<&'a OpponentRecord>,
}

/// A scored game. The rating that is told is the opponent's own, as the study has it.
///
/// # Panics
/// Where the record holds a move that is not legal, which no game that was played does.
#[must_use]
pub fn ladder_game(record: &GameRecord, head: &PgnHead, seats: LadderSeats<'_>) -> String {
    let place = Seated {
        id: &record.id,
        player: record.player.as_str(),
        color: record.color,
        place: record.place,
        seats,
    };
    let moves: Vec<&str> = record.moves.iter().map(|made| made.uci.as_str()).collect();
    let board = Board::replay(Variant::Standard, &moves)
        .expect("the moves of a game that was played are legal");
    let mut game = place.game(board, &record.ending, head);
    let said = record.moves.iter().enumerate();
    game.comments = said
        .map(|(ply, made)| (ply, comment(ply, made)))
        .filter(|(_, text)| !text.is_empty())
        .collect();
    game.last_comment = record.last_words.as_ref().map(|words| {
        let shown: String = words.chars().take(LAST_WORDS).collect();
        let cut = if shown.len() < words.len() {
            " …"
        } else {
            ""
        };
        format!("last words: {shown}{cut}")
    });
    game.text()
}

/// A void game: no result, the moves as far as the journal shows them, and the reason.
#[must_use]
pub fn ladder_void(
    planned: &PlannedGame,
    ending: &Ending,
    moves: &[String],
    head: &PgnHead,
    seats: LadderSeats<'_>,
) -> String {
    let place = Seated {
        id: &planned.id,
        player: planned.player.as_str(),
        color: planned.place.color(),
        place: planned.place,
        seats,
    };
    let mut board = Board::new(Variant::Standard);
    // Moves that a broken journal tells end the game here, not the program.
    let legal = moves
        .iter()
        .take_while(|uci| board.play(uci).is_ok())
        .count();
    let mut game = place.game(board, ending, head);
    game.last_comment = Some(if legal == 0 {
        "void; no move is known".to_owned()
    } else {
        "void; moves up to the last answer of an engine".to_owned()
    });
    game.text()
}

/// Every game of a run that is over, void ones included, in the order of the plan.
///
/// `logs` is what the journal has of each game. `head` tells what they all share; what sits
/// behind the player's name, and the round, come from the study.
///
/// # Panics
/// As [`ladder_game`].
#[must_use]
pub fn ladder_games(
    ladder: &EloLadder,
    games: &[ReadBack<GameRecord>],
    logs: &BTreeMap<GameId, GameLog>,
    head: &PgnHead,
) -> String {
    let played = ladder.plan().iter().zip(games).zip(1..);
    let texts = played.filter_map(|((planned, game), round)| {
        let model = ladder.study().player(&planned.player);
        let model = model.map(|player| player.model.to_string());
        let own = planned.place.color();
        let head = PgnHead {
            round: Some(round),
            models: ByColor::new_with(|color| model.clone().filter(|_| color == own)),
            ..head.clone()
        };
        let seats = |opponent| LadderSeats {
            player: ladder.seat_kind(&planned.player),
            opponent,
        };
        match game {
            ReadBack::Scored(record) => {
                let opponent = ladder.opponent(record.assigned.rating);
                Some(ladder_game(record, &head, seats(opponent)))
            }
            ReadBack::Void { cause, detail, .. } => {
                let exchanges = logs.get(&planned.id).map_or(&[][..], |log| &log.exchanges);
                let chosen = exchanges.iter().find_map(|one| match &one.answer {
                    Answer::Assigned(assigned) => ladder.opponent(assigned.rating),
                    _ => None,
                });
                let moves = moves_shown(ladder, planned, exchanges);
                let ending = Ending::Void {
                    cause: *cause,
                    detail: detail.clone(),
                };
                Some(ladder_void(planned, &ending, &moves, &head, seats(chosen)))
            }
            ReadBack::Unfinished { .. } => None,
        }
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// A game's place and who sits in it.
struct Seated<'a> {
    id: &'a GameId,
    player: &'a str,
    color: Color,
    place: Place,
    seats: LadderSeats<'a>,
}

impl Seated<'_> {
    fn game(&self, board: Board, ending: &Ending, head: &PgnHead) -> PgnGame {
        let across = self.seats.opponent.map_or("?", |one| one.name.as_str());
        PgnGame {
            board,
            event: head.event.clone(),
            site: head.site.clone(),
            date: head
                .date
                .map_or("????.??.??".to_owned(), |date| date.to_string()),
            round: head.round.map_or("?".to_owned(), |round| round.to_string()),
            players: ByColor::new_with(|color| {
                let name = if color == self.color {
                    self.player
                } else {
                    across
                };
                name.to_owned()
            }),
            result: result(ending),
            tags: self.tags(ending, head),
            comments: BTreeMap::new(),
            last_comment: None,
        }
    }

    fn tags(&self, ending: &Ending, head: &PgnHead) -> BTreeMap<String, String> {
        let mut tags = BTreeMap::new();
        let mut add = |name: String, value: String| drop(tags.insert(name, value));
        add("GameId".to_owned(), self.id.to_string());
        let place = match self.place.pair() {
            None => "pilot".to_owned(),
            Some(pair) => (pair + 1).to_string(),
        };
        add("LadderPair".to_owned(), place);
        add("Termination".to_owned(), termination(ending).to_owned());
        add("TerminationDetails".to_owned(), reason(ending));
        // No clock.
        add("TimeControl".to_owned(), "-".to_owned());
        let (own, other) = (word(self.color), word(self.color.other()));
        // PGN's word for a player without a rating.
        add(format!("{own}Elo"), "-".to_owned());
        add(format!("{own}Type"), self.seats.player.word().to_owned());
        for color in Color::ALL {
            if let Some(model) = &head.models[color] {
                add(format!("{}Model", word(color)), model.clone());
            }
        }
        let Some(opponent) = self.seats.opponent else {
            return tags;
        };
        add(format!("{other}Elo"), format!("{:.0}", opponent.rating));
        if opponent.standard_error > 0.0 {
            add(
                format!("{other}EloError"),
                format!("{:.0}", opponent.standard_error),
            );
        }
        let seat = match &opponent.engine {
            Some(engine) => {
                add(format!("{other}Engine"), engine.clone());
                SeatKind::Engine
            }
            None => SeatKind::BuiltIn,
        };
        add(format!("{other}Type"), seat.word().to_owned());
        if opponent.random > 0.0 {
            add(format!("{other}RandomMoves"), opponent.random.to_string());
        }
        tags
    }
}

/// What is said of a move: the engine's own score and the time, as other programs read them.
fn comment(ply: usize, made: &MoveMade) -> String {
    let white = ply.is_multiple_of(2);
    let mut parts = Vec::new();
    match made.score {
        Some(Score::Cp(cp)) => {
            let cp = if white { f64::from(cp) } else { -f64::from(cp) };
            parts.push(format!("[%eval {:.2}]", cp / 100.0 + 0.0));
        }
        Some(Score::Mate(moves)) => {
            let moves = i64::from(moves);
            parts.push(format!("[%eval #{}]", if white { moves } else { -moves }));
        }
        None => {}
    }
    if let Some(took) = made.took_us {
        let (seconds, rest) = (took / 1_000_000, took % 1_000_000);
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        parts.push(format!(
            "[%emt {hours}:{minutes:02}:{:02}.{:03}]",
            seconds % 60,
            rest / 1000
        ));
    }
    if made.by == Actor::Chance {
        parts.push("drawn at random".to_owned());
    }
    parts.join(" ")
}
