//! Walking over the pool of expressions, written once.

use super::{Domain, Expr, ExprId, Program, QueryId};

impl Program {
    /// Calls `f` for the direct parts of an expression, those of its query among them. Whether these are all: expressions
    /// that this does not know have parts that nobody is told of.
    #[allow(clippy::too_many_lines, reason = "an arm a variant")]
    pub fn each_part(&self, e: ExprId, f: &mut dyn FnMut(ExprId)) -> bool {
        match self.exprs[e.index()] {
            Expr::Const(_)
            | Expr::Slot(_)
            | Expr::Reg(_)
            | Expr::RegPlus(..)
            | Expr::SlotPlus(..)
            | Expr::SetConst(_)
            | Expr::SetSlots { .. }
            | Expr::SetRegs { .. }
            | Expr::Slots { .. }
            | Expr::Regs { .. }
            | Expr::Empty => {}
            Expr::SlotAt { index: a, .. }
            | Expr::SetSlotsAt { index: a, .. }
            | Expr::Kept { value: a, .. }
            | Expr::Not(a)
            | Expr::Array { index: a, .. }
            | Expr::Narrow { index: a, .. }
            | Expr::Chains { over: a, .. }
            | Expr::SetArray { index: a, .. }
            | Expr::SetSize(a)
            | Expr::SetFirst(a)
            | Expr::ListSize(a)
            | Expr::BagSize(a)
            | Expr::BagFirst(a)
            | Expr::One(a)
            | Expr::Shift(a, _)
            | Expr::ListSet(a)
            | Expr::BagSet(a, _) => f(a),
            Expr::SlotsAt { store, .. } => self.stores[store as usize].index.into_iter().for_each(f),
            Expr::Arith(_, a, b)
            | Expr::Divide { a, b, .. }
            | Expr::Scaled { a, b, .. }
            | Expr::And(a, b)
            | Expr::Or(a, b)
            | Expr::SetHas(a, b)
            | Expr::SetIs(a, b)
            | Expr::WordsAre(a, b)
            | Expr::ListHas(a, b)
            | Expr::BagGet(a, b)
            | Expr::Union(a, b)
            | Expr::Both(a, b)
            | Expr::Minus(a, b)
            | Expr::Join(a, b)
            | Expr::BagJoin(a, b)
            | Expr::BagMinus(a, b)
            | Expr::Count { cell: a, piece: b }
            | Expr::CountAll { cell: a, pieces: b }
            | Expr::BagAt { cell: a, pieces: b }
            | Expr::Cut { list: a, size: b, .. }
            | Expr::Item { list: a, index: b, .. }
            | Expr::Reach { from: a, over: b, .. }
            | Expr::Let { value: a, body: b, .. }
            | Expr::LetSet { value: a, body: b, .. }
            | Expr::LetWords { value: a, body: b, .. } => [a, b].into_iter().for_each(f),
            Expr::If(a, b, c) => [a, b, c].into_iter().for_each(f),
            Expr::Some(query) | Expr::CountOf(query) | Expr::The(query) | Expr::First(query) => {
                return self.each_part_of_query(query, f);
            }
            Expr::Rank { query, .. } => return self.each_part_of_query(query, f),
            Expr::Every(query, e)
            | Expr::SumOf(query, e)
            | Expr::MaxOf(query, e)
            | Expr::MinOf(query, e)
            | Expr::SetOf(query, e)
            | Expr::UnionOf(query, e)
            | Expr::ListOf(query, e) => {
                f(e);
                return self.each_part_of_query(query, f);
            }
            Expr::List { first, count } | Expr::ListOfSets { first, count, .. } => {
                self.lists[first as usize..][..usize::from(count)].iter().copied().for_each(f);
            }
            Expr::Pick { first, count, index } => {
                f(index);
                self.lists[first as usize..][..usize::from(count)].iter().copied().for_each(f);
            }
            Expr::Slice { list, bounds, .. } => {
                f(list);
                self.lists[bounds as usize..][..2].iter().copied().for_each(f);
            }
            Expr::Call { fun, args } => {
                let fun = &self.funs[fun as usize];
                self.lists[args as usize..][..fun.params.len()].iter().copied().for_each(&mut *f);
                f(fun.body);
            }
            _ => return false,
        }
        true
    }

    /// The same for what the results of a query are worked out from.
    pub fn each_part_of_query(&self, query: QueryId, f: &mut dyn FnMut(ExprId)) -> bool {
        let query = &self.queries[query.index()];
        let mut known = true;
        for binder in &query.binders {
            match binder.domain {
                Domain::Range(a, b)
                | Domain::Clockwise { set: a, from: b, .. }
                | Domain::Cell { cell: a, pieces: b, .. } => {
                    f(a);
                    f(b);
                }
                Domain::Set(a) | Domain::List(a) | Domain::Bag { bag: a, .. } => f(a),
                Domain::NextPiece { bag, chosen, need, .. } => [bag, chosen, need].into_iter().for_each(&mut *f),
                _ => known = false,
            }
        }
        query.filter.iter().chain(query.keys.iter().map(|key| &key.value)).copied().for_each(f);
        known
    }
}
