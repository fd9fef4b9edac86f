//! Operands and read sets of expressions and domains.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Area, Pieces};
use crate::code::{Domain, Expr, ExprId, Program, QueryId, Reg, ValueShape};

/// The representation in which an expression is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// As a word.
    Word,
    /// As a set.
    Set,
    /// As a list or bag.
    Words,
}

impl ValueShape {
    /// The representation in which a value of this shape is evaluated.
    pub fn reading(self) -> Reading {
        match self {
            Self::Word => Reading::Word,
            Self::Set(_) => Reading::Set,
            Self::List { .. } | Self::Bag(_) => Reading::Words,
        }
    }
}

/// An operand, or a location that an expression reads.
#[derive(Debug)]
pub enum Use<'e> {
    /// An operand in the node itself.
    Operand(&'e mut ExprId, Reading),
    /// A number of operands in [`Program::lists`], starting at this index.
    Listed(&'e mut u32, u16, Reading),
    /// A call of a define. Its arguments are in [`Program::lists`], starting at this index.
    Define(u32, &'e mut u32),
    /// A query whose results are folded.
    Over(&'e mut QueryId),
    /// The expression that is evaluated for each of its results.
    Each(&'e mut ExprId, Reading),
    /// A part of the position that the node itself reads.
    Reads(Area),
    /// A part of the position that the node itself reads, where the machine can record the exact word.
    Looks(Area),
    /// Registers that the node reads: the first one and their number.
    Reg(Reg, u16),
    /// Registers that hold the name that the node binds: the first one and their number.
    Own(Reg, u16),
}

impl Expr {
    /// Calls `f` for each operand and each read location, in evaluation order. `how` is the representation of the node; the
    /// branches of an `if` and the body of a `let` inherit it.
    #[allow(clippy::too_many_lines, reason = "one arm per variant")]
    pub fn uses_mut<'e>(&'e mut self, how: Reading, f: &mut dyn FnMut(Use<'e>)) {
        use Reading::{Set, Word, Words};
        use Use::{Each, Looks, Operand, Over, Reads};
        let mut two = |a: (&'e mut ExprId, Reading), b: (&'e mut ExprId, Reading)| {
            f(Operand(a.0, a.1));
            f(Operand(b.0, b.1));
        };
        match self {
            Self::Const(_) | Self::SetConst(_) | Self::Empty => {}
            // Words of the position.
            Self::Slot(slot) | Self::SlotPlus(slot, _) => f(Reads(Area::Words(*slot, 1))),
            Self::SetSlots { base, width } => f(Reads(Area::Words(*base, u32::from(*width)))),
            Self::Slots { base, shape } => f(Reads(Area::Words(*base, shape.width()))),
            Self::SlotAt { base, count, index } => {
                f(Looks(Area::OneOf { base: *base, width: 1, count: *count, index: *index }));
                f(Operand(index, Word));
            }
            Self::SetSlotsAt { base, width, count, index } => {
                let (width, count) = (u32::from(*width), u32::from(*count));
                f(Reads(Area::OneOf { base: *base, width, count, index: *index }));
                f(Operand(index, Word));
            }
            Self::SumAt { base, step, count, room, index } => {
                for at in 0..u32::from(*count) {
                    let base = *base + at * u32::from(*step);
                    f(Reads(Area::OneOf { base, width: 1, count: *room, index: *index }));
                }
                f(Operand(index, Word));
            }
            Self::SlotsAt { store, .. } => f(Reads(Area::Store(*store))),
            Self::Matching { column, index, value, among } => {
                f(Looks(Area::Column { column: *column, index: *index }));
                f(Operand(index, Word));
                f(Operand(value, Word));
                f(Operand(among, Set));
            }
            Self::FirstMatching { column, index, value, list } => {
                f(Looks(Area::Column { column: *column, index: *index }));
                f(Operand(list, Words));
                f(Operand(index, Word));
                f(Operand(value, Word));
            }
            Self::SomeOverlaps { list, set, .. } => {
                f(Operand(list, Words));
                f(Operand(set, Set));
            }
            // Things.
            Self::Count { cell, piece } => {
                f(Looks(Area::Things { cell: Some(*cell), pieces: Pieces::One(*piece) }));
                f(Operand(cell, Word));
                f(Operand(piece, Word));
            }
            Self::CountAll { cell, pieces } | Self::BagAt { cell, pieces } => {
                f(Reads(Area::Things { cell: Some(*cell), pieces: Pieces::Of(*pieces) }));
                f(Operand(cell, Word));
                f(Operand(pieces, Set));
            }
            Self::Worth { cell, array } => {
                f(Reads(Area::Things { cell: Some(*cell), pieces: Pieces::Worth(*array) }));
                f(Operand(cell, Word));
            }
            Self::DivideDone(_) => f(Reads(Area::Unnamed)),
            // Registers.
            Self::Reg(reg) | Self::RegPlus(reg, _) => f(Use::Reg(*reg, 1)),
            Self::SetRegs { reg, width } => f(Use::Reg(*reg, *width)),
            Self::Regs { reg, shape } => f(Use::Reg(*reg, shape.width() as u16)),
            Self::Let { reg, value, body } => {
                f(Use::Own(*reg, 1));
                f(Operand(value, Word));
                f(Operand(body, how));
            }
            Self::LetSet { reg, width, value, body } => {
                f(Use::Own(*reg, *width));
                f(Operand(value, Set));
                f(Operand(body, how));
            }
            Self::LetWords { reg, width, value, body } => {
                f(Use::Own(*reg, *width));
                f(Operand(value, Words));
                f(Operand(body, how));
            }
            // Operands alone.
            Self::Array { index: a, .. }
            | Self::Narrow { index: a, .. }
            | Self::Digit { index: a, .. }
            | Self::SetArray { index: a, .. }
            | Self::Not(a)
            | Self::One(a) => f(Operand(a, Word)),
            Self::SetSize(a)
            | Self::SetEmpty(a)
            | Self::SetFirst(a)
            | Self::Shift(a, _)
            | Self::Chains { over: a, .. } => f(Operand(a, Set)),
            Self::ListSize(a) | Self::BagSize(a) | Self::BagFirst(a) | Self::ListSet(a) | Self::BagSet(a, _) => {
                f(Operand(a, Words));
            }
            Self::Hoisted { value, .. } | Self::Tabled { value, .. } => f(Operand(value, how)),
            Self::Arith(_, a, b)
            | Self::Divide { a, b, .. }
            | Self::Scaled { a, b, .. }
            | Self::And(a, b)
            | Self::Or(a, b) => two((a, Word), (b, Word)),
            Self::Reach { from: a, over: b, .. } => two((a, Word), (b, Set)),
            Self::ReachNodes { from: a, among: b, .. } => two((a, Set), (b, Set)),
            Self::Ray { from: a, way: b, .. } => two((a, Word), (b, Word)),
            Self::Sight { from, ways, stops, .. } => {
                f(Operand(from, Word));
                f(Operand(ways, Set));
                f(Operand(stops, Set));
            }
            Self::SetHas(a, b) => two((a, Set), (b, Word)),
            Self::SetIs(a, b) | Self::Union(a, b) | Self::Both(a, b) | Self::Minus(a, b) => two((a, Set), (b, Set)),
            Self::WordsAre(a, b)
            | Self::Occurrences(a, b)
            | Self::Join(a, b)
            | Self::BagJoin(a, b)
            | Self::BagMinus(a, b) => {
                two((a, Words), (b, Words));
            }
            Self::ListHas(a, b)
            | Self::BagGet(a, b)
            | Self::Cut { list: a, size: b, .. }
            | Self::Item { list: a, index: b, .. } => two((a, Words), (b, Word)),
            Self::If(holds, a, b) => {
                f(Operand(holds, Word));
                f(Operand(a, how));
                f(Operand(b, how));
            }
            // Operands in a list.
            Self::List { first, count } => f(Use::Listed(first, *count, Word)),
            Self::ListOfSets { first, count, .. } => f(Use::Listed(first, *count, Set)),
            Self::Pick { first, count, index } => {
                f(Operand(index, Word));
                f(Use::Listed(first, *count, Words));
            }
            Self::Slice { list, bounds, .. } => {
                f(Operand(list, Words));
                f(Use::Listed(bounds, 2, Word));
            }
            Self::Call { fun, args } => f(Use::Define(*fun, args)),
            // Queries.
            Self::Some(query) | Self::CountOf(query) | Self::The(query) | Self::First(query) => f(Over(query)),
            Self::Rank { query, .. } => f(Over(query)),
            Self::Every(query, e)
            | Self::SumOf(query, e)
            | Self::MaxOf(query, e)
            | Self::MinOf(query, e)
            | Self::SetOf(query, e)
            | Self::ListOf(query, e) => {
                f(Over(query));
                f(Each(e, Word));
            }
            Self::UnionOf(query, e) => {
                f(Over(query));
                f(Each(e, Set));
            }
        }
    }

    /// Read-only variant of [`Expr::uses_mut`].
    pub fn uses(mut self, how: Reading, f: &mut dyn FnMut(Use<'_>)) {
        self.uses_mut(how, f);
    }

    /// Read-only variant of [`Expr::operands_mut`].
    pub fn operands(self, how: Reading, f: &mut dyn FnMut(ExprId, Reading)) {
        self.uses(how, &mut |part| {
            if let Use::Operand(e, how) = part {
                f(*e, how);
            }
        });
    }

    /// Calls `f` for the operands in the node itself. Operands in a list ([`Program::listed`]) and the parts of a query
    /// ([`Expr::over`]) are left out.
    pub fn operands_mut(&mut self, how: Reading, f: &mut dyn FnMut(&mut ExprId, Reading)) {
        self.uses_mut(how, &mut |part| {
            if let Use::Operand(e, how) = part {
                f(e, how);
            }
        });
    }

    /// Calls `f` for each part of the position that the node itself reads.
    pub fn each_area(self, f: &mut dyn FnMut(Area)) {
        self.uses(Reading::Word, &mut |part| {
            if let Use::Reads(area) | Use::Looks(area) = part {
                f(area);
            }
        });
    }

    /// True if the node itself reads the position, apart from its operands.
    pub(crate) fn reads_state(self) -> bool {
        let mut reads = false;
        self.each_area(&mut |_| reads = true);
        reads
    }

    /// The registers that the node itself reads: the first one and their number.
    pub(crate) fn reads_regs(self) -> Option<(Reg, u16)> {
        let mut regs = None;
        self.uses(Reading::Word, &mut |part| {
            if let Use::Reg(reg, width) = part {
                regs = Some((reg, width));
            }
        });
        regs
    }

    /// The registers that hold the node's own name: the first one and their number.
    pub(crate) fn own_regs(self) -> Option<(Reg, u16)> {
        let mut regs = None;
        self.uses(Reading::Word, &mut |part| {
            if let Use::Own(reg, width) = part {
                regs = Some((reg, width));
            }
        });
        regs
    }

    /// The query of a node, and the expression that is evaluated for each of its results.
    pub fn over(&mut self) -> Option<(&mut QueryId, Option<(&mut ExprId, Reading)>)> {
        let (mut over, mut each) = (None, None);
        self.uses_mut(Reading::Word, &mut |part| match part {
            Use::Over(query) => over = Some(query),
            Use::Each(e, how) => each = Some((e, how)),
            _ => {}
        });
        over.map(|query| (query, each))
    }

    /// The index in [`Program::lists`] at which the listed operands of a node begin.
    pub(crate) fn first_listed(&mut self) -> Option<&mut u32> {
        let mut found = None;
        self.uses_mut(Reading::Word, &mut |part| {
            if let Use::Listed(first, ..) | Use::Define(_, first) = part {
                found = Some(first);
            }
        });
        found
    }
}

impl Domain {
    /// Calls `f` for each operand and each location that the domain reads.
    pub fn uses_mut<'e>(&'e mut self, f: &mut dyn FnMut(Use<'e>)) {
        use Reading::{Set, Word, Words};
        use Use::{Operand, Reads};
        match self {
            Self::Range(a, b) => {
                f(Operand(a, Word));
                f(Operand(b, Word));
            }
            Self::Set(a) => f(Operand(a, Set)),
            Self::Clockwise { set, from, .. } => {
                f(Operand(set, Set));
                f(Operand(from, Word));
            }
            Self::List(a) | Self::Bag { bag: a, .. } => f(Operand(a, Words)),
            Self::Cell { cell, pieces, .. } => {
                f(Reads(Area::Things { cell: Some(*cell), pieces: Pieces::Of(*pieces) }));
                // A row yields its things from left to right, so its order is read, too.
                f(Reads(Area::Order(Pieces::Of(*pieces))));
                f(Operand(cell, Word));
                f(Operand(pieces, Set));
            }
            Self::Next { cell } => {
                f(Reads(Area::Unnamed));
                f(Operand(cell, Word));
            }
            Self::NextPiece { bag, chosen, need, .. } => {
                f(Operand(bag, Words));
                f(Operand(chosen, Words));
                need.iter_mut().for_each(|need| f(Operand(need, Word)));
            }
            Self::Piles(_) => f(Reads(Area::Unnamed)),
        }
    }

    /// Read-only variant of [`Domain::uses_mut`].
    pub fn uses(mut self, f: &mut dyn FnMut(Use<'_>)) {
        self.uses_mut(f);
    }

    /// Read-only variant of [`Domain::operands_mut`].
    pub fn operands(self, f: &mut dyn FnMut(ExprId, Reading)) {
        self.uses(&mut |part| {
            if let Use::Operand(e, how) = part {
                f(*e, how);
            }
        });
    }

    /// Calls `f` for its operands.
    pub fn operands_mut(&mut self, f: &mut dyn FnMut(&mut ExprId, Reading)) {
        self.uses_mut(&mut |part| {
            if let Use::Operand(e, how) = part {
                f(e, how);
            }
        });
    }

    /// Calls `f` for each part of the position that the domain itself reads.
    pub fn each_area(self, f: &mut dyn FnMut(Area)) {
        self.uses(&mut |part| {
            if let Use::Reads(area) = part {
                f(area);
            }
        });
    }

    /// True if the domain itself reads the position, apart from its operands.
    pub(crate) fn reads_state(self) -> bool {
        let mut reads = false;
        self.each_area(&mut |_| reads = true);
        reads
    }
}

impl Program {
    /// The operands of a node outside of it: the elements of a list, the arguments of a define, the bounds of a slice, the index of
    /// a variable.
    pub fn listed(&self, expr: &Expr) -> &[ExprId] {
        let mut listed: &[ExprId] = &[];
        expr.uses(Reading::Word, &mut |part| match part {
            Use::Listed(first, count, _) => listed = &self.lists[*first as usize..][..usize::from(count)],
            Use::Define(fun, first) => {
                listed = &self.lists[*first as usize..][..self.funs[fun as usize].params.len()];
            }
            Use::Reads(Area::Store(store)) => listed = self.stores[store as usize].index.as_slice(),
            _ => {}
        });
        listed
    }

    /// Calls `f` for the direct parts of an expression, with those of its query and the body of its define. Returns false if the
    /// expression may also read state that no expression names.
    pub fn each_part(&self, e: ExprId, f: &mut dyn FnMut(ExprId)) -> bool {
        let (mut known, mut over) = (true, None);
        self.exprs[e.index()].uses(Reading::Word, &mut |part| match part {
            Use::Operand(part, _) | Use::Each(part, _) => f(*part),
            Use::Listed(first, count, _) => {
                self.lists[*first as usize..][..usize::from(count)].iter().for_each(|&part| f(part))
            }
            Use::Define(fun, first) => {
                let fun = &self.funs[fun as usize];
                self.lists[*first as usize..][..fun.params.len()].iter().for_each(|&part| f(part));
                f(fun.body);
            }
            Use::Reads(Area::Store(store)) => self.stores[store as usize].index.into_iter().for_each(&mut *f),
            Use::Over(query) => over = Some(*query),
            Use::Reads(area) | Use::Looks(area) => known &= area != Area::Unnamed,
            Use::Reg(..) | Use::Own(..) => {}
        });
        over.is_none_or(|query| self.each_part_of_query(query, f)) && known
    }

    /// True if the predicate holds for an expression or anything that it depends on. Unknown dependencies also count as true.
    pub(crate) fn may_hold_of_some(&self, e: ExprId, is: impl Fn(Expr) -> bool) -> bool {
        let (mut open, mut seen) = (vec![e], BTreeSet::new());
        while let Some(e) = open.pop() {
            if seen.insert(e) && (is(self.exprs[e.index()]) || !self.each_part(e, &mut |part| open.push(part))) {
                return true;
            }
        }
        false
    }

    /// True if an expression may read one of these registers, given as the first one and their number.
    pub(crate) fn reads_name(&self, e: ExprId, (first, count): (Reg, u16)) -> bool {
        let overlaps = |(reg, width): (Reg, u16)| reg < first + count && first < reg + width;
        self.may_hold_of_some(e, |expr| expr.reads_regs().is_some_and(overlaps))
    }

    /// Calls `f` for the direct parts of a query. Returns false if the query may also read state that no expression names.
    pub fn each_part_of_query(&self, query: QueryId, f: &mut dyn FnMut(ExprId)) -> bool {
        let query = &self.queries[query.index()];
        let mut known = true;
        for binder in &query.binders {
            binder.domain.uses(&mut |part| match part {
                Use::Operand(part, _) => f(*part),
                Use::Reads(area) => known &= area != Area::Unnamed,
                _ => {}
            });
        }
        query.filter.iter().chain(query.keys.iter().map(|key| &key.value)).copied().for_each(f);
        known
    }

    /// Calls `f` for each part of the position that an expression itself reads, and that the domains of its query read.
    pub fn each_area(&self, e: ExprId, f: &mut dyn FnMut(Area)) {
        let mut expr = self.exprs[e.index()];
        expr.each_area(f);
        if let Some((query, _)) = expr.over() {
            self.queries[query.index()].binders.iter().for_each(|binder| binder.domain.each_area(f));
        }
    }

    /// True if the results of a query may depend on the position.
    pub(crate) fn query_reads_state(&self, query: QueryId) -> bool {
        let mut open = Vec::new();
        let mut reads = self.queries[query.index()].binders.iter().any(|binder| binder.domain.reads_state());
        reads |= !self.each_part_of_query(query, &mut |part| open.push(part));
        let mut seen = BTreeSet::new();
        while let Some(e) = open.pop().filter(|_| !reads) {
            if seen.insert(e) {
                self.each_area(e, &mut |_| reads = true);
                reads |= !self.each_part(e, &mut |part| open.push(part));
            }
        }
        reads
    }

    /// True if an expression may read a register in these ranges (conservative).
    pub(crate) fn may_read(&self, e: ExprId, regs: &[Range<u32>]) -> bool {
        let (mut open, mut seen) = (vec![e], BTreeSet::new());
        while let Some(e) = open.pop() {
            if !seen.insert(e) {
                continue;
            }
            let one_of = self.exprs[e.index()].reads_regs().is_some_and(|(reg, width)| {
                let (reg, width) = (u32::from(reg), u32::from(width));
                regs.iter().any(|regs| reg < regs.end && reg + width > regs.start)
            });
            if one_of || !self.each_part(e, &mut |part| open.push(part)) {
                return true;
            }
        }
        false
    }
}
