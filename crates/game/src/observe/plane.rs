//! Planes of an observation: names, shapes and bounds.

use std::ops::Range;

use tavola_core::code::{AxisNames, Legend, Notation, Set};

use crate::wording::{Style, cell, show};

/// Part of an observation: numbers of one sort, one for each combination of the members of its axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Plane {
    /// Unique name, such as `hand`, `hand.hidden` or `asked.who`. The part before the dot is the name in the rules.
    pub name: String,
    /// Meaning of its numbers.
    pub kind: PlaneKind,
    /// Axes, from the slowest to the fastest. Empty for a single number.
    pub axes: Vec<PlaneAxis>,
    /// Lower bound of its numbers. `f32::NEG_INFINITY` if there is none.
    pub low: f32,
    /// Upper bound of its numbers. `f32::INFINITY` if there is none.
    pub high: f32,
    /// Index of its first number in the observation.
    pub offset: usize,
}

/// Meaning of the numbers of a plane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaneKind {
    /// Numbers of visible things in each place, by sort.
    Things,
    /// Numbers of things in each place that the viewer does not see.
    Hidden,
    /// Order of the things in a row, or layers of a stack.
    Order,
    /// Values of a track.
    Track,
    /// Values of a visible memory variable.
    Memory,
    /// Visible answers of a `together` block.
    Answer,
    /// A flag or a length that completes the values of another plane.
    Detail,
    /// The party that is asked.
    Asked,
    /// The open question.
    Question,
    /// Parts of the answer so far, for the asked player.
    Part,
    /// The seat of the viewer.
    Viewer,
}

/// Axis of a plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaneAxis {
    /// Name of the kind, such as `Player`, or one of `thing`, `place`, `number`, `position`, `depth`, `party`, `question`.
    pub name: String,
    /// Notations of its members, in order.
    pub members: Vec<String>,
}

impl Plane {
    /// Number of members of each axis.
    pub fn shape(&self) -> Vec<usize> {
        self.axes.iter().map(|axis| axis.members.len()).collect()
    }

    /// Indexes of its numbers in the observation.
    pub fn range(&self) -> Range<usize> {
        self.offset..self.offset + size(&self.axes)
    }
}

impl PlaneAxis {
    pub(super) fn new<T: ToString>(name: &str, members: impl IntoIterator<Item = T>) -> Self {
        Self { name: name.to_owned(), members: members.into_iter().map(|member| member.to_string()).collect() }
    }

    /// Positions from 1 on.
    pub(super) fn positions(count: usize) -> Self {
        Self::new("position", 1..=count)
    }

    /// Index of a place or variable.
    pub(super) fn index(legend: &Legend, axis: &AxisNames) -> Self {
        let values = axis.first..axis.first + axis.count as i32;
        let name = match legend.types[axis.notation as usize] {
            Notation::Member(kind) => legend.kinds[kind as usize].name.as_str(),
            _ => "number",
        };
        Self::new(name, values.map(|value| show(legend, axis.notation, &[value], Style::Language)))
    }

    /// All values that one word of this notation can have, except none. They are numbered from 0.
    pub(super) fn values(legend: &Legend, notation: u32) -> Self {
        match &legend.types[notation as usize] {
            Notation::Member(kind) => Self::kind(legend, *kind),
            Notation::Piece => Self::new("thing", legend.pieces.iter().map(|piece| &piece.notation)),
            Notation::Cell => {
                let axes = legend.places.iter().map(|place| crate::wording::count(&place.axes) as i32);
                Self::new("place", (0..axes.sum()).map(|at| cell(legend, at, Style::Language)))
            }
            Notation::YesNo => Self::new("number", ["no", "yes"]),
            _ => Self::new("number", 0..Set::MOST),
        }
    }

    /// Members of a kind.
    pub(super) fn kind(legend: &Legend, kind: u32) -> Self {
        let kind = &legend.kinds[kind as usize];
        Self::new(&kind.name, kind.members.iter().map(|member| &member.notation))
    }
}

/// Number of combinations of the members of these axes.
pub(super) fn size(axes: &[PlaneAxis]) -> usize {
    axes.iter().map(|axis| axis.members.len()).product()
}

/// Bounds that also hold for 0, the number of what is not seen.
pub(super) fn with_zero((low, high): (f32, f32)) -> (f32, f32) {
    (low.min(0.0), high.max(0.0))
}

/// Planes under construction.
#[derive(Debug, Default)]
pub(super) struct Planes {
    pub(super) all: Vec<Plane>,
    pub(super) len: usize,
}

impl Planes {
    /// Adds a plane and returns the index of its first number. A plane without numbers is left out.
    pub(super) fn add(
        &mut self,
        name: String,
        kind: PlaneKind,
        axes: Vec<PlaneAxis>,
        (low, high): (f32, f32),
    ) -> usize {
        let offset = self.len;
        let size = size(&axes);
        if size > 0 {
            self.len += size;
            self.all.push(Plane { name, kind, axes, low, high, offset });
        }
        offset
    }
}
