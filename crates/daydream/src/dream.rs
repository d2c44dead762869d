//! A game as the model sees it, and draws of what might come next.

use std::sync::Arc;

use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::forward::{CHUNK, Place, Scratch};
use crate::kernel::attention::Seen;
use crate::model::Model;
use crate::tried::{Spot, Tried};
use crate::window::{LONGEST_DRAW, Window};
use crate::{Setting, UnknownCharacter};

/// Draws that are computed together.
const BATCH: usize = 64;

/// Tried characters that are kept, of which each takes some 10 kB.
const KEPT: usize = 2048;

/// One drawn text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Draw {
    /// What was drawn, without the character that ended it. It may be empty.
    pub text: String,
    /// What ended it.
    pub end: DrawEnd,
}

/// What ended a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DrawEnd {
    /// A space: a move is complete.
    Space,
    /// A newline: the model holds that the game ends here.
    Newline,
    /// [`LONGEST_DRAW`] characters were drawn.
    Length,
}

/// What a dream had to compute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Work {
    /// Characters of games.
    pub shown: u64,
    /// Characters that were tried after a game.
    pub tried: u64,
    /// Characters that were drawn, ends of draws included.
    pub drawn: u64,
}

/// A model at a point of a game. What it computed is kept, so that a longer game, another
/// end of the same game or another draw costs only what is new; what it gives depends on
/// the game, the setting and the random numbers alone.
#[derive(Debug)]
pub struct Dream {
    model: Arc<Model>,
    window: Window,
    scratch: Scratch,
    /// The game, and what of it the model sees.
    prompt: Vec<u8>,
    start: usize,
    /// Tokens whose keys and values are in `seen`.
    cached: Vec<u8>,
    seen: Vec<Seen>,
    /// After the cached tokens.
    logits: Vec<f32>,
    tried: Tried,
    /// For windows that are computed anew.
    anew: Option<Vec<Seen>>,
    work: Work,
}

impl Dream {
    /// A dream before the first move.
    #[must_use]
    pub fn new(model: Arc<Model>, window: Window) -> Self {
        let mut dream = Self {
            window,
            scratch: Scratch::new(&model),
            prompt: Vec::new(),
            start: 0,
            cached: Vec::new(),
            seen: seen(&model),
            logits: vec![0.0; model.vocabulary.len()],
            tried: Tried::new(model.config.layers(), model.vocabulary.len()),
            anew: None,
            work: Work::default(),
            model,
        };
        dream.prompt(vec![dream.model.vocabulary.newline()]);
        dream
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// What was computed so far.
    #[must_use]
    pub fn work(&self) -> Work {
        self.work
    }

    /// What the model is shown: a newline, or in a game that outgrew the context the first
    /// character of the window, to the space before the next move.
    #[must_use]
    pub fn shown(&self) -> String {
        let tokens = &self.prompt[self.start..];
        let text = self.model.vocabulary.decode(tokens);
        // The prompt was encoded by this vocabulary.
        text.unwrap_or_default()
    }

    /// The model's logits for the next character, by token.
    #[must_use]
    pub fn logits(&self) -> &[f32] {
        &self.logits
    }

    /// Shows the model a game: its moves, joined by spaces; empty before the first.
    pub fn show(&mut self, moves: &str) -> Result<(), UnknownCharacter> {
        let vocabulary = &self.model.vocabulary;
        let mut prompt = vec![vocabulary.newline()];
        prompt.extend(vocabulary.encode(moves)?);
        if !moves.is_empty() {
            prompt.push(vocabulary.space());
        }
        self.prompt(prompt);
        Ok(())
    }

    /// Forgets everything computed, which changes nothing but the time of what follows.
    pub fn forget(&mut self) {
        self.forget_tried();
        self.cached.clear();
        let prompt = std::mem::take(&mut self.prompt);
        self.prompt(prompt);
    }

    /// Forgets what was tried after the game.
    pub fn forget_tried(&mut self) {
        self.tried.clear();
    }

    fn prompt(&mut self, prompt: Vec<u8>) {
        let space = self.model.vocabulary.space();
        let context = self.model.config.context();
        self.start = self.window.start(&prompt, space, context);
        self.prompt = prompt;
        let shown = self.prompt[self.start..].to_vec();
        let common = self.cached.iter().zip(&shown);
        let mut common = common.take_while(|(a, b)| a == b).count();
        if common == self.cached.len() && common > 0 {
            let adopted = self.adopt(&shown[common..]);
            common += adopted;
            if common == shown.len() {
                if adopted > 0 {
                    self.tried.clear();
                }
                return;
            }
        }
        self.tried.clear();
        // Of the characters in the cache only the last one's logits are kept.
        common = common.min(shown.len() - 1);
        self.cached.truncate(common);
        self.extend(&shown[common..]);
    }

    /// Moves tried characters that the game then had into the shared sequence. Gives how
    /// many there were.
    fn adopt(&mut self, tokens: &[u8]) -> usize {
        let heads = self.model.shape.heads;
        let all = heads.all();
        let mut spot = None;
        let mut adopted = 0;
        for &token in tokens {
            let Some(child) = self.tried.child(spot, token) else {
                break;
            };
            let from = child as usize * all;
            for (layer, seen) in self.seen.iter_mut().enumerate() {
                let key = &self.tried.keys[layer][from..][..all];
                let value = &self.tried.values[layer][from..][..all];
                seen.put(heads, self.cached.len(), key, value);
            }
            self.cached.push(token);
            spot = Some(child);
            adopted += 1;
        }
        if let Some(spot) = spot {
            self.logits.copy_from_slice(self.tried.logits(spot));
        }
        adopted
    }

    /// Computes more of the game.
    fn extend(&mut self, tokens: &[u8]) {
        self.work.shown += tokens.len() as u64;
        let first = self.cached.len();
        let logits = self
            .model
            .run(&mut self.scratch, &mut self.seen, first, tokens);
        self.logits.copy_from_slice(logits);
        self.cached.extend_from_slice(tokens);
    }

    /// Draws `n` texts. Each takes [`LONGEST_DRAW`] numbers of the generator, one a
    /// character, whether it needs them or not, so that `n` draws are the same as one draw
    /// `n` times.
    pub fn draw(&mut self, n: usize, setting: Setting, rng: &mut (impl Rng + ?Sized)) -> Vec<Draw> {
        let mut draws = Vec::with_capacity(n.min(BATCH));
        while draws.len() < n {
            let count = BATCH.min(n - draws.len());
            draws.extend(self.batch(count, setting, rng));
        }
        draws
    }

    fn batch(
        &mut self,
        count: usize,
        setting: Setting,
        rng: &mut (impl Rng + ?Sized),
    ) -> Vec<Draw> {
        if self.tried.len() + count * (LONGEST_DRAW - 1) > KEPT {
            self.tried.clear();
        }
        let mut under_way: Vec<UnderWay> = (0..count).map(|_| UnderWay::new(rng)).collect();
        let mut weights = Vec::new();
        for depth in 0..LONGEST_DRAW {
            let mut fresh = Vec::new();
            for draw in under_way.iter_mut().filter(|draw| draw.end.is_none()) {
                let logits = match draw.spot {
                    None => &self.logits,
                    Some(spot) => self.tried.logits(spot),
                };
                let total = setting.weigh(logits, &mut weights);
                let token = pick(&weights, draw.uniform[depth] * total);
                self.work.drawn += 1;
                draw.take(&self.model, token);
                if draw.end.is_none() {
                    draw.spot = self.tried.child(draw.spot, token).or_else(|| {
                        let heads = self.model.shape.heads;
                        let spot = self.tried.add(draw.spot, token, heads);
                        fresh.push(spot);
                        Some(spot)
                    });
                }
            }
            self.try_out(&fresh);
        }
        let ended = |draw: UnderWay| Draw {
            text: draw.text,
            end: draw.end.expect("the longest draw ends by its length"),
        };
        under_way.into_iter().map(ended).collect()
    }

    /// Computes what tried characters lead to.
    fn try_out(&mut self, fresh: &[u32]) {
        self.work.tried += fresh.len() as u64;
        let (vocabulary, stride) = (self.logits.len(), self.model.shape.logits);
        let shared = self.cached.len();
        for fresh in fresh.chunks(CHUNK) {
            let ancestors: Vec<Vec<usize>> = fresh
                .iter()
                .map(|&spot| self.tried.ancestors(spot))
                .collect();
            if shared + ancestors[0].len() > self.model.config.context() {
                for &spot in fresh {
                    self.slide(spot);
                }
                continue;
            }
            let tokens: Vec<u8> = fresh.iter().map(|&spot| self.tried.token(spot)).collect();
            let place = Place::Tried {
                seen: &self.seen,
                shared,
                keys: &mut self.tried.keys,
                values: &mut self.tried.values,
                ancestors: &ancestors,
            };
            self.model.pass(&mut self.scratch, &tokens, place);
            for (r, &spot) in fresh.iter().enumerate() {
                let logits = &self.scratch.logits[r * stride..][..vocabulary];
                self.tried.set_logits(spot, logits);
            }
        }
    }

    /// The same for a character that does not fit into the context: the window slides.
    fn slide(&mut self, spot: u32) {
        let mut tokens = self.cached.clone();
        tokens.extend(self.tried.path(spot));
        tokens.drain(..tokens.len() - self.model.config.context());
        let anew = self.anew.get_or_insert_with(|| seen(&self.model));
        let logits = self.model.run(&mut self.scratch, anew, 0, &tokens);
        self.tried.set_logits(spot, logits);
    }
}

/// Room for a context's keys and values.
fn seen(model: &Model) -> Vec<Seen> {
    let layers = 0..model.config.layers();
    layers.map(|_| Seen::new(model.shape.heads)).collect()
}

/// A draw that has not ended.
struct UnderWay {
    uniform: [f64; LONGEST_DRAW],
    spot: Spot,
    text: String,
    length: usize,
    end: Option<DrawEnd>,
}

impl UnderWay {
    fn new(rng: &mut (impl Rng + ?Sized)) -> Self {
        Self {
            // The 53 high bits, as a number from 0 up to 1.
            uniform: std::array::from_fn(|_| (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64),
            spot: None,
            text: String::new(),
            length: 0,
            end: None,
        }
    }

    fn take(&mut self, model: &Model, token: u8) {
        let vocabulary = &model.vocabulary;
        if token == vocabulary.space() {
            self.end = Some(DrawEnd::Space);
        } else if token == vocabulary.newline() {
            self.end = Some(DrawEnd::Newline);
        } else {
            let character = vocabulary.character(token);
            self.text.push(character.expect("one of the logits"));
            self.length += 1;
            if self.length == LONGEST_DRAW {
                self.end = Some(DrawEnd::Length);
            }
        }
    }
}

/// The first token at which the sum of weights exceeds `at`.
fn pick(weights: &[f64], at: f64) -> u8 {
    let mut sum = 0.0;
    let mut picked = 0;
    for (token, &weight) in weights.iter().enumerate() {
        if weight > 0.0 {
            picked = token;
            sum += weight;
            if sum > at {
                break;
            }
        }
    }
    u8::try_from(picked).expect("a vocabulary has at most 256 characters")
}
