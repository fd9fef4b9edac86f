//! Semantic analysis: from the syntax tree to a typed rulebook.
//!
//! The first pass declares everything that has a name. The second pass types and desugars the bodies. Checking continues after
//! an error. A wrong expression gets [`crate::ir::Type::Error`], which fits everywhere, so that one mistake is one finding.

mod arity;
mod circles;
mod codes;
mod declare;
mod exprs;
mod follows;
mod index;
mod misnamed;
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

pub use codes::{MISMATCH, SURVIVOR, UNKNOWN_CLAUSE, UNUSED, WAIVER};
pub use exprs::library_words;
pub use index::{Declaration, DeclarationId, DeclarationSort, NameAt, NameIndex, NameUse, RecordedNames};
pub use names::{index_name, without_spans, without_words};
pub use overlay::{AppliedVariant, MOST_OVER, OverlaidFiles, OverlaidName, PartName, apply_variants};
pub use scenario::{TextName, Vocabulary, Want, signatures};

use crate::ir::Rulebook;
use names::Book;
use tavola_syntax::diagnostic::{Diagnostic, Waived, any_error, in_order, one_per_message, one_per_row};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;
use tree::{clauses, limits, waive};
use whole::{graph, lint, printed, transactions, twins};

/// Every code of the checker with its meaning.
pub const CODES: &[(&str, &str)] = codes::ALL;

/// Result of [`check`].
#[derive(Clone, Debug)]
pub struct Checked {
    /// The typed rules; none if there is an error.
    pub rulebook: Option<Rulebook>,
    /// All findings that are not waived, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Findings that a line of the rules waives.
    pub waived: Vec<Waived>,
    /// The declaration of each name, also if there are errors elsewhere.
    pub names: RecordedNames,
}

/// Checks the files of a game. `clauses` are the clause ids of its `rulebook.yaml`, if it has one.
///
/// If names are declared under another name than they are used, everything is checked again as if they were not: what follows from
/// a wrong name is no finding.
pub fn check(overlaid: &OverlaidFiles, clauses: Option<&BTreeSet<String>>) -> Checked {
    let files = overlaid.files.as_slice();
    let items: Vec<&ast::Item> = files.iter().flat_map(|file| &file.items).collect();
    let mut corrected = misnamed::Corrections::default();
    loop {
        let mut book = pass(overlaid, &items, clauses, &corrected);
        if !corrected.collect(&book, &items) {
            let again = |corrected: &_| pass(overlaid, &items, clauses, corrected);
            book = corrected.try_pairs(&book, &items, again).unwrap_or(book);
            arity::report_at_declarations(&mut book, &items);
            book.found.extend(corrected.findings());
            return finish(book, overlaid);
        }
    }
}

/// One pass over everything.
fn pass(
    overlaid: &OverlaidFiles,
    items: &[&ast::Item],
    clauses: Option<&BTreeSet<String>>,
    corrected: &misnamed::Corrections,
) -> Book {
    let files = overlaid.files.as_slice();
    let mut book = Book::new();
    corrected.apply(&mut book);
    book.top = files.iter().find_map(|file| file.source).map_or(Span::NONE, |source| Span::new(source, 0, 0));
    book.unreadable = files.iter().flat_map(|file| file.unreadable.iter().cloned()).collect();
    book.nameless = files.iter().any(|file| file.nameless);
    if let Some(finding) = limits::check(items) {
        book.found.push(finding);
        return book;
    }
    let todo = declare::declare(&mut book, items);
    sentences::heads(&mut book, &todo);
    sentences::bodies(&mut book, &todo);
    results::results(&mut book, items);
    exprs::report_orders(&mut book);
    // These analyses follow calls, so they need a call graph without cycles.
    if printed::check(&mut book) & graph::check(&mut book) {
        transactions::check(&mut book);
        let (known, broken) = (book.found.len(), any_error(&book.found));
        secrecy::check(&mut book);
        if broken {
            // A sentence that is left out may be the one that reveals something rightly.
            let errors: Vec<_> = book.found.split_off(known).into_iter().filter(Diagnostic::is_error).collect();
            book.found.extend(errors);
        }
    }
    if !any_error(&book.found) && book.unreadable.is_empty() && corrected.is_empty() {
        lint::check(&mut book, items);
    }
    twins::make(&mut book);
    clauses::collect(&mut book, items, &overlaid.cites, clauses);
    book.ir.changed_rows = overlaid.changed.iter().map(|one| (one.row, one.of)).collect();
    book
}

fn within(inner: Span, outer: Span) -> bool {
    inner.source == outer.source && outer.start <= inner.start && inner.start <= outer.end
}

fn finish(mut book: Book, overlaid: &OverlaidFiles) -> Checked {
    let files = overlaid.files.as_slice();
    let mut names = RecordedNames::new(std::mem::take(&mut book.index), files, &overlaid.changed);
    let Book { ir, mut found, headless, unreadable, unsound, unknown, .. } = book;
    if unsound {
        let is_repeated = found.iter().any(|finding| finding.code == codes::NAME_TWICE);
        let code = if is_repeated { codes::NAME_TWICE } else { codes::UNKNOWN_NAME };
        found.retain(|finding| finding.code == code);
    }
    let distrusted: Vec<Span> = files.iter().flat_map(|file| file.distrusted.iter().copied()).collect();
    found.retain(|finding| !distrusted.iter().any(|item| within(finding.span, *item)));
    if files.iter().any(|file| file.gap) {
        // A table could not be read: nearly every later finding would only follow from that.
        names.keep_unsound(ir);
        return Checked { rulebook: None, diagnostics: Vec::new(), waived: Vec::new(), names };
    }
    if headless {
        found.retain(|finding| finding.code != codes::PLAYER_COUNT);
    }
    overlaid.show_changes(&mut found, &unknown);
    let waived = waive::apply(&mut found, files);
    follows::drop_inner(&mut found);
    let mut found = in_order(found);
    let rows: Vec<Span> = files.iter().flat_map(|file| file.rows.iter().copied()).collect();
    one_per_row(&mut found, &rows);
    one_per_message(&mut found, &[codes::UNKNOWN_CLAUSE]);
    let sound = !any_error(&found) && unreadable.is_empty();
    let rulebook = match sound {
        true => Some(ir),
        false => {
            names.keep_unsound(ir);
            None
        }
    };
    Checked { rulebook, diagnostics: found, waived, names }
}
