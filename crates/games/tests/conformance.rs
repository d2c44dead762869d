//! Every game in the list has its README, its perft table and its golden
//! playthroughs, and agrees with them.
#![allow(
    clippy::disallowed_methods,
    reason = "a test reads the files that an entry must bring"
)]

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use ludometer_games::Outcome;
use ludometer_games::list::{AnyGame, GAMES, Listed};

/// What an entry lacks or gets wrong; empty for a conforming entry in `folder`.
fn complaints(entry: &Listed, folder: &Path) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut check = |file: &str, verify: &dyn Fn(&str) -> Result<(), String>| {
        let path = folder.join(file);
        let verdict = match std::fs::read_to_string(&path) {
            Ok(text) => verify(&text),
            Err(error) => Err(error.to_string()),
        };
        if let Err(complaint) = verdict {
            complaints.push(format!("{}: {file}: {complaint}", entry.name));
        }
    };
    check("README.md", &|text| {
        if text.starts_with("# ") && text.contains("## Notation") {
            Ok(())
        } else {
            Err("expected a title and a section on the notation".to_owned())
        }
    });
    check("perft.txt", &|text| check_counts(entry, text));
    check("golden.txt", &|text| check_playthroughs(entry, text));
    complaints
}

/// The lines of a field data file without comments; its header must name the source.
fn data(text: &str) -> Result<Vec<&str>, String> {
    let mut header = text.lines().take_while(|line| line.starts_with('#'));
    if !header.any(|line| line.contains("Source:")) {
        return Err("the header does not name the source".to_owned());
    }
    Ok(text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|line| !line.is_empty())
        .collect())
}

fn check_counts(entry: &Listed, text: &str) -> Result<(), String> {
    let mut deepest = 0;
    for line in data(text)? {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let number = |field: &str| field.parse::<u64>().map_err(|e| format!("{line}: {e}"));
        let open = |variant| (entry.open)(variant).map_err(|e| format!("{line}: {e}"));
        let (found, expected) = match fields[..] {
            ["perft", variant, depth, count] => {
                let depth = u32::try_from(number(depth)?).map_err(|e| format!("{line}: {e}"))?;
                deepest = deepest.max(depth);
                (open(variant)?.perft(depth), number(count)?)
            }
            ["reachable", variant, count] => (reachable(&*open(variant)?)?, number(count)?),
            _ => return Err(format!("{line}: no such row")),
        };
        if found != expected {
            return Err(format!("{line}: counted {found}"));
        }
    }
    if deepest < 3 {
        return Err(format!("perft only to depth {deepest}, expected 3 or more"));
    }
    Ok(())
}

fn reachable(game: &dyn AnyGame) -> Result<u64, String> {
    let mut seen = HashSet::from([game.start()]);
    let mut open = vec![game.start()];
    while let Some(position) = open.pop() {
        for next in game.successors(&position).map_err(|e| e.to_string())? {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    Ok(seen.len() as u64)
}

fn check_playthroughs(entry: &Listed, text: &str) -> Result<(), String> {
    let mut game: Option<Box<dyn AnyGame>> = None;
    let mut at: Option<String> = None;
    let (mut games, mut decided) = (0, 0);
    for line in data(text)? {
        if let Some(variant) = line.strip_prefix("game ") {
            if at.is_some() {
                return Err(format!("{line}: the playthrough before has no outcome"));
            }
            game = Some((entry.open)(variant).map_err(|e| format!("{line}: {e}"))?);
            continue;
        }
        let game = game.as_deref().ok_or(format!("{line}: no game before"))?;
        let outcome = match line {
            "WIN" => Some(Some(Outcome::Win)),
            "LOSE" => Some(Some(Outcome::Lose)),
            "DRAW" => Some(Some(Outcome::Draw)),
            "open" => Some(None),
            _ => None,
        };
        if let Some(expected) = outcome {
            let last = at.take().ok_or(format!("{line}: no position before"))?;
            let found = game.terminal(&last).map_err(|e| e.to_string())?;
            if found != expected {
                return Err(format!("{last}: outcome {found:?}, expected {expected:?}"));
            }
            games += 1;
            decided += u32::from(expected.is_some());
            continue;
        }
        let legal = match &at {
            None => vec![game.start()],
            Some(before) => game.successors(before).map_err(|e| e.to_string())?,
        };
        if !legal.iter().any(|position| position == line) {
            return Err(format!("{at:?} cannot become {line}"));
        }
        at = Some(line.to_owned());
    }
    if at.is_some() || games == 0 || decided == 0 {
        return Err("expected complete playthroughs, one to the end at least".to_owned());
    }
    Ok(())
}

fn folder_of(entry: &Listed) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src")
        .join(entry.name)
}

#[test]
fn every_game_brings_and_meets_its_data() {
    let all: Vec<String> = GAMES
        .iter()
        .flat_map(|entry| complaints(entry, &folder_of(entry)))
        .collect();
    assert!(all.is_empty(), "{}", all.join("\n"));
    assert!(!GAMES.is_empty());
}

#[test]
fn names_are_unique() {
    let names: HashSet<&str> = GAMES.iter().map(|entry| entry.name).collect();
    assert_eq!(names.len(), GAMES.len());
}

#[test]
fn an_entry_without_its_files_is_refused() {
    for entry in GAMES {
        let found = complaints(entry, &folder_of(entry).join("no-such-folder"));
        assert_eq!(found.len(), 3, "{found:?}");
    }
}

#[test]
fn a_wrong_count_or_playthrough_is_refused() {
    let entry = &GAMES[0];
    let counts = "# Source: none\nperft | 2 5 | 1 | 6\nperft | 2 5 | 3 | 161\n";
    assert!(
        check_counts(entry, counts)
            .unwrap_err()
            .contains("counted 160")
    );
    assert!(check_counts(entry, "perft | 2 5 | 3 | 160").is_err());
    assert!(check_counts(entry, "# Source: none\n").is_err());
    for (playthrough, complaint) in [
        ("game 2 5\n11-11\n11-11\nopen", "cannot become"),
        ("game 2 5\n12-11\nopen", "cannot become"),
        ("game 2 5\n11-11\n21-11\nLOSE", "outcome None"),
        ("game 2 5\n11-11\n21-11", "complete playthroughs"),
        ("game 2 5\n11-11\nopen", "one to the end"),
        ("game 2 5 sideways", "no split rule"),
    ] {
        let text = format!("# Source: none\n{playthrough}\n");
        let error = check_playthroughs(entry, &text).unwrap_err();
        assert!(error.contains(complaint), "{playthrough:?}: {error}");
    }
}
