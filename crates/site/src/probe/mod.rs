//! Probes of Daydream: what the tool dreams by itself, on a board.

pub mod replay;

use ludometer_daydream::SoftCap;
use ludometer_instruments::{
    probe::{DaydreamProbe, Findings, Kind, PlannedGame},
    tool::board_of,
};
use ludometer_record::GameLog;
use ludometer_stats::ladder::Elo;

use crate::{
    Pages, Sitters,
    pages::{Sitter, Tied},
    replay::Replay,
};

impl Pages for DaydreamProbe {
    fn facet_names(&self) -> Vec<&'static str> {
        let setting = ["tier", "temperature", "soft cap"];
        match self.table().kind {
            Kind::Choice => [&setting[..], &["white", "black"]].concat(),
            Kind::Legality | Kind::Grid | Kind::Prefix => setting.to_vec(),
        }
    }

    fn facets(&self, game: &PlannedGame, _: Option<Elo>) -> Vec<String> {
        let table = self.table();
        let setting = self.rules(game).setting;
        let cap = setting.soft_cap.map(SoftCap::get);
        let mut values = vec![
            format!("{} ({})", table.tier, board_of(table.tier)),
            setting.temperature.get().to_string(),
            cap.map_or_else(|| "none".to_owned(), |cap| cap.to_string()),
        ];
        if table.kind == Kind::Choice {
            values.push(game.pickers.white.word().to_owned());
            values.push(game.pickers.black.word().to_owned());
        }
        values
    }

    /// Nobody sits there but the tool; where it is about choice, who chooses.
    fn sitters(&self, game: &PlannedGame, _: Option<Elo>) -> Sitters {
        let chooses = self.table().kind == Kind::Choice;
        let sitter = |word: &str, name: &str| Sitter {
            word: word.to_owned(),
            name: if chooses { name } else { "" }.to_owned(),
        };
        Sitters {
            first: sitter("White", game.pickers.white.word()),
            second: sitter("Black", game.pickers.black.word()),
        }
    }

    fn tables() -> Vec<crate::tables::Table<Self>> {
        crate::tables::probe::tables()
    }

    fn replay(&self, game: &PlannedGame, log: &GameLog) -> Replay {
        Replay::DaydreamProbe(Box::new(replay::replay(self, game, log)))
    }
}

impl Tied for Findings {}
