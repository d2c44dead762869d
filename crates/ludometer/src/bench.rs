//! What the commands need of an instrument.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use jiff::tz::Offset;
use ludometer_games::{ByColor, Color};
use ludometer_instruments::{
    Instrument, InstrumentName, ReadBack, Standing, Study,
    chop_bench::{self, ChopBench},
    ladder::{
        self, EloLadder,
        rung::RungTable,
        verification::{self, Verification},
    },
    probe::{self, DaydreamProbe},
    token_chess::{self, TokenChess},
};
use ludometer_record::{
    Contents, GameId, GameLog, PlayerName,
    desk::{Judge, Verdict},
    manifest::{Manifest, OpponentRecord, PromptRecord},
};
use ludometer_report::{
    document::{Block, Detail},
    leaderboard,
    pgn::{self, PgnDate, PgnHead},
};
use ludometer_site::{Pages, pages::Tied};
use serde::Serialize;

/// What a run keeps beside its study, and a new one brings along.
#[derive(Debug, Clone, Copy)]
pub struct Papers<'a> {
    /// Prompt templates of the study's own, or those that a run was recorded with.
    pub prompts: &'a [PromptRecord],
    /// Who may sit across in a ladder's games.
    pub opponents: &'a [OpponentRecord],
    /// The table that rates them, as its file.
    pub rungs: Option<&'a str>,
}

/// An instrument as the commands use it.
pub trait Bench: Pages {
    /// What its games say.
    type Findings: Serialize + Tied;

    /// Sets a study up.
    fn set_up(study: &Study, papers: Papers<'_>) -> Result<Self>;

    /// Templates that come with the program, by family.
    fn built_in_templates() -> &'static [(&'static str, &'static str)];

    /// Measures games that were played again, in the order of the plan.
    fn measure(
        &self,
        games: Vec<ReadBack<Self::Record>>,
        standing: &Standing,
    ) -> Result<Self::Findings>;

    /// Who wins a game by a verdict, where the instrument has such a thing.
    fn winner(&self, game: &GameId, judge: &Judge, verdict: &Verdict) -> Option<Color>;

    /// The findings for people.
    fn document(findings: &Self::Findings, detail: Detail) -> Vec<Block>;

    /// The findings in one picture.
    fn svg(findings: &Self::Findings) -> String;

    /// The games as PGN, where they are games of chess. `logs` is what the journal has of them,
    /// of void ones at least.
    fn pgn(
        &self,
        _: &Manifest,
        _: &BTreeMap<GameId, GameLog>,
        _: &[ReadBack<Self::Record>],
    ) -> Option<String> {
        None
    }

    /// Games checked one by one by other code than that which played them, where the
    /// instrument has such a thing.
    fn verifications(
        &self,
        _: &Contents,
        _: &[ReadBack<Self::Record>],
    ) -> Vec<(GameId, Verification)> {
        Vec::new()
    }
}

impl Bench for ChopBench {
    type Findings = chop_bench::findings::Findings;

    fn set_up(study: &Study, papers: Papers<'_>) -> Result<Self> {
        Ok(Self::new(study, papers.prompts)?)
    }

    fn built_in_templates() -> &'static [(&'static str, &'static str)] {
        &chop_bench::BUILT_IN_FAMILIES
    }

    fn measure(&self, games: Vec<ReadBack<Self::Record>>, _: &Standing) -> Result<Self::Findings> {
        Ok(Self::Findings::of(self, games)?)
    }

    fn winner(&self, _: &GameId, _: &Judge, _: &Verdict) -> Option<Color> {
        None
    }

    fn document(findings: &Self::Findings, detail: Detail) -> Vec<Block> {
        ludometer_report::chop_bench::document(findings, detail)
    }

    fn svg(findings: &Self::Findings) -> String {
        leaderboard::svg(findings)
    }
}

impl Bench for TokenChess {
    type Findings = token_chess::findings::Findings;

    fn set_up(study: &Study, papers: Papers<'_>) -> Result<Self> {
        Ok(Self::new(study, papers.prompts)?)
    }

    fn built_in_templates() -> &'static [(&'static str, &'static str)] {
        &token_chess::prompt::TEMPLATES
    }

    fn measure(&self, games: Vec<ReadBack<Self::Record>>, _: &Standing) -> Result<Self::Findings> {
        Ok(Self::Findings::of(self, &games)?)
    }

    fn winner(&self, game: &GameId, judge: &Judge, verdict: &Verdict) -> Option<Color> {
        let planned = self.plan().iter().find(|planned| planned.id == *game)?;
        let to_move = match judge.moves.len() % 2 {
            0 => Color::White,
            _ => Color::Black,
        };
        let threshold = self.condition(planned).rules.threshold;
        token_chess::winner(verdict, to_move, threshold)
    }

    fn document(findings: &Self::Findings, detail: Detail) -> Vec<Block> {
        ludometer_report::token_chess::document(findings, detail)
    }

    fn svg(findings: &Self::Findings) -> String {
        ludometer_report::token_chess::svg(findings)
    }

    fn pgn(
        &self,
        manifest: &Manifest,
        _: &BTreeMap<GameId, GameLog>,
        games: &[ReadBack<Self::Record>],
    ) -> Option<String> {
        let date = date(manifest);
        let model = |name: &PlayerName| {
            let player = manifest
                .players
                .iter()
                .find(|player| player.name == *name)?;
            Some(player.model.clone())
        };
        let played = self.plan().iter().zip(games).zip(1..);
        let scored = played.filter_map(|((planned, game), round)| match game {
            ReadBack::Scored(record) => Some((
                record,
                PgnHead {
                    event: self.study().name.to_string(),
                    site: String::new(),
                    date: Some(date),
                    round: Some(round),
                    models: ByColor {
                        white: model(&planned.players.white),
                        black: model(&planned.players.black),
                    },
                },
            )),
            ReadBack::Void { .. } | ReadBack::Unfinished { .. } => None,
        });
        Some(pgn::games(scored))
    }
}

impl Bench for DaydreamProbe {
    type Findings = probe::Findings;

    fn set_up(study: &Study, papers: Papers<'_>) -> Result<Self> {
        Ok(Self::new(study, papers.prompts)?)
    }

    fn built_in_templates() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    fn measure(&self, games: Vec<ReadBack<Self::Record>>, _: &Standing) -> Result<Self::Findings> {
        Ok(Self::Findings::of(self, games)?)
    }

    fn winner(&self, _: &GameId, _: &Judge, _: &Verdict) -> Option<Color> {
        None
    }

    fn document(findings: &Self::Findings, detail: Detail) -> Vec<Block> {
        ludometer_report::daydream::probe::document(findings, detail == Detail::Full)
    }

    fn svg(findings: &Self::Findings) -> String {
        ludometer_report::daydream::probe::svg(findings)
    }
}

impl Bench for EloLadder {
    type Findings = ladder::findings::Findings;

    fn set_up(study: &Study, papers: Papers<'_>) -> Result<Self> {
        let ladder = Self::new(study, papers.prompts, papers.opponents)?;
        Ok(match papers.rungs {
            Some(text) => ladder.with_rungs(RungTable::parse(text).context("the table of rungs")?),
            None => ladder,
        })
    }

    fn built_in_templates() -> &'static [(&'static str, &'static str)] {
        &ladder::prompt::TEMPLATES
    }

    fn measure(
        &self,
        games: Vec<ReadBack<Self::Record>>,
        standing: &Standing,
    ) -> Result<Self::Findings> {
        Ok(Self::Findings::of(self, standing, &games)?)
    }

    fn winner(&self, _: &GameId, _: &Judge, _: &Verdict) -> Option<Color> {
        None
    }

    fn document(findings: &Self::Findings, detail: Detail) -> Vec<Block> {
        ludometer_report::ladder::document(findings, detail)
    }

    fn svg(findings: &Self::Findings) -> String {
        ludometer_report::ladder::svg(findings)
    }

    fn pgn(
        &self,
        manifest: &Manifest,
        logs: &BTreeMap<GameId, GameLog>,
        games: &[ReadBack<Self::Record>],
    ) -> Option<String> {
        let head = PgnHead {
            event: self.study().name.to_string(),
            site: String::new(),
            date: Some(date(manifest)),
            round: None,
            models: ByColor::new_with(|_| None),
        };
        Some(pgn::ladder_games(self, games, logs, &head))
    }

    fn verifications(
        &self,
        contents: &Contents,
        games: &[ReadBack<Self::Record>],
    ) -> Vec<(GameId, Verification)> {
        let nothing = GameLog::default();
        let each = self.plan().iter().zip(games).map(|(planned, game)| {
            let log = contents.games.get(&planned.id).unwrap_or(&nothing);
            let checked = verification::verify(self, planned, game, log);
            (planned.id.clone(), checked)
        });
        each.collect()
    }
}

/// The day on which a run was started.
fn date(manifest: &Manifest) -> PgnDate {
    let started = Offset::UTC.to_datetime(manifest.started).date();
    PgnDate {
        year: started.year().unsigned_abs(),
        month: started.month().unsigned_abs(),
        day: started.day().unsigned_abs(),
    }
}

/// Something that is done for whichever instrument it is.
pub trait ForInstrument {
    /// What comes of it.
    type Output;

    /// Does it.
    fn with<B: Bench>(self) -> Self::Output;
}

/// Does something for the instrument of this name.
pub fn for_instrument<F: ForInstrument>(name: InstrumentName, what: F) -> F::Output {
    match name {
        InstrumentName::ChopBench => what.with::<ChopBench>(),
        InstrumentName::TokenChess => what.with::<TokenChess>(),
        InstrumentName::DaydreamProbe => what.with::<DaydreamProbe>(),
        InstrumentName::EloLadder => what.with::<EloLadder>(),
    }
}
