//! Order of sampled things: rows, and the layers of stacks.

use crate::sight::{knows_layer, things};
use tavola_core::code::{Layout, OrderKind};
use tavola_core::vm::State;
use tavola_core::vm::layers::{self, StackLayer};

use super::Dealer;

/// Order of the things in a place.
pub(super) enum Lying {
    /// No order.
    Heap,
    /// A row.
    Row,
    /// A stack of layers.
    Layers(Vec<StackLayer>),
}

impl Lying {
    /// The order of a place before it is sampled.
    pub(super) fn of(layout: &Layout, state: &State, cell: u32) -> Self {
        match layers::order_kind(layout, cell) {
            None => Self::Heap,
            Some(OrderKind::Row) => Self::Row,
            Some(_) => Self::Layers(layers::of(layout, state.words(), cell).unwrap_or_default()),
        }
    }
}

impl Dealer<'_> {
    /// Pieces of a place whose layer the viewer knows. They keep their position.
    pub(super) fn known(&self, placed: &Lying) -> Vec<u32> {
        let Lying::Layers(layers) = placed else { return Vec::new() };
        let known = layers.iter().filter(|layer| knows_layer(self.eye.lowered, layer, Some(self.viewer)));
        known.flat_map(|layer| layer.things.iter().copied()).collect()
    }

    /// Puts the sampled things of a place in order. Rows get a random order. Known layers stay, and the rest fills the others.
    pub(super) fn deal_again(&mut self, state: &mut State, cell: u32, placed: &Lying) {
        if let Lying::Heap = placed {
            return;
        }
        let layout = &self.eye.lowered.program.layout;
        let lying = things(layout, state, cell).into_iter();
        let mut dealt: Vec<u32> = lying.flat_map(|(piece, count)| (0..count).map(move |_| piece)).collect();
        for piece in self.known(placed) {
            if let Some(at) = dealt.iter().position(|&other| other == piece) {
                dealt.remove(at);
            }
        }
        let (lowered, viewer) = (self.eye.lowered, self.viewer);
        let mut next = || (!dealt.is_empty()).then(|| dealt.swap_remove((self.pick)(dealt.len() as u32) as usize));
        match placed {
            Lying::Heap => {}
            Lying::Row => {
                let row: Vec<u32> = std::iter::from_fn(next).collect();
                layers::set_row(layout, state.words_mut(), cell, &row);
            }
            Lying::Layers(before) => {
                let mut redealt = before.clone();
                for layer in redealt.iter_mut().filter(|layer| !knows_layer(lowered, layer, Some(viewer))) {
                    // Who still knows what is left of a packet can depend on what lies there.
                    layer.knowers = 0;
                    layer.things = (0..layer.things.len()).filter_map(|_| next()).collect();
                }
                layers::set(layout, state.words_mut(), cell, &redealt);
            }
        }
    }
}
