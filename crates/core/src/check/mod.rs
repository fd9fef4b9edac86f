//! Tree to rulebook: names, types, places, boards, visibility; sugar becomes plain statements.
//!
//! Two passes: everything with a name is declared, then bodies are typed. All mistakes of a run are reported; what was
//! wrong gets [`crate::ir::Type::Error`], which fits everything, so that one mistake is one finding.

mod circles;
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

pub use codes::{MISMATCH, SURVIVOR, UNKNOWN_CLAUSE, WAIVER};
pub use overlay::{Laid, MOST_OVER, PartName, lay, overlay, placeless};
pub use scenario::{Vocabulary, Want};

use crate::ir::Rulebook;
use names::Book;
use tavola_syntax::diagnostic::{Diagnostic, Waived, any_error, in_order};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;
use tree::{clauses, limits, waive};
use whole::{graph, lint, printed, transactions, twins};

/// Every code of the checker with what it means.
pub const CODES: &[(&str, &str)] = codes::ALL;

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
    sentences::heads(&mut book, &todo);
    sentences::bodies(&mut book, &todo);
    results::results(&mut book, &items);
    // What looks at rules together goes from each into those that it calls.
    if printed::check(&mut book) & graph::check(&mut book) {
        transactions::check(&mut book);
        secrecy::check(&mut book);
    }
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
    let found = in_order(found);
    Checked { rulebook: (!any_error(&found) && lost.is_empty()).then_some(ir), diagnostics: found, waived }
}
