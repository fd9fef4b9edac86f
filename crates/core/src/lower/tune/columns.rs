//! What is asked of a word of each member is asked of all members at once: of `x in Kind where place[x] is none`, of
//! `thing[p] at place[several] is 5`.

use super::keep::QueryKeeper;
use super::pool::{constant_set, push};
use crate::code::{
    Arith, Binder, Column, Domain, Expr, ExprId, NONE, PlaceFamily, Program, QueryId, Reading, Set, Slot,
};

/// What a condition asks of a member: see [`Expr::Matching`].
#[derive(Clone, Copy)]
pub(super) struct MemberMatch {
    pub(super) column: Column,
    pub(super) index: ExprId,
    pub(super) value: ExprId,
}

/// What a condition asks of the member that `is_name` stands for, if that is a word of its row.
pub(super) fn asked(p: &mut Program, e: ExprId, is_name: &dyn Fn(Expr) -> bool) -> Option<MemberMatch> {
    let constant = |p: &Program, e: ExprId, value: i32| p.exprs[e.index()] == Expr::Const(value);
    match p.exprs[e.index()] {
        Expr::Not(a) => {
            let mut asked = asked(p, a, is_name)?;
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
                return Some(MemberMatch { column, index, value });
            }
            let (count, zero) = if constant(p, b, 0) { (a, b) } else { (b, a) };
            let (column, index) =
                Some(zero).filter(|zero| constant(p, *zero, 0)).and_then(|zero| bare(p, (count, zero), is_name))?;
            Some(MemberMatch { column: Column { not, ..column }, index, value: zero })
        }
        Expr::Arith(how @ (Arith::Less | Arith::AtMost), least, count) => {
            let above = how == Arith::Less && constant(p, least, 0) || how == Arith::AtMost && constant(p, least, 1);
            if !above {
                return None;
            }
            let zero = push(p, Expr::Const(0), e);
            if let Some((column, index)) = bare(p, (count, zero), is_name) {
                return Some(MemberMatch { column: Column { not: true, ..column }, index, value: zero });
            }
            let (column, index) = row(p, count, is_name).filter(|_| is_count(p, count))?;
            Some(MemberMatch { column: Column { not: true, ..column }, index: index.unwrap_or(zero), value: zero })
        }
        _ => None,
    }
}

/// A word of a member's row, and which; none: the only one.
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

/// Of how many things of these sorts lie in a place that is a member's own: the words that count them, and the place of the first of
/// them in a row.
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
        // Where it is the same node, what was asked before is known to be the same.
        let index = if from[0] == 0 { zero } else { push(p, Expr::Const(from[0] as i32), count) };
        return Some((column, index));
    };
    // Their words follow each other, and a number that stands for none of them must fault: no things are counted then.
    let by = from.get(1)?.checked_sub(from[0]).filter(|by| *by > from[0])?;
    let follow = from.windows(2).all(|two| two[1].checked_sub(two[0]) == Some(by));
    if !follow || from.last()? + by < column.places() {
        return None;
    }
    let index = Expr::Scaled { a: of, by: by as i32, b: zero, plus: from[0] as i32 };
    Some((column, push(p, index, count)))
}

/// The words of some sorts in the row of a place.
#[derive(Clone, Copy)]
struct SortWords {
    from: u32,
    words: u16,
    apart: u16,
}

/// Where they lie, if each is as far behind the one before.
fn words_of(family: &PlaceFamily, pieces: Set) -> Option<SortWords> {
    let places = (0..).zip(&family.order).filter(|(_, piece)| pieces.has(**piece as i32)).map(|(place, _)| place);
    let places: Vec<u32> = places.collect();
    let from = *places.first()?;
    let apart = places.get(1).map_or(1, |second| second - from);
    let follow = places.windows(2).all(|two| two[1] - two[0] == apart);
    let (words, apart) = (u16::try_from(places.len()).ok()?, u16::try_from(apart).ok()?);
    follow.then_some(SortWords { from, words, apart })
}

/// Where the words of a family's places begin, if they count all that lies there, place by place, without figures and order.
fn rows(p: &Program, family: &PlaceFamily) -> Option<Slot> {
    let counted = family.kept.is_none() && family.holds.len() as usize == family.order.len();
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

/// The node for members of `among`.
pub(super) fn matching(p: &mut Program, asked: MemberMatch, among: ExprId, old: ExprId) -> ExprId {
    let MemberMatch { column, index, value } = asked;
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

/// How many of a piece lie in several places that each hold one thing at most, and in the open: so many of them have one.
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
    let those = matching(p, MemberMatch { column, index, value }, set, e);
    p.exprs[at] = Expr::SetSize(those);
}

/// Whether a word counts things.
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

/// The first of several, one after the other, whose place holds this or that, in the open.
pub(super) fn first_place(p: &mut Program, at: usize) {
    let (Expr::First(query) | Expr::Some(query)) = p.exprs[at] else { return };
    let code = &p.queries[query.index()];
    let ([Binder { reg, width: 1, domain: Domain::List(list) }], Some(filter), []) =
        (&code.binders[..], code.filter, &code.keys[..])
    else {
        return;
    };
    let (list, name, own) = (*list, Expr::Reg(*reg), u32::from(*reg)..u32::from(*reg) + 1);
    let Some(MemberMatch { column, index, value }) = asked(p, filter, &|expr| expr == name) else { return };
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

/// The set through which the only name of a query goes, without a condition.
fn only_name(p: &Program, query: QueryId) -> Option<(ExprId, u16)> {
    let query = &p.queries[query.index()];
    match query.binders[..] {
        [Binder { reg, width: 1, domain: Domain::Set(set) }] if query.filter.is_none() => Some((set, reg)),
        _ => None,
    }
}

/// The places whose things a column counts, if everybody sees into them.
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

/// Whether all the words of a column count things in places of which each holds one at most, in sight of everybody.
fn one_at_most(p: &Program, column: Column) -> bool {
    places(p, column).is_some_and(|family| {
        let one = |most: ExprId| matches!(p.exprs[most.index()], Expr::Const(0 | 1));
        let mut limits = family.limits.iter();
        limits.any(|limit| one(limit.most) && family.holds.minus(limit.pieces).is_empty())
    })
}

impl QueryKeeper<'_> {
    /// What is asked of a word of each member and stays the same while the loop `number` goes on is asked of all at once and kept; which of
    /// them are among these is known then.
    pub(super) fn asked_once(&mut self, e: ExprId, number: usize) -> ExprId {
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

#[cfg(test)]
mod tests {
    use super::super::keep::keep;
    use super::super::peep::tests::peeped_in;
    use super::*;
    use crate::code::{Layout, Op, PlaceCell, PlaceLimit, Query, Reg, Seers};
    use tavola_syntax::text::Span;

    /// Two sorts of things, and four places that hold them, one at most or any number.
    fn board(one: bool) -> Program {
        let holds = Set::below(2);
        let limit = PlaceLimit { pieces: holds, most: ExprId(0), index_regs: 0, dims: Vec::new(), span: Span::NONE };
        let family = PlaceFamily {
            place: 0,
            first: 0,
            count: 4,
            offsets: vec![Some(0), Some(1)],
            holds,
            order: vec![0, 1],
            limits: if one { vec![limit] } else { Vec::new() },
            kept: None,
            sight: Seers::default(),
        };
        let cells = (0..4).map(|index| PlaceCell { family: 0, index, base: 10 + 2 * index }).collect();
        let layout = Layout { families: vec![family], cells, words: 30, regs: 9, ..Layout::default() };
        Program { layout, sets: vec![holds, Set::below(4)], ..Program::default() }
    }

    /// What becomes of a node over `x` (register 3) that goes through a domain, of which is asked how many of a sort (register 4)
    /// lie there: node 6 is this count.
    fn peeped(one: bool, domain: Domain, more: &[Expr]) -> (Program, Expr) {
        let mut p = board(one);
        let query = Query { binders: vec![Binder { reg: 3, width: 1, domain }], ..Query::default() };
        let filtered = Query { filter: Some(ExprId(7)), ..query.clone() };
        p.queries = vec![query, filtered];
        let count = Expr::SlotAt { base: 10, count: 8, index: ExprId(5) };
        let scaled = Expr::Scaled { a: ExprId(3), by: 2, b: ExprId(4), plus: 0 };
        let nodes = [
            Expr::Const(1),
            Expr::SetRegs { reg: 5, width: 1 },
            Expr::Slot(29),
            Expr::Reg(3),
            Expr::Reg(4),
            scaled,
            count,
        ];
        peeped_in(p, &[&nodes, more].concat())
    }

    #[test]
    fn places_that_hold_one_are_counted_as_members() {
        let of = |one| peeped(one, Domain::Set(ExprId(1)), &[Expr::SumOf(QueryId(0), ExprId(6))]);
        let (p, sum) = of(true);
        let Expr::SetSize(those) = sum else { panic!("so many members: {sum:?}") };
        let Expr::Matching { column: 0, index: ExprId(4), value, among: ExprId(1) } = p.exprs[those.index()] else {
            panic!("those with one: {:?}", p.exprs[those.index()])
        };
        assert_eq!(p.exprs[value.index()], Expr::Const(1));
        assert_eq!(p.columns, [Column { base: 10, step: 2, count: 4, words: 1, apart: 1, not: false }]);
        assert!(matches!(of(false).1, Expr::SumOf(..)), "two may lie there");
    }

    #[test]
    fn the_first_place_of_a_list_is_found_at_one_go() {
        let list = Expr::Regs { reg: 6, shape: crate::code::ValueShape::List { width: 3, element: 1 } };
        let asked = |value| [Expr::Arith(Arith::IsNot, ExprId(6), value), list, Expr::First(QueryId(1))];
        let of = |value: u32| peeped(false, Domain::List(ExprId(8)), &asked(ExprId(value)));
        let (p, first) = of(2);
        let Expr::FirstMatching { column: 0, index: ExprId(4), value: ExprId(2), list: ExprId(8) } = first else {
            panic!("{first:?}")
        };
        assert!(p.columns[0].not);
        assert!(matches!(of(3).1, Expr::First(_)), "what is compared changes with the name");
    }

    /// How many of several sorts lie there, those that a name says (register 4), is asked of their words, wherever these lie in a row.
    #[test]
    fn several_sorts_are_asked_from_the_first_of_them_on() {
        let asked_of = |sorts: &[&[i32]], holds: &[u32]| {
            let mut p = board(false);
            let set = |pieces: &[i32]| pieces.iter().fold(Set::EMPTY, |set, &piece| set.with(piece));
            let family = &mut p.layout.families[0];
            family.order = holds.to_vec();
            family.holds = holds.iter().fold(Set::EMPTY, |set, &piece| set.with(piece as i32));
            let words = holds.len() as u32;
            p.layout.cells = (0..4).map(|index| PlaceCell { family: 0, index, base: 10 + words * index }).collect();
            p.set_arrays = vec![sorts.iter().map(|pieces| set(pieces)).collect()];
            let nodes = [
                Expr::Reg(3),
                Expr::Reg(4),
                Expr::SetArray { array: 0, index: ExprId(1) },
                Expr::CountAll { cell: ExprId(0), pieces: ExprId(2) },
                Expr::Const(0),
                Expr::Arith(Arith::Less, ExprId(4), ExprId(3)),
            ];
            (p.exprs, p.expr_spans) = (nodes.to_vec(), vec![Span::NONE; nodes.len()]);
            let asked = asked(&mut p, ExprId(5), &|expr| expr == Expr::Reg(3))?;
            let Column { words, apart, not: true, .. } = asked.column else {
                panic!("is there any: {:?}", asked.column)
            };
            Some((words, apart, p.exprs[asked.index.index()]))
        };
        let index = |by, plus| Expr::Scaled { a: ExprId(1), by, b: ExprId(6), plus };
        assert_eq!(asked_of(&[&[0, 2, 4], &[1, 3, 5]], &[0, 1, 2, 3, 4, 5]), Some((3, 2, index(1, 0))));
        assert_eq!(asked_of(&[&[0, 1], &[2, 3]], &[0, 1, 2, 3]), Some((2, 1, index(2, 0))));
        assert_eq!(asked_of(&[&[7], &[8], &[9]], &[7, 8, 9]), Some((1, 1, index(1, 0))), "only some sorts lie there");
        assert_eq!(asked_of(&[&[0, 1], &[2]], &[0, 1, 2]), None, "two of one, one of another");
        assert_eq!(asked_of(&[&[0, 3], &[1, 2]], &[0, 1, 2, 3]), None, "not equally far apart");
        assert_eq!(asked_of(&[&[2], &[1], &[0]], &[0, 1, 2]), None, "backwards");
        assert_eq!(asked_of(&[&[0], &[1]], &[0, 1, 2]), None, "who is none of the two would find the third");
        assert_eq!(asked_of(&[&[0, 1], &[1, 2]], &[0, 1, 2, 3]), None, "who is none of the two would find the last");
    }

    /// `x in 0..3 where count(x, r4) is 1` inside a loop over `r4` or beside it.
    #[test]
    fn what_stays_the_same_is_asked_of_all_and_kept() {
        let inner = |names: &[Reg]| {
            let mut p = board(false);
            let set = |reg| Binder { reg, width: 1, domain: Domain::Set(ExprId(0)) };
            p.exprs = vec![
                Expr::SetConst(1),
                Expr::Reg(3),
                Expr::Reg(4),
                Expr::Scaled { a: ExprId(1), by: 2, b: ExprId(2), plus: 0 },
                Expr::SlotAt { base: 10, count: 8, index: ExprId(3) },
                Expr::Const(1),
                Expr::Arith(Arith::Is, ExprId(4), ExprId(5)),
            ];
            p.expr_spans = vec![Span::NONE; p.exprs.len()];
            let binders = names.iter().map(|&reg| set(reg)).collect();
            p.queries.push(Query { binders, filter: Some(ExprId(6)), ..Query::default() });
            p.ops.push(Op::EachStart { query: QueryId(0), list: 3, stride: 1, room: 9 });
            keep(&mut p, 9);
            let Op::EachStart { query, .. } = p.ops[0] else { unreachable!("it was one before") };
            let query = p.queries[query.index()].clone();
            let left = query.left.last().copied().flatten().expect("members are left");
            assert_eq!(query.rest, None, "nothing else is asked");
            (p.exprs[left.index()], p)
        };
        assert!(matches!(inner(&[4, 3]).0, Expr::Matching { .. }), "it changes with the outer name");
        let (left, p) = inner(&[8, 3]);
        let Expr::Both(ExprId(0), those) = left else { panic!("members that are among those: {left:?}") };
        let Expr::Kept { value, .. } = p.exprs[those.index()] else { panic!("which are kept") };
        assert!(matches!(p.exprs[value.index()], Expr::Matching { .. }));
    }
}
