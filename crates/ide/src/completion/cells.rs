//! Offers for cells of tables, by what their column takes.

use std::collections::BTreeSet;

use tavola_syntax::syntax::possible::{TextSort, column_words, possible};

use super::names::NameSlot;
use super::spot::{CellSpot, item_word};
use super::{Offer, OfferSort};
use crate::declared::NameSort;
use crate::workspace::Workspace;

/// Words of a column that are not in the grammar.
const WORDS: [(&str, &str, &str); 6] = [
    ("components", "count", "copies"),
    ("components", "count", "unlimited"),
    ("places", "seen by", "all"),
    ("places", "seen by", "nobody"),
    ("memory", "seen by", "all"),
    ("memory", "seen by", "nobody"),
];

impl Workspace {
    pub(super) fn cell_offers(&self, cell: &CellSpot<'_>) -> Vec<Offer> {
        let table = item_word(cell.head);
        let columns = column_words(table);
        let Some(heading) = cell.headings.get(cell.column).map(String::as_str) else {
            let heading = |(name, wants): (&str, &str)| Offer::new(name, OfferSort::Keyword, wants, 0);
            let missing = columns.into_iter().filter(|(name, _)| !cell.headings.iter().any(|own| own == name));
            return missing.map(heading).filter(|_| cell.headings.is_empty()).collect();
        };
        if heading == "clause" {
            return self.clauses();
        }
        let known = columns.iter().find(|(name, _)| *name == heading);
        let box_table =
            column_words(table).iter().find(|(name, _)| *name == heading).map(|(name, _)| *name).zip(box_word(table));
        let mut offers: Vec<Offer> = match box_table {
            Some((heading, table)) => {
                let words = possible(TextSort::Cell(table, heading), cell.before).words;
                let own =
                    WORDS.iter().filter(|(of, column, _)| (*of, *column) == (table, heading)).map(|(_, _, word)| *word);
                own.map(str::to_owned)
                    .chain(words)
                    .map(|word| Offer::keyword(&word, known.map_or("", |(_, wants)| wants)))
                    .collect()
            }
            None => self.like_others(cell),
        };
        offers.extend(self.names_of_column(table, heading));
        offers
    }

    /// Names that a column of a table takes.
    fn names_of_column(&self, table: &str, heading: &str) -> Vec<Offer> {
        use NameSort::{Component, Kind};
        let named = |sorts: &[NameSort]| {
            let fits = self.names().filter(|(_, name)| sorts.contains(&name.sort));
            fits.map(|(_, name)| Offer::new(&name.name, OfferSort::Named(name.sort), &name.detail, 0))
                .collect::<Vec<_>>()
        };
        match (table, heading) {
            ("components", "component") => named(&[Kind]),
            ("components", "start") => self.names_in(NameSlot::Place, "", false),
            ("components", "count") => named(&[NameSort::Setting]),
            ("places", "holds") => named(&[Component, Kind]),
            ("places", "place") | ("memory", "type" | "variable") | ("display", "of") => {
                self.names_in(NameSlot::Domain, "", false)
            }
            ("places", "limit" | "seen by" | "order") => {
                named(&[NameSort::Place, NameSort::Setting, NameSort::Variable])
            }
            ("settings" | "rulings", _) | (_, "name" | "what" | "id") => Vec::new(),
            ("kind", _) => named(&[NameSort::Member]),
            _ => self.names_in(NameSlot::Value, "", true),
        }
    }

    /// Words that the same column has in other rows.
    fn like_others(&self, cell: &CellSpot<'_>) -> Vec<Offer> {
        let texts: BTreeSet<&str> = cell.others.iter().map(String::as_str).collect();
        let is_name = |text: &&str| {
            text.chars().all(tavola_syntax::syntax::is_name_char) && text.starts_with(char::is_alphabetic)
        };
        texts.into_iter().filter(is_name).map(|text| Offer::new(text, OfferSort::Local, "in another row", 0)).collect()
    }
}

/// The word of a table of the box.
fn box_word(table: &str) -> Option<&'static str> {
    ["settings", "rulings", "components", "places", "memory", "always", "display"]
        .into_iter()
        .find(|word| *word == table)
}
