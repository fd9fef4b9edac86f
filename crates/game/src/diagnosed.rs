//! Faults as findings.

use super::Game;
use tavola_core::code::{Arith, Expr, Op, Program};
use tavola_core::ir::RuleKind;
use tavola_core::vm::{Fault, FaultKind, MENU_ENDS, fault_text};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Span;

impl Game {
    /// A fault as a finding with its place, the running rule and a help text.
    pub fn diagnose(&self, fault: &Fault) -> Diagnostic {
        let program = self.program();
        let expr = fault.expr.and_then(|expr| program.expr_spans.get(expr.index()).copied());
        let op = program.op_spans.get(fault.pc.index()).copied().unwrap_or(Span::NONE);
        let span = expr.filter(|span| !span.is_none()).unwrap_or(op);
        let (code, mut message, mut help) = fault_text(fault.kind);
        if fault.kind == FaultKind::NothingToChoose && self.asks_a_menu(fault.pc.index()) {
            help = MENU_ENDS;
        }
        if fault.kind == FaultKind::Require(None) && self.requires_money(fault.pc.index()) {
            message = "the player has less than must be paid here";
            if !self.is_in_sheet(fault.pc.index()) {
                help = "test first, or pay what there is: `min(points[p], 2)`";
            }
        }
        let message = match self.said(fault.kind) {
            Some(why) => format!("{message}: {why}"),
            None => message.to_owned(),
        };
        let finding = Diagnostic::error(code, span, message).clauses(self.book().clauses_at(span));
        let finding = match self.rule_at(fault.pc.index()) {
            Some(rule) if !rule.is_empty() => finding.label(op, format!("while `{rule}` runs")),
            _ => finding,
        };
        finding.help(help)
    }

    /// True if an operation is the question of a menu.
    fn asks_a_menu(&self, pc: usize) -> bool {
        self.kind_at(pc) == Some(RuleKind::Menu)
    }

    /// True if an operation belongs to a sheet, which can be called with `, if possible`.
    fn is_in_sheet(&self, pc: usize) -> bool {
        matches!(self.kind_at(pc), Some(RuleKind::Action | RuleKind::Card | RuleKind::Interrupt))
    }

    fn kind_at(&self, pc: usize) -> Option<RuleKind> {
        let name = self.rule_at(pc)?;
        self.book().rules.iter().find(|rule| rule.name == name).map(|rule| rule.kind)
    }

    /// True if an operation requires that a player can pay: `pays` and `cost:` compare numbers, and the payment follows at the same span.
    fn requires_money(&self, pc: usize) -> bool {
        let Program { ops, op_spans, exprs, .. } = self.program();
        let Some(&Op::Require { holds, .. }) = ops.get(pc) else { return false };
        let is_paid = matches!(ops.get(pc + 1), Some(Op::Step(_) | Op::Move(_) | Op::Set { .. } | Op::Store { .. }));
        let compares = matches!(exprs[holds.index()], Expr::Arith(Arith::AtMost | Arith::Less, ..));
        is_paid && compares && op_spans.get(pc) == op_spans.get(pc + 1)
    }
}
