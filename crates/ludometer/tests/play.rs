//! A person at the terminal, on the boards of chess.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use std::{
    io::Write,
    process::{Command, Stdio},
};

use support::{Lab, Said, path_with_games};

fn typed(command: &mut Command, words: &str) -> Said {
    let mut child = command
        .env("PATH", path_with_games())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A game that never began reads nothing.
    let _ = child.stdin.take().unwrap().write_all(words.as_bytes());
    Said::of(child.wait_with_output().unwrap())
}

fn play(arguments: &[&str], words: &str) -> Said {
    let lab = Lab::with("");
    let mut all = vec!["play"];
    all.extend(arguments);
    typed(&mut lab.command(&all), words)
}

#[test]
fn a_person_mates_in_one_after_two_mistakes() {
    let back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
    let said = play(&["chess", "--fen", back_rank], "?\na1b3\nNf3\nRa8\n").well();
    for words in [
        "a1a8",
        "a1b3 is not legal here",
        "\"Nf3\" is not legal in",
        "You win: checkmate.",
    ] {
        assert!(said.out.contains(words), "{words}: {said:#?}");
    }
}

#[test]
fn the_built_in_opponent_answers_on_every_board() {
    for (board, first) in [("chess", "e2e4"), ("gardner", "b2b3"), ("grand12", "f3f4")] {
        let said = play(&[board, "--seed", "1"], &format!("{first}\nresign\n")).well();
        assert!(said.out.contains("opponent: "), "{said:#?}");
        assert!(said.out.contains("You resign."), "{said:#?}");
        let said = play(&[board, "--black", "--seed", "1"], "").well();
        assert!(said.out.contains("opponent: "), "{said:#?}");
    }
}

#[test]
fn an_engine_plays_at_the_rating_that_it_was_given_or_not_at_all() {
    if !path_with_games()
        .split(':')
        .any(|folder| std::path::Path::new(folder).join("stockfish").exists())
    {
        eprintln!("skipped: no Stockfish here");
        return;
    }
    let limited = ["chess", "--opponent", "stockfish?elo=1500&nodes=2000"];
    let said = play(&limited, "e4\nq\n").well();
    assert!(said.out.contains("opponent: "), "{said:#?}");
    play(&["chess", "--opponent", "stockfish?elo=800"], "")
        .exits(2)
        .in_one_line()
        .tells(&["800", "it goes from"]);
    play(&["gardner", "--opponent", "stockfish"], "")
        .exits(2)
        .in_one_line()
        .tells(&["gardner"]);
}

#[test]
fn wrong_words_are_told_in_one_line() {
    for (arguments, words) in [
        (
            &["chess", "--opponent", "stokfish"] as &[&str],
            "did you mean `stockfish`?",
        ),
        (
            &["chess", "--opponent", "stockfish?speed=9"],
            "\"speed\" is no key",
        ),
        (&["gardner", "--fen", "8/8/8/8"], "--fen"),
    ] {
        play(arguments, "").exits(2).in_one_line().tells(&[words]);
    }
}
