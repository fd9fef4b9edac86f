//! Conditions on one word per member are tested for all members at once.

use tavola::text::Span;
use tavola_core::code::{
    Arith, Binder, Column, Domain, Expr, ExprId, Layout, PlaceCell, PlaceFamily, PlaceLimit, Program, Query, QueryId,
    Seers, Set, ValueShape,
};

use super::peeped_in;

/// Two sorts of things, and four places that hold at most one thing, or any number.
pub(super) fn board(one: bool) -> Program {
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
        stored_order: None,
        sight: Seers::default(),
    };
    let cells = (0..4).map(|index| PlaceCell { family: 0, index, base: 10 + 2 * index }).collect();
    let layout = Layout { families: vec![family], cells, words: 30, regs: 9, ..Layout::default() };
    Program { layout, sets: vec![holds, Set::below(4)], ..Program::default() }
}

/// The optimised form of a node over `x` (register 3) with this domain. Node 6 is the count of a sort (register 4) in place `x`.
fn peeped(one: bool, domain: Domain, more: &[Expr]) -> (Program, Expr) {
    let mut p = board(one);
    let query = Query { binders: vec![Binder { reg: 3, width: 1, domain }], ..Query::default() };
    let filtered = Query { filter: Some(ExprId(7)), ..query.clone() };
    p.queries = vec![query, filtered];
    let count = Expr::SlotAt { base: 10, count: 8, index: ExprId(5) };
    let scaled = Expr::Scaled { a: ExprId(3), by: 2, b: ExprId(4), plus: 0 };
    let nodes =
        [Expr::Const(1), Expr::SetRegs { reg: 5, width: 1 }, Expr::Slot(29), Expr::Reg(3), Expr::Reg(4), scaled, count];
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
fn the_first_place_of_a_list_is_found_in_one_step() {
    let list = Expr::Regs { reg: 6, shape: ValueShape::List { width: 3, element: 1 } };
    let asked = |value| [Expr::Arith(Arith::IsNot, ExprId(6), value), list, Expr::First(QueryId(1))];
    let of = |value: u32| peeped(false, Domain::List(ExprId(8)), &asked(ExprId(value)));
    let (p, first) = of(2);
    let Expr::FirstMatching { column: 0, index: ExprId(4), value: ExprId(2), list: ExprId(8) } = first else {
        panic!("{first:?}")
    };
    assert!(p.columns[0].not);
    assert!(matches!(of(3).1, Expr::First(_)), "what is compared changes with the name");
}
