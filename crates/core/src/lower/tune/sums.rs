//! Sums over what lies side by side: no name goes through it.

use super::columns::{first_place, is_count, places_with_one};
use super::pool::{constant_array, push};
use crate::code::{AnySum, Arith, Binder, Domain, Expr, ExprId, MOST_WORTH, Program, QueryId, Reg, Set};

/// Rewrites a sum over all values of a single name where it needs no name.
pub(super) fn peep(p: &mut Program, at: usize) {
    any_is_enough(p, at);
    first_place(p, at);
    let Expr::SumOf(query, value) = p.exprs[at] else { return };
    let query = &p.queries[query.index()];
    let ([Binder { reg, width: 1, domain }], None) = (&query.binders[..], query.filter) else { return };
    let (reg, domain) = (*reg, *domain);
    let sum = match domain {
        Domain::Set(set) => column(p, reg, set, value),
        Domain::Cell { cell, pieces, less } => worth(p, reg, (cell, pieces, less), value),
        _ => None,
    };
    match sum {
        Some(sum) => p.exprs[at] = sum,
        None => places_with_one(p, at),
    }
}

/// A sum of numbers that are not below 0 is above 0 as soon as one of them is.
fn any_is_enough(p: &mut Program, at: usize) {
    let constant = |e: ExprId, value: i32| p.exprs[e.index()] == Expr::Const(value);
    let written = p.exprs[at];
    let (sum, above) = match written {
        Expr::Arith(Arith::Less, zero, sum) if constant(zero, 0) => (sum, true),
        Expr::Arith(Arith::AtMost, one, sum) if constant(one, 1) => (sum, true),
        Expr::Arith(Arith::Is, sum, zero) if constant(zero, 0) => (sum, false),
        Expr::Arith(Arith::IsNot, sum, zero) if constant(zero, 0) => (sum, true),
        _ => return,
    };
    let Expr::SumOf(query, value) = p.exprs[sum.index()] else { return };
    if !is_count(p, value) {
        return;
    }
    let zero = push(p, Expr::Const(0), sum);
    let one = push(p, Expr::Arith(Arith::Less, zero, value), sum);
    let mut code = p.queries[query.index()].clone();
    code.filter = Some(code.filter.map_or(one, |filter| push(p, Expr::And(filter, one), sum)));
    p.queries.push(code);
    let query = QueryId(p.queries.len() as u32 - 1);
    let some = Expr::Some(query);
    if let Expr::Arith(how @ (Arith::Less | Arith::AtMost), wanted, sum) = written {
        p.any_sums.push(AnySum { at: ExprId(at as u32), query, how, sides: (wanted, sum) });
    }
    p.exprs[at] = if above { some } else { Expr::Not(push(p, some, sum)) };
}

/// Of a table with two sides a column.
fn column(p: &Program, reg: Reg, set: ExprId, value: ExprId) -> Option<Expr> {
    let Expr::SetConst(set) = p.exprs[set.index()] else { return None };
    let Expr::SlotAt { base, count: all, index } = p.exprs[value.index()] else { return None };
    let Expr::Scaled { a: row, by, b: index, plus: 0 } = p.exprs[index.index()] else { return None };
    let set = p.sets[set as usize];
    let plain = matches!(p.exprs[index.index()], Expr::Const(_) | Expr::Slot(_) | Expr::Reg(_));
    if !plain || p.exprs[row.index()] != Expr::Reg(reg) || p.exprs[index.index()] == Expr::Reg(reg) {
        return None;
    }
    let (step, count) = (u16::try_from(by).ok()?, set.len());
    let room = all.checked_sub(count.checked_sub(1)? * u32::from(step)).filter(|&room| room > 0)?;
    (set == Set::below(count as usize)).then_some(Expr::SumAt { base, step, count: count as u16, room, index })
}

/// What things are worth by a constant array.
fn worth(p: &mut Program, reg: Reg, (cell, pieces, less): (ExprId, ExprId, i32), value: ExprId) -> Option<Expr> {
    let Expr::SetConst(pieces) = p.exprs[pieces.index()] else { return None };
    let Expr::Array { array, index } = p.exprs[value.index()] else { return None };
    if p.exprs[index.index()] != Expr::Reg(reg) {
        return None;
    }
    let mut worth = Vec::new();
    for piece in p.sets[pieces as usize].iter() {
        let one = *p.arrays[array as usize].get(usize::try_from(piece - less).ok()?)?;
        worth.resize(piece as usize, 0);
        worth.push(Some(one).filter(|one| (0..=MOST_WORTH).contains(one))?);
    }
    Some(Expr::Worth { cell, array: constant_array(p, worth) })
}

#[cfg(test)]
mod tests {
    use super::super::peep::tests::peeped_in;
    use super::*;
    use crate::code::{Query, QueryId};

    /// What becomes of a sum over a name (register 3) that goes through this.
    fn summed(domain: Domain, value: impl Fn(ExprId) -> [Expr; 2]) -> (Program, Expr) {
        let binders = vec![Binder { reg: 3, width: 1, domain }];
        let queries = vec![Query { binders, ..Query::default() }];
        let sets = vec![Set::below(3), Set::EMPTY.with(4).with(6)];
        let p = Program { queries, sets, arrays: vec![vec![1, 0, 7]], ..Program::default() };
        let [index, value] = value(ExprId(4));
        let sum = Expr::SumOf(QueryId(0), ExprId(5));
        peeped_in(p, &[Expr::SetConst(0), Expr::SetConst(1), Expr::Reg(3), Expr::Slot(9), index, value, sum])
    }

    #[test]
    fn a_column_is_summed_where_it_lies() {
        let column = |set| {
            summed(Domain::Set(set), |index| {
                let at = Expr::Scaled { a: ExprId(2), by: 4, b: ExprId(3), plus: 0 };
                [at, Expr::SlotAt { base: 20, count: 12, index }]
            })
        };
        let sum = Expr::SumAt { base: 20, step: 4, count: 3, room: 4, index: ExprId(3) };
        assert_eq!(column(ExprId(0)).1, sum);
        assert!(matches!(column(ExprId(1)).1, Expr::SumOf(..)), "its rows do not follow each other from the first on");
    }

    #[test]
    fn what_things_are_worth_is_summed_by_a_constant_array() {
        let things = Domain::Cell { cell: ExprId(3), pieces: ExprId(1), less: 4 };
        let (p, sum) = summed(things, |index| [Expr::Reg(3), Expr::Array { array: 0, index }]);
        let Expr::Worth { cell: ExprId(3), array } = sum else { panic!("of all that lies there: {sum:?}") };
        assert_eq!(p.arrays[array as usize], [0, 0, 0, 0, 1, 0, 7]);
    }
}
