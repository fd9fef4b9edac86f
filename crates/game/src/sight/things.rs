//! Contents of places.

use tavola_core::code::{End, Layout};
use tavola_core::lower::Lowered;
use tavola_core::vm::State;
use tavola_core::vm::layers::{self, StackLayer};

/// Pieces in a place with their counts, including figures.
pub(crate) fn things(layout: &Layout, state: &State, cell: u32) -> Vec<(u32, u32)> {
    let place = &layout.cells[cell as usize];
    let family = &layout.families[place.family as usize];
    let words = state.words();
    let counted = family.order.iter().enumerate().map(|(at, &piece)| (piece, words[place.base as usize + at]));
    let figures = family.holds.iter().filter_map(|piece| {
        let slot = layout.pieces[piece as usize].figure?;
        Some((piece as u32, i32::from(words[slot as usize] == cell as i32)))
    });
    counted.chain(figures).filter(|&(_, count)| count > 0).map(|(piece, count)| (piece, count as u32)).collect()
}

/// Pieces of a row from left to right, each with count 1.
pub(crate) fn row(layout: &Layout, state: &State, cell: u32) -> Option<Vec<(u32, u32)>> {
    let row = layers::row(layout, state.words(), cell)?;
    Some(row.into_iter().map(|piece| (piece, 1)).collect())
}

/// Word that counts a piece in a place.
pub(crate) fn word_of(layout: &Layout, cell: u32, piece: usize) -> Option<usize> {
    let place = &layout.cells[cell as usize];
    let offset = layout.families[place.family as usize].offsets[piece]?;
    Some((place.base + u32::from(offset)) as usize)
}

/// Number of copies of a piece in a place. 1 or 0 for a figure.
pub(crate) fn copies_in(layout: &Layout, state: &State, cell: u32, piece: usize) -> i32 {
    match layout.pieces[piece].figure {
        Some(slot) => i32::from(state.words()[slot as usize] == cell as i32),
        None => word_of(layout, cell, piece).map_or(0, |word| state.words()[word]),
    }
}

/// Changes the count of a piece in a place, or moves a figure there.
pub(crate) fn lay(layout: &Layout, state: &mut State, cell: u32, piece: usize, by: i32) {
    if let Some(slot) = layout.pieces[piece].figure {
        if by > 0 {
            state.words_mut()[slot as usize] = cell as i32;
        }
    } else if let Some(word) = word_of(layout, cell, piece) {
        state.words_mut()[word] += by;
    }
}

/// True if a viewer knows the contents of a packet on or under a stack. `viewer` is a seat, or `None` for a spectator.
pub(crate) fn knows_layer(lowered: &Lowered, layer: &StackLayer, viewer: Option<usize>) -> bool {
    knows_packet(lowered, (layer.end, layer.knowers), viewer)
}

/// [`knows_layer`] for the end and the knowers of a layer.
pub(crate) fn knows_packet(lowered: &Lowered, (end, knowers): (Option<End>, u32), viewer: Option<usize>) -> bool {
    end.is_some() && knowers >> viewer.unwrap_or(lowered.players()) & 1 == 1
}
