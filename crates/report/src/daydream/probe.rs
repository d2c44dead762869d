//! What a study of the tool by itself says: tables and one picture.

use ludometer_instruments::{
    Finding,
    probe::{
        Findings, Kind,
        findings::{
            BandFindings, CellFindings, ChoiceFindings, PrefixFindings, Terminations, setting_words,
        },
    },
};
use ludometer_stats::Method;

use super::{
    grid::{Cell, cap_name, grid},
    points::{Point, Series, points_svg},
};
use crate::{
    document::{Block, Table, void_games},
    number::{best, counts, ends, interval, p_value, value},
};

/// The findings for people. `full` has every table.
#[must_use]
pub fn document(findings: &Findings, full: bool) -> Vec<Block> {
    let study = &findings.study;
    let mut blocks = vec![Block::Heading(study.name.clone())];
    if let Some(question) = &study.question {
        blocks.push(Block::Text(question.clone()));
    }
    let kind = study.kind.word();
    blocks.push(Block::Text(format!(
        "The {kind} probe of Daydream {}: {} of {} games; {}. Seed {}.",
        study.tier, findings.games.scored, findings.games.planned, study.rules, study.seed
    )));
    if !findings.notes.is_empty() {
        blocks.push(Block::List(findings.notes.clone()));
    }
    if study.kind == Kind::Grid {
        blocks.extend(whole_grid(&findings.cells));
    }
    for cell in &findings.cells {
        if study.kind == Kind::Legality || full {
            blocks.extend(by_depth(cell));
        }
    }
    if let Some(choice) = &findings.choice {
        blocks.extend(choices(choice));
    }
    if let Some(prefix) = &findings.prefix {
        blocks.extend(prefixes(prefix));
    }
    blocks.push(Block::Text(
        "Intervals are at 95%, take the plies of a game as belonging together and are \
         approximate, except where they are called exact."
            .to_owned(),
    ));
    blocks.extend(void_games(&findings.voids));
    blocks
}

fn whole_grid(cells: &[CellFindings]) -> Vec<Block> {
    let table = |finding: fn(&BandFindings) -> &Finding| {
        let cells = cells.iter().map(|cell| Cell {
            temperature: cell.setting.temperature.get(),
            soft_cap: cell.setting.soft_cap.map(f64::from),
            finding: finding(&cell.all),
        });
        Block::Table(grid(&cells.collect::<Vec<_>>()))
    };
    vec![
        Block::Heading("Legal samples in %".to_owned()),
        table(|all| &all.samples),
        Block::Heading("Moves whose first sample was legal, in %".to_owned()),
        table(|all| &all.first_try),
        Block::Heading("Moves in a position that had occurred before, in %".to_owned()),
        table(|all| &all.positions_before),
    ]
}

fn by_depth(cell: &CellFindings) -> Vec<Block> {
    let mut legality = Table::new(&[
        "plies",
        ">legal samples %",
        ">of",
        ">95%",
        ">first try %",
        ">forced %",
    ]);
    let mut again = Table::new(&[
        "plies",
        ">moves played before %",
        ">positions before %",
        ">shuffling %",
        ">texts played before %",
    ]);
    for band in cell.bands.iter().chain([&cell.all]) {
        legality.rows.push(vec![
            band.plies.clone(),
            value(&band.samples),
            counts(&band.samples),
            ends(&band.samples),
            value(&band.first_try),
            value(&band.forced),
        ]);
        again.rows.push(vec![
            band.plies.clone(),
            value(&band.moves_before),
            value(&band.positions_before),
            value(&band.shuffling),
            value(&band.texts_before),
        ]);
    }
    let setting = setting_words(cell.setting);
    vec![
        Block::Heading(format!("Legality by depth, {setting}")),
        Block::Table(legality),
        Block::Text(ended(cell.games, &cell.terminations)),
        Block::Heading(format!("What comes back, {setting}")),
        Block::Table(again),
        Block::Heading(format!("Legal samples, by what came back, {setting}")),
        Block::Table(split(cell, ["position before", "position new"], |band| {
            [&band.samples_position_before, &band.samples_position_new]
        })),
        Block::Table(split(cell, ["after a shuffle", "otherwise"], |band| {
            [&band.samples_shuffling, &band.samples_fresh]
        })),
        Block::Table(split(cell, ["text played before", "text new"], |band| {
            [&band.samples_text_before, &band.samples_text_new]
        })),
        Block::Text(
            "Position before: for moves in a position that had occurred before in the game. \
             After a shuffle: for moves of a side whose last two moves undid each other. Text \
             played before: samples that the same side had already played in the game."
                .to_owned(),
        ),
    ]
}

/// Legal samples of two kinds beside each other.
fn split(
    cell: &CellFindings,
    names: [&str; 2],
    findings: fn(&BandFindings) -> [&Finding; 2],
) -> Table {
    let mut head = vec!["plies".to_owned()];
    for name in names {
        head.extend([format!(">{name} %"), ">of".to_owned(), ">95%".to_owned()]);
    }
    let row = |band: &BandFindings| {
        let mut row = vec![band.plies.clone()];
        for finding in findings(band) {
            row.extend([value(finding), counts(finding), ends(finding)]);
        }
        row
    };
    let rows = cell.bands.iter().chain([&cell.all]).map(row).collect();
    Table { head, rows }
}

fn choices(choice: &ChoiceFindings) -> Vec<Block> {
    let results = choice.results;
    let games = results.won + results.drawn + results.lost;
    let against = choice.against.word();
    let mut headline = Table::new(&["heuristic", ">%", ">of", ">95%", "method"]);
    for (name, finding) in [
        ("points", &choice.score),
        ("decided games", &choice.decided),
    ] {
        let exact = finding.interval(Method::ClopperPearson);
        let method = match (exact, finding.clustered()) {
            (Some(_), _) => "exact",
            (None, Some(_)) => "by game",
            (None, None) => "",
        };
        headline.rows.push(vec![
            name.to_owned(),
            value(finding),
            counts(finding),
            interval(finding, exact.or(finding.clustered())),
            method.to_owned(),
        ]);
    }
    let mut had = Table::new(&[
        "picker",
        ">legal samples %",
        ">95%",
        ">moves with a choice %",
        ">forced %",
    ]);
    for picker in &choice.pickers {
        had.rows.push(vec![
            picker.picker.word().to_owned(),
            value(&picker.samples),
            ends(&picker.samples),
            value(&picker.had_choice),
            value(&picker.forced),
        ]);
    }
    vec![
        Block::Heading(format!("The heuristic against {against}")),
        Block::Text(format!(
            "Won {}, drawn {}, lost {}. Exact sign test of even chances in decided games: p {}.",
            results.won,
            results.drawn,
            results.lost,
            equals(&p_value(choice.sign_test_p)),
        )),
        Block::Table(headline),
        Block::Text(ended(games, &choice.terminations)),
        Block::Heading("What there was to choose from".to_owned()),
        Block::Table(had),
    ]
}

fn prefixes(prefix: &PrefixFindings) -> Vec<Block> {
    let mut table = Table::new(&[
        "after plies",
        ">positions",
        ">legal samples %",
        ">of",
        ">95%",
    ]);
    for depth in &prefix.depths {
        table.rows.push(vec![
            depth.depth.to_string(),
            depth.positions.to_string(),
            value(&depth.samples),
            counts(&depth.samples),
            ends(&depth.samples),
        ]);
    }
    table.rows.push(vec![
        "all".to_owned(),
        prefix
            .depths
            .iter()
            .map(|one| one.positions)
            .sum::<usize>()
            .to_string(),
        value(&prefix.all),
        counts(&prefix.all),
        ends(&prefix.all),
    ]);
    vec![
        Block::Heading("Legality after real games".to_owned()),
        Block::Table(table),
    ]
}

/// One picture: legality by depth with what came back, by setting, or of each picker.
#[must_use]
pub fn svg(findings: &Findings) -> String {
    let study = &findings.study;
    let title = format!(
        "{}: Daydream {}, {}",
        study.name,
        study.tier,
        study.kind.word()
    );
    let point = |label: &str, finding: &Finding| {
        finding.value.map(|value| Point {
            label: label.to_owned(),
            value,
            between: best(finding).map(|one| (one.lo, one.hi)),
        })
    };
    let (axis, series) = match study.kind {
        Kind::Legality => ("plies", legality_series(&findings.cells, &point)),
        Kind::Grid => ("temperature", grid_series(&findings.cells, &point)),
        Kind::Prefix => {
            let depths = findings.prefix.iter().flat_map(|prefix| &prefix.depths);
            let points = depths.map(|one| point(&one.depth.to_string(), &one.samples));
            let series = Series::new("legal samples", points);
            ("plies of a real game", vec![series])
        }
        Kind::Choice => {
            let choice = findings.choice.iter();
            let points = choice.flat_map(|choice| {
                [
                    ("points", &choice.score),
                    ("decided games", &choice.decided),
                ]
                .map(|(label, finding)| point(label, finding))
            });
            let series = Series::new("share of the heuristic", points);
            ("", vec![series])
        }
    };
    // The setting alone; the document has all of the rules.
    let under = study.rules.split(';').next().unwrap_or_default();
    points_svg(&title, under, axis, &series)
}

type AsPoint<'a> = &'a dyn Fn(&str, &Finding) -> Option<Point>;

fn legality_series(cells: &[CellFindings], point: AsPoint<'_>) -> Vec<Series> {
    let bands = || cells.iter().flat_map(|cell| &cell.bands);
    let series = |name: &str, finding: fn(&BandFindings) -> &Finding| {
        Series::new(name, bands().map(|band| point(&band.plies, finding(band))))
    };
    vec![
        series("legal samples", |band| &band.samples),
        series("legal samples in new positions", |band| {
            &band.samples_position_new
        }),
        series("positions that had occurred before", |band| {
            &band.positions_before
        }),
    ]
}

fn grid_series(cells: &[CellFindings], point: AsPoint<'_>) -> Vec<Series> {
    let mut caps: Vec<Option<f64>> = Vec::new();
    let cap = |cell: &CellFindings| cell.setting.soft_cap.map(f64::from);
    for cell in cells {
        if !caps.contains(&cap(cell)) {
            caps.push(cap(cell));
        }
    }
    let series = |soft_cap: Option<f64>| {
        let mine = cells.iter().filter(|cell| cap(cell) == soft_cap);
        let points = mine.map(|cell| {
            let temperature = cell.setting.temperature.get();
            point(&temperature.to_string(), &cell.all.samples)
        });
        Series::new(&cap_name(soft_cap), points)
    };
    caps.into_iter().map(series).collect()
}

/// How games ended, the most frequent way first.
fn ended(games: usize, terminations: &Terminations) -> String {
    let mut ways: Vec<(&String, &usize)> = terminations.iter().collect();
    ways.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
    let ways: Vec<String> = ways
        .into_iter()
        .map(|(way, times)| format!("{} {times}", way.replace('-', " ")))
        .collect();
    format!("Games: {games}. Ended by: {}.", ways.join(", "))
}

/// `= 0.0313`, `< 0.0001`.
fn equals(p: &str) -> String {
    if p.starts_with('<') {
        p.to_owned()
    } else {
        format!("= {p}")
    }
}
