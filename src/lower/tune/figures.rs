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

/// The words of these pieces, if they are figures that follow each other, and the number of the first.
fn column(p: &Program, pieces: ExprId) -> Option<(Column, i32)> {
    let Expr::SetConst(set) = p.exprs[pieces.index()] else { return None };
    let set = p.sets[set as usize];
    let first = set.first()?;
    let base = p.layout.pieces.get(first as usize)?.figure?;
    let follow = set.iter().zip(0..).all(|(piece, at)| {
        piece == first + at as i32
            && p.layout.pieces.get(piece as usize).is_some_and(|piece| piece.figure == Some(base + at))
    });
    let count = u16::try_from(set.len()).ok()?;
    follow.then_some((Column { base, step: 1, count, words: 1, apart: 1, not: false }, first))
}
