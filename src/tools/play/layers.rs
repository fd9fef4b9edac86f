//! What lies on the top and at the bottom of stacks, as far as the viewer knows it.

use super::position::listing;
use crate::game::{Depth, LayerView};

/// `12 hidden (top: Feast; bottom: 2 hidden, then Visit Hill)`: a place's contents with its packets.
pub(super) fn within(layers: &[LayerView], all: &str) -> String {
    let ends: Vec<String> = [Depth::Top, Depth::Bottom].into_iter().filter_map(|depth| end(layers, depth)).collect();
    if ends.is_empty() { all.to_string() } else { format!("{all} ({})", ends.join("; ")) }
}

/// The packets at one end from the top down; nothing if none of them is known.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_told_from_the_top_down() {
        let layer = |depth, count, known: Option<&str>| LayerView {
            depth,
            count,
            things: known.map(|name| vec![(name.to_string(), name.to_string(), count)]),
        };
        let layers = [
            layer(Depth::Top, 1, None),
            layer(Depth::Middle, 5, None),
            layer(Depth::Bottom, 2, None),
            layer(Depth::Bottom, 1, Some("opal")),
        ];
        assert_eq!(within(&layers, "9 hidden"), "9 hidden (bottom: 2 hidden, then opal)");
        assert_eq!(within(&layers[..2], "6 hidden"), "6 hidden");
    }
}
