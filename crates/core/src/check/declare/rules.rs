//! Declares the heads of rules and sheets: names, sorts, types of parameters.

use std::sync::Arc;

use super::defines::see_params;
use super::{Todo, moments, rule, you};
use crate::check::codes;
use crate::check::exprs::Typer;
use crate::check::names::{Book, Def};
use crate::ir::{KindBody, RuleId, RuleKind};
use tavola_syntax::syntax::ast::{self, ItemKind, SheetKind};

/// Declares names.
pub(super) fn declare<'a>(book: &mut Book, items: &[&'a ast::Item], todo: &mut Todo<'a>) {
    let mut play = None;
    for item in items {
        match &item.kind {
            ItemKind::Rule { name, params, title, phase, body } => {
                let id = RuleId(book.ir.rules.len() as u32);
                let kind = match (name, phase) {
                    (None, _) => RuleKind::Play,
                    (_, true) => RuleKind::Phase,
                    (_, false) => RuleKind::Rule,
                };
                let span = name.as_ref().map_or(item.head, |name| name.span);
                match name {
                    Some(name) => book.claim(name, Def::Rule(id)),
                    None => the_play(book, &mut play, id, item),
                }
                let text = name.as_ref().map_or("play", |name| &name.text);
                book.ir.rules.push(Arc::new(rule(text, kind, span)));
                todo.rules.push((id, body));
                todo.params.push((id, params));
                todo.titles.extend(title.as_ref().map(|title| (id, title)));
            }
            ItemKind::Sheet(sheet) => sheet_head(book, sheet, todo),
            _ => {}
        }
    }
    if play.is_none() && book.unreadable.is_empty() && !book.headless {
        let span = items.iter().find(|item| matches!(item.kind, ItemKind::Game { .. })).map(|item| item.head);
        let help = "add `play` with the sentences of the whole game below it";
        book.error(codes::NO_PLAY, span.unwrap_or(book.top), "nothing says how the game is played", help);
    }
    book.ir.play = play.unwrap_or(RuleId(0));
}

fn the_play(book: &mut Book, play: &mut Option<RuleId>, id: RuleId, item: &ast::Item) {
    if let Some(first) = play {
        let first = book.ir.rules[first.index()].span;
        let finding = tavola_syntax::diagnostic::Diagnostic::error(codes::NO_PLAY, item.head, "there are two `play`");
        book.found.push(finding.label(first, "the first is here").help("make one of them a `phase` with a name"));
        return;
    }
    *play = Some(id);
}

fn sheet_head<'a>(book: &mut Book, sheet: &'a ast::Sheet, todo: &mut Todo<'a>) {
    let id = RuleId(book.ir.rules.len() as u32);
    let kind = match sheet.kind {
        SheetKind::Action => RuleKind::Action,
        SheetKind::Menu => RuleKind::Menu,
        SheetKind::Card => RuleKind::Card,
        SheetKind::Interrupt => RuleKind::Interrupt,
    };
    if sheet.kind == SheetKind::Card {
        let owner = sheet.of.first().and_then(|owner| book.names.kind(&owner.text));
        let owner = owner.map(|owner| &mut book.ir.kinds[owner.index()].body);
        if let Some(KindBody::Members(families)) = owner {
            families.iter_mut().filter(|family| family.name == sheet.name.text).for_each(|f| f.sheet = Some(id));
        }
    } else {
        book.claim(&sheet.name, Def::Rule(id));
    }
    let mut made = rule(&sheet.name.text, kind, sheet.name.span);
    made.locals.push(you(sheet.name.span));
    made.params = 1;
    book.ir.rules.push(Arc::new(made));
    todo.sheets.push((id, sheet));
}

/// Types parameters, after everything that they can depend on.
pub(super) fn heads(book: &mut Book, todo: &Todo<'_>) {
    for (id, params) in &todo.params {
        let mut typer = Typer::new(book);
        see_params(&mut typer, params);
        let mut locals = typer.scope.locals;
        locals.truncate(params.len());
        let made = book.ir.rule_mut(id.index());
        made.params = locals.len() as u32;
        made.locals = locals;
    }
    moments::heads(book, todo);
    if let Some((_, params)) = todo.params.iter().find(|(id, params)| *id == book.ir.play && !params.is_empty())
        && matches!(book.ir.rules.get(book.ir.play.index()), Some(rule) if rule.kind == RuleKind::Play)
    {
        let help = "remove them: nothing calls `play`, it is the whole game";
        book.error(codes::NO_PLAY, params[0].name.span, "`play` has no parameters", help);
    }
}
