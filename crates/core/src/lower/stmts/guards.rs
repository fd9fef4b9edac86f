//! The beginning of an action for who has chosen it: its question has asked its conditions.

use super::Lower;
use crate::code::{Op, Pc};
use crate::ir::{self, Guard, RuleKind, StmtKind};
use tavola_syntax::text::Span;

impl Lower {
    /// A second beginning of a rule without its conditions, for who has chosen it in a question that knows them.
    pub(super) fn checked_entry(&mut self, number: u32, guards: &[ir::Stmt], behind: Pc, span: Span) -> Pc {
        let entry = self.emit.op(Op::Enter(number), span);
        if let Some(rule) = self.rule {
            self.keep_depth(rule, span);
        }
        for stmt in guards {
            if let StmtKind::Let(..) = stmt.kind {
                self.stmt(stmt);
            }
        }
        self.emit.op(Op::Jump(behind), span);
        entry
    }
}

/// How many statements at the beginning of an action ask what its question has asked, or say the same as its guards: whether it
/// is done at all, names, conditions.
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
