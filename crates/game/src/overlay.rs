//! Changes of a variant, one by one.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::layers::{Layers, stem};
use super::{Rules, codes, means};
use tavola_core::check;
use tavola_syntax::diagnostic::{Diagnostic, Fix, Remedy};
use tavola_syntax::syntax::ast::{File, Item, ItemKind, Overlay};
use tavola_syntax::syntax::{is_name, parse};
use tavola_syntax::text::{SourceId, Sources, Span, lines_around, one_line};

/// A change that a variant makes: a row of a table, a line of a sheet, or a whole item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its heading and its first line as written: `change settings: | rounds | 5 |`.
    pub what: String,
    /// `file:line:column`
    pub place: String,
    span: Span,
}

/// Head of a variant's text.
#[derive(Clone, Debug)]
pub struct Headline {
    /// Title of the variant, such as `The grand tour`. Its name if it has no title.
    pub title: String,
    /// True if the variant is marked as `, house rules`, so it is no part of the printed rules.
    pub house: bool,
    /// Clauses of the printed rules that describe the variant.
    pub cites: Vec<String>,
    span: Span,
}

impl Headline {
    /// Its place in the text from which it was read: `file:line:column`.
    pub fn place(&self, sources: &Sources) -> Option<String> {
        sources.place(self.span)
    }

    /// True if this variant makes the change.
    pub fn tells(&self, change: &Change) -> bool {
        change.span.source == self.span.source
    }
}

/// The head of a variant's text, if it has one.
pub fn headline(sources: &Sources, id: SourceId) -> Option<Headline> {
    headline_among(sources, &parse(sources, id).file.items)
}

fn headline_among(sources: &Sources, items: &[Item]) -> Option<Headline> {
    items.iter().find_map(|item| {
        let ItemKind::Variant { name, title, house, .. } = &item.kind else { return None };
        let unquoted = |span| sources.text(span).strip_prefix('"')?.strip_suffix('"');
        let quoted = title.as_ref().and_then(|title| unquoted(title.span));
        let cites = item.cites.iter().map(|clause| clause.text.clone()).collect();
        Some(Headline { title: quoted.unwrap_or(&name.text).to_owned(), house: *house, cites, span: item.head })
    })
}

impl Rules {
    /// Heads of the variants of these rules, in their order.
    pub fn headlines(&self) -> Vec<Headline> {
        self.overlays().filter_map(|id| headline_among(self.sources(), self.trees().items(id))).collect()
    }

    /// Titles of the variants of these rules, joined with ` + `. `None` without variants.
    pub fn variant_titles(&self) -> Option<String> {
        let titles: Vec<String> = self.headlines().into_iter().map(|headline| headline.title).collect();
        (!titles.is_empty()).then(|| titles.join(" + "))
    }

    /// Warnings (`W0907`) for variants that neither cite the printed rules nor are marked as house rules.
    pub(super) fn variants_from_nowhere(&self) -> Vec<Diagnostic> {
        let unsaid = self.headlines().into_iter().filter(|headline| !headline.house && headline.cites.is_empty());
        let finding = |headline: Headline| {
            let message = "it is unclear whether the printed rules contain this variant";
            let help =
                "say where it comes from: end the line with `, house rules`, or cite the clause that describes it";
            let end = Span { start: headline.span.end, ..headline.span };
            let fix = Fix::new("add `, house rules`", end, ", house rules").safe_if(false);
            Diagnostic::warning(codes::WHOSE_VARIANT, headline.span, message).help(Remedy::new(help, fix))
        };
        unsaid.map(finding).collect()
    }

    /// Warnings (`W1161`) for variants whose name differs from their file name. The file name counts.
    pub(super) fn misnamed_variants(&self) -> Vec<Diagnostic> {
        let finding = |id: SourceId| {
            let file = stem(&self.sources().get(id)?.name);
            let name = self.trees().items(id).iter().find_map(|item| match &item.kind {
                ItemKind::Variant { name, .. } => Some(name),
                _ => None,
            })?;
            let message = format!("the variant `{}` lies in `{file}.tavola`, so it is played as `{file}`", name.text);
            let finding = Diagnostic::warning(codes::MISNAMED_VARIANT, name.span, message);
            // The variant is played under the name of its file already.
            let fix = Fix::replace(name.span, &name.text, file).safe_if(is_name(file));
            let help = format!("rename the file to `{}.tavola`, or write `variant {file}`", name.text);
            let help = Remedy::new(help, fix);
            (name.text != file).then(|| finding.help(help))
        };
        self.overlays().filter_map(finding).collect()
    }

    /// All changes of the variants of these rules, in their order.
    pub fn changes(&self) -> Vec<Change> {
        let mut all = Vec::new();
        let sources = self.sources();
        for id in self.overlays() {
            for item in self.trees().items(id) {
                let rows = rows(item);
                let described = |span: Span| format!("{}: {}", words(sources, item.head), words(sources, span));
                match rows.as_slice() {
                    _ if matches!(item.kind, ItemKind::Variant { .. }) => {}
                    [] => all.push(self.change(item.span, words(sources, item.span))),
                    // A table needs a row, so its only row stands for the whole item.
                    [row] => all.push(self.change(item.span, described(*row))),
                    rows => all.extend(rows.iter().map(|&row| self.change(row, described(row)))),
                }
            }
        }
        all
    }

    fn change(&self, span: Span, what: String) -> Change {
        Change { what, place: self.sources().place(span).unwrap_or_default(), span }
    }

    /// These rules without a change. They may have errors if another change needs it.
    pub fn without(&self, change: &Change) -> Self {
        self.with_text(change.span.source, &self.text_without(change))
    }

    fn text_without(&self, change: &Change) -> String {
        let text = self.sources().whole(change.span.source);
        let lines = lines_around(text, change.span.start as usize, change.span.end as usize);
        format!("{}{}", &text[..lines.start], &text[lines.end..])
    }

    /// Warnings for the silent effects of the uppermost variant: changes without effect (`W0203`) and lost citations (`W0908`).
    ///
    /// `base` are the rules without variants. A variant over others is compared with the game including those.
    pub fn mistakes_of_variant(&self, base: &Self) -> Vec<Diagnostic> {
        let below = self.below();
        let base = below.as_ref().unwrap_or(base);
        let last = self.overlays().last();
        let changes: Vec<Change> =
            self.changes().into_iter().filter(|change| Some(change.span.source) == last).collect();
        let mut found = self.idle(&changes);
        let is_among = |cited: &BTreeSet<String>, id: &str| cited.iter().any(|cited| means(cited, id));
        let (described, cited) = (self.cited_by_changes(), self.cited());
        let without: Vec<OnceCell<BTreeSet<String>>> = vec![OnceCell::new(); changes.len()];
        let book = self.rulebook().map(|book| book.clauses.as_slice()).unwrap_or_default();
        let is_removed = |id: &String| book.iter().any(|clause| clause.is_removed && clause.id == *id);
        let lost: Vec<String> = base.cited().difference(&cited).filter(|id| !is_removed(id)).cloned().collect();
        for id in lost
            .into_iter()
            .filter(|id| !is_among(&cited, id) && !described.iter().any(|described| means(described, id)))
        {
            let cites_without = |(change, cited): &(&Change, &OnceCell<BTreeSet<String>>)| {
                is_among(cited.get_or_init(|| self.without(change).cited()), &id)
            };
            let by = changes.iter().zip(&without).find(cites_without);
            let span =
                by.map(|(change, _)| change.span).or_else(|| self.headlines().last().map(|headline| headline.span));
            let message = format!("the game cites `{id}`, but after this change nothing does");
            let help =
                format!("write `[{id}]` at the line that carries it out now, or at the change that makes it void");
            found.push(Diagnostic::warning(codes::UNCITED_UNDER, span.unwrap_or(Span::NONE), message).help(help));
        }
        found
    }

    /// Clauses that the changes of variants cite themselves. The removal of a rule can only be cited there.
    pub fn cited_by_changes(&self) -> Vec<String> {
        let items = self.overlays().flat_map(|id| self.trees().items(id));
        items.flat_map(|item| &item.cites).map(|clause| clause.text.clone()).collect()
    }

    /// Removes a change from the items of its variant. If an item only loses a row, the rest of it is parsed again.
    fn take_out(&self, change: &Change, items: &mut Vec<Item>) {
        let Some(at) = items.iter().position(|item| item.span.covers(change.span)) else { return };
        let Span { source, start, end } = items[at].span;
        let text = self.sources().whole(source);
        let lines = lines_around(text, change.span.start as usize, change.span.end as usize);
        let (before, behind) = (text.get(start as usize..lines.start), text.get(lines.end..end as usize));
        let mut sources = Sources::new();
        let rest = sources.add("rest", [before, behind].map(Option::unwrap_or_default).concat());
        items.splice(at..=at, parse(&sources, rest).file.items);
    }

    /// Warnings for changes without which the rules are equal.
    fn idle(&self, changes: &[Change]) -> Vec<Diagnostic> {
        let Layers { mut game, applied_variants } = self.layers();
        // Items that no variant touches are equal anyway.
        let touches = |item: &Item| {
            applied_variants.iter().flat_map(|over| &over.file.items).any(|own| own.kind.same(&item.kind))
        };
        game.iter_mut().for_each(|file| file.items.retain(touches));
        let all = check::apply_variants(game.clone(), &applied_variants).files;
        let idle = changes.iter().filter(|change| {
            let mut without = applied_variants.clone();
            if let Some(own) = without.iter_mut().find(|own| own.file.source == Some(change.span.source)) {
                self.take_out(change, &mut own.file.items);
            }
            say_the_same(&all, &check::apply_variants(game.clone(), &without).files)
        });
        let finding = |change: &Change| {
            let finding = Diagnostic::warning(
                codes::IDLE_CHANGE,
                change.span,
                "this change has no effect: the rules are the same without it",
            );
            let fix = Fix::remove_lines("remove this change", change.span);
            finding.help(Remedy::new("remove it, or write the value that should change", fix))
        };
        idle.map(finding).collect()
    }
}

/// True if two lists of files differ only in positions.
fn say_the_same(files: &[File], others: &[File]) -> bool {
    let items = |files: &[File]| files.iter().map(|file| file.items.len()).collect::<Vec<_>>();
    let pairs = || files.iter().flat_map(|file| &file.items).zip(others.iter().flat_map(|file| &file.items));
    items(files) == items(others)
        && pairs().all(|(item, other)| item == other || check::without_spans(item) == check::without_spans(other))
}

/// First line of a span.
fn words(sources: &Sources, span: Span) -> String {
    let line = sources.text(span).lines().next().unwrap_or_default();
    one_line(line)
}

/// Rows or lines of an item that changes another one. Empty for other items.
fn rows(item: &Item) -> Vec<Span> {
    if item.overlay == Some(Overlay::Change) { item.kind.row_spans() } else { Vec::new() }
}
