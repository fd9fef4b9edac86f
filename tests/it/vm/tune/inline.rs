//! Inlining of defines whose argument is a list that does not depend on the position.

use tavola_core::code::{Arith, Binder, Domain, Expr, ExprId, Fun, Program, Query, QueryId, ValueShape};

use super::peeped_in;

/// `f(l) = first x in l where state[x + 2 + 1] is 0` of the list `[n for n in 1..7]`.
#[test]
fn a_define_with_a_constant_list_is_inlined_with_fresh_names() {
    let binder = |reg, domain| vec![Binder { reg, width: 1, domain }];
    let element = ValueShape::List { width: 9, element: 1 };
    let numbers = Query { binders: binder(8, Domain::Range(ExprId(0), ExprId(1))), ..Query::default() };
    let filter = Some(ExprId(8));
    let first = Query { binders: binder(4, Domain::List(ExprId(4))), filter, ..Query::default() };
    let fun = Fun { name: "f".into(), params: vec![(20, element)], body: ExprId(9) };
    let (queries, lists) = (vec![numbers, first], vec![ExprId(3)]);
    let p = Program { queries, funs: vec![fun], lists, ..Program::default() };
    let nodes = [
        Expr::Const(1),
        Expr::Const(7),
        Expr::Reg(8),
        Expr::ListOf(QueryId(0), ExprId(2)),
        Expr::Regs { reg: 20, shape: element },
        Expr::RegPlus(4, 2),
        Expr::SlotAt { base: 30, count: 9, index: ExprId(5) },
        Expr::Const(0),
        Expr::Arith(Arith::Is, ExprId(6), ExprId(7)),
        Expr::First(QueryId(1)),
        Expr::Call { fun: 0, args: 0 },
    ];
    let (p, found) = peeped_in(p, &nodes);
    let Expr::First(copy) = found else { panic!("written out: {found:?}") };
    let Query { binders, filter: Some(filter), .. } = &p.queries[copy.index()] else { panic!("with its condition") };
    assert_eq!(binders[0].domain, Domain::List(ExprId(3)), "the list itself");
    assert_ne!(binders[0].reg, 4, "another name");
    let Expr::Arith(Arith::Is, word, _) = p.exprs[filter.index()] else { panic!("the condition") };
    let Expr::SlotAt { index, .. } = p.exprs[word.index()] else { panic!("of a word") };
    assert_eq!(p.exprs[index.index()], Expr::RegPlus(binders[0].reg, 2), "of that name");
    assert_eq!(p.queries[1].binders[0].reg, 4, "the define keeps its own");
}
