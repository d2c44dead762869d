//! The `elo` command, from files to answers.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::process::Command;

use serde_json::{Value, json};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.path().join(name), text).unwrap();
    }

    /// Exit code, standard output, standard error.
    fn elo(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_ludometer"))
            .arg("elo")
            .args(arguments)
            .current_dir(self.0.path())
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.code().unwrap(),
            text(output.stdout),
            text(output.stderr),
        )
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let (code, out, error) = self.elo(arguments);
        assert_eq!((code, error.as_str()), (0, ""), "{arguments:?}");
        serde_json::from_str(&out).unwrap()
    }
}

fn near(value: &Value, expected: f64) {
    let seen = value.as_f64().unwrap();
    assert!((seen - expected).abs() < 1e-6, "{seen} for {expected}");
}

/// Five wins, two draws, three losses against 1500: closed forms.
const TEN: &str = r#"[[1500,1,"W"],[1500,1,"W"],[1500,-1,"W"],[1500,-1,"W"],[1500,1,"W"],
    [1500,1,"D"],[1500,-1,"D"],[1500,1,"L"],[1500,-1,"L"],[1500,-1,"L"]]"#;

#[test]
fn fit() {
    let folder = Folder::new();
    folder.write("ten.json", TEN);
    let fit = folder.json(&["fit", "ten.json", "--format", "json"]);
    near(&fit["rating"], 1500.0 + 400.0 * (5.0_f64 / 3.0).log10());
    near(&fit["draw_parameter"], 2.0 / 15.0_f64.sqrt());
    assert_eq!((&fit["games"], &fit["wins"]), (&json!(10), &json!(5)));
    assert_eq!(
        (&fit["draws"], &fit["losses"], &fit["reason"]),
        (&json!(2), &json!(3), &Value::Null)
    );
    let wide = folder.json(&["fit", "ten.json", "--format", "json", "--level", "0.99"]);
    assert!(wide["interval"][0].as_f64() < fit["interval"][0].as_f64());
    folder.write("drawn.json", r#"[[1500, 1, "D"], [1700, -1, "D"]]"#);
    let drawn = folder.json(&["fit", "drawn.json", "--format", "json"]);
    assert_eq!(
        (&drawn["rating"], &drawn["draw_parameter"]),
        (&Value::Null, &json!("inf"))
    );
    assert_eq!(drawn["interval"], json!(["-inf", "inf"]));
    folder.write(
        "won.json",
        r#"[[1500, 1, "W"], [1500, -1, "L", "protocol"], [1500, 1, "D", "infrastructure"]]"#,
    );
    let won = folder.json(&["fit", "won.json", "--format", "json"]);
    assert_eq!((&won["games"], &won["void"]), (&json!(2), &json!(1)));
    near(&won["rating"], 1500.0);
    assert_eq!(won["without_protocol"]["rating"], json!("inf"));
    let (code, text, _) = folder.elo(&["fit", "ten.json", "--svg", "ten.svg"]);
    assert_eq!(code, 0);
    assert!(
        text.contains("approximate") && text.contains("conservative"),
        "{text}"
    );
    assert!(folder.0.path().join("ten.svg").exists());
}

#[test]
fn evalue_plan_and_compare() {
    let folder = Folder::new();
    folder.write("ten.json", TEN);
    folder.write("none.json", "[]");
    folder.write("won.json", r#"[[1500, 1, "W"], [1600, -1, "W"]]"#);
    let set = folder.json(&[
        "evalue",
        "--old",
        "ten.json",
        "--new",
        "none.json",
        "--format",
        "json",
    ]);
    assert_eq!(
        (&set["interval"], &set["log_mixture"]),
        (&json!(["-inf", "inf"]), &json!(0.0))
    );
    let set = folder.json(&[
        "evalue",
        "--new",
        "ten.json",
        "--anytime",
        "--format",
        "json",
    ]);
    assert_eq!(set["looks"].as_array().unwrap().len(), 10);
    assert!(set["running_interval"][0].as_f64() >= set["interval"][0].as_f64());
    let plan = folder.json(&["plan", "--format", "json"]);
    assert_eq!(plan["next"], json!(2300));
    near(&plan["mean"], 2_168.809_061_499_126);
    near(&plan["expected_variance"]["2300"], 113_582.072_663_480_23);
    let plan = folder.json(&["plan", "--no-pilot", "--format", "json"]);
    assert_eq!(plan["next"], json!(1900));
    let pairs = folder.json(&["compare", "ten.json", "won.json", "--format", "json"]);
    assert_eq!(pairs["pairs"][0]["difference"], json!("-inf"));
    assert_eq!(pairs["players"][1]["rating"], json!("inf"));
}

#[test]
fn simulate_and_power() {
    let folder = Folder::new();
    let run = [
        "simulate",
        "--studies",
        "20",
        "--games",
        "10,20",
        "--format",
        "json",
    ];
    let (first, second) = (folder.json(&run), folder.json(&run));
    assert_eq!(first["cells"], second["cells"]);
    assert!(
        first["cells"][0]["looks"][1]["profile"]["coverage"]
            .as_f64()
            .unwrap()
            > 0.5
    );
    let power = folder.json(&["power", "--difference", "100", "--format", "json"]);
    near(&power["differences"][0]["games"], 189.489_987_371);
    let (code, _, error) = folder.elo(&["simulate", "--games", "15"]);
    assert_eq!(
        (code, error.trim()),
        (2, "ludometer: games are played in colour pairs: 15 is odd")
    );
}

#[test]
fn pool() {
    let folder = Folder::new();
    let game = |white: &str, black: &str, result: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n1. e4 {{ a }} e5 {result}\n\n"
        )
    };
    let text: String = [
        ("W", 5, "1-0"),
        ("D", 2, "1/2-1/2"),
        ("L", 3, "0-1"),
        ("*", 1, "*"),
    ]
    .iter()
    .map(|(_, times, result)| game("New = one", "Old", result).repeat(*times))
    .collect();
    folder.write("games.pgn", &text);
    let run = [
        "pool",
        "games.pgn",
        "--anchor",
        "Old=1500",
        "--format",
        "json",
    ];
    let pool = folder.json(&run);
    near(
        &pool["players"][0]["rating"],
        1500.0 + 400.0 * (5.0_f64 / 3.0).log10(),
    );
    assert_eq!(
        (&pool["players"][0]["name"], &pool["unfinished"]),
        (&json!("New = one"), &json!(1))
    );
    let (code, _, error) = folder.elo(&["pool", "games.pgn", "--anchor", "Nobody=1500"]);
    assert_eq!(code, 2);
    assert!(
        error.contains("no game of the anchor \"Nobody\""),
        "{error}"
    );
    folder.write(
        "bad.pgn",
        "[White \"a\"]\n[Black \"b\"]\n[Result \"2-0\"]\n\n2-0\n",
    );
    let (code, _, error) = folder.elo(&["pool", "bad.pgn", "--anchor", "a=1500"]);
    assert_eq!(
        (code, error.contains("bad.pgn: game 1: the result")),
        (2, true),
        "{error}"
    );
}

#[test]
fn bad_input_gets_one_line_with_its_place() {
    let folder = Folder::new();
    for (text, said) in [
        ("", "the file is empty"),
        ("[]", "no scored game"),
        ("{}", "a list of games"),
        (
            "[[\"1500\",1,\"W\"]]",
            "game 1: the opponent's rating \"1500\" is no number",
        ),
        ("[[1500,1,\"W\"],[1500,0,\"W\"]]", "game 2: the colour 0"),
        (
            "[[1500,1,\"W\"],[1500,1,\"w\"]]",
            "game 2: the outcome \"w\"",
        ),
        ("[[1500,1,\"W\"],[1e300,1,\"W\"]]", "game 2: a rating"),
        ("[[NaN,1,\"W\"]]", "line 1 column 3"),
        ("[[1500,1,\"W\"]", "EOF"),
    ] {
        folder.write("bad.json", text);
        let (code, out, error) = folder.elo(&["fit", "bad.json"]);
        assert_eq!((code, out.as_str()), (2, ""), "{text}");
        assert!(
            error.contains("bad.json") && error.contains(said),
            "{text}: {error}"
        );
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn a_plan_says_when_to_stop() {
    let folder = Folder::new();
    folder.write("ten.json", TEN);
    let stop = |more: &[&str]| {
        let mut arguments = vec![
            "plan",
            "--games",
            "ten.json",
            "--ladder",
            "1500,1600",
            "--format",
            "json",
        ];
        arguments.extend(more);
        folder.json(&arguments)
    };
    assert_eq!(stop(&[]).get("stop"), None);
    assert_eq!(stop(&["--stop-games", "11"])["stop"], Value::Null);
    assert_eq!(stop(&["--stop-games", "10"])["stop"], "games");
    // The anytime-valid set of ten games is wider than the profile's 519 Elo.
    assert_eq!(stop(&["--stop-width", "519"])["stop"], Value::Null);
    assert_eq!(stop(&["--stop-width", "5000"])["stop"], "width");
    let prices = ["--price", "1500=2", "--price", "1600=2"];
    let with = |left: &str| stop(&[&prices[..], &["--stop-budget", left]].concat())["stop"].clone();
    assert_eq!(with("2"), Value::Null);
    assert_eq!(with("1.99"), "budget");
    let (code, _, error) = folder.elo(&["plan", "--stop-budget", "2"]);
    assert_eq!(code, 2);
    assert!(error.contains("--price"), "{error}");
}
