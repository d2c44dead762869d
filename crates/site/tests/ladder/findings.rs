//! Who sat across, and who can be told apart.

use ludometer_instruments::{
    Instrument, Standing,
    ladder::{EloLadder, findings::Findings},
};
use ludometer_record::{Contents, GameId, Seat, desk::Answer, manifest::OpponentRecord};
use ludometer_site::{
    Pages,
    list::{Known, list},
    pages::{Tied, opponent_in},
};
use ludometer_stats::ladder::Elo;

use super::{ladder_against, opponents, play, shown};

const DICE: [&str; 2] = [
    "name = \"a\"\nmodel = \"random\"",
    "name = \"b\"\nmodel = \"random\"",
];

/// Two players against opponents that need no engine, `games` games at most.
fn played(lines: &str, games: usize) -> (EloLadder, Contents) {
    let dice = opponents().into_iter().map(|one| OpponentRecord {
        engine: None,
        random: 1.0,
        ..one
    });
    let ladder = ladder_against(&DICE, lines, &dice.collect::<Vec<_>>());
    let mut contents = Contents::default();
    let mut standing = Standing::default();
    while contents.games.len() < games {
        let mut plan = ladder.plan().iter();
        let next = plan.find(|game| {
            !standing.over.contains_key(&game.id) && ladder.may_begin(game, &standing)
        });
        let Some(game) = next else { break };
        let chosen = ladder.assign(&game.assign(), &standing).unwrap();
        let log = play(&ladder, game.id.as_str(), vec![Answer::Assigned(chosen)]).log;
        standing.add(&game.id, &log);
        contents.games.insert(game.id.clone(), log);
    }
    (ladder, contents)
}

#[test]
fn who_sat_across_is_known_from_the_journal() {
    let (ladder, contents) = played(
        "games = 8\nadaptive_pairs = 1\nwave_pairs = 2\nply_cap = 30",
        7,
    );
    // The rest is not begun.
    assert_eq!(contents.games.len(), 7);
    let known = |id: &GameId| {
        let log = contents.games.get(id);
        log.map_or(Known::default(), |log| Known {
            ended: log.ended.as_ref(),
            answers: 1,
            opponent: opponent_in(log),
        })
    };
    let page = list(&ladder, "key", known);
    let facet = |name: &str| {
        page.facets
            .iter()
            .position(|facet| facet.name == name)
            .unwrap()
    };
    let value = |row: &ludometer_site::list::GameRow, name: &str| {
        let facet_at = facet(name);
        page.facets[facet_at].values[row.facets[facet_at] as usize].clone()
    };
    for row in &page.games {
        let log = contents.games.iter().find(|(id, _)| id.as_str() == row.id);
        let (name, elo) = match log {
            Some((_, log)) => {
                let rating = opponent_in(log).unwrap();
                let record = ladder.opponent(rating.get()).unwrap();
                (record.name.clone(), format!("{:.0}", record.rating))
            }
            None => ("not chosen yet".to_owned(), "—".to_owned()),
        };
        assert_eq!(value(row, "opponent"), name);
        assert_eq!(value(row, "opponent-elo"), elo);
    }
    assert_eq!(value(&page.games[0], "opponent"), "dice");
    assert_eq!(value(&page.games[0], "opponent-elo"), "200");
    let csv = page.csv();
    let mut lines = csv.lines();
    assert_eq!(
        lines.next().unwrap(),
        "game,player,colour,opponent,opponent-elo,part,result,ending,answers,says"
    );
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with("a.pilot,a,white,dice,200,pilot,")
    );
    // Pilot, one pair by itself, then waves of two pairs.
    let parts: Vec<String> = page
        .games
        .iter()
        .filter(|row| value(row, "player") == "a" && value(row, "colour") == "white")
        .map(|row| value(row, "part"))
        .collect();
    assert_eq!(parts, ["pilot", "one by one", "wave 1", "wave 1", "wave 2"]);
    // The opponent's name is said where somebody wins.
    let game = &ladder.plan()[0];
    let sitters = ladder.sitters(game, Elo::new(200.0).ok());
    assert_eq!(sitters.at(Seat::Second).name, "dice");
    let sitters = ladder.sitters(game, None);
    assert_eq!(sitters.at(Seat::Second).name, "not chosen yet");
}

#[test]
fn the_games_of_a_choice_are_found_in_the_plan() {
    let (ladder, contents) = played("games = 4\nadaptive_pairs = 1\nply_cap = 30", usize::MAX);
    let mut linked = 0;
    for (id, log) in &contents.games {
        let replay = shown(&ladder, id.as_str(), log);
        for after in replay.opponent.unwrap().after {
            let place = after.place.unwrap();
            assert_eq!(ladder.plan()[place].id.as_str(), after.id);
            linked += 1;
        }
    }
    let named: usize = contents
        .games
        .values()
        .flat_map(|log| &log.exchanges)
        .map(|exchange| match &exchange.answer {
            Answer::Assigned(assigned) => assigned.after.len(),
            _ => 0,
        })
        .sum();
    assert_eq!(linked, named);
    // Of each player: the pilot by four games, the first pair's two by two.
    assert_eq!(linked, 16);
}

#[test]
fn neighbours_are_told_apart_by_the_findings_own_differences() {
    let (ladder, contents) = played("games = 4\npilot = false\nply_cap = 30", usize::MAX);
    let mut findings = Findings::measure(&ladder, &contents).unwrap();
    let [ties] = &findings.ties()[..] else {
        panic!("one leaderboard")
    };
    let order: Vec<&str> = findings
        .players
        .iter()
        .map(|one| one.player.as_str())
        .collect();
    assert_eq!(ties.players, order);
    // Both move at random, four games each: nobody can tell.
    assert!(
        findings
            .players
            .iter()
            .all(|player| player.games.scored == 4)
    );
    assert_eq!(ties.told_apart, [false]);
    assert_eq!(findings.differences.len(), 1);
    findings.differences[0].p_holm = 0.05;
    assert_eq!(findings.ties()[0].told_apart, [true]);
    findings.differences[0].p_holm = 0.051;
    assert_eq!(findings.ties()[0].told_apart, [false]);
    findings.differences.clear();
    assert_eq!(findings.ties()[0].told_apart, [false]);
}
