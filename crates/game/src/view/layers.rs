//! What lies on one another in stacks, as players know it.

use crate::sight::knows_layer;
use crate::wording::thing_in;
use tavola_core::code::{End, Legend, MemberName};
use tavola_core::lower::Lowered;
use tavola_core::vm::State;
use tavola_core::vm::layers::{self, StackLayer};

/// A sort of thing in notation, as players read it, and how many.
pub type CountedThing = (String, String, u32);

/// A thing by its name, so many times.
pub(crate) fn named(name: &MemberName, count: u32) -> CountedThing {
    (name.notation.clone(), name.title.clone(), count)
}

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
    pub things: Option<Vec<CountedThing>>,
}

/// What lies on one another, as a viewer knows it; nothing where all of it is the unordered middle.
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

/// Pieces in their order, as often as each is there, by their names.
fn sorts(legend: &Legend, cell: u32, pieces: &[u32]) -> Vec<CountedThing> {
    let alike = pieces.chunk_by(|a, b| a == b);
    alike.map(|alike| named(thing_in(legend, alike[0], cell as i32), alike.len() as u32)).collect()
}
