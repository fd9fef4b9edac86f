//! The first number above another one is worked out, not looked for: `first s in Space where s.number > count of built`.

use super::pool::{constant_array, push};
use crate::code::{Arith, Binder, Domain, Expr, ExprId, Program, Reg, Set};

/// Rewrites the first of all numbers from 0 on that are not below something: it is known without looking.
pub(super) fn peep(p: &mut Program, at: usize) {
    let Expr::First(query) = p.exprs[at] else { return };
    let query = &p.queries[query.index()];
    let ([Binder { reg, domain: Domain::Set(set), .. }], Some(filter), []) =
        (&query.binders[..], query.filter, &query.keys[..])
    else {
        return;
    };
    let (Expr::SetConst(set), Some(least)) = (p.exprs[set.index()], least(p, filter, *reg)) else { return };
    let many = p.sets[set as usize].len();
    if p.sets[set as usize] != Set::below(many as usize) || many == 0 {
        return;
    }
    let zero = push(p, Expr::Const(0), least);
    let index = push(p, Expr::Arith(Arith::Max, zero, least), least);
    p.exprs[at] = Expr::Array { array: constant_array(p, (0..many as i32).collect()), index };
}

/// What a number is not below where a condition holds for it.
fn least(p: &Program, condition: ExprId, number: Reg) -> Option<ExprId> {
    let (least, more, by) = match p.exprs[condition.index()] {
        Expr::Arith(Arith::AtMost, least, more) => (least, more, 0),
        Expr::Arith(Arith::Less, least, more) => (least, more, 1),
        _ => return None,
    };
    let counted_from = match p.exprs[more.index()] {
        Expr::Reg(reg) if reg == number => 0,
        Expr::Arith(Arith::Add, name, from) if p.exprs[name.index()] == Expr::Reg(number) => {
            match p.exprs[from.index()] {
                Expr::Const(from) => from,
                _ => return None,
            }
        }
        _ => return None,
    };
    let own = u32::from(number)..u32::from(number) + 1;
    (counted_from == by && !p.may_read(least, std::slice::from_ref(&own))).then_some(least)
}

#[cfg(test)]
mod tests {
    use super::super::peep::tests::peeped_in;
    use super::*;
    use crate::code::{Query, QueryId};

    #[test]
    fn the_first_number_above_another_one_is_known() {
        let program = |more: Expr| {
            let binders = vec![Binder { reg: 3, width: 1, domain: Domain::Set(ExprId(0)) }];
            let query = Query { binders, filter: Some(ExprId(5)), ..Query::default() };
            let p = Program { sets: vec![Set::below(5)], queries: vec![query], ..Program::default() };
            let less = Expr::Arith(Arith::Less, ExprId(3), ExprId(4));
            let number = Expr::Arith(Arith::Add, ExprId(1), ExprId(2));
            let first = Expr::First(QueryId(0));
            peeped_in(p, &[Expr::SetConst(0), Expr::Reg(3), Expr::Const(1), more, number, less, first])
        };
        let (p, first) = program(Expr::Slot(7));
        let Expr::Array { array, index } = first else { panic!("it is worked out: {first:?}") };
        assert_eq!(p.arrays[array as usize], [0, 1, 2, 3, 4]);
        assert!(matches!(p.exprs[index.index()], Expr::Arith(Arith::Max, _, ExprId(3))));
        for own in [Expr::Reg(3), Expr::RegPlus(3, 1)] {
            assert!(matches!(program(own).1, Expr::First(_)), "it is compared with itself: {own:?}");
        }
    }
}
