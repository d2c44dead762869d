//! Looks through folders for what can be shelved.

use std::{
    collections::{BTreeMap, VecDeque},
    fs, io,
    path::{Path, PathBuf},
};

use ludometer_record::{folder::RunFolder, kept::journal_length};

use super::export::MARK as EXPORTED;
use crate::archive;

/// Levels below a folder that was named.
const DEPTH: usize = 3;

/// Folders that are looked into below one that was named.
const FOLDERS: usize = 4096;

/// Says that a folder holds people's games.
pub const PEOPLE: &str = ".ludometer-people";

/// What a folder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Run,
    Archive,
}

/// What was found, and what is wrong with what was not.
#[derive(Debug, Default)]
pub struct Looked {
    /// Folders by what the system calls them, each with its kind and the name by which it
    /// was found. One that is reached in two ways is found once.
    pub found: BTreeMap<PathBuf, (PathBuf, Kind)>,
    pub problems: Vec<String>,
}

/// Looks at folders: each is a run, an archive, or holds such, up to three levels deep.
/// Links below a folder that was named are not followed.
///
/// `people` is a folder of people's games, which may be empty or not there yet. Such a folder
/// is looked into only where it is named: a person's games are not handed on unasked.
pub fn look(roots: &[PathBuf], people: Option<&Path>) -> Looked {
    let mut looked = Looked::default();
    for root in roots {
        if !looked.root(root) {
            looked
                .problems
                .push(format!("{}: no run there", root.display()));
        }
    }
    if let Some(people) = people {
        looked.root(people);
    }
    looked
}

impl Looked {
    /// Whether there was something to show or to tell.
    fn root(&mut self, root: &Path) -> bool {
        let told = self.problems.len();
        let mut some = false;
        let mut waiting = VecDeque::from([(root.to_owned(), 0)]);
        let mut looked = 0;
        while let Some((path, depth)) = waiting.pop_front() {
            if looked == FOLDERS {
                self.problems.push(format!(
                    "{}: more than {FOLDERS} folders in it; the rest is not looked at: name the runs",
                    root.display()
                ));
                break;
            }
            looked += 1;
            if let Some(kind) = self.kind(&path) {
                some = true;
                // What cannot be resolved is what it is called.
                let own = path.canonicalize().unwrap_or_else(|_| path.clone());
                self.found.entry(own).or_insert((path, kind));
            } else if depth < DEPTH {
                match folders(&path) {
                    // What is written there are copies of runs that are elsewhere.
                    Ok(_) if path.join(EXPORTED).exists() => {}
                    Ok(_) if depth > 0 && path.join(PEOPLE).exists() => {}
                    Ok(inside) => waiting.extend(inside.into_iter().map(|path| (path, depth + 1))),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(error) => self.problems.push(format!(
                        "{}: cannot be looked into: {error}",
                        path.display()
                    )),
                }
            }
        }
        some || self.problems.len() > told
    }

    /// What a folder is, if it can be shelved.
    fn kind(&mut self, path: &Path) -> Option<Kind> {
        if archive::holds(path) {
            return Some(Kind::Archive);
        }
        let run = RunFolder::at(path);
        let has_report = run.findings().exists();
        // A run that has just begun has neither; one with findings once had a journal.
        if has_report && !(run.holds_run() && journal_length(&run) > 0) {
            let missing = if run.holds_run() {
                "its journal is"
            } else {
                "its manifest and its journal are"
            };
            self.problems.push(format!(
                "{}: a report without its run: {missing} not there, so that no game can be shown; see its report.md",
                path.display()
            ));
            return None;
        }
        run.holds_run().then_some(Kind::Run)
    }
}

/// Folders in a folder, by name; neither links nor what is hidden.
fn folders(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut inside = Vec::new();
    for entry in fs::read_dir(path)?.flatten() {
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if !hidden && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            inside.push(entry.path());
        }
    }
    inside.sort();
    Ok(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home(files: &[&str]) -> tempfile::TempDir {
        let home = tempfile::tempdir().unwrap();
        for file in files {
            let path = home.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "{}").unwrap();
        }
        home
    }

    fn names(home: &tempfile::TempDir, looked: &Looked) -> Vec<String> {
        let own = home.path().canonicalize().unwrap();
        let below = |path: &PathBuf| path.strip_prefix(&own).unwrap().display().to_string();
        looked.found.keys().map(below).collect()
    }

    #[test]
    fn runs_are_found_three_levels_deep_and_no_deeper() {
        let home = home(&[
            "a/manifest.json",
            "b/c/import.json",
            "b/d/e/manifest.json",
            "b/d/f/g/manifest.json",
            ".hidden/manifest.json",
            // What a run holds is its own.
            "a/agents/manifest.json",
            // A site of files has copies of what it shows.
            "site/.ludometer-site",
            "site/files/manifest.json",
        ]);
        let looked = look(&[home.path().to_owned()], None);
        assert_eq!(names(&home, &looked), ["a", "b/c", "b/d/e"]);
        assert!(looked.problems.is_empty(), "{:?}", looked.problems);
    }

    #[test]
    fn a_folder_that_is_named_twice_is_found_once() {
        let home = home(&["runs/a/manifest.json"]);
        let run = home.path().join("runs/a");
        let other = home.path().join("runs/../runs/./a");
        let looked = look(&[run, other, home.path().to_owned()], None);
        assert_eq!(names(&home, &looked), ["runs/a"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_nowhere_unless_they_are_named() {
        let elsewhere = home(&["manifest.json"]);
        let home = home(&["a/manifest.json"]);
        let link = home.path().join("link");
        std::os::unix::fs::symlink(elsewhere.path(), &link).unwrap();
        // A loop.
        std::os::unix::fs::symlink(home.path(), home.path().join("loop")).unwrap();
        let looked = look(&[home.path().to_owned()], None);
        assert_eq!(names(&home, &looked), ["a"]);
        assert_eq!(look(&[link], None).found.len(), 1);
    }

    #[test]
    fn what_is_no_run_is_told_in_a_line() {
        let home = home(&[
            "report/findings.json",
            "gone/findings.json",
            "gone/manifest.json",
            "empty/x",
        ]);
        let told = |name: &str| look(&[home.path().join(name)], None).problems;
        assert_eq!(told("empty").len(), 1);
        assert!(told("empty")[0].ends_with("empty: no run there"));
        assert!(told("nothing")[0].ends_with("nothing: no run there"));
        for (name, missing) in [
            ("report", "its journal are not"),
            ("gone", "its journal is not"),
        ] {
            let told = told(name);
            assert_eq!(told.len(), 1, "{told:?}");
            assert!(told[0].contains("a report without its run"), "{told:?}");
            assert!(told[0].contains(missing), "{told:?}");
        }
    }

    #[test]
    fn peoples_games_are_looked_at_where_their_folder_is_named() {
        let home = home(&[
            "one/manifest.json",
            "people/two/manifest.json",
            "people/.ludometer-people",
        ]);
        let people = home.path().join("people");
        let above = [home.path().to_owned()];
        assert_eq!(names(&home, &look(&above, None)), ["one"]);
        let both = look(&above, Some(&people));
        assert_eq!(names(&home, &both), ["one", "people/two"]);
        assert_eq!(names(&home, &look(&[people], None)), ["people/two"]);
        // It may come later.
        let none = home.path().join("none");
        assert!(look(&above, Some(&none)).problems.is_empty());
    }
}
