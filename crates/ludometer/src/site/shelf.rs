//! All runs, by their keys.

use std::{
    collections::{BTreeMap, VecDeque},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use ludometer_record::{Digest, folder::RunFolder};
use ludometer_site::home::{Home, RunCard};

use super::book::Book;
use crate::archive;

/// Runs whose index is kept; others are looked at again when they are asked for.
const KEPT: usize = 6;

/// Longest part of a key that comes from the study's name, in characters.
const NAME: usize = 40;

/// All runs of the folders that were named.
pub struct Shelf {
    roots: Vec<PathBuf>,
    /// The folder of people's games, which may come later.
    people: Option<PathBuf>,
    served: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    books: BTreeMap<PathBuf, Arc<Book>>,
    problems: Vec<String>,
    recent: VecDeque<PathBuf>,
}

impl Shelf {
    /// A shelf over folders: each is a run, or holds runs. `served` says whether a program
    /// stands behind the pages.
    pub fn new(roots: Vec<PathBuf>, served: bool) -> Self {
        Self {
            roots,
            people: None,
            served,
            state: Mutex::default(),
        }
    }

    /// With a folder of people's games, which may be empty or not there yet.
    #[must_use]
    pub fn with_people(self, folder: PathBuf) -> Self {
        Self {
            people: Some(folder),
            ..self
        }
    }

    /// Looks for runs that are new or gone.
    pub fn look(&self) {
        let mut found = Vec::new();
        let mut problems = Vec::new();
        for root in &self.roots {
            let before = found.len();
            if RunFolder::at(root).holds_run() {
                found.push(root.clone());
            } else if archive::holds(root) {
                problems.push(format!(
                    "{}: an imported archive has no journal to show; see ludometer report",
                    root.display()
                ));
                continue;
            } else {
                found.extend(runs_in(root));
            }
            if found.len() == before {
                problems.push(format!("{}: no run there", root.display()));
            }
        }
        if let Some(people) = &self.people {
            let more = runs_in(people);
            found.extend(more.into_iter().filter(|path| !self.roots.contains(path)));
            found.dedup();
        }
        let mut state = self.state();
        state.books.retain(|path, _| found.contains(path));
        for path in found {
            if state.books.contains_key(&path) {
                continue;
            }
            let folder = RunFolder::at(&path);
            match folder.read_manifest() {
                Ok(manifest) => {
                    let name = manifest.resolved["name"].as_str().unwrap_or("run");
                    let taken = |key: &str| state.books.values().any(|book| book.key == key);
                    let key = key(name, &manifest.run.to_string(), taken);
                    let book = Book::of(folder, key, manifest);
                    state.books.insert(path, Arc::new(book));
                }
                Err(problem) => problems.push(problem.to_string()),
            }
        }
        state.problems = problems;
    }

    /// The run in a folder.
    pub fn at(&self, path: &Path) -> Option<Arc<Book>> {
        self.state().books.get(path).cloned()
    }

    /// The run with a key.
    pub fn book(&self, key: &str) -> Option<Arc<Book>> {
        let mut state = self.state();
        let (path, book) = state.books.iter().find(|(_, book)| book.key == key)?;
        let (path, book) = (path.clone(), Arc::clone(book));
        state.recent.retain(|other| *other != path);
        state.recent.push_front(path);
        let kept = KEPT.min(state.recent.len());
        let far = state.recent.split_off(kept);
        let forgotten: Vec<Arc<Book>> = far
            .iter()
            .filter_map(|path| state.books.get(path).cloned())
            .collect();
        drop(state);
        for book in forgotten {
            book.close();
        }
        Some(book)
    }

    /// All runs, the newest first.
    pub fn books(&self) -> Vec<Arc<Book>> {
        let mut books: Vec<Arc<Book>> = self.state().books.values().cloned().collect();
        books.sort_by(|a, b| {
            let newest = b.manifest.started.cmp(&a.manifest.started);
            newest.then_with(|| a.key.cmp(&b.key))
        });
        books
    }

    /// The cards of all runs, and what is wrong with those that have none.
    pub fn cards(&self) -> (Vec<RunCard>, Vec<String>) {
        let mut cards = Vec::new();
        let mut problems = self.state().problems.clone();
        let mut open = 0;
        for book in self.books() {
            match book.card() {
                Ok(card) => {
                    // The newest ones are the likeliest to be looked at next.
                    let idle = book.is_open() && !card.progress.working;
                    open += usize::from(idle);
                    if idle && open > KEPT && !self.is_recent(&book) {
                        book.close();
                    }
                    cards.push(card);
                }
                Err(problem) => problems.push(format!("{}: {problem:#}", book.path().display())),
            }
        }
        (cards, problems)
    }

    fn is_recent(&self, book: &Book) -> bool {
        let recent = &self.state().recent;
        recent.iter().any(|path| path == book.path())
    }

    /// The first page.
    pub fn home(&self) -> Home {
        self.look();
        let (runs, problems) = self.cards();
        Home {
            program: concat!("ludometer ", env!("CARGO_PKG_VERSION")).to_owned(),
            served: self.served,
            runs,
            problems,
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The runs that a folder holds, by name.
fn runs_in(folder: &Path) -> Vec<PathBuf> {
    let inside = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let runs = inside.map(|entry| entry.path());
    let mut runs: Vec<PathBuf> = runs
        .filter(|path| RunFolder::at(path).holds_run())
        .collect();
    runs.sort();
    runs
}

/// A run's name in links: the study's name as far as an address takes it, and enough of a
/// digest of the run's id that two runs of a study differ. It stays the same wherever the
/// folder is moved.
fn key(name: &str, run: &str, taken: impl Fn(&str) -> bool) -> String {
    let plain: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                '-'
            }
        })
        .take(NAME)
        .collect();
    let digest = Digest::of(run.as_bytes());
    let key = format!("{}-{}", plain.trim_matches('-'), &digest.short()[..8]);
    let key = key.trim_start_matches('-').to_owned();
    // The same run in two folders.
    let copies = (2..).map(|copy| format!("{key}-{copy}"));
    let mut names = [key.clone()].into_iter().chain(copies);
    names.find(|name| !taken(name)).unwrap_or(key)
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn keys_are_plain_and_differ() {
        let first = key("Größe: x/y", "one", |_| false);
        assert!(first.starts_with("gr--e--x-y-"), "{first}");
        assert!(
            first
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-')
        );
        assert_ne!(first, key("Größe: x/y", "two", |_| false));
        let taken = first.clone();
        assert_eq!(
            key("Größe: x/y", "one", |name| name == taken),
            format!("{first}-2")
        );
    }
}
