//! Contents of a place in words. Of stacks, also the known layers at top and bottom.

use super::labels::listing;
use tavola_game::{Depth, LayerView, PlaceView};

/// Contents of a place in words: `3x Feast, Visit Hill`, `5 hidden`. Empty if there is nothing.
pub(super) fn contents(place: &PlaceView) -> String {
    let seen = listing(&place.things);
    let all = match place.hidden() {
        _ if place.total.is_none() && seen.is_empty() => "unlimited".to_owned(),
        0 => seen,
        hidden if seen.is_empty() => format!("{hidden} hidden"),
        hidden => format!("{seen} and {hidden} hidden"),
    };
    within(&place.layers, &all)
}

/// Adds the known layers of a stack: `12 hidden (top: Feast; bottom: 2 hidden, then Visit Hill)`.
fn within(layers: &[LayerView], all: &str) -> String {
    let ends: Vec<String> = [Depth::Top, Depth::Bottom].into_iter().filter_map(|depth| end(layers, depth)).collect();
    if ends.is_empty() { all.to_string() } else { format!("{all} ({})", ends.join("; ")) }
}

/// The layers at one end from the top down. `None` if none of them is known.
fn end(layers: &[LayerView], depth: Depth) -> Option<String> {
    let here: Vec<&LayerView> = layers.iter().filter(|layer| layer.depth == depth).collect();
    here.iter().any(|layer| layer.things.is_some()).then(|| {
        let packet = |layer: &&LayerView| match &layer.things {
            Some(things) => listing(things),
            None => format!("{} hidden", layer.count),
        };
        let name = if depth == Depth::Top { "top" } else { "bottom" };
        format!("{name}: {}", here.iter().map(packet).collect::<Vec<_>>().join(", then "))
    })
}
