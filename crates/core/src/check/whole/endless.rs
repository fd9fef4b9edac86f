//! Termination analysis: reports loops that surely never end, because nobody can pass or nothing in them makes the condition
//! true.

use std::collections::BTreeSet;

use super::{graph, nonnegative, touched};
use crate::check::codes;
use crate::check::names::Book;
use crate::ir::visit;
use crate::ir::{
    ArmKind, Ask, Block, Expr, ExprKind, LocalId, Menu, MenuItem, Query, RuleId, Rulebook, Stmt, StmtKind,
};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Span;

/// Reports all loops that never end.
pub(crate) fn check(book: &mut Book) {
    let mut found: Vec<Diagnostic> = Vec::new();
    for (at, rule) in book.ir.rules.iter().enumerate() {
        visit::statements(&rule.body, &mut |stmt| {
            found.extend(match &stmt.kind {
                StmtKind::InTurn(query, _, body) if may_empty(book, query, body) => None,
                StmtKind::InTurn(_, None, body) => nobody_passes(&book.ir, body, stmt.span),
                StmtKind::InTurn(_, Some(until), body) => never_true(book, until, body, stmt.span),
                StmtKind::Repeat { until: Some(until), times: None, body, .. } => {
                    never_true(book, until, body, stmt.span)
                }
                StmtKind::Repeat { until: None, times: None, body, .. } => never_left(&book.ir, body, stmt.span),
                StmtKind::Menu(menu) => menu_without_end(book, RuleId(at as u32), menu, stmt.span),
                _ => None,
            });
        });
    }
    book.found.extend(found);
}

fn warning(span: Span, message: &str, help: &str) -> Option<Diagnostic> {
    Some(Diagnostic::warning(codes::NEVER_PASSES, span, message).help(help))
}

/// Reports `in turn .. until all pass` where every turn asks a question that must be answered.
fn nobody_passes(ir: &Rulebook, body: &Block, span: Span) -> Option<Diagnostic> {
    if leaves(ir, body) || !acts(ir, body) {
        return None;
    }
    let help = "ask with `may`, give the action `optional:`, or add an `until` condition";
    warning(span, "nobody can pass here, so this never ends", help)
}

/// True if the players of a round may change, which can end it.
fn may_empty(book: &Book, query: &Query, body: &Block) -> bool {
    let writes = touched::writes(&book.ir, body);
    visit::of_query(query).into_iter().any(|part| !touched::reads(&book.ir, part).is_disjoint(&writes))
}

/// Reports a `repeat` without condition that nothing leaves.
fn never_left(ir: &Rulebook, body: &Block, span: Span) -> Option<Diagnostic> {
    if leaves(ir, body) {
        return None;
    }
    let help = "say when it ends: `repeat until C`, `repeat 3 times`, or leave it with `stop`";
    warning(span, "nothing in this loop can end it", help)
}

/// Reports `until C` if nothing in the loop changes what `C` reads, and nothing leaves the loop.
fn never_true(book: &Book, until: &Expr, body: &Block, span: Span) -> Option<Diagnostic> {
    let cells = touched::reads(&book.ir, until);
    if visit::has_probe(until) || leaves(&book.ir, body) || sets_one_of(body, until) {
        return None;
    }
    if !cells.is_disjoint(&touched::writes(&book.ir, body)) {
        return None;
    }
    let finding = warning(
        span,
        "nothing in this loop can end it",
        "change in it what its condition reads, or leave it with `stop`",
    );
    finding.map(|finding| finding.label(until.span, "nothing in the loop changes what this reads"))
}

/// Reports a menu with an `until:` that none of its actions affects.
fn menu_without_end(book: &Book, rule: RuleId, menu: &Menu, span: Span) -> Option<Diagnostic> {
    let until = menu.until.as_ref().filter(|until| menu.done.is_none() && !visit::has_probe(until))?;
    let (cells, mut names) = (touched::reads(&book.ir, until), BTreeSet::new());
    visit::each_expr(until, &mut |part| {
        if let ExprKind::Local(id) = part.kind {
            names.insert(id);
        }
    });
    let brings = |item: &MenuItem| {
        let action = &book.ir.rules[item.rule.index()];
        let shared = nonnegative::shared(action, rule);
        shared.iter().any(|(own, theirs)| names.contains(theirs) && sets(&action.body, *own))
            || !cells.is_disjoint(&touched::writes(&book.ir, &action.body))
            || leaves(&book.ir, &action.body)
    };
    if menu.items.is_empty() || menu.items.iter().any(brings) {
        return None;
    }
    let help = "let an action change what `until:` reads, or offer to stop: `until: done \"end\"`";
    let finding = warning(span, "nothing in this menu can end it", help);
    finding.map(|finding| finding.label(until.span, "no action changes what this reads"))
}

/// True if a block assigns a name that an expression reads, such as a remembered name of a menu.
fn sets_one_of(block: &Block, e: &Expr) -> bool {
    let mut found = false;
    visit::each_expr(e, &mut |part| {
        if let ExprKind::Local(id) = part.kind {
            found |= sets(block, id);
        }
    });
    found
}

/// True if a block assigns a name.
fn sets(block: &Block, local: LocalId) -> bool {
    let mut found = false;
    visit::statements(block, &mut |stmt| found |= matches!(&stmt.kind, StmtKind::Let(id, _) if *id == local));
    found
}

/// True if a block, callees included, may be left before its end.
fn leaves(ir: &Rulebook, block: &Block) -> bool {
    let mut found = false;
    visit::statements(block, &mut |stmt| {
        found |= matches!(stmt.kind, StmtKind::Stop | StmtKind::Return | StmtKind::EndOuter(_));
    });
    for rule in graph::reached(ir, block) {
        visit::statements(&ir.rules[rule.index()].body, &mut |stmt| {
            found |= matches!(stmt.kind, StmtKind::EndOuter(_))
        });
    }
    found
}

/// True if every path through a block answers something other than "no".
fn acts(ir: &Rulebook, block: &Block) -> bool {
    block.iter().any(|stmt| one_acts(ir, stmt))
}

fn one_acts(ir: &Rulebook, stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Ask(ask) => ask.who.is_some() && question_acts(ir, ask),
        StmtKind::BagChoice(family) => family.who.is_some(),
        StmtKind::Order(order) => order.who.is_some(),
        StmtKind::If(_, yes, no) => acts(ir, yes) && acts(ir, no),
        StmtKind::Transaction(body, _) => acts(ir, body),
        // A call that asks for parameters may have no options, and then asks nothing.
        StmtKind::Call(id, _, false) => acts(ir, &ir.rules[id.index()].body),
        _ => false,
    }
}

fn question_acts(ir: &Rulebook, ask: &Ask) -> bool {
    ask.arms.iter().all(|arm| arm.kind != ArmKind::No || acts(ir, &arm.body))
}
