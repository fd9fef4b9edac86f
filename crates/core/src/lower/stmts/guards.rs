//! Second entry points of actions, without the conditions that the question has already tested.

use super::Lower;
use crate::code::{Op, Pc};
use crate::ir::{self, Guard, RuleKind, StmtKind};
use tavola_syntax::text::Span;

impl Lower<'_> {
    /// Emits an entry of a rule that skips its conditions, for callers that have already tested them.
    pub(super) fn checked_entry(&mut self, number: u32, guards: &[ir::Stmt], body: Pc, span: Span) -> Pc {
        let entry = self.emit.op(Op::Enter(number), span);
        if let Some(rule) = self.rule {
            self.keep_depth(rule, span);
        }
        for stmt in guards {
            if let StmtKind::Let(..) = stmt.kind {
                self.stmt(stmt);
            }
        }
        self.emit.op(Op::Jump(body), span);
        entry
    }
}

/// Number of statements at the beginning of an action that repeat its guards: its `optional` question, names and conditions.
pub(super) fn guarded(rule: &ir::Rule) -> usize {
    let Some(sheet) = rule.sheet.as_ref().filter(|_| matches!(rule.kind, RuleKind::Action | RuleKind::Interrupt))
    else {
        return 0;
    };
    let asked = usize::from(sheet.optional.is_some());
    let same = |(stmt, guard): &(&ir::Stmt, &Guard)| {
        matches!((&stmt.kind, guard), (StmtKind::Let(..), Guard::Let(..)) | (StmtKind::Require(..), Guard::When { .. }))
    };
    asked + rule.body[asked..].iter().zip(&sheet.guards).take_while(same).count()
}
