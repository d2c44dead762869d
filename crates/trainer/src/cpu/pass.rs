//! One micro-batch forward and backward.

use ludometer_daydream::Config;

use super::attention::Attention;
use super::kernels::{add, cross_entropy, gelu, rms_norm, rms_norm_backward, scale_by};
use super::matmul::{Matrix, MatrixMut, multiply};
use crate::dropout::Dropout;
use crate::parameters::{Layout, Part};

/// What a norm leaves for its backward pass.
#[derive(Debug, Clone)]
struct Normed {
    /// `[rows, width]`: the input over its root mean square.
    unit: Vec<f32>,
    /// `[rows, width]`: the output.
    out: Vec<f32>,
    /// `[rows]`.
    scale: Vec<f32>,
}

impl Normed {
    fn new(rows: usize, width: usize) -> Self {
        Self {
            unit: vec![0.0; rows * width],
            out: vec![0.0; rows * width],
            scale: vec![0.0; rows],
        }
    }

    fn forward(&mut self, x: &[f32], weight: &[f32]) {
        rms_norm(x, weight, &mut self.unit, &mut self.out, &mut self.scale);
    }
}

/// What a block leaves for its backward pass.
#[derive(Debug, Clone)]
struct Block {
    before_attention: Normed,
    /// `[rows, 3 * width]`, queries and keys rotated.
    qkv: Vec<f32>,
    /// `[batch, heads, length, length]`.
    weights: Vec<f32>,
    /// `[rows, width]`.
    mixed: Vec<f32>,
    before_mlp: Normed,
    /// `[rows, 4 * width]`: GELU's derivative at its input.
    slope: Vec<f32>,
    /// `[rows, 4 * width]`: GELU's output.
    activated: Vec<f32>,
}

/// Buffers for micro-batches of `batch` windows of `length` characters.
#[derive(Debug, Clone)]
pub struct Pass {
    config: Config,
    layout: Layout,
    attention: Attention,
    blocks: Vec<Block>,
    last: Normed,
    /// `[rows, width]`: the residual stream, then its gradient.
    stream: Vec<f32>,
    /// `[rows, vocabulary]`.
    logits: Vec<f32>,
    /// `[rows, width]`, scratch.
    narrow: Vec<f32>,
    /// `[rows, 4 * width]`, scratch.
    wide: Vec<f32>,
    square: Vec<f32>,
}

impl Pass {
    /// Buffers for a model of `config` whose parameters lie as `layout` says.
    #[must_use]
    pub fn new(config: &Config, layout: &Layout, batch: usize, length: usize) -> Self {
        let (rows, width) = (batch * length, config.width());
        let attention = Attention::new(batch, length, config.heads(), width / config.heads());
        let block = Block {
            before_attention: Normed::new(rows, width),
            qkv: vec![0.0; rows * 3 * width],
            weights: vec![0.0; attention.weights_len()],
            mixed: vec![0.0; rows * width],
            before_mlp: Normed::new(rows, width),
            slope: vec![0.0; rows * 4 * width],
            activated: vec![0.0; rows * 4 * width],
        };
        Self {
            config: *config,
            layout: layout.clone(),
            attention,
            blocks: vec![block; config.layers()],
            last: Normed::new(rows, width),
            stream: vec![0.0; rows * width],
            logits: vec![0.0; rows * layout.vocabulary()],
            narrow: vec![0.0; rows * width],
            wide: vec![0.0; rows * 4 * width],
            square: Vec::new(),
        }
    }

    /// Characters in a micro-batch.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.attention.batch * self.attention.length
    }

    fn linear(&self, parameters: &[f32], part: Part, input: &[f32], to: &mut [f32], keep: f32) {
        let place = self.layout.place(part);
        let weight = Matrix::dense(&parameters[place.range()], place.rows, place.columns);
        multiply(
            MatrixMut::dense(to, self.rows(), place.rows),
            keep,
            1.0,
            Matrix::dense(input, self.rows(), place.columns),
            weight.transposed(),
        );
    }

    /// From the gradient of a linear map's output to those of its input and weight.
    fn linear_backward(
        &self,
        parameters: &[f32],
        part: Part,
        input: &[f32],
        dout: &[f32],
        dinput: &mut [f32],
        gradient: &mut [f32],
    ) {
        let place = self.layout.place(part);
        let rows = self.rows();
        let dout = Matrix::dense(dout, rows, place.rows);
        multiply(
            MatrixMut::dense(&mut gradient[place.range()], place.rows, place.columns),
            1.0,
            1.0,
            dout.transposed(),
            Matrix::dense(input, rows, place.columns),
        );
        multiply(
            MatrixMut::dense(dinput, rows, place.columns),
            0.0,
            1.0,
            dout,
            Matrix::dense(&parameters[place.range()], place.rows, place.columns),
        );
    }

    /// Fills the logits for `inputs`, `[batch, length]` tokens.
    fn forward(&mut self, parameters: &[f32], inputs: &[u8], dropout: Option<&Dropout>) {
        let width = self.config.width();
        let of = |part| &parameters[self.layout.place(part).range()];
        let embedding = of(Part::Embedding);
        let mut stream = std::mem::take(&mut self.stream);
        let mut narrow = std::mem::take(&mut self.narrow);
        for (row, &token) in stream.chunks_exact_mut(width).zip(inputs) {
            row.copy_from_slice(&embedding[usize::from(token) * width..][..width]);
        }
        if let Some(dropout) = dropout {
            dropout.apply(0, &mut stream);
        }
        let mut blocks = std::mem::take(&mut self.blocks);
        for (i, block) in blocks.iter_mut().enumerate() {
            block
                .before_attention
                .forward(&stream, of(Part::AttentionNorm(i)));
            let normed = &block.before_attention.out;
            self.linear(
                parameters,
                Part::QueryKeyValue(i),
                normed,
                &mut block.qkv,
                0.0,
            );
            self.attention.rotate(&mut block.qkv, 1.0);
            self.attention
                .forward(&block.qkv, &mut block.weights, &mut block.mixed);
            self.branch(
                parameters,
                Part::AttentionOut(i),
                &block.mixed,
                &mut stream,
                &mut narrow,
                dropout.map(|d| (d, 2 * i + 1)),
            );
            block.before_mlp.forward(&stream, of(Part::MlpNorm(i)));
            self.linear(
                parameters,
                Part::MlpUp(i),
                &block.before_mlp.out,
                &mut block.slope,
                0.0,
            );
            gelu(&mut block.slope, &mut block.activated);
            self.branch(
                parameters,
                Part::MlpDown(i),
                &block.activated,
                &mut stream,
                &mut narrow,
                dropout.map(|d| (d, 2 * i + 2)),
            );
        }
        self.blocks = blocks;
        self.last.forward(&stream, of(Part::Norm));
        let mut logits = std::mem::take(&mut self.logits);
        self.linear(
            parameters,
            Part::Embedding,
            &self.last.out,
            &mut logits,
            0.0,
        );
        self.logits = logits;
        self.stream = stream;
        self.narrow = narrow;
    }

    /// Adds a branch's output to the residual stream.
    fn branch(
        &self,
        parameters: &[f32],
        part: Part,
        input: &[f32],
        stream: &mut [f32],
        narrow: &mut [f32],
        dropout: Option<(&Dropout, usize)>,
    ) {
        if let Some((dropout, site)) = dropout {
            self.linear(parameters, part, input, narrow, 0.0);
            dropout.apply(site, narrow);
            add(stream, narrow);
        } else {
            self.linear(parameters, part, input, stream, 1.0);
        }
    }

    /// Sum of the cross-entropies of `targets`, in nats.
    pub fn loss(&mut self, parameters: &[f32], inputs: &[u8], targets: &[u8]) -> f64 {
        assert_eq!(
            (inputs.len(), targets.len()),
            (self.rows(), self.rows()),
            "a full micro-batch"
        );
        self.forward(parameters, inputs, None);
        cross_entropy(&mut self.logits, targets, 0.0)
    }

    /// Sum of the cross-entropies in nats; adds `factor` times its gradient to `gradient`.
    pub fn gradient(
        &mut self,
        parameters: &[f32],
        inputs: &[u8],
        targets: &[u8],
        factor: f32,
        dropout: Option<&Dropout>,
        gradient: &mut [f32],
    ) -> f64 {
        assert_eq!(
            (inputs.len(), targets.len()),
            (self.rows(), self.rows()),
            "a full micro-batch"
        );
        self.forward(parameters, inputs, dropout);
        let loss = cross_entropy(&mut self.logits, targets, factor);
        self.backward(parameters, inputs, dropout, gradient);
        loss
    }

    fn backward(
        &mut self,
        parameters: &[f32],
        inputs: &[u8],
        dropout: Option<&Dropout>,
        gradient: &mut [f32],
    ) {
        let width = self.config.width();
        let layout = self.layout.clone();
        let of = |part| &parameters[layout.place(part).range()];
        let mut dstream = std::mem::take(&mut self.stream);
        let mut narrow = std::mem::take(&mut self.narrow);
        let mut wide = std::mem::take(&mut self.wide);
        let mut square = std::mem::take(&mut self.square);
        self.linear_backward(
            parameters,
            Part::Embedding,
            &self.last.out,
            &self.logits,
            &mut narrow,
            gradient,
        );
        dstream.fill(0.0);
        let norm_backward =
            |part, normed: &Normed, dout: &mut [f32], dx: &mut [f32], gradient: &mut [f32]| {
                let dweight = &mut gradient[layout.place(part).range()];
                rms_norm_backward(dout, of(part), &normed.unit, &normed.scale, dx, dweight);
            };
        norm_backward(Part::Norm, &self.last, &mut narrow, &mut dstream, gradient);
        let mut dbranch = if dropout.is_some() {
            dstream.clone()
        } else {
            Vec::new()
        };
        for (i, block) in self.blocks.iter().enumerate().rev() {
            let dout = dropped(&dstream, &mut dbranch, dropout.map(|d| (d, 2 * i + 2)));
            self.linear_backward(
                parameters,
                Part::MlpDown(i),
                &block.activated,
                dout,
                &mut wide,
                gradient,
            );
            scale_by(&mut wide, &block.slope);
            self.linear_backward(
                parameters,
                Part::MlpUp(i),
                &block.before_mlp.out,
                &wide,
                &mut narrow,
                gradient,
            );
            norm_backward(
                Part::MlpNorm(i),
                &block.before_mlp,
                &mut narrow,
                &mut dstream,
                gradient,
            );
            let dout = dropped(&dstream, &mut dbranch, dropout.map(|d| (d, 2 * i + 1)));
            self.linear_backward(
                parameters,
                Part::AttentionOut(i),
                &block.mixed,
                dout,
                &mut narrow,
                gradient,
            );
            let dqkv = &mut wide[..block.qkv.len()];
            self.attention
                .backward(&block.qkv, &block.weights, &narrow, dqkv, &mut square);
            self.attention.rotate(dqkv, -1.0);
            self.linear_backward(
                parameters,
                Part::QueryKeyValue(i),
                &block.before_attention.out,
                dqkv,
                &mut narrow,
                gradient,
            );
            norm_backward(
                Part::AttentionNorm(i),
                &block.before_attention,
                &mut narrow,
                &mut dstream,
                gradient,
            );
        }
        if let Some(dropout) = dropout {
            dropout.apply(0, &mut dstream);
        }
        let dembedding = &mut gradient[layout.place(Part::Embedding).range()];
        for (row, &token) in dstream.chunks_exact(width).zip(inputs) {
            add(&mut dembedding[usize::from(token) * width..][..width], row);
        }
        self.stream = dstream;
        self.narrow = narrow;
        self.wide = wide;
        self.square = square;
    }
}

/// The gradient as it comes through a branch's dropout.
fn dropped<'a>(
    dstream: &'a [f32],
    buffer: &'a mut [f32],
    dropout: Option<(&Dropout, usize)>,
) -> &'a [f32] {
    let Some((dropout, site)) = dropout else {
        return dstream;
    };
    buffer.copy_from_slice(dstream);
    dropout.apply(site, buffer);
    buffer
}
