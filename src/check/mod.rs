//! Tree to rulebook: names, types, places, boards, visibility; sugar becomes plain statements.
//!
//! Two passes: everything with a name is declared, then bodies are typed. All mistakes of a run are reported; what was
//! wrong gets [`crate::ir::Type::Error`], which fits everything, so that one mistake is one finding.

mod codes;
mod declare;
mod exprs;
mod names;
mod overlay;
mod results;
mod scenario;
mod secrecy;
mod sentences;
mod tree;
mod types;
mod whole;

use std::collections::BTreeSet;

pub use codes::ALL as CODES;
pub(crate) use codes::WAIVER;
pub use overlay::{Laid, lay, overlay, placeless};
pub use scenario::{Scene, Want};
pub(crate) use tree::waive::SLIP;

use crate::diagnostic::{Diagnostic, Waived, any_error};
use crate::ir::visit::each_expr;
use crate::ir::{
    Define, DefineId, Expr, ExprKind, Invariant, LocalRole, PLAYER, Query, RuleId, Rulebook, Type, Winner,
};
use crate::syntax::ast::{self, ItemKind};
use crate::text::Span;
use exprs::typer::{self, Typer};
use names::book::Book;
use results::display;
use sentences::{menus, sheets, weave};
use tree::{clauses, limits, waive};
use whole::{graph, lint, transactions, twins};

/// What checking gives.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What the rules mean; none if there is an error.
    pub rulebook: Option<Rulebook>,
    /// All findings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// What lines waive.
    pub waived: Vec<Waived>,
}

/// Checks the files of a game. `clauses` are the ids that its rulebook lists, if it has one.
pub fn check(files: &[ast::File], clauses: Option<&BTreeSet<String>>) -> Checked {
    let items: Vec<&ast::Item> = files.iter().flat_map(|file| &file.items).collect();
    let mut book = Book::new();
    book.top = files.iter().find_map(|file| file.source).map_or(Span::NONE, |source| Span::new(source, 0, 0));
    book.lost = files.iter().flat_map(|file| file.lost.iter().cloned()).collect();
    if let Some(finding) = limits::check(&items) {
        book.found.push(finding);
        return finish(book, files);
    }
    let todo = declare::declare(&mut book, &items);
    bodies(&mut book, &todo);
    results(&mut book, &items);
    transactions::check(&mut book);
    graph::check(&mut book);
    secrecy::check(&mut book);
    if !any_error(&book.found) && book.lost.is_empty() {
        lint::check(&mut book, &items);
    }
    twins::make(&mut book);
    clauses::collect(&mut book, &items, clauses);
    let distrusted: Vec<Span> = files.iter().flat_map(|file| file.distrusted.iter().copied()).collect();
    book.found.retain(|finding| !distrusted.iter().any(|item| within(finding.span, *item)));
    if files.iter().any(|file| file.gap) {
        // Without a table that could not be read, nearly everything would be wrong.
        return Checked { rulebook: None, diagnostics: Vec::new(), waived: Vec::new() };
    }
    finish(book, files)
}

fn within(inner: Span, outer: Span) -> bool {
    inner.source == outer.source && outer.start <= inner.start && inner.start <= outer.end
}

fn finish(book: Book, files: &[ast::File]) -> Checked {
    let Book { ir, mut found, headless, lost, .. } = book;
    if headless {
        found.retain(|finding| finding.code != codes::PLAYER_COUNT);
    }
    let waived = waive::apply(&mut found, files);
    found.sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
    found.dedup();
    Checked { rulebook: (!any_error(&found) && lost.is_empty()).then_some(ir), diagnostics: found, waived }
}

fn bodies(book: &mut Book, todo: &declare::Todo<'_>) {
    weave::bodies(book, todo);
    for (id, block) in &todo.rules {
        rule_body(book, *id, block, None);
    }
    for (id, _, block) in &todo.past {
        past_body(book, *id, block);
    }
    let menus = menus::Menus::of(book, &todo.sheets);
    for (id, sheet) in &todo.sheets {
        sheets::body(book, &menus, *id, sheet);
    }
    for (id, title) in &todo.titles {
        let mut typer = Typer::new(book);
        see_params(&mut typer, *id);
        let title = typer.text(title);
        book.ir.rule_mut(id.index()).title = Some(title);
    }
}

fn see_params(typer: &mut Typer<'_>, id: RuleId) {
    let rule = &typer.book.ir.rules[id.index()];
    typer.locals.clone_from(&rule.locals);
    for at in 0..typer.locals.len() {
        let local = typer.locals[at].clone();
        if !local.name.is_empty() && local.role == LocalRole::Param {
            let name = ast::Name { text: local.name, span: local.span };
            typer.see(&name, typer::Meaning::Local(crate::ir::LocalId(at as u32)));
        }
    }
}

/// `original`: what that word runs, and how many parameters it has.
fn rule_body(book: &mut Book, id: RuleId, block: &ast::Block, original: Option<(RuleId, u32)>) {
    let mut typer = Typer::new(book);
    typer.at.rule = Some(id);
    typer.at.original = original;
    see_params(&mut typer, id);
    let body = typer.block(block);
    let locals = std::mem::take(&mut typer.locals);
    let rule = book.ir.rule_mut(id.index());
    (rule.body, rule.locals) = (body, locals);
}

fn past_body(book: &mut Book, id: RuleId, block: &ast::Block) {
    let mut typer = Typer::new(book);
    typer.at.rule = Some(id);
    typer.at.outright = true;
    see_params(&mut typer, id);
    let body = typer.block(block);
    let locals = std::mem::take(&mut typer.locals);
    let rule = book.ir.rule_mut(id.index());
    (rule.body, rule.locals) = (body, locals);
}

/// Who wins, and what always holds.
fn results(book: &mut Book, items: &[&ast::Item]) {
    for item in items {
        match &item.kind {
            ItemKind::Winner(query) => winner(book, query, item),
            ItemKind::Always(rows) => {
                for row in rows {
                    let mut typer = Typer::new(book);
                    let holds = typer.condition(&row.holds);
                    let holds = formula(&mut typer, "always", holds, row.span);
                    book.ir.always.push(Invariant { what: declare::plain(&row.what), holds });
                }
            }
            ItemKind::Display(rows) => rows.iter().for_each(|row| display::row(book, row)),
            _ => {}
        }
    }
}

fn formula(typer: &mut Typer<'_>, name: &str, value: Expr, span: crate::text::Span) -> Define {
    Define { name: name.to_owned(), params: 0, locals: std::mem::take(&mut typer.locals), value, span }
}

fn winner(book: &mut Book, query: &ast::Query, item: &ast::Item) {
    if book.ir.winner.is_some() {
        let help = "one query says it all: add its tie-breaks with `then`";
        book.error(codes::NAME_TWICE, item.head, "there are two lines `winner`", help);
        return;
    }
    let mut typer = Typer::new(book);
    let made = typer.query(query, LocalRole::Binder);
    let (others, together) = (others(&made), together(&made));
    let ranks = ranking(&mut typer, made, item);
    typer.locals.clone_from(&ranks.locals);
    let behind = others.map(|others| ranking(&mut typer, others, item));
    let mut add = |define: Define| {
        book.ir.defines.push(define);
        DefineId(book.ir.defines.len() as u32 - 1)
    };
    book.ir.winner = Some(Winner { ranks: add(ranks), behind: behind.map(add), together });
}

/// A define whose value is a ranking of players.
fn ranking(typer: &mut Typer<'_>, query: Query, item: &ast::Item) -> Define {
    let players = Type::List(Box::new(Type::Set(Box::new(Type::Member(PLAYER)))));
    let ranking = typer.ranking(query, item.head);
    let ranking = typer.coerce(ranking, &players);
    formula(typer, "winner", ranking, item.head)
}

/// Whether a query takes all players or none: it is about all of them, and its condition names none of them.
fn together(query: &Query) -> bool {
    let [(player, Expr { kind: ExprKind::All(PLAYER), .. })] = query.binders.as_slice() else { return false };
    let Some(filter) = &query.filter else { return false };
    let mut named = false;
    each_expr(filter, &mut |part| named |= matches!(&part.kind, ExprKind::Local(local) if local == player));
    !named && query.keys.is_empty()
}

/// The query for those who do not meet the condition.
fn others(query: &Query) -> Option<Query> {
    let filter = query.filter.as_ref()?;
    let not = Expr { kind: ExprKind::Not(filter.clone()), ..Expr::clone(filter) };
    Some(Query { filter: Some(Box::new(not)), ..query.clone() })
}
