//! Conditions of divisions and of questions that are asked one thing at a time.

use super::Exprs;
use super::scope::Home;
use crate::code::{Arith, Expr, ExprId, Op};
use crate::ir::{self, ExprKind};
use tavola_syntax::text::Span;

impl Exprs<'_> {
    /// Emits a check that the range of a number of things is not reversed, unless that is known.
    pub(in crate::lower) fn not_turned(&mut self, least: ExprId, most: ExprId, span: Span) {
        if self.emit.constant_of(most).is_some_and(|most| self.emit.is_enough(least, most)) {
            return;
        }
        let holds = self.emit.arith(Arith::AtMost, least, most, span);
        let why = Some(self.text(&ir::Text::plain("the range begins above its end")));
        self.emit.op(Op::Require { holds, why }, span);
    }

    /// Stores an empty list or bag into its home. Returns the store.
    pub(in crate::lower) fn emptied(&mut self, home: Home, span: Span) -> u32 {
        let store = self.store_of(home, span);
        let value = self.emit.push(Expr::Empty, span);
        self.emit.op(Op::Store { store, value }, span);
        store
    }

    pub(in crate::lower) fn bounds(&mut self, last: &ir::Expr) -> Option<(ExprId, ExprId)> {
        match &last.kind {
            ExprKind::Range(low, high) => Some((self.expr(low), self.expr(high))),
            ExprKind::All(kind) => {
                let size = self.boxes.kinds[kind.index()].size as i32;
                Some((self.emit.konst(0, last.span), self.emit.konst(size - 1, last.span)))
            }
            _ => None,
        }
    }

    /// The place of a pile, whose number (from 0) is in the register.
    pub(in crate::lower) fn pile_cell(
        &mut self,
        place: usize,
        index: &[ir::Expr],
        low: ExprId,
        pile_reg: u16,
        span: Span,
    ) -> ExprId {
        let dims = &self.boxes.places[place].dims;
        let pile = self.emit.push(Expr::Reg(pile_reg), span);
        let mut digits = Vec::new();
        for (at, (expr, &dim)) in index.iter().zip(dims).enumerate() {
            digits.push(if at + 1 == index.len() {
                self.refuse_outside(expr, dim);
                let value = self.emit.arith(Arith::Add, low, pile, span);
                self.digit(expr, value, dim)
            } else {
                self.digit_of(expr, dim)
            });
        }
        let at = self.counted(&digits, dims, span);
        let first = self.boxes.places[place].first as i32;
        self.emit.plus(at, first, span)
    }
}
