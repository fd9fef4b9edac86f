//! The start state: things in their start places, tracks and memory with their start values.

use super::Lower;
use crate::code::{Entry, NONE, OrderKind, StoredOrder};
use crate::ir;
use crate::lower::boxes::{VariableData, split};
use crate::lower::codes;
use crate::lower::exprs::scope::LocalHomes;

impl Lower<'_> {
    /// Computes the start state.
    pub(super) fn start_state(&mut self) {
        self.emit.program.start = vec![0; self.emit.program.layout.words as usize];
        for (at, component) in self.book.components.iter().enumerate() {
            for index in 0..self.boxes.components[at].count {
                self.start_piece(component, at, index);
            }
        }
        for (at, track) in self.book.tracks.iter().enumerate() {
            let data = self.boxes.tracks[at].clone();
            self.start_values(&data, &track.start);
        }
        for (at, memory) in self.book.memory.iter().enumerate() {
            let data = self.boxes.memory[at].clone();
            self.start_values(&data, &memory.start);
        }
    }

    fn start_piece(&mut self, component: &ir::Component, at: usize, index: u32) {
        let piece = self.boxes.components[at].first + index;
        let cells = self.boxes.start_cells(piece);
        if cells.len() < component.start.places.len() {
            let name = &component.name;
            let (message, help) = match self.boxes.start_outside(at) {
                Some((place, n, first, last)) => (
                    format!("`{name}` cannot start there: `{place}` has no {n}"),
                    format!("the index of `{place}` goes from {first} to {last}"),
                ),
                None => (
                    format!("`{name}` cannot start in a place with other indexes"),
                    "name a place with the same indexes as the component, or one without indexes".to_owned(),
                ),
            };
            self.emit.error(codes::START_INDEX, component.span, message, help);
            return;
        }
        let info = &self.emit.program.layout.pieces[piece as usize];
        match (info.figure, info.copies) {
            (Some(slot), _) => {
                self.emit.program.start[slot as usize] = cells.first().map_or(NONE, |&cell| cell as i32);
                cells.first().into_iter().for_each(|&cell| self.start_in_row(cell, piece, 1));
            }
            (None, copies) => {
                let total = copies.map_or(i32::MAX / 2, |n| n as i32);
                let share = total / cells.len().max(1) as i32;
                for cell in cells {
                    self.start_in_row(cell, piece, share);
                    let cell = &self.emit.program.layout.cells[cell as usize];
                    let family = &self.emit.program.layout.families[cell.family as usize];
                    let Some(offset) = family.offsets[piece as usize] else {
                        continue;
                    };
                    self.emit.program.start[(cell.base + u32::from(offset)) as usize] += share;
                }
            }
        }
    }

    /// Puts copies of a piece into an ordered row. Pieces lie there in the order of the components.
    fn start_in_row(&mut self, cell: u32, piece: u32, count: i32) {
        let layout = &self.emit.program.layout;
        let cell = &layout.cells[cell as usize];
        let family = &layout.families[cell.family as usize];
        let Some(StoredOrder { how: OrderKind::Row, room }) = family.stored_order else { return };
        let first = (cell.base + family.order.len() as u32) as usize;
        let row = &mut self.emit.program.start[first..first + room as usize];
        for word in row.iter_mut().filter(|word| **word == 0).take(count.max(0) as usize) {
            *word = Entry::new(piece as i32).0;
        }
    }

    fn start_values(&mut self, data: &VariableData, start: &ir::Expr) {
        let width = data.shape.width();
        for index in 0..data.count {
            let params = split(index, &data.dims);
            let id = self.exprs().within(LocalHomes::constants(&params), |lower| lower.expr(start));
            let at = (data.base + index * width) as usize;
            match self.emit.constant_words(id, data.shape) {
                Some(words) => self.emit.program.start[at..at + words.len()].copy_from_slice(&words),
                None => {
                    self.emit.error(
                        codes::NOT_KNOWN_BEFORE,
                        start.span,
                        "a start value must be known before the game begins",
                        "use numbers, members, settings, `{..}`, `[..]`",
                    );
                }
            }
        }
    }
}
