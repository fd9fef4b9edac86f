//! Offers for items, sentences and values: words by the grammar, names by the word before them.

use tavola_syntax::syntax::possible::{Possible, TextSort, item_words, possible, sentence_words, verb_words};

use super::names::{NameSlot, slot};
use super::spot::{TextSpot, item_word};
use super::{Offer, OfferSort};
use crate::workspace::Workspace;

impl Workspace {
    /// Offers for a text that the grammar reads by itself.
    pub(super) fn text_offers(&self, spot: &TextSpot<'_>) -> Vec<Offer> {
        if spot.sort == TextSort::Item && spot.before.trim().is_empty() {
            return item_words(spot.variant)
                .map(|(word, example)| Offer::new(word, OfferSort::Keyword, example, 0))
                .collect();
        }
        if let Some(of) = spot.before.strip_suffix('.').filter(|of| !of.ends_with('.')) {
            return self.columns_after(of, spot.item);
        }
        let label = |(label, wants): &(&str, &str)| Offer::new(format!("{label}: "), OfferSort::Keyword, *wants, 0);
        let mut offers: Vec<Offer> = spot.labels.iter().map(label).collect();
        if spot.sort == TextSort::Field("") {
            return offers;
        }
        if spot.sort == TextSort::Item && ["change", "replace", "remove"].contains(&spot.before.trim()) {
            return item_words(false).map(|(word, example)| Offer::keyword(word, example)).collect();
        }
        let found = possible(spot.sort, &spot.before);
        offers.extend(found.words.iter().map(|word| Offer::keyword(word, example(word))));
        offers.extend(self.name_offers(&found, spot));
        offers
    }

    fn name_offers(&self, found: &Possible, spot: &TextSpot<'_>) -> Vec<Offer> {
        // The name of a new item is the author's own, unless it names what a variant changes.
        let slot = match spot.sort {
            TextSort::Item if is_new_name(&spot.before) => return Vec::new(),
            _ => slot(&spot.before, item_word(spot.item)),
        };
        let wanted = found.value || (found.name && slot != NameSlot::Value);
        if wanted { self.names_in(slot, spot.item, found.value) } else { Vec::new() }
    }
}

/// True directly after the word that begins an item, or after its name: the author invents what stands there.
fn is_new_name(before: &str) -> bool {
    before.split_whitespace().count() == 1
}

/// Example of a sentence with this word.
fn example(word: &str) -> &'static str {
    let mut known = sentence_words().chain(verb_words());
    known.find(|(own, _)| *own == word).map_or("", |(_, example)| example)
}
