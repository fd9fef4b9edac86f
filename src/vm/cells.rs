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
    /// All figures.
    all_figures: Set,
    /// Figures whose words lie one after the other.
    runs: Vec<Run>,
    /// For each place: what may lie there.
    holds: Vec<Set>,
}

/// Figures with rising numbers and words.
#[derive(Debug)]
struct Run {
    piece: u32,
    slot: u32,
    count: u32,
    all: Set,
}

/// Figures are read many at a time: their words in a row.
fn runs(layout: &Layout) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (piece, slot) in layout.pieces.iter().enumerate().filter_map(|(at, piece)| Some((at as u32, piece.figure?))) {
        match runs.last_mut() {
            Some(run) if run.piece + run.count == piece && run.slot + run.count == slot => {
                run.count += 1;
                run.all = run.all.with(piece as i32);
            }
            _ => runs.push(Run { piece, slot, count: 1, all: Set::EMPTY.with(piece as i32) }),
        }
    }
    runs
}

impl Cells {
    pub(super) fn new(layout: &Layout) -> Self {
        let pieces = layout.pieces.len();
        let row = |family: u32| family * pieces as u32;
        let offset = |at: &Option<u16>| at.unwrap_or(NO_WORD);
        let runs = runs(layout);
        Self {
            pieces,
            cells: layout.cells.iter().map(|cell| (cell.base, row(cell.family))).collect(),
            offsets: layout.families.iter().flat_map(|family| family.offsets.iter().map(offset)).collect(),
            figures: layout.pieces.iter().map(|piece| piece.figure.unwrap_or(NO_FIGURE)).collect(),
            all_figures: runs.iter().fold(Set::EMPTY, |all, run| all.or(run.all)),
            runs,
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

    /// Of these pieces those that may be in a place: of figures only those that stand there.
    #[inline]
    pub(super) fn there(&self, s: &[i32], cell: i32, pieces: Set) -> Set {
        let figures = pieces.and(self.all_figures);
        if figures.is_empty() { pieces } else { pieces.minus(figures).or(self.standing(s, cell, figures)) }
    }

    #[inline(never)]
    fn standing(&self, s: &[i32], cell: i32, figures: Set) -> Set {
        let mut standing = Set::EMPTY;
        for run in self.runs.iter().filter(|run| cell >= 0 && !run.all.and(figures).is_empty()) {
            let words = &s[run.slot as usize..][..run.count as usize];
            for (at, _) in words.iter().enumerate().filter(|&(_, &stands)| stands == cell) {
                standing = standing.with(run.piece as i32 + at as i32);
            }
        }
        standing.and(figures)
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
