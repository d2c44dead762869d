//! The forward pass as a differentiable graph over burn's tensors.

#![allow(
    clippy::cast_possible_truncation,
    reason = "tables and scalars are single precision"
)]

use burn::tensor::{Device, Int, Tensor, TensorData, activation, module};
use ludometer_daydream::Config;

use crate::cpu::add;
use crate::dropout::Dropout;
use crate::parameters::{Layout, Part, Place};

/// What does not change between steps: the rotary table and the causal mask.
#[derive(Debug, Clone)]
pub struct Constants {
    /// `[length, head_dim]`, each cosine twice: interleaved pairs.
    cos: Tensor<2>,
    /// `[length, head_dim]`, likewise.
    sin: Tensor<2>,
    /// `[head_dim, head_dim]`: (x0, x1, …) · this = (-x1, x0, …).
    turn: Tensor<2>,
    /// `[length, length]`: zero where a position may look, -1e30 after it.
    mask: Tensor<2>,
}

impl Constants {
    /// The constants for windows of `length` characters.
    #[must_use]
    pub fn new(config: &Config, length: usize, device: &Device) -> Self {
        let dim = config.width() / config.heads();
        let angle = |position: usize, i: usize| {
            position as f64 * 10_000_f64.powf(-((i / 2 * 2) as f64) / dim as f64)
        };
        let table = |f: fn(f64) -> f64| {
            let values: Vec<f32> = (0..length)
                .flat_map(|p| (0..dim).map(move |i| (p, i)))
                .map(|(p, i)| f(angle(p, i)) as f32)
                .collect();
            Tensor::from_data(TensorData::new(values, [length, dim]), device)
        };
        let mut turn = vec![0.0_f32; dim * dim];
        for i in (0..dim).step_by(2) {
            turn[(i + 1) * dim + i] = -1.0;
            turn[i * dim + i + 1] = 1.0;
        }
        let mask: Vec<f32> = (0..length * length)
            .map(|i| if i % length > i / length { -1e30 } else { 0.0 })
            .collect();
        Self {
            cos: table(f64::cos),
            sin: table(f64::sin),
            turn: Tensor::from_data(TensorData::new(turn, [dim, dim]), device),
            mask: Tensor::from_data(TensorData::new(mask, [length, length]), device),
        }
    }
}

/// A model on a device.
#[derive(Debug)]
pub struct Graph {
    config: Config,
    layout: Layout,
    constants: Constants,
    device: Device,
    window: usize,
}

impl Graph {
    /// A graph over windows of `window` characters.
    #[must_use]
    pub fn new(config: Config, layout: &Layout, window: usize, device: &Device) -> Self {
        let device = device.clone().autodiff();
        Self {
            config,
            layout: layout.clone(),
            constants: Constants::new(&config, window, &device),
            device,
            window,
        }
    }

    fn leaves(&self, parameters: &[f32], device: &Device) -> Vec<Tensor<2>> {
        let leaf = |place: &Place| {
            let data = parameters[place.range()].to_vec();
            Tensor::from_data(TensorData::new(data, [place.rows, place.columns]), device)
        };
        self.layout.places().iter().map(leaf).collect()
    }

    fn tokens(&self, tokens: &[u8]) -> Tensor<2, Int> {
        let data: Vec<i32> = tokens.iter().map(|&t| i32::from(t)).collect();
        let shape = [tokens.len() / self.window, self.window];
        Tensor::from_data(TensorData::new(data, shape), &self.device)
    }

    /// Sum of the cross-entropies of `targets`, in nats.
    #[must_use]
    pub fn loss(&self, parameters: &[f32], inputs: &[u8], targets: &[u8]) -> f64 {
        let leaves = self.leaves(parameters, &self.device);
        number(&self.sum(&leaves, inputs, targets, None))
    }

    /// Sum of the cross-entropies in nats; adds `factor` times its gradient to `gradient`.
    pub fn gradient(
        &self,
        parameters: &[f32],
        inputs: &[u8],
        targets: &[u8],
        factor: f32,
        dropout: Option<&Dropout>,
        gradient: &mut [f32],
    ) -> f64 {
        let leaves = self.leaves(parameters, &self.device);
        let leaves: Vec<Tensor<2>> = leaves.into_iter().map(Tensor::require_grad).collect();
        let sum = self.sum(&leaves, inputs, targets, dropout);
        let mut all = sum.clone().mul_scalar(factor).backward();
        for (place, leaf) in self.layout.places().iter().zip(&leaves) {
            let slope = leaf.grad_remove(&mut all).expect("every parameter is used");
            add(&mut gradient[place.range()], &numbers(slope));
        }
        number(&sum)
    }

    fn sum(
        &self,
        leaves: &[Tensor<2>],
        inputs: &[u8],
        targets: &[u8],
        dropout: Option<&Dropout>,
    ) -> Tensor<1> {
        let matrix = |part: Part| leaves[self.layout.index(part)].clone();
        let vector = |part: Part| {
            let row = matrix(part);
            let width = row.dims()[1];
            row.reshape([width])
        };
        let dropped = |site: usize, x: Tensor<2>| match dropout {
            None => x,
            Some(dropout) => {
                let [rows, width] = x.dims();
                let mask: Vec<f32> = dropout.factors(site, rows * width).collect();
                x * Tensor::from_data(TensorData::new(mask, [rows, width]), &self.device)
            }
        };
        let (width, heads) = (self.config.width(), self.config.heads());
        let (batch, length, dim) = (inputs.len() / self.window, self.window, width / heads);
        let rows = batch * length;
        let embedding = matrix(Part::Embedding);
        let x = module::embedding(embedding.clone(), self.tokens(inputs));
        let mut x: Tensor<2> = dropped(0, x.reshape([rows, width]));
        for i in 0..self.config.layers() {
            let normed = rms_norm(x.clone(), vector(Part::AttentionNorm(i)));
            let qkv = normed.matmul(matrix(Part::QueryKeyValue(i)).transpose());
            let qkv = qkv
                .reshape([batch, length, 3, heads, dim])
                .permute([2, 0, 3, 1, 4]);
            let part = |which: usize| -> Tensor<4> {
                let part = qkv.clone().slice(which..=which);
                part.reshape([batch, heads, length, dim])
            };
            let query = rotate(part(0), &self.constants);
            let key = rotate(part(1), &self.constants);
            let scores = query
                .matmul(key.swap_dims(2, 3))
                .div_scalar((dim as f32).sqrt());
            let scores = scores + self.constants.mask.clone().unsqueeze();
            let mixed = activation::softmax(scores, 3).matmul(part(2));
            let mixed = mixed.swap_dims(1, 2).reshape([rows, width]);
            let out = mixed.matmul(matrix(Part::AttentionOut(i)).transpose());
            x = x + dropped(2 * i + 1, out);
            let normed = rms_norm(x.clone(), vector(Part::MlpNorm(i)));
            let up = normed.matmul(matrix(Part::MlpUp(i)).transpose());
            let out = activation::gelu(up).matmul(matrix(Part::MlpDown(i)).transpose());
            x = x + dropped(2 * i + 2, out);
        }
        let logits = rms_norm(x, vector(Part::Norm)).matmul(embedding.transpose());
        let targets = self.tokens(targets).reshape([rows, 1]);
        activation::log_softmax(logits, 1)
            .gather(1, targets)
            .sum()
            .neg()
    }
}

fn rms_norm(x: Tensor<2>, weight: Tensor<1>) -> Tensor<2> {
    let scale = (x.clone().square().mean_dim(1) + 1e-5).sqrt().recip();
    x * scale * weight.unsqueeze()
}

fn rotate(x: Tensor<4>, constants: &Constants) -> Tensor<4> {
    let turned = x.clone().matmul(constants.turn.clone().unsqueeze());
    x * constants.cos.clone().unsqueeze() + turned * constants.sin.clone().unsqueeze()
}

fn numbers<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    let data = tensor.into_data().convert::<f32>();
    data.try_to_vec().expect("converted to single precision")
}

fn number(tensor: &Tensor<1>) -> f64 {
    f64::from(numbers(tensor.clone())[0])
}
