//! `report`: what a run says.

use std::{
    io::{BufWriter, ErrorKind, IsTerminal, Write},
    path::PathBuf,
};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use ludometer_instruments::ReadBack;
use ludometer_record::{GameLog, PlayerName};
use ludometer_report::{
    document::{Detail, markdown, terminal},
    json,
};
use ludometer_site::tables::{
    TableName,
    write::{FileKind, TableError, TableWriter},
};

use crate::{
    archive,
    bench::{Bench, ForInstrument, for_instrument},
    exit::Exit,
    opened::{OpenedRun, instrument_of, table_source},
    show::{print, width},
};

/// Print what a run says, from its journal alone.
#[derive(Debug, Args)]
pub struct Report {
    /// The run's folder.
    run: PathBuf,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Terminal)]
    format: Format,
    /// Which table, with `--format csv` and `--format parquet`.
    #[arg(long, value_enum)]
    table: Option<TableArg>,
}

/// A table of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TableArg {
    /// One row a game; what is taken where nothing is said.
    Games,
    /// One row a move, or a reply.
    Moves,
    /// One row a sample of the tool, in Token Chess and probes.
    Samples,
}

impl TableArg {
    fn name(self) -> TableName {
        match self {
            Self::Games => TableName::Games,
            Self::Moves => TableName::Moves,
            Self::Samples => TableName::Samples,
        }
    }
}

/// How a report is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables for the terminal.
    Terminal,
    /// Markdown, as in report.md.
    Markdown,
    /// JSON, as in findings.json.
    Json,
    /// The leaderboard as SVG.
    Svg,
    /// The games as PGN, where they are games of chess.
    Pgn,
    /// Games, moves or samples as a table; see docs/tables.md.
    Csv,
    /// The same as Apache Parquet.
    Parquet,
}

impl Format {
    /// The kind of file, of a table.
    fn table(self) -> Option<FileKind> {
        match self {
            Self::Csv => Some(FileKind::Csv),
            Self::Parquet => Some(FileKind::Parquet),
            Self::Terminal | Self::Markdown | Self::Json | Self::Svg | Self::Pgn => None,
        }
    }

    /// The same for an imported archive.
    fn of_archive(self) -> Option<archive::Shape> {
        match self {
            Self::Terminal => Some(archive::Shape::Terminal),
            Self::Markdown => Some(archive::Shape::Markdown),
            Self::Json => Some(archive::Shape::Json),
            Self::Pgn => Some(archive::Shape::Pgn),
            Self::Svg | Self::Csv | Self::Parquet => None,
        }
    }
}

impl Report {
    pub fn run(self) -> Result<Exit> {
        if self.table.is_some() && self.format.table().is_none() {
            bail!("--table: tables are written with --format csv or --format parquet");
        }
        if archive::holds(&self.run) {
            return archive::report(&self.run, self.format.of_archive());
        }
        for_instrument(instrument_of(&self.run)?, self)
    }
}

impl ForInstrument for Report {
    type Output = Result<Exit>;

    fn with<B: Bench>(self) -> Result<Exit> {
        let run = OpenedRun::<B>::read(&self.run)?;
        if let Some(note) = run.torn() {
            note!("note: {note}");
        }
        let games = run.games()?;
        if self.format == Format::Pgn {
            let Some(games) = run.bench.pgn(&run.manifest, &run.contents.games, &games) else {
                bail!(
                    "{}: these are no games of chess; expected another --format",
                    self.run.display()
                );
            };
            print(&games)?;
            return Ok(Exit::Done);
        }
        if let Some(kind) = self.format.table() {
            let name = self.table.unwrap_or(TableArg::Games).name();
            write_table(&run, &games, name, kind)?;
            return Ok(Exit::Done);
        }
        let findings = run.measure(games)?;
        print(&match self.format {
            Format::Terminal => terminal(&B::document(&findings, Detail::Full), width()),
            Format::Markdown => markdown(&B::document(&findings, Detail::Full)),
            Format::Json => json::findings(&findings),
            Format::Svg | Format::Pgn | Format::Csv | Format::Parquet => B::svg(&findings),
        })?;
        Ok(Exit::Done)
    }
}

/// Writes a table to where the command writes to.
fn write_table<B: Bench>(
    run: &OpenedRun<B>,
    games: &[ReadBack<B::Record>],
    name: TableName,
    kind: FileKind,
) -> Result<()> {
    let stdout = std::io::stdout();
    if kind == FileKind::Parquet && stdout.is_terminal() {
        bail!(
            "--format parquet is not for reading: redirect it, as with > {}.parquet",
            name.word()
        );
    }
    let mut out = BufWriter::new(stdout);
    let price = |player: &PlayerName| run.study.player(player)?.price;
    let source = table_source(&run.study, &run.manifest);
    let written = (|| {
        let mut table = TableWriter::begin(&run.bench, name, kind, &source, &price, &mut out)?;
        let nothing = GameLog::default();
        for (place, (game, back)) in run.bench.plan().iter().zip(games).enumerate() {
            let log = run.contents.games.get(run.bench.id(game));
            table.game(place, game, log.unwrap_or(&nothing), back)?;
        }
        table.finish()
    })();
    match written.and_then(|()| Ok(out.flush()?)) {
        // A reader that has gone (`| head`) is no error.
        Err(TableError::Io(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.with_context(|| run.folder.path().display().to_string()),
    }
}
