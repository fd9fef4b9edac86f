//! The layout of places, flattened: where the words that count things lie.

use std::ops::Range;

use crate::code::{Keep, Layout, PlaceCell, PlaceFamily, Program, Set};

/// A place that may not hold a piece has no word for it.
const NO_WORD: u16 = u16::MAX;
/// A piece that is no figure.
const NO_FIGURE: u32 = u32::MAX;

/// The word of each piece in each place.
#[derive(Debug)]
pub(in crate::vm) struct CellWords {
    /// Number of sorts of things.
    pub(in crate::vm) pieces: usize,
    /// All places.
    cells: Vec<CellRow>,
    /// For each family, for each piece: its word behind the base.
    offsets: Vec<u16>,
    /// For each piece: the word that says where it stands.
    figures: Vec<u32>,
    /// The figures of all runs.
    in_runs: Set,
    /// Many figures whose words lie one after the other.
    runs: Vec<Run>,
    /// For each constant set: its pieces, if they are figures with rising numbers and words.
    rows: Vec<Option<Run>>,
    /// For each constant set, for each family: whether its places have a word for all that they may hold, and the set has it.
    covers: Vec<bool>,
    /// Number of families.
    families: usize,
    /// For each place: how it keeps order; empty where no place does.
    kept: Vec<Option<KeptAt>>,
}

/// A place.
#[derive(Clone, Copy, Debug)]
struct CellRow {
    /// Its first word.
    base: u32,
    /// Its family.
    family: u32,
    /// Where its family's row begins in [`CellWords::offsets`].
    row: u32,
    /// Number of words that count what lies there; 0 where figures may stand there.
    counts: u32,
    /// The piece of the first of these words, if those of the others follow it.
    first: Option<u32>,
    /// Whether nothing of its order is known to the rules.
    loose: bool,
    /// What may lie there.
    holds: Set,
}

impl CellRow {
    /// A place of a family, but for its first word.
    fn of(layout: &Layout, number: usize) -> Self {
        let family = &layout.families[number];
        let counts = if has_figures(family) { 0 } else { family.order.len() as u32 };
        let first = family.order.first().copied().filter(|&first| {
            let follows = family.order.iter().enumerate().all(|(at, &piece)| piece == first + at as u32);
            follows && (1..=64).contains(&counts)
        });
        let row = (number * layout.pieces.len()) as u32;
        let loose = family.kept.is_none_or(|kept| kept.how == Keep::Shuffled);
        Self { base: 0, family: number as u32, row, counts, first, loose, holds: family.holds }
    }

    /// The words that count what lies there.
    #[inline]
    fn words(self, s: &[i32]) -> &[i32] {
        &s[self.range()]
    }

    #[inline]
    fn range(self) -> Range<usize> {
        self.base as usize..(self.base + self.counts) as usize
    }
}

/// Whether figures may stand in the places of a family.
fn has_figures(family: &PlaceFamily) -> bool {
    family.holds.len() as usize != family.order.len()
}

/// See [`CellWords::covers`].
fn covers(p: &Program) -> Vec<bool> {
    let families: Vec<(bool, Set)> = p.layout.families.iter().map(|f| (!has_figures(f), f.holds)).collect();
    let covers = |set: Set| families.iter().map(move |(counted, holds)| *counted && holds.minus(set).is_empty());
    p.sets.iter().flat_map(|&set| covers(set)).collect()
}

/// Where a place keeps its order.
#[derive(Clone, Copy, Debug)]
pub(in crate::vm) struct KeptAt {
    /// How.
    pub(in crate::vm) how: Keep,
    counts: (u32, u32),
    room: u32,
}

impl KeptAt {
    /// Its words.
    #[inline]
    pub(in crate::vm) fn range(self) -> Range<usize> {
        let first = (self.counts.0 + self.counts.1) as usize;
        first..first + self.room as usize
    }
}

/// For each place how it keeps order.
fn kept(layout: &Layout) -> Vec<Option<KeptAt>> {
    let of = |cell: &PlaceCell| {
        let family = &layout.families[cell.family as usize];
        let kept = family.kept?;
        Some(KeptAt { how: kept.how, counts: (cell.base, family.order.len() as u32), room: kept.words() })
    };
    if layout.families.iter().all(|family| family.kept.is_none()) {
        return Vec::new();
    }
    layout.cells.iter().map(of).collect()
}

/// Figures with rising numbers and words.
#[derive(Clone, Copy, Debug)]
pub(in crate::vm) struct Run {
    pub(in crate::vm) piece: u32,
    pub(in crate::vm) slot: u32,
    pub(in crate::vm) count: u32,
}

impl Run {
    /// Whether a figure is the next one.
    fn goes_on(self, piece: u32, slot: u32) -> bool {
        (self.piece + self.count, self.slot + self.count) == (piece, slot)
    }
}

/// Number of figures that are read together; fewer are read one by one, more in several runs.
const MANY: u32 = 4;
const MOST: u32 = 64;

/// Figures are read many at a time: their words in a row.
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

/// The pieces, from `first` on, whose words are such; at most 64 words.
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

/// The pieces, from `first` on, whose counts are not 0.
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
            kept: kept(layout),
        }
    }

    #[inline]
    fn at(&self, cell: i32) -> Option<&CellRow> {
        self.cells.get(usize::try_from(cell).ok()?)
    }

    /// The word that counts a piece in a place; none where it may not lie there, and for figures.
    #[inline]
    pub(in crate::vm) fn slot(&self, cell: i32, piece: i32) -> Option<usize> {
        let piece = usize::try_from(piece).ok().filter(|&piece| piece < self.pieces)?;
        let at = self.at(cell)?;
        let offset = self.offsets[at.row as usize + piece];
        (offset != NO_WORD).then_some(at.base as usize + usize::from(offset))
    }

    /// The word that says where a figure stands.
    #[inline]
    pub(in crate::vm) fn figure(&self, piece: i32) -> Option<usize> {
        let &slot = self.figures.get(usize::try_from(piece).ok()?)?;
        (slot != NO_FIGURE).then_some(slot as usize)
    }

    /// The word that says how many of a piece lie in a place.
    pub(in crate::vm) fn says(&self, cell: i32, piece: i32) -> Option<usize> {
        self.slot(cell, piece).or_else(|| self.figure(piece))
    }

    /// Number of a piece in a place; 0 where either is none.
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

    /// Where the words of a place without order, one piece after the other, count all that may lie there: the first piece, and
    /// these words.
    #[inline]
    pub(in crate::vm) fn counts(&self, cell: i32) -> Option<(i32, Range<usize>)> {
        let at = self.at(cell).filter(|at| at.loose)?;
        Some((at.first? as i32, at.range()))
    }

    /// The words that count all that lies in a place, if they do, and it may hold nothing but the pieces of this constant set.
    #[inline]
    pub(in crate::vm) fn all_counts(&self, cell: i32, set: u32) -> Option<Range<usize>> {
        let at = self.at(cell)?;
        self.covers[set as usize * self.families + at.family as usize].then(|| at.range())
    }

    /// Number of these pieces, all of which may lie there, in a place.
    pub(in crate::vm) fn sum(&self, s: &[i32], cell: i32, pieces: Set) -> i32 {
        let Some(&at) = self.at(cell) else {
            return 0;
        };
        if at.counts > 0 && pieces == at.holds {
            return i32::try_from(sum_of(at.words(s))).unwrap_or(i32::MAX);
        }
        self.counts_of(s, cell, self.there(s, cell, pieces).iter()).fold(0, i32::saturating_add)
    }

    /// What all that lies in a place is worth together, piece by piece.
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

    /// Number of a figure in a place: 1 or 0; of what may not lie there 0.
    fn stands(&self, s: &[i32], cell: i32, piece: i32) -> i32 {
        match self.figure(piece) {
            Some(slot) => i32::from(cell >= 0 && s[slot] == cell),
            None => 0,
        }
    }

    /// Of these pieces, all of which may lie there, those that may be in a place: where its words can be read at one go, and
    /// of many figures, only those that are.
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

    /// The figures of runs that stand in a place.
    fn standing(&self, s: &[i32], cell: i32) -> Set {
        let runs = self.runs.iter().filter(|_| cell >= 0);
        runs.fold(Set::EMPTY, |standing, run| {
            let words = &s[run.slot as usize..][..run.count as usize];
            standing.or(such(words, run.piece, |stands| stands == cell))
        })
    }

    /// The pieces of a constant set, if they are figures in a row.
    #[inline]
    pub(in crate::vm) fn figures(&self, set: u32) -> Option<Run> {
        self.rows[set as usize]
    }

    /// What may lie in a place.
    #[inline]
    pub(in crate::vm) fn holds(&self, cell: i32) -> Set {
        self.at(cell).map(|at| at.holds).unwrap_or_default()
    }

    /// Whether any place keeps order.
    #[inline]
    pub(in crate::vm) fn keeps(&self) -> bool {
        !self.kept.is_empty()
    }

    /// How a place keeps order.
    #[inline]
    pub(in crate::vm) fn kept(&self, cell: i32) -> Option<KeptAt> {
        if self.kept.is_empty() {
            return None;
        }
        usize::try_from(cell).ok().and_then(|cell| self.kept.get(cell)).copied().flatten()
    }

    /// The words of a row.
    pub(in crate::vm) fn row(&self, cell: i32) -> Option<Range<usize>> {
        self.kept(cell).filter(|kept| kept.how == Keep::Row).map(KeptAt::range)
    }

    /// Number of things in a place that keeps packets, without figures.
    pub(in crate::vm) fn all(&self, s: &[i32], cell: i32) -> i32 {
        let Some(kept) = self.kept(cell) else { return 0 };
        let (first, count) = (kept.counts.0 as usize, kept.counts.1 as usize);
        s[first..first + count].iter().fold(0, |all, &count| all.saturating_add(count))
    }

    /// Whether there is such a piece.
    #[inline]
    pub(in crate::vm) fn is_piece(&self, piece: i32) -> bool {
        usize::try_from(piece).is_ok_and(|piece| piece < self.pieces)
    }
}

/// All counts together.
#[inline]
pub(in crate::vm) fn sum_of(counts: &[i32]) -> i64 {
    // Several words are added at a time; the sum is right where none of them is large.
    let add = |(any, sum): (i32, i32), &count: &i32| (any | count, sum.wrapping_add(count));
    let (any, sum) = counts.iter().fold((0, 0), add);
    if counts.len() < 4096 && any >> 19 == 0 {
        return i64::from(sum);
    }
    counts.iter().map(|&count| i64::from(count)).sum()
}
