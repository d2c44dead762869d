//! A run that is killed at any moment goes on where it was: no journaled answer
//! is asked for again, and the findings are those of an undisturbed run.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use std::{collections::BTreeSet, time::Duration};

use ludometer_record::{
    desk::Answer,
    journal::{Entry, read},
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use support::{Behaviour, Lab, Server, Speech, study};

/// SIGKILLs, each at a moment of its own.
const KILLS: u32 = 100;

fn server() -> Server {
    Server::start(Behaviour {
        delay: Duration::from_millis(2),
        speech: Speech::Sloppy,
        ..Behaviour::default()
    })
}

fn long_study(url: &str) -> String {
    study(url, "retries = 0", "policy = { retry = 2 }")
        .replace("games_per_cell = 2", "games_per_cell = 12")
}

/// Digests of the requests whose answers the journal holds.
fn answered_in(lab: &Lab) -> BTreeSet<String> {
    let mut answered = BTreeSet::new();
    if !lab.journal().exists() {
        // Killed before the journal was there.
        return answered;
    }
    read(&lab.journal(), |entry| {
        let Entry::Exchange(exchange) = entry else {
            return;
        };
        let Answer::Reply(reply) = &exchange.answer else {
            panic!("{exchange:?}")
        };
        let body: serde_json::Value =
            serde_json::from_str(reply.raw.as_ref().unwrap().get()).unwrap();
        answered.insert(
            body["id"]
                .as_str()
                .unwrap()
                .trim_start_matches("chatcmpl-")
                .to_owned(),
        );
    })
    .unwrap();
    answered
}

#[test]
fn a_hundred_kills_change_nothing() {
    let calm = server();
    let undisturbed = Lab::with(&long_study(calm.url()));
    undisturbed.run().well();
    let calls = calm.stats().answered;
    assert_eq!(
        calm.stats().resent,
        0,
        "each question has a body of its own"
    );
    assert!(
        calls > 3 * u64::from(KILLS),
        "only {calls} calls: too few to be killed in"
    );

    let server = server();
    let lab = Lab::with(&long_study(server.url()));
    let mut random = ChaCha8Rng::seed_from_u64(20_261_130);
    let mut kept = BTreeSet::new();
    let mut asked_before = 0;
    for kill in 0..=KILLS {
        let mut child = lab.go();
        if kill < KILLS {
            // Between a start without any answer and half a dozen answers, at any
            // point of their handling.
            let until = server.stats().answered + random.random_range(0..6);
            let spins: u32 = random.random_range(0..20_000);
            while server.stats().answered < until && child.try_wait().unwrap().is_none() {
                std::thread::yield_now();
            }
            for _ in 0..spins {
                std::hint::spin_loop();
            }
            child.kill().unwrap();
        }
        let status = child.wait().unwrap();
        assert_eq!(
            status.success(),
            kill == KILLS,
            "kill {kill}: {status}; is the study long enough?"
        );
        server.wait_until_idle();
        let asked = server.asked();
        let again: Vec<&String> = asked[asked_before..]
            .iter()
            .filter(|body| kept.contains(*body))
            .collect();
        assert!(
            again.is_empty(),
            "kill {kill}: {} journaled answers were asked for again",
            again.len()
        );
        asked_before = asked.len();
        kept = answered_in(&lab);
    }
    assert_eq!(kept.len() as u64, calls);
    assert_eq!(lab.findings(), undisturbed.findings());
    lab.verify().well();
}
