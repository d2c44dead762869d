//! Every kind of choice, written as a reply and read back by the game's own parser.

use std::path::Path;

use ludometer_record::{
    GameLog,
    desk::{Answer, Decide, Finish, Question, Reply},
};

use super::{Choice, Seated, open_game};
use crate::{
    Instrument, Study,
    chop_bench::{AnswerStyle, ChopBench, Dress, commitment},
    desk::ScriptedDesk,
    ladder::{EloLadder, moves_told},
    token_chess::{
        Memory, Stand, TokenChess,
        decision::{Decided, Decision, chosen, decided, setting},
        seat::{Wanted, wanted},
    },
};

fn study(text: &str) -> Study {
    Study::parse(text, Path::new("a.toml")).unwrap()
}

/// The first question of the first game.
fn first<I: Instrument>(bench: &I) -> Decide {
    let open = open_game(bench, &bench.plan()[0], &GameLog::default()).unwrap();
    match open.asked {
        Some(Question::Decide(decide)) => decide,
        other => panic!("{other:?}"),
    }
}

fn said(text: &str) -> Reply {
    match ScriptedDesk::reply(text, Finish::Stop) {
        Answer::Reply(reply) => *reply,
        other => panic!("{other:?}"),
    }
}

fn tokens(keys: &str) -> TokenChess {
    let text = format!(
        "name = \"s\"\ninstrument = \"token-chess\"\n[[player]]\nname = \"Ada\"\nmodel = \"person\"\n\
         [[player]]\nmodel = \"mock:random\"\n[token_chess]\ntier = \"micro\"\ngames = 1\n{keys}\n"
    );
    TokenChess::new(&study(&text), &[]).unwrap()
}

fn sample(note: Option<&str>) -> Choice {
    Choice::Sample {
        temperature: 1.25,
        soft_cap: Some(7.5),
        note: note.map(str::to_owned),
    }
}

fn pick(uci: &str, note: Option<&str>) -> Choice {
    Choice::Pick {
        uci: uci.to_owned(),
        note: note.map(str::to_owned),
    }
}

/// The same question with another purse and pool.
fn with(asked: &Decide, tokens: u32, candidates: &[&str]) -> Decide {
    let Some(Wanted::Decision { stand, .. }) = wanted(asked) else {
        panic!("no decision is asked for");
    };
    let stand = Stand {
        tokens,
        candidates: candidates.iter().map(ToString::to_string).collect(),
        ..stand
    };
    let mut asked = asked.clone();
    asked.situation.position = stand.to_string();
    asked
}

#[test]
fn every_choice_of_every_economy_is_read_back() {
    for economy in ["forfeit", "income", "batch"] {
        for memory in ["none", "ledger", "notepad"] {
            let bench = tokens(&format!("economy = {economy:?}\nmemory = {memory:?}"));
            let game = &bench.plan()[0];
            let rules = bench.condition(game).rules;
            let asked = with(&first(&bench), 3, &["a2a3", "b1c3"]);
            let candidates = ["a2a3".to_owned(), "b1c3".to_owned()];
            let note = (memory == "notepad").then_some("hot is wild");
            let read = |choice: &Choice| {
                let text = bench.reply(game, &asked, choice).unwrap();
                decided(&said(&text), &rules, &candidates).unwrap()
            };
            let wanted = Decided {
                decision: Decision::Sample(setting(1.25, Some(7.5))),
                note: note.map(str::to_owned),
            };
            assert_eq!(read(&sample(note)), wanted, "{economy} {memory}");
            let cold = Choice::Sample {
                temperature: 0.05,
                soft_cap: None,
                note: None,
            };
            let wanted = Decision::Sample(setting(0.05, None));
            assert_eq!(read(&cold).decision, wanted);
            if rules.picks() {
                let picked = read(&pick("b1c3", note));
                assert_eq!(picked.decision, Decision::Pick("b1c3".to_owned()));
                assert_eq!(picked.note.as_deref(), note);
            } else {
                assert!(bench.reply(game, &asked, &pick("b1c3", None)).is_err());
            }
            let noted = bench.reply(game, &asked, &sample(Some("x")));
            assert_eq!(noted.is_ok(), memory == "notepad", "{economy} {memory}");
        }
    }
}

#[test]
fn a_decision_has_every_field_that_its_form_requires() {
    let bench = tokens("economy = \"batch\"\nmemory = \"notepad\"");
    let asked = with(&first(&bench), 3, &["a2a3"]);
    let ludometer_record::desk::ReplyForm::Json { schema, .. } = &asked.form else {
        panic!("a form in JSON");
    };
    for choice in [sample(None), pick("a2a3", None)] {
        let text = bench.reply(&bench.plan()[0], &asked, &choice).unwrap();
        let fields: serde_json::Value = serde_json::from_str(&text).unwrap();
        let required = schema["required"].as_array().unwrap();
        for name in required {
            assert!(fields.get(name.as_str().unwrap()).is_some(), "{name}");
        }
        assert_eq!(fields.as_object().unwrap().len(), required.len());
    }
}

#[test]
fn the_choice_of_a_memory_is_read_back() {
    let bench = tokens("memory = \"choose\"\nmenu = \"permuted\"");
    let (game, asked) = (&bench.plan()[0], first(&bench));
    let Some(Wanted::Memory(menu)) = wanted(&asked) else {
        panic!("a memory is asked for");
    };
    assert_eq!(menu.len(), 3);
    for memory in menu {
        let why = Some(" to keep notes ".to_owned());
        let choice = Choice::Memory { memory, why };
        let text = bench.reply(game, &asked, &choice).unwrap();
        let why = Some("to keep notes".to_owned());
        assert_eq!(chosen(&said(&text)), Ok((memory, why)));
    }
    assert!(bench.reply(game, &asked, &sample(None)).is_err());
}

#[test]
fn what_cannot_be_chosen_is_refused_in_a_line() {
    let bench = tokens("economy = \"batch\"\nmemory = \"notepad\"");
    let game = &bench.plan()[0];
    let asked = first(&bench);
    let dry = with(&asked, 0, &["a2a3"]);
    let refused = |asked: &Decide, choice: &Choice| {
        let problem = bench.reply(game, asked, choice).unwrap_err().to_string();
        assert!(!problem.contains('\n') && problem.len() < 200, "{problem}");
        problem
    };
    assert!(refused(&dry, &sample(None)).contains("no token"));
    assert!(refused(&dry, &pick("a2a4", None)).contains("no candidate"));
    assert!(refused(&asked, &pick(&"x\u{1b}\n".repeat(90), None)).contains("no candidate"));
    assert!(refused(&asked, &sample(Some(&"n".repeat(201)))).contains("201"));
    let memory = Choice::Memory {
        memory: Memory::Ledger,
        why: None,
    };
    assert!(refused(&asked, &memory).contains("a memory is not asked for"));
    for (temperature, soft_cap) in [
        (0.0, None),
        (3.5, None),
        (f64::NAN, None),
        (1.0, Some(0.0)),
        (1.0, Some(f64::INFINITY)),
    ] {
        let choice = Choice::Sample {
            temperature,
            soft_cap,
            note: None,
        };
        refused(&asked, &choice);
    }
}

#[test]
fn how_things_stand_is_read_as_it_is_written() {
    for line in [
        "8/8 w - - 0 1 tokens 0 candidates none",
        "8/8 b - - 3 9 tokens 12 candidates a1a2 b7b8q",
    ] {
        let stand: Stand = line.parse().unwrap();
        assert_eq!(stand.to_string(), line);
    }
    assert!("choice of memory".parse::<Stand>().is_err());
}

fn ladder() -> EloLadder {
    let text = "name = \"s\"\ninstrument = \"elo-ladder\"\n[[player]]\nname = \"Ada\"\nmodel = \"person\"\n\
                [ladder]\nopponents = \"rungs\"\nopponent = \"random\"\ngames = 2\npilot = false\nform = \"json\"\n";
    let random = ludometer_record::manifest::OpponentRecord {
        name: "random".to_owned(),
        rating: 500.0,
        standard_error: 10.0,
        engine: None,
        random: 1.0,
    };
    EloLadder::new(&study(text), &[], &[random]).unwrap()
}

/// The ladder asks for the opponent first.
fn ladder_asks(bench: &EloLadder, place: usize, replies: &[&str]) -> Decide {
    use futures_util::FutureExt;
    use ludometer_record::desk::Assigned;
    let assigned = Answer::Assigned(Assigned {
        rating: 500.0,
        after: Vec::new(),
    });
    let replies = replies
        .iter()
        .map(|text| ScriptedDesk::reply(text, Finish::Stop));
    let mut desk = ScriptedDesk::answers(std::iter::once(assigned).chain(replies).map(Ok));
    let _ = bench.play(&bench.plan()[place], &mut desk).now_or_never();
    match desk.asked.pop() {
        Some(Question::Decide(decide)) => decide,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_move_on_the_ladder_is_played() {
    let bench = ladder();
    let game = &bench.plan()[0];
    let asked = ladder_asks(&bench, 0, &[]);
    let play = |uci: &str| {
        bench.reply(
            game,
            &asked,
            &Choice::Move {
                uci: uci.to_owned(),
            },
        )
    };
    let text = play("e2e4").unwrap();
    let next = ladder_asks(&bench, 0, &[&text]);
    // The random player answers within the game.
    let moves = moves_told(&next);
    assert_eq!((moves.len(), moves[0].as_str()), (2, "e2e4"));
    assert!(next.situation.position.contains(" w "));
    for wrong in ["e2e5", "e4", "", "E2E4", "e7e5"] {
        assert!(play(wrong).is_err(), "{wrong}");
    }
    let resign = bench.reply(game, &asked, &Choice::Resign).unwrap();
    assert_eq!(resign, r#"{"move":"resign"}"#);
    assert!(bench.reply(game, &asked, &sample(None)).is_err());
}

#[test]
fn as_black_the_first_move_is_told() {
    let bench = ladder();
    let asked = ladder_asks(&bench, 1, &[]);
    assert_eq!(moves_told(&asked).len(), 1);
    assert!(asked.situation.position.contains(" b "));
}

#[test]
fn a_state_is_what_the_reply_commits_to() {
    let text = "name = \"s\"\ninstrument = \"chop-bench\"\n[[player]]\nname = \"Ada\"\nmodel = \"person\"\n\
                [chop_bench]\nfamilies = [\"json\"]\nmodes = [\"stateless\"]\nopponents = [\"random\"]\ngames_per_cell = 1\n";
    let bench = ChopBench::new(&study(text), &[]).unwrap();
    let (game, asked) = (&bench.plan()[0], first(&bench));
    let choose = |state: &str| {
        let state = state.to_owned();
        bench.reply(game, &asked, &Choice::State { state })
    };
    // Also one that no move reaches: it is an answer, and is graded.
    for state in ["11-21", "00-44"] {
        let read = commitment(
            &said(&choose(state).unwrap()),
            AnswerStyle::Json,
            Dress::Plain,
            2,
        );
        assert_eq!(Dress::Plain.write_raw(&read.unwrap()), state);
    }
    for wrong in [
        "",
        "11",
        "11-215",
        "15-11",
        "11-2",
        "ab-cd",
        "11-21 ",
        "11-21 or 12-11",
    ] {
        assert!(choose(wrong).is_err(), "{wrong}");
    }
}
