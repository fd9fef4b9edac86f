//! Amounts: a list with a number for each member of a kind, in order.

use super::Exprs;
use crate::code::{Binder, Domain, Expr, ExprId, Query};
use crate::ir::{self, ExprKind, Type};
use tavola_syntax::text::Span;

impl Exprs<'_> {
    /// Lowers `1 wool, 2 gold`, whose numbers are constants.
    pub(super) fn amounts(&mut self, all: &[(i64, ir::Expr)], ty: &Type, span: Span) -> ExprId {
        let Type::Amounts(kind) = ty else { return self.emit.push(Expr::Empty, span) };
        let mut counts = vec![0i64; self.boxes.kinds[kind.index()].size as usize];
        for (n, member) in all {
            let id = self.expr(member);
            let at = self.emit.constant_of(id).and_then(|at| usize::try_from(at).ok());
            if let Some(count) = at.and_then(|at| counts.get_mut(at)) {
                *count += n;
            }
        }
        let ids: Vec<ExprId> = counts.into_iter().map(|count| self.number(count, span)).collect();
        self.emit.list(&ids, span)
    }

    /// The amount of one member. In a column of constants it is read from one array of all amounts.
    pub(super) fn amount(&mut self, amounts: &ir::Expr, member: ExprId, span: Span) -> ExprId {
        let Type::Amounts(kind) = amounts.ty else { return member };
        let size = self.boxes.kinds[kind.index()].size;
        if let ExprKind::Attribute(of, owner, attribute) = &amounts.kind
            && let Some(rows) = self.amount_rows(*owner, *attribute)
        {
            let of = self.expr(of);
            let start = self.emit.times(of, size as i32, span);
            let at = if self.emit.constant_of(start) == Some(0) {
                member
            } else {
                self.emit.arith(crate::code::Arith::Add, start, member, span)
            };
            return self.emit.array(rows.concat(), at, span);
        }
        let list = self.expr(amounts);
        let index = self.emit.plus(member, 1, span);
        self.emit.push(Expr::Item { list, index, element: 1 }, span)
    }

    /// The sum of all amounts.
    pub(super) fn amounts_sum(&mut self, amounts: &ir::Expr, span: Span) -> ExprId {
        if let ExprKind::Attribute(of, owner, attribute) = &amounts.kind
            && let Some(rows) = self.amount_rows(*owner, *attribute)
        {
            let of = self.expr(of);
            return self.emit.array(rows.iter().map(|row| row.iter().sum()).collect(), of, span);
        }
        let list = self.expr(amounts);
        let reg = self.emit.reg(1);
        let binders = vec![Binder { reg, width: 1, domain: Domain::List(list) }];
        let amount = self.emit.push(Expr::Reg(reg), span);
        let query = self.emit.query_node(Query { binders, ..Query::default() });
        self.emit.push(Expr::SumOf(query, amount), span)
    }

    /// The amounts in a column, one list for each member of the kind, if they are constants.
    fn amount_rows(&mut self, owner: ir::KindId, attribute: u32) -> Option<Vec<Vec<i32>>> {
        let ids = self.attribute_values(owner, attribute);
        ids.iter().map(|&id| self.constant_list(id)).collect()
    }

    fn constant_list(&self, id: ExprId) -> Option<Vec<i32>> {
        match self.emit.program.exprs[id.index()] {
            Expr::List { first, count } => {
                let items = &self.emit.program.lists[first as usize..][..usize::from(count)];
                items.iter().map(|item| self.emit.constant_of(*item)).collect()
            }
            _ => None,
        }
    }

    /// Selects one of several lists by its number.
    pub(super) fn pick(&mut self, ids: &[ExprId], index: ExprId, span: Span) -> ExprId {
        let known = self.emit.constant_of(index).and_then(|at| ids.get(usize::try_from(at).ok()?).copied());
        if let Some(known) = known {
            return known;
        }
        let first = self.emit.program.lists.len() as u32;
        self.emit.program.lists.extend_from_slice(ids);
        self.emit.push(Expr::Pick { first, count: ids.len() as u16, index }, span)
    }
}
