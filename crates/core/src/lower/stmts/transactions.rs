//! `transaction` blocks: tracks may be past their ends until the block closes.
//!
//! One word counts the open transactions. A rule called inside a transaction steps its tracks without checks, and a nested
//! transaction closes with the outer one. Games without transactions have no such word.

use super::Lower;
use crate::code::{Expr, Op, Pc, Slot};
use crate::ir::{self, Block, Rulebook, StmtKind};
use tavola_syntax::text::Span;

/// The counter of open transactions.
#[derive(Clone, Debug, Default)]
pub(super) struct Transactions {
    word: Option<Slot>,
    /// True if the statement being lowered is in a transaction of its own rule.
    pub(in crate::lower) inside: bool,
}

impl Transactions {
    /// Allocates the counter if the rulebook has transactions. Returns the number of words needed.
    pub(in crate::lower) fn begin(&mut self, book: &Rulebook, first: Slot) -> u32 {
        let mut any = false;
        for rule in &book.rules {
            ir::visit::statements(&rule.body, &mut |stmt| any |= matches!(stmt.kind, StmtKind::Transaction(..)));
        }
        *self = Self { word: any.then_some(first), inside: false };
        u32::from(any)
    }

    /// The word of the counter, if the rulebook has transactions.
    pub(in crate::lower) fn word(&self) -> Option<Slot> {
        self.word
    }
}

impl Lower<'_> {
    pub(super) fn transaction(&mut self, body: &Block, close: &Block, span: Span) {
        let Some(word) = self.transactions.word.filter(|_| !self.transactions.inside) else {
            return self.block(body);
        };
        self.change(word, 1, span);
        self.transactions.inside = true;
        self.block(body);
        self.transactions.inside = false;
        self.change(word, -1, span);
        let open = self.emit.push(Expr::Slot(word), span);
        let last = self.emit.push(Expr::Not(open), span);
        let inner = self.emit.op(Op::Unless { holds: last, to: Pc(0) }, span);
        self.block(close);
        self.emit.backpatch(inner);
    }
}
