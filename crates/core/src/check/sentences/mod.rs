//! Type checking of statements: bodies of rules and sheets, and the weaving of hooks and interrupts.

mod bodies;
mod calls;
mod control;
mod decide;
mod heads;
mod loops;
mod made;
mod menus;
mod money;
mod moves;
mod questions;
mod set;
mod sheets;
mod stmts;
mod weave;

pub(super) use stmts::Sentences;

use super::declare::Todo;
use super::names::Book;
use tavola_syntax::syntax::ast::SheetKind;

/// Declares the parameters of all sheets and the names that menus remember. Menus come first, since actions share their names.
pub(super) fn heads(book: &mut Book, todo: &Todo<'_>) {
    let menus = todo.sheets.iter().filter(|(_, sheet)| sheet.kind == SheetKind::Menu);
    let others = todo.sheets.iter().filter(|(_, sheet)| sheet.kind != SheetKind::Menu);
    for (id, sheet) in menus.chain(others) {
        heads::head(book, *id, sheet);
    }
}

/// Checks all bodies.
pub(super) fn bodies(book: &mut Book, todo: &Todo<'_>) {
    weave::bodies(book, todo);
    for (id, block) in &todo.rules {
        bodies::rule_body(book, *id, block, None);
    }
    for (id, block) in &todo.past {
        bodies::past_body(book, *id, block);
    }
    let menus = menus::Menus::of(book, &todo.sheets);
    for (id, sheet) in &todo.sheets {
        sheets::body(book, &menus, *id, sheet);
    }
    for (id, title) in &todo.titles {
        bodies::title(book, *id, title);
    }
}
