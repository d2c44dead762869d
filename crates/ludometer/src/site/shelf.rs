//! All runs and archives, by their keys.

use std::{
    collections::{BTreeMap, VecDeque},
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use anyhow::Result;
use ludometer_record::{Digest, folder::RunFolder};
use ludometer_site::home::{Home, RunCard};

use super::{
    archive::{Archive, import_of},
    book::Book,
    search::{self, Kind},
    volume::{Volume, lock},
};
use crate::show::chain;

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
    /// Every folder with a run or an archive, copies among them.
    volumes: BTreeMap<PathBuf, Arc<dyn Volume>>,
    /// The folder that is shown for each key.
    shown: BTreeMap<String, PathBuf>,
    problems: Vec<String>,
    copies: Vec<String>,
    recent: VecDeque<PathBuf>,
    /// When what is open was last asked for.
    asked: BTreeMap<PathBuf, Instant>,
}

impl Shelf {
    /// A shelf over folders: each is a run or an archive, or holds such. `served` says whether
    /// a program stands behind the pages.
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

    /// Looks for runs that are new, gone or replaced.
    pub fn look(&self) {
        let looked = search::look(&self.roots, self.people.as_deref());
        let mut problems = looked.problems;
        let mut state = lock(&self.state);
        let is_there = |path: &PathBuf, volume: &Arc<dyn Volume>| {
            looked.found.contains_key(path) && volume.is_current()
        };
        state.volumes.retain(|path, volume| is_there(path, volume));
        for (own, (path, kind)) in &looked.found {
            if state.volumes.contains_key(own) {
                continue;
            }
            match state.shelved(path, *kind) {
                Ok(volume) => drop(state.volumes.insert(own.clone(), volume)),
                Err(problem) => problems.push(chain(&problem)),
            }
        }
        state.choose();
        state.problems = problems;
    }

    /// The run in a folder.
    pub fn at(&self, path: &Path) -> Option<Arc<dyn Volume>> {
        let own = path.canonicalize().ok()?;
        lock(&self.state).volumes.get(&own).cloned()
    }

    /// The run with a key.
    pub fn book(&self, key: &str) -> Option<Arc<dyn Volume>> {
        let mut state = lock(&self.state);
        let path = state.shown.get(key)?.clone();
        let book = Arc::clone(state.volumes.get(&path)?);
        state.recent.retain(|other| *other != path);
        state.asked.insert(path.clone(), Instant::now());
        state.recent.push_front(path);
        let kept = KEPT.min(state.recent.len());
        let far = state.recent.split_off(kept);
        let forgotten: Vec<Arc<dyn Volume>> = far
            .iter()
            .filter_map(|path| state.volumes.get(path).cloned())
            .collect();
        drop(state);
        for book in forgotten {
            book.close();
        }
        Some(book)
    }

    /// What is shown, the newest first.
    fn books(&self) -> Vec<(PathBuf, Arc<dyn Volume>)> {
        let state = lock(&self.state);
        let shown = state.shown.values().filter_map(|path| {
            let volume = state.volumes.get(path)?;
            Some((path.clone(), Arc::clone(volume)))
        });
        let mut books: Vec<(PathBuf, Arc<dyn Volume>)> = shown.collect();
        drop(state);
        books.sort_by(|(_, a), (_, b)| {
            let newest = b.started().cmp(&a.started());
            newest.then_with(|| a.key().cmp(b.key()))
        });
        books
    }

    /// The cards of all runs, and what is wrong with those that have none.
    pub fn cards(&self) -> (Vec<RunCard>, Vec<String>) {
        let mut cards = Vec::new();
        let mut problems = lock(&self.state).problems.clone();
        let mut open = 0;
        for (path, book) in self.books() {
            match book.card() {
                Ok(card) => {
                    // The newest ones are the likeliest to be looked at next.
                    let idle = book.is_open() && !card.progress.working;
                    open += usize::from(idle);
                    let mut state = lock(&self.state);
                    if idle && open > KEPT && !state.recent.contains(&path) {
                        book.close();
                    } else if card.progress.working {
                        // Whoever follows it would have it read from its start every time.
                        state.asked.insert(path, Instant::now());
                    } else if idle {
                        state.asked.entry(path).or_insert_with(Instant::now);
                    }
                    drop(state);
                    cards.push(card);
                }
                Err(problem) => {
                    let (path, problem) = (book.path().display().to_string(), chain(&problem));
                    let is_told = problem.starts_with(&path);
                    problems.push(if is_told {
                        problem
                    } else {
                        format!("{path}: {problem}")
                    });
                }
            }
        }
        (cards, problems)
    }

    /// Forgets the indexes that nobody has asked for in so long.
    pub fn rest(&self, idle: Duration) {
        let mut state = lock(&self.state);
        let State { asked, volumes, .. } = &mut *state;
        let now = Instant::now();
        let mut resting = Vec::new();
        asked.retain(|path, at| {
            let stays = now.duration_since(*at) < idle;
            if !stays {
                resting.extend(volumes.get(path).cloned());
            }
            stays
        });
        drop(state);
        for volume in resting {
            volume.close();
        }
    }

    /// Which folders hold the same run, a line each.
    pub fn copies(&self) -> Vec<String> {
        lock(&self.state).copies.clone()
    }

    /// The first page. Which folders hold copies concerns who has the folders, and nobody who
    /// is sent a site of files.
    pub fn home(&self) -> Home {
        self.look();
        let (runs, problems) = self.cards();
        Home {
            program: concat!("ludometer ", env!("CARGO_PKG_VERSION")).to_owned(),
            served: self.served,
            runs,
            problems,
            notes: if self.served {
                self.copies()
            } else {
                Vec::new()
            },
        }
    }
}

impl State {
    /// Reads what a folder says of itself.
    fn shelved(&self, path: &Path, kind: Kind) -> Result<Arc<dyn Volume>> {
        Ok(match kind {
            Kind::Run => {
                let folder = RunFolder::at(path);
                let manifest = folder.read_manifest()?;
                let name = manifest.resolved["name"].as_str().unwrap_or("run");
                let key = self.key(name, &manifest.run.to_string());
                Arc::new(Book::of(folder, key, manifest))
            }
            Kind::Archive => {
                let import = import_of(path)?;
                let name = format!("{}-archive", import.archive);
                let key = self.key(&name, Archive::identity_of(&import));
                Arc::new(Archive::of(path, key, import))
            }
        })
    }

    /// The key of a run: that of its copy, or one that nobody has.
    fn key(&self, name: &str, identity: &str) -> String {
        let mut volumes = self.volumes.values();
        if let Some(copy) = volumes.find(|volume| volume.identity() == identity) {
            return copy.key().to_owned();
        }
        key(name, identity, |key| {
            self.volumes.values().any(|volume| volume.key() == key)
        })
    }

    /// Of folders that hold the same run, the one with the longest journal is shown; of equal
    /// ones, the first by name.
    fn choose(&mut self) {
        let mut same: BTreeMap<String, Vec<&PathBuf>> = BTreeMap::new();
        for (path, volume) in &self.volumes {
            same.entry(volume.key().to_owned()).or_default().push(path);
        }
        let mut shown = BTreeMap::new();
        let mut copies = Vec::new();
        for (key, mut folders) in same {
            let length = |path: &PathBuf| self.volumes.get(path).map_or(0, |one| one.length());
            folders.sort_by_key(|path| (std::cmp::Reverse(length(path)), *path));
            let named = folders.iter().filter_map(|path| self.volumes.get(*path));
            let names = named.map(|volume| volume.path().display().to_string());
            let names: Vec<String> = names.collect();
            if let [first, others @ ..] = names.as_slice()
                && !others.is_empty()
            {
                copies.push(format!(
                    "{key} is in {} folders, and shown once, from the one with the longest record: {first}. The others: {}.",
                    names.len(),
                    others.join(", ")
                ));
            }
            if let Some(path) = folders.first() {
                shown.insert(key, (*path).clone());
            }
        }
        self.shown = shown;
        self.copies = copies;
    }
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
    // Two runs that a digest's beginning does not tell apart.
    let copies = (2..).map(|copy| format!("{key}-{copy}"));
    let mut names = [key.clone()].into_iter().chain(copies);
    names.find(|name| !taken(name)).unwrap_or(key)
}

#[cfg(test)]
mod tests {
    use std::{path::Path, time::Duration};

    use super::{Shelf, key};

    #[test]
    fn what_nobody_asks_for_is_forgotten_and_read_again() {
        let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results");
        let shelf = Shelf::new(vec![results.join("elo-ladder-gemma-3-270m")], true);
        let run = shelf.home().runs.remove(0).key;
        let is_open = || shelf.books()[0].1.is_open();
        assert!(is_open());
        let page = || shelf.book(&run).unwrap().game(8).unwrap().unwrap();
        let first = page();
        shelf.rest(Duration::from_mins(1));
        assert!(is_open(), "it was asked for just now");
        shelf.rest(Duration::ZERO);
        assert!(!is_open());
        // Its card needs no index.
        assert_eq!(shelf.home().runs[0].progress.scored, 9);
        assert!(!is_open());
        assert_eq!(page(), first);
        assert!(is_open());
    }

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
