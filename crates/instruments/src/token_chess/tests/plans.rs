//! Plans: who meets whom, colours, conditions; keys that cannot be right.

use std::{collections::BTreeSet, path::Path};

use super::{bench, study_text};
use crate::{
    Instrument, Study,
    token_chess::{Economy, Memory, MemoryRule, TokenChess},
};

fn pairs(bench: &TokenChess) -> Vec<(String, String)> {
    bench
        .plan()
        .iter()
        .map(|game| {
            (
                game.players.white.to_string(),
                game.players.black.to_string(),
            )
        })
        .collect()
}

fn refused(lines: &str) -> String {
    let error = Study::parse(&study_text(lines), Path::new("study.toml")).expect_err(lines);
    let said = error.to_string();
    assert!(!said.contains('\n'), "{said}");
    said
}

fn ids_are_unique(bench: &TokenChess) {
    let ids: BTreeSet<&str> = bench.plan().iter().map(|game| game.id.as_str()).collect();
    assert_eq!(ids.len(), bench.plan().len());
}

#[test]
fn colours_alternate_from_game_to_game() {
    let bench = bench("games = 5");
    let [ab, ba] = [("a", "b"), ("b", "a")].map(|(white, black)| (white.into(), black.into()));
    let expected: [(String, String); 5] = [
        Clone::clone(&ab),
        Clone::clone(&ba),
        Clone::clone(&ab),
        ba,
        ab,
    ];
    assert_eq!(pairs(&bench), expected);
    ids_are_unique(&bench);
}

#[test]
fn a_match_is_of_the_pairs_that_are_named() {
    let bench = bench("games = 2\npairs = [[\"b\", \"mock:random\"], [\"a\", \"a\"]]");
    let text = |pair: (&str, &str)| (pair.0.to_owned(), pair.1.to_owned());
    assert_eq!(
        pairs(&bench),
        [
            text(("b", "mock:random")),
            text(("a", "a")),
            text(("mock:random", "b")),
            text(("a", "a")),
        ]
    );
    ids_are_unique(&bench);
}

#[test]
fn a_match_of_one_player_is_self_play() {
    let text = "name = \"s\"\ninstrument = \"token-chess\"\n[[player]]\nmodel = \"mock:random\"\n";
    let study = Study::parse(text, Path::new("study.toml")).unwrap();
    let bench = TokenChess::new(&study, &[]).unwrap();
    assert_eq!(bench.plan().len(), 4);
    assert!(
        bench
            .plan()
            .iter()
            .all(|game| game.players.white == game.players.black)
    );
    ids_are_unique(&bench);
}

#[test]
fn in_a_round_robin_everyone_meets_everyone_once_a_game() {
    let bench = bench("schedule = \"round-robin\"\ngames = 1");
    let met: BTreeSet<BTreeSet<String>> = pairs(&bench)
        .into_iter()
        .map(|(white, black)| BTreeSet::from([white, black]))
        .collect();
    assert_eq!((bench.plan().len(), met.len()), (10, 10));
    assert!(met.iter().all(|pair| pair.len() == 2));
    let bench = super::bench("schedule = \"round-robin\"\nself_play = true\ngames = 2");
    assert_eq!(bench.plan().len(), 2 * (10 + 5));
    ids_are_unique(&bench);
}

#[test]
fn in_a_gauntlet_one_meets_everyone_else() {
    for (line, challenger) in [("", "a"), ("challenger = \"mock:random\"", "mock:random")] {
        let bench = bench(&format!("schedule = \"gauntlet\"\ngames = 2\n{line}"));
        let pairs = pairs(&bench);
        assert_eq!(pairs.len(), 2 * 4);
        assert!(pairs[..4].iter().all(|(white, _)| white == challenger));
        assert!(pairs[4..].iter().all(|(_, black)| black == challenger));
        let others: BTreeSet<&String> = pairs[..4].iter().map(|(_, black)| black).collect();
        assert_eq!(others.len(), 4);
    }
}

#[test]
fn a_sweep_plays_every_combination_with_the_same_pairs() {
    let bench = bench(
        "games = 2\n[token_chess.sweep]\nbudget = [20, 40]\ntier = [\"micro\", \"regular\", \"grand\"]",
    );
    let names: Vec<&str> = bench
        .conditions()
        .iter()
        .map(|condition| condition.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "budget-20.tier-micro",
            "budget-20.tier-regular",
            "budget-20.tier-grand",
            "budget-40.tier-micro",
            "budget-40.tier-regular",
            "budget-40.tier-grand",
        ]
    );
    assert_eq!(bench.plan().len(), 12);
    ids_are_unique(&bench);
    for game in bench.plan() {
        let condition = bench.condition(game);
        assert!(game.id.as_str().contains(&condition.name));
        let rules = condition.rules;
        assert_eq!(
            condition.name,
            format!("budget-{}.tier-{}", rules.budget, rules.tier)
        );
        // Colours alternate within each condition.
        let white = if game.id.as_str().ends_with(".0000") {
            "a"
        } else {
            "b"
        };
        assert_eq!(game.players.white.as_str(), white);
    }
}

#[test]
fn every_key_that_can_be_swept_is() {
    let values = [
        ("economy", "[\"forfeit\", \"income\", \"batch\"]"),
        ("tier", "[\"micro\", \"grand\"]"),
        ("budget", "[10, 20]"),
        ("batch", "[1, 2]"),
        ("income", "[0, 1]"),
        ("ply_cap", "[10, 20]"),
        ("at_ply_cap", "[\"draw\", \"adjudicate\"]"),
        (
            "exhaustion",
            "[\"adjudicate\", \"solvent-plays-on\", \"adjudicate-when-both-dry\", \"forfeit\"]",
        ),
        ("depth", "[1, 5]"),
        ("threshold", "[0, 50]"),
        (
            "memory",
            "[\"none\", \"ledger\", \"notepad\", \"choose\", { a = \"ledger\" }]",
        ),
        ("menu", "[\"fixed\", \"permuted\"]"),
    ];
    assert_eq!(values.map(|(key, _)| key), crate::token_chess::table::SWEPT);
    for (key, list) in values {
        let bench = bench(&format!("games = 1\n[token_chess.sweep]\n{key} = {list}"));
        let all = bench.conditions();
        assert_eq!(bench.plan().len(), all.len());
        ids_are_unique(&bench);
        for (index, one) in all.iter().enumerate() {
            for other in &all[..index] {
                assert_ne!(
                    (&one.rules, &one.memory, one.menu),
                    (&other.rules, &other.memory, other.menu),
                    "{key}"
                );
            }
        }
    }
}

#[test]
fn a_swept_economy_brings_its_own_defaults() {
    let bench =
        bench("budget = 12\n[token_chess.sweep]\neconomy = [\"forfeit\", \"income\", \"batch\"]");
    let of: Vec<_> = bench
        .conditions()
        .iter()
        .map(|one| {
            (
                one.rules.economy,
                one.rules.budget,
                one.rules.batch,
                one.rules.income,
            )
        })
        .collect();
    assert_eq!(
        of,
        [
            (Economy::Forfeit, 12, 1, 0),
            (Economy::Income, 12, 1, 4),
            (Economy::Batch, 12, 3, 0)
        ]
    );
}

#[test]
fn a_memory_may_be_each_players_own() {
    use MemoryRule::{Choose, Ledger, None};
    let bench = bench("memory = { a = \"ledger\", \"mock:random\" = \"choose\" }");
    let memory = &bench.conditions()[0].memory;
    let players = bench.study().player_names();
    let rules: Vec<MemoryRule> = players.iter().map(|player| memory.of(player)).collect();
    assert_eq!(rules, [Ledger, None, Choose, None, None]);
    assert_eq!(Ledger.given(), Some(Memory::Ledger));
    assert_eq!(Choose.given(), Option::None);
}

#[test]
fn more_games_keep_the_first_ones() {
    let lines = "[token_chess.sweep]\nbudget = [20, 40]";
    let few = bench(&format!("games = 3\n{lines}"));
    let many = bench(&format!("games = 11\n{lines}"));
    assert_eq!(few.plan(), &many.plan()[..few.plan().len()]);
}

#[test]
fn ids_that_would_be_alike_are_refused() {
    for (lines, key) in [
        ("[token_chess.sweep]\nbudget = [20, 40, 20]", "sweep.budget"),
        (
            "[token_chess.sweep]\nmemory = [{ a = \"ledger\" }, { a = \"ledger\" }]",
            "sweep.memory",
        ),
        ("pairs = [[\"a\", \"b\"], [\"a\", \"b\"]]", "pairs[1]"),
    ] {
        let said = refused(lines);
        assert!(said.contains(&format!("`token_chess.{key}`")), "{said}");
        assert!(said.contains("there twice"), "{said}");
    }
    // The other way round is another pair: who begins with White differs.
    ids_are_unique(&bench("pairs = [[\"a\", \"b\"], [\"b\", \"a\"]]"));
}

#[test]
fn names_made_to_collide_do_not() {
    let text = "name = \"s\"\ninstrument = \"token-chess\"\n\
                [[player]]\nname = \"a\"\nmodel = \"openai:1\"\n\
                [[player]]\nname = \"b.vs.c\"\nmodel = \"openai:2\"\n\
                [[player]]\nname = \"a.vs.b\"\nmodel = \"openai:3\"\n\
                [[player]]\nname = \"c\"\nmodel = \"openai:4\"\n\
                [token_chess]\nschedule = \"round-robin\"\n";
    match Study::parse(text, Path::new("study.toml")) {
        Err(error) => assert!(!error.to_string().contains('\n')),
        Ok(study) => {
            if let Ok(bench) = TokenChess::new(&study, &[]) {
                ids_are_unique(&bench);
            }
        }
    }
}

#[test]
fn a_game_that_cannot_be_named_is_told() {
    let long = "x".repeat(60);
    let text = format!(
        "name = \"s\"\ninstrument = \"token-chess\"\n[[player]]\nname = \"{long}\"\n\
         model = \"mock:random\"\n[[player]]\nname = \"y{long}\"\nmodel = \"mock:random\"\n"
    );
    let study = Study::parse(&text, Path::new("study.toml")).unwrap();
    let said = TokenChess::new(&study, &[]).unwrap_err().to_string();
    assert!(said.contains("give the players shorter `name`s"), "{said}");
}
