//! The same pages as files that any web host serves, and that open without one.
//!
//! A page of `file://` may not fetch, but may run scripts that lie beside it: each page's
//! JSON is a script that hands it over as a text.

use std::{
    fs,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};

use super::{
    Shelf,
    book::Book,
    bundle::{ASSETS, Source, html},
    downloads::{self, Contents, File},
    page::Page,
};

/// Says that a folder is an export, which may be written again.
const MARK: &str = ".ludometer-site";

/// Whether `verify` is run for its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// It is.
    Verify,
    /// It is not.
    Skip,
}

/// How much was written.
#[derive(Debug, Default)]
pub struct Written {
    pub runs: usize,
    pub games: usize,
    pub files: usize,
    pub bytes: u64,
}

/// Writes a shelf's pages into a folder.
pub fn export(shelf: &Shelf, out: &Path, check: Check) -> Result<Written> {
    let home = shelf.home();
    if let Some(problem) = home.problems.first() {
        bail!("{problem}");
    }
    let mut folder = Folder::prepare(out)?;
    folder.write("index.html", html(Source::Files).as_bytes())?;
    for asset in &ASSETS {
        folder.write(&format!("assets/{}", asset.name), asset.bytes)?;
    }
    folder.page(shelf, &Page::Home)?;
    for card in &home.runs {
        let key = || card.key.clone();
        folder.page(shelf, &Page::Run(key()))?;
        folder.page(shelf, &Page::Board(key()))?;
        folder.page(shelf, &Page::Games(key()))?;
        folder.page(shelf, &Page::Exam(key()))?;
        if check == Check::Verify {
            folder.page(shelf, &Page::Verify(key()))?;
        }
        for place in 0..card.progress.planned {
            folder.page(shelf, &Page::Game(key(), place))?;
            folder.written.games += 1;
        }
        let book = shelf.book(&card.key).context("it was listed")?;
        for download in downloads::of(&card.instrument) {
            let file = File::named(&download.file).context("it is offered by its name")?;
            if let Some(contents) = file.contents(&book)? {
                folder.file(
                    &book,
                    &format!("files/{}/{}", card.key, download.file),
                    contents,
                )?;
            }
        }
        folder.written.runs += 1;
    }
    Ok(folder.written)
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

    fn page(&mut self, shelf: &Shelf, page: &Page) -> Result<()> {
        let Some(json) = page.json(shelf)? else {
            return Ok(());
        };
        let name = page.name();
        // As a text, not as an object: `__proto__` is a name like any other.
        let script = format!(
            "ludometer({},{});\n",
            serde_json::to_string(&name)?,
            serde_json::to_string(&json)?
        );
        self.write(&format!("data/{name}.js"), script.as_bytes())
    }

    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        self.with(name, |file| Ok(file.write_all(bytes)?))
    }

    /// Something to be taken home.
    fn file(&mut self, book: &Book, name: &str, contents: Contents) -> Result<()> {
        self.with(name, |file| contents.write(book, file))
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
