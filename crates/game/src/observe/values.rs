//! Planes of tracks and memory.

use tavola_core::code::{Layout, Legend, NONE, Program, Variable};
use tavola_core::lower::Lowered;
use tavola_core::vm::State;

use crate::Game;
use crate::sight::{Eye, FixedSight, reads_position};
use crate::view::Viewing;
use crate::wording::each;

use super::coding::{Coding, CodingAxes};
use super::copied::CopiedRuns;
use super::plane::{PlaneAxis, PlaneKind, Planes, size, with_zero};

/// Bounds of a number of which the rules say nothing.
pub(super) const UNBOUNDED: (f32, f32) = (f32::NEG_INFINITY, f32::INFINITY);

/// Planes of the values of a name, one for each index.
#[derive(Debug)]
pub(super) struct ValueRows {
    coding: Coding,
    bounds: (f32, f32),
    /// Number of numbers of a value.
    size: usize,
    values: usize,
    none: Option<usize>,
    length: Option<usize>,
}

impl ValueRows {
    /// Planes of a name. `optional` adds a flag for none.
    pub(super) fn of(
        planes: &mut Planes,
        (name, kind, axes): (&str, PlaneKind, &[PlaneAxis]),
        coding: CodingAxes,
        optional: bool,
    ) -> Self {
        let room = coding.room();
        let CodingAxes { coding, axes: own, bounds } = coding;
        let all: Vec<PlaneAxis> = axes.iter().chain(&own).cloned().collect();
        let values = planes.add(name.to_owned(), kind, all, bounds);
        let mut detail = |suffix: &str, high: f32| {
            planes.add(format!("{name}.{suffix}"), PlaneKind::Detail, axes.to_vec(), (0.0, high))
        };
        let none = optional.then(|| detail("none", 1.0));
        let length = room.map(|room| detail("length", room as f32));
        Self { coding, bounds, size: size(&own), values, none, length }
    }

    /// True if a value is one number and nothing else, see [`CopiedRuns`].
    fn is_number(&self) -> bool {
        matches!(self.coding, Coding::Scalar) && self.none.is_none() && self.length.is_none()
    }

    /// Writes the value at an index.
    #[inline]
    pub(super) fn write(&self, at: usize, words: &[i32], out: &mut [f32]) {
        let value = self.values + at * self.size;
        self.coding.write(words, &mut out[value..value + self.size], self.bounds);
        let word = words.first().copied().unwrap_or(NONE);
        if let Some(none) = self.none {
            out[none + at] = f32::from(u8::from(word == NONE));
        }
        if let Some(length) = self.length {
            out[length + at] = word.max(0) as f32;
        }
    }
}

/// Planes of all tracks, in the order of the rules. Their values are public numbers.
pub(super) fn tracks(planes: &mut Planes, numbers: &mut CopiedRuns, Lowered { program, legend }: &Lowered) {
    for track in &legend.tracks {
        let axes: Vec<PlaneAxis> = track.axes.iter().map(|axis| PlaneAxis::index(legend, axis)).collect();
        let (first, count, bounds) = (track.base as usize, size(&axes), track_bounds(program, track));
        let number = planes.add(track.name.clone(), PlaneKind::Track, axes, bounds);
        (0..count).for_each(|at| numbers.add((first + at, number + at), bounds));
    }
}

/// Ends of a track, as the steps that move it have them.
fn track_bounds(program: &Program, track: &Variable) -> (f32, f32) {
    let steps = || program.steps.iter().filter(|step| step.base == track.base);
    let Some(step) = steps().next() else { return UNBOUNDED };
    let end = |end: Option<i32>, none: f32| end.map_or(none, |end| end as f32);
    (end(step.low, UNBOUNDED.0), end(step.high, UNBOUNDED.1))
}

/// Planes of a memory variable.
#[derive(Debug)]
pub(super) struct MemoryRows {
    first: usize,
    width: usize,
    /// Who sees the value at an index. Without those that are public numbers.
    sights: Vec<(usize, FixedSight)>,
    values: ValueRows,
    hidden: Option<usize>,
}

impl MemoryRows {
    /// Planes of all variables, in the order of the rules. `numbers` gets values that are public numbers.
    pub(super) fn all(
        planes: &mut Planes,
        numbers: &mut CopiedRuns,
        game: &Game,
        eye: &mut Eye<'_>,
        start: &State,
    ) -> Vec<Self> {
        let Lowered { program, legend } = eye.lowered;
        let types = game.book().memory.iter().map(|memory| &memory.ty);
        let optional = types.map(|ty| matches!(ty, tavola_core::ir::Type::Option(_)));
        let rows = |(variable, optional): (&Variable, bool)| {
            let axes: Vec<PlaneAxis> = variable.axes.iter().map(|axis| PlaneAxis::index(legend, axis)).collect();
            let sights = each(&variable.axes)
                .map(|index| FixedSight::of(eye, start, &variable.seers, variable.index_regs, index));
            let mut sights: Vec<(usize, FixedSight)> = sights.enumerate().collect();
            let is_public = sights.iter().all(|(_, sight)| sight.is_public());
            let range = memory_range(eye, start, variable);
            let mut coding = coding_of(legend, &program.layout, variable, range);
            if optional || !is_public {
                coding.bounds = with_zero(coding.bounds);
            }
            let values = ValueRows::of(planes, (&variable.name, PlaneKind::Memory, &axes), coding, optional);
            let name = || format!("{}.hidden", variable.name);
            let hidden = (!is_public).then(|| planes.add(name(), PlaneKind::Detail, axes.clone(), (0.0, 1.0)));
            let (first, width) = (variable.base as usize, variable.shape.width() as usize);
            if values.is_number() {
                sights.retain(|(at, sight)| {
                    let is_public = sight.is_public();
                    if is_public {
                        numbers.add((first + at, values.values + at), values.bounds);
                    }
                    !is_public
                });
            }
            Self { first, width, sights, values, hidden }
        };
        legend.memory.iter().zip(optional).map(rows).collect()
    }

    pub(super) fn write(&self, viewing: &mut Viewing<'_>, out: &mut [f32]) {
        let (state, viewer) = (viewing.state, viewing.viewer);
        for &(at, ref sight) in &self.sights {
            if sight.sees(&mut viewing.eye, state, viewer) {
                let first = self.first + at * self.width;
                self.values.write(at, &state.words()[first..first + self.width], out);
            } else if let Some(hidden) = self.hidden {
                out[hidden + at] = 1.0;
            }
        }
    }
}

fn coding_of(legend: &Legend, layout: &Layout, variable: &Variable, range: (f32, f32)) -> CodingAxes {
    CodingAxes::of(legend, layout, variable.notation, variable.shape, range)
}

/// Range of a memory variable, if it has one that does not depend on the position.
fn memory_range(eye: &mut Eye<'_>, start: &State, variable: &Variable) -> (f32, f32) {
    let program = &eye.lowered.program;
    let mut end = |e| {
        let value = (!reads_position(program, e)).then(|| eye.machine.word(program, start, e).ok());
        value.flatten().filter(|&value| value != NONE).map(|value| value as f32)
    };
    let Some((low, high)) = variable.range else { return UNBOUNDED };
    (end(low).unwrap_or(UNBOUNDED.0), end(high).unwrap_or(UNBOUNDED.1))
}
