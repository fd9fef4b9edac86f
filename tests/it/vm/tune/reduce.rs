//! Sums over adjacent words without a loop.

use tavola_core::code::{Binder, Domain, Expr, ExprId, Program, Query, QueryId, Set};

use super::peeped_in;

/// The optimised form of a sum over a name (register 3) with this domain.
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
fn a_column_is_summed_in_place() {
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
fn values_of_things_are_summed_by_a_constant_array() {
    let things = Domain::Cell { cell: ExprId(3), pieces: ExprId(1), less: 4 };
    let (p, sum) = summed(things, |index| [Expr::Reg(3), Expr::Array { array: 0, index }]);
    let Expr::Worth { cell: ExprId(3), array } = sum else { panic!("of all that lies there: {sum:?}") };
    assert_eq!(p.arrays[array as usize], [0, 0, 0, 0, 1, 0, 7]);
}
