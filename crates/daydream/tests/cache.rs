//! What a dream gives depends on the game alone, not on what it computed before.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::sync::Arc;

use common::{GAME, by_formula, plies};
use ludometer_daydream::{Config, Dream, Model, Setting, Window};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn model(context: usize) -> Arc<Model> {
    let config = Config::new(2, 3, 96, context).unwrap();
    Arc::new(Model::new(&by_formula(config, None, 11)))
}

fn bits(dream: &Dream) -> Vec<u32> {
    dream.logits().iter().map(|logit| logit.to_bits()).collect()
}

#[test]
fn a_game_of_any_length_can_be_shown_at_once() {
    // As wide as the smallest built-in model, so that queries are panels of their own.
    let config = Config::new(2, 4, 128, 320).unwrap();
    let model = Arc::new(Model::new(&by_formula(config, None, 11)));
    let mut warm = Dream::new(model.clone(), Window::WholeMoves);
    for length in 30..=48 {
        // Moves of two-digit ranks: every number of characters, so every size of a chunk.
        for last in ["", " a9b9q", " a10b9", " a10b10", " a10b10q"] {
            let game = plies(length) + last;
            warm.show(&game).unwrap();
            let mut cold = Dream::new(model.clone(), Window::WholeMoves);
            cold.show(&game).unwrap();
            assert!(bits(&warm) == bits(&cold), "{length} plies{last}");
        }
    }
}

#[test]
fn cold_longer_shorter_and_other_games_have_the_same_bits() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for (window, context) in [
        (Window::WholeMoves, 256),
        (Window::WholeMoves, 64),
        (Window::Exact, 48),
    ] {
        let model = model(context);
        let mut dream = Dream::new(model.clone(), window);
        let mut drawn = String::new();
        for step in 0..60 {
            let random = rng.next_u32() as usize;
            let mut game = plies(random % 49);
            if step % 3 == 1 {
                // What was drawn is played; sometimes the game goes on after it.
                game = format!("{} {drawn}", dream_game(&dream, &game, window));
                if step % 2 == 0 {
                    game.push_str(" a7a6 b1c3");
                }
            } else if step % 5 == 0 {
                game = game.replace("g8f6", "g8h6");
            }
            dream.show(game.trim_start()).unwrap();
            let mut cold = Dream::new(model.clone(), window);
            cold.show(game.trim_start()).unwrap();
            assert_eq!(dream.shown(), cold.shown());
            assert!(bits(&dream) == bits(&cold), "step {step}: {game}");
            let seed = rng.next_u64();
            let setting = Setting::default();
            let draws = dream.draw(random % 9, setting, &mut ChaCha8Rng::seed_from_u64(seed));
            let expected = cold.draw(random % 9, setting, &mut ChaCha8Rng::seed_from_u64(seed));
            assert_eq!(draws, expected);
            drawn = draws
                .last()
                .map_or_else(String::new, |draw| draw.text.clone());
        }
    }
}

/// The game that the dream was shown, where it is all shown; else another.
fn dream_game(dream: &Dream, other: &str, window: Window) -> String {
    let shown = dream.shown();
    match shown.strip_prefix('\n') {
        Some(game) if window == Window::WholeMoves => game.trim_end().to_owned(),
        _ => other.to_owned(),
    }
}

#[test]
fn only_what_is_new_is_computed() {
    let mut dream = Dream::new(model(256), Window::WholeMoves);
    assert_eq!(dream.work().shown, 1);
    dream.show(&plies(20)).unwrap();
    assert_eq!(dream.work().shown, 101);
    dream.show(&plies(22)).unwrap();
    assert_eq!(dream.work().shown, 111);
    // Back: the last character once more, for its logits.
    dream.show(&plies(21)).unwrap();
    assert_eq!(dream.work().shown, 112);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    dream.draw(1, Setting::default(), &mut rng);
    let tried = dream.work().tried;
    assert!(tried > 0);
    // The same draw costs nothing.
    let draws = dream.draw(1, Setting::default(), &mut ChaCha8Rng::seed_from_u64(1));
    assert_eq!(dream.work().tried, tried);
    // Played, it costs the space after it only.
    let before = dream.work().shown;
    let game = format!("{} {}", plies(21), draws[0].text);
    dream.show(&game).unwrap();
    let last = u64::from(draws[0].text.len() == 8);
    assert_eq!(dream.work().shown, before + 1 + last, "{game}");
    dream.forget();
    assert!(dream.work().shown > before + game.len() as u64);
}

#[test]
fn many_draws_are_one_draw_many_times() {
    let mut dream = Dream::new(model(256), Window::WholeMoves);
    dream.show(&plies(9)).unwrap();
    let setting = Setting::new(0.9, Some(3.0)).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let many = dream.draw(200, setting, &mut rng);
    let mut again = ChaCha8Rng::seed_from_u64(5);
    dream.forget();
    let ones: Vec<_> = (0..200)
        .flat_map(|_| dream.draw(1, setting, &mut again))
        .collect();
    assert_eq!(many, ones);
    assert_eq!(rng.next_u64(), again.next_u64());
}

#[test]
fn an_unknown_character_has_its_place_and_changes_nothing() {
    let mut dream = Dream::new(model(256), Window::WholeMoves);
    dream.show(&plies(3)).unwrap();
    let before = bits(&dream);
    let error = dream.show("e2e4 e7e5 e1xe2").unwrap_err();
    assert_eq!((error.character, error.at), ('x', 12));
    assert!(error.to_string().contains("character 13"), "{error}");
    assert_eq!(bits(&dream), before);
}

#[test]
fn whole_moves_leave_room_and_move_on_in_steps() {
    let context = 64;
    let mut dream = Dream::new(model(context), Window::WholeMoves);
    let moves: Vec<&str> = GAME.split(' ').collect();
    let mut starts = Vec::new();
    for count in 0..=moves.len() {
        dream.show(&plies(count)).unwrap();
        let shown = dream.shown();
        let whole = format!("\n{}", plies(count));
        let whole = if count > 0 { whole + " " } else { whole };
        let start = whole.len() - shown.len();
        assert!(whole.ends_with(&shown), "{shown:?}");
        // Seven characters of a draw are looked at after it.
        assert!(shown.len() + 7 <= context, "{shown:?}");
        if whole.len() + 7 <= context {
            assert_eq!(start, 0);
        } else {
            assert_eq!(
                &whole[start - 1..start],
                " ",
                "not a move's start: {shown:?}"
            );
            // A step is an eighth of the context, and a move has five characters.
            assert!(shown.len() + 7 + 8 + 5 > context, "too little: {shown:?}");
        }
        starts.push(start);
    }
    starts.dedup();
    assert!(starts.len() > 10, "{starts:?}");
    let steps = starts[1..].windows(2).map(|pair| pair[1] - pair[0]);
    assert!(
        steps.clone().all(|step| (5..=10).contains(&step)),
        "{starts:?}"
    );
}

#[test]
fn a_window_stays_for_several_plies() {
    let mut dream = Dream::new(model(128), Window::WholeMoves);
    let mut starts: Vec<usize> = (0..=48)
        .map(|count| {
            dream.show(&plies(count)).unwrap();
            plies(count).len() + 2 - dream.shown().len()
        })
        .skip(1)
        .collect();
    starts.dedup();
    // 121 characters too many at the end, in steps of 16 or a move's rest more.
    assert!((6..=9).contains(&starts.len()), "{starts:?}");
}

#[test]
fn a_game_without_spaces_is_cut_where_it_must_be() {
    let mut dream = Dream::new(model(64), Window::WholeMoves);
    let endless = "a1".repeat(200);
    dream.show(&endless).unwrap();
    assert_eq!(dream.shown(), format!("{} ", "a1".repeat(28)));
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    assert_eq!(dream.draw(5, Setting::default(), &mut rng).len(), 5);
}

#[test]
fn the_exact_window_fills_the_context() {
    let mut dream = Dream::new(model(64), Window::Exact);
    dream.show(&plies(48)).unwrap();
    let whole = format!("\n{GAME} ");
    assert_eq!(dream.shown(), whole[whole.len() - 64..]);
}
