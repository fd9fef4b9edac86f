//! Translation of loops: queries, lists and column scans.

use tavola_native::{Code, Label, List, Set, Word};

use super::tables::KnownTable;
use super::{NativeValue, Words};
use crate::code::{Binder, Domain, Expr, ExprId, NONE, Query, QueryId, ValueShape};

/// The test of a column scan: the column, the position in a row, and the value to compare with.
pub(super) type AskedRows = (u32, ExprId, ExprId);

/// The body of a loop over results; the label continues with the next result.
type Result<'r, 'w, 'f> = &'r mut dyn FnMut(&mut Words<'w, 'f>, Label);

impl<'w, 'f> Words<'w, 'f> {
    /// True if all domains of a query can be translated.
    pub(super) fn can_go_through(&self, query: QueryId) -> bool {
        let query = &self.p.queries[query.index()];
        query.binders.iter().all(|binder| match binder.domain {
            Domain::Range(..) | Domain::Set(_) => binder.width == 1,
            Domain::Clockwise { of, .. } => binder.width == 1 && of > 0,
            Domain::List(list) => binder.width <= 8 && self.is_list(list, binder.width),
            Domain::Bag { .. }
            | Domain::Cell { .. }
            | Domain::Next { .. }
            | Domain::Piles(_)
            | Domain::NextPiece { .. } => false,
        })
    }

    /// Translates a loop over the results of a query.
    pub(super) fn each(&mut self, query: QueryId, f: Result<'_, 'w, 'f>) {
        let p = self.p;
        let query = &p.queries[query.index()];
        let filter = if query.early.is_empty() && query.left.is_empty() { query.filter } else { query.rest };
        self.level(query, 0, filter, f);
    }

    /// Translates the loops over the names from `level` on. If an early part of the filter faults, the whole filter must be tested:
    /// that is left to the interpreter.
    fn level(&mut self, query: &'w Query, level: usize, filter: Option<ExprId>, f: Result<'_, 'w, 'f>) {
        let end = self.code.label();
        self.forget(query, level);
        for &part in query.early.get(level).into_iter().flatten() {
            let on = self.code.label();
            self.leaving(|words| words.jump(part, on, end));
            self.code.here(on);
        }
        let binder = &query.binders[level];
        let left = query.left.get(level).copied().flatten();
        let left = left.map(|left| self.leaving(|words| words.set(left)));
        let names = self.names.len();
        let walk = match (left, binder.domain) {
            (Some(left), _) => self.open_members(binder, left),
            (None, Domain::Set(set)) => {
                let set = self.set(set);
                self.open_members(binder, set)
            }
            (None, Domain::Range(low, high)) => {
                let first = self.word(low);
                let first = self.code.some(first);
                let last = if low == high { first } else { self.word(high) };
                let last = self.code.some(last);
                let (walk, value) = self.code.open_range(first, last);
                self.code.step();
                self.name(binder.reg, NativeValue::Word(value));
                walk
            }
            (None, Domain::Clockwise { set, from, of }) => self.open_clockwise(binder, set, from, i32::from(of)),
            (None, Domain::List(list)) => {
                let list = self.list(list, binder.width);
                let (walk, element) = self.code.open_elements(list);
                self.code.step();
                let value = match binder.width {
                    1 => NativeValue::Word(self.code.element_word(element)),
                    width => NativeValue::Set(width, self.code.element_set(element)),
                };
                self.name(binder.reg, value);
                walk
            }
            (None, other) => unreachable!("asked only where it can be said: {other:?}"),
        };
        if level + 1 < query.binders.len() {
            self.level(query, level + 1, filter, f);
        } else {
            self.result(filter, walk.next(), f);
        }
        self.names.truncate(names);
        self.code.close(walk);
        self.code.here(end);
    }

    fn result(&mut self, filter: Option<ExprId>, next: Label, f: Result<'_, 'w, 'f>) {
        if let Some(filter) = filter {
            let yes = self.code.label();
            self.jump(filter, yes, next);
            self.code.here(yes);
        }
        f(self, next);
    }

    /// Resets the cached values of the names from `level` on.
    fn forget(&mut self, query: &Query, level: usize) {
        for &reg in query.hoisted.get(level).into_iter().flatten() {
            let zero = self.code.number(0);
            self.code.set_reg(reg, zero);
        }
    }

    fn open_members(&mut self, binder: &Binder, set: Set) -> tavola_native::Walk {
        let (walk, member) = self.code.open_members(set);
        self.code.step();
        self.name(binder.reg, NativeValue::Word(member));
        walk
    }

    /// Opens a loop over the members of a set in clockwise order.
    fn open_clockwise(&mut self, binder: &Binder, set: ExprId, from: ExprId, of: i32) -> tavola_native::Walk {
        let (set, from) = (self.set(set), self.word(from));
        let from = self.code.some(from);
        let inside = self.code.below(from, of as u32);
        self.code.bail_out_unless(inside);
        let from = self.code.index(from, of as u32);
        let (first, last) = (self.code.number(0), self.code.number(of - 1));
        let (walk, at) = self.code.open_range(first, last);
        let round = self.code.number(of);
        let beyond = self.code.add(from, at);
        let before = self.code.sub(beyond, round);
        let here = self.code.less(beyond, round);
        let value = self.code.select(here, beyond, before);
        let (has, on) = (self.code.has(set, value), self.code.label());
        self.code.branch(has, on, walk.next());
        self.code.here(on);
        self.code.step();
        self.name(binder.reg, NativeValue::Word(value));
        walk
    }

    /// Returns those members of the given set for which a filter holds.
    pub(super) fn filtered(&mut self, reg: crate::code::Reg, filter: ExprId) {
        let given = self.code.given_set();
        let mut merge = self.code.set_merge();
        let (walk, member) = self.code.open_members(given);
        self.name(reg, NativeValue::Word(member));
        let yes = self.code.label();
        self.jump(filter, yes, walk.next());
        self.code.here(yes);
        let one = self.code.one(member);
        self.code.unite(&mut merge, one);
        self.code.close(walk);
        let set = self.code.merged_set(merge);
        self.code.give_set(set);
    }

    /// Jumps to `yes` if there is a result, else to `no`.
    pub(super) fn some(&mut self, query: QueryId, yes: Label, no: Label) {
        let code = &self.p.queries[query.index()];
        if code.is_left_alone()
            && let [Some(left)] = code.left[..]
        {
            let set = self.left_alone(query, left);
            let none = self.code.is_empty(set);
            return self.code.branch(none, no, yes);
        }
        self.each(query, &mut |words, _| words.code.goto(yes));
        self.code.goto(no);
    }

    /// The values of a query with one name and no conditions but `left`.
    pub(super) fn left_alone(&mut self, query: QueryId, left: ExprId) -> Set {
        let p = self.p;
        self.forget(&p.queries[query.index()], 0);
        self.leaving(|words| {
            words.code.step();
            words.set(left)
        })
    }

    /// Translates a fold over a query as a word.
    #[allow(clippy::too_many_lines, reason = "one arm per variant")]
    pub(super) fn fold(&mut self, e: ExprId) -> Word {
        let p = self.p;
        let left = |query: QueryId| {
            let code = &p.queries[query.index()];
            code.left.first().copied().flatten().filter(|_| code.is_left_alone())
        };
        match self.expr(e) {
            Expr::CountOf(query) => {
                if let Some(left) = left(query) {
                    let set = self.left_alone(query, left);
                    return self.code.size(set);
                }
                let mut merge = self.code.merge();
                self.each(query, &mut |words, _| {
                    let (so_far, one) = (words.code.so_far(&merge), words.code.number(1));
                    let next = words.code.add(so_far, one);
                    words.code.put(&mut merge, next);
                });
                self.code.merged(merge)
            }
            Expr::SumOf(query, value) => {
                let mut merge = self.code.merge();
                self.each(query, &mut |words, _| {
                    let value = words.word(value);
                    let so_far = words.code.so_far(&merge);
                    let next = words.code.add(so_far, value);
                    words.code.put(&mut merge, next);
                });
                self.code.merged(merge)
            }
            Expr::First(query) => {
                if let Some(left) = left(query) {
                    let set = self.left_alone(query, left);
                    return self.code.first(set);
                }
                if !p.queries[query.index()].keys.is_empty() {
                    return self.read_word(e);
                }
                let end = self.code.label();
                let mut merge = self.code.merge();
                let reg = p.queries[query.index()].binders[0].reg;
                self.each(query, &mut |words, _| {
                    let value = words.first_name(reg);
                    words.code.put(&mut merge, value);
                    words.code.goto(end);
                });
                let none = self.code.number(NONE);
                self.code.put(&mut merge, none);
                self.code.here(end);
                self.code.merged(merge)
            }
            Expr::The(query) => {
                let reg = p.queries[query.index()].binders[0].reg;
                let (mut merge, mut count) = (self.code.merge(), self.code.merge());
                self.each(query, &mut |words, _| {
                    // A second result is a fault.
                    let before = words.code.so_far(&count);
                    let more = words.code.truth(before);
                    let only = words.code.not(more);
                    words.code.require(only);
                    let value = words.first_name(reg);
                    words.code.put(&mut merge, value);
                    let one = words.code.number(1);
                    words.code.put(&mut count, one);
                });
                let count = self.code.merged(count);
                let found = self.code.truth(count);
                self.code.require(found);
                self.code.merged(merge)
            }
            _ => self.read_word(e),
        }
    }

    fn first_name(&mut self, reg: u16) -> Word {
        match self.named(reg) {
            Some(NativeValue::Word(word)) => word,
            _ => {
                self.write_names();
                self.code.reg(reg)
            }
        }
    }

    // ---- lists

    /// True if a list with elements of `element` words can be translated.
    pub(super) fn is_list(&self, e: ExprId, element: u16) -> bool {
        match self.expr(e) {
            Expr::Slots { shape: ValueShape::List { element: own, .. }, .. } => own == element,
            Expr::SlotsAt { store, .. } => {
                let shape = self.p.stores[store as usize].shape;
                matches!(shape, ValueShape::List { element: own, .. } if own == element)
            }
            Expr::Tabled { table, .. } => {
                matches!(self.tables.table(table), Some(KnownTable::Lists(lists)) if lists.has_words(u32::from(element)))
            }
            Expr::If(_, a, b) => self.is_list(a, element) && self.is_list(b, element),
            Expr::Let { body, .. } | Expr::LetSet { body, .. } => self.is_list(body, element),
            Expr::Call { fun, .. } => self.can_bind(e) && self.is_list(self.p.funs[fun as usize].body, element),
            _ => false,
        }
    }

    /// Translates a list.
    pub(super) fn list(&mut self, e: ExprId, element: u16) -> List {
        let wide = u32::from(element);
        match self.expr(e) {
            Expr::Slots { base, shape } => self.code.list_words(base, shape.width(), wide),
            Expr::SlotsAt { store, .. } => {
                let p = self.p;
                let store = &p.stores[store as usize];
                match store.index {
                    None => self.code.list_words(store.base, store.shape.width(), wide),
                    Some(index) => {
                        let index = self.word(index);
                        self.code.list_words_at(store.base, store.shape.width(), wide, store.count, index)
                    }
                }
            }
            Expr::Tabled { table, .. } => {
                let tables = self.tables;
                let Some(KnownTable::Lists(lists)) = tables.table(table) else {
                    unreachable!("asked only where it is known")
                };
                let leaving = self.code.leaving();
                let at = self.entry(table, leaving);
                self.code.look_list(lists, at, wide)
            }
            Expr::If(holds, a, b) => {
                let (yes, no, end) = (self.code.label(), self.code.label(), self.code.label());
                let mut merge = self.code.list_merge();
                self.jump(holds, yes, no);
                for (label, branch) in [(yes, a), (no, b)] {
                    self.code.here(label);
                    let list = self.list(branch, element);
                    self.code.put_list(&mut merge, list);
                    self.code.goto(end);
                }
                self.code.here(end);
                self.code.merged_list(merge)
            }
            _ => {
                // Names that are bound here are visible to the list's elements only through the list.
                let names = self.names.len();
                let body = self.bind(e);
                let list = self.list(body, element);
                self.names.truncate(names);
                list
            }
        }
    }

    // ---- columns

    /// Translates a column scan. A scan with constant operands is evaluated once in the function.
    pub(super) fn matching(&mut self, asked: AskedRows, among: ExprId) -> Set {
        match self.once.iter_mut().find(|(said, _)| *said == (asked, among)) {
            Some((_, once)) => {
                let (p, m, tables, root) = (self.p, self.m, self.tables, self.root);
                self.code.at_most_once(once, |code| {
                    let (names, once) = (Vec::new(), Vec::new());
                    let mut words = Words { p, m, tables, code, names, nodes: 0, asked: 0, root, says: true, once };
                    words.compute_matching(asked, among)
                })
            }
            None => self.compute_matching(asked, among),
        }
    }

    fn compute_matching(&mut self, (column, index, value): AskedRows, among: ExprId) -> Set {
        let column = self.p.columns[column as usize];
        let count = u32::from(column.count);
        let is_all = match self.expr(among) {
            Expr::SetConst(set) => self.p.sets[set as usize] == crate::code::Set::below(count as usize),
            _ => false,
        };
        let members = if is_all { Set::EMPTY } else { self.set(among) };
        let value = self.word(value);
        let index = if column.is_whole() { None } else { Some(self.word(index)) };
        let index = index.map(|index| self.code.index(index, column.places()));
        let holds = |code: &mut Code<'_>, row: Word, ahead: u32| {
            let holds = is_so(code, column, index, (row, ahead), value);
            if column.not { code.not(holds) } else { holds }
        };
        if is_all {
            return self.code.those_below(count, holds);
        }
        let beyond = self.code.set_from(members, i32::from(column.count));
        let right = self.code.is_empty(beyond);
        self.code.require(right);
        let mut merge = self.code.set_merge();
        let (walk, member) = self.code.open_members(members);
        let member = self.code.index(member, count);
        let holds = holds(self.code, member, 0);
        let one = self.code.one_if(holds, member);
        self.code.unite(&mut merge, one);
        self.code.close(walk);
        self.code.merged_set(merge)
    }

    /// The first element of a list whose row passes the test.
    pub(super) fn first_matching(&mut self, (column, index, value): (u32, ExprId, ExprId), list: ExprId) -> Word {
        let column = self.p.columns[column as usize];
        let count = u32::from(column.count);
        let list = self.list(list, 1);
        let (some, end) = (self.code.label(), self.code.label());
        let mut merge = self.code.merge();
        let none = self.code.number(NONE);
        self.code.put(&mut merge, none);
        let len = self.code.list_len(list);
        let any = self.code.truth(len);
        self.code.branch(any, some, end);
        self.code.here(some);
        self.code.step();
        let value = self.word(value);
        let index = if column.is_whole() { None } else { Some(self.word(index)) };
        let index = index.map(|index| self.code.index(index, column.places()));
        let (walk, element) = self.code.open_elements(list);
        let row = self.code.element_word(element);
        let row = self.code.index(row, count);
        let same = is_so(self.code, column, index, (row, 0), value);
        let (yes, next) = (self.code.label(), walk.next());
        if column.not {
            self.code.branch(same, next, yes)
        } else {
            self.code.branch(same, yes, next)
        }
        self.code.here(yes);
        self.code.put(&mut merge, row);
        self.code.goto(end);
        self.code.close(walk);
        self.code.put(&mut merge, none);
        self.code.here(end);
        self.code.merged(merge)
    }
}

/// True if the row of a member, or the row `ahead` rows after it, passes the test.
fn is_so(
    code: &mut Code<'_>,
    column: crate::code::Column,
    index: Option<Word>,
    (row, ahead): (Word, u32),
    value: Word,
) -> tavola_native::Truth {
    let step = u32::from(column.step);
    let base = column.base + ahead * step;
    let Some(index) = index else { return code.row_is(base, step, row, value) };
    let by = code.number(step as i32);
    let first = code.mul(row, by);
    let at = code.add(first, index);
    if column.words == 1 {
        let word = code.word_behind(base, 1, at);
        return code.is(word, value);
    }
    code.words_are(base, (u32::from(column.words), u32::from(column.apart)), at, value)
}
