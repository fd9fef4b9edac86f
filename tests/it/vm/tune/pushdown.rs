//! Filter pushdown: names iterate only over the members that satisfy a condition.

use tavola::text::Span;
use tavola_core::code::{
    Arith, Binder, Column, Domain, Expr, ExprId, Op, PlaceCell, Program, Query, QueryId, Reg, Set,
};
use tavola_core::lower::tune::hoist;

use super::scan::board;

/// The members that remain for the last of some names (registers), all over the set of the first node, under the condition of the last
/// node. Also returns the program. No other condition may remain.
fn left(mut p: Program, nodes: &[Expr], names: &[Reg]) -> Option<(Expr, Program)> {
    let set = |reg| Binder { reg, width: 1, domain: Domain::Set(ExprId(0)) };
    (p.exprs, p.expr_spans) = (nodes.to_vec(), vec![Span::NONE; nodes.len()]);
    let filter = Some(ExprId(nodes.len() as u32 - 1));
    p.queries.push(Query { binders: names.iter().map(|&reg| set(reg)).collect(), filter, ..Query::default() });
    p.ops.push(Op::EachStart { query: QueryId(0), list: 3, stride: 1, room: 9 });
    hoist(&mut p, 9);
    let Op::EachStart { query, .. } = p.ops[0] else { unreachable!("it was one before") };
    let query = p.queries[query.index()].clone();
    let left = query.left.last().copied().flatten()?;
    assert_eq!(query.rest, None, "no other condition remains");
    Some((p.exprs[left.index()], p))
}

/// The count of several sorts, selected by a name (register 4), reads their words, at any regular distance in a row.
#[test]
fn counts_of_several_sorts_read_their_words() {
    let asked_of = |sorts: &[&[i32]], holds: &[u32]| {
        let mut p = board(false);
        let set = |pieces: &[i32]| pieces.iter().fold(Set::EMPTY, |set, &piece| set.with(piece));
        let family = &mut p.layout.families[0];
        family.order = holds.to_vec();
        family.holds = holds.iter().fold(Set::EMPTY, |set, &piece| set.with(piece as i32));
        let words = holds.len() as u32;
        p.layout.cells = (0..4).map(|index| PlaceCell { family: 0, index, base: 10 + words * index }).collect();
        p.set_arrays = vec![sorts.iter().map(|pieces| set(pieces)).collect()];
        let nodes = [
            Expr::SetConst(1),
            Expr::Reg(3),
            Expr::Reg(4),
            Expr::SetArray { array: 0, index: ExprId(2) },
            Expr::CountAll { cell: ExprId(1), pieces: ExprId(3) },
            Expr::Const(0),
            Expr::Arith(Arith::Less, ExprId(5), ExprId(4)),
        ];
        let (left, p) = left(p, &nodes, &[4, 3])?;
        let Expr::Matching { column, index, among: ExprId(0), .. } = left else { panic!("of all members: {left:?}") };
        let Column { words, apart, not: true, .. } = p.columns[column as usize] else {
            panic!("is there any: {:?}", p.columns)
        };
        let Expr::Scaled { a, by, plus, .. } = p.exprs[index.index()] else { panic!("{:?}", p.exprs[index.index()]) };
        assert_eq!(p.exprs[a.index()], Expr::Reg(4), "from the word of the sort on");
        Some((words, apart, (by, plus)))
    };
    assert_eq!(asked_of(&[&[0, 2, 4], &[1, 3, 5]], &[0, 1, 2, 3, 4, 5]), Some((3, 2, (1, 0))));
    assert_eq!(asked_of(&[&[0, 1], &[2, 3]], &[0, 1, 2, 3]), Some((2, 1, (2, 0))));
    assert_eq!(asked_of(&[&[7], &[8], &[9]], &[7, 8, 9]), Some((1, 1, (1, 0))), "the place holds only some sorts");
    assert_eq!(asked_of(&[&[0, 1], &[2]], &[0, 1, 2]), None, "two of one, one of another");
    assert_eq!(asked_of(&[&[0, 3], &[1, 2]], &[0, 1, 2, 3]), None, "not equally far apart");
    assert_eq!(asked_of(&[&[2], &[1], &[0]], &[0, 1, 2]), None, "backwards");
    assert_eq!(asked_of(&[&[0], &[1]], &[0, 1, 2]), None, "an index beyond the two would read the third");
    assert_eq!(asked_of(&[&[0, 1], &[1, 2]], &[0, 1, 2, 3]), None, "an index beyond the two would read the last");
}

/// `x in 0..3 where count(x, r4) is 1` inside a loop over `r4` or beside it.
#[test]
fn a_loop_invariant_filter_is_evaluated_once() {
    let nodes = [
        Expr::SetConst(1),
        Expr::Reg(3),
        Expr::Reg(4),
        Expr::Scaled { a: ExprId(1), by: 2, b: ExprId(2), plus: 0 },
        Expr::SlotAt { base: 10, count: 8, index: ExprId(3) },
        Expr::Const(1),
        Expr::Arith(Arith::Is, ExprId(4), ExprId(5)),
    ];
    let inner = |names: &[Reg]| left(board(false), &nodes, names).expect("members are left");
    assert!(matches!(inner(&[4, 3]).0, Expr::Matching { .. }), "it changes with the outer name");
    let (left, p) = inner(&[8, 3]);
    let Expr::Both(ExprId(0), those) = left else { panic!("members that are among those: {left:?}") };
    let Expr::Hoisted { value, .. } = p.exprs[those.index()] else { panic!("which are kept") };
    assert!(matches!(p.exprs[value.index()], Expr::Matching { .. }));
}

/// The members of `x in 0..members` that satisfy a condition on x (register 0) and a word of the state, as a set.
fn left_of(members: usize, condition: &[Expr]) -> Option<Expr> {
    let p = Program { sets: vec![Set::below(members)], ..Program::default() };
    let nodes = [&[Expr::SetConst(0), Expr::Reg(0), Expr::Slot(2)], condition].concat();
    left(p, &nodes, &[0]).map(|(left, _)| left)
}

#[test]
fn one_member_is_removed_or_selected() {
    let (x, word) = (ExprId(1), ExprId(2));
    let not = [Expr::Arith(Arith::IsNot, x, word)];
    assert!(matches!(left_of(6, &not), Some(Expr::Minus(..))));
    assert_eq!(left_of(3, &not), None, "a small set is iterated");
    assert!(matches!(left_of(6, &[Expr::Arith(Arith::Is, word, x)]), Some(Expr::Both(..))));
}

#[test]
fn a_condition_without_the_name_decides_for_all_members() {
    let (x, word) = (ExprId(1), ExprId(2));
    let or = [Expr::Arith(Arith::Is, x, word), Expr::Or(word, ExprId(3))];
    assert!(matches!(left_of(6, &or), Some(Expr::If(..))));
    // The compared value depends on the name.
    let own = [Expr::RegPlus(0, 1), Expr::Arith(Arith::Is, x, ExprId(3))];
    assert_eq!(left_of(6, &own), None);
}
