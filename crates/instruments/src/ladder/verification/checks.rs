//! The checks of a game.

use ludometer_games::{Board, Claims, Color};
use ludometer_record::{
    GameLog,
    desk::Answer,
    ending::{Ending, GameResult, Termination},
    journal::{Asked, Exchange},
};

use super::{
    Check,
    replayed::{Replayed, replay},
    told::{added, sums, told},
    walk::{Walk, walk},
};
use crate::{
    ladder::{
        EloLadder, GameRecord, PlannedGame,
        bench::Examinee,
        record::{Actor, MoveMade},
    },
    on_board::{seat, termination},
};

/// Compares two texts.
fn check(id: &str, definition: &str, recorded: &str, derived: &str) -> Check {
    Check {
        id: id.to_owned(),
        definition: definition.to_owned(),
        recorded: recorded.to_owned(),
        derived: derived.to_owned(),
        passed: recorded == derived,
    }
}

pub(super) fn scored(
    ladder: &EloLadder,
    planned: &PlannedGame,
    record: &GameRecord,
    log: &GameLog,
) -> Vec<Check> {
    let replayed = replay(&record.moves, record.color);
    let plies = format!("{} legal moves", record.moves.len());
    let mut checks = vec![
        place(ladder, planned, record, log),
        check(
            "moves",
            "every move replayed from the start position by the rules, each by the side that was \
             to move, none after the end",
            &plies,
            replayed.problem.as_deref().unwrap_or(&plies),
        ),
        notation(record, &replayed),
        engine_moves(record, ladder.examinee(&record.player), &log.exchanges),
        check(
            "final-position",
            "the position after the last move",
            &record.final_fen,
            &replayed.board.fen(),
        ),
    ];
    let walked = walk(ladder, record, &log.exchanges);
    checks.extend(conduct(ladder, record, &walked));
    checks.push(check(
        "ending",
        "result and termination: by the board's rules, else by the cap on plies, else by the \
         study's rules from the calls and replies in the journal",
        &told(&record.ending),
        &derived(ladder, record, &replayed.board, &walked),
    ));
    let ended = log.ended.as_ref().map_or("none".to_owned(), told);
    checks.push(check(
        "journal-ending",
        "the end in the journal, and the record's",
        &ended,
        &told(&record.ending),
    ));
    checks.push(check(
        "tokens",
        "the player's tokens, added up from the journal's answers",
        &sums(
            &record.tokens.sum,
            record.tokens.answers,
            record.tokens.counted,
        ),
        &added(&log.exchanges),
    ));
    checks.push(time(ladder, record, &log.exchanges));
    checks
}

/// The game is the planned one, against the opponent that the journal says was chosen.
fn place(ladder: &EloLadder, planned: &PlannedGame, record: &GameRecord, log: &GameLog) -> Check {
    let chosen = log
        .exchanges
        .iter()
        .find_map(|exchange| match &exchange.answer {
            Answer::Assigned(assigned) => Some(assigned),
            _ => None,
        });
    let derived = chosen.and_then(|chosen| {
        let opponent = ladder.opponent(chosen.rating)?;
        Some(format!(
            "{} as {} against {} ({} Elo), chosen after {} games",
            planned.player,
            planned.place.color(),
            opponent.name,
            chosen.rating,
            chosen.after.len()
        ))
    });
    check(
        "seats",
        "who sat where: the plan's player and colour, and the opponent that the journal says was \
         chosen",
        &format!(
            "{} as {} against {} ({} Elo), chosen after {} games",
            record.player,
            record.color,
            record.opponent,
            record.assigned.rating,
            record.assigned.after.len()
        ),
        derived.as_deref().unwrap_or("no opponent was chosen"),
    )
}

fn notation(record: &GameRecord, replayed: &Replayed) -> Check {
    let recorded = record.moves.iter().map(|made| &made.san);
    let differs = recorded
        .zip(&replayed.sans)
        .zip(1..)
        .find(|((recorded, derived), _)| recorded != derived);
    let (recorded, derived) = if let Some(((recorded, derived), ply)) = differs {
        (
            format!("ply {ply}: {recorded}"),
            format!("ply {ply}: {derived}"),
        )
    } else {
        let told = |n: usize| format!("{n} moves");
        (told(record.moves.len()), told(replayed.sans.len()))
    };
    check(
        "notation",
        "algebraic notation of every move, written again",
        &recorded,
        &derived,
    )
}

/// The engines' answers in the journal are the moves at their plies, and no other move is
/// said to be an engine's.
fn engine_moves(record: &GameRecord, examinee: &Examinee, exchanges: &[Exchange]) -> Check {
    let by_engine = |made: &MoveMade| match made.by {
        Actor::Opponent => true,
        Actor::Player => matches!(examinee, Examinee::Engine(_)),
        Actor::Chance => false,
    };
    let line = |moves: &[(usize, &str)]| {
        let said: Vec<String> = moves
            .iter()
            .map(|(ply, uci)| format!("{ply}:{uci}"))
            .collect();
        said.join(" ")
    };
    let recorded: Vec<(usize, &str)> = record
        .moves
        .iter()
        .enumerate()
        .filter(|(_, made)| by_engine(made))
        .map(|(ply, made)| (ply, made.uci.as_str()))
        .collect();
    let derived: Vec<(usize, &str)> = exchanges
        .iter()
        .filter_map(|exchange| match (&exchange.asked, &exchange.answer) {
            (Asked::Move(asked), Answer::Moved(reply)) => {
                Some((usize::try_from(asked.plies).ok()?, reply.uci.as_str()))
            }
            _ => None,
        })
        .collect();
    check(
        "engine-moves",
        "plies and moves of engines, from their answers in the journal",
        &line(&recorded),
        &line(&derived),
    )
}

/// Calls and refused moves, counted again. Those of a player that is not asked in words are
/// its moves.
fn conduct(ladder: &EloLadder, record: &GameRecord, walked: &Walk) -> Vec<Check> {
    let asked = matches!(
        ladder.examinee(&record.player),
        Examinee::Model | Examinee::Agent | Examinee::Person
    );
    let calls = if asked {
        walked.calls
    } else {
        let own = record.moves.iter().filter(|made| made.by == Actor::Player);
        u32::try_from(own.count()).unwrap_or(u32::MAX)
    };
    let mut checks = vec![check(
        "calls",
        "the player's calls, counted in the journal",
        &record.calls.total().to_string(),
        &calls.to_string(),
    )];
    if asked {
        let told = |illegal: u32, malformed: u32, unusable: u32| {
            format!("{illegal} illegal, {malformed} malformed, {unusable} replies without a move")
        };
        checks.push(check(
            "attempts",
            "refused moves and unusable replies, judged again",
            &told(
                record.calls.illegal,
                record.calls.malformed,
                record.unusable,
            ),
            &told(walked.illegal, walked.malformed, walked.unusable),
        ));
        checks.push(check(
            "player-moves",
            "the player's moves, read again from its calls and replies",
            walked
                .strayed
                .as_deref()
                .map_or("as read", |_| "another move"),
            walked.strayed.as_deref().unwrap_or("as read"),
        ));
    }
    checks
}

fn derived(ladder: &EloLadder, record: &GameRecord, board: &Board, walked: &Walk) -> String {
    let lost = |termination: Termination| {
        told(&Ending::Scored {
            result: GameResult::won_by(seat(record.color.other())),
            termination,
        })
    };
    if let Some(over) = board.ending(Claims::Made) {
        let result = over
            .winner
            .map_or(GameResult::Draw, |winner| GameResult::won_by(seat(winner)));
        return told(&Ending::Scored {
            result,
            termination: termination(over.kind),
        });
    }
    if board.ply() >= usize::try_from(ladder.table().ply_cap).unwrap_or(usize::MAX) {
        return told(&Ending::Scored {
            result: GameResult::Draw,
            termination: Termination::PlyCap,
        });
    }
    walked.lost_by.map_or("not over".to_owned(), lost)
}

/// The player's and the opponent's time, from the answers.
fn time(ladder: &EloLadder, record: &GameRecord, exchanges: &[Exchange]) -> Check {
    let engine = matches!(ladder.examinee(&record.player), Examinee::Engine(_));
    let (mut player, mut opponent) = (0_u64, 0_u64);
    for exchange in exchanges {
        let (sum, took) = match (&exchange.answer, &exchange.asked) {
            (Answer::Reply(reply), _) => (&mut player, reply.timing.wall_us),
            (Answer::Left(left), _) => (&mut player, left.timing.wall_us),
            (Answer::Moved(reply), Asked::Move(asked)) => {
                let whites = asked.plies.is_multiple_of(2);
                let own = whites == (record.color == Color::White);
                let sum = if engine && own {
                    &mut player
                } else {
                    &mut opponent
                };
                (sum, reply.timing.wall_us)
            }
            _ => continue,
        };
        *sum = sum.saturating_add(took);
    }
    let told = |player: u64, opponent: u64| format!("player {player} µs, opponent {opponent} µs");
    check(
        "time",
        "wall time of the player's answers and of the opponent's searches, added up",
        &told(record.player_us, record.opponent_us),
        &told(player, opponent),
    )
}

/// A void game: the journal's end is borne out by the call that failed last.
pub(super) fn void(ended: &Ending, log: &GameLog) -> Vec<Check> {
    let failed = log.failures.last().and_then(|failure| {
        let cause = failure.void?;
        let detail = failure.detail.clone();
        Some(told(&Ending::Void { cause, detail }))
    });
    let recorded = log.ended.as_ref().map_or("none".to_owned(), told);
    vec![
        check(
            "journal-ending",
            "the end in the journal, and how the game was read back",
            &recorded,
            &told(ended),
        ),
        check(
            "void-cause",
            "why the game is void, and the last failed call in the journal",
            &told(ended),
            failed.as_deref().unwrap_or("no failed call"),
        ),
    ]
}

/// A game that is not over has no end in the journal.
pub(super) fn unfinished(log: &GameLog) -> Vec<Check> {
    let derived = log.ended.as_ref().map_or("none".to_owned(), told);
    vec![check(
        "journal-ending",
        "a game that is not over has no end in the journal",
        "none",
        &derived,
    )]
}
