//! Members and their attributes.

use std::sync::Arc;

use super::Exprs;
use super::scope::LocalHomes;
use crate::code::{Expr, ExprId, Set};
use crate::ir::{self, Axis, KindBody, KindId};
use crate::lower::codes;
use crate::lower::emit::PrintedColumn;
use tavola_syntax::text::Span;

/// Maximum number of printed cells that may be lowered repeatedly because they are not constants.
const MOST_OPEN_CELLS: usize = 1 << 16;

impl Exprs<'_> {
    /// A member by family and parameters.
    pub(in crate::lower) fn member(&mut self, kind: KindId, family: u32, params: &[ir::Expr], span: Span) -> ExprId {
        let book = &self.boxes.book;
        let first = self.boxes.kinds[kind.index()].families.get(family as usize).copied().unwrap_or(0) as i32;
        let KindBody::Members(families) = &book.kinds[kind.index()].body else {
            return self.emit.konst(family as i32, span);
        };
        let axes = &families[family as usize].params;
        let dims = &self.boxes.kinds[kind.index()].dims[family as usize];
        let values: Vec<ExprId> =
            params.iter().zip(axes).zip(dims).map(|((param, axis), dim)| self.parameter(param, axis, *dim)).collect();
        let sizes: Vec<u32> = dims.iter().map(|dim| dim.1).collect();
        let at = self.emit.radix(&values, &sizes, span);
        self.emit.plus(at, first, span)
    }

    /// A parameter of a member, counted from 0. Numbers are checked against their range.
    fn parameter(&mut self, param: &ir::Expr, axis: &Axis, (first, size): (i32, u32)) -> ExprId {
        let value = self.expr(param);
        let Axis::Numbers(..) = axis else { return value };
        let past = first.saturating_add(size as i32);
        if let Some(n) = self.emit.constant_of(value)
            && !(first..past).contains(&n)
        {
            self.emit.error(
                codes::NO_VALUE,
                param.span,
                format!("there is no member with {n}"),
                format!("this parameter goes from {first} to {}", past - 1),
            );
            return self.emit.konst(0, param.span);
        }
        let at = self.emit.plus(value, -first, param.span);
        self.narrow(at, (0..size as i32).collect(), param.span)
    }

    /// The attribute of a member: a lookup in a constant array of words or sets.
    pub(super) fn attribute(&mut self, member: &ir::Expr, kind: KindId, attribute: u32, span: Span) -> ExprId {
        let index = self.expr(member);
        let book = &self.boxes.book;
        let ids = self.attribute_values(kind, attribute);
        self.lookup(&ids, &book.kinds[kind.index()].attributes[attribute as usize].ty, index, span)
    }

    /// The values of an attribute, one for each member.
    pub(super) fn attribute_values(&mut self, kind: KindId, attribute: u32) -> Arc<[ExprId]> {
        let column = PrintedColumn::Attribute(kind.index() as u32, attribute);
        self.printed(column, |lower| lower.compute_attribute_values(kind, attribute))
    }

    /// The cells of a printed column. Columns of constants are lowered once; others at each use, up to a limit.
    pub(super) fn printed(
        &mut self,
        column: PrintedColumn,
        make: impl FnOnce(&mut Self) -> Vec<ExprId>,
    ) -> Arc<[ExprId]> {
        if let Some(known) = self.emit.printed.get(&column) {
            return Arc::clone(known);
        }
        if self.emit.open_cells > MOST_OPEN_CELLS {
            let span = self.emit.span;
            let message = "the lists in table cells include one another too often";
            self.emit.error(codes::TOO_MANY_NAMES, span, message, "write shorter lists, or fewer that include others");
            return Arc::default();
        }
        let ids: Arc<[ExprId]> = make(self).into();
        if ids.iter().all(|&id| self.emit.is_constant(id)) {
            self.emit.printed.insert(column, Arc::clone(&ids));
        } else {
            self.emit.open_cells += ids.len();
        }
        ids
    }

    fn compute_attribute_values(&mut self, kind: KindId, attribute: u32) -> Vec<ExprId> {
        let book = &self.boxes.book;
        let attribute = &book.kinds[kind.index()].attributes[attribute as usize];
        let outer = std::mem::take(self.scope);
        let mut ids = Vec::new();
        for (at, value) in attribute.values.iter().enumerate() {
            let all = match &book.kinds[kind.index()].body {
                KindBody::Union(parts) => {
                    (0..self.boxes.kinds[parts[at].index()].size as i32).map(|n| vec![n]).collect()
                }
                _ => self.boxes.family_params(kind, at),
            };
            for params in all {
                *self.scope = LocalHomes::constants(&params);
                ids.push(self.expr(value));
            }
        }
        *self.scope = outer;
        ids
    }

    /// A lookup of the values of these expressions by an index.
    pub(super) fn lookup(&mut self, ids: &[ExprId], ty: &ir::Type, index: ExprId, span: Span) -> ExprId {
        if matches!(self.boxes.shape(ty), crate::code::ValueShape::Set(_)) {
            let sets = ids.iter().map(|id| self.constant_set(*id)).collect();
            return self.emit.set_array(sets, index, span);
        }
        if let crate::code::ValueShape::List { .. } | crate::code::ValueShape::Bag(_) = self.boxes.shape(ty) {
            return self.pick(ids, index, span);
        }
        if let Some(open) = ids.iter().find(|id| self.emit.constant_of(**id).is_none()) {
            let at = self.emit.program.expr_spans[open.index()];
            self.emit.error(
                codes::NOT_KNOWN_BEFORE,
                at,
                "this must be known before the game begins",
                "write a number, a word, or a value computed from the row's own names",
            );
        }
        let values = ids.iter().map(|id| self.emit.constant_of(*id).unwrap_or(crate::code::NONE)).collect();
        self.emit.array(values, index, span)
    }

    fn constant_set(&self, id: ExprId) -> Set {
        match self.emit.program.exprs[id.index()] {
            Expr::SetConst(at) => self.emit.program.sets[at as usize],
            _ => Set::EMPTY,
        }
    }
}
