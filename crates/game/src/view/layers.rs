//! Layers of stacks, as players know them.

use crate::sight::knows_layer;
use crate::wording::thing_in;
use serde::{Deserialize, Serialize};
use tavola_core::code::{End, Legend, MemberName};
use tavola_core::lower::Lowered;
use tavola_core::vm::State;
use tavola_core::vm::layers::{self, StackLayer};

/// Sort of thing with its number: notation, title, count.
pub type CountedThing = (String, String, u32);

/// A sort with its count.
pub(crate) fn named(name: &MemberName, count: u32) -> CountedThing {
    (name.notation.clone(), name.title.clone(), count)
}

/// Part of a stack or a shuffled place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Depth {
    /// On the top, above the middle.
    Top,
    /// The unordered middle.
    Middle,
    /// At the bottom, below the middle.
    Bottom,
}

/// Things in one layer of a stack or shuffled place, without order among them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LayerView {
    /// Part of the place.
    pub depth: Depth,
    /// Number of things.
    pub count: u32,
    /// The things, if the viewer knows them.
    pub things: Option<Vec<CountedThing>>,
}

/// Layers of a place for a viewer. Empty if the place has only the unordered middle.
pub(super) fn layers(lowered: &Lowered, state: &State, cell: u32, open: bool, viewer: Option<usize>) -> Vec<LayerView> {
    let layers = layers::of(&lowered.program.layout, state.words(), cell).unwrap_or_default();
    if layers.iter().all(|layer| layer.end.is_none()) {
        return Vec::new();
    }
    let view = |layer: &StackLayer| LayerView {
        depth: match layer.end {
            Some(End::Top) => Depth::Top,
            None => Depth::Middle,
            Some(End::Bottom) => Depth::Bottom,
        },
        count: layer.things.len() as u32,
        things: (open || knows_layer(lowered, layer, viewer)).then(|| sorts(&lowered.legend, cell, &layer.things)),
    };
    layers.iter().map(view).collect()
}

/// Sorts of a sorted list of pieces, with their counts.
fn sorts(legend: &Legend, cell: u32, pieces: &[u32]) -> Vec<CountedThing> {
    let alike = pieces.chunk_by(|a, b| a == b);
    alike.map(|alike| named(thing_in(legend, alike[0], cell as i32), alike.len() as u32)).collect()
}
