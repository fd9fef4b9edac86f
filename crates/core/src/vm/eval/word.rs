//! Evaluation of expressions as words.

use super::evaluator::Eval;
use crate::code::{Arith, Expr, ExprId, NONE, Rounding, Set, Slot};
use crate::vm::fault::kind::{FaultKind, Res};

impl Eval<'_> {
    /// [`Eval::word`] for operands, with leaves inlined: most operands are leaves.
    #[inline(always)]
    pub(in crate::vm) fn operand(&mut self, e: ExprId) -> Res<i32> {
        match self.exprs[e.index()] {
            Expr::Const(value) => Ok(value),
            Expr::Slot(slot) => Ok(self.s[slot as usize]),
            Expr::Reg(reg) => Ok(self.m.regs[usize::from(reg)]),
            Expr::SlotAt { base, count, index } => self.slot_at(base, count, index),
            Expr::Hoisted { reg, .. } if self.m.regs[usize::from(reg)] != 0 => Ok(self.m.regs[usize::from(reg) + 1]),
            Expr::SlotPlus(slot, by) => self.plus(e, self.s[slot as usize], by),
            Expr::RegPlus(reg, by) => self.plus(e, self.m.regs[usize::from(reg)], by),
            _ => self.word(e),
        }
    }

    /// A word of an indexed variable.
    #[inline(always)]
    fn slot_at(&mut self, base: Slot, count: u32, index: ExprId) -> Res<i32> {
        let slot = base as usize + self.index(index, count)?;
        if self.m.bits.on {
            self.m.bits.note_word(slot);
        }
        Ok(self.s[slot])
    }

    /// A sum of a word and a constant.
    #[inline(always)]
    fn plus(&mut self, e: ExprId, a: i32, by: i32) -> Res<i32> {
        match a.checked_add(by) {
            Some(sum) if a != NONE && sum != NONE => Ok(sum),
            _ => self.fail(if a == NONE { FaultKind::NoValue } else { FaultKind::Overflow }, e),
        }
    }

    /// Evaluates an expression as a word.
    #[allow(clippy::too_many_lines, reason = "one arm per variant")]
    pub(in crate::vm) fn word(&mut self, mut e: ExprId) -> Res<i32> {
        loop {
            match self.exprs[e.index()] {
                Expr::Const(value) => return Ok(value),
                Expr::Slot(slot) => return Ok(self.s[slot as usize]),
                Expr::Reg(reg) => return Ok(self.m.regs[usize::from(reg)]),
                Expr::SlotAt { base, count, index } => return self.slot_at(base, count, index),
                Expr::RegPlus(reg, by) => return self.plus(e, self.m.regs[usize::from(reg)], by),
                Expr::SlotPlus(slot, by) => return self.plus(e, self.s[slot as usize], by),
                Expr::Scaled { a, by, b, plus } => return self.scaled(e, a, by, b, plus),
                Expr::Tabled { table, value } => return self.tabled_word(table, value),
                Expr::Hoisted { reg, value } => {
                    let reg = usize::from(reg);
                    if self.m.regs[reg] == 0 {
                        self.m.regs[reg + 1] = self.word(value)?;
                        self.m.regs[reg] = 1;
                    }
                    return Ok(self.m.regs[reg + 1]);
                }
                Expr::Arith(how, a, b) => {
                    let (a, b) = (self.operand(a)?, self.operand(b)?);
                    return self.arith(e, how, a, b);
                }
                Expr::Not(a) => return Ok(i32::from(!self.holds(a)?)),
                Expr::And(a, b) => {
                    if !self.holds(a)? {
                        return Ok(0);
                    }
                    e = b;
                }
                Expr::Or(a, b) => {
                    if self.holds(a)? {
                        return Ok(1);
                    }
                    e = b;
                }
                Expr::Array { array, index } => return self.in_array(array, index),
                Expr::Count { cell, piece } => {
                    let (cell, piece) = (self.operand(cell)?, self.operand(piece)?);
                    if self.m.bits.on
                        && let Some(slot) = self.m.cells.says(cell, piece)
                    {
                        self.m.bits.note_word(slot);
                    }
                    return Ok(self.m.cells.count(self.s, cell, piece));
                }
                Expr::CountAll { cell, pieces } => return self.count_all(cell, pieces),
                Expr::Worth { cell, array } => return self.worth(e, cell, array),
                Expr::SumAt { base, step, count, room, index } => {
                    let first = base as usize + self.index(index, room)?;
                    return self.sum_at(e, first, usize::from(step), usize::from(count));
                }
                Expr::BagSize(bag) => return self.bag_size(e, bag),
                Expr::FirstMatching { column, index, value, list } => {
                    return self.first_matching((column, index, value), list);
                }
                Expr::SetEmpty(set) => return self.set_empty(set),
                Expr::SetHas(set, member) => return self.set_has(set, member),
                Expr::If(holds, a, b) => e = if self.holds(holds)? { a } else { b },
                Expr::Call { fun, args } => e = self.bind_call(fun, args)?,
                Expr::Let { reg, value, body } => {
                    self.m.regs[usize::from(reg)] = self.word(value)?;
                    e = body;
                }
                Expr::LetSet { .. } | Expr::LetWords { .. } => e = self.bind(e)?,
                Expr::Some(_)
                | Expr::Every(..)
                | Expr::CountOf(_)
                | Expr::SumOf(..)
                | Expr::MaxOf(..)
                | Expr::MinOf(..)
                | Expr::The(_)
                | Expr::First(_) => return self.fold(e),
                Expr::Divide { how, to, a, b } => return self.divide(e, how, i64::from(to), a, b),
                _ => return self.word_of_many(e),
            }
        }
    }

    /// An element of a constant array.
    #[inline(always)]
    pub(super) fn in_array(&mut self, array: u32, index: ExprId) -> Res<i32> {
        let index = self.operand(index)?;
        let array = &self.p.arrays[array as usize];
        Ok(usize::try_from(index).ok().and_then(|at| array.get(at)).copied().unwrap_or(NONE))
    }

    /// `a * by + b + plus`.
    #[inline(always)]
    pub(super) fn scaled(&mut self, e: ExprId, a: ExprId, by: i32, b: ExprId, plus: i32) -> Res<i32> {
        let a = self.operand(a)?;
        if a == NONE {
            return self.fail(FaultKind::NoValue, e);
        }
        let b = self.operand(b)?;
        if b == NONE {
            return self.fail(FaultKind::NoValue, e);
        }
        let value = a.checked_mul(by).and_then(|value| value.checked_add(b)).and_then(|value| value.checked_add(plus));
        match value {
            Some(value) if value != NONE => Ok(value),
            _ => self.fail(FaultKind::Overflow, e),
        }
    }

    /// Evaluates a word from a set, a list or a bag.
    #[inline(never)]
    fn word_of_many(&mut self, e: ExprId) -> Res<i32> {
        match self.exprs[e.index()] {
            Expr::Narrow { array, index } => self.narrow(e, array, index),
            Expr::Digit { index, first, count } => self.digit(e, index, first, count),
            Expr::SomeOverlaps { list, set, width, least, most } => self.some_overlap((list, width), set, least..=most),
            Expr::SetSize(set) => Ok(self.set(set)?.len() as i32),
            Expr::SetIs(a, b) => Ok(i32::from(self.set(a)? == self.set(b)?)),
            Expr::SetFirst(set) => Ok(self.set(set)?.first().unwrap_or(NONE)),
            Expr::WordsAre(a, b) => self.words_are(a, b),
            Expr::Occurrences(a, b) => self.occurrences(a, b),
            Expr::ListSize(list) => self.list_size(list),
            Expr::ListHas(list, element) => self.list_has(list, element),
            Expr::Item { list, index, .. } => self.item_word(list, index),
            Expr::BagGet(bag, piece) => self.bag_get(bag, piece),
            Expr::BagFirst(bag) => self.bag_first(bag),
            Expr::DivideDone(divide) => self.divide_done(divide),
            other => unreachable!("lowering does not read as a word: {other:?}"),
        }
    }

    /// The number of an index, counted from 0.
    fn digit(&mut self, e: ExprId, index: ExprId, first: i32, count: u32) -> Res<i32> {
        let at = self.word(index)?.checked_sub(first).filter(|&at| (at as u32) < count);
        at.map_or_else(|| self.fail(FaultKind::Index, e), Ok)
    }

    /// Converts a member of one kind to another. None stays none.
    fn narrow(&mut self, e: ExprId, array: u32, index: ExprId) -> Res<i32> {
        let index = self.word(index)?;
        let found = usize::try_from(index).ok().and_then(|at| self.p.arrays[array as usize].get(at)).copied();
        match found {
            Some(member) if member != NONE => Ok(member),
            _ if index == NONE => Ok(NONE),
            _ => self.fail(FaultKind::NoMember, e),
        }
    }

    #[inline(always)]
    fn arith(&mut self, e: ExprId, how: Arith, a: i32, b: i32) -> Res<i32> {
        match how {
            Arith::Is => return Ok(i32::from(a == b)),
            Arith::IsNot => return Ok(i32::from(a != b)),
            _ if a == NONE || b == NONE => return self.fail(FaultKind::NoValue, e),
            _ => {}
        }
        let value = match how {
            Arith::Less => return Ok(i32::from(a < b)),
            Arith::AtMost => return Ok(i32::from(a <= b)),
            Arith::Min => return Ok(a.min(b)),
            Arith::Max => return Ok(a.max(b)),
            Arith::Add => a.checked_add(b),
            Arith::Sub => a.checked_sub(b),
            Arith::Mul => a.checked_mul(b),
            Arith::Gap => i32::try_from(a.abs_diff(b)).ok(),
            Arith::Is | Arith::IsNot => unreachable!("answered above"),
        };
        match value {
            Some(value) if value != NONE => Ok(value),
            _ => self.fail(FaultKind::Overflow, e),
        }
    }

    #[inline(never)]
    fn divide(&mut self, e: ExprId, how: Rounding, to: i64, a: ExprId, b: ExprId) -> Res<i32> {
        let (a, b) = (i64::from(self.number(a)?), i64::from(self.number(b)?));
        if b == 0 || to == 0 {
            return self.fail(FaultKind::DivideByZero, e);
        }
        match how.divide(a, b, to).and_then(|value| i32::try_from(value).ok()) {
            Some(value) if value != NONE => Ok(value),
            _ => self.fail(FaultKind::Overflow, e),
        }
    }

    #[inline]
    fn set_has(&mut self, set: ExprId, member: ExprId) -> Res<i32> {
        if self.m.bits.on {
            return self.has_noted(set, member);
        }
        let member = self.operand(member)?;
        if let Expr::SetSlots { base, width } = self.exprs[set.index()] {
            return Ok(i32::from(has(&self.s[base as usize..][..usize::from(width)], member)));
        }
        if let Expr::SetConst(set) = self.exprs[set.index()] {
            return Ok(i32::from(self.p.sets[set as usize].has(member)));
        }
        if let Expr::SetRegs { reg, width } = self.exprs[set.index()] {
            return Ok(i32::from(has(&self.m.regs[usize::from(reg)..][..usize::from(width)], member)));
        }
        // None is in no set.
        if member == NONE { Ok(0) } else { self.has_member(set, member) }
    }

    /// A membership test that records what is read.
    #[inline(never)]
    fn has_noted(&mut self, set: ExprId, member: ExprId) -> Res<i32> {
        let value = self.operand(member)?;
        if let Expr::SetSlots { base, width } = self.exprs[set.index()] {
            if value >= 0 && value / 32 < i32::from(width) {
                self.m.bits.note(base + (value / 32) as u32, (value % 32) as u32);
            }
        } else if let Some(at) = self.m.bits.watched(self.exprs, member) {
            let members = if value == NONE { Set::EMPTY } else { self.set(set)? };
            self.m.bits.note_value(at, value, members);
            return Ok(i32::from(members.has(value)));
        }
        if value == NONE { Ok(0) } else { self.has_member(set, value) }
    }

    /// Not inlined, because a `Set` needs stack space that words do not.
    #[inline(never)]
    fn has_member(&mut self, set: ExprId, member: i32) -> Res<i32> {
        Ok(i32::from(self.is_among(set, member)?))
    }

    /// A membership test that does not build sets of listed members.
    fn is_among(&mut self, set: ExprId, member: i32) -> Res<bool> {
        match self.exprs[set.index()] {
            Expr::One(one) => {
                let one = self.operand(one)?;
                self.joined(Set::EMPTY, one, set)?;
                Ok(one == member && one != NONE)
            }
            Expr::Union(a, b) => Ok(self.is_among(a, member)? | self.is_among(b, member)?),
            _ => Ok(self.set(set)?.has(member)),
        }
    }
}

/// True if a set in words has a member. None is in no set.
#[inline(always)]
fn has(words: &[i32], member: i32) -> bool {
    words.get((member as u32 / 32) as usize).is_some_and(|word| word >> (member as u32 % 32) & 1 == 1)
}
