//! The operators `+` and `-` on sets, lists and bags.

use super::Exprs;
use crate::code::{self, Binder, Domain, Expr, ExprId, ValueShape};
use crate::ir::{self, Binary, Type};
use crate::lower::codes;
use tavola_syntax::text::Span;

impl Exprs<'_> {
    pub(in crate::lower) fn join(&mut self, op: Binary, a: &ir::Expr, b: &ir::Expr, span: Span) -> ExprId {
        let shape = if a.ty == Type::Nothing { self.boxes.shape(&b.ty) } else { self.boxes.shape(&a.ty) };
        let (x, y) = (self.expr(a), self.expr(b));
        let node = match (op, shape) {
            (Binary::Join, ValueShape::Set(_)) => Expr::Union(x, y),
            (Binary::Join, ValueShape::Bag(_)) => Expr::BagJoin(x, y),
            (Binary::Join, _) => Expr::Join(x, y),
            (_, ValueShape::Bag(_)) => Expr::BagMinus(x, y),
            (_, ValueShape::Set(_)) => Expr::Minus(x, y),
            _ if self.boxes.element(&a.ty).0 == 1 => return self.list_without(x, (y, self.boxes.shape(&b.ty)), span),
            _ => {
                self.emit.error(
                    codes::NESTED_WITHOUT,
                    span,
                    "only single members, numbers and things can be taken out of a list with `-`",
                    "write `[x in LIST where ..]`",
                );
                Expr::Empty
            }
        };
        self.emit.push(node, span)
    }

    /// The elements of a list that are not among the others, in their order.
    fn list_without(&mut self, list: ExprId, (others, shape): (ExprId, ValueShape), span: Span) -> ExprId {
        let reg = self.emit.reg(1);
        let one = self.emit.push(Expr::Reg(reg), span);
        let among =
            if matches!(shape, ValueShape::Set(_)) { Expr::SetHas(others, one) } else { Expr::ListHas(others, one) };
        let among = self.emit.push(among, span);
        let filter = Some(self.emit.push(Expr::Not(among), span));
        let binders = vec![Binder { reg, width: 1, domain: Domain::List(list) }];
        let query = self.emit.query_node(code::Query { binders, filter, ..code::Query::default() });
        self.emit.push(Expr::ListOf(query, one), span)
    }
}
