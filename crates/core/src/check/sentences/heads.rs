//! Heads of sheets: `you`, the parameters, and the names that their menus remember.

use super::menus::{join_shared, shared};
use super::stmts::{Sentences, YOU};
use crate::check::codes;
use crate::check::declare::{is_only_a_type, param_type, unknown_param, you};
use crate::check::exprs::Typer;
use crate::check::names::{Book, Meaning};
use crate::check::types::{poison, present};
use crate::ir::{Block, Local, LocalId, LocalRole, Query, RuleId, Type};
use tavola_syntax::syntax::ast::{self, FieldKind, SheetKind};

/// Declares the first locals of a sheet: parameters and remembered names, with their types.
pub(crate) fn head(book: &mut Book, id: RuleId, sheet: &ast::Sheet) {
    let shared = shared(book, id, sheet);
    join_shared(book, &shared, sheet);
    let mut locals = vec![you(sheet.name.span)];
    locals.extend(sheet.params.iter().map(unknown_param));
    let mut sentences = Sentences::of_sheet(book, locals, id, sheet.name.span);
    let typer = &mut sentences.typer;
    for (_, _, local) in &shared {
        let id = typer.scope.hidden(&local.name, local.ty.clone(), local.role, local.span);
        typer.scope.bring_into_scope(&ast::Name { text: local.name.clone(), span: local.span }, Meaning::Local(id));
    }
    for (at, param) in sheet.params.iter().enumerate() {
        let ty = param_type(typer, param);
        typer.scope.locals[at + 1].ty = ty;
        typer.scope.bring_into_scope(&param.name, Meaning::Local(LocalId(at as u32 + 1)));
    }
    let fixed = 1 + sheet.params.len() + shared.len();
    if sheet.kind == SheetKind::Menu {
        remembered(&mut sentences, sheet);
    }
    let mut locals = sentences.typer.scope.locals;
    let mut remembers: Vec<Local> = locals.split_off(fixed);
    remembers.retain(|local| local.role == LocalRole::Remember);
    locals.extend(remembers);
    let rule = book.ir.rule_mut(id.index());
    rule.params = 1 + sheet.params.len() as u32;
    rule.locals = locals;
}

/// Declares the names that a menu remembers, with their types.
fn remembered(sentences: &mut Sentences<'_>, sheet: &ast::Sheet) {
    let mut ignored = Block::new();
    for field in &sheet.fields {
        let typer = &mut sentences.typer;
        match &field.kind {
            FieldKind::Remember(name, e) => {
                let value = present(typer.value(e, None));
                let ty = match value.ty {
                    Type::Nothing => {
                        let message = format!("the type of `{}` is not clear from this value", name.text);
                        let help = "begin with a value that has a type, or use a row of `memory`";
                        typer.book.error(codes::MISMATCH, e.span, message, help);
                        Type::Error
                    }
                    ty => ty,
                };
                typer.scope.declare_local(typer.book, name, ty, LocalRole::Remember);
            }
            FieldKind::Let(name, e) => {
                let value = typer.value(e, None);
                typer.scope.declare_local(typer.book, name, value.ty, LocalRole::Let);
            }
            FieldKind::Choose(choice) => {
                let who = typer.scope.local(YOU, field.span);
                sentences.question(Some(who), choice, field.span, &mut ignored);
            }
            _ => {}
        }
    }
}

/// The parameters with their domains. Remembered names are in scope.
pub(super) fn parameters(typer: &mut Typer<'_>, id: RuleId, sheet: &ast::Sheet) -> Query {
    for (_, _, local) in shared(typer.book, id, sheet) {
        if let Some(at) = typer.scope.locals.iter().position(|own| own.name == local.name) {
            typer.scope.bring_into_scope(
                &ast::Name { text: local.name, span: local.span },
                Meaning::Local(LocalId(at as u32)),
            );
        }
    }
    let mut binders = Vec::new();
    for (at, param) in sheet.params.iter().enumerate() {
        let id = LocalId(at as u32 + 1);
        let domain = match &param.ty {
            ast::ParamType::In(domain) => typer.container(domain, None),
            // The head has reported it.
            ast::ParamType::Open => poison(param.name.span),
            ast::ParamType::Of(_) => {
                let message = format!("`{}` does not say what it is chosen from", param.name.text);
                let help = format!("say behind `in` what can be chosen: `{0} in 1..6`, `{0} in KIND`", param.name.text);
                typer.book.wrong(codes::MISMATCH, param.name.span, message, help)
            }
        };
        binders.push((id, domain));
        if !is_only_a_type(typer.book, param) {
            typer.scope.refuse_and_see(typer.book, &param.name, id);
        }
    }
    Query { binders, clockwise: None, filter: None, keys: Vec::new(), span: sheet.name.span }
}
