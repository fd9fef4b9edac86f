//! Expressions that read only names become tables.

use tavola::text::Span;
use tavola_core::code::{Arith, Binder, Domain, Expr, ExprId, Index, Op, Program, Query, QueryId, Reg, Set};
use tavola_core::lower::tune::tabulate;

/// The optimised form of `state[far(x, y)] is 0` for `x in A, y in 1..3`, where `far` is an array at x * 3 + y + r9.
fn marked(more: Expr, members: &[(Reg, u32)]) -> (Program, Expr) {
    let range = Binder { reg: 1, width: 1, domain: Domain::Range(ExprId(3), ExprId(4)) };
    let set = Binder { reg: 0, width: 1, domain: Domain::Set(ExprId(2)) };
    let mut p = Program {
        exprs: vec![
            Expr::Reg(0),
            Expr::Reg(1),
            Expr::SetConst(0),
            Expr::Const(1),
            Expr::Const(3),
            Expr::Scaled { a: ExprId(0), by: 3, b: ExprId(1), plus: 0 },
            more,
            Expr::Arith(Arith::Add, ExprId(5), ExprId(6)),
            Expr::Array { array: 0, index: ExprId(7) },
            Expr::SlotAt { base: 9, count: 40, index: ExprId(8) },
        ],
        sets: vec![Set::below(4)],
        arrays: vec![(0..40).collect()],
        queries: vec![Query { binders: vec![set, range], filter: Some(ExprId(9)), ..Query::default() }],
        ops: vec![Op::EachStart { query: QueryId(0), list: 60, stride: 2, room: 9 }],
        ..Program::default()
    };
    p.layout.regs = 10;
    p.expr_spans = vec![Span::NONE; p.exprs.len()];
    tabulate(&mut p, members);
    let far = p.exprs[8];
    (p, far)
}

#[test]
fn an_expression_of_names_becomes_a_table() {
    let (p, far) = marked(Expr::Const(0), &[]);
    let Expr::Tabled { table, value } = far else { panic!("a table: {far:?}") };
    let index = |reg, low, count, none| Index { reg, low, count, none };
    assert_eq!(*p.tables[table as usize].indexes, [index(0, 0, 4, false), index(1, 1, 3, false)]);
    assert_eq!(p.exprs[value.index()], Expr::Array { array: 0, index: ExprId(7) });
    assert!(matches!(p.exprs[9], Expr::SlotAt { .. }), "a word of the position is read where it is");
}

#[test]
fn unbounded_names_and_positions_are_computed() {
    assert!(matches!(marked(Expr::Reg(9), &[]).1, Expr::Array { .. }), "nobody knows what it may be");
    assert!(matches!(marked(Expr::Slot(9), &[]).1, Expr::Array { .. }), "it changes");
    let (p, far) = marked(Expr::Reg(9), &[(9, 2)]);
    let Expr::Tabled { table, .. } = far else { panic!("a member has bounds: {far:?}") };
    assert!(p.tables[table as usize].indexes[2].none, "it may be none");
}
