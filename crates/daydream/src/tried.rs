//! Characters that were tried after the prompt, as a tree: what one draw computed, the
//! next one that says the same need not.

use crate::kernel::attention::Heads;

/// Where in the tree: `None` is the prompt.
pub(crate) type Spot = Option<u32>;

/// The tree. Its nodes have keys, values and logits; a character that ends a draw has
/// no node.
#[derive(Debug)]
pub(crate) struct Tried {
    nodes: Vec<Node>,
    /// The prompt's first child.
    first: Spot,
    /// By layer, rows of `heads.all()`.
    pub(crate) keys: Vec<Vec<f32>>,
    pub(crate) values: Vec<Vec<f32>>,
    /// Rows of the vocabulary's length.
    logits: Vec<f32>,
    vocabulary: usize,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    token: u8,
    parent: Spot,
    /// Its first child.
    first: Spot,
    /// Its parent's next child.
    next: Spot,
}

impl Tried {
    pub(crate) fn new(layers: usize, vocabulary: usize) -> Self {
        Self {
            nodes: Vec::new(),
            first: None,
            keys: vec![Vec::new(); layers],
            values: vec![Vec::new(); layers],
            logits: Vec::new(),
            vocabulary,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.first = None;
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    fn node(&self, spot: u32) -> &Node {
        &self.nodes[spot as usize]
    }

    /// The child with a token.
    pub(crate) fn child(&self, parent: Spot, token: u8) -> Spot {
        let mut child = parent.map_or(self.first, |parent| self.node(parent).first);
        while let Some(spot) = child {
            let node = self.node(spot);
            if node.token == token {
                break;
            }
            child = node.next;
        }
        child
    }

    /// A new child, which still needs its keys, values and logits.
    pub(crate) fn add(&mut self, parent: Spot, token: u8, heads: Heads) -> u32 {
        let spot = u32::try_from(self.nodes.len()).expect("the tree is kept small");
        let first = match parent {
            None => &mut self.first,
            Some(parent) => &mut self.nodes[parent as usize].first,
        };
        let next = first.replace(spot);
        self.nodes.push(Node {
            token,
            parent,
            first: None,
            next,
        });
        let room = self.nodes.len() * heads.all();
        for numbers in self.keys.iter_mut().chain(&mut self.values) {
            if numbers.len() < room {
                numbers.resize(room, 0.0);
            }
        }
        let room = self.nodes.len() * self.vocabulary;
        if self.logits.len() < room {
            self.logits.resize(room, 0.0);
        }
        spot
    }

    /// A node's tokens since the prompt, itself the last.
    pub(crate) fn path(&self, spot: u32) -> Vec<u8> {
        let spots = self.ancestors(spot);
        spots.iter().map(|&spot| self.nodes[spot].token).collect()
    }

    /// A node's ancestors, itself the last.
    pub(crate) fn ancestors(&self, spot: u32) -> Vec<usize> {
        let mut spots = Vec::with_capacity(8);
        let mut next = Some(spot);
        while let Some(spot) = next {
            spots.push(spot as usize);
            next = self.node(spot).parent;
        }
        spots.reverse();
        spots
    }

    pub(crate) fn token(&self, spot: u32) -> u8 {
        self.node(spot).token
    }

    pub(crate) fn logits(&self, spot: u32) -> &[f32] {
        &self.logits[spot as usize * self.vocabulary..][..self.vocabulary]
    }

    pub(crate) fn set_logits(&mut self, spot: u32, logits: &[f32]) {
        let to = &mut self.logits[spot as usize * self.vocabulary..][..self.vocabulary];
        to.copy_from_slice(logits);
    }
}
