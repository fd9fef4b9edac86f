//! Defines (named formulas), typed in the order of their dependencies.

use super::Todo;
use crate::check::circles::NeedGraph;
use crate::check::codes;
use crate::check::declare::mentions;
use crate::check::exprs::Typer;
use crate::check::names::{Book, Def};
use crate::check::types::{element, nothing, unit};
use crate::ir::{Define, DefineId, Local, LocalId, LocalRole, Type};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::syntax::ast::{self, ItemKind};

/// Declares names and numbers of parameters.
pub(super) fn declare<'a>(book: &mut Book, items: &[&'a ast::Item], todo: &mut Todo<'a>) {
    for item in items {
        let ItemKind::Define { name, params, value } = &item.kind else {
            continue;
        };
        let id = DefineId(book.ir.defines.len() as u32);
        book.claim(name, Def::Define(id));
        book.ir.defines.push(Define {
            name: name.text.clone(),
            params: params.len() as u32,
            locals: params.iter().map(unknown_param).collect(),
            value: nothing(Type::Error, value.span),
            span: name.span,
        });
        todo.defines.push((id, params, value));
    }
}

/// A parameter whose type is not known yet.
pub(crate) fn unknown_param(param: &ast::Param) -> Local {
    Local { name: param.name.text.clone(), ty: Type::Error, role: LocalRole::Param, span: param.name.span }
}

/// Types the bodies, dependencies first. A dependency cycle is an error.
pub(super) fn bodies(book: &mut Book, todo: &Todo<'_>) {
    let needs = NeedGraph::new(todo.defines.len(), |at| {
        let (_, params, value) = todo.defines[at];
        let mut names = mentions::of_expr(value);
        names.extend(params.iter().flat_map(mentions::of_param));
        let defs = names.iter().flat_map(|name| book.names.get(name));
        let defines = defs.filter_map(|def| if let Def::Define(id) = def { Some(id.index()) } else { None });
        defines.collect::<Vec<_>>()
    });
    for mut group in needs.groups() {
        group.members.sort_unstable();
        if group.is_circle {
            in_circle(book, &group.members);
            continue;
        }
        let (id, params, value) = todo.defines[group.first()];
        body(book, id, params, value);
    }
}

fn in_circle(book: &mut Book, group: &[usize]) {
    let mut names: Vec<String> = group.iter().take(6).map(|at| format!("`{}`", book.ir.defines[*at].name)).collect();
    names.push(names[0].clone());
    let span = book.ir.defines[group[0]].span;
    let message = format!("a define depends on itself: {}", names.join(", "));
    book.error(codes::RECURSION, span, message, "compute it from other values");
}

fn body(book: &mut Book, id: DefineId, params: &[ast::Param], value: &ast::Expr) {
    let mut typer = Typer::new(book);
    see_params(&mut typer, params);
    let value = typer.value(value, None);
    let unit = unit(typer.book, &typer.scope, &value);
    let locals = typer.scope.locals;
    book.define_units.extend(unit.map(|unit| (id, unit)));
    let define = &mut book.ir.defines[id.index()];
    define.locals = locals;
    define.value = value;
}

/// Declares parameters as the first locals, so that locals of their domains come after all of them.
pub(super) fn see_params(typer: &mut Typer<'_>, params: &[ast::Param]) {
    typer.scope.locals.extend(params.iter().map(unknown_param));
    for (at, param) in params.iter().enumerate() {
        typer.scope.locals[at].ty = param_type(typer, param);
        if !is_only_a_type(typer.book, param) {
            typer.scope.refuse_and_see(typer.book, &param.name, LocalId(at as u32));
        }
    }
}

/// True for a parameter without a name: `rule f(Player)`.
pub(crate) fn is_only_a_type(book: &Book, param: &ast::Param) -> bool {
    matches!(param.ty, ast::ParamType::Open) && book.names.kind(&param.name.text).is_some()
}

/// The type of a parameter; its domain may use earlier parameters.
pub(crate) fn param_type(typer: &mut Typer<'_>, param: &ast::Param) -> Type {
    match &param.ty {
        ast::ParamType::In(domain) => {
            let set = typer.container(domain, None);
            element(typer.book, &set.ty).unwrap_or(Type::Error)
        }
        ast::ParamType::Of(ty) => super::tracks::type_of(typer.book, ty),
        ast::ParamType::Open if is_only_a_type(typer.book, param) => {
            let (kind, span) = (&param.name.text, param.name.span);
            let finding =
                Diagnostic::error(codes::MISMATCH, span, format!("this parameter has the type `{kind}` and no name"));
            typer.book.unnamed.push((kind.clone(), typer.book.found.len()));
            typer.book.found.push(finding.help(format!("name it: `x in {kind}`")));
            typer.book.names.kind(kind).map_or(Type::Error, Type::Member)
        }
        ast::ParamType::Open => {
            let message = format!("the type of `{}` is missing", param.name.text);
            let help = "write `p in Player` or `n: number`";
            typer.book.error(codes::MISMATCH, param.name.span, message, help);
            Type::Error
        }
    }
}
