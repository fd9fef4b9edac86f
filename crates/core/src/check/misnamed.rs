//! Names that are declared under another name than they are used: `rule next_ound` where everything calls `next_round`.
//!
//! An unknown name that is close to a declared and otherwise unused one is a mistake of the declaration. It is one finding there, with
//! the uses as its labels. A misspelt kind is a mistake of its use, but everything about it would be wrong. In both cases the next pass
//! takes the unknown name as a further name of what is declared.
//!
//! Names that are not close are tried: if an unknown name is taken for an unused one, and everything fits, the finding shows both.

use std::collections::BTreeSet;

use super::codes;
use super::names::{Book, Def, foreign_call, foreign_name, nearest, nearest_with_distance};
use crate::ir::{KindBody as Body, KindId};
use tavola_syntax::diagnostic::{Diagnostic, Fix, FixEdit, Label, Remedy, any_error};
use tavola_syntax::syntax::ast::{self, ItemKind, KindBody};
use tavola_syntax::text::Span;

/// Maximum number of uses that are shown.
const MAX_USES: usize = 4;
/// Maximum number of passes, and of names per pass.
const MAX_PASSES: usize = 4;
/// Maximum number of pairs of names that are tried.
const MAX_TRIALS: usize = 6;
/// Maximum number of unnamed members of kinds for which these are tried. Most games have members that no rule names.
const MAX_MEMBERS: usize = 3;

/// Names that are taken for other ones.
#[derive(Clone, Default)]
pub(super) struct Corrections {
    /// Each unknown name with the declared one, and the finding about both.
    all: Vec<(String, String, Diagnostic)>,
    passes: usize,
    /// True if the last pair is only tried: what does not fit is reported then.
    is_trial: bool,
}

/// A declared name that nothing uses.
struct Unused {
    name: String,
    span: Span,
    sort: DeclaredSort,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum DeclaredSort {
    Kind,
    Column,
    Member,
    Other,
}

impl Corrections {
    /// Prepares a pass.
    pub(super) fn apply(&self, book: &mut Book) {
        let known = self.all.len() - usize::from(self.is_trial);
        for (at, (unknown, declared, _)) in self.all.iter().enumerate() {
            book.names.also.entry(declared.clone()).or_default().push(unknown.clone());
            if at < known {
                book.explained.insert(unknown.clone());
            }
        }
    }

    /// True if no name is taken for another one.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The findings about the names.
    pub(super) fn findings(self) -> impl Iterator<Item = Diagnostic> {
        self.all.into_iter().map(|(.., finding)| finding)
    }

    /// Adds the names that a pass shows to be other ones. False if there is none.
    pub(super) fn collect(&mut self, book: &Book, items: &[&ast::Item]) -> bool {
        self.passes += 1;
        if self.passes > MAX_PASSES || (book.unknown.is_empty() && book.found.iter().all(|finding| !finding.is_error()))
        {
            return false;
        }
        let before = self.all.len();
        let mut unused = unused_names(book, items);
        // Each step only if those before change nothing: what they find may only follow from these.
        self.take_suspects(book, &mut unused);
        if self.all.len() == before {
            self.take_misspelt_declarations(book, &mut unused);
        }
        if self.all.len() == before {
            self.take_misspelt_kinds(book);
        }
        self.all.len() > before
    }

    /// Components that are called like a misspelt kind.
    fn take_suspects(&mut self, book: &Book, unused: &mut Vec<Unused>) {
        let number_missing = book.found.iter().any(|finding| finding.code == codes::COPIES);
        for (name, span) in &book.suspects {
            let free = book.ir.kinds.iter().enumerate().filter(|(at, _)| book.cards_of(KindId(*at as u32)).is_none());
            let free = free.map(|(_, kind)| kind.name.as_str()).filter(|_| is_capital(name));
            let Some(kind) = nearest(name, free.filter(|kind| !kind.is_empty())) else { continue };
            let at = unused.iter().position(|one| one.name == kind && one.sort == DeclaredSort::Kind);
            if let Some(at) = at {
                self.all.push(misspelt_declaration(
                    codes::UNKNOWN_NAME,
                    name,
                    std::iter::once(*span),
                    &unused.remove(at),
                ));
            } else if number_missing {
                let message = format!("there is no kind `{name}`");
                let finding = Diagnostic::error(codes::UNKNOWN_NAME, *span, message);
                self.all.push((
                    name.clone(),
                    kind.to_owned(),
                    finding.help(Remedy::did_you_mean(*span, name, kind, kind_names(book))),
                ));
            }
        }
    }

    /// Unknown names that are close to a declared, unused one.
    fn take_misspelt_declarations(&mut self, book: &Book, unused: &mut Vec<Unused>) {
        for (name, places) in &book.unknown {
            if let Some(at) = nearest_unused(book, name, unused, |one| may_mean(book, name, places, one)) {
                let code =
                    places.first().and_then(|(_, at)| book.found.get(*at)).map_or(codes::UNKNOWN_NAME, |f| f.code);
                let uses = places.iter().map(|(span, _)| *span);
                self.all.push(misspelt_declaration(code, name, uses, &unused.remove(at)));
            }
        }
    }

    /// Misspelt uses of kinds.
    fn take_misspelt_kinds(&mut self, book: &Book) {
        for (name, places) in &book.unknown {
            if let Some(kind) = misspelt_kind(book, name)
                && let Some(finding) = places.first().and_then(|(_, at)| book.found.get(*at))
            {
                self.all.push((name.clone(), kind.to_owned(), finding.clone()));
            }
        }
    }

    /// Tries pairs of an unknown name and an unused one that are not close. Returns the pass with the first pair that leaves no error.
    pub(super) fn try_pairs(
        &mut self,
        book: &Book,
        items: &[&ast::Item],
        pass: impl Fn(&Self) -> Book,
    ) -> Option<Book> {
        for pair in candidate_pairs(book, items).into_iter().take(MAX_TRIALS) {
            let mut trial = Self { is_trial: true, ..self.clone() };
            trial.all.push(pair);
            let tried = pass(&trial);
            if !any_error(&tried.found) {
                *self = trial;
                return Some(tried);
            }
        }
        None
    }
}

/// True if an unknown name with these places may be that unused one.
fn may_mean(book: &Book, name: &str, places: &[(Span, usize)], one: &Unused) -> bool {
    let is_column =
        |(_, at): &(Span, usize)| book.found.get(*at).is_some_and(|finding| finding.code == codes::UNKNOWN_ATTRIBUTE);
    let is_suspect = is_capital(&one.name) && book.suspects.iter().any(|(name, _)| *name == one.name);
    (one.sort == DeclaredSort::Column) == places.iter().all(is_column)
        && is_capital(&one.name) == is_capital(name)
        && !is_suspect
}

/// Pairs of an unknown name and an unused one that may be the same, with the finding about both.
fn candidate_pairs(book: &Book, items: &[&ast::Item]) -> Vec<(String, String, Diagnostic)> {
    let mut all = Vec::new();
    if !any_error(&book.found) {
        return all;
    }
    let mut unused = unused_names(book, items);
    if unused.iter().filter(|one| one.sort == DeclaredSort::Member).count() > MAX_MEMBERS {
        unused.retain(|one| one.sort != DeclaredSort::Member);
    }
    let mut pair = |name: &str, one: &Unused, mut finding: Diagnostic| {
        finding.labels.push(Label { span: one.span, text: format!("nothing uses `{}`", one.name) });
        let help = format!("if `{}` is meant, write one of the two names in both places", one.name);
        all.push((name.to_owned(), one.name.clone(), finding.help(help)));
    };
    // A short name is one of a loop or a parameter. What has a name is not declared under another one.
    let is_open = |name: &str| {
        let is_foreign = foreign_name(name).is_some() || foreign_call(name).is_some();
        name.chars().count() > 1
            && !is_foreign
            && book.names.get(name).is_empty()
            && book.names.members(name).is_empty()
    };
    for (name, places) in book.unknown.iter().filter(|(name, _)| is_open(name)) {
        let Some(finding) = places.first().and_then(|(_, at)| book.found.get(*at)) else { continue };
        // A name that is close to a known one is a misspelt use.
        if !finding.fixes.is_empty() {
            continue;
        }
        let fitting = unused.iter().filter(|one| one.name != *name && may_mean(book, name, places, one));
        fitting.for_each(|one| pair(name, one, finding.clone()));
    }
    // A component that is called like its kind is declared without it, and only what is read from it is unknown.
    for (name, span) in book.suspects.iter().filter(|(name, _)| is_capital(name)) {
        let kinds = unused.iter().filter(|one| one.sort == DeclaredSort::Kind);
        let finding = Diagnostic::error(codes::UNKNOWN_NAME, *span, format!("there is no kind `{name}`"));
        kinds.for_each(|one| pair(name, one, finding.clone()));
    }
    all
}

/// The unused name that an unknown one must mean. Not if another name is closer.
fn nearest_unused(book: &Book, name: &str, unused: &[Unused], fits: impl Fn(&Unused) -> bool) -> Option<usize> {
    let candidates = unused.iter().filter(|one| fits(one)).map(|one| one.name.as_str());
    let (distance, found) = nearest_with_distance(name, candidates)?;
    let others = book.names.all().filter(|other| *other != found && is_capital(other) == is_capital(name));
    let other = nearest_with_distance(name, others).map(|(distance, _)| distance);
    let at = unused.iter().position(|one| one.name == found && fits(one));
    at.filter(|_| other.is_none_or(|other| distance <= other))
}

/// Names of all kinds.
fn kind_names(book: &Book) -> impl Iterator<Item = &str> {
    book.ir.kinds.iter().map(|kind| kind.name.as_str())
}

fn is_capital(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// The kind that a misspelt name must mean.
fn misspelt_kind<'b>(book: &'b Book, name: &str) -> Option<&'b str> {
    let alike = book.names.all().filter(|other| is_capital(other) == is_capital(name));
    let (_, near) = nearest_with_distance(name, alike)?;
    book.names.kind(near).map(|_| near)
}

fn misspelt_declaration(
    code: &'static str,
    name: &str,
    uses: impl Iterator<Item = Span>,
    declared: &Unused,
) -> (String, String, Diagnostic) {
    let uses: BTreeSet<Span> = uses.collect();
    let what = if declared.sort == DeclaredSort::Column { "nothing reads" } else { "nothing uses" };
    let message = format!("{what} `{}`, and there is no `{name}`", declared.name);
    let help = match uses.len() {
        1 => format!("one of the two is misspelt: write `{}` where it is used, or `{name}` here", declared.name),
        _ => format!("write `{name}` here, or `{}` where it is used", declared.name),
    };
    let one = std::iter::once(name);
    let mut here = Remedy::did_you_mean(declared.span, &declared.name, name, one);
    // A single use may be the misspelt one as well.
    here.fixes.iter_mut().for_each(|fix| fix.safe &= uses.len() > 1);
    here.help = help;
    let title = format!("replace `{name}` with `{}`", declared.name);
    let edit = |span: &Span| FixEdit::new(*span, declared.name.as_str());
    let there = Fix { title, edits: uses.iter().map(edit).collect(), safe: false };
    let mut finding = Diagnostic::error(code, declared.span, message).help(here.or(there));
    let label = |span| Label { span, text: format!("`{name}` is used here") };
    finding.labels = uses.into_iter().take(MAX_USES).map(label).collect();
    (name.to_owned(), declared.name.clone(), finding)
}

/// Declared names that nothing uses.
fn unused_names(book: &Book, items: &[&ast::Item]) -> Vec<Unused> {
    let mut all = Vec::new();
    // What a place holds counts here: only the lints want more of a component than that.
    let named: BTreeSet<Span> = book.index.uses.iter().map(|recorded| recorded.to).collect();
    for (name, defs) in book.names.defs() {
        let main = defs.iter().find(|def| matches!(def, Def::Kind(_))).or(defs.first());
        let is_named = |def: &Def| book.span_of(*def).is_some_and(|span| named.contains(&span));
        let unused = defs.iter().all(|def| !book.used.contains(def) && !is_named(def));
        if let Some((main, span)) = main.and_then(|def| Some((*def, book.span_of(*def)?)))
            && unused
        {
            let sort = if matches!(main, Def::Kind(_)) { DeclaredSort::Kind } else { DeclaredSort::Other };
            all.push(Unused { name: name.to_owned(), span, sort });
        }
    }
    for (name, owners) in book.names.unasked() {
        let spans = owners.iter().filter_map(|owner| book.family(*owner)).map(|family| family.span);
        all.extend(spans.take(1).map(|span| Unused { name: name.to_owned(), span, sort: DeclaredSort::Member }));
    }
    for item in items {
        if let ItemKind::Kind { name, body: KindBody::Rows(table), .. } = &item.kind
            && let Some(kind) = book.names.kind(&name.text)
            && matches!(book.ir.kinds[kind.index()].body, Body::Members(_))
        {
            let own = &book.ir.kinds[kind.index()].attributes;
            let unread = |column: &&ast::Name| {
                let at = own.iter().position(|attribute| attribute.name == column.text);
                at.is_some_and(|at| !book.columns_used.contains(&(kind, at as u32)))
            };
            let columns = table.columns.iter().skip(1).filter(|column| column.text != "colour" && unread(column));
            all.extend(columns.map(|column| Unused {
                name: column.text.clone(),
                span: column.span,
                sort: DeclaredSort::Column,
            }));
        }
    }
    all
}
