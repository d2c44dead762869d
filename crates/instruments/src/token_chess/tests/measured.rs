//! Findings of games that were really played, read back from what a journal holds of them.

use ludometer_record::{Contents, GameLog, desk::Score};

use super::{Script, bench, exchanges, play};
use crate::{
    Instrument, ReadBack,
    token_chess::{findings::Findings, record::MovedBy},
};

#[test]
fn a_journal_is_measured_as_its_games_are() {
    for (lines, landed) in [
        ("budget = 12", MovedBy::Player),
        ("economy = \"forfeit\"", MovedBy::Player),
        (
            "economy = \"income\"\nincome = 2\nply_cap = 60",
            MovedBy::HarnessSampled,
        ),
    ] {
        let bench = bench(&format!(
            "{lines}\npairs = [[\"mock:adaptive\", \"mock:random\"]]\ngames = 3"
        ));
        let mut contents = Contents::default();
        let mut games = Vec::new();
        // The last game is never begun.
        for planned in &bench.plan()[..2] {
            let script = Script::dreaming().verdict(Score::Cp(-150));
            let (record, desk) = play(&bench, planned, script);
            let record = record.unwrap();
            let log = GameLog {
                exchanges: exchanges(planned, &desk),
                failures: Vec::new(),
                ended: Some(record.ending.clone()),
            };
            contents.games.insert(planned.id.clone(), log);
            games.push(ReadBack::Scored(record));
        }
        let moves: Vec<MovedBy> = games
            .iter()
            .filter_map(|game| match game {
                ReadBack::Scored(record) => Some(&record.turns),
                _ => None,
            })
            .flatten()
            .filter_map(|turn| turn.played.as_ref())
            .map(|played| played.by)
            .collect();
        assert!(moves.contains(&landed), "{lines}");
        games.push(ReadBack::Unfinished { answers: 0 });
        let measured = Findings::measure(&bench, &contents).unwrap();
        assert_eq!(measured, Findings::of(&bench, &games).unwrap(), "{lines}");
        assert_eq!((measured.games.scored, measured.games.unfinished), (2, 1));
        let group = &measured.groups[0];
        assert_eq!(group.players.len(), 2, "those that play");
        for player in &group.players {
            let own = &player.control_rate;
            let moved = own.numerator.unwrap()
                + player
                    .silent
                    .as_ref()
                    .map_or(0.0, |silent| (silent.sampled + silent.uniform) as f64);
            assert!(
                (moved - own.denominator.unwrap()).abs() < 1e-9,
                "{lines}: every move is somebody's"
            );
            let spent: u64 = player.seats.iter().map(|seat| seat.spent).sum();
            let batch = f64::from(bench.conditions()[0].rules.batch);
            // What was paid for is what was sampled.
            assert!(
                (player.attempt_legality.denominator.unwrap() - spent as f64 * batch).abs() < 1e-9
            );
        }
    }
}
