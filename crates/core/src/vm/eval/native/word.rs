//! Translation of expressions as words and as conditions.

use tavola_native::{Label, Truth, Word};

use super::tables::{CountWords, KnownTable, NativeTables};
use super::{NativeValue, Words};
use crate::code::{Arith, Expr, ExprId, NONE, ValueShape};

impl Words<'_, '_> {
    /// Translates an expression as a word.
    #[allow(clippy::too_many_lines, reason = "one arm per variant")]
    pub(super) fn word(&mut self, e: ExprId) -> Word {
        if !self.has_room() {
            return self.read_word(e);
        }
        match self.expr(e) {
            Expr::Const(value) => self.code.number(value),
            Expr::Slot(slot) => self.code.word(slot),
            Expr::SlotAt { base, count, index } => {
                let index = self.word(index);
                self.code.word_at(base, count, index)
            }
            Expr::Reg(reg) => self.reg(reg),
            Expr::RegPlus(reg, by) => {
                let word = self.reg(reg);
                self.plus(word, by)
            }
            Expr::SlotPlus(slot, by) => {
                let word = self.code.word(slot);
                self.plus(word, by)
            }
            Expr::Scaled { a, by, b, plus } => {
                let a = self.word(a);
                let by = self.code.number(by);
                let product = self.code.mul(a, by);
                let b = self.word(b);
                let sum = self.code.add(product, b);
                self.plus(sum, plus)
            }
            Expr::Arith(how, a, b) => self.arith(how, a, b),
            Expr::And(..) | Expr::Or(..) => self.junction(e),
            Expr::If(holds, a, b) => {
                let (yes, no, end) = (self.code.label(), self.code.label(), self.code.label());
                let mut merge = self.code.merge();
                self.jump(holds, yes, no);
                for (label, branch) in [(yes, a), (no, b)] {
                    self.code.here(label);
                    let word = self.word(branch);
                    self.code.put(&mut merge, word);
                    self.code.goto(end);
                }
                self.code.here(end);
                self.code.merged(merge)
            }
            Expr::Let { .. } | Expr::LetSet { .. } | Expr::Call { .. } if self.can_bind(e) => {
                let names = self.names.len();
                let body = self.bind(e);
                let word = self.word(body);
                self.names.truncate(names);
                word
            }
            Expr::Hoisted { reg, value } => {
                let (known, open, end) = (self.code.label(), self.code.label(), self.code.label());
                let flag = self.code.reg(reg);
                let flag = self.code.truth(flag);
                let mut merge = self.code.merge();
                self.code.branch(flag, known, open);
                self.code.here(known);
                let word = self.code.reg(reg + 1);
                self.code.put(&mut merge, word);
                self.code.goto(end);
                self.code.here(open);
                let word = self.word(value);
                self.code.set_reg(reg + 1, word);
                let one = self.code.number(1);
                self.code.set_reg(reg, one);
                self.code.put(&mut merge, word);
                self.code.here(end);
                self.code.merged(merge)
            }
            Expr::Tabled { table, value } => self.tabled_word(e, table, value),
            Expr::Array { array, index } => {
                let index = self.word(index);
                let (p, tables) = (self.p, self.tables);
                self.code.look(tables.array(p, array), index)
            }
            Expr::Narrow { array, index } => {
                let index = self.word(index);
                let (p, tables) = (self.p, self.tables);
                let member = self.code.look(tables.array(p, array), index);
                let none = self.code.number(NONE);
                let (found, open) = (self.code.is_not(member, none), self.code.is(index, none));
                let right = self.code.one_holds(found, open);
                self.code.require(right);
                member
            }
            Expr::Digit { index, first, count } => {
                let index = self.word(index);
                let at = self.plus(index, first.saturating_neg());
                self.code.index(at, count)
            }
            Expr::Count { cell, piece } => self.count(e, cell, piece),
            Expr::CountAll { cell, pieces } => self.count_all(e, cell, pieces),
            Expr::Worth { cell, array } => self.worth(e, cell, array),
            Expr::SetSize(set) => {
                let set = self.set(set);
                self.code.size(set)
            }
            Expr::SetFirst(set) => {
                let set = self.set(set);
                self.code.first(set)
            }
            Expr::SumAt { base, step, count, room, index } if count <= 16 => {
                let index = self.word(index);
                let index = self.code.index(index, room);
                let mut sum = self.code.number(0);
                for at in 0..u32::from(count) {
                    let word = self.code.word_behind(base + at * u32::from(step), 1, index);
                    sum = self.code.add(sum, word);
                }
                sum
            }
            Expr::CountOf(query) | Expr::SumOf(query, _) | Expr::First(query) | Expr::The(query)
                if self.can_go_through(query) =>
            {
                self.fold(e)
            }
            Expr::FirstMatching { column, index, value, list } if self.is_list(list, 1) => {
                self.first_matching((column, index, value), list)
            }
            Expr::ListSize(list) if self.is_list(list, 1) => {
                let list = self.list(list, 1);
                self.code.list_len(list)
            }
            Expr::Item { list, index, element: 1 } if self.is_list(list, 1) => {
                let index = self.word(index);
                let list = self.list(list, 1);
                let (missing, end) = (self.code.label(), self.code.label());
                let mut merge = self.code.merge();
                let element = self.code.element(list, index, missing);
                let word = self.code.element_word(element);
                self.code.put(&mut merge, word);
                self.code.goto(end);
                self.code.here(missing);
                let none = self.code.number(NONE);
                self.code.put(&mut merge, none);
                self.code.here(end);
                self.code.merged(merge)
            }
            _ if self.is_truth(e) => {
                let truth = self.truth(e);
                self.code.as_word(truth)
            }
            Expr::Some(_) | Expr::Every(..) if self.is_jump(e) => self.junction(e),
            _ => self.read_word(e),
        }
    }

    /// The value of a register.
    fn reg(&mut self, reg: u16) -> Word {
        match self.named(reg) {
            Some(NativeValue::Word(word)) => word,
            Some(NativeValue::Set(..)) => {
                self.write_names();
                self.code.reg(reg)
            }
            None => self.code.reg(reg),
        }
    }

    fn plus(&mut self, word: Word, by: i32) -> Word {
        let by = self.code.number(by);
        self.code.add(word, by)
    }

    fn arith(&mut self, how: Arith, a: ExprId, b: ExprId) -> Word {
        let (a, b) = (self.word(a), self.word(b));
        match how {
            Arith::Add => self.code.add(a, b),
            Arith::Sub => self.code.sub(a, b),
            Arith::Mul => self.code.mul(a, b),
            Arith::Min => self.code.min(a, b),
            Arith::Max => self.code.max(a, b),
            Arith::Gap => self.code.gap(a, b),
            Arith::Less | Arith::AtMost | Arith::Is | Arith::IsNot => {
                let truth = self.compared(how, a, b);
                self.code.as_word(truth)
            }
        }
    }

    fn compared(&mut self, how: Arith, a: Word, b: Word) -> Truth {
        match how {
            Arith::Less => self.code.less(a, b),
            Arith::AtMost => self.code.at_most(a, b),
            Arith::Is => self.code.is(a, b),
            Arith::IsNot => self.code.is_not(a, b),
            Arith::Add | Arith::Sub | Arith::Mul | Arith::Min | Arith::Max | Arith::Gap => {
                unreachable!("no comparison: {how:?}")
            }
        }
    }

    /// True if an expression gives a truth value without branches.
    fn is_truth(&self, e: ExprId) -> bool {
        matches!(
            self.expr(e),
            Expr::Arith(Arith::Less | Arith::AtMost | Arith::Is | Arith::IsNot, ..)
                | Expr::Not(_)
                | Expr::SetHas(..)
                | Expr::SetEmpty(_)
                | Expr::SetIs(..)
        )
    }

    /// Translates a condition as a truth value.
    fn truth(&mut self, e: ExprId) -> Truth {
        match self.expr(e) {
            Expr::Arith(how @ (Arith::Less | Arith::AtMost | Arith::Is | Arith::IsNot), a, b) => {
                let (a, b) = (self.word(a), self.word(b));
                self.compared(how, a, b)
            }
            Expr::Not(a) => {
                let holds = self.truth(a);
                self.code.not(holds)
            }
            Expr::SetHas(set, member) => self.has(set, member),
            Expr::SetEmpty(set) => {
                let set = self.set(set);
                self.code.is_empty(set)
            }
            Expr::SetIs(a, b) => {
                let (a, b) = (self.set(a), self.set(b));
                self.code.same(a, b)
            }
            _ => {
                let word = self.word(e);
                self.code.truth(word)
            }
        }
    }

    /// True if a condition is translated to branches.
    fn is_jump(&self, e: ExprId) -> bool {
        match self.expr(e) {
            Expr::And(..) | Expr::Or(..) => true,
            Expr::Some(query) | Expr::Every(query, _) => self.can_go_through(query),
            _ => false,
        }
    }

    /// Branches to `yes` if a condition holds, else to `no`.
    pub(super) fn jump(&mut self, e: ExprId, yes: Label, no: Label) {
        if !self.has_room() {
            let word = self.read_word(e);
            let holds = self.code.truth(word);
            return self.code.branch(holds, yes, no);
        }
        match self.expr(e) {
            Expr::And(a, b) => {
                let on = self.code.label();
                self.jump(a, on, no);
                self.code.here(on);
                self.jump(b, yes, no);
            }
            Expr::Or(a, b) => {
                let on = self.code.label();
                self.jump(a, yes, on);
                self.code.here(on);
                self.jump(b, yes, no);
            }
            Expr::Not(a) => self.jump(a, no, yes),
            Expr::If(holds, a, b) => {
                let (first, second) = (self.code.label(), self.code.label());
                self.jump(holds, first, second);
                self.code.here(first);
                self.jump(a, yes, no);
                self.code.here(second);
                self.jump(b, yes, no);
            }
            Expr::Let { .. } | Expr::LetSet { .. } | Expr::Call { .. } if self.can_bind(e) => {
                let names = self.names.len();
                let body = self.bind(e);
                self.jump(body, yes, no);
                self.names.truncate(names);
            }
            Expr::Some(query) if self.can_go_through(query) => self.some(query, yes, no),
            Expr::Every(query, holds) if self.can_go_through(query) => {
                self.each(query, &mut |words, next| words.jump(holds, next, no));
                self.code.goto(yes);
            }
            _ => {
                let holds = self.truth(e);
                self.code.branch(holds, yes, no);
            }
        }
    }

    /// Translates a condition with branches as a word.
    fn junction(&mut self, e: ExprId) -> Word {
        let (yes, no, end) = (self.code.label(), self.code.label(), self.code.label());
        let mut merge = self.code.merge();
        match self.expr(e) {
            // The result is the word of the second operand, which may differ from 0 and 1.
            Expr::And(a, b) | Expr::Or(a, b) => {
                let (and, on) = (matches!(self.expr(e), Expr::And(..)), self.code.label());
                if and {
                    self.jump(a, on, no)
                } else {
                    self.jump(a, yes, on)
                }
                self.code.here(on);
                let word = self.word(b);
                self.code.put(&mut merge, word);
                self.code.goto(end);
            }
            _ => self.jump(e, yes, no),
        }
        for (label, word) in [(yes, 1), (no, 0)] {
            self.code.here(label);
            let word = self.code.number(word);
            self.code.put(&mut merge, word);
            self.code.goto(end);
        }
        self.code.here(end);
        self.code.merged(merge)
    }

    /// True if the names that a `let` or call binds can be translated.
    pub(super) fn can_bind(&self, e: ExprId) -> bool {
        match self.expr(e) {
            Expr::Let { .. } | Expr::LetSet { .. } => true,
            Expr::Call { fun, .. } => {
                let params = &self.p.funs[fun as usize].params;
                params.iter().all(|(_, shape)| matches!(shape, ValueShape::Word | ValueShape::Set(_)))
            }
            _ => false,
        }
    }

    /// Binds the names of a `let` or call. Returns the body.
    pub(super) fn bind(&mut self, e: ExprId) -> ExprId {
        match self.expr(e) {
            Expr::Let { reg, value, body } => {
                let word = self.word(value);
                // `Kept` reads its register, so a reset must be written to it.
                if self.expr(value) == Expr::Const(0) {
                    self.code.set_reg(reg, word);
                }
                self.name(reg, NativeValue::Word(word));
                body
            }
            Expr::LetSet { reg, width, value, body } => {
                let set = self.set(value);
                self.name(reg, NativeValue::Set(width, set));
                body
            }
            Expr::Call { fun, args } => {
                self.code.step();
                let p = self.p;
                let fun = &p.funs[fun as usize];
                let args = &p.lists[args as usize..][..fun.params.len()];
                let mut values = Vec::new();
                for (&(reg, shape), &arg) in fun.params.iter().zip(args) {
                    values.push((
                        reg,
                        match shape {
                            ValueShape::Set(width) => NativeValue::Set(width, self.set(arg)),
                            _ => NativeValue::Word(self.word(arg)),
                        },
                    ));
                }
                values.into_iter().for_each(|(reg, value)| self.name(reg, value));
                fun.body
            }
            other => unreachable!("asked only where it can be bound: {other:?}"),
        }
    }

    /// Translates a membership test.
    fn has(&mut self, set: ExprId, member: ExprId) -> Truth {
        let word = self.word(member);
        let plain = matches!(
            self.expr(set),
            Expr::SetConst(_) | Expr::SetSlots { .. } | Expr::SetRegs { .. } | Expr::SetArray { .. }
        );
        if plain || !word.may_be_none() {
            let set = self.set(set);
            return self.code.has(set, word);
        }
        // None is in no set; the set is not evaluated then.
        let (some, end) = (self.code.label(), self.code.label());
        let mut merge = self.code.merge();
        let none = self.code.number(NONE);
        let there = self.code.is_not(word, none);
        self.code.branch(there, some, end);
        self.code.here(some);
        let set = self.set(set);
        let has = self.code.has(set, word);
        let has = self.code.as_word(has);
        self.code.put(&mut merge, has);
        self.code.here(end);
        let has = self.code.merged(merge);
        self.code.truth(has)
    }

    /// The index of a memo table's entry. It branches to `outside` if a value is not in the table.
    pub(super) fn entry(&mut self, table: u32, outside: Label) -> Word {
        let p = self.p;
        let table = &p.tables[table as usize];
        let mut at = self.code.number(0);
        for index in &table.indexes {
            let value = self.reg(index.reg);
            let number = self.code.number_from(value, index.low, index.count, index.none, outside);
            let size = self.code.number(index.size() as i32);
            at = self.code.mul(at, size);
            at = self.code.add(at, number);
        }
        at
    }

    fn tabled_word(&mut self, e: ExprId, table: u32, value: ExprId) -> Word {
        let tables = self.tables;
        let Some(KnownTable::Words(known, unknown)) = tables.table(table) else { return self.read_word(e) };
        let Some(unknown) = unknown else {
            // Values outside the table are left to the interpreter.
            let leaving = self.code.leaving();
            let at = self.entry(table, leaving);
            return self.code.look(known, at);
        };
        let (outside, end) = (self.code.cold_label(), self.code.label());
        let mut merge = self.code.merge();
        let at = self.entry(table, outside);
        let word = self.code.look(known, at);
        self.code.put(&mut merge, word);
        let unknown = self.code.number(*unknown);
        let is_unknown = self.code.is(word, unknown);
        self.code.branch(is_unknown, outside, end);
        self.code.here(outside);
        let word = self.word(value);
        self.code.put(&mut merge, word);
        self.code.here(end);
        self.code.merged(merge)
    }

    /// The number of a piece in a place.
    fn count(&mut self, e: ExprId, cell: ExprId, piece: ExprId) -> Word {
        let Expr::Const(piece) = self.expr(piece) else { return self.read_word(e) };
        let (tables, cells) = (self.tables, &self.m.cells);
        let Some(slots) = tables.slots(self.p, cells, piece) else { return self.read_word(e) };
        let Some(figure) = cells.figure(piece) else {
            let cell = self.word(cell);
            let slot = self.code.look(slots, cell);
            // A place without a word for the piece has none of it.
            return self.code.word_or(slot, 0);
        };
        if !slots.are_all(-1) {
            return self.read_word(e);
        }
        let cell = self.word(cell);
        let stands = self.code.word(figure as u32);
        // A figure that is nowhere must not match a place that is none.
        let (place, is) = (self.code.is_natural(cell), self.code.is(stands, cell));
        let stands = self.code.both_hold(place, is);
        self.code.as_word(stands)
    }

    /// The number of things of some pieces in a place.
    fn count_all(&mut self, e: ExprId, cell: ExprId, pieces: ExprId) -> Word {
        let Expr::SetConst(pieces) = self.expr(pieces) else { return self.read_word(e) };
        let (p, cells) = (self.p, &self.m.cells);
        let pieces = p.sets[pieces as usize];
        let cell = self.word(cell);
        let counts = NativeTables::counts(p, cells, cell.range(), |piece| i32::from(pieces.has(piece)));
        let Some(CountWords { first, behind }) = counts else { return self.read_word(e) };
        let first = self.code.look(&first, cell);
        self.code.sum_behind(first, &behind, false)
    }

    /// The total worth of all things in a place.
    fn worth(&mut self, e: ExprId, cell: ExprId, array: u32) -> Word {
        let (p, cells) = (self.p, &self.m.cells);
        let worth = |piece: i32| p.arrays[array as usize].get(piece as usize).copied().unwrap_or(0);
        let cell = self.word(cell);
        let counts = NativeTables::counts(p, cells, cell.range(), worth);
        let Some(CountWords { first, behind }) = counts else { return self.read_word(e) };
        let first = self.code.look(&first, cell);
        self.code.sum_behind(first, &behind, true)
    }
}
