//! Column scans: a condition on one word of each member is tested for all members in one pass, as column stores do.
//!
//! Examples are `x in Kind where place[x] is none` and `thing[p] at place[several] is 5`.

use super::hoist::Hoister;
use super::pool::{constant_set, push};
use crate::code::{
    Arith, Binder, Column, Domain, Expr, ExprId, NONE, PlaceFamily, Program, QueryId, Reading, Set, Slot,
};

/// A condition on one word of a member's row, see [`Expr::Matching`].
#[derive(Clone, Copy)]
pub(super) struct ColumnTest {
    pub(super) column: Column,
    pub(super) index: ExprId,
    pub(super) value: ExprId,
}

/// The test in a condition, if it tests one word of a member's row. `is_name` recognises the member.
pub(super) fn column_test(p: &mut Program, e: ExprId, is_name: &dyn Fn(Expr) -> bool) -> Option<ColumnTest> {
    let constant = |p: &Program, e: ExprId, value: i32| p.exprs[e.index()] == Expr::Const(value);
    match p.exprs[e.index()] {
        Expr::Not(a) => {
            let mut asked = column_test(p, a, is_name)?;
            asked.column.not ^= true;
            Some(asked)
        }
        Expr::Arith(how @ (Arith::Is | Arith::IsNot), a, b) => {
            let not = how == Arith::IsNot;
            let compared = |(word, value): (ExprId, ExprId)| {
                let (column, index) = row(p, word, is_name)?;
                Some((Column { not, ..column }, index, value))
            };
            let found = compared((a, b)).or_else(|| compared((b, a)));
            if let Some((column, index, value)) = found {
                let index = index.unwrap_or_else(|| push(p, Expr::Const(0), e));
                return Some(ColumnTest { column, index, value });
            }
            let (count, zero) = if constant(p, b, 0) { (a, b) } else { (b, a) };
            let (column, index) =
                Some(zero).filter(|zero| constant(p, *zero, 0)).and_then(|zero| bare(p, (count, zero), is_name))?;
            Some(ColumnTest { column: Column { not, ..column }, index, value: zero })
        }
        Expr::Arith(how @ (Arith::Less | Arith::AtMost), least, count) => {
            let above = how == Arith::Less && constant(p, least, 0) || how == Arith::AtMost && constant(p, least, 1);
            if !above {
                return None;
            }
            let zero = push(p, Expr::Const(0), e);
            if let Some((column, index)) = bare(p, (count, zero), is_name) {
                return Some(ColumnTest { column: Column { not: true, ..column }, index, value: zero });
            }
            let (column, index) = row(p, count, is_name).filter(|_| is_count(p, count))?;
            Some(ColumnTest { column: Column { not: true, ..column }, index: index.unwrap_or(zero), value: zero })
        }
        _ => None,
    }
}

/// The column of a word in a member's row, and its index in the row. `None` as index: the row has only one word.
fn row(p: &Program, word: ExprId, is_name: &dyn Fn(Expr) -> bool) -> Option<(Column, Option<ExprId>)> {
    let Expr::SlotAt { base, count, index } = p.exprs[word.index()] else { return None };
    let (step, index) = match p.exprs[index.index()] {
        expr if is_name(expr) => (1, None),
        Expr::Scaled { a, by, b, plus: 0 } if is_name(p.exprs[a.index()]) => (u32::try_from(by).ok()?, Some(b)),
        _ => return None,
    };
    if step == 0 || count % step != 0 {
        return None;
    }
    column(base, step, count / step).map(|column| (column, index))
}

/// For a count of pieces in the place of a member: the words that count them, and the index of the first of these in a row.
fn bare(p: &mut Program, (count, zero): (ExprId, ExprId), is_name: &dyn Fn(Expr) -> bool) -> Option<(Column, ExprId)> {
    let Expr::CountAll { cell, pieces } = p.exprs[count.index()] else { return None };
    let first = match p.exprs[cell.index()] {
        expr if is_name(expr) => 0,
        Expr::RegPlus(reg, first) if is_name(Expr::Reg(reg)) => u32::try_from(first).ok()?,
        _ => return None,
    };
    let family = p.layout.families.iter().find(|family| family.first == first && family.count > 0)?;
    let column = column(rows(p, family)?, family.words(), family.count)?;
    let (sorts, of) = match p.exprs[pieces.index()] {
        Expr::SetConst(set) => (std::slice::from_ref(&p.sets[set as usize]), None),
        Expr::SetArray { array, index } => (&p.set_arrays[array as usize][..], Some(index)),
        _ => return None,
    };
    let sorts: Vec<SortWords> = sorts.iter().map(|pieces| words_of(family, *pieces)).collect::<Option<_>>()?;
    let SortWords { words, apart, .. } = *sorts.first()?;
    let column = Column { words, apart, ..column };
    let from: Vec<u32> = sorts.iter().map(|sort| sort.from).collect();
    if sorts.iter().any(|sort| (sort.words, sort.apart) != (words, apart)) {
        return None;
    }
    let Some(of) = of else {
        // The node is reused, because tests with the same node are recognised as equal.
        let index = if from[0] == 0 { zero } else { push(p, Expr::Const(from[0] as i32), count) };
        return Some((column, index));
    };
    // The words must be evenly spaced. An index that selects no set must be out of range and fault, because it counts no things.
    let by = from.get(1)?.checked_sub(from[0]).filter(|by| *by > from[0])?;
    let follow = from.windows(2).all(|two| two[1].checked_sub(two[0]) == Some(by));
    if !follow || from.last()? + by < column.places() {
        return None;
    }
    let index = Expr::Scaled { a: of, by: by as i32, b: zero, plus: from[0] as i32 };
    Some((column, push(p, index, count)))
}

/// The words that count some pieces in the row of a place.
#[derive(Clone, Copy)]
struct SortWords {
    from: u32,
    words: u16,
    apart: u16,
}

/// The positions of these words, if they are evenly spaced.
fn words_of(family: &PlaceFamily, pieces: Set) -> Option<SortWords> {
    let places = (0..).zip(&family.order).filter(|(_, piece)| pieces.has(**piece as i32)).map(|(place, _)| place);
    let places: Vec<u32> = places.collect();
    let from = *places.first()?;
    let apart = places.get(1).map_or(1, |second| second - from);
    let follow = places.windows(2).all(|two| two[1] - two[0] == apart);
    let (words, apart) = (u16::try_from(places.len()).ok()?, u16::try_from(apart).ok()?);
    follow.then_some(SortWords { from, words, apart })
}

/// The first word of a family's places, if their rows are adjacent and count all things in them (no figures, no order).
fn rows(p: &Program, family: &PlaceFamily) -> Option<Slot> {
    let counted = family.stored_order.is_none() && family.holds.len() as usize == family.order.len();
    let cells = p.layout.cells.get(family.first as usize..)?.get(..family.count as usize)?;
    let base = cells.first()?.base;
    let follow = (0..).zip(cells).all(|(at, cell)| cell.base == base + at * family.words());
    (counted && follow).then_some(base)
}

fn column(base: Slot, step: u32, count: u32) -> Option<Column> {
    let (step, count) = (u16::try_from(step).ok()?, u16::try_from(count).ok()?);
    let fits = step > 0 && (1..=Set::MOST).contains(&usize::from(count));
    fits.then_some(Column { base, step, count, words: 1, apart: 1, not: false })
}

/// Appends the node that tests the members of `among`.
pub(super) fn scan(p: &mut Program, asked: ColumnTest, among: ExprId, old: ExprId) -> ExprId {
    let ColumnTest { column, index, value } = asked;
    let column = number(p, column);
    push(p, Expr::Matching { column, index, value, among }, old)
}

fn number(p: &mut Program, column: Column) -> u32 {
    let known = p.columns.iter().position(|other| *other == column);
    if known.is_none() {
        p.columns.push(column);
    }
    known.unwrap_or(p.columns.len() - 1) as u32
}

/// Rewrites the count of a piece in several places that are open and hold at most one thing: the number of places that have one.
pub(super) fn places_with_one(p: &mut Program, at: usize) {
    let Expr::SumOf(query, value) = p.exprs[at] else { return };
    let Some((set, reg)) = only_name(p, query) else { return };
    let name = Expr::Reg(reg);
    let Some((column, index)) = row(p, value, &|expr| expr == name) else { return };
    let Some(index) = index.filter(|index| {
        let plain = match p.exprs[index.index()] {
            Expr::Const(_) | Expr::Slot(_) | Expr::SlotPlus(..) => true,
            Expr::Reg(other) | Expr::RegPlus(other, _) => other != reg,
            _ => false,
        };
        plain && one_at_most(p, column)
    }) else {
        return;
    };
    let e = ExprId(at as u32);
    let value = push(p, Expr::Const(1), e);
    let those = scan(p, ColumnTest { column, index, value }, set, e);
    p.exprs[at] = Expr::SetSize(those);
}

/// True if a word counts things.
pub(super) fn is_count(p: &Program, e: ExprId) -> bool {
    let (base, count) = match p.exprs[e.index()] {
        Expr::Count { .. } | Expr::CountAll { .. } => return true,
        Expr::Slot(slot) => (slot, 1),
        Expr::SlotAt { base, count, .. } => (base, count),
        _ => return false,
    };
    let counts = p.layout.cells.iter().map(|cell| {
        let words = p.layout.families[cell.family as usize].order.len() as u32;
        (cell.base + words).min(base + count).saturating_sub(cell.base.max(base))
    });
    counts.sum::<u32>() == count
}

/// Rewrites the search in a list for the first open place that satisfies a test.
pub(super) fn first_place(p: &mut Program, at: usize) {
    let (Expr::First(query) | Expr::Some(query)) = p.exprs[at] else { return };
    let code = &p.queries[query.index()];
    let ([Binder { reg, width: 1, domain: Domain::List(list) }], Some(filter), []) =
        (&code.binders[..], code.filter, &code.keys[..])
    else {
        return;
    };
    let (list, name, own) = (*list, Expr::Reg(*reg), u32::from(*reg)..u32::from(*reg) + 1);
    let Some(ColumnTest { column, index, value }) = column_test(p, filter, &|expr| expr == name) else { return };
    let reads = |e: ExprId| p.may_read(e, std::slice::from_ref(&own));
    let is_asked = column.words == 1 || column.is_whole();
    if !is_asked || places(p, column).is_none() || reads(index) || reads(value) {
        return;
    }
    let e = ExprId(at as u32);
    let column = number(p, column);
    let first = Expr::FirstMatching { column, index, value, list };
    p.exprs[at] = if let Expr::First(_) = p.exprs[at] {
        first
    } else {
        let (first, none) = (push(p, first, e), push(p, Expr::Const(NONE), e));
        Expr::Arith(Arith::IsNot, first, none)
    };
}

/// The set over which the only name of a query ranges, if the query has no filter.
fn only_name(p: &Program, query: QueryId) -> Option<(ExprId, u16)> {
    let query = &p.queries[query.index()];
    match query.binders[..] {
        [Binder { reg, width: 1, domain: Domain::Set(set) }] if query.filter.is_none() => Some((set, reg)),
        _ => None,
    }
}

/// The places whose things a column counts, if all players see into them.
fn places(p: &Program, column: Column) -> Option<&PlaceFamily> {
    let is_it = |family: &&PlaceFamily| {
        rows(p, family) == Some(column.base)
            && (family.words(), family.count) == (u32::from(column.step), u32::from(column.count))
    };
    let family = p.layout.families.iter().find(is_it)?;
    let seers = &family.sight.seers;
    let open = seers.is_empty() || seers.iter().any(|seer| seer.when.is_none() && seer.who.is_none());
    open.then_some(family)
}

/// True if all words of a column count things in open places that hold at most one thing each.
fn one_at_most(p: &Program, column: Column) -> bool {
    places(p, column).is_some_and(|family| {
        let one = |most: ExprId| matches!(p.exprs[most.index()], Expr::Const(0 | 1));
        let mut limits = family.limits.iter();
        limits.any(|limit| one(limit.most) && family.holds.minus(limit.pieces).is_empty())
    })
}

impl Hoister<'_> {
    /// Hoists a column scan out of the loop `number` if the test does not depend on it. All members are scanned and cached, and the result
    /// is intersected with `among`.
    pub(super) fn hoist_scan(&mut self, e: ExprId, number: usize) -> ExprId {
        let Expr::Matching { column, index, value, among } = self.p.exprs[e.index()] else { return e };
        if self.innermost(&[index, value]) >= number {
            return e;
        }
        let all = Set::below(usize::from(self.p.columns[column as usize].count));
        let all = constant_set(self.p, all);
        let all = push(self.p, all, e);
        let those = push(self.p, Expr::Matching { column, index, value, among: all }, e);
        let those = self.part(those, Reading::Set, number);
        push(self.p, Expr::Both(among, those), e)
    }
}
