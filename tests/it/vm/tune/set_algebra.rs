//! Queries that become set operations.

use tavola_core::code::{Arith, Binder, Domain, Expr, ExprId, Fun, NONE, Program, Query, QueryId, Set, ValueShape};

use super::{peeped, peeped_in};

#[test]
fn a_search_in_a_constant_set_is_folded() {
    let sets = vec![Set::EMPTY.with(1).with(2)];
    let p = Program { sets, arrays: vec![vec![5, 2, 0, 1]], ..Program::default() };
    let (p, has) = peeped_in(
        p,
        &[
            Expr::SetConst(0),
            Expr::Shift(ExprId(0), 3),
            Expr::Slot(7),
            Expr::Array { array: 0, index: ExprId(2) },
            Expr::SetHas(ExprId(0), ExprId(3)),
        ],
    );
    let Expr::SetConst(shifted) = p.exprs[1] else { panic!("a constant: {:?}", p.exprs[1]) };
    assert_eq!(p.sets[shifted as usize], Set::EMPTY.with(4).with(5));
    let Expr::SetHas(those, ExprId(2)) = has else { panic!("of the index: {has:?}") };
    let Expr::SetConst(those) = p.exprs[those.index()] else { panic!("a constant") };
    assert_eq!(p.sets[those as usize], Set::EMPTY.with(1).with(3), "of these 2 and 1 are said");
}

#[test]
fn none_is_in_no_set() {
    let (x, none) = (Expr::Slot(2), Expr::Const(NONE));
    let set = Expr::SetSlots { base: 8, width: 1 };
    let (there, has) = (Expr::Arith(Arith::IsNot, ExprId(0), ExprId(2)), Expr::SetHas(ExprId(3), ExprId(1)));
    assert_eq!(peeped(&[x, x, none, set, there, has, Expr::And(ExprId(4), ExprId(5))]), has);
    let other = [x, Expr::Slot(3), none, set, there, has, Expr::And(ExprId(4), ExprId(5))];
    assert_eq!(peeped(&other), other[6], "something else is there");
}

#[test]
fn an_existence_test_stops_at_the_first_member() {
    let domain = |set| Domain::Set(ExprId(set));
    let query = |set| Query { binders: vec![Binder { reg: 4, width: 1, domain: domain(set) }], ..Query::default() };
    let things = Binder { reg: 4, width: 1, domain: Domain::Cell { cell: ExprId(2), pieces: ExprId(0), less: 0 } };
    let queries = vec![query(0), Query { binders: vec![things], ..Query::default() }];
    let body = ExprId(3);
    let fun = Fun { name: "f".into(), params: vec![(6, ValueShape::Word)], body };
    let p = Program { queries, funs: vec![fun], lists: vec![ExprId(2)], ..Program::default() };
    let (set, reg) = (Expr::SetSlots { base: 8, width: 1 }, Expr::Reg(4));
    let nodes = [
        set,
        reg,
        Expr::Slot(3),
        Expr::SetOf(QueryId(0), ExprId(1)),
        Expr::SetEmpty(ExprId(3)),
        Expr::Call { fun: 0, args: 0 },
        Expr::SetEmpty(ExprId(5)),
        Expr::Not(ExprId(6)),
        Expr::SetOf(QueryId(1), ExprId(2)),
        Expr::SetEmpty(ExprId(8)),
    ];
    let (p, last) = peeped_in(p, &nodes);
    assert_eq!(last, nodes[9], "no name of a set is asked for");
    let Expr::Not(some) = p.exprs[4] else { panic!("not any: {:?}", p.exprs[4]) };
    assert_eq!(p.exprs[some.index()], Expr::Some(QueryId(0)));
    // Inlined, it has no parameter to read.
    assert_eq!((p.exprs[5], p.exprs[7]), (set, Expr::Some(QueryId(0))));
}

#[test]
fn things_in_a_place_are_a_set() {
    let domain = Domain::Cell { cell: ExprId(0), pieces: ExprId(1), less: 2 };
    let query = Query { binders: vec![Binder { reg: 4, width: 1, domain }], ..Query::default() };
    let some = Query { filter: Some(ExprId(4)), ..query.clone() };
    let p = Program { queries: vec![query, some], sets: vec![Set::EMPTY.with(1)], ..Program::default() };
    let nodes = [
        Expr::Slot(3),
        Expr::SetConst(0),
        Expr::Reg(4),
        Expr::SetHas(ExprId(1), ExprId(2)),
        Expr::Not(ExprId(3)),
        Expr::SetOf(QueryId(0), ExprId(2)),
        Expr::SetOf(QueryId(1), ExprId(2)),
    ];
    let (p, last) = peeped_in(p, &nodes);
    let Expr::BagSet(bag, 2) = p.exprs[5] else { panic!("{:?}", p.exprs[5]) };
    assert_eq!(p.exprs[bag.index()], Expr::BagAt { cell: ExprId(0), pieces: ExprId(1) });
    let Expr::Minus(things, ExprId(1)) = last else { panic!("without those that are excepted: {last:?}") };
    assert!(matches!(p.exprs[things.index()], Expr::BagSet(_, 2)));
}
