//! Names that an expression mentions, for the dependency graph of defines. Scopes are ignored, so the result may be too large.

use std::collections::BTreeSet;

use crate::check::exprs::EXPR_DEPTH;
use tavola_syntax::syntax::ast::{Expr, ExprKind, Param, ParamType, Query, TypeExpr};

/// All names in an expression.
pub(crate) fn of_expr(e: &Expr) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    expr(e, &mut names, 0);
    names
}

/// All names in a parameter's domain.
pub(crate) fn of_param(param: &Param) -> BTreeSet<String> {
    match &param.ty {
        ParamType::In(e) | ParamType::Of(TypeExpr::Of(e, _)) => of_expr(e),
        _ => BTreeSet::new(),
    }
}

fn expr(e: &Expr, names: &mut BTreeSet<String>, depth: u32) {
    if depth > EXPR_DEPTH {
        return;
    }
    let mut each = |parts: &mut dyn Iterator<Item = &Expr>| parts.for_each(|part| expr(part, names, depth + 1));
    match &e.kind {
        ExprKind::Name(name) => {
            names.insert(name.clone());
        }
        ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Edge(..) => {}
        ExprKind::Attribute(a, _) | ExprKind::Not(a) | ExprKind::Rounded(a, ..) | ExprKind::Is(a, ..) => {
            each(&mut std::iter::once(&**a));
        }
        ExprKind::Index(a, rest) | ExprKind::Call(a, rest) => each(&mut std::iter::once(&**a).chain(rest)),
        ExprKind::At(a, b) | ExprKind::Binary(_, a, b) | ExprKind::Can(a, b, _) | ExprKind::CanStep(_, a, b) => {
            each(&mut [&**a, &**b].into_iter())
        }
        ExprKind::Range(a, b) => each(&mut std::iter::once(&**a).chain(b.as_deref())),
        ExprKind::If(a, b, c) => each(&mut [&**a, &**b].into_iter().chain(c.as_deref())),
        ExprKind::Set(all) | ExprKind::List(all) | ExprKind::Tuple(all) => each(&mut all.iter()),
        ExprKind::Some(q) | ExprKind::No(q) | ExprKind::The(q) | ExprKind::First(q) | ExprKind::Rank(q) => {
            query(q, names, depth);
        }
        ExprKind::Every(q, c) => {
            each(&mut std::iter::once(&**c));
            query(q, names, depth);
        }
        ExprKind::Aggregate(_, of, q) => {
            each(&mut of.as_deref().into_iter());
            q.iter().for_each(|q| query(q, names, depth));
        }
        ExprKind::SetOf(of, q) | ExprKind::ListOf(of, q) => {
            each(&mut of.as_deref().into_iter());
            query(q, names, depth);
        }
    }
}

fn query(query: &Query, names: &mut BTreeSet<String>, depth: u32) {
    let domains = query.binders.iter().map(|(_, domain)| domain);
    let keys = query.keys.iter().map(|key| &key.value);
    domains.chain(query.clockwise.as_ref()).chain(query.filter.as_ref()).chain(keys).for_each(|part| {
        expr(part, names, depth + 1);
    });
}
