//! Order as the layers above the machine read and write it: rows, and what lies on one another in stacks.

use super::packets;
use crate::code::{End, Entry, HEAD, Keep, Layout};

/// Things that lie together in a stack or a shuffled place: among them there is no order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StackLayer {
    /// A packet on the top or at the bottom; none: the unordered middle.
    pub end: Option<End>,
    /// Who knows what it is: a bit for each seat, then one for everybody else.
    pub knowers: u32,
    /// Pieces, in their order, each as often as it lies there.
    pub things: Vec<u32>,
}

/// Where the order of a place lies: its words, and of its counts the first and how many.
struct OrderWords {
    how: Keep,
    words: std::ops::Range<usize>,
    counts: std::ops::Range<usize>,
}

fn find(layout: &Layout, words: &[i32], cell: u32) -> Option<OrderWords> {
    let place = layout.cells.get(cell as usize)?;
    let family = &layout.families[place.family as usize];
    let kept = family.kept?;
    let counts = place.base as usize..place.base as usize + family.order.len();
    let order = counts.end..counts.end + kept.words() as usize;
    (order.end <= words.len()).then_some(OrderWords { how: kept.how, words: order, counts })
}

/// How a place keeps its things in order.
pub fn keep(layout: &Layout, cell: u32) -> Option<Keep> {
    let place = layout.cells.get(cell as usize)?;
    layout.families[place.family as usize].kept.map(|kept| kept.how)
}

/// The things of a row, from left to right; none of a place that is none.
pub fn row(layout: &Layout, words: &[i32], cell: u32) -> Option<Vec<u32>> {
    let found = find(layout, words, cell).filter(|found| found.how == Keep::Row)?;
    Some(pieces(layout, &words[found.words]).collect())
}

/// Writes the order of a row. The counts are the caller's.
pub fn set_row(layout: &Layout, words: &mut [i32], cell: u32, things: &[u32]) {
    if let Some(found) = find(layout, words, cell).filter(|found| found.how == Keep::Row) {
        let row = &mut words[found.words];
        row.fill(0);
        row.iter_mut().zip(things).for_each(|(word, &piece)| *word = Entry::new(piece as i32).0);
    }
}

/// What lies on one another in a stack or a shuffled place that keeps order, from the top down.
pub fn of(layout: &Layout, words: &[i32], cell: u32) -> Option<Vec<StackLayer>> {
    let found = find(layout, words, cell).filter(|found| found.how != Keep::Row)?;
    let order = &words[found.words];
    let (top, _) = packets::counts(order);
    let entries = packets::entries(order);
    let mut layers: Vec<StackLayer> = Vec::new();
    let mut at = 0;
    while at < entries.len() {
        let packet = packets::around(entries, at);
        let end = if at < top { End::Top } else { End::Bottom };
        let things = pieces(layout, &entries[packet.clone()]).collect();
        layers.push(StackLayer { end: Some(end), knowers: Entry(entries[at]).knowers(), things });
        at = packet.end;
    }
    let family = &layout.families[layout.cells[cell as usize].family as usize];
    let middle = family.order.iter().zip(&words[found.counts]).flat_map(|(&piece, &count)| {
        let free = count.saturating_sub(packets::packed(order, piece as i32));
        (0..free.min(order.len() as i32)).map(move |_| piece)
    });
    let middle: Vec<u32> = middle.collect();
    if !middle.is_empty() {
        let at = layers.iter().take_while(|layer| layer.end == Some(End::Top)).count();
        layers.insert(at, StackLayer { end: None, knowers: 0, things: middle });
    }
    Some(layers)
}

/// Writes what lies on one another. The counts are the caller's.
pub fn set(layout: &Layout, words: &mut [i32], cell: u32, layers: &[StackLayer]) {
    let Some(found) = find(layout, words, cell).filter(|found| found.how != Keep::Row) else {
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

/// Whether the order of a place tells of exactly those things that lie there, in the one way to write it.
pub fn fits(layout: &Layout, words: &[i32], cell: u32) -> bool {
    let Some(found) = find(layout, words, cell) else { return true };
    let mut again = words.to_vec();
    let counts = &words[found.counts];
    let family = &layout.families[layout.cells[cell as usize].family as usize];
    let count = |things: &[u32], piece: u32| things.iter().filter(|&&thing| thing == piece).count() as i64;
    if found.how == Keep::Row {
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

/// The pieces of entries, without what a broken state may hold.
fn pieces<'a>(layout: &'a Layout, entries: &'a [i32]) -> impl Iterator<Item = u32> + 'a {
    let pieces = entries.iter().filter_map(|&word| Entry(word).piece());
    pieces.map(|piece| piece as u32).filter(|&piece| (piece as usize) < layout.pieces.len())
}
