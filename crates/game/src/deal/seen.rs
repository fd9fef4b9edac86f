//! Lower bounds on the contents of hidden places, from things that a player has seen moving there.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::sight::{Eye, things};
use tavola_core::code::{Layout, NONE};
use tavola_core::vm::{Event, State};

/// Things that one player has seen moving to hidden places, and so knows to lie there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenGoing {
    pieces: usize,
    /// Minimum number of things, indexed by place and piece.
    least: Vec<u32>,
    /// Hash of the observed moves, in order.
    moves: u64,
}

/// Things that moved from one place to another.
struct Went {
    from: usize,
    to: usize,
    /// A count for each piece.
    bag: Vec<u32>,
}

impl SeenGoing {
    /// The state before anything was seen.
    pub(crate) fn none(layout: &Layout) -> Self {
        let pieces = layout.pieces.len();
        Self { pieces, least: vec![0; layout.cells.len() * pieces], moves: 0 }
    }

    /// Minimum number of a piece in a place.
    pub(crate) fn least(&self, cell: u32, piece: u32) -> u32 {
        self.least.get(cell as usize * self.pieces + piece as usize).copied().unwrap_or(0)
    }

    /// Updates the bounds with the events from one question to the next. `state` is the position before them.
    /// `sees` says which places the player sees there.
    pub(crate) fn note(&mut self, layout: &Layout, state: &State, sees: &[bool], events: &[Event]) {
        let mut sizes = Vec::new();
        for (cell, &seen) in (0..).zip(sees) {
            let there = things(layout, state, cell);
            sizes.push(there.iter().map(|thing| thing.1).sum::<u32>());
            if seen {
                self.of(cell as usize).fill(0);
                there.iter().for_each(|&(piece, count)| self.of(cell as usize)[piece as usize] = count);
            }
        }
        for went in all_that_went(layout, events) {
            self.goes(&went, &sizes, sees);
            let all: u32 = went.bag.iter().sum();
            sizes[went.from] = sizes[went.from].saturating_sub(all);
            sizes[went.to] += all;
        }
    }

    fn of(&mut self, cell: usize) -> &mut [u32] {
        &mut self.least[cell * self.pieces..(cell + 1) * self.pieces]
    }

    fn goes(&mut self, went: &Went, sizes: &[u32], sees: &[bool]) {
        let all: u32 = went.bag.iter().sum();
        let before = self.of(went.from).to_vec();
        let came = if sees[went.from] || sees[went.to] {
            // The player saw which things moved.
            let mut moves = DefaultHasher::new();
            (self.moves, went.from, went.to, &went.bag).hash(&mut moves);
            self.moves = moves.finish();
            self.of(went.from).iter_mut().zip(&went.bag).for_each(|(least, gone)| *least = least.saturating_sub(*gone));
            went.bag.clone()
        } else if sizes[went.from] == all {
            self.of(went.from).fill(0);
            before
        } else {
            self.of(went.from).iter_mut().for_each(|least| *least = least.saturating_sub(all));
            let others =
                |at: usize| before.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, n)| *n).sum::<u32>();
            // Everything that left, except the unknown things and the other sorts, must have been of this sort.
            let known: u32 = before.iter().sum();
            let unknown = sizes[went.from].saturating_sub(known);
            (0..before.len()).map(|at| all.saturating_sub(others(at) + unknown).min(before[at])).collect()
        };
        self.of(went.to).iter_mut().zip(came).for_each(|(least, came)| *least += came);
    }
}

/// Moves between the same two places, merged: their order would reveal which things moved. Figures are always open.
fn all_that_went(layout: &Layout, events: &[Event]) -> Vec<Went> {
    let mut all: Vec<Went> = Vec::new();
    for event in events {
        let &Event::Moved { piece, count, from, to, .. } = event else { continue };
        let (Ok(sort), Ok(from), Ok(to)) = (usize::try_from(piece), usize::try_from(from), usize::try_from(to)) else {
            continue;
        };
        if piece == NONE || layout.pieces.get(sort).is_none_or(|piece| piece.figure.is_some()) || from == to {
            continue;
        }
        if all.last().is_none_or(|last| (last.from, last.to) != (from, to)) {
            all.push(Went { from, to, bag: vec![0; layout.pieces.len()] });
        }
        if let Some(last) = all.last_mut() {
            last.bag[sort] += count.max(0) as u32;
        }
    }
    all
}

impl Eye<'_> {
    /// For each place, whether a viewer sees its contents.
    pub(crate) fn sees_cells(&mut self, state: &State, viewer: usize) -> Vec<bool> {
        let cells = self.lowered.program.layout.cells.len() as i32;
        (0..cells).map(|cell| self.sees_cell(state, cell, Some(viewer))).collect()
    }
}
