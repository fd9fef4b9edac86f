//! Evaluation of expressions as lists, and operations on lists.

use super::evaluator::Eval;
use crate::code::{Expr, ExprId, NONE, Set};
use crate::vm::fault::kind::{FaultKind, Res};

impl Eval<'_> {
    /// Builds a list or bag at the end of the stack.
    #[inline(never)]
    pub(super) fn build(&mut self, e: ExprId) -> Res<()> {
        match self.exprs[e.index()] {
            Expr::List { first, count } => {
                let header = self.m.stack.len();
                self.m.stack.push(0);
                for at in 0..usize::from(count) {
                    let word = self.word(self.p.lists[first as usize + at])?;
                    if word != NONE {
                        self.m.stack.push(word);
                        self.m.stack[header] += 1;
                    }
                }
                Ok(())
            }
            Expr::ListOfSets { first, count, width } => {
                self.m.stack.push(i32::from(count));
                for at in 0..usize::from(count) {
                    let set = self.set(self.p.lists[first as usize + at])?;
                    self.push_set(set, width);
                }
                Ok(())
            }
            Expr::ListOf(query, value) => self.list_of(query, value),
            Expr::Rank { query, width } => self.rank(query, width),
            Expr::Chains { touching, over, width } => self.chains(touching, over, width),
            Expr::Ray { steps, from, way } => self.ray(steps, from, way),
            Expr::Join(a, b) => self.join(a, b),
            Expr::Slice { list, element, bounds } => self.slice(list, usize::from(element), bounds as usize),
            Expr::Cut { list, size, room } => self.cut(e, list, size, usize::from(room)),
            Expr::Pick { first, count, index } => {
                let at = self.index(index, u32::from(count))?;
                self.load(self.p.lists[first as usize + at])?;
                Ok(())
            }
            Expr::BagAt { cell, pieces } => self.bag_at(cell, pieces),
            Expr::BagJoin(a, b) => self.bag_join(e, a, b),
            Expr::BagMinus(a, b) => self.bag_minus(a, b),
            Expr::Empty => {
                self.m.stack.push(0);
                Ok(())
            }
            other => unreachable!("lowering does not read as words: {other:?}"),
        }
    }

    /// Pushes a set of `width` words on the stack.
    pub(super) fn push_set(&mut self, set: Set, width: u16) {
        let at = self.m.stack.len();
        self.m.stack.resize(at + usize::from(width), 0);
        set.to_words(&mut self.m.stack[at..]);
    }

    /// Connected components of a set of edges, by breadth-first search from the first edge that is left.
    fn chains(&mut self, touching: u32, over: ExprId, width: u16) -> Res<()> {
        let mut left = self.set(over)?;
        let mut chains: Vec<Set> = Vec::new();
        while let Some(first) = left.first() {
            let mut chain = Set::EMPTY;
            let mut wave = Set::EMPTY.with(first);
            while !wave.is_empty() {
                chain = chain.or(wave);
                let mut next = Set::EMPTY;
                for edge in wave.iter() {
                    self.m.step()?;
                    let beside = self.p.set_arrays[touching as usize].get(edge as usize).copied();
                    next = next.or(beside.unwrap_or_default());
                }
                wave = next.and(left).minus(chain);
            }
            left = left.minus(chain);
            chains.push(chain);
        }
        // The components are in the order of their first edges. The sort is stable, so equal sizes keep it.
        chains.sort_by_key(|chain| std::cmp::Reverse(chain.len()));
        self.m.stack.push(chains.len() as i32);
        chains.into_iter().for_each(|chain| self.push_set(chain, width));
        Ok(())
    }

    fn join(&mut self, a: ExprId, b: ExprId) -> Res<()> {
        let first = self.load(a)?;
        let second = self.load(b)?;
        self.m.stack[first] += self.m.stack[second];
        self.m.stack.remove(second);
        Ok(())
    }

    /// A slice from one position to another, both counted from 1. An end of none means the last element.
    fn slice(&mut self, list: ExprId, element: usize, bounds: usize) -> Res<()> {
        let from = self.number(self.p.lists[bounds])?;
        let to = self.word(self.p.lists[bounds + 1])?;
        let start = self.load(list)?;
        let len = self.m.stack[start];
        let from = from.max(1);
        let to = if to == NONE { len } else { to.min(len) };
        let kept = if from <= to { to - from + 1 } else { 0 };
        self.m.stack[start] = kept;
        if kept > 0 {
            let first = start + 1 + (from - 1) as usize * element;
            self.m.stack.copy_within(first..first + kept as usize * element, start + 1);
        }
        self.m.stack.truncate(start + 1 + kept as usize * element);
        Ok(())
    }

    fn cut(&mut self, e: ExprId, list: ExprId, size: ExprId, room: usize) -> Res<()> {
        let size = self.number(size)?;
        let start = self.load(list)?;
        let end = self.m.stack.len();
        let Some(size) = usize::try_from(size).ok().filter(|&size| size > 0) else {
            return self.fail(FaultKind::Index, e);
        };
        let len = self.m.stack[start] as usize;
        if size.min(len) > room {
            return self.fail(FaultKind::ListFull, e);
        }
        self.m.stack.push(len.div_ceil(size) as i32);
        for first in (0..len).step_by(size) {
            self.m.step()?;
            let count = size.min(len - first);
            self.m.stack.push(count as i32);
            self.m.stack.extend_from_within(start + 1 + first..start + 1 + first + count);
            self.m.stack.resize(self.m.stack.len() + room - count, 0);
        }
        self.m.stack.drain(start..end);
        Ok(())
    }

    /// Compares two lists or bags. Missing words at the end count as 0, so an empty bag equals `[0]`.
    pub(super) fn words_are(&mut self, a: ExprId, b: ExprId) -> Res<i32> {
        let first = self.load(a)?;
        let second = self.load(b)?;
        let (a, b) = (&self.m.stack[first..second], &self.m.stack[second..]);
        let common = a.len().min(b.len());
        let rest = a[common..].iter().chain(&b[common..]);
        let equal = a[..common] == b[..common] && rest.copied().all(|word| word == 0);
        self.m.stack.truncate(first);
        Ok(i32::from(equal))
    }

    /// Number of times a list occurs in another one at multiples of its length.
    pub(super) fn occurrences(&mut self, part: ExprId, list: ExprId) -> Res<i32> {
        let first = self.load(part)?;
        let second = self.load(list)?;
        let (part, list) = (&self.m.stack[first + 1..second], &self.m.stack[second + 1..]);
        let times = if part.is_empty() { 0 } else { list.chunks_exact(part.len()).filter(|one| *one == part).count() };
        self.m.stack.truncate(first);
        Ok(times as i32)
    }

    pub(super) fn list_size(&mut self, list: ExprId) -> Res<i32> {
        let mark = self.m.stack.len();
        let view = self.view(list)?;
        let size = self.seen(&view)[0];
        self.m.stack.truncate(mark);
        Ok(size)
    }

    pub(super) fn list_has(&mut self, list: ExprId, element: ExprId) -> Res<i32> {
        let element = self.word(element)?;
        let mark = self.m.stack.len();
        let view = self.view(list)?;
        let has = self.seen(&view)[1..].contains(&element);
        self.m.stack.truncate(mark);
        Ok(i32::from(has))
    }

    pub(super) fn list_set(&mut self, list: ExprId) -> Res<Set> {
        let mark = self.m.stack.len();
        let view = self.view(list)?;
        let members = &self.seen(&view)[1..];
        let set = members.iter().fold(Set::EMPTY, |set, &member| set.with(member));
        let kept = members.iter().all(|&member| member == NONE || Set::can_contain(member));
        self.m.stack.truncate(mark);
        if kept { Ok(set) } else { self.fail(FaultKind::NotKept, list) }
    }
}
