//! Walks over what was made, see [`crate::ir::visit`]; and over texts and guards.

pub(super) use crate::ir::visit::{blocks, each_expr, of_query, statements as each_stmt};
use crate::ir::{Expr, Guard, Text, TextPart};

/// The expressions of a text.
pub(super) fn of_text(text: Option<&Text>) -> Vec<&Expr> {
    let parts = text.map_or(&[] as &[TextPart], |text| &text.parts);
    parts.iter().filter_map(|part| if let TextPart::Value(e) = part { Some(e) } else { None }).collect()
}

/// The expressions of a guard.
pub(super) fn of_guard(guard: &Guard) -> Vec<&Expr> {
    match guard {
        Guard::Let(_, e) => vec![e],
        Guard::When { holds, why, .. } => std::iter::once(holds).chain(of_text(why.as_ref())).collect(),
    }
}
