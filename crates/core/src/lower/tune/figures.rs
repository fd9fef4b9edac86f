//! What stands in a place is asked of all figures at once: each has a word that says where.

use super::columns::{MemberMatch, matching};
use super::pool::{constant_set, push};
use crate::code::{Column, Domain, Expr, ExprId, Program, QueryId, Set};

/// Names that go through the figures in a place go through a set, see [`Expr::Matching`].
pub(super) fn peep(p: &mut Program, at: usize) {
    let mut expr = p.exprs[at];
    let Some((query, _)) = expr.over() else { return };
    let mut code = p.queries[query.index()].clone();
    let e = ExprId(at as u32);
    let mut found = false;
    for name in &mut code.binders {
        let Domain::Cell { cell, pieces, less } = name.domain else { continue };
        let Some((column, first)) = column(p, pieces) else { continue };
        let (index, all) = (push(p, Expr::Const(0), e), constant_set(p, Set::below(usize::from(column.count))));
        let all = push(p, all, e);
        let mut there = matching(p, MemberMatch { column, index, value: cell }, all, e);
        if first != less {
            there = push(p, Expr::Shift(there, first - less), e);
        }
        (name.domain, found) = (Domain::Set(there), true);
    }
    if found {
        p.queries.push(code);
        *query = QueryId(p.queries.len() as u32 - 1);
        p.exprs[at] = expr;
    }
}

/// The words of these pieces, if they are figures that follow each other and no place keeps in order, and the number of the first.
fn column(p: &Program, pieces: ExprId) -> Option<(Column, i32)> {
    let Expr::SetConst(set) = p.exprs[pieces.index()] else { return None };
    let set = p.sets[set as usize];
    let first = set.first()?;
    if p.layout.families.iter().any(|family| family.kept.is_some() && !family.holds.and(set).is_empty()) {
        return None;
    }
    let base = p.layout.pieces.get(first as usize)?.figure?;
    let follow = set.iter().zip(0..).all(|(piece, at)| {
        piece == first + at as i32
            && p.layout.pieces.get(piece as usize).is_some_and(|piece| piece.figure == Some(base + at))
    });
    let count = u16::try_from(set.len()).ok()?;
    follow.then_some((Column { base, step: 1, count, words: 1, apart: 1, not: false }, first))
}

#[cfg(test)]
mod tests {
    use super::super::peep::tests::peeped_in;
    use super::*;
    use crate::code::{Binder, Keep, Kept, Layout, Piece, PlaceFamily, Query, Seers};

    /// What becomes of `some x` (register 3) of these pieces in the place of register 4; there are two things and three figures, whose
    /// words are these.
    fn some(pieces: &[i32], words: [u32; 3], less: i32) -> Option<(Program, Expr)> {
        some_of(pieces, words, less, Vec::new())
    }

    /// With places of these families.
    fn some_of(pieces: &[i32], words: [u32; 3], less: i32, families: Vec<PlaceFamily>) -> Option<(Program, Expr)> {
        let piece = |figure: Option<u32>| Piece { component: 0, index: 0, copies: Some(1), figure };
        let figures = words.map(|word| piece(Some(word)));
        let pieces_of_all = [piece(None), piece(None)].into_iter().chain(figures).collect();
        let domain = Domain::Cell { cell: ExprId(0), pieces: ExprId(1), less };
        let query = Query { binders: vec![Binder { reg: 3, width: 1, domain }], ..Query::default() };
        let p = Program {
            layout: Layout { pieces: pieces_of_all, families, ..Layout::default() },
            sets: vec![pieces.iter().copied().fold(Set::EMPTY, Set::with)],
            queries: vec![query],
            ..Program::default()
        };
        let (p, some) = peeped_in(p, &[Expr::Reg(4), Expr::SetConst(0), Expr::Some(QueryId(0))]);
        let Expr::Some(query) = some else { panic!("still a question: {some:?}") };
        match p.queries[query.index()].binders[0].domain {
            Domain::Set(there) => Some((p.clone(), p.exprs[there.index()])),
            _ => None,
        }
    }

    #[test]
    fn figures_in_a_place_are_those_whose_words_name_it() {
        let (p, there) = some(&[2, 3, 4], [20, 21, 22], 2).expect("they follow each other");
        let Expr::Matching { column, index, value: ExprId(0), among } = there else { panic!("{there:?}") };
        assert_eq!(p.columns[column as usize], Column { base: 20, step: 1, count: 3, words: 1, apart: 1, not: false });
        assert_eq!(p.exprs[index.index()], Expr::Const(0));
        let Expr::SetConst(all) = p.exprs[among.index()] else { panic!("among all of them") };
        assert_eq!(p.sets[all as usize], Set::below(3));
        let (p, there) = some(&[3, 4], [20, 21, 22], 2).expect("so do the last two");
        let Expr::Shift(those, 1) = there else { panic!("members count from the first figure on: {there:?}") };
        let Expr::Matching { column, .. } = p.exprs[those.index()] else { panic!("of two words") };
        assert_eq!((p.columns[column as usize].base, p.columns[column as usize].count), (21, 2));
    }

    #[test]
    fn figures_that_may_stand_in_a_row_are_gone_through_from_left_to_right() {
        let family = |holds: &[i32], kept: Option<Kept>| PlaceFamily {
            place: 0,
            first: 0,
            count: 1,
            offsets: Vec::new(),
            holds: holds.iter().copied().fold(Set::EMPTY, Set::with),
            order: Vec::new(),
            limits: Vec::new(),
            kept,
            sight: Seers::default(),
        };
        let of = |holds: &[i32], kept| some_of(&[2, 3, 4], [20, 21, 22], 2, vec![family(holds, kept)]);
        let row = Kept { how: Keep::Row, room: 3 };
        assert!(of(&[3], Some(row)).is_none());
        assert!(of(&[3], None).is_some() && of(&[0, 1], Some(row)).is_some());
    }

    #[test]
    fn what_has_no_words_in_a_row_is_gone_through() {
        assert!(some(&[2, 3, 4], [20, 22, 21], 2).is_none(), "another order");
        assert!(some(&[2, 4], [20, 21, 22], 2).is_none(), "one is left out");
        assert!(some(&[1, 2], [20, 21, 22], 1).is_none(), "not all are figures");
    }
}
