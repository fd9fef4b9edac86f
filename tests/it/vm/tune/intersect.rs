//! Counts of common members of two sets.

use tavola::text::Span;
use tavola_core::code::{Arith, Binder, Column, Domain, Expr, ExprId, Program, Query, QueryId, ValueShape};
use tavola_core::lower::tune::peephole;

/// The optimised form of `some l in LIST where size(..) how ..`. Node 4 is the size of the part of `l` (register 3) that matches.
fn peeped(value: Expr, how: Arith, [a, b]: [u32; 2]) -> Expr {
    let mut p = Program::default();
    p.columns.push(Column { base: 10, step: 1, count: 9, words: 1, apart: 1, not: false });
    p.exprs = vec![
        Expr::Regs { reg: 5, shape: ValueShape::List { width: 9, element: 1 } },
        Expr::SetRegs { reg: 3, width: 1 },
        value,
        Expr::Matching { column: 0, index: ExprId(2), value: ExprId(2), among: ExprId(1) },
        Expr::SetSize(ExprId(3)),
        Expr::Const(3),
        Expr::Arith(how, ExprId(a), ExprId(b)),
        Expr::Some(QueryId(0)),
    ];
    p.expr_spans = vec![Span::NONE; p.exprs.len()];
    let binders = vec![Binder { reg: 3, width: 1, domain: Domain::List(ExprId(0)) }];
    p.queries.push(Query { binders, filter: Some(ExprId(6)), ..Query::default() });
    peephole(&mut p, &mut 100);
    p.exprs[7]
}

#[test]
fn rows_are_not_iterated_by_name() {
    let of = |how, sides| match peeped(Expr::Reg(9), how, sides) {
        Expr::SomeOverlaps { list: ExprId(0), least, most, .. } => (least, most),
        other => panic!("{other:?}"),
    };
    assert_eq!(of(Arith::Is, [4, 5]), (3, 3));
    assert_eq!(of(Arith::Is, [5, 4]), (3, 3));
    assert_eq!(of(Arith::AtMost, [4, 5]), (0, 3));
    assert_eq!(of(Arith::AtMost, [5, 4]), (3, u16::MAX));
    assert_eq!(of(Arith::Less, [4, 5]), (0, 2));
    assert_eq!(of(Arith::Less, [5, 4]), (4, u16::MAX));
    assert_eq!(
        peeped(Expr::Reg(3), Arith::Is, [4, 5]),
        Expr::Some(QueryId(0)),
        "what is asked for changes with the name"
    );
    assert_eq!(peeped(Expr::Reg(9), Arith::IsNot, [4, 5]), Expr::Some(QueryId(0)), "no numbers from one to another");
}
