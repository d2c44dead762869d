//! The published interval through the findings, against reference vectors.

use std::path::Path;

use ludometer_record::manifest::PromptRecord;
use ludometer_stats::Method;

use super::measured::{M, bench, close, journal, measure};

/// The reference vectors of the project, where they are at hand: one move a game.
#[test]
#[expect(clippy::disallowed_methods, reason = "a test reads its vectors")]
fn the_published_interval_of_the_reference_vectors() {
    let shared = std::env::var("LUDOMETER_SHARED").map_or_else(
        |_| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        std::path::PathBuf::from,
    );
    let Ok(text) = std::fs::read_to_string(shared.join("reference/elo/vectors.json")) else {
        println!("skipped: no shared/reference/elo/vectors.json");
        return;
    };
    let vectors: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut compared = 0;
    for (name, case) in vectors["chop"].as_object().unwrap() {
        let cells = case["cells"].as_object().unwrap();
        let families: Vec<&String> = cells
            .values()
            .next()
            .unwrap()
            .as_object()
            .unwrap()
            .keys()
            .collect();
        let square = cells
            .values()
            .all(|one| one.as_object().unwrap().keys().collect::<Vec<_>>() == families);
        if cells.len() != 2 || !square {
            // A study plays every family in every mode.
            continue;
        }
        let template = "{% block opening %}{{ position }}{% endblock %}{% block turn %}{{ position }}{% endblock %}{% block again %}{% endblock %}";
        let templates: Vec<PromptRecord> = families
            .iter()
            .map(|family| PromptRecord::new(format!("own-{family}"), template))
            .collect();
        let most = cells
            .values()
            .flat_map(|one| one.as_object().unwrap().values())
            .map(|pair| pair[1].as_u64().unwrap())
            .max()
            .unwrap();
        let list: Vec<String> = families
            .iter()
            .map(|family| format!("\"own-{family}\""))
            .collect();
        let own: Vec<String> = families
            .iter()
            .map(|family| format!("own-{family} = \"x\""))
            .collect();
        let table = format!(
            "families = [{}]\nmodes = [\"stateless\", \"dialogue\"]\ngames_per_cell = {most}\ntemplates = {{ {} }}",
            list.join(","),
            own.join(",")
        );
        let bench = bench(M, &table, &templates);
        let mut games: Vec<(String, &str)> = Vec::new();
        for (mode, one) in ["stateless", "dialogue"].iter().zip(cells.values()) {
            for (family, pair) in one.as_object().unwrap() {
                let [hits, n] = [0, 1].map(|place| pair[place].as_u64().unwrap());
                let id = |number: u64| format!("m.own-{family}.{mode}.{number:04}");
                games.extend(
                    (0..n).map(|number| (id(number), if number < hits { "oc" } else { "x" })),
                );
            }
        }
        let games: Vec<(&str, &str)> = games
            .iter()
            .map(|(id, letters)| (id.as_str(), *letters))
            .collect();
        let findings = measure(&bench, &journal(&bench, &games));
        let optimality = &findings.leaderboard[0].optimality;
        let expected = |key: &str| case["main"][key].as_f64().unwrap();
        close(optimality.value, expected("point"));
        let interval = optimality.interval(Method::AgrestiCoullCarried).unwrap();
        assert!(
            (interval.lo - expected("lo")).abs() < 1e-10,
            "{name}: {interval:?}"
        );
        assert!(
            (interval.hi - expected("hi")).abs() < 1e-10,
            "{name}: {interval:?}"
        );
        compared += 1;
    }
    assert!(compared >= 2, "{compared}");
}
