//! Warnings about a rulebook without errors: unused names, no winner, stuck menus, endless loops, constant conditions.

use std::collections::BTreeSet;

use super::{declined, empty_cells, endless, own_things, shapes, stuck_menus};
use crate::check::codes;
use crate::check::names::{Book, Def};
use crate::ir::visit;
use crate::ir::{DefineId, KindId, MemoryId, RuleId, RuleKind, Rulebook, SettingId, StmtKind, TableId};
use tavola_syntax::diagnostic::{Fix, Remedy};
use tavola_syntax::syntax::ast::{self, ItemKind, KindBody};
use tavola_syntax::text::{SourceId, Span};

/// Reports all warnings. Names of the game that a variant leaves unused are not reported.
pub(crate) fn check(book: &mut Book, items: &[&ast::Item]) {
    let from = book.found.len();
    unused(book, items);
    unused_columns(book, items);
    let variants = items.iter().filter(|item| matches!(item.kind, ItemKind::Variant { .. }));
    let variants: Vec<SourceId> = variants.map(|item| item.head.source).collect();
    if !variants.is_empty() {
        let mut nth = 0;
        book.found.retain(|finding| {
            nth += 1;
            nth <= from || variants.contains(&finding.span.source)
        });
    }
    no_winner(book, items);
    stuck_menus::check(book);
    endless::check(book);
    empty_cells::check(book);
    shapes::check(book);
    own_things::check(book);
    declined::check(book);
}

/// Reports a game without a winner.
fn no_winner(book: &mut Book, items: &[&ast::Item]) {
    let game = items.iter().find(|item| matches!(item.kind, ItemKind::Game { .. }));
    if let Some(game) = game.filter(|_| book.ir.winner.is_none()) {
        let help = "add `winner p in Player by most ..`, or `winner p in Player where ..` if all win together";
        book.warn(codes::NO_WINNER, game.head, "the game does not say who wins", help);
    }
}

fn unused(book: &mut Book, items: &[&ast::Item]) {
    let n = |at: usize| at as u32;
    let ir = &book.ir;
    let mut all: Vec<(Def, &str, &str, Span)> = Vec::new();
    for (at, x) in ir.settings.iter().enumerate() {
        let what = if x.ruling { "ruling" } else { "setting" };
        all.push((Def::Setting(SettingId(n(at))), what, &x.name, x.span));
    }
    all.extend(
        ir.memory.iter().enumerate().map(|(at, x)| (Def::Memory(MemoryId(n(at))), "memory", x.name.as_str(), x.span)),
    );
    all.extend(
        ir.tables.iter().enumerate().map(|(at, x)| (Def::Table(TableId(n(at))), "table", x.name.as_str(), x.span)),
    );
    for (at, x) in ir.defines.iter().enumerate() {
        if !ir.winner.as_ref().is_some_and(|w| w.ranks == DefineId(n(at)) || w.others == Some(DefineId(n(at)))) {
            all.push((Def::Define(DefineId(n(at))), "define", &x.name, x.span));
        }
    }
    for (at, x) in ir.rules.iter().enumerate() {
        let what = match x.kind {
            // Woven rules are used by definition. Their names contain a space.
            _ if x.name.contains(' ') => continue,
            RuleKind::Rule => "rule",
            RuleKind::Phase => "phase",
            RuleKind::Action => "action",
            RuleKind::Menu => "menu",
            RuleKind::Play | RuleKind::Card | RuleKind::Past => continue,
            RuleKind::Hook | RuleKind::Interrupt => continue,
        };
        all.push((Def::Rule(RuleId(n(at))), what, &x.name, x.span));
    }
    let shown = shown(ir);
    let unused: Vec<(&str, String, Span)> = all
        .into_iter()
        .filter(|(def, ..)| !book.used.contains(def) && !shown.contains(def))
        .map(|(_, what, name, span)| (what, name.to_owned(), span))
        .collect();
    for (what, name, span) in unused {
        let message = format!("nothing uses the {what} `{name}`");
        let mut help = Remedy::from("remove it, or use it");
        // Rules may set what none reads.
        let named = book.index.uses.iter().any(|recorded| recorded.to == span);
        let lines = declaration(items, span).filter(|_| !named);
        help.fixes.extend(lines.map(|lines| Fix::remove_lines(format!("remove the {what} `{name}`"), lines)));
        book.warn(codes::UNUSED, span, message, help);
    }
}

/// The row that declares a name, or the item if it has no other row.
fn declaration(items: &[&ast::Item], name: Span) -> Option<Span> {
    let item = items.iter().find(|item| item.span.covers(name) && item.overlay.is_none())?;
    let rows = item.kind.rows();
    let row = rows.iter().find(|(row, _)| row.covers(name));
    row.map(|(row, _)| *row).filter(|_| rows.len() > 1).or(Some(item.span))
}

/// Memory that rules set and that somebody sees. It counts as used.
fn shown(ir: &Rulebook) -> BTreeSet<Def> {
    let mut all = BTreeSet::new();
    for rule in &ir.rules {
        visit::statements(&rule.body, &mut |stmt| {
            if let StmtKind::SetMemory(id, ..) = &stmt.kind
                && !ir.memory[id.index()].seen.is_empty()
            {
                all.insert(Def::Memory(*id));
            }
        });
    }
    all
}

fn unused_columns(book: &mut Book, items: &[&ast::Item]) {
    for item in items {
        let ItemKind::Kind { name, body: KindBody::Rows(table), .. } = &item.kind else {
            continue;
        };
        let Some(kind) = book.names.kind(&name.text) else {
            continue;
        };
        for column in table.columns.iter().skip(1) {
            let own = &book.ir.kinds[kind.index()];
            let unread = |at: Option<usize>, used: &BTreeSet<(KindId, u32)>| {
                at.is_some_and(|at| !used.contains(&(kind, at as u32)))
            };
            let texts = |at: usize| own.attributes[at].ty == crate::ir::Type::Text;
            let attribute = own.attributes.iter().position(|attribute| attribute.name == column.text);
            // Drawing uses it.
            let attribute = attribute.filter(|at| !texts(*at) && column.text != "colour");
            let pair = own.pairs.iter().position(|pair| pair.name == column.text);
            if unread(attribute, &book.columns_used) || unread(pair, &book.pairs_used) {
                let message = format!("nothing reads the column `{}` of `{}`", column.text, name.text);
                let help = match book.cards_of(kind) {
                    Some(_) => "remove it, use it, or show it on the cards (`look.yaml`)",
                    None => "remove it, or use it",
                };
                book.warn(codes::UNUSED, column.span, message, help);
            }
        }
    }
}
