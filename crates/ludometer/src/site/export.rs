//! The same pages as files that any web host serves, and that open without one.
//!
//! A page of `file://` may not fetch, but may run scripts that lie beside it: each page's
//! JSON is a script that hands it over as a text.

use std::{
    fs,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, bail};
use ludometer_site::home::RunCard;

use super::{
    Shelf,
    bundle::{ASSETS, Source, html},
    downloads::{self, Contents, File},
    page::Page,
    volume::Volume,
};
use crate::show::chain;

/// Says that a folder is an export, which may be written again.
pub const MARK: &str = ".ludometer-site";

/// Whether `verify` is run for its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// It is.
    Verify,
    /// It is not.
    Skip,
}

/// What happens where a run cannot be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// No site is written.
    Refuse,
    /// The site has the others.
    LeaveOut,
}

/// How much was written.
#[derive(Debug, Default)]
pub struct Written {
    pub runs: usize,
    pub games: usize,
    pub files: usize,
    pub bytes: u64,
    /// What was left out, a line each.
    pub left_out: Vec<String>,
}

/// Writes a shelf's pages into a folder. The first page comes last: a site that was not
/// finished does not open.
pub fn export(shelf: &Shelf, out: &Path, check: Check, unreadable: Unreadable) -> Result<Written> {
    let mut home = shelf.home();
    let mut problems = std::mem::take(&mut home.problems);
    if unreadable == Unreadable::Refuse && !problems.is_empty() {
        return Err(refused(&problems));
    }
    let mut folder = Folder::prepare(out)?;
    home.runs
        .retain(|card| match folder.run(shelf, card, check) {
            Ok(()) => true,
            Err(problem) => {
                problems.push(format!("{}: {}", card.key, chain(&problem)));
                false
            }
        });
    if unreadable == Unreadable::Refuse && !problems.is_empty() {
        return Err(refused(&problems));
    }
    folder.json(&Page::Home, &serde_json::to_string(&home)?)?;
    for asset in &ASSETS {
        folder.write(&format!("assets/{}", asset.name), asset.bytes)?;
    }
    folder.write("index.html", html(Source::Files).as_bytes())?;
    folder.written.left_out = problems;
    Ok(folder.written)
}

/// Everything that stands in the way at once, a line each.
fn refused(problems: &[String]) -> anyhow::Error {
    let without = match problems.len() {
        1 => "--skip-unreadable writes the site without it",
        _ => "--skip-unreadable writes the site without these",
    };
    anyhow!("{}; {without}", problems.join("\n"))
}

/// The folder that is written.
struct Folder {
    out: PathBuf,
    written: Written,
}

impl Folder {
    /// Takes a folder that is new, empty, or an earlier export.
    fn prepare(out: &Path) -> Result<Self> {
        let place = || out.display().to_string();
        let empty = fs::read_dir(out).map_or(true, |mut inside| inside.next().is_none());
        if !empty && !out.join(MARK).is_file() {
            bail!(
                "{}: the folder is not empty and is no site of this program; name another one",
                place()
            );
        }
        match fs::remove_file(out.join("index.html")) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(place);
            }
            _ => {}
        }
        for old in ["data", "files", "assets"] {
            let old = out.join(old);
            if old.exists() {
                fs::remove_dir_all(&old).with_context(|| old.display().to_string())?;
            }
        }
        fs::create_dir_all(out).with_context(place)?;
        fs::write(out.join(MARK), "").with_context(place)?;
        Ok(Self {
            out: out.to_owned(),
            written: Written::default(),
        })
    }

    /// All of a run, or nothing of it.
    fn run(&mut self, shelf: &Shelf, card: &RunCard, check: Check) -> Result<()> {
        let before = (self.written.games, self.written.files, self.written.bytes);
        let written = self.pages(shelf, card, check);
        if written.is_ok() {
            self.written.runs += 1;
        } else {
            for part in ["data/runs", "files"] {
                let _ = fs::remove_dir_all(self.out.join(part).join(&card.key));
            }
            (self.written.games, self.written.files, self.written.bytes) = before;
        }
        written
    }

    fn pages(&mut self, shelf: &Shelf, card: &RunCard, check: Check) -> Result<()> {
        let key = || card.key.clone();
        self.page(shelf, &Page::Run(key()))?;
        self.page(shelf, &Page::Board(key()))?;
        self.page(shelf, &Page::Games(key()))?;
        self.page(shelf, &Page::Marks(key()))?;
        self.page(shelf, &Page::Exam(key()))?;
        match check {
            Check::Verify => self.page(shelf, &Page::Verify(key()))?,
            // The page is there and says so: a browser would tell of a file that is not.
            Check::Skip => self.json(&Page::Verify(key()), "null")?,
        }
        for place in 0..card.progress.planned {
            self.page(shelf, &Page::Game(key(), place))?;
            self.written.games += 1;
        }
        let book = shelf.book(&card.key).context("it was listed")?;
        for download in downloads::of(&card.instrument) {
            let file = File::named(&download.file).context("it is offered by its name")?;
            if let Some(contents) = file.contents(book.as_ref())? {
                let name = format!("files/{}/{}", card.key, download.file);
                self.file(book.as_ref(), &name, contents)?;
            }
        }
        Ok(())
    }

    fn page(&mut self, shelf: &Shelf, page: &Page) -> Result<()> {
        match page.json(shelf)? {
            Some(json) => self.json(page, &json),
            None => Ok(()),
        }
    }

    fn json(&mut self, page: &Page, json: &str) -> Result<()> {
        let name = page.name();
        // As a text, not as an object: `__proto__` is a name like any other.
        let script = format!(
            "ludometer({},{});\n",
            serde_json::to_string(&name)?,
            serde_json::to_string(json)?
        );
        self.write(&format!("data/{name}.js"), script.as_bytes())
    }

    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        self.with(name, |file| Ok(file.write_all(bytes)?))
    }

    /// Something to be taken home.
    fn file(&mut self, volume: &dyn Volume, name: &str, contents: Contents) -> Result<()> {
        self.with(name, |file| contents.write(volume, file))
    }

    fn with(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut BufWriter<fs::File>) -> Result<()>,
    ) -> Result<()> {
        let path = self.out.join(name);
        let place = || path.display().to_string();
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(place)?;
        }
        let mut file = BufWriter::new(fs::File::create(&path).with_context(place)?);
        write(&mut file).with_context(place)?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error);
        self.written.files += 1;
        self.written.bytes += file
            .and_then(|file| file.metadata())
            .with_context(place)?
            .len();
        Ok(())
    }
}
