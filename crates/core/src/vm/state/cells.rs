//! Flattened layout of the places: which words count which things.

use std::ops::Range;

use crate::code::{Layout, OrderKind, PlaceCell, PlaceFamily, Program, Set};

/// Marker: a place may not hold the piece and has no word for it.
const NO_WORD: u16 = u16::MAX;
/// Marker: the piece is not a figure.
const NO_FIGURE: u32 = u32::MAX;

/// The counting words of all pieces in all places.
#[derive(Debug)]
pub(in crate::vm) struct CellWords {
    /// Number of pieces.
    pub(in crate::vm) pieces: usize,
    /// All places.
    cells: Vec<CellRow>,
    /// For each family and piece: the offset of its word from the base.
    offsets: Vec<u16>,
    /// For each piece: the word with the place of the figure.
    figures: Vec<u32>,
    /// The figures of all runs.
    in_runs: Set,
    /// Runs of figures with consecutive words.
    runs: Vec<Run>,
    /// For each constant set: its pieces as one run, if they are figures with consecutive numbers and words.
    rows: Vec<Option<Run>>,
    /// For each constant set and family: true if all that its places may hold is counted in words and is in the set.
    covers: Vec<bool>,
    /// Number of families.
    families: usize,
    /// For each place: its order; empty if no place keeps order.
    orders: Vec<Option<OrderAt>>,
}

/// A place.
#[derive(Clone, Copy, Debug)]
struct CellRow {
    /// Its first word.
    base: u32,
    /// Its family.
    family: u32,
    /// The start of its family's row in [`CellWords::offsets`].
    row: u32,
    /// Number of words that count its things; 0 if it may hold figures.
    counts: u32,
    /// The piece of the first of these words, if the others count consecutive pieces.
    first: Option<u32>,
    /// True if the rules cannot read an order of its things.
    loose: bool,
    /// The pieces that it may hold.
    holds: Set,
}

impl CellRow {
    /// The row for a place of a family, without its first word.
    fn of(layout: &Layout, number: usize) -> Self {
        let family = &layout.families[number];
        let counts = if has_figures(family) { 0 } else { family.order.len() as u32 };
        let first = family.order.first().copied().filter(|&first| {
            let follows = family.order.iter().enumerate().all(|(at, &piece)| piece == first + at as u32);
            follows && (1..=64).contains(&counts)
        });
        let row = (number * layout.pieces.len()) as u32;
        let loose = family.stored_order.is_none_or(|order| order.how == OrderKind::Shuffled);
        Self { base: 0, family: number as u32, row, counts, first, loose, holds: family.holds }
    }

    /// The words that count its things.
    #[inline]
    fn words(self, s: &[i32]) -> &[i32] {
        &s[self.range()]
    }

    #[inline]
    fn range(self) -> Range<usize> {
        self.base as usize..(self.base + self.counts) as usize
    }
}

/// True if the places of a family may hold figures.
fn has_figures(family: &PlaceFamily) -> bool {
    family.holds.len() as usize != family.order.len()
}

/// The table [`CellWords::covers`].
fn covers(p: &Program) -> Vec<bool> {
    let families: Vec<(bool, Set)> = p.layout.families.iter().map(|f| (!has_figures(f), f.holds)).collect();
    let covers = |set: Set| families.iter().map(move |(counted, holds)| *counted && holds.minus(set).is_empty());
    p.sets.iter().flat_map(|&set| covers(set)).collect()
}

/// The words with the order of a place.
#[derive(Clone, Copy, Debug)]
pub(in crate::vm) struct OrderAt {
    /// The kind of order.
    pub(in crate::vm) how: OrderKind,
    counts: (u32, u32),
    room: u32,
}

impl OrderAt {
    /// Its words.
    #[inline]
    pub(in crate::vm) fn range(self) -> Range<usize> {
        let first = (self.counts.0 + self.counts.1) as usize;
        first..first + self.room as usize
    }
}

/// For each place, its order.
fn orders(layout: &Layout) -> Vec<Option<OrderAt>> {
    let of = |cell: &PlaceCell| {
        let family = &layout.families[cell.family as usize];
        let order = family.stored_order?;
        Some(OrderAt { how: order.how, counts: (cell.base, family.order.len() as u32), room: order.words() })
    };
    if layout.families.iter().all(|family| family.stored_order.is_none()) {
        return Vec::new();
    }
    layout.cells.iter().map(of).collect()
}

/// Figures with consecutive numbers and words.
#[derive(Clone, Copy, Debug)]
pub(in crate::vm) struct Run {
    pub(in crate::vm) piece: u32,
    pub(in crate::vm) slot: u32,
    pub(in crate::vm) count: u32,
}

impl Run {
    /// True if a figure extends the run.
    fn goes_on(self, piece: u32, slot: u32) -> bool {
        (self.piece + self.count, self.slot + self.count) == (piece, slot)
    }
}

/// Minimum and maximum number of figures in a run. Fewer are read one by one; more are split into several runs.
const MANY: u32 = 4;
const MOST: u32 = 64;

/// The runs of figures, which are read many at a time.
fn runs(layout: &Layout) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (piece, slot) in layout.pieces.iter().enumerate().filter_map(|(at, piece)| Some((at as u32, piece.figure?))) {
        match runs.last_mut() {
            Some(run) if run.goes_on(piece, slot) && run.count < MOST => run.count += 1,
            _ => runs.push(Run { piece, slot, count: 1 }),
        }
    }
    runs.retain(|run| run.count >= MANY);
    runs
}

/// A set of figures as one run.
fn row_of(layout: &Layout, set: Set) -> Option<Run> {
    let mut row: Option<Run> = None;
    for piece in set.iter().map(|piece| piece as u32) {
        let slot = layout.pieces.get(piece as usize)?.figure?;
        row = Some(match row {
            None => Run { piece, slot, count: 1 },
            Some(row) if row.goes_on(piece, slot) => Run { count: row.count + 1, ..row },
            Some(_) => return None,
        });
    }
    row
}

/// The pieces, from `first` on, whose words pass a test; at most 64 words.
#[inline]
fn such(words: &[i32], first: u32, is: impl Fn(i32) -> bool) -> Set {
    let bits = words.iter().rev().fold(0u64, |bits, &word| bits << 1 | u64::from(is(word)));
    let (word, by) = ((first / 64) as usize, first % 64);
    let mut set = Set::EMPTY;
    set.0[word] = bits << by;
    if by > 0 && word + 1 < set.0.len() {
        set.0[word + 1] = bits >> (64 - by);
    }
    set
}

/// The pieces, from `first` on, with nonzero counts.
#[inline]
fn lying(counts: &[i32], first: u32) -> Set {
    if counts.iter().fold(0, |any, count| any | count) == 0 {
        return Set::EMPTY;
    }
    such(counts, first, |count| count != 0)
}

impl CellWords {
    pub(in crate::vm) fn new(p: &Program) -> Self {
        let layout = &p.layout;
        let pieces = layout.pieces.len();
        let offset = |at: &Option<u16>| at.unwrap_or(NO_WORD);
        let runs = runs(layout);
        let of_families: Vec<CellRow> = (0..layout.families.len()).map(|number| CellRow::of(layout, number)).collect();
        let row = |cell: &PlaceCell| CellRow { base: cell.base, ..of_families[cell.family as usize] };
        Self {
            pieces,
            cells: layout.cells.iter().map(row).collect(),
            offsets: layout.families.iter().flat_map(|family| family.offsets.iter().map(offset)).collect(),
            figures: layout.pieces.iter().map(|piece| piece.figure.unwrap_or(NO_FIGURE)).collect(),
            in_runs: runs
                .iter()
                .flat_map(|run| run.piece..run.piece + run.count)
                .fold(Set::EMPTY, |all, piece| all.with(piece as i32)),
            runs,
            rows: p.sets.iter().map(|set| row_of(layout, *set)).collect(),
            covers: covers(p),
            families: layout.families.len(),
            orders: orders(layout),
        }
    }

    #[inline]
    fn at(&self, cell: i32) -> Option<&CellRow> {
        self.cells.get(usize::try_from(cell).ok()?)
    }

    /// The word that counts a piece in a place. `None` if the place may not hold it, and for figures.
    #[inline]
    pub(in crate::vm) fn slot(&self, cell: i32, piece: i32) -> Option<usize> {
        let piece = usize::try_from(piece).ok().filter(|&piece| piece < self.pieces)?;
        let at = self.at(cell)?;
        let offset = self.offsets[at.row as usize + piece];
        (offset != NO_WORD).then_some(at.base as usize + usize::from(offset))
    }

    /// The word with the place of a figure.
    #[inline]
    pub(in crate::vm) fn figure(&self, piece: i32) -> Option<usize> {
        let &slot = self.figures.get(usize::try_from(piece).ok()?)?;
        (slot != NO_FIGURE).then_some(slot as usize)
    }

    /// The word from which the number of a piece in a place is read.
    pub(in crate::vm) fn says(&self, cell: i32, piece: i32) -> Option<usize> {
        self.slot(cell, piece).or_else(|| self.figure(piece))
    }

    /// Number of a piece in a place; 0 if either is none.
    #[inline]
    pub(in crate::vm) fn count(&self, s: &[i32], cell: i32, piece: i32) -> i32 {
        match self.slot(cell, piece) {
            Some(slot) => s[slot],
            None => self.stands(s, cell, piece),
        }
    }

    /// Number of each of these pieces in a place, see [`CellWords::count`].
    #[inline]
    pub(in crate::vm) fn counts_of(
        &self,
        s: &[i32],
        cell: i32,
        pieces: impl Iterator<Item = i32>,
    ) -> impl Iterator<Item = i32> {
        let (base, offsets) = match self.at(cell) {
            Some(at) => (at.base as usize, &self.offsets[at.row as usize..][..self.pieces]),
            None => (0, &[][..]),
        };
        pieces.map(move |piece| match offsets.get(piece as usize) {
            Some(&offset) if offset != NO_WORD => s[base + usize::from(offset)],
            _ => self.stands(s, cell, piece),
        })
    }

    /// The first piece and the counting words of a place without order, if they count all that it may hold, in the order of pieces.
    #[inline]
    pub(in crate::vm) fn counts(&self, cell: i32) -> Option<(i32, Range<usize>)> {
        let at = self.at(cell).filter(|at| at.loose)?;
        Some((at.first? as i32, at.range()))
    }

    /// The words that count all things in a place, if they do and it may hold only pieces of this constant set.
    #[inline]
    pub(in crate::vm) fn all_counts(&self, cell: i32, set: u32) -> Option<Range<usize>> {
        let at = self.at(cell)?;
        self.covers[set as usize * self.families + at.family as usize].then(|| at.range())
    }

    /// Number of things of these pieces in a place; it may hold all of them.
    pub(in crate::vm) fn sum(&self, s: &[i32], cell: i32, pieces: Set) -> i32 {
        let Some(&at) = self.at(cell) else {
            return 0;
        };
        if at.counts > 0 && pieces == at.holds {
            return i32::try_from(sum_of(at.words(s))).unwrap_or(i32::MAX);
        }
        self.counts_of(s, cell, self.there(s, cell, pieces).iter()).fold(0, i32::saturating_add)
    }

    /// Total worth of the things in a place, given the worth of each piece.
    pub(in crate::vm) fn worth(&self, s: &[i32], cell: i32, worth: &[i32]) -> i64 {
        let Some(&at) = self.at(cell) else {
            return 0;
        };
        let mut sum = 0;
        if let Some(first) = at.first {
            for (&count, &worth) in at.words(s).iter().zip(worth.get(first as usize..).unwrap_or_default()) {
                if count != 0 {
                    sum += i64::from(count) * i64::from(worth);
                }
            }
            return sum;
        }
        for piece in self.there(s, cell, at.holds).iter() {
            let worth = worth.get(piece as usize).copied().unwrap_or(0);
            sum += i64::from(self.count(s, cell, piece)) * i64::from(worth);
        }
        sum
    }

    /// Number of a figure in a place: 1 or 0. It is 0 for a piece that the place may not hold.
    fn stands(&self, s: &[i32], cell: i32, piece: i32) -> i32 {
        match self.figure(piece) {
            Some(slot) => i32::from(cell >= 0 && s[slot] == cell),
            None => 0,
        }
    }

    /// A superset of those of these pieces that are in a place; it may hold all of them. The result is exact if the counting words,
    /// or runs of figures, are read at once.
    #[inline]
    pub(in crate::vm) fn there(&self, s: &[i32], cell: i32, pieces: Set) -> Set {
        if let Some(&at) = self.at(cell)
            && let Some(first) = at.first
        {
            return lying(at.words(s), first).and(pieces);
        }
        let figures = pieces.and(self.in_runs);
        if figures.is_empty() { pieces } else { pieces.minus(figures).or(figures.and(self.standing(s, cell))) }
    }

    /// The figures of runs that are in a place.
    fn standing(&self, s: &[i32], cell: i32) -> Set {
        let runs = self.runs.iter().filter(|_| cell >= 0);
        runs.fold(Set::EMPTY, |standing, run| {
            let words = &s[run.slot as usize..][..run.count as usize];
            standing.or(such(words, run.piece, |stands| stands == cell))
        })
    }

    /// The pieces of a constant set, if they are a run of figures.
    #[inline]
    pub(in crate::vm) fn figures(&self, set: u32) -> Option<Run> {
        self.rows[set as usize]
    }

    /// The pieces that a place may hold.
    #[inline]
    pub(in crate::vm) fn holds(&self, cell: i32) -> Set {
        self.at(cell).map(|at| at.holds).unwrap_or_default()
    }

    /// True if any place keeps order.
    #[inline]
    pub(in crate::vm) fn have_orders(&self) -> bool {
        !self.orders.is_empty()
    }

    /// The order of a place.
    #[inline]
    pub(in crate::vm) fn order_of(&self, cell: i32) -> Option<OrderAt> {
        if self.orders.is_empty() {
            return None;
        }
        usize::try_from(cell).ok().and_then(|cell| self.orders.get(cell)).copied().flatten()
    }

    /// The words of a row.
    pub(in crate::vm) fn row(&self, cell: i32) -> Option<Range<usize>> {
        self.order_of(cell).filter(|order| order.how == OrderKind::Row).map(OrderAt::range)
    }

    /// Number of things in a place that keeps packets, without figures.
    pub(in crate::vm) fn all(&self, s: &[i32], cell: i32) -> i32 {
        let Some(order) = self.order_of(cell) else { return 0 };
        let (first, count) = (order.counts.0 as usize, order.counts.1 as usize);
        s[first..first + count].iter().fold(0, |all, &count| all.saturating_add(count))
    }

    /// True if there is such a piece.
    #[inline]
    pub(in crate::vm) fn is_piece(&self, piece: i32) -> bool {
        usize::try_from(piece).is_ok_and(|piece| piece < self.pieces)
    }
}

/// The sum of all counts.
#[inline]
pub(in crate::vm) fn sum_of(counts: &[i32]) -> i64 {
    // The 32-bit sum vectorises. It is exact if no count is large.
    let add = |(any, sum): (i32, i32), &count: &i32| (any | count, sum.wrapping_add(count));
    let (any, sum) = counts.iter().fold((0, 0), add);
    if counts.len() < 4096 && any >> 19 == 0 {
        return i64::from(sum);
    }
    counts.iter().map(|&count| i64::from(count)).sum()
}
