//! What may change between a start and a resume, and what may not.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use support::{Behaviour, Lab, Said, Server, study};

struct Started {
    server: Server,
    lab: Lab,
    text: String,
}

/// A run that is over, whose study can then be changed.
fn started() -> Started {
    let server = Server::start(Behaviour::default());
    let text = study(
        server.url(),
        "temperature = 0.7",
        "templates = { mine = \"mine.jinja\" }",
    )
    .replace(
        r#"families = ["plain", "json"]"#,
        r#"families = ["plain", "mine"]"#,
    );
    let lab = Lab::with(&text);
    std::fs::write(lab.path("mine.jinja"), template("Your turn")).unwrap();
    lab.run().well();
    Started { server, lab, text }
}

fn template(words: &str) -> String {
    format!(
        "{{% block opening %}}{words}: {{{{ position }}}}{{% endblock %}}\
         {{% block turn %}}{words}: {{{{ position }}}}{{% endblock %}}\
         {{% block again %}}Again, from {{{{ position }}}}{{% endblock %}}"
    )
}

impl Started {
    /// Resumes with a changed study.
    fn with(&self, from: &str, to: &str) -> Said {
        assert!(self.text.contains(from), "{from:?}");
        self.lab.study(&self.text.replace(from, to));
        self.lab.resume()
    }
}

#[test]
fn the_same_study_in_other_words_goes_on() {
    let run = started();
    let manifest = std::fs::read(run.lab.run_folder().join("manifest.json")).unwrap();
    run.with("seed = 5", "seed = 5 # a remark").well();
    let url = run.server.url().to_owned();
    let said = run
        .with(&format!("\"{url}\""), &format!("\"{url}/\""))
        .well();
    assert!(!said.err.contains("is now asked"), "{said:?}");
    assert_eq!(
        std::fs::read(run.lab.run_folder().join("manifest.json")).unwrap(),
        manifest
    );
    run.lab.verify().well();
}

#[test]
fn another_place_of_the_server_goes_on_with_a_note() {
    let run = started();
    let moved = run.server.url().replace("127.0.0.1", "localhost");
    // With more games there is something left to ask.
    run.lab
        .study(&run.text.replace("games_per_cell = 2", "games_per_cell = 3"));
    let said = Said::of(
        run.lab
            .command(&["run", "study.toml", "--out", "run", "--resume"])
            .env("STEER_BASE_URL", &moved)
            .output()
            .unwrap(),
    );
    said.well().tells(&["is now asked at", &moved]);
    let (contents, _) = ludometer_record::Contents::read(&run.lab.journal()).unwrap();
    let places: Vec<&String> = contents
        .sessions
        .iter()
        .flat_map(|session| session.endpoints.values())
        .collect();
    assert_eq!(places, [run.server.url(), moved.as_str()]);
}

#[test]
fn a_run_that_is_over_needs_no_server() {
    let run = started();
    let before = std::fs::read(run.lab.journal()).unwrap();
    let said = Said::of(
        run.lab
            .command(&["run", "study.toml", "--out", "run", "--resume"])
            .env("STEER_BASE_URL", "http://127.0.0.1:9/v1")
            .output()
            .unwrap(),
    );
    let said = said.well();
    assert_eq!(said.err, "");
    assert_eq!(std::fs::read(run.lab.journal()).unwrap(), before);
}

#[test]
fn another_question_is_refused_by_its_key() {
    let run = started();
    for (from, to, key) in [
        (
            "temperature = 0.7",
            "temperature = 0.8",
            "player[0].temperature is 0.8",
        ),
        ("seed = 5", "seed = 6", "seed is 6"),
        (
            "games_per_cell = 2",
            "games_per_cell = 1",
            "chop_bench.games_per_cell is 1",
        ),
        ("ply_cap = 30", "ply_cap = 40", "chop_bench.ply_cap is 40"),
        ("epsilon:0.3", "epsilon:0.4", "chop_bench.opponents[0]"),
    ] {
        run.with(from, to)
            .exits(2)
            .tells(&[key, "--out"])
            .in_one_line();
    }
    assert_eq!(run.lab.resume().code, 2);
}

#[test]
fn another_template_of_the_same_name_is_refused() {
    let run = started();
    std::fs::write(run.lab.path("mine.jinja"), template("Move now")).unwrap();
    run.lab
        .resume()
        .exits(2)
        .tells(&["template", "\"mine\"", "now", "was"])
        .in_one_line();
}

#[test]
fn more_games_are_an_amendment() {
    let run = started();
    let before = run.server.stats().answered;
    run.with("games_per_cell = 2", "games_per_cell = 3")
        .well()
        .tells(&["games_per_cell was 2, is now 3"]);
    assert_eq!(run.lab.findings()["games"]["scored"], 12);
    assert_eq!(run.server.stats().resent, 0);
    assert!(run.server.stats().answered > before);
    let said = run.lab.verify().well();
    assert!(said.out.contains("1 amendment"), "{said:?}");
    // The amended study is now the run's: the old one asks for fewer games.
    run.with("games_per_cell = 2", "games_per_cell = 2")
        .exits(2);
}

#[test]
fn a_run_can_be_resumed_by_its_folder() {
    let run = started();
    // The templates that it was started with are in its manifest.
    std::fs::remove_file(run.lab.path("mine.jinja")).unwrap();
    run.lab.say(&["run", "run", "--resume"]).well();
}

#[test]
fn there_is_nothing_to_resume() {
    let server = Server::start(Behaviour::default());
    let lab = Lab::with(&study(server.url(), "", ""));
    lab.resume().exits(2).tells(&["no run there"]).in_one_line();
    assert!(!lab.run_folder().exists());
}
