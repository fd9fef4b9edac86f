//! Stores: words of a frame, of each player, or of an indexed variable.

use super::Exprs;
use super::scope::Home;
use crate::code::{Expr, ExprId, Op, ValueShape};
use crate::ir;
use crate::lower::boxes::VariableData;
use tavola_syntax::text::Span;

impl Exprs<'_> {
    /// Emits a store of a value into a home.
    pub(in crate::lower) fn save(&mut self, home: Home, value: ExprId, span: Span) {
        match home {
            Home::Slot(slot, ValueShape::Word) => {
                self.emit.op(Op::Set { slot, value }, span);
            }
            Home::Slot(..) | Home::Each(..) => {
                let store = self.store_of(home, span);
                self.emit.op(Op::Store { store, value }, span);
            }
            _ => {}
        }
    }

    /// The store for a home in the state.
    pub(in crate::lower) fn store_of(&mut self, home: Home, span: Span) -> u32 {
        match home {
            Home::Slot(base, shape) => self.emit.store(base, None, 1, shape),
            Home::Each(base, shape) => {
                let cursor = self.cursor;
                let player = self.emit.push(Expr::Slot(cursor), span);
                let count = self.boxes.choices.seats.len() as u32;
                self.emit.store(base, Some(player), count, shape)
            }
            other => unreachable!("{other:?} is not a place for an answer"),
        }
    }

    pub(in crate::lower) fn set_variable(
        &mut self,
        data: &VariableData,
        index: &[ir::Expr],
        value: &ir::Expr,
        span: Span,
    ) {
        let at = self.index(index, data, span);
        let value = self.expr(value);
        match self.emit.constant_of(at).and_then(|at| u32::try_from(at).ok()).filter(|&at| at < data.count) {
            Some(at) => self.save(Home::Slot(data.base + at * data.shape.width(), data.shape), value, span),
            None => {
                let store = self.emit.store(data.base, Some(at), data.count, data.shape);
                self.emit.op(Op::Store { store, value }, span);
            }
        }
    }
}
