//! Agreement with small fixtures from independent programs; sources are in their headers.

use std::collections::BTreeMap;

use ludometer_stats::{
    CellTable, Estimate, GameTallies, GameTally, Level, Method, Tally, VarianceSource,
};

#[track_caller]
fn close(seen: f64, expected: f64) {
    let scale = expected.abs().max(1e-3);
    assert!(
        (seen - expected).abs() < 1e-11 * scale,
        "{seen} for {expected}"
    );
}

fn games(words: &[&str]) -> GameTallies {
    let game = |word: &&str| {
        let (y, m) = word.split_once('/')?;
        GameTally::new(y.parse().ok()?, m.parse().ok()?).ok()
    };
    let games: Option<_> = words.iter().map(game).collect();
    games.expect("the fixture writes games as y/m")
}

#[test]
fn cells_of_games() {
    let mut cells = Vec::new();
    let mut want = BTreeMap::new();
    for line in include_str!("data/cells.txt").lines() {
        match *line.split(' ').collect::<Vec<_>>() {
            ["cell", mode, family, ref words @ ..] => cells.push(((mode, family), games(words))),
            ["want", quantity, value] => {
                want.insert(quantity, value.parse::<f64>().unwrap());
            }
            _ => assert!(line.starts_with('#'), "{line}"),
        }
    }
    let level = Level::P95;
    let table = CellTable::new(cells).unwrap();
    let pooled = table.design_effect().unwrap();
    close(pooled.value, want["design-effect"]);
    close(pooled.degrees_of_freedom, want["design-effect-df"]);
    assert_eq!(pooled.cells, 3);

    let headline = table.headline();
    let gain = table.mean_where(|_, f| *f == "struct");
    let gain = gain.minus(&table.mean_where(|_, f| *f == "plain")).unwrap();
    for (name, contrast) in [("headline", &headline), ("gain", &gain)] {
        let (estimate, sources) = table.cluster_robust(contrast, level).unwrap();
        let part = |suffix: &str| want[format!("{name}{suffix}").as_str()];
        close(estimate.value(), part(""));
        close(estimate.standard_error(), part("-se"));
        close(estimate.interval(level).lo, part("-lo"));
        close(estimate.interval(level).hi, part("-hi"));
        close(estimate.two_sided_p(0.0), part("-p"));
        let ludometer_stats::Reference::StudentT { degrees_of_freedom } = estimate.reference()
        else {
            panic!("a variance was estimated")
        };
        close(degrees_of_freedom, part("-df"));
        let stand_ins: Vec<_> = sources
            .iter()
            .filter(|cell| cell.source != VarianceSource::BetweenGames)
            .map(|cell| (cell.mode, cell.family))
            .collect();
        assert_eq!(stand_ins, [("b", "plain")]);
    }

    let published = table
        .totals()
        .agresti_coull_carried(&headline, level)
        .unwrap()
        .interval(level);
    close(published.lo, want["published-lo"]);
    close(published.hi, want["published-hi"]);

    let cell = |key| table.cells().find(|(cell, _)| **cell == key).unwrap().1;
    let (logit, method) = cell(("a", "plain"))
        .logit_interval(level, Some(pooled))
        .unwrap();
    close(logit.lo, want["logit-lo"]);
    assert_eq!(method, Method::ClusterRobustLogit);
    let (wilson, method) = cell(("b", "plain"))
        .logit_interval(level, Some(pooled))
        .unwrap();
    close(wilson.lo, want["wilson-design-effect-lo"]);
    assert_eq!((wilson.hi, method), (1.0, Method::WilsonDesignEffect));

    let game_rate: Estimate = cell(("a", "plain")).game_rate().unwrap();
    close(game_rate.value(), want["game-rate"]);
    close(game_rate.standard_error(), want["game-rate-se"]);

    let tally = Tally::new(7, 9).unwrap();
    close(tally.wilson(level).lo, want["wilson-7-9-lo"]);
    close(tally.wilson(level).hi, want["wilson-7-9-hi"]);
    let exact = tally.clopper_pearson(level).unwrap();
    close(exact.lo, want["exact-7-9-lo"]);
    close(exact.hi, want["exact-7-9-hi"]);
}
