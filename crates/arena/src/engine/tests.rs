//! The pure half: what engines write, and what may be set.

use std::time::Duration;

use proptest::prelude::*;

use super::{
    lines::{LONGEST, Lines},
    option::{EngineOption, OptionError, OptionKind, OptionTable},
    position::{Position, same_position},
    protocol::{BestMove, Bound, Line},
    strength::{Range, Strength, StrengthError, elo_range, skill_range},
    words::{Centipawns, Depth, Limit, Nodes, Score},
};

fn option(text: &str) -> Option<EngineOption> {
    EngineOption::parse(text.strip_prefix("option ").unwrap())
}

/// Stockfish 15.1's and Fairy-Stockfish 11.1's own lines, and some of other engines.
fn table() -> OptionTable {
    let mut table = OptionTable::default();
    for line in [
        "option name Hash type spin default 16 min 1 max 131072",
        "option name Clear Hash type button",
        "option name Skill Level type spin default 20 min -20 max 20",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default 1350 min 1350 max 2850",
        "option name UCI_Variant type combo default chess var 3check var chess var gardner",
        "option name SyzygyPath type string default <empty>",
    ] {
        table.insert(option(line).unwrap());
    }
    table
}

#[test]
fn options_with_spaces_in_every_place() {
    let style = option(
        "option name Playing Style type combo default Very Solid var Very Solid var Wild var A B C",
    );
    let style = style.unwrap();
    assert_eq!(style.name, "Playing Style");
    assert_eq!(
        style.kind,
        OptionKind::Combo {
            default: "Very Solid".to_owned(),
            vars: ["Very Solid", "Wild", "A B C"].map(str::to_owned).to_vec(),
        }
    );
    let book = option("option name Book File type string default c:\\my books\\a.bin").unwrap();
    assert_eq!(
        book.kind,
        OptionKind::String {
            default: "c:\\my books\\a.bin".to_owned()
        }
    );
    let log = option("option name Debug Log File type string default ").unwrap();
    assert_eq!(
        log.kind,
        OptionKind::String {
            default: String::new()
        }
    );
    let skill = option("option name Skill Level type spin default 20 min -20 max 20").unwrap();
    assert_eq!(
        skill.kind,
        OptionKind::Spin {
            default: 20,
            min: -20,
            max: 20
        }
    );
}

#[test]
fn what_is_no_option_is_none() {
    for text in [
        "option name",
        "option name Hash",
        "option name type spin default 1",
        "option name Hash type spin default many",
        "option name Hash type spin min 1 max x default 3",
        "option name Hash type dial default 3",
        "option Hash type spin default 3",
    ] {
        assert_eq!(option(text), None, "{text}");
    }
}

#[test]
fn a_table_refuses_what_engines_ignore_in_silence() {
    let table = table();
    assert_eq!(
        table.check("UCI_Eloo", "1500").unwrap_err().to_string(),
        "the engine has no option `UCI_Eloo`; is `UCI_Elo` meant?"
    );
    assert_eq!(
        table.check("Contempt", "5"),
        Err(OptionError::Unknown {
            name: "Contempt".to_owned(),
            nearest: None
        })
    );
    assert_eq!(
        table.check("uci_elo", "800").unwrap_err().to_string(),
        "option `UCI_Elo` takes 1350 to 2850, not 800"
    );
    for (name, value) in [
        ("Hash", "lots"),
        ("Hash", ""),
        ("Hash", "99999999999999999999"),
        ("UCI_LimitStrength", "yes"),
        ("UCI_Variant", "grand12"),
        ("Clear Hash", "now"),
        ("SyzygyPath", "a\nquit"),
    ] {
        assert!(
            matches!(table.check(name, value), Err(OptionError::Kind { .. })),
            "{name}"
        );
    }
    for (name, value, sent) in [
        ("hash", "1", ("Hash", "1")),
        ("Hash", "131072", ("Hash", "131072")),
        ("UCI_Variant", "Gardner", ("UCI_Variant", "gardner")),
        ("SyzygyPath", "", ("SyzygyPath", "<empty>")),
        ("SyzygyPath", "/a b", ("SyzygyPath", "/a b")),
        ("clear hash", "", ("Clear Hash", "")),
    ] {
        let (name, value) = table.check(name, value).unwrap();
        assert_eq!((name.as_str(), value.as_str()), sent);
    }
}

#[test]
fn a_strength_is_had_or_refused() {
    let table = table();
    assert_eq!(
        elo_range(&table),
        Some(Range {
            min: 1350,
            max: 2850
        })
    );
    assert_eq!(skill_range(&table), Some(Range { min: -20, max: 20 }));
    let set = Strength::Elo(1500).options("E", &table).unwrap();
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(
        set,
        [pair("UCI_LimitStrength", "true"), pair("UCI_Elo", "1500")]
    );
    let set = Strength::Skill(-20).options("E", &table).unwrap();
    assert_eq!(set, [pair("Skill Level", "-20")]);
    assert_eq!(Strength::Full.options("E", &table), Ok(Vec::new()));
    assert_eq!(
        Strength::Elo(800)
            .options("E", &table)
            .unwrap_err()
            .to_string(),
        "cannot be limited to UCI_Elo 800: it goes from 1350 to 2850"
    );
    let none = OptionTable::default();
    assert_eq!(elo_range(&none), None);
    assert!(matches!(
        Strength::Elo(1500).options("E", &none),
        Err(StrengthError::CannotBeLimited {
            option: "UCI_Elo",
            ..
        })
    ));
    let mut half = OptionTable::default();
    half.insert(option("option name UCI_Elo type spin default 1 min 1 max 3000").unwrap());
    assert!(matches!(
        Strength::Elo(1500).options("E", &half),
        Err(StrengthError::CannotBeLimited {
            option: "UCI_LimitStrength",
            ..
        })
    ));
}

#[test]
fn progress_lines() {
    let Line::Info(info) = Line::parse(
        "info depth 6 seldepth 8 multipv 1 score cp -135 nodes 2691 nps 336375 time 8 pv e3e4 i8i7",
    ) else {
        panic!("no info");
    };
    assert_eq!(info.depth, Some(Depth(6)));
    assert_eq!(info.final_score(), Some(Score::Cp(Centipawns(-135))));
    assert_eq!(info.nodes, Some(Nodes(2691)));
    assert_eq!(info.pv, ["e3e4", "i8i7"]);

    let score = |line| match Line::parse(line) {
        Line::Info(info) => (info.score, info.bound, info.final_score().is_some()),
        other => panic!("{other:?}"),
    };
    let cp = |value| Some(Score::Cp(Centipawns(value)));
    assert_eq!(
        score("info depth 9 score cp 31 lowerbound nodes 5"),
        (cp(31), Bound::Lower, false)
    );
    assert_eq!(
        score("info score cp 31 upperbound"),
        (cp(31), Bound::Upper, false)
    );
    assert_eq!(
        score("info multipv 2 score cp 31"),
        (cp(31), Bound::Exact, false)
    );
    assert_eq!(
        score("info depth 0 score mate 0"),
        (Some(Score::Mate(0)), Bound::Exact, true)
    );
    assert_eq!(
        score("info depth 5 score mate -3 pv a2a3"),
        (Some(Score::Mate(-3)), Bound::Exact, true)
    );
    assert_eq!(
        score("info depth 5 score cp much nodes 7"),
        (None, Bound::Exact, false)
    );
    assert_eq!(Line::parse("info string score cp 5 depth 3"), Line::Other);
    assert_eq!(Line::parse("information depth 3"), Line::Other);
}

#[test]
fn the_other_side_sees_the_opposite() {
    assert_eq!(
        Score::Cp(Centipawns(30)).for_other_side(),
        Score::Cp(Centipawns(-30))
    );
    assert_eq!(
        Score::Cp(Centipawns(i32::MIN)).for_other_side(),
        Score::Cp(Centipawns(i32::MAX))
    );
    assert_eq!(Score::Mate(-2).for_other_side(), Score::Mate(2));
}

#[test]
fn best_moves() {
    let best = |line: &str| match Line::parse(line) {
        Line::BestMove(BestMove { best, ponder }) => (best, ponder),
        other => panic!("{other:?}"),
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        best("bestmove a10c10 ponder k9i10"),
        (some("a10c10"), some("k9i10"))
    );
    assert_eq!(best("bestmove e7e8q\r"), (some("e7e8q"), None));
    for none in ["(none)", "0000", "NULL"] {
        assert_eq!(best(&format!("bestmove {none}")), (None, None));
    }
    assert_eq!(Line::parse("bestmove"), Line::Other);
}

#[test]
fn listings() {
    assert_eq!(
        Line::parse("a10c10: 31"),
        Line::Count("a10c10".to_owned(), Nodes(31))
    );
    assert_eq!(Line::parse("Nodes searched: 20"), Line::Total(Nodes(20)));
    for other in ["Key: 12", "Checkers: ", "a7a6: many", "Total: 3", "NNUE: 5"] {
        assert_eq!(Line::parse(other), Line::Other, "{other}");
    }
}

#[test]
fn limits_as_commands() {
    assert_eq!(Limit::depth(10).command(), "go depth 10");
    assert_eq!(
        Limit::nodes(1000).or_depth(3).command(),
        "go depth 3 nodes 1000"
    );
    assert_eq!(
        Limit::movetime(Duration::from_micros(10)).command(),
        "go movetime 1"
    );
    let all = Limit::movetime(Duration::from_secs(2)).or_nodes(7);
    assert_eq!(all.command(), "go nodes 7 movetime 2000");
}

#[test]
fn positions_cannot_smuggle_commands() {
    let command = |position: Position| position.command().map_err(|error| error.to_string());
    assert_eq!(command(Position::default()).unwrap(), "position startpos");
    assert_eq!(
        command(Position::after(["e2e4", "a10b10q"])).unwrap(),
        "position startpos moves e2e4 a10b10q"
    );
    assert_eq!(
        command(Position::fen("k4/5/5/5/K4 w - - 0 1")).unwrap(),
        "position fen k4/5/5/5/K4 w - - 0 1"
    );
    for bad in [
        "e2e4\nquit",
        "e2e4 e7e5",
        "",
        "(none)",
        "0000",
        "é2e4",
        "O-O",
    ] {
        assert!(command(Position::after([bad])).is_err(), "{bad}");
    }
    for bad in ["k/K w\nquit", "startpos", "", "k/K w moves e2e4", "k/K\tw"] {
        assert!(command(Position::fen(bad)).is_err(), "{bad}");
    }
}

#[test]
fn an_en_passant_square_may_be_the_engines_alone() {
    let ours = "8/8/8/8/3Pp3/8/8/4K2k b - d3 0 1";
    let without = "8/8/8/8/3Pp3/8/8/4K2k b - - 0 1";
    assert!(same_position(without, ours));
    assert!(!same_position(ours, without));
    assert!(!same_position(without, "8/8/8/8/3Pp3/8/8/4K2k w - - 0 1"));
    assert!(!same_position(without, "8/8/8/8/3Pp3/8/8/4K2k b - - 1 1"));
    assert!(!same_position(without, "8/8/8/8/3Pp3/8/8/4K2k b - -"));
}

#[test]
fn long_and_foreign_lines_are_cut_and_kept_apart() {
    let mut lines = Lines::default();
    lines.push(b"uciok\r\n\xff\xfe\n");
    assert_eq!(lines.next_line().as_deref(), Some("uciok"));
    assert_eq!(lines.next_line().as_deref(), Some("\u{fffd}\u{fffd}"));
    assert_eq!(lines.next_line(), None);
    for _ in 0..100 {
        lines.push(&[b'x'; 10_000]);
        if let Some(line) = lines.next_line() {
            assert!(line.len() <= LONGEST && line.starts_with('x'));
        }
        assert!(lines.held() <= LONGEST + 10_000);
    }
    lines.push(b"yz\nreadyok\nrest");
    assert_eq!(lines.next_line().as_deref(), Some("readyok"));
    assert_eq!(lines.next_line(), None);
    assert_eq!(lines.rest().as_deref(), Some("rest"));
    assert_eq!(lines.rest(), None);
}

proptest! {
    /// Whatever the chunks of a pipe are, the lines are those of the whole.
    #[test]
    fn lines_do_not_depend_on_chunks(
        bytes in prop::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), any::<u8>()], 0..400),
        cuts in prop::collection::vec(1_usize..40, 1..40),
    ) {
        let mut lines = Lines::default();
        let mut read = Vec::new();
        let mut rest = bytes.as_slice();
        for cut in cuts.iter().cycle() {
            let (chunk, after) = rest.split_at((*cut).min(rest.len()));
            lines.push(chunk);
            read.extend(std::iter::from_fn(|| lines.next_line()));
            rest = after;
            if rest.is_empty() { break; }
        }
        read.extend(lines.rest());
        let mut whole: Vec<_> = bytes.split(|byte| *byte == b'\n').map(|line| {
            String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned()
        }).collect();
        if bytes.is_empty() || bytes.ends_with(b"\n") { whole.pop(); }
        prop_assert_eq!(read, whole);
    }

    #[test]
    fn no_line_can_make_it_panic(line in "\\PC*") {
        let _ = Line::parse(&line);
    }

    /// The same with the words that the parser looks for, in any order.
    #[test]
    fn no_heap_of_keywords_can_make_it_panic(words in prop::collection::vec(prop::sample::select(vec![
        "info", "score", "cp", "mate", "lowerbound", "depth", "pv", "string", "-1", "0", "99999999999",
        "bestmove", "ponder", "(none)", "e2e4", "id", "name", "author", "option", "type", "spin",
        "default", "min", "max", "var", "combo", "check", "button", "Nodes", "searched:", "a1a2:", "Fen:",
    ]), 0..14)) {
        let line = words.join(" ");
        match Line::parse(&line) {
            Line::Option(option) => prop_assert!(!option.name.is_empty()),
            Line::BestMove(BestMove { best, .. }) => prop_assert!(best.as_deref() != Some("(none)")),
            _ => {}
        }
    }

    /// What an engine states is read back word for word.
    #[test]
    fn options_survive_the_trip(
        name in "[A-Z][a-z]{0,6}( [A-Z][a-z]{0,6}){0,3}",
        default in -1000_i64..1000, min in -5000_i64..-1000, max in 1000_i64..5000,
    ) {
        let stated = format!("name {name} type spin default {default} min {min} max {max}");
        let read = EngineOption::parse(&stated).unwrap();
        prop_assert_eq!(&read.name, &name);
        prop_assert_eq!(read.kind, OptionKind::Spin { default, min, max });
    }
}
