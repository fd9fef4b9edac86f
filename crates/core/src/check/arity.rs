//! Declarations that lack their indexes or parameters: `| jar | 4 |` where everything says `jar[p]`.
//!
//! If all uses agree with each other, and none with the declaration, the declaration is wrong: one finding there, with the uses as labels.
//! The names of the parameters are then unknown in the declared item, which is no finding of its own.

use std::collections::{BTreeMap, BTreeSet};

use super::codes;
use super::names::{Book, Def};
use super::within;
use crate::ir::DefineId;
use tavola_syntax::diagnostic::{Diagnostic, Fix, Label, Remedy};
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
    let arity = std::mem::take(&mut book.arity);
    misfits(book, &arity, &mut dropped, &mut made);
    for (name, uses) in arity {
        let wrong: Vec<usize> = uses.iter().filter_map(|one| one.finding).collect();
        let agree = uses.iter().all(|one| one.given == uses[0].given);
        let declared = book.names.get(&name).iter().find_map(|def| Some((*def, book.span_of(*def)?)));
        let Some((def, span)) = declared.filter(|(def, _)| agree && wrong.len() == uses.len() && is_bare(book, *def))
        else {
            continue;
        };
        // In the item itself the parameters are unknown names.
        let own = if has_parameters(def) { unknown_within(book, items, span) } else { Vec::new() };
        if uses.len() < 2 && own.is_empty() {
            continue;
        }
        let names: Vec<&str> = own.iter().map(|(name, _)| name.as_str()).collect();
        made.push(missing_at(&name, def, span, &uses, &names));
        dropped.extend(wrong);
        dropped.extend(own.iter().map(|(_, finding)| *finding));
    }
    for (kind, at) in std::mem::take(&mut book.unnamed) {
        let Some(span) = book.found.get(at).map(|finding| finding.span) else { continue };
        let own = unknown_within(book, items, span);
        dropped.extend(own.iter().map(|(_, finding)| *finding));
        if let ([(name, _)], Some(finding)) = (own.as_slice(), book.found.get_mut(at)) {
            let start = Span { end: span.start, ..span };
            let fix = Fix::new(format!("name it `{name}`"), start, format!("{name} in "));
            let help = format!("`{name}` is used below, and is not declared: write `{name} in {kind}`");
            finding.set_help(Some(Remedy::new(help, fix)));
        }
    }
    let mut at = 0..;
    book.found.retain(|_| at.next().is_some_and(|at| !dropped.contains(&at)));
    book.found.extend(made);
}

/// Replaces the findings that the value of a define does not fit by one of the define, if all uses say the same.
fn misfits(book: &Book, arity: &ArityUses, dropped: &mut BTreeSet<usize>, made: &mut Vec<Diagnostic>) {
    let defines: BTreeSet<DefineId> = book.misfits.iter().map(|(id, _)| *id).collect();
    for id in defines {
        let at: Vec<usize> = book.misfits.iter().filter(|(other, _)| *other == id).map(|(_, at)| *at).collect();
        let found: Vec<&Diagnostic> = at.iter().filter_map(|at| book.found.get(*at)).collect();
        let define = &book.ir.defines[id.index()];
        let uses = arity.get(&define.name).map_or(0, Vec::len);
        let [first, others @ ..] = found.as_slice() else { continue };
        if others.is_empty() || found.len() != uses || others.iter().any(|other| other.message != first.message) {
            continue;
        }
        let message = format!("the value of `{}` fits no use: {}", define.name, first.message);
        let mut finding = Diagnostic::error(codes::MISMATCH, define.value.span, message);
        finding.help.clone_from(&first.help);
        let label = |use_of: &&Diagnostic| Label { span: use_of.span, text: format!("`{}` is used here", define.name) };
        finding.labels = found.iter().take(MAX_USES).map(label).collect();
        made.push(finding);
        dropped.extend(at);
    }
}

/// The unknown names in the item around a place, each with the index of its finding, in the order of the text.
fn unknown_within(book: &Book, items: &[&ast::Item], place: Span) -> Vec<(String, usize)> {
    let Some(own) = items.iter().map(|item| item.span).find(|item| within(place, *item)) else { return Vec::new() };
    let mut all: Vec<(Span, String, usize)> = Vec::new();
    for (name, places) in &book.unknown {
        let first = places.iter().filter(|(span, _)| within(*span, own)).min();
        let first = first.filter(|(_, at)| book.found.get(*at).is_some_and(|found| found.code == codes::UNKNOWN_NAME));
        all.extend(first.map(|(span, at)| (*span, name.clone(), *at)));
    }
    all.sort();
    all.into_iter().map(|(_, name, at)| (name, at)).collect()
}

/// The finding that a declaration lacks the indexes or parameters that its uses give. `names`: unknown names in the declared item.
fn missing_at(name: &str, def: Def, span: Span, uses: &[ArityUse], names: &[&str]) -> Diagnostic {
    // A sentence may have read the same use twice.
    let mut places: Vec<Span> = uses.iter().map(|one| one.span).collect();
    places.sort();
    places.dedup();
    let (what, open, close) = if has_parameters(def) { ("parameter", '(', ')') } else { ("index", '[', ']') };
    let given = match uses[0].given {
        1 => "one".to_owned(),
        given => given.to_string(),
    };
    let verb = if places.len() == 1 { "gives" } else { "give" };
    let message = format!("`{name}` has no {what}, but {} {verb} it {given}", count(places.len(), "use"));
    let parts = match names.len() == uses[0].given {
        true => names.iter().map(|name| format!("{name} in ..")).collect::<Vec<_>>().join(", "),
        false => vec![".."; uses[0].given].join(", "),
    };
    let help = format!("write `{name}{open}{parts}{close}` here, or leave the brackets out where it is used");
    let mut finding = Diagnostic::error(codes::ARGUMENTS, span, message).help(help);
    let label = |span: Span| Label { span, text: format!("`{name}` is used here") };
    finding.labels = places.into_iter().take(MAX_USES).map(label).collect();
    finding
}

/// True for what has parameters, not indexes.
fn has_parameters(def: Def) -> bool {
    matches!(def, Def::Define(_) | Def::Rule(_))
}

/// True for a declaration without indexes or parameters.
fn is_bare(book: &Book, def: Def) -> bool {
    match def {
        Def::Component(id) => book.ir.components[id.index()].axes.is_empty(),
        Def::Place(id) => book.ir.places[id.index()].axes.is_empty(),
        Def::Track(id) => book.ir.tracks[id.index()].axes.is_empty(),
        Def::Memory(id) => book.ir.memory[id.index()].axes.is_empty(),
        Def::Define(id) => book.ir.defines[id.index()].params == 0,
        Def::Rule(id) => {
            let rule = &book.ir.rules[id.index()];
            let you = u32::from(rule.locals.first().is_some_and(|local| local.name == "you"));
            rule.params <= you
        }
        _ => false,
    }
}
