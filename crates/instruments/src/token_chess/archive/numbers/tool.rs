//! The tool against a weak engine at many settings.

use ludometer_record::archive::probes::{Sweep, SweepCell};

use crate::token_chess::archive::{
    games::Archive,
    measured::{Figure, In, Measured, Pick},
    statement::{Book, Quoted, whole},
};

type Sweeps<'a> = Pick<'a, Sweep>;

pub(super) fn state(archive: &Archive<'_>, book: &mut Book) {
    let all = Pick::new("sweeps", &archive.sweeps, |_| true);
    cells(&all, book);
    ranges(&all, book);
    for (tier, quoted) in [
        ("micro", ["23/50", "10/44", "4/6", "2/4"]),
        ("regular", ["32/50", "23/50", "8/43", "5/56"]),
        ("grand", ["32/50", "29/50", "12/42", "16/66"]),
    ] {
        let one = all.only(&format!("sweep of the {tier} board"), |file| {
            file.of.tier == tier
        });
        book.state(
            format!("sweep.byply.{tier}"),
            format!("first samples that were legal, over all, at plies 0-9, 10-19, 20-29 and 30 on; temperature 0.8, no cap, {tier} board"),
            Quoted::Texts(quoted.into()),
            one.fold(by_ply, |all| Measured::figure(Figure::Texts(all.concat()), In::Words, all.len())),
        );
    }
}

/// Legal first samples in percent.
fn legality(cell: &SweepCell) -> Option<f64> {
    (cell.model_moves > 0)
        .then(|| 100.0 * f64::from(cell.first_try_legal) / f64::from(cell.model_moves))
}

fn is_at(cell: &SweepCell, wanted: Option<f64>) -> Option<bool> {
    Some(match (cell.cap?.value(), wanted) {
        (Some(cap), Some(wanted)) => (cap - wanted).abs() < 1e-9,
        (None, None) => true,
        _ => false,
    })
}

fn cells(all: &Sweeps<'_>, book: &mut Book) {
    let right = all.fold(
        |sweep| {
            let each = sweep.cells.values().map(|cell| {
                let own = legality(cell)?;
                Some((own / 100.0 - cell.legal_rate?).abs() < 0.0005)
            });
            each.collect::<Option<Vec<bool>>>()
        },
        |all| {
            let files = all.len();
            let all = all.concat();
            Measured::so_many(all.iter().filter(|&&right| right).count(), all.len(), files)
        },
    );
    book.state(
        "sweep.cells",
        "settings whose legality, from its counts, is the rate that the file states",
        whole(48.0),
        right,
    )
    .but("the report's table is no file of the archive; its cells were not compared one by one");
    let ends = all.fold(
        |sweep| {
            let each = sweep.cells.values();
            let counts = each.map(|cell| Some((cell.clean_completion?, cell.games?)));
            counts.collect::<Option<Vec<(u32, u32)>>>()
        },
        |all| {
            let files = all.len();
            let sum = |part: fn(&(u32, u32)) -> u32| {
                all.iter()
                    .flatten()
                    .map(|both| u64::from(part(both)))
                    .sum::<u64>() as f64
            };
            let clean = sum(|both| both.0);
            Measured::number(clean, In::Count, files).over(clean, sum(|both| both.1))
        },
    );
    book.state(
        "sweep.completion",
        "games that went to their end",
        whole(480.0),
        ends,
    );
    let rising = all.fold(rows_rising, |all| {
        let files = all.len();
        let all = all.concat();
        Measured::so_many(
            all.iter().filter(|&&rising| rising).count(),
            all.len(),
            files,
        )
    });
    book.state(
        "sweep.monotone",
        "rows of one temperature in which legality rises from a cap of 2 to 4 to 8 to none",
        whole(12.0),
        rising,
    )
    .since("10 of 12: with a cap of 8 more is legal than without a cap on 5x5 at temperature 1.0 (30 of 102 = 29.4% against 21 of 96 = 21.9%) and on the standard board at 0.8 (67 of 193 = 34.7% against 68 of 199 = 34.2%)");
}

/// For each temperature, whether legality rises with the cap.
fn rows_rising(sweep: &Sweep) -> Option<Vec<bool>> {
    let mut temperatures: Vec<f64> = sweep.cells.values().map(|cell| cell.temp).collect();
    temperatures.sort_by(f64::total_cmp);
    temperatures.dedup();
    let rows = temperatures.into_iter().map(|temperature| {
        let row = [Some(2.0), Some(4.0), Some(8.0), None].map(|cap| {
            let mut of_row = sweep
                .cells
                .values()
                .filter(|cell| (cell.temp - temperature).abs() < 1e-9);
            legality(of_row.find(|cell| is_at(cell, cap) == Some(true))?)
        });
        let row: Option<Vec<f64>> = row.into_iter().collect();
        Some(row?.windows(2).all(|pair| pair[0] < pair[1]))
    });
    rows.collect()
}

/// The least and the most over the settings with a cap.
fn range(
    all: &Sweeps<'_>,
    unit: In,
    cap: Option<f64>,
    of: impl Fn(&SweepCell) -> Option<f64>,
) -> Measured {
    all.fold(
        |sweep| {
            let mut values = Vec::new();
            for cell in sweep.cells.values() {
                if is_at(cell, cap)? {
                    values.push(of(cell)?);
                }
            }
            Some(values)
        },
        |every| {
            let files = every.len();
            let mut values = every.concat();
            values.sort_by(f64::total_cmp);
            match (values.first(), values.last()) {
                (Some(&least), Some(&most)) => {
                    Measured::figure(Figure::Numbers(vec![least, most]), unit, files)
                }
                _ => Measured::none("no such setting in the sweeps"),
            }
        },
    )
}

fn ranges(all: &Sweeps<'_>, book: &mut Book) {
    book.state(
        "sweep.off_range",
        "lowest and highest legality of the settings without a cap",
        Quoted::Numbers(vec![28.0, 55.0]),
        range(all, In::Percent, None, legality),
    )
    .since("21.9 to 54.7: the lowest is 5x5 at temperature 1.0");
    book.state(
        "sweep.tight_range",
        "lowest and highest legality of the settings with a cap of 2",
        Quoted::Numbers(vec![0.0, 3.0]),
        range(all, In::Percent, Some(2.0), legality),
    );
    book.state(
        "sweep.forced",
        "fewest and most moves drawn evenly in a setting with a cap of 2",
        Quoted::Numbers(vec![130.0, 190.0]),
        range(all, In::Count, Some(2.0), |cell| cell.forced_random.map(f64::from)),
    )
    .since("63 to 193: the quoted range leaves out the 5x5 board, with 63 to 84 (153 to 173 on the standard board, 131 to 193 on 12x10)");
}

fn by_ply(sweep: &Sweep) -> Option<Vec<String>> {
    let counts = sweep.ply_legal.as_ref()?.get("t0.8_cNone")?;
    let mut bins = [(0_u64, 0_u64); 4];
    for (ply, (legal, all)) in counts {
        let bin = &mut bins[(ply.parse::<usize>().ok()? / 10).min(3)];
        bin.0 += u64::from(*legal);
        bin.1 += u64::from(*all);
    }
    Some(
        bins.iter()
            .map(|(legal, all)| format!("{legal}/{all}"))
            .collect(),
    )
}
