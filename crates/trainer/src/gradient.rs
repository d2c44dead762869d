//! Who computes a batch's gradient.

#[cfg(feature = "burn")]
use burn::tensor::Device;
use ludometer_daydream::Config;

use crate::batches::Batch;
use crate::cpu::{self, Pass};
use crate::dropout::Dropout;
#[cfg(feature = "burn")]
use crate::graph;
use crate::parameters::Layout;
use crate::recipe::Recipe;

/// Where the arithmetic happens.
#[derive(Debug, Clone)]
pub enum Processor {
    /// Threads of this machine's CPU, each with a replica.
    Cpu,
    /// A burn device.
    #[cfg(feature = "burn")]
    Burn(Box<Device>),
}

#[cfg(feature = "burn")]
impl Processor {
    /// burn's portable CPU backend.
    #[must_use]
    pub fn flex() -> Self {
        Self::Burn(Box::new(Device::flex()))
    }

    /// The first NVIDIA GPU.
    #[cfg(feature = "cuda")]
    #[must_use]
    pub fn cuda() -> Self {
        Self::Burn(Box::new(Device::cuda(0)))
    }

    /// The first GPU over Vulkan, Metal or DirectX.
    #[cfg(feature = "wgpu")]
    #[must_use]
    pub fn wgpu() -> Self {
        Self::Burn(Box::new(Device::wgpu(
            burn::tensor::DeviceKind::DefaultDevice,
        )))
    }
}

/// A loss and its gradient.
#[derive(Debug, Clone, PartialEq)]
pub struct Slope {
    /// Mean cross-entropy in nats a character.
    pub loss: f64,
    /// Of the mean, with respect to each parameter.
    pub gradient: Vec<f32>,
}

/// Computes losses and gradients for one model and recipe.
#[derive(Debug)]
pub struct Engine {
    config: Config,
    layout: Layout,
    window: usize,
    micro_batch: usize,
    dropout: f32,
    work: Work,
}

#[derive(Debug)]
enum Work {
    Cpu(Vec<Pass>),
    #[cfg(feature = "burn")]
    Burn(Box<graph::Graph>),
}

impl Engine {
    /// An engine for a model of `config` with `vocabulary` characters.
    #[must_use]
    pub fn new(config: Config, vocabulary: usize, recipe: &Recipe, processor: &Processor) -> Self {
        let layout = Layout::new(&config, vocabulary);
        let work = match processor {
            Processor::Cpu => {
                let pass = Pass::new(&config, &layout, recipe.micro_batch, recipe.window);
                Work::Cpu(vec![pass; recipe.replicas])
            }
            #[cfg(feature = "burn")]
            Processor::Burn(device) => Work::Burn(Box::new(graph::Graph::new(
                config,
                &layout,
                recipe.window,
                device,
            ))),
        };
        Self {
            config,
            layout,
            window: recipe.window,
            micro_batch: recipe.micro_batch,
            dropout: recipe.dropout,
            work,
        }
    }

    /// Where the parameters lie.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The model's shape.
    #[must_use]
    pub fn config(&self) -> Config {
        self.config
    }

    /// Loss and gradient of a batch; `seed` decides the dropout masks.
    pub fn slope(&mut self, parameters: &[f32], batch: &Batch, seed: u64) -> Slope {
        let rows = self.micro_batch * self.window;
        #[allow(
            clippy::cast_possible_truncation,
            reason = "single precision throughout"
        )]
        let factor = (1.0 / batch.inputs.len() as f64) as f32;
        let micro = |i: usize| {
            let range = i * rows..((i + 1) * rows).min(batch.inputs.len());
            let dropout = Dropout::new(
                self.dropout,
                seed.wrapping_mul(0x1_0001).wrapping_add(i as u64),
            );
            (&batch.inputs[range.clone()], &batch.targets[range], dropout)
        };
        let count = batch.inputs.len().div_ceil(rows);
        let (loss, gradient) = match &mut self.work {
            #[cfg(feature = "burn")]
            Work::Burn(graph) => {
                let mut sum = (0.0, vec![0.0; self.layout.len()]);
                for i in 0..count {
                    let (inputs, targets, dropout) = micro(i);
                    sum.0 += graph.gradient(
                        parameters,
                        inputs,
                        targets,
                        factor,
                        dropout.as_ref(),
                        &mut sum.1,
                    );
                }
                sum
            }
            Work::Cpu(passes) => {
                let replicas = passes.len();
                let len = self.layout.len();
                let sums: Vec<(f64, Vec<f32>)> = std::thread::scope(|scope| {
                    let work = |(replica, pass): (usize, &'_ mut Pass)| {
                        let mut sum = (0.0, vec![0.0; len]);
                        for i in (replica..count).step_by(replicas) {
                            let (inputs, targets, dropout) = micro(i);
                            sum.0 += pass.gradient(
                                parameters,
                                inputs,
                                targets,
                                factor,
                                dropout.as_ref(),
                                &mut sum.1,
                            );
                        }
                        sum
                    };
                    let handles: Vec<_> = passes
                        .iter_mut()
                        .enumerate()
                        .map(|entry| scope.spawn(move || work(entry)))
                        .collect();
                    handles
                        .into_iter()
                        .map(|h| h.join().expect("a replica's arithmetic does not fail"))
                        .collect()
                });
                let mut sums = sums.into_iter();
                let mut sum = sums.next().expect("at least one replica");
                for (loss, gradient) in sums {
                    sum.0 += loss;
                    cpu::add(&mut sum.1, &gradient);
                }
                sum
            }
        };
        Slope {
            loss: loss / batch.inputs.len() as f64,
            gradient,
        }
    }

    /// Mean cross-entropy of windows, in nats a character.
    pub fn loss(&mut self, parameters: &[f32], windows: &[Batch]) -> f64 {
        let mut characters = 0;
        let mut sum = 0.0;
        for group in windows.chunks(self.micro_batch) {
            let mut all = Batch::default();
            for window in group {
                all.inputs.extend_from_slice(&window.inputs);
                all.targets.extend_from_slice(&window.targets);
            }
            characters += all.inputs.len();
            sum += match &mut self.work {
                #[cfg(feature = "burn")]
                Work::Burn(graph) => graph.loss(parameters, &all.inputs, &all.targets),
                Work::Cpu(passes) => passes[0].loss(parameters, &all.inputs, &all.targets),
            };
        }
        sum / characters as f64
    }
}
