//! Completion: what can stand at a place of a file.

mod cells;
mod look;
mod names;
mod sentences;
mod spot;
mod yaml;

use std::ops::Range;

use crate::declared::NameSort;
use crate::lines::floor;
use crate::workspace::{Workspace, is_rules};
use spot::{EditSpot, spot};
use tavola_syntax::syntax::is_name_char;

/// Sort of an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferSort {
    /// A word of the language, a key of a file, a heading.
    Keyword,
    /// A function of the library.
    Library,
    /// A parameter, or a name of a sentence.
    Local,
    /// A declared name.
    Named(NameSort),
}

/// A text that can be inserted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The text.
    pub text: String,
    /// Sort of the offer.
    pub sort: OfferSort,
    /// Its origin, or an example.
    pub detail: String,
    /// Order among the offers, from 0: what fits best comes first.
    pub rank: u8,
}

/// Offers for a place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Offers {
    /// Bytes that an offer replaces: the word that is being written.
    pub replaces: Range<usize>,
    /// The offers, the best first.
    pub offers: Vec<Offer>,
}

impl Offer {
    fn new(text: impl Into<String>, sort: OfferSort, detail: impl Into<String>, rank: u8) -> Self {
        Self { text: text.into(), sort, detail: detail.into(), rank }
    }

    fn keyword(text: &str, detail: &str) -> Self {
        Self::new(text, OfferSort::Keyword, detail, 2)
    }
}

impl Workspace {
    /// Completions at a byte of a file.
    pub fn completion(&self, path: &str, at: usize) -> Offers {
        let Some(text) = self.text(path) else { return Offers::default() };
        let at = floor(text, at);
        let start = |is_part: fn(char) -> bool| {
            text[..at].char_indices().rev().take_while(|(_, c)| is_part(*c)).last().map_or(at, |(start, _)| start)
        };
        let (start, mut offers) = if is_rules(path) {
            let spot = spot(text, at);
            let start = if matches!(spot, EditSpot::Citation) { start(is_id_char) } else { start(is_name_char) };
            (start, self.offers(path, spot))
        } else {
            let (is_part, offers) = self.yaml_offers(path, text, at);
            (start(is_part), offers)
        };
        offers.sort_by(|a, b| (a.rank, &a.text).cmp(&(b.rank, &b.text)));
        offers.dedup_by(|a, b| a.text == b.text && a.rank == b.rank);
        Offers { replaces: start..at, offers }
    }

    fn offers(&self, path: &str, spot: EditSpot<'_>) -> Vec<Offer> {
        match spot {
            EditSpot::Nothing => Vec::new(),
            EditSpot::Citation => self.clauses(),
            EditSpot::Waiver(line) => self.waivable(path, line),
            EditSpot::Cell(cell) => self.cell_offers(&cell),
            EditSpot::Text(text) => self.text_offers(&text),
        }
    }

    /// All clauses of the rulebook with their texts.
    fn clauses(&self) -> Vec<Offer> {
        let symbols = self.symbols("rulebook.yaml");
        let clauses = symbols.into_iter().flat_map(|group| group.children);
        clauses.map(|clause| Offer::new(clause.name, OfferSort::Named(NameSort::Clause), clause.detail, 0)).collect()
    }

    /// Codes of the warnings of a line.
    fn waivable(&self, path: &str, line: Range<usize>) -> Vec<Offer> {
        let here = |at: &crate::FileRange| at.file == path && line.contains(&at.bytes.start);
        let found = self.findings().iter().filter(|one| !one.is_error() && one.at.as_ref().is_some_and(here));
        found.map(|one| Offer::keyword(one.code, &one.message)).collect()
    }
}

/// True if a character can be part of a clause's id.
fn is_id_char(c: char) -> bool {
    c.is_alphanumeric() || "-.§".contains(c)
}
