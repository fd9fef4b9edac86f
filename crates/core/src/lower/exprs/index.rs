//! Indexes of places, things, tracks and memory, with bounds checks. A number as index is checked at run time, unless it is known
//! before play to be in range: the place behind `row[p, 2]` in `row[Player, 1..2]` belongs to the next player.

use super::Exprs;
use crate::code::{Binder, Domain, Expr, ExprId, Query};
use crate::ir::{self, ExprKind, Type};
use crate::lower::boxes::VariableData;
use crate::lower::codes;
use tavola_syntax::text::Span;

/// The first value of an index and the number of its values.
type Dim = (i32, u32);

impl Exprs<'_> {
    /// The number of a variable's word from its indexes. With a single index, the bounds are checked by the read or write itself.
    pub(in crate::lower) fn index(&mut self, index: &[ir::Expr], data: &VariableData, span: Span) -> ExprId {
        match (index, data.dims.as_slice()) {
            ([only], &[(first, size)]) => {
                self.refuse_outside(only, (first, size));
                let value = self.expr(only);
                self.emit.plus(value, -first, span)
            }
            _ => self.number_of(index, &data.dims, span),
        }
    }

    /// The number of an element from its indexes.
    pub(super) fn number_of(&mut self, index: &[ir::Expr], dims: &[Dim], span: Span) -> ExprId {
        let digits: Vec<ExprId> = index.iter().zip(dims).map(|(index, &dim)| self.digit_of(index, dim)).collect();
        self.counted(&digits, dims, span)
    }

    /// The number of an element from its indexes, each counted from 0.
    pub(super) fn counted(&mut self, digits: &[ExprId], dims: &[Dim], span: Span) -> ExprId {
        let sizes: Vec<u32> = dims.iter().map(|dim| dim.1).collect();
        self.emit.radix(digits, &sizes, span)
    }

    /// The word that `f` computes from indexes counted from 0. If an index is a set, the set of the words for all its members.
    pub(super) fn over_sets(
        &mut self,
        index: &[ir::Expr],
        dims: &[Dim],
        span: Span,
        f: impl FnOnce(&mut Self, &[ExprId]) -> ExprId,
    ) -> ExprId {
        let (digits, query) = self.digits(index, dims);
        let value = f(self, &digits);
        match query {
            None => value,
            Some(query) => {
                let query = self.emit.query_node(query);
                self.emit.push(Expr::SetOf(query, value), span)
            }
        }
    }

    /// Indexes as words, each counted from 0. Sets among them become binders of a query.
    pub(super) fn digits(&mut self, index: &[ir::Expr], dims: &[Dim]) -> (Vec<ExprId>, Option<Query>) {
        let (mut binders, mut digits) = (Vec::new(), Vec::new());
        for (expr, &dim) in index.iter().zip(dims) {
            let domain = match (&expr.kind, &expr.ty) {
                (ExprKind::Range(low, high), _) => Domain::Range(self.expr(low), self.expr(high)),
                (_, Type::Set(_)) => Domain::Set(self.expr(expr)),
                _ => {
                    digits.push(self.digit_of(expr, dim));
                    continue;
                }
            };
            self.refuse_outside(expr, dim);
            let reg = self.emit.reg(1);
            self.emit.note_numbers(reg, domain);
            binders.push(Binder { reg, width: 1, domain });
            let value = self.emit.push(Expr::Reg(reg), expr.span);
            digits.push(self.digit(expr, value, dim));
        }
        let query = (!binders.is_empty()).then(|| Query { binders, ..Query::default() });
        (digits, query)
    }

    /// An index, counted from 0.
    pub(in crate::lower) fn digit_of(&mut self, index: &ir::Expr, dim: Dim) -> ExprId {
        self.refuse_outside(index, dim);
        let value = self.expr(index);
        self.digit(index, value, dim)
    }

    /// A value of an index, counted from 0. Members need no bounds check.
    pub(super) fn digit(&mut self, index: &ir::Expr, value: ExprId, (first, count): Dim) -> ExprId {
        let inside = |(low, high): (i32, i32)| first <= low && i64::from(high) < i64::from(first) + i64::from(count);
        if !is_number(&index.ty) || self.emit.numbers_of(value).is_some_and(inside) {
            return self.emit.plus(value, -first, index.span);
        }
        self.emit.push(Expr::Digit { index: value, first, count }, index.span)
    }

    /// Reports an index of literal numbers that is outside its range: `3`, `2 + 1`.
    pub(super) fn refuse_outside(&mut self, index: &ir::Expr, (first, count): Dim) {
        let past = i64::from(first) + i64::from(count);
        let mut look = |expr: &ir::Expr| {
            let value = if expr.ty == ir::Type::Number { ir::constant(expr, None, &|_| None).ok() } else { None };
            if let Some(n) = value.filter(|n| !(i64::from(first)..past).contains(n)) {
                let help = match (count, as_range(expr)) {
                    (0, _) => "this index has no values".to_owned(),
                    (_, Some((low, high))) => format!("a range is `{low}..{high}`"),
                    _ => format!("this index goes from {first} to {}", past - 1),
                };
                self.emit.error(
                    codes::INDEX_OUTSIDE,
                    expr.span,
                    format!("{n} lies outside the range of this index"),
                    help,
                );
            }
        };
        match &index.kind {
            ExprKind::Range(low, high) => [low, high].into_iter().for_each(|end| look(end)),
            ExprKind::SetLiteral(all) => all.iter().for_each(look),
            _ => look(index),
        }
    }
}

/// The ends of a difference that may be meant as a range: `1-2`.
fn as_range(expr: &ir::Expr) -> Option<(i64, i64)> {
    let ExprKind::Binary(ir::Binary::Sub, low, high) = &expr.kind else { return None };
    match (&low.kind, &high.kind) {
        (&ExprKind::Number(low), &ExprKind::Number(high)) => Some((low, high)).filter(|(low, high)| low < high),
        _ => None,
    }
}

/// True if values of this type, or elements of sets of it, are numbers.
fn is_number(ty: &Type) -> bool {
    match ty {
        Type::Number => true,
        Type::Set(inner) | Type::Option(inner) => is_number(inner),
        _ => false,
    }
}
