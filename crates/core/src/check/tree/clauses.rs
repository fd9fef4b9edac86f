//! Citations: each cited range of the source, and the clauses that it cites.

use std::collections::BTreeSet;

use crate::check::codes;
use crate::check::names::{Book, DeclarationSort};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::syntax::ast::{self, FieldKind, ItemKind, Name, StmtKind};
use tavola_syntax::syntax::removed_clause;
use tavola_syntax::text::Span;

/// Collects all citations. A clause that the rulebook does not list is an error.
pub(crate) fn collect(book: &mut Book, items: &[&ast::Item], of_changes: &[Name], known: Option<&BTreeSet<String>>) {
    let is_known = |cite: &Name| known.is_none_or(|known| known.contains(&cite.text));
    for cite in of_changes.iter().filter(|cite| is_known(cite)) {
        book.index.refer_outside(cite.span, DeclarationSort::Clause, &cite.text);
    }
    let mut found: Vec<(Span, &[Name])> = Vec::new();
    for item in items {
        found.push((item.span, &item.cites));
        of_item(&item.kind, &mut found);
    }
    for (span, cites) in found {
        if cites.is_empty() {
            continue;
        }
        for cite in cites {
            if is_known(cite) {
                book.index.refer_outside(cite.span, DeclarationSort::Clause, &cite.text);
            } else {
                let message = format!("the rulebook has no clause `{}`", cite.text);
                let mut finding = Diagnostic::error(codes::UNKNOWN_CLAUSE, cite.span, message);
                let near = known.into_iter().flatten().map(String::as_str);
                let removed = removed_clause(&cite.text, |id| known.is_some_and(|known| known.contains(id)));
                let help = removed.map(Into::into).or_else(|| book.near(cite, near));
                finding.set_help(help.or_else(|| Some("add it to `rulebook.yaml`".into())));
                book.found.push(finding);
            }
        }
        book.ir.cites.push((span, cites.iter().map(|cite| cite.text.clone()).collect()));
    }
}

type Cites<'a> = Vec<(Span, &'a [Name])>;

fn of_item<'a>(item: &'a ItemKind, found: &mut Cites<'a>) {
    match item {
        ItemKind::Track { past_top, past_bottom, .. } => {
            past_top.iter().chain(past_bottom).for_each(|block| of_block(block, found));
        }
        ItemKind::Sheet(sheet) => {
            for field in &sheet.fields {
                found.push((field.span, &field.cites));
                if let FieldKind::Effect(block) = &field.kind {
                    of_block(block, found);
                }
            }
        }
        ItemKind::Rule { body, .. } | ItemKind::Hook(ast::Hook { body, .. }) => of_block(body, found),
        _ => found.extend(item.rows()),
    }
}

fn of_block<'a>(block: &'a ast::Block, found: &mut Cites<'a>) {
    let mut open: Vec<&ast::Block> = vec![block];
    while let Some(block) = open.pop() {
        for stmt in block {
            found.push((stmt.span, &stmt.cites));
            match &stmt.kind {
                StmtKind::OneOf { arms, .. } => found.extend(arms.iter().map(|arm| (arm.span, arm.cites.as_slice()))),
                StmtKind::Decide(_, rows) => found.extend(rows.iter().map(|row| (row.span, row.cites.as_slice()))),
                _ => {}
            }
            open.extend(stmt.blocks());
        }
    }
}
