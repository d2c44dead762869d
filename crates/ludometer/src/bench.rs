//! What the commands need of an instrument.

use anyhow::Result;
use jiff::tz::Offset;
use ludometer_games::{ByColor, Color};
use ludometer_instruments::{
    Instrument, InstrumentName, ReadBack, Study,
    chop_bench::{self, ChopBench},
    probe::{self, DaydreamProbe},
    token_chess::{self, TokenChess},
};
use ludometer_record::{
    GameId, PlayerName,
    desk::{Judge, Verdict},
    manifest::{Manifest, PromptRecord},
};
use ludometer_report::{
    document::{Block, Detail},
    leaderboard,
    pgn::{self, PgnDate, PgnHead},
};
use ludometer_site::{Pages, pages::Tied};
use serde::Serialize;

/// An instrument as the commands use it.
pub trait Bench: Pages {
    /// What its games say.
    type Findings: Serialize + Tied;

    /// Sets a study up. `templates` are its own, or those that a run was recorded with.
    fn set_up(study: &Study, templates: &[PromptRecord]) -> Result<Self>;

    /// Templates that come with the program, by family.
    fn built_in_templates() -> &'static [(&'static str, &'static str)];

    /// Measures games that were played again, in the order of the plan.
    fn measure(&self, games: Vec<ReadBack<Self::Record>>) -> Result<Self::Findings>;

    /// Who wins a game by a verdict, where the instrument has such a thing.
    fn winner(&self, game: &GameId, judge: &Judge, verdict: &Verdict) -> Option<Color>;

    /// The findings for people.
    fn document(findings: &Self::Findings, detail: Detail) -> Vec<Block>;

    /// The findings in one picture.
    fn svg(findings: &Self::Findings) -> String;

    /// The games as PGN, where they are games of chess.
    fn pgn(&self, _: &Manifest, _: &[ReadBack<Self::Record>]) -> Option<String> {
        None
    }
}

impl Bench for ChopBench {
    type Findings = chop_bench::findings::Findings;

    fn set_up(study: &Study, templates: &[PromptRecord]) -> Result<Self> {
        Ok(Self::new(study, templates)?)
    }

    fn built_in_templates() -> &'static [(&'static str, &'static str)] {
        &chop_bench::BUILT_IN_FAMILIES
    }

    fn measure(&self, games: Vec<ReadBack<Self::Record>>) -> Result<Self::Findings> {
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

    fn set_up(study: &Study, templates: &[PromptRecord]) -> Result<Self> {
        Ok(Self::new(study, templates)?)
    }

    fn built_in_templates() -> &'static [(&'static str, &'static str)] {
        &token_chess::prompt::TEMPLATES
    }

    fn measure(&self, games: Vec<ReadBack<Self::Record>>) -> Result<Self::Findings> {
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

    fn pgn(&self, manifest: &Manifest, games: &[ReadBack<Self::Record>]) -> Option<String> {
        let started = Offset::UTC.to_datetime(manifest.started).date();
        let date = PgnDate {
            year: started.year().unsigned_abs(),
            month: started.month().unsigned_abs(),
            day: started.day().unsigned_abs(),
        };
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

    fn set_up(study: &Study, templates: &[PromptRecord]) -> Result<Self> {
        Ok(Self::new(study, templates)?)
    }

    fn built_in_templates() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    fn measure(&self, games: Vec<ReadBack<Self::Record>>) -> Result<Self::Findings> {
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
    }
}
