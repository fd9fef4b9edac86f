//! Conditions that do not depend on the position become constant sets.

use tavola::text::Span;
use tavola_core::code::{Arith, Binder, Domain, Expr, ExprId, Op, Program, Query, QueryId};
use tavola_core::lower::tune::tabulate;

/// The optimised domain and condition of `some(x in set where array[array[x]] how 1 and word)`, for a set of the state.
fn fixed(how: Arith) -> (Expr, Expr) {
    let mut p = Program { arrays: vec![vec![0, 1, 2, 3]], ..Program::default() };
    let exprs = [
        Expr::SetSlots { base: 0, width: 1 },
        Expr::Reg(0),
        Expr::Array { array: 0, index: ExprId(1) },
        Expr::Array { array: 0, index: ExprId(2) },
        Expr::Const(1),
        Expr::Arith(how, ExprId(3), ExprId(4)),
        Expr::Slot(7),
        Expr::And(ExprId(5), ExprId(6)),
        Expr::Some(QueryId(0)),
    ];
    p.exprs = exprs.to_vec();
    p.expr_spans = vec![Span::NONE; exprs.len()];
    p.layout.regs = 1;
    let binders = vec![Binder { reg: 0, width: 1, domain: Domain::Set(ExprId(0)) }];
    p.queries = vec![Query { binders, filter: Some(ExprId(7)), ..Query::default() }];
    p.ops = vec![Op::Set { slot: 9, value: ExprId(8) }];
    tabulate(&mut p, &[]);
    let query = &p.queries[0];
    let (Domain::Set(from), Some(filter)) = (query.binders[0].domain, query.filter) else { panic!("{query:?}") };
    (p.exprs[from.index()], p.exprs[filter.index()])
}

#[test]
fn a_constant_condition_becomes_a_set_of_members() {
    let (from, filter) = fixed(Arith::Is);
    assert!(matches!(from, Expr::Both(..)), "{from:?}");
    assert_eq!(filter, Expr::Slot(7));
}

#[test]
fn a_condition_that_may_fault_is_tested_only_for_its_members() {
    let (from, filter) = fixed(Arith::Less);
    assert!(matches!((from, filter), (Expr::SetSlots { .. }, Expr::And(..))), "{from:?}, {filter:?}");
}
