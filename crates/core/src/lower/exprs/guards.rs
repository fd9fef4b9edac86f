//! Guards of actions: conditions on the action itself and on its parameters, which must hold before it is offered.

use super::Exprs;
use super::scope::Home;
use crate::code::{Expr, ExprId, Reg, Slot, ValueShape};
use crate::ir::{self, Binary, ExprKind, Guard, Limit, LocalId, Type};
use tavola_syntax::text::Span;

/// A condition, or a name and its value.
pub(in crate::lower) struct GuardCondition {
    name: Option<(Reg, ValueShape)>,
    value: ExprId,
    /// Its evaluation cannot fail, so it may be moved before the conditions above it.
    total: bool,
}

impl Exprs<'_> {
    /// Lowers `let:`, `when:` and `cost:` to two conditions. The first depends on no parameter and is evaluated once for the
    /// action; the second is over the parameters, which are in the registers `params`.
    pub(in crate::lower) fn guards(
        &mut self,
        sheet: &ir::Sheet,
        note: Option<(Slot, ValueShape)>,
        params: std::ops::Range<u32>,
        span: Span,
    ) -> (Option<ExprId>, Option<ExprId>) {
        let mut parts = Vec::new();
        if let (Limit::OncePer(local), Some((base, ValueShape::Set(width)))) = (sheet.limit, note) {
            let span = sheet.limit_span;
            let used = self.emit.push(Expr::SetSlots { base, width }, span);
            let member = self.local(self.scope.home(local), span);
            let has = self.emit.push(Expr::SetHas(used, member), span);
            parts.push(GuardCondition { name: None, value: self.emit.push(Expr::Not(has), span), total: true });
        }
        for guard in &sheet.guards {
            parts.push(match guard {
                Guard::Let(local, value) => self.guard_let(*local, value),
                Guard::When { holds, .. } => {
                    GuardCondition { name: None, value: self.expr(holds), total: total(holds) }
                }
            });
        }
        let named = parts.iter().filter_map(|part| part.name);
        let named = named.map(|(reg, shape)| u32::from(reg)..u32::from(reg) + shape.width());
        let regs: Vec<_> = named.chain([params]).collect();
        let (mut early, mut before, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            let own = part.name.is_none() && !self.emit.program.may_read(part.value, &regs);
            match own {
                true if part.total => early.push(part),
                true if rest.is_empty() => before.push(part),
                _ => rest.push(part),
            }
        }
        early.extend(before);
        (self.all_of(early, span), self.all_of(rest, span))
    }

    /// The conjunction of all conditions. A name is visible in the conditions that follow it.
    fn all_of(&mut self, parts: Vec<GuardCondition>, span: Span) -> Option<ExprId> {
        let mut all = None;
        for part in parts.into_iter().rev() {
            all = match (part.name, all) {
                (Some((reg, shape)), Some(body)) => Some(self.let_node(reg, shape, part.value, body, span)),
                (Some(_), None) => None,
                (None, Some(rest)) => Some(self.emit.both(part.value, rest, span)),
                (None, None) => Some(part.value),
            };
        }
        all.filter(|id| self.emit.constant_of(*id).is_none_or(|value| value == 0))
    }

    fn guard_let(&mut self, local: LocalId, value: &ir::Expr) -> GuardCondition {
        let shape = self.boxes.shape(&value.ty);
        let id = self.expr(value);
        let reg = self.emit.reg(shape.width());
        self.scope.set(local, Home::Reg(reg, shape));
        GuardCondition { name: Some((reg, shape)), value: id, total: false }
    }
}

/// True if evaluating the condition certainly cannot fail.
pub(in crate::lower) fn total(e: &ir::Expr) -> bool {
    match &e.kind {
        ExprKind::Number(_) | ExprKind::YesNo(_) | ExprKind::Setting(_) | ExprKind::Players => true,
        ExprKind::Local(_) => matches!(e.ty, Type::Number | Type::YesNo | Type::Member(_)),
        ExprKind::Not(a) => total(a),
        ExprKind::Binary(op, a, b) => {
            let compares = matches!(op, Binary::Less | Binary::AtMost | Binary::Is | Binary::And | Binary::Or);
            compares && total(a) && total(b)
        }
        _ => false,
    }
}
