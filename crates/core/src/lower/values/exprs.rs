//! The values of each expression and domain, from those of its operands.

use super::stored::copies;
use super::value_set::ValueSet;
use super::value_sets::ValueSets;
use crate::code::{Arith, Domain, Expr, ExprId, QueryId, Rounding, Set};

/// Maximum length of a list.
const LONGEST: i64 = u16::MAX as i64;

impl ValueSets<'_> {
    pub(super) fn domain(&mut self, domain: Domain) -> ValueSet {
        match domain {
            Domain::Range(low, high) => match (self.expr(low).ends(), self.expr(high).ends()) {
                (Some((low, _)), Some((_, high))) => ValueSet::span(low, high),
                _ => ValueSet::EMPTY,
            },
            Domain::Set(e) | Domain::Clockwise { set: e, .. } => self.expr(e).and(ValueSet::below(Set::MOST)),
            Domain::List(e) => self.expr(e),
            Domain::Bag { bag, less } | Domain::NextPiece { bag, less, .. } => self.pieces(bag).plus(-less),
            Domain::Cell { cell, pieces, less } => {
                let there = self.in_place(cell);
                self.pieces(pieces).and(there).plus(-less)
            }
            Domain::Next { cell } => self.in_place(cell),
            Domain::Piles(divide) => {
                let divide = &self.p.divides[divide as usize];
                let most = self.expr(divide.piles).ends().map_or(0, |(_, most)| most);
                ValueSet::span(0, most.min(divide.room.into()) - 1)
            }
        }
    }

    /// The pieces of a set or bag.
    fn pieces(&mut self, e: ExprId) -> ValueSet {
        self.expr(e).and(ValueSet::below(self.p.layout.pieces.len()))
    }

    /// The pieces that can lie in a place.
    fn in_place(&mut self, cell: ExprId) -> ValueSet {
        let places = self.expr(cell);
        let reach = Self::indexed(places, &self.p.reach);
        ValueSet::Members(reach.into_iter().fold(Set::EMPTY, Set::or))
    }

    pub(super) fn found(&mut self, e: ExprId) -> ValueSet {
        let p = self.p;
        match p.exprs[e.index()] {
            Expr::Const(value) => ValueSet::one(value),
            Expr::Slot(slot) => self.words(slot, 1),
            Expr::SlotPlus(slot, by) => self.words(slot, 1).plus(by),
            Expr::SlotAt { base, count, .. } => self.words(base, count),
            Expr::Reg(reg) | Expr::SetRegs { reg, .. } | Expr::Regs { reg, .. } => self.reg(reg),
            Expr::RegPlus(reg, by) => self.reg(reg).plus(by),
            Expr::Array { array, index } | Expr::Narrow { array, index } => {
                let values = Self::indexed(self.expr(index), &p.arrays[array as usize]);
                values.into_iter().fold(ValueSet::EMPTY, |all, value| all.or(ValueSet::one(value)))
            }
            Expr::SetArray { array, index } => {
                let sets = Self::indexed(self.expr(index), &p.set_arrays[array as usize]);
                ValueSet::Members(sets.into_iter().fold(Set::EMPTY, Set::or))
            }
            Expr::SetConst(set) => ValueSet::Members(p.sets[set as usize]),
            Expr::Union(a, b) | Expr::Join(a, b) | Expr::BagJoin(a, b) | Expr::If(_, a, b) => self.any_of([a, b]),
            Expr::Both(a, b) => self.expr(a).and(self.expr(b)),
            Expr::Minus(a, b) => self.minus(a, b),
            Expr::Shift(a, by) => self.expr(a).plus(by),
            Expr::BagSet(bag, less) => self.pieces(bag).plus(-less),
            Expr::BagAt { cell, pieces } => self.domain(Domain::Cell { cell, pieces, less: 0 }),
            Expr::Reach { neighbours, .. } | Expr::ReachNodes { neighbours, .. } => {
                ValueSet::below(p.set_arrays[neighbours as usize].len())
            }
            Expr::Ray { steps, .. } | Expr::Sight { steps, .. } => {
                let cells = p.arrays[steps as usize].iter();
                cells.fold(ValueSet::EMPTY, |all, &cell| all.or(ValueSet::one(cell)))
            }
            Expr::The(query) | Expr::First(query) | Expr::Rank { query, .. } => self.name(query, 0),
            Expr::MaxOf(_, value) | Expr::MinOf(_, value) => self.expr(value).or(ValueSet::one(0)),
            Expr::SetOf(_, e) | Expr::UnionOf(_, e) | Expr::ListOf(_, e) => self.expr(e),
            Expr::One(e) | Expr::ListSet(e) | Expr::SetFirst(e) | Expr::BagFirst(e) => self.expr(e),
            Expr::Matching { among: e, .. } | Expr::FirstMatching { list: e, .. } | Expr::Chains { over: e, .. } => {
                self.expr(e)
            }
            Expr::Slice { list: e, .. } | Expr::Cut { list: e, .. } | Expr::Item { list: e, .. } => self.expr(e),
            Expr::BagMinus(e, _) | Expr::Hoisted { value: e, .. } | Expr::Tabled { value: e, .. } => self.expr(e),
            Expr::Let { body, .. } | Expr::LetSet { body, .. } | Expr::LetWords { body, .. } => self.expr(body),
            Expr::Call { fun, .. } => self.expr(p.funs[fun as usize].body),
            list @ (Expr::List { .. } | Expr::ListOfSets { .. } | Expr::Pick { .. }) => {
                self.any_of(p.listed(&list).iter().copied())
            }
            Expr::Empty => ValueSet::EMPTY,
            Expr::SetSlots { base, width } => self.elements(base, width.into()),
            Expr::SetSlotsAt { base, width, count, .. } => self.elements(base, u32::from(width) * u32::from(count)),
            Expr::Slots { base, shape } => self.elements(base, shape.width()),
            Expr::SlotsAt { store, .. } => {
                let (base, count) = p.stores[store as usize].words();
                self.elements(base, count)
            }
            number => self.number(number),
        }
    }

    /// The values of a number or a condition.
    fn number(&mut self, expr: Expr) -> ValueSet {
        let p = self.p;
        match expr {
            Expr::Arith(how, a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                arith(how, a, b)
            }
            Expr::Scaled { a, by, b, plus } => {
                let scaled = self.expr(a).with(ValueSet::one(by), |a, by| a.saturating_mul(by));
                scaled.with(self.expr(b), |a, b| a.saturating_add(b)).plus(plus)
            }
            Expr::Divide { to, a, b, .. } => quotient(self.expr(a), self.expr(b), to.into()),
            Expr::Digit { index, first, count } => {
                self.expr(index).plus(first.saturating_neg()).and(ValueSet::below(count as usize))
            }
            Expr::Count { piece, .. } => {
                let pieces = self.pieces(piece).members().unwrap_or(Set::ALL);
                pieces.iter().fold(ValueSet::EMPTY, |all, piece| all.or(copies(p, Set::EMPTY.with(piece))))
            }
            Expr::CountAll { cell, pieces } => {
                let there = self.domain(Domain::Cell { cell, pieces, less: 0 });
                copies(p, there.members().unwrap_or(Set::ALL))
            }
            Expr::SetSize(set) => ValueSet::span(0, self.expr(set).size().min(Set::MOST as u64) as i64),
            Expr::BagSize(bag) => match p.exprs[bag.index()] {
                Expr::BagAt { .. } => copies(p, self.pieces(bag).members().unwrap_or(Set::ALL)),
                _ => ValueSet::span(0, i32::MAX.into()),
            },
            Expr::ListSize(_) | Expr::Occurrences(..) => ValueSet::span(0, LONGEST),
            Expr::BagGet(..) | Expr::Worth { .. } => ValueSet::span(0, i32::MAX.into()),
            Expr::SumAt { base, step, count, room, .. } => {
                let words = self.words(base, u32::from(step) * u32::from(count.saturating_sub(1)) + room);
                times(words, count.into())
            }
            Expr::CountOf(query) => ValueSet::span(0, self.results(query)),
            Expr::SumOf(query, value) => {
                let most = self.results(query);
                times(self.expr(value), most)
            }
            Expr::Not(_) | Expr::And(..) | Expr::Or(..) | Expr::Some(_) | Expr::Every(..) => ValueSet::TRUTH,
            Expr::SetHas(..) | Expr::SetIs(..) | Expr::SetEmpty(_) | Expr::SomeOverlaps { .. } => ValueSet::TRUTH,
            Expr::ListHas(..) | Expr::WordsAre(..) | Expr::DivideDone(_) => ValueSet::TRUTH,
            _ => ValueSet::ANY,
        }
    }

    /// Maximum number of results of a query.
    fn results(&mut self, query: QueryId) -> i64 {
        let names = self.p.queries[query.index()].binders.len();
        let repeats =
            |domain| matches!(domain, Domain::List(_) | Domain::Bag { .. } | Domain::Cell { .. } | Domain::Next { .. });
        (0..names).fold(1_i64, |all, at| {
            let domain = self.p.queries[query.index()].binders[at].domain;
            let size = if repeats(domain) {
                i64::from(i32::MAX)
            } else {
                i64::try_from(self.domain(domain).size()).unwrap_or(i64::MAX)
            };
            all.saturating_mul(size)
        })
    }

    /// The elements of an array that some indexes select.
    fn indexed<T: Copy>(indexes: ValueSet, array: &[T]) -> Vec<T> {
        let at = indexes.and(ValueSet::below(array.len()));
        let Some((low, high)) = at.ends() else { return Vec::new() };
        let has = |place: &i64| at.members().is_none_or(|set| set.has(*place as i32));
        (low..=high).filter(has).map(|place| array[place as usize]).collect()
    }

    fn minus(&mut self, a: ExprId, b: ExprId) -> ValueSet {
        match (self.expr(a), self.p.exprs[b.index()]) {
            (ValueSet::Members(set), Expr::SetConst(other)) => {
                ValueSet::Members(set.minus(self.p.sets[other as usize]))
            }
            (all, _) => all,
        }
    }
}

/// The sum of at most `most` of these values.
fn times(values: ValueSet, most: i64) -> ValueSet {
    let Some((low, high)) = values.ends() else { return ValueSet::one(0) };
    ValueSet::span(low.saturating_mul(most).min(0), high.saturating_mul(most).max(0))
}

fn arith(how: Arith, a: ValueSet, b: ValueSet) -> ValueSet {
    match how {
        Arith::Add => a.with(b, |a, b| a + b),
        Arith::Sub => a.with(b, |a, b| a - b),
        Arith::Mul => a.with(b, |a, b| a.saturating_mul(b)),
        Arith::Min => a.with(b, i64::min),
        Arith::Max => a.with(b, i64::max),
        Arith::Gap => {
            a.with(b, |a, b| a - b).ends().map_or(ValueSet::EMPTY, |(low, high)| ValueSet::span(0, high.max(-low)))
        }
        Arith::Less | Arith::AtMost | Arith::Is | Arith::IsNot => ValueSet::TRUTH,
    }
}

/// The values of a quotient, rounded to multiples of `to` in any way.
fn quotient(a: ValueSet, b: ValueSet, to: i64) -> ValueSet {
    let (Some(a), Some(b)) = (a.ends(), b.ends()) else { return ValueSet::EMPTY };
    let divisors = [b.0, b.1, -1, 1].into_iter().filter(|by| *by != 0 && (b.0..=b.1).contains(by));
    let corners = divisors.flat_map(|by| [(a.0, by), (a.1, by)]);
    let ends = corners.flat_map(|(a, b)| [Rounding::Down, Rounding::Up].map(|how| how.divide(a, b, to))).flatten();
    let ends: Vec<i64> = ends.collect();
    match (ends.iter().min(), ends.iter().max()) {
        (Some(&low), Some(&high)) => ValueSet::span(low, high),
        _ => ValueSet::ANY,
    }
}
