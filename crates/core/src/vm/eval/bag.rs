//! Evaluation of bags: a count for each piece. The empty bag may also be a single 0.

use std::ops::Range;

use super::evaluator::Eval;
use crate::code::{Expr, ExprId, NONE, Set};
use crate::vm::fault::kind::{FaultKind, Res};
use crate::vm::state::cells::sum_of;

impl Eval<'_> {
    /// Number of these pieces in a place.
    #[inline(never)]
    pub(super) fn count_all(&mut self, cell: ExprId, pieces: ExprId) -> Res<i32> {
        let cell = self.operand(cell)?;
        if let Some(counts) = self.all_counts(cell, pieces) {
            return Ok(i32::try_from(sum_of(&self.s[counts])).unwrap_or(i32::MAX));
        }
        let pieces = self.held(cell, pieces)?;
        Ok(self.m.cells.sum(self.s, cell, pieces))
    }

    /// The total worth of all things in a place.
    #[inline(never)]
    pub(in crate::vm) fn worth(&mut self, e: ExprId, cell: ExprId, array: u32) -> Res<i32> {
        let cell = self.operand(cell)?;
        match i32::try_from(self.m.cells.worth(self.s, cell, &self.p.arrays[array as usize])) {
            Ok(worth) => Ok(worth),
            Err(_) => self.fail(FaultKind::Overflow, e),
        }
    }

    /// The words that count all things in a place, if these pieces are known to be all that it may hold.
    #[inline]
    pub(in crate::vm) fn all_counts(&self, cell: i32, pieces: ExprId) -> Option<Range<usize>> {
        match self.exprs[pieces.index()] {
            Expr::SetConst(set) => self.m.cells.all_counts(cell, set),
            _ => None,
        }
    }

    /// The pieces of a set that may lie in a place; empty if there is no such place.
    pub(in crate::vm) fn held(&mut self, cell: i32, pieces: ExprId) -> Res<Set> {
        let pieces = self.members(pieces)?;
        Ok(pieces.and(self.m.cells.holds(cell)))
    }

    /// Pushes a bag with all its counts on the stack.
    pub(in crate::vm) fn load_bag(&mut self, e: ExprId) -> Res<usize> {
        let start = self.load(e)?;
        self.m.stack.resize(start + self.m.cells.pieces, 0);
        Ok(start)
    }

    pub(super) fn bag_at(&mut self, cell: ExprId, pieces: ExprId) -> Res<()> {
        let cell = self.operand(cell)?;
        let pieces = self.held(cell, pieces)?;
        let start = self.m.stack.len();
        self.m.stack.resize(start + self.m.cells.pieces, 0);
        for piece in self.m.cells.there(self.s, cell, pieces).iter() {
            self.m.stack[start + piece as usize] = self.m.cells.count(self.s, cell, piece);
        }
        Ok(())
    }

    pub(super) fn bag_join(&mut self, e: ExprId, a: ExprId, b: ExprId) -> Res<()> {
        let first = self.load_bag(a)?;
        let second = self.load_bag(b)?;
        for at in 0..self.m.cells.pieces {
            match self.m.stack[first + at].checked_add(self.m.stack[second + at]) {
                Some(sum) => self.m.stack[first + at] = sum,
                None => return self.fail(FaultKind::Overflow, e),
            }
        }
        self.m.stack.truncate(second);
        Ok(())
    }

    pub(super) fn bag_minus(&mut self, a: ExprId, b: ExprId) -> Res<()> {
        let first = self.load_bag(a)?;
        let second = self.load_bag(b)?;
        for at in 0..self.m.cells.pieces {
            let rest = self.m.stack[first + at].saturating_sub(self.m.stack[second + at]);
            self.m.stack[first + at] = rest.max(0);
        }
        self.m.stack.truncate(second);
        Ok(())
    }

    #[inline(never)]
    pub(super) fn bag_size(&mut self, e: ExprId, bag: ExprId) -> Res<i32> {
        let mark = self.m.stack.len();
        let sum = match self.exprs[bag.index()] {
            Expr::SlotsAt { store, .. } => {
                let store = &self.p.stores[store as usize];
                let at = self.target(store)?;
                sum_of(&self.s[at..][..store.shape.width() as usize])
            }
            _ => {
                let view = self.view(bag)?;
                sum_of(self.seen(&view))
            }
        };
        self.m.stack.truncate(mark);
        match i32::try_from(sum) {
            Ok(sum) => Ok(sum),
            Err(_) => self.fail(FaultKind::Overflow, e),
        }
    }

    pub(super) fn bag_get(&mut self, bag: ExprId, piece: ExprId) -> Res<i32> {
        let piece = self.word(piece)?;
        let mark = self.m.stack.len();
        let view = self.view(bag)?;
        let count = usize::try_from(piece).ok().and_then(|at| self.seen(&view).get(at)).copied();
        self.m.stack.truncate(mark);
        Ok(count.unwrap_or(0))
    }

    pub(super) fn bag_first(&mut self, bag: ExprId) -> Res<i32> {
        let mark = self.m.stack.len();
        let view = self.view(bag)?;
        let first = self.seen(&view).iter().position(|&count| count > 0);
        self.m.stack.truncate(mark);
        Ok(first.map_or(NONE, |piece| piece as i32))
    }

    /// The pieces with a nonzero count, each minus a constant. The things of a place are not counted for it.
    pub(super) fn bag_set(&mut self, bag: ExprId, less: i32) -> Res<Set> {
        if let Expr::BagAt { cell, pieces } = self.exprs[bag.index()] {
            let cell = self.word(cell)?;
            let pieces = self.held(cell, pieces)?;
            let cells = &self.m.cells;
            let lies = |piece: &i32| cells.count(self.s, cell, *piece) > 0;
            let there = cells.there(self.s, cell, pieces).iter().filter(lies);
            return Ok(there.fold(Set::EMPTY, Set::with).shifted(-less));
        }
        let mark = self.m.stack.len();
        let view = self.view(bag)?;
        let held = self.seen(&view).iter().enumerate().filter(|&(_, &count)| count > 0);
        let set = held.fold(Set::EMPTY, |set, (piece, _)| set.with(piece as i32 - less));
        self.m.stack.truncate(mark);
        Ok(set)
    }
}
