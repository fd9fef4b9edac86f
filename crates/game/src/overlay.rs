//! What a variant changes, one change at a time.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::layers::{Layers, stem};
use super::{Rules, codes, means};
use tavola_core::check;
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::syntax::ast::{File, Item, ItemKind, Overlay};
use tavola_syntax::syntax::parse;
use tavola_syntax::text::{SourceId, Sources, Span, lines_around, one_line};

/// A change that a variant makes: a row of a table, a line of a sheet, or a whole item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its first line as it is written, behind the line that says what is changed: `change settings: | rounds | 5 |`.
    pub what: String,
    /// `file:line:column`
    pub place: String,
    span: Span,
}

/// What a variant says of itself.
#[derive(Clone, Debug)]
pub struct Headline {
    /// `The grand tour`; its name where it has no title.
    pub title: String,
    /// Whether it is no part of the printed rules: `, house rules`.
    pub house: bool,
    /// The clauses of the printed rules that tell it.
    pub cites: Vec<String>,
    span: Span,
}

impl Headline {
    /// Its place in the text from which it was read: `file:line:column`.
    pub fn place(&self, sources: &Sources) -> Option<String> {
        sources.place(self.span)
    }

    /// Whether this variant makes the change.
    pub fn tells(&self, change: &Change) -> bool {
        change.span.source == self.span.source
    }
}

/// The headline of a variant's text, if it has one.
pub fn headline(sources: &Sources, id: SourceId) -> Option<Headline> {
    headline_among(sources, &parse(sources, id).file.items)
}

fn headline_among(sources: &Sources, items: &[Item]) -> Option<Headline> {
    items.iter().find_map(|item| {
        let ItemKind::Variant { name, title, house, .. } = &item.kind else { return None };
        let unquoted = |span| sources.text(span).strip_prefix('"')?.strip_suffix('"');
        let written = title.as_ref().and_then(|title| unquoted(title.span));
        let cites = item.cites.iter().map(|clause| clause.text.clone()).collect();
        Some(Headline { title: written.unwrap_or(&name.text).to_owned(), house: *house, cites, span: item.head })
    })
}

impl Rules {
    /// The headlines of the variants with which these rules were read, in their order.
    pub fn headlines(&self) -> Vec<Headline> {
        self.overlays().filter_map(|id| headline_among(self.sources(), self.trees().items(id))).collect()
    }

    /// The titles of the variants with which these rules were read, in their order, with `+` between them; none where there are none.
    pub fn variant_titles(&self) -> Option<String> {
        let titles: Vec<String> = self.headlines().into_iter().map(|headline| headline.title).collect();
        (!titles.is_empty()).then(|| titles.join(" + "))
    }

    /// Variants of which nobody can tell whether they are printed in the rulebook (`W0907`).
    pub(super) fn variants_from_nowhere(&self) -> Vec<Diagnostic> {
        let unsaid = self.headlines().into_iter().filter(|headline| !headline.house && headline.cites.is_empty());
        let finding = |headline: Headline| {
            let message = "nothing says whether this variant is one of the printed rules";
            let help = "cite the clause that tells it, or end the line with `, house rules`";
            Diagnostic::warning(codes::WHOSE_VARIANT, headline.span, message).help(help)
        };
        unsaid.map(finding).collect()
    }

    /// Variants that are called otherwise than their files (`W1161`): they are named by these.
    pub(super) fn misnamed_variants(&self) -> Vec<Diagnostic> {
        let finding = |id: SourceId| {
            let file = stem(&self.sources().get(id)?.name);
            let name = self.trees().items(id).iter().find_map(|item| match &item.kind {
                ItemKind::Variant { name, .. } => Some(name),
                _ => None,
            })?;
            let message = format!("the variant `{}` lies in `{file}.tavola`, so it is played as `{file}`", name.text);
            let finding = Diagnostic::warning(codes::MISNAMED_VARIANT, name.span, message);
            let help = format!("rename the file to `{}.tavola`, or write `variant {file}`", name.text);
            (name.text != file).then(|| finding.help(help))
        };
        self.overlays().filter_map(finding).collect()
    }

    /// All changes that the variants make with which these rules were read, in their order.
    pub fn changes(&self) -> Vec<Change> {
        let mut all = Vec::new();
        let sources = self.sources();
        for id in self.overlays() {
            for item in self.trees().items(id) {
                let rows = rows(item);
                let told = |span: Span| format!("{}: {}", words(sources, item.head), words(sources, span));
                match rows.as_slice() {
                    _ if matches!(item.kind, ItemKind::Variant { .. }) => {}
                    [] => all.push(self.change(item.span, words(sources, item.span))),
                    // Without its only row a table is none.
                    [row] => all.push(self.change(item.span, told(*row))),
                    rows => all.extend(rows.iter().map(|&row| self.change(row, told(row)))),
                }
            }
        }
        all
    }

    fn change(&self, span: Span, what: String) -> Change {
        Change { what, place: self.sources().place(span).unwrap_or_default(), span }
    }

    /// These rules without one of the changes; they may have errors then, where another change needs it.
    pub fn without(&self, change: &Change) -> Self {
        self.with_text(change.span.source, &self.text_without(change))
    }

    fn text_without(&self, change: &Change) -> String {
        let text = self.sources().whole(change.span.source);
        let lines = lines_around(text, change.span.start as usize, change.span.end as usize);
        format!("{}{}", &text[..lines.start], &text[lines.end..])
    }

    /// What a variant does to its game without saying so: changes that change nothing (`W0203`), and clauses that `base`, the game
    /// itself, cites and the variant no longer does (`W0908`). Where it is laid over others, what these do is its game.
    pub fn slips_of_variant(&self, base: &Self) -> Vec<Diagnostic> {
        let below = self.below();
        let base = below.as_ref().unwrap_or(base);
        let last = self.overlays().last();
        let changes: Vec<Change> =
            self.changes().into_iter().filter(|change| Some(change.span.source) == last).collect();
        let mut found = self.idle(&changes);
        let is_among = |cited: &BTreeSet<String>, id: &str| cited.iter().any(|cited| means(cited, id));
        let (told, cited) = (self.told_by_overlays(), self.cited());
        let without: Vec<OnceCell<BTreeSet<String>>> = vec![OnceCell::new(); changes.len()];
        let lost: Vec<String> = base.cited().difference(&cited).cloned().collect();
        for id in lost.into_iter().filter(|id| !is_among(&cited, id) && !told.iter().any(|told| means(told, id))) {
            let cites_without = |(change, cited): &(&Change, &OnceCell<BTreeSet<String>>)| {
                is_among(cited.get_or_init(|| self.without(change).cited()), &id)
            };
            let by = changes.iter().zip(&without).find(cites_without);
            let span =
                by.map(|(change, _)| change.span).or_else(|| self.headlines().last().map(|headline| headline.span));
            let message = format!("the game cites `{id}`, and with this change nothing does");
            let help =
                format!("write `[{id}]` behind what carries it out now, or behind the change that makes it void");
            found.push(Diagnostic::warning(codes::UNCITED_UNDER, span.unwrap_or(Span::NONE), message).help(help));
        }
        found
    }

    /// What the changes themselves cite: a rule that is removed has no other place for it.
    fn told_by_overlays(&self) -> Vec<String> {
        let items = self.overlays().flat_map(|id| self.trees().items(id));
        items.flat_map(|item| &item.cites).map(|clause| clause.text.clone()).collect()
    }

    /// Takes a change out of the items of its variant. Of one that loses a row only the rest is read again.
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

    /// The changes without which the rules say the same.
    fn idle(&self, changes: &[Change]) -> Vec<Diagnostic> {
        let Layers { mut game, laid } = self.layers();
        // What no variant touches says the same anyway.
        let touches = |item: &Item| laid.iter().flat_map(|over| &over.file.items).any(|own| own.kind.same(&item.kind));
        game.iter_mut().for_each(|file| file.items.retain(touches));
        let all = check::lay(game.clone(), &laid).0;
        let idle = changes.iter().filter(|change| {
            let mut without = laid.clone();
            if let Some(own) = without.iter_mut().find(|own| own.file.source == Some(change.span.source)) {
                self.take_out(change, &mut own.file.items);
            }
            say_the_same(&all, &check::lay(game.clone(), &without).0)
        });
        let finding = |change: &Change| {
            let finding = Diagnostic::warning(
                codes::IDLE_CHANGE,
                change.span,
                "this change changes nothing: the game says the same",
            );
            finding.help("take it out, or write what is to be otherwise")
        };
        idle.map(finding).collect()
    }
}

/// Whether two trees differ in nothing but the places where things stand.
fn say_the_same(files: &[File], others: &[File]) -> bool {
    let items = |files: &[File]| files.iter().map(|file| file.items.len()).collect::<Vec<_>>();
    let pairs = || files.iter().flat_map(|file| &file.items).zip(others.iter().flat_map(|file| &file.items));
    items(files) == items(others)
        && pairs().all(|(item, other)| item == other || check::placeless(item) == check::placeless(other))
}

/// The first line of a stretch of the rules.
fn words(sources: &Sources, span: Span) -> String {
    let line = sources.text(span).lines().next().unwrap_or_default();
    one_line(line)
}

/// The rows or lines of an item that only changes something in another one.
fn rows(item: &Item) -> Vec<Span> {
    if item.overlay == Some(Overlay::Change) { row_spans(item) } else { Vec::new() }
}

/// The rows or lines of an item that has some.
pub(super) fn row_spans(item: &Item) -> Vec<Span> {
    item.kind.rows().into_iter().map(|(span, _)| span).collect()
}
