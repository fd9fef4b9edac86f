//! The differences between two positions, in the notation of scenarios.

use crate::Game;
use crate::sight::{memory, row, things, word_of};
use crate::wording::{Style, cell, each, indexed, indexes, locate, show};
use tavola_core::vm::State;

/// A part of a position that differs from another position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionDifference {
    /// A track or a variable of the memory: `fame[anna]`, `3`.
    Value {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// A figure.
    Figure {
        /// Its name.
        name: String,
        /// The place where it stands.
        place: String,
    },
    /// A place, with the sorts that lie there, without figures.
    Place(PlaceChange),
}

/// A place whose contents differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceChange {
    /// Its name: `hand[anna]`.
    pub name: String,
    /// The sorts that lie there, with their number; from left to right in a row.
    pub contents: Vec<(String, u32)>,
    /// True if it is a row: the order counts.
    pub is_row: bool,
    /// The sorts whose number differs.
    pub sorts: Vec<SortChange>,
}

/// A sort of things whose number in a place differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortChange {
    /// Notation of the sort.
    pub name: String,
    /// Its number there.
    pub count: u32,
    /// True if this is the place where the sort starts.
    pub starts_here: bool,
}

impl Game {
    /// Differences of position `to` from position `from`: tracks, then figures and places, then the memory.
    ///
    /// Local names, positions in loops and the order of stacks are left out.
    pub fn changes(&self, from: &State, to: &State) -> Vec<PositionDifference> {
        let legend = self.legend();
        let (before, after) = (from.words(), to.words());
        let mut changes = Vec::new();
        for variable in &legend.tracks {
            for (at, index) in each(&variable.axes).enumerate() {
                let word = variable.base as usize + at;
                if before[word] != after[word] {
                    let name = indexed(&variable.name, &indexes(legend, &variable.axes, &index, Style::Language));
                    changes.push(PositionDifference::Value { name, value: after[word].to_string() });
                }
            }
        }
        changes.extend(self.moved_figures(from, to));
        let cells = 0..self.program().layout.cells.len() as u32;
        let cells = cells.filter(|&at| locate(legend, at as i32).is_some());
        changes.extend(cells.filter_map(|at| self.changed_place(from, to, at)).map(PositionDifference::Place));
        for words in memory(legend) {
            let all = words.from..words.from + words.width;
            if before[all.clone()] != after[all.clone()] {
                let variable = &legend.memory[words.variable];
                let name = indexed(&variable.name, &indexes(legend, &variable.axes, &words.index, Style::Language));
                let value = show(legend, variable.notation, &after[all], Style::Language);
                changes.push(PositionDifference::Value { name, value });
            }
        }
        changes
    }

    fn moved_figures(&self, from: &State, to: &State) -> impl Iterator<Item = PositionDifference> {
        let legend = self.legend();
        let pieces = self.program().layout.pieces.iter().zip(legend.pieces.iter());
        pieces.filter_map(move |(piece, name)| {
            let slot = piece.figure? as usize;
            let (before, after) = (from.words()[slot], to.words()[slot]);
            let place = || cell(legend, after, Style::Language);
            (before != after).then(|| PositionDifference::Figure { name: name.notation.clone(), place: place() })
        })
    }

    fn changed_place(&self, from: &State, to: &State, at: u32) -> Option<PlaceChange> {
        let (layout, legend) = (&self.program().layout, self.legend());
        let is_counted = |piece: u32| layout.pieces[piece as usize].figure.is_none();
        let name = |piece: u32| legend.pieces[piece as usize].notation.clone();
        let count = |state: &State, piece: u32| {
            word_of(layout, at, piece as usize).map_or(0, |word| state.words()[word].max(0) as u32)
        };
        let held = layout.families[layout.cells[at as usize].family as usize].holds.iter();
        let sort = |piece: u32| {
            let is_new = is_counted(piece) && count(from, piece) != count(to, piece);
            let starts_here = self.inner.set_up_context.start_of(piece) == Some(at);
            is_new.then(|| SortChange { name: name(piece), count: count(to, piece), starts_here })
        };
        let sorts: Vec<SortChange> = held.map(|piece| piece as u32).filter_map(sort).collect();
        let (row_before, row_after) = (row(layout, from, at), row(layout, to, at));
        if sorts.is_empty() && row_before == row_after {
            return None;
        }
        let is_row = row_after.is_some();
        let lying = row_after.unwrap_or_else(|| things(layout, to, at)).into_iter();
        let counted = lying.filter(|(piece, _)| is_counted(*piece));
        let contents = counted.map(|(piece, count)| (name(piece), count)).collect();
        Some(PlaceChange { name: cell(legend, at as i32, Style::Language), contents, is_row, sorts })
    }
}
