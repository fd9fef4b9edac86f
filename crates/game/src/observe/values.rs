//! Planes of tracks and memory.

use tavola_core::code::{Layout, Legend, NONE, Program, ValueShape, Variable};
use tavola_core::lower::Lowered;
use tavola_core::vm::State;

use crate::Game;
use crate::sight::{Eye, FixedSight, reads_position};
use crate::view::Viewing;
use crate::wording::each;

use super::coding::{Coding, CodingAxes};
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

/// Planes of a track.
#[derive(Debug)]
pub(super) struct TrackRows {
    first: usize,
    count: usize,
    values: ValueRows,
}

impl TrackRows {
    /// Planes of all tracks, in the order of the rules.
    pub(super) fn all(planes: &mut Planes, Lowered { program, legend }: &Lowered) -> Vec<Self> {
        let rows = |track: &Variable| {
            let axes: Vec<PlaneAxis> = track.axes.iter().map(|axis| PlaneAxis::index(legend, axis)).collect();
            let bounds = track_bounds(program, track);
            let coding = CodingAxes::of(legend, &program.layout, track.notation, ValueShape::Word, bounds);
            let values = ValueRows::of(planes, (&track.name, PlaneKind::Track, &axes), coding, false);
            Self { first: track.base as usize, count: size(&axes), values }
        };
        legend.tracks.iter().map(rows).collect()
    }

    pub(super) fn write(&self, state: &State, out: &mut [f32]) {
        let words = &state.words()[self.first..self.first + self.count];
        words.chunks_exact(1).enumerate().for_each(|(at, word)| self.values.write(at, word, out));
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
    /// For each index, who sees it.
    sights: Vec<FixedSight>,
    values: ValueRows,
    hidden: Option<usize>,
}

impl MemoryRows {
    /// Planes of all variables, in the order of the rules.
    pub(super) fn all(planes: &mut Planes, game: &Game, eye: &mut Eye<'_>, start: &State) -> Vec<Self> {
        let Lowered { program, legend } = eye.lowered;
        let types = game.book().memory.iter().map(|memory| &memory.ty);
        let optional = types.map(|ty| matches!(ty, tavola_core::ir::Type::Option(_)));
        let rows = |(variable, optional): (&Variable, bool)| {
            let axes: Vec<PlaneAxis> = variable.axes.iter().map(|axis| PlaneAxis::index(legend, axis)).collect();
            let sights = each(&variable.axes)
                .map(|index| FixedSight::of(eye, start, &variable.seers, variable.index_regs, index));
            let sights: Vec<FixedSight> = sights.collect();
            let is_public = sights.iter().all(FixedSight::is_public);
            let range = memory_range(eye, start, variable);
            let mut coding = coding_of(legend, &program.layout, variable, range);
            if optional || !is_public {
                coding.bounds = with_zero(coding.bounds);
            }
            let values = ValueRows::of(planes, (&variable.name, PlaneKind::Memory, &axes), coding, optional);
            let name = || format!("{}.hidden", variable.name);
            let hidden = (!is_public).then(|| planes.add(name(), PlaneKind::Detail, axes.clone(), (0.0, 1.0)));
            let width = variable.shape.width() as usize;
            Self { first: variable.base as usize, width, sights, values, hidden }
        };
        legend.memory.iter().zip(optional).map(rows).collect()
    }

    pub(super) fn write(&self, viewing: &mut Viewing<'_>, out: &mut [f32]) {
        let (state, viewer) = (viewing.state, viewing.viewer);
        for (at, sight) in self.sights.iter().enumerate() {
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
