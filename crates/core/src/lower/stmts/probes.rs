//! Conditions with lookahead: operations before a statement evaluate `can p do X` into a word.

use super::Lower;
use crate::code::{Expr, ExprId, Op, Pc, Slot, ValueShape};
use crate::ir::visit::has_probe;
use crate::ir::{self, Binary, ExprKind};
use crate::lower::exprs::scope::Home;
use tavola_syntax::text::Span;

impl Lower<'_> {
    /// Lowers an expression of a statement. If it needs lookahead, operations store its value into a word of the frame.
    pub(super) fn probed(&mut self, e: &ir::Expr) -> ExprId {
        match &e.kind {
            _ if !has_probe(e) => return self.exprs().expr(e),
            // A set or list does not fit into a word: only its condition is stored in one.
            ExprKind::If(c, yes, no) if self.boxes.shape(&e.ty) != ValueShape::Word => {
                let (c, yes, no) = (self.probed(c), self.probed(yes), self.probed(no));
                return self.emit.push(Expr::If(c, yes, no), e.span);
            }
            _ => {}
        }
        let slot = self.frames.word();
        self.put(slot, e);
        self.emit.push(Expr::Slot(slot), e.span)
    }

    /// Evaluates a value by short-circuit operations, so that no lookahead runs without need.
    fn put(&mut self, slot: Slot, e: &ir::Expr) {
        let span = e.span;
        match &e.kind {
            _ if !has_probe(e) => {
                let value = self.exprs().expr(e);
                self.emit.op(Op::Set { slot, value }, span);
            }
            ExprKind::Can(sheet, args) => {
                let values: Vec<ExprId> = args.iter().map(|arg| self.exprs().expr(arg)).collect();
                self.can_sheet(slot, *sheet, &values, span);
            }
            ExprKind::CanPlay(who, card) => {
                self.each_card(who, card, span, |lower, sheet, values| lower.can_sheet(slot, sheet, values, span));
            }
            ExprKind::Not(inner) => {
                self.put(slot, inner);
                let value = self.emit.push(Expr::Slot(slot), span);
                let value = self.emit.not(value, span);
                self.emit.op(Op::Set { slot, value }, span);
            }
            ExprKind::Widen(inner) => self.put(slot, inner),
            ExprKind::Binary(op, a, b) => {
                self.put(slot, a);
                let over = self.unless(slot, *op == Binary::Or, span);
                self.put(slot, b);
                self.emit.backpatch(over);
            }
            ExprKind::If(c, yes, no) => {
                self.put(slot, c);
                let other = self.unless(slot, false, span);
                self.put(slot, yes);
                let over = self.emit.op(Op::Jump(Pc(0)), span);
                self.emit.backpatch(other);
                self.put(slot, no);
                self.emit.backpatch(over);
            }
            ExprKind::LetIn(local, value, body) => {
                let shape = self.boxes.shape(&value.ty);
                let home = Home::Slot(self.frames.words(shape.width()), shape);
                let value = self.exprs().expr(value);
                self.exprs().save(home, value, span);
                self.scope.set(*local, home);
                self.put(slot, body);
            }
            other => unreachable!("there is no look-ahead in {other:?}"),
        }
    }

    /// A jump that is taken if the word is no, or (`negated`) yes.
    fn unless(&mut self, slot: Slot, negated: bool, span: Span) -> Pc {
        let mut holds = self.emit.push(Expr::Slot(slot), span);
        if negated {
            holds = self.emit.not(holds, span);
        }
        self.emit.op(Op::Unless { holds, to: Pc(0) }, span)
    }
}
