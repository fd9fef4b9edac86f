//! Specialisation of actions that belong to several menus.
//!
//! An action uses the remembered names of each of its menus. It gets a copy (twin) for each menu whose names it uses.

use std::sync::Arc;

use crate::check::codes;
use crate::check::names::Book;
use crate::ir::visit::{has_part, of_query, of_stmt, of_text, of_texts, statements};
use crate::ir::{Block, Expr, ExprKind, Guard, Local, LocalId, LocalRole, MenuItem, Rule, RuleId, RuleKind, StmtKind};
use tavola_syntax::diagnostic::Diagnostic;

/// Creates the twins. A menu without a name that its actions need is an error.
pub(crate) fn make(book: &mut Book) {
    for at in 0..book.ir.rules.len() {
        if book.ir.rules[at].kind != RuleKind::Menu {
            continue;
        }
        let menu = RuleId(at as u32);
        let count = items(&mut book.ir.rule_mut(at).body).map_or(0, |items| items.len());
        for nth in 0..count {
            let Some(action) = items(&mut book.ir.rule_mut(at).body).map(|items| items[nth].rule) else { continue };
            let Some(twin) = twin(book, menu, action) else { continue };
            book.ir.rules.push(Arc::new(twin));
            let id = RuleId(book.ir.rules.len() as u32 - 1);
            if let Some(items) = items(&mut book.ir.rule_mut(at).body) {
                items[nth].rule = id;
            }
        }
    }
}

/// The items of a menu, in the body of its rule.
fn items(body: &mut Block) -> Option<&mut Vec<MenuItem>> {
    body.iter_mut().rev().find_map(|stmt| match &mut stmt.kind {
        StmtKind::Menu(menu) => Some(&mut menu.items),
        StmtKind::AtOnce(once) => items(&mut once.body),
        _ => None,
    })
}

/// The copy of an action for this menu, unless it uses names of this menu alone.
fn twin(book: &mut Book, menu: RuleId, action: RuleId) -> Option<Rule> {
    let rule = &book.ir.rules[action.index()];
    let remembers = rule.sheet.as_ref()?.remembers.clone();
    let used: Vec<_> = remembers.into_iter().filter(|(own, ..)| uses(rule, *own)).collect();
    if used.iter().all(|(_, whose, _)| *whose == menu) {
        return None;
    }
    let mut twin = Rule::clone(rule);
    let mut pairs: Vec<(LocalId, RuleId, LocalId)> = Vec::new();
    for (own, whose, _) in used {
        if pairs.iter().any(|(known, ..)| *known == own) {
            continue;
        }
        let name = &twin.locals[own.index()];
        match remembered(&book.ir.rules[menu.index()].locals, name) {
            Some(theirs) => pairs.push((own, menu, theirs)),
            None => {
                missing(book, (menu, action, whose), &name.name.clone());
                return None;
            }
        }
    }
    if let Some(sheet) = &mut twin.sheet {
        sheet.remembers = pairs;
    }
    Some(twin)
}

fn remembered(locals: &[Local], wanted: &Local) -> Option<LocalId> {
    let fits = |local: &Local| local.role == LocalRole::Remember && local.name == wanted.name && local.ty == wanted.ty;
    locals.iter().position(fits).map(|at| LocalId(at as u32))
}

fn missing(book: &mut Book, (menu, action, whose): (RuleId, RuleId, RuleId), name: &str) {
    let rules = &book.ir.rules;
    let (menu, action, whose) = (&rules[menu.index()], &rules[action.index()], &rules[whose.index()]);
    let message =
        format!("`{}` takes in `{}`, which uses what `{}` remembers: `{name}`", menu.name, action.name, whose.name);
    let help = format!("let `{}` remember it as well: `remember: {name} = ..`", menu.name);
    let finding = Diagnostic::error(codes::NOT_REMEMBERED, menu.span, message).help(help);
    let finding = finding.label(action.span, "it is used here");
    book.found.push(finding);
}

/// True if an action reads or assigns a name.
fn uses(rule: &Rule, name: LocalId) -> bool {
    let mut found = rule.title.iter().flat_map(of_text).any(|e| reads(e, name));
    if let Some(sheet) = &rule.sheet {
        found |= of_query(&sheet.params).into_iter().any(|e| reads(e, name));
        found |= sheet.guards.iter().any(|guard| match guard {
            Guard::Let(_, value) => reads(value, name),
            Guard::When { holds, .. } => reads(holds, name),
        });
    }
    statements(&rule.body, &mut |stmt| {
        found |= of_stmt(stmt).into_iter().chain(of_texts(stmt)).any(|e| reads(e, name));
        found |= matches!(&stmt.kind, StmtKind::Let(id, _) if *id == name);
    });
    found
}

fn reads(e: &Expr, name: LocalId) -> bool {
    has_part(e, |part| matches!(part.kind, ExprKind::Local(id) if id == name))
}
