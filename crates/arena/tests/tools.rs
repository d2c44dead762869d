//! Whole games of chess by tools: the client against a server that calls them, and that
//! refuses conversations which real servers refuse.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::{BTreeSet, HashSet};

use ludometer_arena::{
    endpoint::Endpoint,
    model::{CallError, FailureKind, ModelClient},
    progress::Progress,
    stop,
};
use ludometer_games::chess::Position;
use ludometer_loopback::{Behaviour, Fault, FaultKind, Manners, Server, Speech, ToolPlay};
use ludometer_record::{
    PlayerName, Seat,
    desk::{Decide, Finish, Message, Reply, ReplyForm, Situation, ToolSpec, ToolUse},
    study::{ModelRef, PlayerTable, Provider},
};
use serde_json::{Value, json};

const BOTH: [Provider; 2] = [Provider::OpenAiCompatible, Provider::Anthropic];

fn tools() -> ReplyForm {
    let spec = |name: &str, properties: Value| ToolSpec {
        name: name.to_owned(),
        description: format!("The tool {name}."),
        parameters: json!({ "type": "object", "properties": properties }),
    };
    ReplyForm::Tools(vec![
        spec("get_state", json!({})),
        spec("play_move", json!({ "uci": { "type": "string" } })),
        spec("resign", json!({})),
    ])
}

fn client(server: &Server, provider: Provider) -> ModelClient {
    let mut player = PlayerTable::of(ModelRef::Served {
        provider,
        model: "loopback".to_owned(),
    });
    player.base_url = Some(server.url().to_owned());
    player.retries = 1;
    let endpoint = Endpoint::new(server.url(), &[&player]).unwrap();
    ModelClient::new(&player, provider, "loopback", endpoint).unwrap()
}

fn decide(messages: Vec<Message>, form: ReplyForm) -> Decide {
    Decide {
        seat: Seat::First,
        player: PlayerName::new("p").unwrap(),
        messages,
        form,
        situation: Situation {
            position: String::new(),
            family: String::new(),
            seed: 0,
        },
    }
}

fn ask(client: &ModelClient, question: &Decide) -> Result<Reply, Box<CallError>> {
    let (_source, stop) = stop::channel();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(client.ask(question, &stop, &Progress::default()))
        .map_err(Box::new)
}

/// A referee who plays the first legal move in the alphabet.
struct Referee {
    position: Position,
    played: u32,
    slips: BTreeSet<&'static str>,
    resigned: bool,
}

impl Referee {
    fn answer(&mut self, call: &ToolUse) -> String {
        let arguments: Value = serde_json::from_str(&call.arguments).unwrap_or_default();
        match call.name.as_str() {
            "get_state" => json!({ "fen": self.position.fen() }).to_string(),
            "resign" => {
                self.resigned = true;
                "{}".to_owned()
            }
            "play_move" => {
                let Some(text) = arguments["uci"].as_str() else {
                    self.slips.insert("arguments");
                    return "no uci".to_owned();
                };
                let named = |text: &str| {
                    let all = self.position.moves().into_iter();
                    all.map(|of| (Position::uci(of), of))
                        .find(|(uci, _)| uci == text)
                };
                let Some((_, chosen)) = named(text) else {
                    self.slips.insert("illegal");
                    return "not legal".to_owned();
                };
                self.position = self.position.after(chosen);
                let replies = self.position.moves().into_iter();
                if let Some(reply) = replies.min_by_key(|of| Position::uci(*of)) {
                    self.position = self.position.after(reply);
                }
                self.played += 1;
                json!({ "ok": true, "fen": self.position.fen() }).to_string()
            }
            _ => {
                self.slips.insert("unknown tool");
                "no such tool".to_owned()
            }
        }
    }
}

/// Plays until so many moves were made; the conversation as it then stands.
fn play(client: &ModelClient, moves: u32) -> (Referee, Vec<Message>) {
    let mut referee = Referee {
        position: Position::start(),
        played: 0,
        slips: BTreeSet::new(),
        resigned: false,
    };
    let mut talk = vec![
        Message::system("Play chess."),
        Message::user("You are White."),
    ];
    while referee.played < moves && !referee.resigned && referee.position.has_move() {
        let reply = ask(client, &decide(talk.clone(), tools())).unwrap();
        assert_eq!(reply.finish, Finish::Stop);
        if reply.calls.len() > 1 {
            referee.slips.insert("two calls");
        }
        talk.push(Message {
            calls: reply.calls.clone(),
            ..Message::assistant(reply.text)
        });
        for call in &reply.calls {
            let answer = referee.answer(call);
            talk.push(Message::tool(&call.id, answer));
        }
        if reply.calls.is_empty() {
            referee.slips.insert("no call");
            talk.push(Message::user("Call a tool."));
        }
    }
    (referee, talk)
}

fn server(play: ToolPlay) -> Server {
    Server::start(Behaviour {
        speech: Speech::Calling(play),
        ..Behaviour::default()
    })
}

#[test]
fn a_game_without_slips() {
    for provider in BOTH {
        let server = server(ToolPlay::good(7));
        let (referee, talk) = play(&client(&server, provider), 12);
        assert_eq!((referee.played, referee.slips.len()), (12, 0));
        let looks = talk.iter().flat_map(|said| &said.calls);
        let looks = looks.filter(|call| call.name == "get_state").count();
        assert_eq!(looks, 1, "the state is asked for once");
        let stats = server.stats();
        assert_eq!((stats.requests, stats.answered, stats.resent), (13, 13, 0));
    }
}

/// Every slip that a model makes is told back to the server, which takes all of them.
#[test]
fn a_game_with_every_slip_goes_on() {
    for provider in BOTH {
        let bad = ToolPlay {
            manners: Manners::Bad,
            ..ToolPlay::good(1)
        };
        let server = server(bad);
        let (referee, talk) = play(&client(&server, provider), 30);
        assert_eq!(
            referee.slips,
            BTreeSet::from([
                "arguments",
                "illegal",
                "no call",
                "two calls",
                "unknown tool"
            ]),
            "{provider:?}"
        );
        let ids: Vec<&str> = talk
            .iter()
            .flat_map(|said| &said.calls)
            .map(|call| call.id.as_str())
            .collect();
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len());
        let stats = server.stats();
        assert_eq!(stats.requests, stats.answered, "none is refused");
    }
}

#[test]
fn who_gives_up_calls_it() {
    for provider in BOTH {
        let server = server(ToolPlay {
            resigns_at: Some(6),
            ..ToolPlay::good(3)
        });
        let (referee, talk) = play(&client(&server, provider), 30);
        assert!(referee.resigned);
        assert_eq!(referee.played, 3);
        let last = &talk[talk.len() - 2];
        assert_eq!((last.text.as_str(), last.calls.len()), ("I give up.", 1));
    }
}

#[test]
fn the_same_conversation_is_answered_alike() {
    let server = server(ToolPlay::good(7));
    let game = |provider| play(&client(&server, provider), 5).1;
    assert_eq!(
        game(Provider::OpenAiCompatible),
        game(Provider::OpenAiCompatible)
    );
    let moves = |talk: &[Message]| -> Vec<String> {
        talk.iter()
            .flat_map(|said| &said.calls)
            .map(|call| call.arguments.clone())
            .collect()
    };
    assert_eq!(
        moves(&game(BOTH[0])),
        moves(&game(BOTH[1])),
        "in both interfaces"
    );
}

#[test]
fn a_call_is_counted_and_repeated_as_any_other() {
    for provider in BOTH {
        let server = Server::start(Behaviour {
            speech: Speech::Calling(ToolPlay::good(7)),
            faults: vec![Fault {
                kind: FaultKind::status(503),
                every: 2,
                offset: 1,
            }],
            ..Behaviour::default()
        });
        let client = client(&server, provider);
        let question = decide(vec![Message::user("You are White.")], tools());
        let reply = ask(&client, &question).unwrap();
        assert_eq!(reply.failed.len(), 1);
        assert_eq!(reply.calls[0].name, "get_state");
        assert!(reply.usage.total().is_some_and(|tokens| tokens > 0));
        assert!(
            reply.raw.unwrap().get().contains("get_state"),
            "the body is kept"
        );
    }
}

/// The server does refuse: a call that was never answered is the game's own fault.
#[test]
fn a_call_without_an_answer_is_refused() {
    for provider in BOTH {
        let server = server(ToolPlay::good(7));
        let client = client(&server, provider);
        let called = Message {
            calls: vec![ToolUse {
                id: "a".to_owned(),
                name: "get_state".to_owned(),
                arguments: "{}".to_owned(),
            }],
            ..Message::assistant("")
        };
        let open = vec![Message::user("Play."), called, Message::user("Well?")];
        let refused = ask(&client, &decide(open.clone(), tools())).unwrap_err();
        let CallError::Failed { failure, .. } = *refused else {
            panic!("stopped")
        };
        assert_eq!(
            (failure.kind, failure.status),
            (FailureKind::Refused, Some(400))
        );
        let mut closed = open;
        closed.insert(2, Message::tool("a", "{}"));
        assert!(ask(&client, &decide(closed, tools())).is_ok());
    }
}

#[test]
fn where_no_tools_are_offered_none_are_called() {
    for provider in BOTH {
        let server = server(ToolPlay::good(7));
        let question = decide(vec![Message::user("You are White.")], ReplyForm::Text);
        let reply = ask(&client(&server, provider), &question).unwrap();
        assert_eq!(
            (reply.text.as_str(), reply.calls.len()),
            ("I see no tools.", 0)
        );
        assert!(server.requests()[0].get("tools").is_none());
    }
}
