//! `elo power`: how many games a question needs.

use anyhow::Result;
use clap::Args;
use ludometer_report::document::{Block, Table, terminal};
use ludometer_stats::{
    Level,
    ladder::{power::Setting, simultaneous},
};
use serde_json::json;

use super::{Format, number::line, settings};
use crate::show::{print, width};

/// How many games a wanted width or a difference takes, in large-sample theory.
#[derive(Debug, Args)]
pub struct Power {
    /// Differences to tell, in Elo.
    #[arg(long, value_delimiter = ',', default_value = "50,100,150,200,300", value_parser = settings::positive)]
    difference: Vec<f64>,
    /// Widths of an interval to reach, in Elo.
    #[arg(long, value_delimiter = ',', default_value = "100,150,200,250,300", value_parser = settings::positive)]
    width: Vec<f64>,
    /// Games a player, to say what they would tell.
    #[arg(long, value_parser = settings::positive)]
    games: Option<f64>,
    /// The draw parameter: 0 without draws, 0.5 for a fifth of draws between equals.
    #[arg(long, default_value = "0", value_parser = settings::not_negative)]
    draw_parameter: f64,
    /// How far opponents stand from the player, in Elo.
    #[arg(long, default_value = "0", value_parser = settings::not_negative)]
    gap: f64,
    /// Level of the interval, and 1 - alpha of the test.
    #[arg(long, default_value = "0.95", value_parser = settings::level)]
    level: Level,
    /// Chance to tell a difference.
    #[arg(long = "power", value_name = "POWER", default_value = "0.8", value_parser = settings::level)]
    chance: Level,
    /// Tests made at once, for which alpha is divided (Bonferroni).
    #[arg(long, default_value_t = 1)]
    tests: usize,
    /// How to write the answer.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Power {
    pub fn run(self) -> Result<()> {
        let setting = Setting {
            draw_parameter: self.draw_parameter,
            gap: self.gap,
        };
        let test = simultaneous(self.level, self.tests);
        let for_width = |width: &f64| (*width, setting.games_for_width(*width, self.level));
        let for_difference = |difference: &f64| {
            (
                *difference,
                setting.games_for_difference(*difference, test, self.chance),
            )
        };
        let widths: Vec<(f64, f64)> = self.width.iter().map(for_width).collect();
        let differences: Vec<(f64, f64)> = self.difference.iter().map(for_difference).collect();
        let told = self.games.map(|games| {
            (
                games,
                setting.width(games, self.level),
                setting.detectable(games, test, self.chance),
            )
        });
        if self.format == Format::Json {
            let rows = |name: &str, rows: &[(f64, f64)]| -> Vec<_> {
                rows.iter()
                    .map(|(of, games)| json!({ name: of, "games": games }))
                    .collect()
            };
            let mut value = json!({
                "draw_parameter": self.draw_parameter,
                "gap": self.gap,
                "level": self.level,
                "test_level": test,
                "power": self.chance,
                "se_one_game": setting.one_game(),
                "widths": rows("width", &widths),
                "differences": rows("difference", &differences),
            });
            if let Some((games, width, detectable)) = told {
                value["told"] =
                    json!({ "games": games, "width": width, "detectable_difference": detectable });
            }
            return print(&line(&value));
        }
        let table = |head: [&str; 2], rows: &[(f64, f64)]| {
            let mut table = Table::new(&head);
            for (of, games) in rows {
                table
                    .rows
                    .push(vec![format!("{of}"), format!("{:.0}", games.ceil())]);
            }
            Block::Table(table)
        };
        let mut blocks = vec![
            Block::Text(format!(
                "One game tells a rating to a standard error of {:.1} Elo (nu {}, opponents {} Elo \
                 away). Large-sample theory: approximate, and too hopeful below some 20 games.",
                setting.one_game(),
                self.draw_parameter,
                self.gap
            )),
            table([">width of the profile interval", ">games"], &widths),
            table(
                [">difference of two players", ">games of each"],
                &differences,
            ),
        ];
        if let Some((games, width, detectable)) = told {
            blocks.push(Block::Text(format!(
                "{games} games: a {}% interval about {width:.0} Elo wide; two players {detectable:.0} \
                 Elo apart are told apart with a chance of {}.",
                self.level.get() * 100.0,
                self.chance.get()
            )));
        }
        print(&terminal(&blocks, width()))
    }
}
