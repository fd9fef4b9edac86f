//! Order of places for the layers above the machine: rows, and the layers of stacks.

use super::packets;
use crate::code::{End, Entry, HEAD, Layout, OrderKind};

/// Things that lie together in a stack or a shuffled place, without an order among them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StackLayer {
    /// The end of a packet on the top or at the bottom. `None`: the unordered middle.
    pub end: Option<End>,
    /// The players who know what it is: a bit for each seat, then one for everybody else.
    pub knowers: u32,
    /// The pieces in their order, once for each thing.
    pub things: Vec<u32>,
}

/// The words of a place that keeps order: its order and its counts.
struct OrderWords {
    how: OrderKind,
    words: std::ops::Range<usize>,
    counts: std::ops::Range<usize>,
}

fn find(layout: &Layout, words: &[i32], cell: u32) -> Option<OrderWords> {
    let place = layout.cells.get(cell as usize)?;
    let family = &layout.families[place.family as usize];
    let stored = family.stored_order?;
    let counts = place.base as usize..place.base as usize + family.order.len();
    let order = counts.end..counts.end + stored.words() as usize;
    (order.end <= words.len()).then_some(OrderWords { how: stored.how, words: order, counts })
}

/// The kind of order of a place.
pub fn order_kind(layout: &Layout, cell: u32) -> Option<OrderKind> {
    let place = layout.cells.get(cell as usize)?;
    layout.families[place.family as usize].stored_order.map(|order| order.how)
}

/// The things of a row from left to right. `None` if the place is not a row.
pub fn row_of<'a>(layout: &'a Layout, words: &'a [i32], cell: u32) -> Option<impl Iterator<Item = u32> + 'a> {
    let found = find(layout, words, cell).filter(|found| found.how == OrderKind::Row)?;
    Some(pieces(layout, &words[found.words]))
}

/// The things of a row as a list, see [`row_of`].
pub fn row(layout: &Layout, words: &[i32], cell: u32) -> Option<Vec<u32>> {
    Some(row_of(layout, words, cell)?.collect())
}

/// Writes the order of a row. The caller writes the counts.
pub fn set_row(layout: &Layout, words: &mut [i32], cell: u32, things: &[u32]) {
    if let Some(found) = find(layout, words, cell).filter(|found| found.how == OrderKind::Row) {
        let row = &mut words[found.words];
        row.fill(0);
        row.iter_mut().zip(things).for_each(|(word, &piece)| *word = Entry::new(piece as i32).0);
    }
}

/// Things of one piece in a layer of a stack or a shuffled place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LayerThings {
    /// Index of the layer, from the top.
    pub layer: usize,
    /// See [`StackLayer::end`].
    pub end: Option<End>,
    /// See [`StackLayer::knowers`].
    pub knowers: u32,
    /// The piece.
    pub piece: u32,
    /// Number of things.
    pub count: u32,
}

/// Calls `f` with the things of a stack or a shuffled place that keeps order, layer by layer from the top down.
/// Returns false if the place keeps no layers.
pub fn each(layout: &Layout, words: &[i32], cell: u32, f: &mut dyn FnMut(LayerThings)) -> bool {
    let Some(found) = find(layout, words, cell).filter(|found| found.how != OrderKind::Row) else { return false };
    let order = &words[found.words];
    let (top, _) = packets::counts(order);
    let entries = packets::entries(order);
    let (tops, bottoms) = entries.split_at(top);
    let mut layer = packed(layout, tops, (0, End::Top), f);
    let family = &layout.families[layout.cells[cell as usize].family as usize];
    let mut is_middle = false;
    for (&piece, &count) in family.order.iter().zip(&words[found.counts]) {
        let free = count.saturating_sub(packets::packed(order, piece as i32)).min(order.len() as i32);
        if free > 0 {
            is_middle = true;
            f(LayerThings { layer, end: None, knowers: 0, piece, count: free as u32 });
        }
    }
    layer += usize::from(is_middle);
    packed(layout, bottoms, (layer, End::Bottom), f);
    true
}

/// Calls `f` with the things of packets at one end, from the layer with this index on. Returns the index of the next layer.
fn packed(layout: &Layout, entries: &[i32], (mut layer, end): (usize, End), f: &mut dyn FnMut(LayerThings)) -> usize {
    let mut at = 0;
    while at < entries.len() {
        let packet = packets::around(entries, at);
        let knowers = Entry(entries[at]).knowers();
        for piece in pieces(layout, &entries[packet.clone()]) {
            f(LayerThings { layer, end: Some(end), knowers, piece, count: 1 });
        }
        (at, layer) = (packet.end, layer + 1);
    }
    layer
}

/// The layers of a stack or a shuffled place that keeps order, from the top down.
pub fn of(layout: &Layout, words: &[i32], cell: u32) -> Option<Vec<StackLayer>> {
    let mut layers: Vec<StackLayer> = Vec::new();
    let mut last = None;
    let has_layers = each(layout, words, cell, &mut |things| {
        if last.replace(things.layer) != Some(things.layer) {
            layers.push(StackLayer { end: things.end, knowers: things.knowers, things: Vec::new() });
        }
        let alike = std::iter::repeat_n(things.piece, things.count as usize);
        layers.last_mut().into_iter().for_each(|layer| layer.things.extend(alike.clone()));
    });
    has_layers.then_some(layers)
}

/// Writes layers. The caller writes the counts.
pub fn set(layout: &Layout, words: &mut [i32], cell: u32, layers: &[StackLayer]) {
    let Some(found) = find(layout, words, cell).filter(|found| found.how != OrderKind::Row) else {
        return;
    };
    let middle = layers.iter().any(|layer| layer.end.is_none() && !layer.things.is_empty());
    let order = &mut words[found.words];
    order.fill(0);
    let mut at = HEAD;
    for layer in layers {
        let Some(end) = layer.end else { continue };
        let mut things = layer.things.clone();
        things.sort_unstable();
        for (nth, &piece) in things.iter().enumerate() {
            let Some(word) = order.get_mut(at) else { return };
            let entry = Entry::new(piece as i32);
            *word = if nth == 0 { entry.first_of_packet(layer.knowers).0 } else { entry.0 };
            order[usize::from(middle && end == End::Bottom)] += 1;
            at += 1;
        }
    }
}

/// True if the order of a place has exactly the things that are counted there, in its canonical form.
pub fn fits(layout: &Layout, words: &[i32], cell: u32) -> bool {
    let Some(found) = find(layout, words, cell) else { return true };
    let mut again = words.to_vec();
    let counts = &words[found.counts];
    let family = &layout.families[layout.cells[cell as usize].family as usize];
    let count = |things: &[u32], piece: u32| things.iter().filter(|&&thing| thing == piece).count() as i64;
    if found.how == OrderKind::Row {
        let things = row(layout, words, cell).unwrap_or_default();
        set_row(layout, &mut again, cell, &things);
        let stands = |piece: u32| {
            layout.pieces[piece as usize].figure.map_or(0, |slot| i64::from(words[slot as usize] == cell as i32))
        };
        let figures = family.holds.iter().all(|piece| {
            layout.pieces[piece as usize].figure.is_none() || count(&things, piece as u32) == stands(piece as u32)
        });
        return again == words
            && figures
            && family.order.iter().zip(counts).all(|(&piece, &there)| count(&things, piece) == i64::from(there));
    }
    let things: Vec<u32> = pieces(layout, packets::entries(&words[found.words.clone()])).collect();
    set(layout, &mut again, cell, &of(layout, words, cell).unwrap_or_default());
    again == words && family.order.iter().zip(counts).all(|(&piece, &there)| count(&things, piece) <= i64::from(there))
}

/// The pieces of entries, without invalid ones of a corrupt state.
fn pieces<'a>(layout: &'a Layout, entries: &'a [i32]) -> impl Iterator<Item = u32> + 'a {
    let pieces = entries.iter().filter_map(|&word| Entry(word).piece());
    pieces.map(|piece| piece as u32).filter(|&piece| (piece as usize) < layout.pieces.len())
}
