//! Type checking of bodies: rules, hooks, and the behaviour of tracks past their ends. Titles of rules.

use super::stmts::{Around, Sentences};
use crate::check::exprs::Typer;
use crate::check::names::{Book, Meaning};
use crate::ir::{LocalId, LocalRole, RuleId};
use tavola_syntax::syntax::ast::{self, Name};

/// A typer with the parameters of a rule in scope.
fn typer_of(book: &mut Book, id: RuleId) -> Typer<'_> {
    let locals = book.ir.rules[id.index()].locals.clone();
    let mut typer = Typer::over(book, locals.clone());
    for (at, local) in locals.into_iter().enumerate() {
        if !local.name.is_empty() && local.role == LocalRole::Param {
            let name = Name { text: local.name, span: local.span };
            typer.scope.bring_into_scope(&name, Meaning::Local(LocalId(at as u32)));
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

/// Checks the body of a rule or hook. `original`: the rule that the word `original` calls, and its number of parameters.
pub(super) fn rule_body(book: &mut Book, id: RuleId, block: &ast::Block, original: Option<(RuleId, u32)>) {
    body(book, id, block, Around { original, ..Around::default() });
}

/// Checks the behaviour of a track past its end.
pub(super) fn past_body(book: &mut Book, id: RuleId, block: &ast::Block) {
    body(book, id, block, Around { outright: true, ..Around::default() });
}

/// Checks the title of a rule.
pub(super) fn title(book: &mut Book, id: RuleId, text: &ast::Text) {
    let title = typer_of(book, id).text(text);
    book.ir.rule_mut(id.index()).title = Some(title);
}
