//! Walking over statements, written once.

use super::{Binary, Block, Expr, ExprKind, Stmt, StmtKind};

/// Calls `f` for every statement of a block, also inside other statements, in the order of the text.
pub fn statements(block: &Block, f: &mut impl FnMut(&Stmt)) {
    for stmt in block {
        f(stmt);
        for inner in blocks(stmt) {
            statements(inner, f);
        }
    }
}

/// The blocks directly inside a statement.
pub fn blocks(stmt: &Stmt) -> Vec<&Block> {
    match &stmt.kind {
        StmtKind::If(_, yes, no) => vec![yes, no],
        StmtKind::Each(_, body)
        | StmtKind::Repeat { body, .. }
        | StmtKind::InTurn(_, _, body)
        | StmtKind::Together(_, body) => vec![body],
        StmtKind::Ask(ask) => ask.arms.iter().map(|arm| &arm.body).collect(),
        StmtKind::AtOnce(once) => vec![&once.body],
        _ => Vec::new(),
    }
}

/// The look-aheads that a statement works out itself: every [`ExprKind::Can`] and [`ExprKind::CanPlay`].
pub fn probes(stmt: &Stmt) -> Vec<&Expr> {
    let mut open: Vec<&Expr> = match &stmt.kind {
        StmtKind::Let(_, e) | StmtKind::If(e, _, _) | StmtKind::Require(e, _) => vec![e],
        StmtKind::Repeat { until, .. } | StmtKind::InTurn(_, until, _) => until.iter().collect(),
        StmtKind::Ask(ask) => ask.arms.iter().filter_map(|arm| arm.when.as_ref()).collect(),
        StmtKind::Menu(menu) => menu.until.iter().collect(),
        _ => Vec::new(),
    };
    let mut found = Vec::new();
    while let Some(e) = open.pop() {
        match &e.kind {
            ExprKind::Can(..) | ExprKind::CanPlay(..) => found.push(e),
            _ => open.extend(probing_parts(e)),
        }
    }
    found
}

/// The parts of an expression in which a look-ahead may stand.
pub fn probing_parts(e: &Expr) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::Not(a) | ExprKind::LetIn(_, _, a) | ExprKind::Widen(a) => vec![a],
        ExprKind::Binary(Binary::And | Binary::Or, a, b) => vec![a, b],
        ExprKind::If(c, a, b) => vec![c, a, b],
        _ => Vec::new(),
    }
}

/// Whether a look-ahead stands in an expression.
pub fn has_probe(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Can(..) | ExprKind::CanPlay(..)) || probing_parts(e).into_iter().any(has_probe)
}
