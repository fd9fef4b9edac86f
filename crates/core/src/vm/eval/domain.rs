//! Iteration over domains: the values that a name of a query ranges over.

use super::evaluator::Eval;
use super::view::WordsView;
use crate::code::{Binder, Domain, Expr, ExprId, Set};
use crate::vm::fault::kind::{FaultKind, Res};

impl<'a> Eval<'a> {
    /// Binds the name to each of its values and calls `f` until it returns `false`. Returns true if it never did.
    pub(in crate::vm) fn domain<F>(&mut self, binder: &Binder, ask: bool, f: &mut F) -> Res<bool>
    where
        F: FnMut(&mut Self) -> Res<bool>,
    {
        let reg = usize::from(binder.reg);
        match binder.domain {
            Domain::Range(low, high) => {
                let first = self.number(low)?;
                let last = if low == high { first } else { self.number(high)? };
                for value in first..=last {
                    if !self.value(reg, value, f)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Domain::Set(set) => {
                let members = self.hot_set(set)?;
                self.each_member(reg, members, f)
            }
            Domain::Clockwise { set, from, of } => self.clockwise([set, from], i32::from(of), reg, f),
            Domain::List(list) => self.elements(list, reg, usize::from(binder.width), f),
            Domain::Bag { bag, less } => self.bag(bag, less, reg, ask, f),
            Domain::Cell { cell, pieces, less } => {
                let cell = self.operand(cell)?;
                self.things_at(cell, (pieces, less), reg, ask, f)
            }
            Domain::Next { cell } => self.next_to_leave(cell, reg, ask, f),
            Domain::Piles(divide) => self.piles(divide, reg, f),
            Domain::NextPiece { bag, chosen, need: None, less } => self.left([bag, chosen], less, reg, ask, f),
            Domain::NextPiece { bag, chosen, need: Some(need), less } => {
                let next = self.next_pieces([bag, chosen, need])?.shifted(-less);
                self.each_member(reg, next, f)
            }
        }
    }

    /// Iterates over the things of a place.
    #[inline]
    fn things_at<F>(&mut self, cell: i32, (pieces, less): (ExprId, i32), reg: usize, ask: bool, f: &mut F) -> Res<bool>
    where
        F: FnMut(&mut Self) -> Res<bool>,
    {
        if let Some((first, counts)) = self.m.cells.counts(cell) {
            let pieces = self.members(pieces)?;
            for (piece, &count) in (first..).zip(&self.s[counts]) {
                if count != 0 && pieces.has(piece) && !self.thing(reg, piece - less, count, ask, f)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        if let Expr::SetConst(set) = self.exprs[pieces.index()]
            && let Some(row) = self.m.cells.figures(set)
            && self.m.cells.order_of(cell).is_none()
        {
            let words = &self.s[row.slot as usize..][..row.count as usize];
            for (piece, &stands) in (row.piece as i32..).zip(words) {
                if stands == cell && cell >= 0 && !self.thing(reg, piece - less, 1, ask, f)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        if self.m.cells.have_orders() && self.in_order(cell) {
            return self.ordered(cell, pieces, less, reg, ask, f);
        }
        let pieces = self.held(cell, pieces)?;
        for piece in self.m.cells.there(self.s, cell, pieces).iter() {
            let count = self.m.cells.count(self.s, cell, piece);
            if !self.thing(reg, piece - less, count, ask, f)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Iterates over the things of a bag. `f` must leave the stack as it was, because the bag stays there meanwhile.
    #[inline]
    fn bag<F>(&mut self, bag: ExprId, less: i32, reg: usize, ask: bool, f: &mut F) -> Res<bool>
    where
        F: FnMut(&mut Self) -> Res<bool>,
    {
        let start = self.m.stack.len();
        let view = self.view(bag)?;
        let (mut on, mut from) = (true, 0);
        while on && let Some((piece, count)) = next_count(self.seen(&view), from) {
            from = piece + 1;
            on = self.thing(reg, piece as i32 - less, count, ask, f)?;
        }
        self.m.stack.truncate(start);
        Ok(on)
    }

    /// Iterates over the members of a set in ascending order.
    #[inline]
    pub(super) fn each_member<F>(&mut self, reg: usize, members: Set, f: &mut F) -> Res<bool>
    where
        F: FnMut(&mut Self) -> Res<bool>,
    {
        for at in 0..members.0.len() {
            let mut rest = members.0[at];
            while rest != 0 {
                if !self.value(reg, at as i32 * 64 + rest.trailing_zeros() as i32, f)? {
                    return Ok(false);
                }
                rest &= rest - 1;
            }
        }
        Ok(true)
    }

    /// Iterates over the members of a set in clockwise order.
    #[inline(never)]
    fn clockwise<F>(&mut self, [set, from]: [ExprId; 2], of: i32, reg: usize, f: &mut F) -> Res<bool>
    where
        F: FnMut(&mut Self) -> Res<bool>,
    {
        let (set, from) = (self.set(set)?, self.number(from)?);
        for at in 0..of {
            let value = from.wrapping_add(at).rem_euclid(of);
            if set.has(value) && !self.value(reg, value, f)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Binds one value, at the cost of one step.
    #[inline]
    pub(in crate::vm) fn value<F>(&mut self, reg: usize, value: i32, f: &mut F) -> Res<bool>
    where
        F: FnMut(&mut Self) -> Res<bool>,
    {
        self.m.step()?;
        self.m.regs[reg] = value;
        f(self)
    }

    /// Binds a piece: once with its count as the weight for a question, else once for each copy.
    pub(in crate::vm) fn thing<F>(&mut self, reg: usize, value: i32, count: i32, ask: bool, f: &mut F) -> Res<bool>
    where
        F: FnMut(&mut Self) -> Res<bool>,
    {
        let copies = u32::try_from(count).unwrap_or(0);
        if !ask {
            for _ in 0..copies {
                if !self.value(reg, value, f)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        if copies == 0 {
            return Ok(true);
        }
        let before = self.m.weight;
        self.m.weight = before.saturating_mul(copies);
        let on = self.value(reg, value, f)?;
        self.m.weight = before;
        Ok(on)
    }

    #[inline(never)]
    fn elements<F>(&mut self, list: ExprId, reg: usize, width: usize, f: &mut F) -> Res<bool>
    where
        F: FnMut(&mut Self) -> Res<bool>,
    {
        let start = self.m.stack.len();
        let lying = match self.view(list)? {
            WordsView::Table(words) => words,
            WordsView::State(range) => &self.s[range],
            WordsView::Stack(range) => return self.elements_on_stack(start, range.start, reg, width, f),
        };
        self.m.stack.truncate(start);
        for element in lying[1..].chunks_exact(width).take(lying[0].max(0) as usize) {
            self.m.step()?;
            self.m.regs[reg..reg + width].copy_from_slice(element);
            if !f(self)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Iterates over the elements of a list on the stack at `list`. The stack is truncated to `start` afterwards.
    fn elements_on_stack<F>(&mut self, start: usize, list: usize, reg: usize, width: usize, f: &mut F) -> Res<bool>
    where
        F: FnMut(&mut Self) -> Res<bool>,
    {
        let (mut on, mut at) = (true, list + 1);
        for _ in 0..self.m.stack[list] {
            self.m.step()?;
            self.m.regs[reg..reg + width].copy_from_slice(&self.m.stack[at..at + width]);
            at += width;
            on = f(self)?;
            if !on {
                break;
            }
        }
        self.m.stack.truncate(start);
        Ok(on)
    }

    /// Pieces of a bag that are not chosen yet, with their counts.
    #[inline(never)]
    fn left<F>(&mut self, [bag, chosen]: [ExprId; 2], less: i32, reg: usize, ask: bool, f: &mut F) -> Res<bool>
    where
        F: FnMut(&mut Self) -> Res<bool>,
    {
        let start = self.m.stack.len();
        let bag = self.view(bag)?;
        let chosen = self.view(chosen)?;
        for at in 0..self.seen(&bag).len() {
            let left = self.seen(&bag)[at].saturating_sub(self.seen(&chosen).get(at).copied().unwrap_or(0));
            if left > 0 && !self.thing(reg, at as i32 - less, left, ask, f)? {
                self.m.stack.truncate(start);
                return Ok(false);
            }
        }
        self.m.stack.truncate(start);
        Ok(true)
    }

    /// The pieces that may come next in a bag that is chosen piece by piece, in the order of pieces.
    #[inline(never)]
    fn next_pieces(&mut self, [bag, chosen, need]: [ExprId; 3]) -> Res<Set> {
        let need = i64::from(self.number(need)?);
        let start = self.m.stack.len();
        let (first, bag) = self.counted(bag)?;
        let chosen = self.view(chosen)?;
        let (bag, taken) = (self.seen(&bag), self.seen(&chosen).get(first..).unwrap_or_default());
        let taken = &taken[..taken.len().min(bag.len())];
        // Of the pieces from the last chosen one on, only that one has been taken already.
        let last = taken.iter().rposition(|&count| count > 0).unwrap_or(0);
        let behind = taken.get(last).copied().unwrap_or(0);
        let left = |at: usize| bag[at].saturating_sub(if at == last { behind } else { 0 }).max(0);
        let mut rest = i64::MAX;
        if need > 1 {
            rest = (last..bag.len()).map(|at| i64::from(left(at))).sum();
        }
        let mut next = Set::EMPTY;
        for (at, &count) in bag.iter().enumerate().skip(last) {
            if count != 0 && left(at) > 0 {
                if rest < need {
                    break;
                }
                rest -= i64::from(left(at));
                next = next.with((first + at) as i32);
            }
        }
        self.m.stack.truncate(start);
        Ok(next)
    }

    /// A bag without the pieces before the first one that it may have. It is read in place if it is all that lies in a place.
    fn counted(&mut self, bag: ExprId) -> Res<(usize, WordsView<'a>)> {
        if let Expr::BagAt { cell, pieces } = self.exprs[bag.index()] {
            let cell = self.operand(cell)?;
            if let (Some((first, _)), Some(counts)) = (self.m.cells.counts(cell), self.all_counts(cell, pieces)) {
                return Ok((first as usize, WordsView::State(counts)));
            }
        }
        Ok((0, self.view(bag)?))
    }

    /// An index from 0 to `most`; a fault if it is outside.
    pub(in crate::vm) fn room(&mut self, e: ExprId, most: u32) -> Res<usize> {
        let value = self.number(e)?;
        match usize::try_from(value) {
            Ok(value) if value <= most as usize => Ok(value),
            _ => self.fail(FaultKind::Index, e),
        }
    }
}

/// The first nonzero count from a position on, with its index. Zeros are frequent, so eight counts are tested at a time.
#[inline]
fn next_count(counts: &[i32], mut from: usize) -> Option<(usize, i32)> {
    while counts.get(from..from + 8).is_some_and(|eight| eight.iter().fold(0, |any, count| any | count) == 0) {
        from += 8;
    }
    let ahead = counts.get(from..)?.iter().position(|&count| count != 0)?;
    Some((from + ahead, counts[from + ahead]))
}
