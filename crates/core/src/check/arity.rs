//! Declarations that lack their indexes or parameters: `| jar | 4 |` where everything says `jar[p]`.
//!
//! If all uses agree with each other, and none with the declaration, the declaration is wrong: one finding there, with the uses as labels.

use std::collections::{BTreeMap, BTreeSet};

use super::codes;
use super::names::{Book, Def};
use super::within;
use tavola_syntax::diagnostic::{Diagnostic, Label};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::{Span, count};

/// Maximum number of uses that are shown.
const MAX_USES: usize = 4;

/// Uses of declared names with indexes or arguments, by name.
pub(super) type ArityUses = BTreeMap<String, Vec<ArityUse>>;

/// A use of a name with indexes or arguments.
pub(super) struct ArityUse {
    /// Number of them.
    pub(super) given: usize,
    /// Place of the use.
    pub(super) span: Span,
    /// Index of the finding that their number is wrong. None if it is right.
    pub(super) finding: Option<usize>,
}

/// Replaces the findings of uses by one of the declaration, for each name without indexes or parameters that no use fits.
pub(super) fn report_at_declarations(book: &mut Book, items: &[&ast::Item]) {
    let (mut dropped, mut made) = (BTreeSet::new(), Vec::new());
    for (name, uses) in std::mem::take(&mut book.arity) {
        let wrong: Vec<usize> = uses.iter().filter_map(|one| one.finding).collect();
        let agree = uses.iter().all(|one| one.given == uses[0].given);
        let declared = book.names.get(&name).iter().find_map(|def| Some((*def, book.span_of(*def)?)));
        let Some((def, span)) = declared.filter(|_| agree && wrong.len() == uses.len() && uses.len() > 1) else {
            continue;
        };
        let (what, open, close) = match def {
            Def::Define(_) => ("parameter", '(', ')'),
            _ => ("index", '[', ']'),
        };
        if !is_bare(book, def) {
            continue;
        }
        let given = match uses[0].given {
            1 => "one".to_owned(),
            given => given.to_string(),
        };
        let message = format!("`{name}` has no {what}, but {} give it {given}", count(uses.len(), "use"));
        let parts = vec![".."; uses[0].given].join(", ");
        let help = format!("write `{name}{open}{parts}{close}` here, or leave the brackets out where it is used");
        let mut finding = Diagnostic::error(codes::ARGUMENTS, span, message).help(help);
        let label = |one: &ArityUse| Label { span: one.span, text: format!("`{name}` is used here") };
        finding.labels = uses.iter().take(MAX_USES).map(label).collect();
        made.push(finding);
        dropped.extend(wrong);
        // In the formula itself the parameters are unknown names.
        let own = items
            .iter()
            .map(|item| item.span)
            .find(|item| within(span, *item))
            .filter(|_| matches!(def, Def::Define(_)));
        let follows = |finding: &Diagnostic| {
            finding.code == codes::UNKNOWN_NAME && own.is_some_and(|own| within(finding.span, own))
        };
        dropped.extend((0..book.found.len()).filter(|at| follows(&book.found[*at])));
    }
    let mut at = 0..;
    book.found.retain(|_| at.next().is_some_and(|at| !dropped.contains(&at)));
    book.found.extend(made);
}

/// True for a declaration without indexes or parameters.
fn is_bare(book: &Book, def: Def) -> bool {
    match def {
        Def::Component(id) => book.ir.components[id.index()].axes.is_empty(),
        Def::Place(id) => book.ir.places[id.index()].axes.is_empty(),
        Def::Track(id) => book.ir.tracks[id.index()].axes.is_empty(),
        Def::Memory(id) => book.ir.memory[id.index()].axes.is_empty(),
        Def::Define(id) => book.ir.defines[id.index()].params == 0,
        _ => false,
    }
}
