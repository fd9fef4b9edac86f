//! `cards:` of `look.yaml`: how the cards of a kind are laid out.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::colour::colour;
use super::names::{RuleNameSort, families, wrong};
use super::picture;
use super::read::LookReader;
use crate::codes;
use tavola_core::ir::{self, KindBody, KindId, Rulebook, Type};
use tavola_syntax::diagnostic::{Diagnostic, Remedy};
use tavola_syntax::text::Span;
use tavola_syntax::yaml::{Yaml, YamlValue, suggestion};

/// The layout of the cards of a kind, or what one card has instead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CardFile {
    /// The column in the upper right corner.
    pub(crate) corner: Option<(String, Span)>,
    /// The column in the middle.
    pub(crate) centre: Option<(String, Span)>,
    /// The columns below, one line each.
    pub(crate) text: Vec<(String, Span)>,
    /// The colour of the band: a colour, or a column of members with colours.
    pub(crate) band: Option<(String, Span)>,
    /// The name of a file.
    pub(crate) picture: Option<String>,
    /// The back: a colour, or the name of a file.
    pub(crate) back: Option<(String, Span)>,
}

impl CardFile {
    /// Names of the columns that it shows.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &str> {
        self.shown().map(|(column, _)| column.as_str())
    }

    /// The columns that it shows, with their places.
    pub(super) fn shown(&self) -> impl Iterator<Item = &(String, Span)> {
        let band = self.band.iter().filter(|(text, _)| colour(text).is_none());
        self.corner.iter().chain(&self.centre).chain(&self.text).chain(band)
    }

    /// Replaces what another layout has.
    fn replace_by(&mut self, other: &Self) {
        let replace = |own: &mut Option<(String, Span)>, new: &Option<(String, Span)>| {
            if new.is_some() {
                own.clone_from(new);
            }
        };
        replace(&mut self.corner, &other.corner);
        replace(&mut self.centre, &other.centre);
        replace(&mut self.band, &other.band);
        replace(&mut self.back, &other.back);
        if !other.text.is_empty() {
            self.text.clone_from(&other.text);
        }
        if other.picture.is_some() {
            self.picture.clone_from(&other.picture);
        }
    }
}

impl LookReader<'_> {
    /// The layout of cards.
    pub(super) fn card(&mut self, value: &Yaml) -> Option<CardFile> {
        let mut fields = self.fields(value, "the layout of a card")?;
        let mut card = CardFile {
            corner: fields.take("corner").and_then(|value| self.word(value, "corner")),
            centre: fields.take("centre").and_then(|value| self.word(value, "centre")),
            ..CardFile::default()
        };
        if let Some(text) = fields.take("text") {
            let lines =
                if let YamlValue::List(items) = &text.value { items.as_slice() } else { std::slice::from_ref(text) };
            card.text = lines.iter().filter_map(|line| self.word(line, "text")).collect();
        }
        if let Some(picture) = fields.take("picture") {
            card.picture = self.word(picture, "picture").and_then(|(file, span)| self.picture(&file, span));
        }
        if let Some(band) = fields.take("band") {
            card.band = self.word(band, "band").map(|(text, span)| (colour(&text).unwrap_or(text), span));
        }
        if let Some(back) = fields.take("back") {
            let found = match back.text() {
                Some(file) if picture::is_file(file) => self.picture(file, back.span),
                _ => self.colour(back),
            };
            card.back = found.map(|found| (found, back.span));
        }
        self.findings.extend(fields.finish());
        Some(card)
    }
}

/// The layout of each card of these rules by the name of its member, with that of its kinds: smaller kinds go before unions that they are
/// parts of.
pub(crate) fn card_files(cards: &BTreeMap<String, (CardFile, Span)>, book: &Rulebook) -> BTreeMap<String, CardFile> {
    let mut all: BTreeMap<String, CardFile> = BTreeMap::new();
    let kinds = || (0..book.kinds.len()).map(|at| (at, &book.kinds[at]));
    let is_whole = |body: &KindBody| matches!(body, KindBody::Members(_));
    let order =
        kinds().filter(|(_, kind)| !is_whole(&kind.body)).chain(kinds().filter(|(_, kind)| is_whole(&kind.body)));
    for (at, kind) in order {
        let Some((card, _)) = cards.get(&kind.name) else { continue };
        for family in families(book, KindId(at as u32)) {
            all.entry(family.name.clone()).or_default().replace_by(card);
        }
    }
    for (name, (card, _)) in cards.iter().filter(|(name, _)| !book.kinds.iter().any(|kind| kind.name == **name)) {
        all.entry(name.clone()).or_default().replace_by(card);
    }
    all
}

/// Places of the columns that some card shows.
pub(crate) fn shown_columns(cards: &BTreeMap<String, (CardFile, Span)>, book: &Rulebook) -> Vec<Span> {
    let files = card_files(cards, book);
    let mut shown = Vec::new();
    for kind in &book.kinds {
        let KindBody::Members(families) = &kind.body else { continue };
        let shows = |column: &str| {
            families.iter().any(|own| files.get(&own.name).is_some_and(|card| card.columns().any(|one| one == column)))
        };
        shown.extend(kind.attributes.iter().filter(|own| shows(&own.name)).map(|own| own.span));
    }
    shown
}

/// True for a place in which things may lie face down: somebody may not look there, or nobody knows their order.
pub(crate) fn is_covered(place: &ir::Place) -> bool {
    matches!(place.order, ir::Order::Shuffled | ir::Order::Stack) || !ir::is_open(&place.seen)
}

/// The back of the cards of each component.
pub(crate) fn backs(cards: &BTreeMap<String, CardFile>, book: &Rulebook) -> Vec<Option<(String, Span)>> {
    let back = |component: &ir::Component| {
        let families = families(book, component.kind?);
        families.into_iter().find_map(|family| cards.get(&family.name)?.back.clone())
    };
    book.components.iter().map(back).collect()
}

/// Findings about `cards:`.
pub(super) fn review(
    cards: &BTreeMap<String, (CardFile, Span)>,
    books: &[Arc<Rulebook>],
    known: &BTreeMap<&str, RuleNameSort>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (name, (card, span)) in cards {
        let finding = wrong(known, name, *span, &[RuleNameSort::Kind, RuleNameSort::Member], "is no card");
        if finding.is_some() {
            found.extend(finding);
            continue;
        }
        for shown @ (column, span) in card.shown() {
            // A text names no colour.
            let names_colour = card.band.as_ref() == Some(shown);
            let columns = columns_of(name, books, names_colour);
            if columns.contains(&column.as_str()) {
                continue;
            }
            let near = suggestion(*span, column, columns.iter().copied());
            let that = if names_colour { " that rules can read" } else { "" };
            let help = near.unwrap_or_else(|| match columns.as_slice() {
                [] => format!("its cards have no column{that}").into(),
                all => format!("its columns: {}", all.join(", ")).into(),
            });
            let message = format!("the cards of `{name}` have no column `{column}`{that}");
            found.push(Diagnostic::error(codes::CARD_COLUMN, *span, message).help(help));
        }
        if let Some((_, span)) = card.back.as_ref().filter(|_| known.get(name.as_str()) == Some(&RuleNameSort::Member))
        {
            let message = format!("a back of its own distinguishes `{name}` from the other cards");
            found.push(Diagnostic::error(codes::CARD_BACK, *span, message).help("give the kind a back"));
        }
    }
    for book in books {
        found.extend(mixed_backs(cards, book));
    }
    found.dedup_by(|one, other| one.span == other.span && one.message == other.message);
    found
}

/// The columns of a kind or member: all, or those that rules can read.
fn columns_of<'b>(name: &str, books: &'b [Arc<Rulebook>], readable: bool) -> Vec<&'b str> {
    let mut columns: Vec<&str> = Vec::new();
    for book in books {
        let parts = |at: usize| families(book, KindId(at as u32)).into_iter().map(|family| &family.name);
        let meant: Vec<&String> =
            (0..book.kinds.len()).filter(|at| book.kinds[*at].name == name).flat_map(parts).collect();
        let is_meant = |family: &ir::MemberFamily| family.name == name || meant.contains(&&family.name);
        for kind in &book.kinds {
            let KindBody::Members(families) = &kind.body else { continue };
            if !families.iter().any(is_meant) {
                continue;
            }
            let is_hidden = |own: &&ir::Attribute| own.span.is_none() || readable && own.ty == Type::Text;
            let own = kind.attributes.iter().filter(|own| !is_hidden(own));
            columns.extend(own.map(|own| own.name.as_str()));
        }
    }
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// Backs that differ although the cards can lie face down in one place.
fn mixed_backs(cards: &BTreeMap<String, (CardFile, Span)>, book: &Rulebook) -> Vec<Diagnostic> {
    let backs = backs(&card_files(cards, book), book);
    let mut found = Vec::new();
    for place in book.places.iter().filter(|place| is_covered(place)) {
        let held: Vec<usize> =
            place.holds.iter().map(|own| own.index()).filter(|at| book.components[*at].kind.is_some()).collect();
        let one = held.iter().find_map(|at| Some((*at, backs[*at].as_ref()?)));
        let Some((at, (back, span))) = one else { continue };
        let text = |at: usize| backs[at].as_ref().map(|(text, _)| text);
        if let Some(other) = held.iter().find(|other| text(**other) != Some(back)) {
            let (own, other) = (&book.components[at].name, &book.components[*other].name);
            let message = format!("`{own}` and `{other}` lie face down in `{}`, but have different backs", place.name);
            let help: Remedy = format!("give `{other}` the same back").into();
            found.push(Diagnostic::warning(codes::MIXED_BACKS, *span, message).help(help));
        }
    }
    found
}
