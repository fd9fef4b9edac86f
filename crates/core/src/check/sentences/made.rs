//! Constructors of statements.

use crate::check::names::Scope;
use crate::check::types::{Birth, binary, bind, number};
use crate::ir::{Arm, ArmKind, Binary, Block, Expr, ExprKind, Query, Stmt, StmtKind, Type};
use tavola_syntax::text::Span;

/// Binds the names of a condition to their values, until the end of the block.
pub(super) fn born(scope: &mut Scope, births: &[Birth], span: Span, out: &mut Block) {
    bind(scope, births);
    for birth in births {
        push(out, StmtKind::Let(birth.id, birth.value.clone()), span);
    }
}

/// Appends a statement.
pub(super) fn push(out: &mut Block, kind: StmtKind, span: Span) {
    out.push(Stmt { kind, span });
}

/// Builds a group of options.
pub(super) fn arm(kind: ArmKind, query: Option<Query>, body: Block, span: Span) -> Arm {
    Arm { kind, label: None, query, when: None, body, span }
}

/// `0 - n`
pub(super) fn opposite(n: Expr) -> Expr {
    match n.kind {
        ExprKind::Number(value) => number(value.saturating_neg(), n.span),
        _ => binary(Binary::Sub, number(0, n.span), n, Type::Number),
    }
}

/// True if a statement leaves its block.
pub(super) fn leaves(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Stop | StmtKind::Return | StmtKind::EndOuter(_))
}
