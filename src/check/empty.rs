//! Mandatory questions that may have no option, where no action around them keeps away from them.

use std::collections::BTreeSet;

use super::book::Book;
use super::declare::fold;
use super::{codes, walk};
use crate::ir::visit::same;
use crate::ir::{
    Aggregate, ArmKind, Ask, Binary, Block, Builtin, Expr, ExprKind, KindBody, LocalId, Query, RuleId, RuleKind,
    Rulebook, Stmt, StmtKind, Type,
};
use crate::text::Span;

/// Formulas are looked into so deeply.
const MAX_DEPTH: u32 = 12;

/// All warnings about questions.
pub(super) fn check(book: &mut Book) {
    let mut found: Vec<(Span, &str, String)> = Vec::new();
    for id in bare_rules(&book.ir) {
        bare(&book.ir.rules[id.index()].body, false, &mut |stmt| match &stmt.kind {
            StmtKind::Ask(ask) if may_be_empty(book, ask) => {
                let help = match ask.arms.first().map(|arm| arm.kind) {
                    Some(ArmKind::Option) => "let one option have no condition",
                    _ => "ask only if there is something: `if some x in S where C`, or `p may choose`",
                };
                found.push((stmt.span, "there may be nothing to choose here", help.to_owned()));
            }
            StmtKind::Call(id, _, false) if sheet_may_be_empty(book, *id) => {
                let name = &book.ir.rules[id.index()].name;
                let help = format!("say what then: `p does {name}, if possible`, or give it a line `optional:`");
                found.push((stmt.span, "what this asks may have nothing to choose", help));
            }
            StmtKind::Play(_, card, false)
                if sheets_of(&book.ir, card).into_iter().any(|id| sheet_may_be_empty(book, id)) =>
            {
                let help = "say what then: `p plays c, if possible`, or give the card a line `optional:`";
                found.push((stmt.span, "what this asks may have nothing to choose", help.to_owned()));
            }
            _ => {}
        });
    }
    for (span, message, help) in found {
        book.warn(codes::MAY_BE_EMPTY, span, message, help);
    }
}

/// Rules that run outside any sheet and any optional block.
fn bare_rules(ir: &Rulebook) -> BTreeSet<RuleId> {
    let mut seen = BTreeSet::new();
    let mut open = vec![ir.play];
    while let Some(next) = open.pop() {
        if ir.rules.get(next.index()).is_none() || !seen.insert(next) {
            continue;
        }
        bare_calls(&ir.rules[next.index()].body, &mut |id| {
            if matches!(ir.rules[id.index()].kind, RuleKind::Rule | RuleKind::Phase | RuleKind::Hook) {
                open.push(id);
            }
        });
    }
    seen
}

fn bare_calls(block: &Block, call: &mut impl FnMut(RuleId)) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::Call(id, ..) => call(*id),
            StmtKind::Ask(ask) if ask.extent => {}
            _ => walk::blocks(stmt).into_iter().for_each(|inner| bare_calls(inner, call)),
        }
    }
}

/// Sentences without a condition around or before them.
fn bare(block: &Block, mut guarded: bool, found: &mut impl FnMut(&Stmt)) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::If(..) => {
                let mut leaves = false;
                walk::blocks(stmt).into_iter().for_each(|inner| {
                    walk::each_stmt(inner, &mut |stmt| {
                        leaves |= matches!(stmt.kind, StmtKind::Return | StmtKind::Stop | StmtKind::EndOuter(_));
                    });
                });
                guarded |= leaves;
            }
            StmtKind::Ask(_) | StmtKind::Call(..) | StmtKind::Play(..) if !guarded => found(stmt),
            StmtKind::Ask(_) | StmtKind::Repeat { until: Some(_), .. } => {}
            _ if !guarded => walk::blocks(stmt).into_iter().for_each(|inner| bare(inner, guarded, found)),
            _ => {}
        }
    }
}

/// Whether a sheet asks for something that may not be there, and has no line that lets it be.
fn sheet_may_be_empty(book: &Book, id: RuleId) -> bool {
    let rule = &book.ir.rules[id.index()];
    if !matches!(rule.kind, RuleKind::Action | RuleKind::Card) {
        return false;
    }
    let mut declined = false;
    for stmt in &rule.body {
        if let StmtKind::Ask(ask) = &stmt.kind {
            declined |= ask.arms.iter().any(|arm| arm.kind == ArmKind::No);
            if !declined && may_be_empty(book, ask) {
                return true;
            }
        }
    }
    false
}

fn sheets_of(ir: &Rulebook, card: &Expr) -> Vec<RuleId> {
    let Type::Member(kind) = card.ty else { return Vec::new() };
    match &ir.kinds[kind.index()].body {
        KindBody::Members(families) => families.iter().filter_map(|family| family.sheet).collect(),
        _ => Vec::new(),
    }
}

/// Whether a question may have no option, as far as can be told.
fn may_be_empty(book: &Book, ask: &Ask) -> bool {
    if ask.who.is_none() {
        return false;
    }
    match ask.arms.as_slice() {
        [only] if only.kind == ArmKind::Choice => {
            only.query.as_ref().is_some_and(|query| query.filter.is_some() && !always_some(book, query))
        }
        arms => {
            let whens: Vec<&Expr> = arms.iter().filter_map(|arm| arm.when.as_ref()).collect();
            let sure = |when: &&Expr| matches!(when.kind, ExprKind::YesNo(true) | ExprKind::Setting(_));
            arms.iter().all(|arm| arm.kind == ArmKind::Option && arm.when.is_some())
                && !whens.iter().any(sure)
                && !whens.iter().any(|a| whens.iter().any(|b| opposite(a, b)))
        }
    }
}

/// Whether a query surely has a result: that of the lowest numbers, or because only so many members are left out.
fn always_some(book: &Book, query: &Query) -> bool {
    let Some(filter) = query.filter.as_deref() else { return true };
    let mut lows: Vec<(LocalId, i64)> = Vec::new();
    for (id, domain) in &query.binders {
        match &domain.kind {
            ExprKind::Range(low, high) => match (fold(book, low, None), least(book, high, &lows, 0)) {
                (Some(low), Some(high)) if low <= high => lows.push((*id, low)),
                _ => return false,
            },
            _ => return left_over(book, query, filter),
        }
    }
    holds(book, filter, &lows)
}

/// Whether a condition holds where the names have these values.
fn holds(book: &Book, e: &Expr, names: &[(LocalId, i64)]) -> bool {
    match &e.kind {
        ExprKind::YesNo(yes) => *yes,
        ExprKind::Binary(Binary::And, a, b) => holds(book, a, names) && holds(book, b, names),
        ExprKind::Binary(Binary::Or, a, b) => holds(book, a, names) || holds(book, b, names),
        ExprKind::Binary(Binary::AtMost, a, b) => at_most(book, a, b, names, 0),
        ExprKind::Binary(Binary::Less, a, b) => at_most(book, a, b, names, 1),
        ExprKind::Binary(Binary::Is, a, b) => match (known(a, names), known(b, names)) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        },
        _ => false,
    }
}

fn at_most(book: &Book, a: &Expr, b: &Expr, names: &[(LocalId, i64)], apart: i64) -> bool {
    match (known(a, names), least(book, b, names, 0)) {
        (Some(a), Some(b)) => a.saturating_add(apart) <= b,
        _ => false,
    }
}

/// The value of a number that is written out of numbers and these names.
fn known(e: &Expr, names: &[(LocalId, i64)]) -> Option<i64> {
    match &e.kind {
        ExprKind::Number(n) => Some(*n),
        ExprKind::Local(id) => names.iter().find(|(name, _)| name == id).map(|(_, value)| *value),
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (known(a, names)?, known(b, names)?);
            op.of_numbers(a, b)
        }
        _ => None,
    }
}

/// A number that an expression is never below.
fn least(book: &Book, e: &Expr, names: &[(LocalId, i64)], depth: u32) -> Option<i64> {
    if depth > MAX_DEPTH {
        return None;
    }
    let part = |e: &Expr| least(book, e, names, depth + 1);
    match &e.kind {
        ExprKind::Count(..) | ExprKind::CountInBag(..) | ExprKind::Size(_) | ExprKind::Amount(..) => Some(0),
        ExprKind::Aggregate(Aggregate::Count, ..) => Some(0),
        ExprKind::Aggregate(_, Some(value), _) => part(value).filter(|low| *low >= 0).map(|_| 0),
        ExprKind::Position(_) => Some(1),
        ExprKind::Players => Some(i64::from(book.ir.players.0)),
        ExprKind::Track(id, _) => fold(book, book.ir.tracks[id.index()].low.as_ref()?, None),
        ExprKind::Setting(id) => book.ir.settings[id.index()].range.iter().map(|(low, _)| *low).min(),
        ExprKind::Define(id, _) => least(book, &book.ir.defines[id.index()].value, &[], depth + 1),
        ExprKind::If(_, a, b) => Some(part(a)?.min(part(b)?)),
        ExprKind::Builtin(Builtin::Min, args) => args.iter().map(part).min()?,
        ExprKind::Builtin(Builtin::Max, args) => args.iter().filter_map(part).max(),
        ExprKind::Binary(Binary::Add, a, b) => part(a)?.checked_add(part(b)?),
        ExprKind::Binary(Binary::Mul, a, b) => {
            let (a, b) = (part(a)?, part(b)?);
            if a >= 0 && b >= 0 { a.checked_mul(b) } else { None }
        }
        _ => known(e, names),
    }
}

/// `t in Town where t is not a and t is not b`: fewer are left out than there are.
fn left_over(book: &Book, query: &Query, filter: &Expr) -> bool {
    let [(id, domain)] = query.binders.as_slice() else { return false };
    let ExprKind::All(kind) = domain.kind else { return false };
    let families = book.families(kind);
    let named = families.iter().filter(|own| book.family(**own).is_some_and(|family| family.params.is_empty())).count();
    let all = if kind == crate::ir::PLAYER { usize::from(book.ir.players.0) } else { named };
    left_out(filter, *id).is_some_and(|out| out < all)
}

/// How many members a condition leaves out at most, where that is plain.
fn left_out(e: &Expr, id: LocalId) -> Option<usize> {
    match &e.kind {
        ExprKind::Binary(Binary::And, a, b) => Some(left_out(a, id)? + left_out(b, id)?),
        ExprKind::Not(inner) => match &inner.kind {
            ExprKind::Binary(Binary::Is, a, b) => {
                let name = |e: &Expr| bottom(e).kind == ExprKind::Local(id);
                let free = |e: &Expr| {
                    let mut free = true;
                    walk::each_expr(e, &mut |part| free &= part.kind != ExprKind::Local(id));
                    free
                };
                ((name(a) && free(b)) || (name(b) && free(a))).then_some(1)
            }
            _ => None,
        },
        _ => None,
    }
}

/// What has been made a member of a wider kind, or something that may be none.
fn bottom(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Widen(inner) => bottom(inner),
        _ => e,
    }
}

/// Whether one of two conditions always holds: `a` and `not a`, `a < b` and `a >= b`.
fn opposite(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Not(inner), _) if same(inner, b) => true,
        (_, ExprKind::Not(inner)) if same(inner, a) => true,
        (ExprKind::Binary(Binary::Less, x, y), ExprKind::Binary(Binary::AtMost, v, w))
        | (ExprKind::Binary(Binary::AtMost, v, w), ExprKind::Binary(Binary::Less, x, y)) => same(x, w) && same(y, v),
        _ => false,
    }
}
