//! Coding of values: how many numbers a value takes, and which.

use tavola_core::code::{Layout, Legend, NONE, Notation, Set, ValueShape};

use super::plane::{PlaneAxis, size};

/// Coding of a value in a fixed count of numbers. What is not written stays 0.
#[derive(Debug)]
pub(super) enum Coding {
    /// The number itself; yes is 1 and no is 0.
    Scalar,
    /// A 1 for the member among this many.
    OneHot(usize),
    /// A 1 for each member of a set.
    MultiHot(usize),
    /// A count for each sort or member, from this word on.
    Counts { skipped: usize },
    /// The elements of a list, one after the other.
    List { element_words: usize, element: Box<Coding>, element_size: usize },
}

/// A coding with its axes and bounds.
pub(super) struct CodingAxes {
    pub(super) coding: Coding,
    pub(super) axes: Vec<PlaneAxis>,
    pub(super) bounds: (f32, f32),
}

const FLAG: (f32, f32) = (0.0, 1.0);

impl CodingAxes {
    /// The coding of values of a notation and shape. `range` are the bounds of a single number.
    pub(super) fn of(legend: &Legend, layout: &Layout, notation: u32, shape: ValueShape, range: (f32, f32)) -> Self {
        let made = |coding, axes: Vec<PlaneAxis>, bounds| Self { coding, axes, bounds };
        match &legend.types[notation as usize] {
            Notation::Number => made(Coding::Scalar, Vec::new(), range),
            Notation::YesNo => made(Coding::Scalar, Vec::new(), FLAG),
            Notation::Member(_) | Notation::Piece | Notation::Cell => {
                let axis = PlaneAxis::values(legend, notation);
                made(Coding::OneHot(axis.members.len()), vec![axis], FLAG)
            }
            Notation::Set(inner) => {
                let axis = PlaneAxis::values(legend, *inner);
                made(Coding::MultiHot(axis.members.len()), vec![axis], FLAG)
            }
            Notation::Bag => {
                let axis = PlaneAxis::new("thing", legend.pieces.iter().map(|piece| &piece.notation));
                made(Coding::Counts { skipped: 0 }, vec![axis], (0.0, most_copies(layout, 0..layout.pieces.len())))
            }
            Notation::Amounts(kind) => {
                let axis = PlaneAxis::kind(legend, *kind);
                made(Coding::Counts { skipped: 1 }, vec![axis], (f32::NEG_INFINITY, f32::INFINITY))
            }
            &Notation::List(inner, element_shape) => {
                let element_words = (element_shape.width() as usize).max(1);
                let room = (shape.width() as usize).saturating_sub(1) / element_words;
                let unbounded = (f32::NEG_INFINITY, f32::INFINITY);
                let Self { coding, mut axes, bounds } = Self::of(legend, layout, inner, element_shape, unbounded);
                let element_size = size(&axes);
                axes.insert(0, PlaneAxis::positions(room));
                made(Coding::List { element_words, element: Box::new(coding), element_size }, axes, bounds)
            }
        }
    }

    /// Maximum length, if the values are lists.
    pub(super) fn room(&self) -> Option<usize> {
        matches!(self.coding, Coding::List { .. }).then(|| self.axes[0].members.len())
    }
}

impl Coding {
    /// Writes a value. `out` has the size of the coding and is 0. A number outside the bounds becomes the nearest bound.
    pub(super) fn write(&self, words: &[i32], out: &mut [f32], bounds: (f32, f32)) {
        let word = words.first().copied().unwrap_or(NONE);
        match self {
            Self::Scalar => out[0] = number(word, bounds),
            Self::OneHot(size) => {
                if let Some(member) = usize::try_from(word).ok().filter(|member| member < size) {
                    out[member] = 1.0;
                }
            }
            Self::MultiHot(size) => {
                let members = Set::from_words(words).iter().map(|member| member as usize);
                members.take_while(|member| member < size).for_each(|member| out[member] = 1.0);
            }
            Self::Counts { skipped } => {
                let counts = words.get(*skipped..).unwrap_or(&[]);
                out.iter_mut().zip(counts).for_each(|(out, &count)| *out = within(count, bounds));
            }
            Self::List { element_words, element, element_size } => {
                let count = usize::try_from(word).unwrap_or(0);
                let items = words.get(1..).unwrap_or(&[]).chunks_exact(*element_words).take(count);
                let outs = out.chunks_exact_mut((*element_size).max(1));
                items.zip(outs).for_each(|(item, out)| element.write(item, out, bounds));
            }
        }
    }
}

/// A word as a number: 0 for none, and the nearest of the bounds for one that is outside of them.
#[inline]
pub(super) fn number(word: i32, bounds: (f32, f32)) -> f32 {
    if word == NONE { 0.0 } else { within(word, bounds) }
}

#[inline]
fn within(word: i32, (low, high): (f32, f32)) -> f32 {
    (word as f32).max(low).min(high)
}

/// Largest number of copies of any of these pieces.
pub(super) fn most_copies(layout: &Layout, pieces: impl IntoIterator<Item = usize>) -> f32 {
    let copies = pieces.into_iter().map(|piece| copies(layout, piece));
    copies.fold(0.0, f32::max)
}

/// Number of copies of a piece in the box.
pub(super) fn copies(layout: &Layout, piece: usize) -> f32 {
    layout.pieces[piece].copies.map_or(f32::INFINITY, |copies| copies as f32)
}
