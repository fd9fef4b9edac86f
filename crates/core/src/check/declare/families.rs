//! Member families of a kind (one for each row), and typers for their parameters.

use crate::check::exprs::Typer;
use crate::check::names::Book;
use crate::check::types::axis_type;
use crate::ir::{KindBody as Body, KindId, LocalRole, MemberFamily};
use tavola_syntax::syntax::ast;

/// The member families of a kind; empty if it has no members of its own.
pub(super) fn families(book: &Book, kind: KindId) -> Vec<MemberFamily> {
    match &book.ir.kinds[kind.index()].body {
        Body::Members(families) => families.clone(),
        _ => Vec::new(),
    }
}

/// A typer with the parameters of a family in scope.
pub(super) fn family_typer<'b>(book: &'b mut Book, family: &MemberFamily) -> Typer<'b> {
    let mut typer = Typer::new(book);
    for ((name, span), axis) in family.param_names.iter().zip(&family.param_spans).zip(&family.params) {
        let name = ast::Name { text: name.clone(), span: *span };
        typer.scope.declare_local(typer.book, &name, axis_type(axis), LocalRole::Param);
    }
    typer
}
