//! Walking over statements, written once.

use super::{Block, Stmt, StmtKind};

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
        _ => Vec::new(),
    }
}
