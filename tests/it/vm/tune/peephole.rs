//! Peephole optimisation of small nodes, and inlining of short defines.

use tavola_core::code::{Arith, Binder, Domain, Expr, ExprId, Fun, Program, Query, QueryId, ValueShape};

use super::{peeped, peeped_in};

#[test]
fn constant_conditions_are_folded() {
    let [a, b, c] = [0, 1, 2].map(ExprId);
    let (x, y) = (Expr::Slot(2), Expr::Slot(3));
    let is = Expr::Arith(Arith::Is, a, b);
    let not = Expr::Arith(Arith::IsNot, a, b);
    assert_eq!(peeped(&[x, y, is, Expr::Not(c)]), not);
    assert_eq!(peeped(&[x, y, not, Expr::Const(0), Expr::Arith(Arith::Is, c, ExprId(3))]), is);
    let (yes, no) = (Expr::Const(1), Expr::Const(0));
    for (constant, node, expected) in [
        (yes, Expr::And(ExprId(3), c), is),
        (yes, Expr::And(c, ExprId(3)), is),
        (no, Expr::And(ExprId(3), c), no),
        (no, Expr::Or(c, ExprId(3)), is),
        (yes, Expr::Or(c, ExprId(3)), yes),
    ] {
        assert_eq!(peeped(&[x, y, is, constant, node]), expected, "{node:?}");
    }
    // An expression that may fault is still evaluated.
    let less = Expr::Arith(Arith::Less, a, b);
    assert_eq!(peeped(&[x, y, less, yes, Expr::Or(c, ExprId(3))]), Expr::Or(c, ExprId(3)));
}

#[test]
fn a_short_define_is_inlined_with_its_loops() {
    // f(r6) = count of r4 in S where r4 < r6 and g(r6), called with a word.
    let query = Query {
        binders: vec![Binder { reg: 4, width: 1, domain: Domain::Set(ExprId(0)) }],
        filter: Some(ExprId(5)),
        ..Query::default()
    };
    let fun = |body: u32| Fun { name: "f".into(), params: vec![(6, ValueShape::Word)], body: ExprId(body) };
    let p = Program {
        queries: vec![query],
        funs: vec![fun(6), fun(9)],
        lists: vec![ExprId(2), ExprId(7)],
        ..Program::default()
    };
    let nodes = [
        Expr::SetSlots { base: 8, width: 1 },
        Expr::Reg(4),
        Expr::Reg(6),
        Expr::Arith(Arith::Less, ExprId(1), ExprId(2)),
        Expr::Call { fun: 1, args: 0 },
        Expr::And(ExprId(3), ExprId(4)),
        Expr::CountOf(QueryId(0)),
        Expr::Slot(3),
        Expr::Const(0),
        Expr::Let { reg: 7, value: ExprId(2), body: ExprId(8) },
        Expr::Call { fun: 0, args: 1 },
    ];
    let (p, count) = peeped_in(p, &nodes);
    let Expr::CountOf(copy) = count else { panic!("written out: {count:?}") };
    assert_ne!(copy, QueryId(0), "it is another query");
    let filter = p.queries[copy.index()].filter.expect("a condition");
    let Expr::And(less, call) = p.exprs[filter.index()] else { panic!("both conditions") };
    let Expr::Arith(Arith::Less, ExprId(1), word) = p.exprs[less.index()] else { panic!("the first condition") };
    assert_eq!(p.exprs[word.index()], Expr::Slot(3));
    let Expr::Call { fun: 1, args } = p.exprs[call.index()] else { panic!("what gives names stays a call") };
    assert_eq!(p.exprs[p.lists[args as usize].index()], Expr::Slot(3));
}

#[test]
fn a_set_of_no_members_is_empty() {
    let (set, size) = (Expr::SetSlots { base: 2, width: 1 }, Expr::SetSize(ExprId(0)));
    let none = Expr::Arith(Arith::Is, ExprId(1), ExprId(2));
    assert_eq!(peeped(&[set, size, Expr::Const(0), none]), Expr::SetEmpty(ExprId(0)));
}
