//! Rows, and what lies on one another in stacks: as players know it, and dealt anew as far as they do not.

use crate::code::{End, Keep};
use crate::vm::State;
use crate::vm::layers::{self, Layer};

use super::Referee;
use super::notation::thing_in;

/// A sort of thing in notation, as players read it, and how many.
pub type Named = (String, String, u32);

/// Where things lie in a stack or a shuffled place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Depth {
    /// In a packet above the middle.
    Top,
    /// In the middle, without order.
    Middle,
    /// In a packet below the middle.
    Bottom,
}

/// Things that lie together in a stack or a shuffled place; among them there is no order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LayerView {
    /// Where.
    pub depth: Depth,
    /// How many.
    pub count: u32,
    /// What they are, if the viewer knows it.
    pub things: Option<Vec<Named>>,
}

impl Referee {
    /// The things of a row, one by one from left to right.
    pub(super) fn row(&self, state: &State, cell: u32) -> Option<Vec<(u32, u32)>> {
        let row = layers::row(&self.game.program().layout, state.words(), cell)?;
        Some(row.into_iter().map(|piece| (piece, 1)).collect())
    }

    /// What lies on one another, as the viewer knows it; nothing where all of it is the unordered middle.
    pub(super) fn layers(&self, state: &State, cell: u32, open: bool, viewer: Option<usize>) -> Vec<LayerView> {
        let layers = layers::of(&self.game.program().layout, state.words(), cell).unwrap_or_default();
        if layers.iter().all(|layer| layer.end.is_none()) {
            return Vec::new();
        }
        let view = |layer: &Layer| LayerView {
            depth: match layer.end {
                Some(End::Top) => Depth::Top,
                None => Depth::Middle,
                Some(End::Bottom) => Depth::Bottom,
            },
            count: layer.things.len() as u32,
            things: (open || self.knows_layer(layer, viewer)).then(|| self.sorts(cell, &layer.things)),
        };
        layers.iter().map(view).collect()
    }

    fn knows_layer(&self, layer: &Layer, viewer: Option<usize>) -> bool {
        layer.end.is_some() && layer.knowers >> viewer.unwrap_or(self.game.players()) & 1 == 1
    }

    /// Pieces in their order, as often as each is there, by their names.
    fn sorts(&self, cell: u32, pieces: &[u32]) -> Vec<Named> {
        let legend = &self.game.inner.lowered.legend;
        let alike = pieces.chunk_by(|a, b| a == b);
        let named = alike.map(|alike| {
            let name = thing_in(legend, alike[0], cell as i32);
            (name.notation.clone(), name.title.clone(), alike.len() as u32)
        });
        named.collect()
    }

    /// Whether the order that a state tells of is that of the things that lie there, in every place.
    pub fn order_fits(&self, state: &State) -> bool {
        let layout = &self.game.program().layout;
        (0..layout.cells.len() as u32).all(|cell| layers::fits(layout, state.words(), cell))
    }

    /// The order of a place as it was before it was dealt anew, see [`Referee::lay_anew`].
    pub(super) fn laid(&self, state: &State, cell: u32) -> Laid {
        let layout = &self.game.program().layout;
        match layers::keep(layout, cell) {
            None => Laid::Heap,
            Some(Keep::Row) => Laid::Row,
            Some(_) => Laid::Layers(layers::of(layout, state.words(), cell).unwrap_or_default()),
        }
    }

    /// So many of each piece in a place are known to the viewer where they lie: they are not dealt anew.
    pub(super) fn known(&self, laid: &Laid, viewer: usize) -> Vec<u32> {
        let Laid::Layers(layers) = laid else { return Vec::new() };
        let known = layers.iter().filter(|layer| self.knows_layer(layer, Some(viewer)));
        known.flat_map(|layer| layer.things.iter().copied()).collect()
    }

    /// Puts what was dealt to a place in order: rows in any order, what the viewer knows where it lay, the rest into the
    /// other layers.
    pub(super) fn lay_anew(
        &self,
        state: &mut State,
        cell: u32,
        laid: &Laid,
        viewer: usize,
        pick: &mut dyn FnMut(u32) -> u32,
    ) {
        if let Laid::Heap = laid {
            return;
        }
        let game = self.game.clone();
        let layout = &game.program().layout;
        let lying = self.things(state, cell).into_iter();
        let mut dealt: Vec<u32> = lying.flat_map(|(piece, count)| (0..count).map(move |_| piece)).collect();
        for piece in self.known(laid, viewer) {
            if let Some(at) = dealt.iter().position(|&other| other == piece) {
                dealt.remove(at);
            }
        }
        let mut next = || (!dealt.is_empty()).then(|| dealt.swap_remove(pick(dealt.len() as u32) as usize));
        match laid {
            Laid::Heap => {}
            Laid::Row => {
                let row: Vec<u32> = std::iter::from_fn(next).collect();
                layers::set_row(layout, state.words_mut(), cell, &row);
            }
            Laid::Layers(before) => {
                let mut anew = before.clone();
                for layer in anew.iter_mut().filter(|layer| !self.knows_layer(layer, Some(viewer))) {
                    layer.things = (0..layer.things.len()).filter_map(|_| next()).collect();
                }
                layers::set(layout, state.words_mut(), cell, &anew);
            }
        }
    }
}

/// How the things of a place lay.
pub(super) enum Laid {
    /// In no order.
    Heap,
    /// In a row.
    Row,
    /// On one another.
    Layers(Vec<Layer>),
}
