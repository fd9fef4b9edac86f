//! The bodies of rules, hooks, and what tracks do past their ends; the titles of rules.

use super::stmts::{Around, Sentences};
use crate::check::exprs::Typer;
use crate::check::names::{Book, Meaning};
use crate::ir::{LocalId, LocalRole, RuleId};
use tavola_syntax::syntax::ast::{self, Name};

/// A context in which the parameters of a rule are in sight.
fn typer_of(book: &mut Book, id: RuleId) -> Typer<'_> {
    let locals = book.ir.rules[id.index()].locals.clone();
    let mut typer = Typer::over(book, locals.clone());
    for (at, local) in locals.into_iter().enumerate() {
        if !local.name.is_empty() && local.role == LocalRole::Param {
            let name = Name { text: local.name, span: local.span };
            typer.scope.see(&name, Meaning::Local(LocalId(at as u32)));
        }
    }
    typer
}

fn body(book: &mut Book, id: RuleId, block: &ast::Block, at: Around) {
    let mut sentences = Sentences { typer: typer_of(book, id), at: Around { rule: Some(id), ..at } };
    let body = sentences.block(block);
    let locals = sentences.typer.scope.locals;
    let rule = book.ir.rule_mut(id.index());
    (rule.body, rule.locals) = (body, locals);
}

/// `original`: what that word runs, and how many parameters it has.
pub(super) fn rule_body(book: &mut Book, id: RuleId, block: &ast::Block, original: Option<(RuleId, u32)>) {
    body(book, id, block, Around { original, ..Around::default() });
}

/// What a track does past its end.
pub(super) fn past_body(book: &mut Book, id: RuleId, block: &ast::Block) {
    body(book, id, block, Around { outright: true, ..Around::default() });
}

/// The title of a rule.
pub(super) fn title(book: &mut Book, id: RuleId, text: &ast::Text) {
    let title = typer_of(book, id).text(text);
    book.ir.rule_mut(id.index()).title = Some(title);
}
