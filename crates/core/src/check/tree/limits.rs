//! Size limits. Rules are untrusted input, and must not be able to make checking slow.

use crate::check::codes;
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::syntax::ast::{self, Item, ItemKind, KindBody};
use tavola_syntax::text::Span;

/// Maximum number of items in all files together.
const MAX_ITEMS: usize = 2_000;
/// Maximum number of rows of a table, sentences of a block, or lines of a sheet.
const MAX_ROWS: usize = 1_000;

/// Reports the first thing that is too large.
pub(crate) fn check(items: &[&Item]) -> Option<Diagnostic> {
    if let Some(item) = items.get(MAX_ITEMS) {
        return Some(too_many(item.head, "items in a game", MAX_ITEMS));
    }
    items.iter().find_map(|item| of_item(item))
}

fn too_many(span: Span, what: &str, most: usize) -> Diagnostic {
    Diagnostic::error(codes::TOO_DEEP, span, format!("there are too many {what}"))
        .help(format!("at most {most} can be checked"))
}

fn of_item(item: &Item) -> Option<Diagnostic> {
    let across = match &item.kind {
        ItemKind::Kind { body: KindBody::Rows(table), .. } => table.columns.len(),
        ItemKind::Table { columns, .. } => columns.len(),
        ItemKind::Sheet(sheet) => sheet.params.len(),
        _ => 0,
    };
    if item.kind.rows().len().max(across) > MAX_ROWS {
        return Some(too_many(item.head, "rows or lines here", MAX_ROWS));
    }
    match &item.kind {
        ItemKind::Rule { body, .. } | ItemKind::Hook(ast::Hook { body, .. }) => of_block(body),
        ItemKind::Track { past_top, past_bottom, .. } => past_top.iter().chain(past_bottom).find_map(of_block),
        ItemKind::Sheet(sheet) => sheet.fields.iter().find_map(|field| match &field.kind {
            ast::FieldKind::Effect(block) => of_block(block),
            _ => None,
        }),
        _ => None,
    }
}

fn of_block(block: &ast::Block) -> Option<Diagnostic> {
    let mut open = vec![block];
    while let Some(block) = open.pop() {
        if let Some(stmt) = block.get(MAX_ROWS) {
            return Some(too_many(stmt.span, "sentences in a block", MAX_ROWS));
        }
        for stmt in block {
            let inside = stmt.blocks();
            if inside.len() > MAX_ROWS {
                return Some(too_many(stmt.span, "rows or options here", MAX_ROWS));
            }
            open.extend(inside);
        }
    }
    None
}
