//! Translation of expressions as sets.

use tavola_native::{Set, Word};

use super::tables::KnownTable;
use super::{NativeValue, Words};
use crate::code::{DIRECTIONS, Expr, ExprId, NONE};

impl Words<'_, '_> {
    /// Translates an expression as a set.
    #[allow(clippy::too_many_lines, reason = "one arm per variant")]
    pub(super) fn set(&mut self, e: ExprId) -> Set {
        if !self.has_room() {
            return self.read_set(e);
        }
        match self.expr(e) {
            Expr::SetConst(set) => self.code.set(self.p.sets[set as usize].0),
            Expr::SetSlots { base, width } => self.code.set_words(base, width),
            Expr::SetSlotsAt { base, width, count, index } => {
                let index = self.word(index);
                self.code.set_words_at(base, width, u32::from(count), index)
            }
            Expr::SetRegs { reg, width } => match self.named(reg) {
                Some(NativeValue::Set(own, set)) if own == width => set,
                Some(NativeValue::Word(word)) if width == 1 => self.code.set_of_word(word),
                Some(_) => {
                    self.write_names();
                    self.code.set_regs(reg, width)
                }
                None => self.code.set_regs(reg, width),
            },
            Expr::Empty => Set::EMPTY,
            Expr::One(member) => {
                let member = self.word(member);
                self.code.one(member)
            }
            Expr::Union(a, b) => {
                let (a, b) = (self.set(a), self.set(b));
                self.code.union(a, b)
            }
            Expr::Both(a, b) => {
                let (a, b) = (self.set(a), self.set(b));
                self.code.both(a, b)
            }
            Expr::Minus(a, b) => {
                let (a, b) = (self.set(a), self.set(b));
                self.code.minus(a, b)
            }
            Expr::Shift(set, by) => {
                let set = self.set(set);
                self.code.shifted(set, by)
            }
            Expr::SetArray { array, index } => {
                let index = self.word(index);
                let (p, tables) = (self.p, self.tables);
                self.code.look_set(tables.sets(p, array), index)
            }
            Expr::If(holds, a, b) => {
                let (yes, no, end) = (self.code.label(), self.code.label(), self.code.label());
                let mut merge = self.code.set_merge();
                self.jump(holds, yes, no);
                for (label, branch) in [(yes, a), (no, b)] {
                    self.code.here(label);
                    let set = self.set(branch);
                    self.code.put_set(&mut merge, set);
                    self.code.goto(end);
                }
                self.code.here(end);
                self.code.merged_set(merge)
            }
            Expr::Let { .. } | Expr::LetSet { .. } | Expr::Call { .. } if self.can_bind(e) => {
                let names = self.names.len();
                let body = self.bind(e);
                let set = self.set(body);
                self.names.truncate(names);
                set
            }
            Expr::Hoisted { reg, value } => self.kept_set(reg, value),
            Expr::Tabled { table, value } => self.tabled_set(e, table, value),
            Expr::Sight { steps, from, ways, stops } => self.sight(steps, from, ways, stops),
            Expr::Matching { column, index, value, among } => self.matching((column, index, value), among),
            Expr::SetOf(query, value) if self.can_go_through(query) => self.set_of(query, value),
            Expr::UnionOf(query, value) if self.can_go_through(query) => {
                let mut merge = self.code.set_merge();
                self.each(query, &mut |words, _| {
                    let set = words.set(value);
                    words.code.unite(&mut merge, set);
                });
                self.code.merged_set(merge)
            }
            _ => self.read_set(e),
        }
    }

    /// The cells in line of sight.
    fn sight(&mut self, steps: u32, from: ExprId, ways: ExprId, stops: ExprId) -> Set {
        let (p, tables) = (self.p, self.tables);
        let cells = p.arrays[steps as usize].len().div_ceil(DIRECTIONS) as u32;
        let from = self.word(from);
        let (ways, stops) = (self.set(ways), self.set(stops));
        self.code.step();
        let (mut seen, mut here) = (self.code.set_merge(), self.code.merge());
        let (walk, way) = self.code.open_members(ways);
        self.code.put(&mut here, from);
        let (head, on) = (self.code.label(), self.code.label());
        self.code.here(head);
        // From a position that is no cell the walk ends.
        let cell = self.code.so_far(&here);
        let is_cell = self.code.below(cell, cells);
        self.code.branch(is_cell, on, walk.next());
        self.code.here(on);
        let cell = self.code.index(cell, cells);
        let directions = self.code.number(DIRECTIONS as i32);
        let first = self.code.mul(cell, directions);
        let at = self.code.add(first, way);
        let next = self.code.look(tables.array(p, steps), at);
        let none = self.code.number(NONE);
        let (ends, round) = (self.code.is(next, none), self.code.is(next, from));
        let (ends, on) = (self.code.one_holds(ends, round), self.code.label());
        self.code.branch(ends, walk.next(), on);
        self.code.here(on);
        let one = self.code.one(next);
        self.code.unite(&mut seen, one);
        let (stops, on) = (self.code.has(stops, next), self.code.label());
        self.code.branch(stops, walk.next(), on);
        self.code.here(on);
        self.code.put(&mut here, next);
        self.code.goto(head);
        self.code.close(walk);
        self.code.merged_set(seen)
    }

    fn kept_set(&mut self, reg: u16, value: ExprId) -> Set {
        let (known, open, end) = (self.code.label(), self.code.label(), self.code.label());
        let flag = self.code.reg(reg);
        let flag = self.code.truth(flag);
        let mut merge = self.code.set_merge();
        self.code.branch(flag, known, open);
        self.code.here(open);
        let set = self.set(value);
        self.code.set_regs_to(reg + 1, 8, set);
        let one = self.code.number(1);
        self.code.set_reg(reg, one);
        self.code.put_set(&mut merge, set);
        self.code.goto(end);
        self.code.here(known);
        let set = self.code.set_regs(reg + 1, 8);
        self.code.put_set(&mut merge, set);
        self.code.here(end);
        self.code.merged_set(merge)
    }

    fn tabled_set(&mut self, e: ExprId, table: u32, value: ExprId) -> Set {
        let tables = self.tables;
        let Some(KnownTable::Sets(sets, there)) = tables.table(table) else { return self.read_set(e) };
        let Some(there) = there else {
            // Values outside the table are left to the interpreter.
            let leaving = self.code.leaving();
            let at = self.entry(table, leaving);
            return self.code.look_set(sets, at);
        };
        let (outside, end) = (self.code.cold_label(), self.code.label());
        let mut merge = self.code.set_merge();
        let at = self.entry(table, outside);
        let on = self.code.label();
        let known = self.code.look(there, at);
        let known = self.code.truth(known);
        self.code.branch(known, on, outside);
        self.code.here(on);
        let set = self.code.look_set(sets, at);
        self.code.put_set(&mut merge, set);
        self.code.goto(end);
        self.code.here(outside);
        let set = self.set(value);
        self.code.put_set(&mut merge, set);
        self.code.here(end);
        self.code.merged_set(merge)
    }

    fn set_of(&mut self, query: crate::code::QueryId, value: ExprId) -> Set {
        let p = self.p;
        let code = &p.queries[query.index()];
        if code.is_left_alone()
            && let ([name], [Some(left)]) = (&code.binders[..], &code.left[..])
            && self.expr(value) == Expr::Reg(name.reg)
        {
            return self.left_alone(query, *left);
        }
        let mut merge = self.code.set_merge();
        self.each(query, &mut |words, _| {
            let member: Word = words.word(value);
            let one = words.code.one(member);
            words.code.unite(&mut merge, one);
        });
        self.code.merged_set(merge)
    }
}
