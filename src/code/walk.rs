//! What expressions are worked out from, said once: each variant, with how its operands are read.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Domain, Expr, ExprId, Program, QueryId};

/// How an expression is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// As a word.
    Word,
    /// As a set.
    Set,
    /// As a list or bag.
    Words,
}

impl Expr {
    /// Calls `f` for the operands that stand in the node itself, in the order in which they are worked out: not for those in
    /// a list ([`Program::listed`]) and not for what belongs to a query ([`Expr::over`]). `how` the node itself is read
    /// decides how the branches of an `if` and the body of a `let` are.
    #[allow(clippy::too_many_lines, reason = "an arm a variant")]
    pub fn each_operand(&mut self, how: Reading, f: &mut dyn FnMut(&mut ExprId, Reading)) {
        use Reading::{Set, Word, Words};
        let mut two = |a: (&mut ExprId, Reading), b: (&mut ExprId, Reading)| {
            f(a.0, a.1);
            f(b.0, b.1);
        };
        match self {
            Self::SlotAt { index: a, .. }
            | Self::SumAt { index: a, .. }
            | Self::Worth { cell: a, .. }
            | Self::SetSlotsAt { index: a, .. }
            | Self::Array { index: a, .. }
            | Self::Narrow { index: a, .. }
            | Self::SetArray { index: a, .. }
            | Self::Pick { index: a, .. }
            | Self::Not(a)
            | Self::One(a) => f(a, Word),
            Self::SetSize(a)
            | Self::SetEmpty(a)
            | Self::SetFirst(a)
            | Self::Shift(a, _)
            | Self::Chains { over: a, .. } => f(a, Set),
            Self::ListSize(a)
            | Self::BagSize(a)
            | Self::BagFirst(a)
            | Self::ListSet(a)
            | Self::BagSet(a, _)
            | Self::Slice { list: a, .. } => f(a, Words),
            Self::Arith(_, a, b)
            | Self::Divide { a, b, .. }
            | Self::Scaled { a, b, .. }
            | Self::And(a, b)
            | Self::Or(a, b)
            | Self::Count { cell: a, piece: b } => two((a, Word), (b, Word)),
            Self::CountAll { cell: a, pieces: b }
            | Self::BagAt { cell: a, pieces: b }
            | Self::Reach { from: a, over: b, .. } => two((a, Word), (b, Set)),
            Self::SetHas(a, b) => two((a, Set), (b, Word)),
            Self::SetIs(a, b) | Self::Union(a, b) | Self::Both(a, b) | Self::Minus(a, b) => two((a, Set), (b, Set)),
            Self::WordsAre(a, b) | Self::Join(a, b) | Self::BagJoin(a, b) | Self::BagMinus(a, b) => {
                two((a, Words), (b, Words));
            }
            Self::ListHas(a, b)
            | Self::BagGet(a, b)
            | Self::Cut { list: a, size: b, .. }
            | Self::Item { list: a, index: b, .. } => two((a, Words), (b, Word)),
            Self::If(holds, a, b) => {
                two((holds, Word), (a, how));
                f(b, how);
            }
            Self::Matching { index, value, among, .. } => {
                two((index, Word), (value, Word));
                f(among, Set);
            }
            Self::FirstMatching { index, value, list, .. } => {
                f(list, Words);
                f(index, Word);
                f(value, Word);
            }
            Self::Let { value, body, .. } => two((value, Word), (body, how)),
            Self::LetSet { value, body, .. } => two((value, Set), (body, how)),
            Self::LetWords { value, body, .. } => two((value, Words), (body, how)),
            Self::Kept { value, .. } | Self::Tabled { value, .. } => f(value, how),
            // Without operands, or with those of a list or a query only.
            Self::Const(_)
            | Self::Slot(_)
            | Self::Reg(_)
            | Self::RegPlus(..)
            | Self::SlotPlus(..)
            | Self::SetConst(_)
            | Self::SetSlots { .. }
            | Self::SetRegs { .. }
            | Self::Slots { .. }
            | Self::SlotsAt { .. }
            | Self::Regs { .. }
            | Self::List { .. }
            | Self::ListOfSets { .. }
            | Self::Empty
            | Self::Call { .. }
            | Self::DivideDone(_)
            | Self::Some(_)
            | Self::CountOf(_)
            | Self::The(_)
            | Self::First(_)
            | Self::Rank { .. }
            | Self::Every(..)
            | Self::SumOf(..)
            | Self::MaxOf(..)
            | Self::MinOf(..)
            | Self::SetOf(..)
            | Self::UnionOf(..)
            | Self::ListOf(..) => {}
        }
    }

    /// Whether the node itself reads the position, apart from its operands.
    #[allow(clippy::too_many_lines, reason = "an arm a variant")]
    pub fn reads_state(&self) -> bool {
        match self {
            Self::Slot(_)
            | Self::SlotAt { .. }
            | Self::SlotPlus(..)
            | Self::Count { .. }
            | Self::CountAll { .. }
            | Self::Worth { .. }
            | Self::SumAt { .. }
            | Self::DivideDone(_)
            | Self::SetSlots { .. }
            | Self::SetSlotsAt { .. }
            | Self::Matching { .. }
            | Self::FirstMatching { .. }
            | Self::Slots { .. }
            | Self::SlotsAt { .. }
            | Self::BagAt { .. } => true,
            Self::Const(_)
            | Self::Reg(_)
            | Self::RegPlus(..)
            | Self::Scaled { .. }
            | Self::Arith(..)
            | Self::Divide { .. }
            | Self::Not(_)
            | Self::And(..)
            | Self::Or(..)
            | Self::Array { .. }
            | Self::Narrow { .. }
            | Self::SetSize(_)
            | Self::SetEmpty(_)
            | Self::SetHas(..)
            | Self::SetIs(..)
            | Self::WordsAre(..)
            | Self::SetFirst(_)
            | Self::ListSize(_)
            | Self::ListHas(..)
            | Self::BagSize(_)
            | Self::BagGet(..)
            | Self::BagFirst(_)
            | Self::Some(_)
            | Self::Every(..)
            | Self::CountOf(_)
            | Self::SumOf(..)
            | Self::MaxOf(..)
            | Self::MinOf(..)
            | Self::The(_)
            | Self::First(_)
            | Self::SetConst(_)
            | Self::SetRegs { .. }
            | Self::One(_)
            | Self::Union(..)
            | Self::Both(..)
            | Self::Minus(..)
            | Self::Shift(..)
            | Self::SetArray { .. }
            | Self::SetOf(..)
            | Self::UnionOf(..)
            | Self::ListSet(_)
            | Self::BagSet(..)
            | Self::Reach { .. }
            | Self::Regs { .. }
            | Self::List { .. }
            | Self::ListOfSets { .. }
            | Self::ListOf(..)
            | Self::Rank { .. }
            | Self::Join(..)
            | Self::Slice { .. }
            | Self::Chains { .. }
            | Self::Cut { .. }
            | Self::Pick { .. }
            | Self::BagJoin(..)
            | Self::BagMinus(..)
            | Self::Empty
            | Self::If(..)
            | Self::Let { .. }
            | Self::LetSet { .. }
            | Self::LetWords { .. }
            | Self::Kept { .. }
            | Self::Tabled { .. }
            | Self::Call { .. }
            | Self::Item { .. } => false,
        }
    }

    /// The query of a node, and what is worked out for each of its results.
    pub fn over(&mut self) -> Option<(&mut QueryId, Option<(&mut ExprId, Reading)>)> {
        match self {
            Self::Some(query)
            | Self::CountOf(query)
            | Self::The(query)
            | Self::First(query)
            | Self::Rank { query, .. } => Some((query, None)),
            Self::Every(query, e)
            | Self::SumOf(query, e)
            | Self::MaxOf(query, e)
            | Self::MinOf(query, e)
            | Self::SetOf(query, e)
            | Self::ListOf(query, e) => Some((query, Some((e, Reading::Word)))),
            Self::UnionOf(query, e) => Some((query, Some((e, Reading::Set)))),
            _ => None,
        }
    }
}

impl Domain {
    /// Whether the domain itself reads the position, apart from its operands.
    pub fn reads_state(&self) -> bool {
        match self {
            Self::Cell { .. } | Self::Next { .. } | Self::Piles(_) => true,
            Self::Range(..)
            | Self::Set(_)
            | Self::Clockwise { .. }
            | Self::List(_)
            | Self::Bag { .. }
            | Self::NextPiece { .. } => false,
        }
    }

    /// Calls `f` for what a domain is worked out from.
    pub fn each_operand(&mut self, f: &mut dyn FnMut(&mut ExprId, Reading)) {
        use Reading::{Set, Word, Words};
        match self {
            Self::Range(a, b) => {
                f(a, Word);
                f(b, Word);
            }
            Self::Set(a) => f(a, Set),
            Self::Clockwise { set, from, .. } => {
                f(set, Set);
                f(from, Word);
            }
            Self::List(a) | Self::Bag { bag: a, .. } => f(a, Words),
            Self::Cell { cell, pieces, .. } => {
                f(cell, Word);
                f(pieces, Set);
            }
            Self::Next { cell } => f(cell, Word),
            Self::NextPiece { bag, chosen, need, .. } => {
                f(bag, Words);
                f(chosen, Words);
                f(need, Word);
            }
            Self::Piles(_) => {}
        }
    }
}

impl Program {
    /// The operands of a node that stand elsewhere: the elements of a list, the arguments of a define, the bounds of a
    /// stretch, the index of a variable.
    pub fn listed(&self, expr: &Expr) -> &[ExprId] {
        let (first, count) = match *expr {
            Expr::List { first, count } | Expr::ListOfSets { first, count, .. } | Expr::Pick { first, count, .. } => {
                (first, usize::from(count))
            }
            Expr::Slice { bounds, .. } => (bounds, 2),
            Expr::Call { fun, args } => (args, self.funs[fun as usize].params.len()),
            Expr::SlotsAt { store, .. } => return self.stores[store as usize].index.as_slice(),
            _ => return &[],
        };
        &self.lists[first as usize..][..count]
    }

    /// Calls `f` for the direct parts of an expression, those of its query and the body of its define among them. Whether
    /// these are all that it is worked out from: how things are divided is read from words that no expression names.
    pub fn each_part(&self, e: ExprId, f: &mut dyn FnMut(ExprId)) -> bool {
        let mut expr = self.exprs[e.index()];
        expr.each_operand(Reading::Word, &mut |part, _| f(*part));
        self.listed(&expr).iter().copied().for_each(&mut *f);
        if let Expr::Call { fun, .. } = expr {
            f(self.funs[fun as usize].body);
        }
        match expr.over() {
            Some((query, value)) => {
                value.into_iter().for_each(|(value, _)| f(*value));
                self.each_part_of_query(*query, f)
            }
            None => !matches!(expr, Expr::DivideDone(_)),
        }
    }

    /// Whether an expression may read one of these registers, as far as can be seen.
    pub fn may_read(&self, e: ExprId, regs: &[Range<u32>]) -> bool {
        let (mut open, mut seen) = (vec![e], BTreeSet::new());
        while let Some(e) = open.pop() {
            if !seen.insert(e) {
                continue;
            }
            let (reg, width) = match self.exprs[e.index()] {
                Expr::Reg(reg) | Expr::RegPlus(reg, _) => (u32::from(reg), 1),
                Expr::SetRegs { reg, width } => (u32::from(reg), u32::from(width)),
                Expr::Regs { reg, shape } => (u32::from(reg), shape.width()),
                _ => (0, 0),
            };
            let one_of = regs.iter().any(|regs| reg < regs.end && reg + width > regs.start);
            if one_of || !self.each_part(e, &mut |part| open.push(part)) {
                return true;
            }
        }
        false
    }

    /// The same as [`Self::each_part`] for what the results of a query are worked out from. What may leave a place that keeps an order, and which
    /// piles are open, is read from words that no expression names.
    pub fn each_part_of_query(&self, query: QueryId, f: &mut dyn FnMut(ExprId)) -> bool {
        let query = &self.queries[query.index()];
        let mut known = true;
        for binder in &query.binders {
            let mut domain = binder.domain;
            domain.each_operand(&mut |part, _| f(*part));
            known &= !matches!(domain, Domain::Next { .. } | Domain::Piles(_));
        }
        query.filter.iter().chain(query.keys.iter().map(|key| &key.value)).copied().for_each(f);
        known
    }
}
