//! Where things lie: the layout of places, laid out flat.

use crate::code::{Layout, Set};

/// A place that may not hold a piece has no word for it.
const NO_WORD: u16 = u16::MAX;
/// A piece that is no figure.
const NO_FIGURE: u32 = u32::MAX;

/// The word of each piece in each place.
#[derive(Debug)]
pub(super) struct Cells {
    /// How many sorts of things.
    pub(super) pieces: usize,
    /// For each place: its first word, and where its family's row begins in `offsets`.
    cells: Vec<(u32, u32)>,
    /// For each family, for each piece: its word behind the base.
    offsets: Vec<u16>,
    /// For each piece: the word that says where it stands.
    figures: Vec<u32>,
    /// For each place: what may lie there.
    holds: Vec<Set>,
}

impl Cells {
    pub(super) fn new(layout: &Layout) -> Self {
        let pieces = layout.pieces.len();
        let row = |family: u32| family * pieces as u32;
        let offset = |at: &Option<u16>| at.unwrap_or(NO_WORD);
        Self {
            pieces,
            cells: layout.cells.iter().map(|cell| (cell.base, row(cell.family))).collect(),
            offsets: layout.families.iter().flat_map(|family| family.offsets.iter().map(offset)).collect(),
            figures: layout.pieces.iter().map(|piece| piece.figure.unwrap_or(NO_FIGURE)).collect(),
            holds: layout.cells.iter().map(|cell| layout.families[cell.family as usize].holds).collect(),
        }
    }

    /// The word that counts a piece in a place; none where it may not lie there, and for figures.
    #[inline]
    pub(super) fn slot(&self, cell: i32, piece: i32) -> Option<usize> {
        let piece = usize::try_from(piece).ok().filter(|&piece| piece < self.pieces)?;
        let &(base, row) = self.cells.get(usize::try_from(cell).ok()?)?;
        let offset = self.offsets[row as usize + piece];
        (offset != NO_WORD).then_some(base as usize + usize::from(offset))
    }

    /// The word that says where a figure stands.
    #[inline]
    pub(super) fn figure(&self, piece: i32) -> Option<usize> {
        let &slot = self.figures.get(usize::try_from(piece).ok()?)?;
        (slot != NO_FIGURE).then_some(slot as usize)
    }

    /// How many of a piece lie in a place; 0 where either is none.
    #[inline]
    pub(super) fn count(&self, s: &[i32], cell: i32, piece: i32) -> i32 {
        match self.slot(cell, piece) {
            Some(slot) => s[slot],
            None => self.stands(s, cell, piece),
        }
    }

    /// The same for figures, and for what may not lie there.
    fn stands(&self, s: &[i32], cell: i32, piece: i32) -> i32 {
        match self.figure(piece) {
            Some(slot) => i32::from(cell >= 0 && s[slot] == cell),
            None => 0,
        }
    }

    /// What may lie in a place.
    #[inline]
    pub(super) fn holds(&self, cell: i32) -> Set {
        let cell = usize::try_from(cell).ok();
        cell.and_then(|cell| self.holds.get(cell)).copied().unwrap_or_default()
    }

    /// Whether there is such a piece.
    #[inline]
    pub(super) fn is_piece(&self, piece: i32) -> bool {
        usize::try_from(piece).is_ok_and(|piece| piece < self.pieces)
    }
}
