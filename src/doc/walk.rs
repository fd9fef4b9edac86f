//! Sentences and the blocks inside them.

use crate::syntax::ast::{Block, Stmt, StmtKind};

/// The blocks of a sentence, in the order of the text.
pub(super) fn blocks(stmt: &Stmt) -> Vec<&Block> {
    match &stmt.kind {
        StmtKind::If(_, yes, no) => std::iter::once(yes).chain(no).collect(),
        StmtKind::Each(_, body)
        | StmtKind::Repeat { body, .. }
        | StmtKind::InTurn { body, .. }
        | StmtKind::Between(_, _, body)
        | StmtKind::Together(_, body)
        | StmtKind::Transaction(body) => vec![body],
        StmtKind::May { body, otherwise, .. } => std::iter::once(body).chain(otherwise).collect(),
        StmtKind::MayChoose { body, otherwise, .. } => body.iter().chain(otherwise).collect(),
        StmtKind::OneOf { arms, .. } => arms.iter().map(|arm| &arm.body).collect(),
        StmtKind::Decide(_, rows) => rows.iter().map(|row| &row.body).collect(),
        _ => Vec::new(),
    }
}
