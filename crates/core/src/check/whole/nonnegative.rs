//! Range analysis of numbers that a menu remembers: those that actions only add to and pay from are never negative.

use std::collections::BTreeMap;

use crate::check::names::{Book, fold};
use crate::ir::visit::{same, statements};
use crate::ir::{Binary, Block, Expr, ExprKind, LocalId, Rule, RuleId, Stmt, StmtKind, Type};

/// A number that is never negative: its initial value, and a divisor that all its values share.
#[derive(Clone, Copy)]
pub(super) struct StartAndDivisor {
    pub(super) start: i64,
    pub(super) by: i64,
}

/// The names that an action shares with a menu: local of the action, local of the menu.
pub(super) fn shared(action: &Rule, menu: RuleId) -> Vec<(LocalId, LocalId)> {
    let remembers = action.sheet.iter().flat_map(|sheet| &sheet.remembers);
    remembers.filter(|(_, of, _)| *of == menu).map(|(own, _, theirs)| (*own, *theirs)).collect()
}

/// The numbers of a menu that are never negative.
pub(super) fn numbers(book: &Book, menu: RuleId) -> BTreeMap<LocalId, StartAndDivisor> {
    let remembered = book.ir.rules[menu.index()].body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Let(local, start) if start.ty == Type::Number => {
            Some((*local, start_and_divisor(book, menu, *local, start)?))
        }
        _ => None,
    });
    remembered.collect()
}

/// The range of a number, if all its changes are known amounts that are added or paid.
fn start_and_divisor(book: &Book, menu: RuleId, local: LocalId, start: &Expr) -> Option<StartAndDivisor> {
    let start = fold(book, start, None).filter(|start| *start >= 0)?;
    let mut by = start;
    for rule in &book.ir.rules {
        for (own, _) in shared(rule, menu).into_iter().filter(|(_, theirs)| *theirs == local) {
            let mut known = true;
            statements(&rule.body, &mut |stmt| {
                if let StmtKind::Let(variable, e) = &stmt.kind
                    && *variable == own
                {
                    let step = step(e, own, &rule.body).and_then(|step| fold(book, step, None));
                    known &= step.is_some_and(|step| step >= 0);
                    by = gcd(by, step.unwrap_or(1));
                }
            });
            if !known {
                return None;
            }
        }
    }
    Some(StartAndDivisor { start, by })
}

/// The amount by which an assignment changes a name without making it negative.
fn step<'e>(e: &'e Expr, own: LocalId, body: &Block) -> Option<&'e Expr> {
    let ExprKind::Binary(op, left, by) = &e.kind else { return None };
    if left.kind != ExprKind::Local(own) {
        return None;
    }
    let pays = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Require(holds, _) => matches!(&holds.kind, ExprKind::Binary(Binary::AtMost, low, high)
            if same(low, by) && high.kind == ExprKind::Local(own)),
        _ => false,
    };
    match op {
        Binary::Add => Some(by),
        Binary::Sub if body.iter().any(pays) => Some(by),
        _ => None,
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
