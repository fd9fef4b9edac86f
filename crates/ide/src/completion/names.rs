//! Declared names by what fits at a place.

use tavola_game::library_words;

use super::{Offer, OfferSort};
use crate::declared::{Declared, NameSort};
use crate::lines::words;
use crate::workspace::Workspace;
use tavola_syntax::syntax::is_name_char;

/// Sort of names that a place takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NameSlot {
    /// Any value.
    Value,
    /// A set of which a name is a member: `p in ..`
    Domain,
    /// A place: `move x to ..`
    Place,
    /// Things: `move ..`
    Thing,
    /// A variable: `set ..`
    Variable,
    /// A track: `raise ..`
    Track,
    /// A possession of a player: `p gains 3 ..`
    Amount,
    /// An action or a menu: `p does ..`
    Sheet,
    /// A card: `p plays ..`
    Card,
    /// A rule that ends or is hooked: `end ..`, `before ..`
    Rule,
}

impl NameSlot {
    /// Sorts of names that fit best.
    fn sorts(self) -> &'static [NameSort] {
        use NameSort::*;
        match self {
            Self::Value => &[],
            Self::Domain => &[Kind, Board, Link, Define, Variable, Place],
            Self::Place => &[Place],
            Self::Thing => &[Component, Kind, Member],
            Self::Variable => &[Variable],
            Self::Track => &[Track],
            Self::Amount => &[Track, Component],
            Self::Sheet => &[Action, Menu],
            Self::Card => &[Card, Member],
            Self::Rule => &[Rule, Phase, Action, Menu],
        }
    }
}

/// Sorts of names that can be values.
const VALUES: [NameSort; 13] = [
    NameSort::Setting,
    NameSort::Ruling,
    NameSort::Kind,
    NameSort::Member,
    NameSort::Board,
    NameSort::Link,
    NameSort::Component,
    NameSort::Place,
    NameSort::Variable,
    NameSort::Track,
    NameSort::Define,
    NameSort::Table,
    NameSort::Card,
];

/// Sort of names that the end of a text takes, by its last words. `item` is the word of its item.
pub(super) fn slot(before: &str, item: &str) -> NameSlot {
    let all = words(before);
    let begin = all.iter().rposition(|(_, word)| [":", ";"].contains(word)).map_or(0, |at| at + 1);
    let own: Vec<&str> = all[begin..].iter().map(|(_, word)| *word).collect();
    let last = own.last().copied().unwrap_or_default();
    let verb = own.first().copied().unwrap_or_default();
    // The nearest word of the sentence that says what comes, unless brackets or commas stand between.
    let near = own.iter().rev().take(2).copied().collect::<Vec<_>>();
    match (verb, last) {
        (_, "in") => NameSlot::Domain,
        (_, "does" | "do") => NameSlot::Sheet,
        (_, "plays") => NameSlot::Card,
        (_, "play") if own.contains(&"can") => NameSlot::Card,
        (_, "before" | "after" | "end") => NameSlot::Rule,
        (_, "of") if own.contains(&"instead") => NameSlot::Rule,
        (_, "at" | "into") => NameSlot::Place,
        ("move" | "draw" | "shuffle", "to" | "from" | "shuffle") => NameSlot::Place,
        ("move" | "draw", "of") if own.contains(&"top") || own.contains(&"bottom") => NameSlot::Place,
        ("move", _) if !own.contains(&"from") && !own.contains(&"to") && last != "]" => NameSlot::Thing,
        ("add", "to") | ("remove", "from") | ("set", "set") => NameSlot::Variable,
        (_, "raise" | "lower") => NameSlot::Track,
        (_, _)
            if near.iter().any(|word| ["gains", "gain", "pays", "pay"].contains(word))
                && last != "gains"
                && last != "pays" =>
        {
            NameSlot::Amount
        }
        (_, "from" | "to") if item == "action" || item == "card" => NameSlot::Place,
        _ => NameSlot::Value,
    }
}

/// A parameter or another local name, with the kind that it ranges over, if that is written.
struct LocalName<'t> {
    name: &'t str,
    of: Option<&'t str>,
}

/// Local names of an item up to a place.
fn locals(item: &str) -> Vec<LocalName<'_>> {
    let all = words(item);
    let mut found: Vec<LocalName<'_>> = Vec::new();
    for window in all.windows(3) {
        let [(_, one), (_, two), (_, three)] = [window[0], window[1], window[2]];
        let is_name = |word: &str| word.starts_with(|c: char| is_name_char(c) && !c.is_ascii_digit());
        if is_name(one) && *two == *"in" {
            found.push(LocalName { name: one, of: is_name(three).then_some(three) });
        } else if ["let", "as", "remember"].contains(&one) && is_name(two) {
            found.push(LocalName { name: two, of: None });
        } else if ["let", "remember"].contains(&one) && two == ":" && is_name(three) {
            found.push(LocalName { name: three, of: None });
        } else if ["(", ","].contains(&one) && is_name(two) && three == ":" {
            found.push(LocalName { name: two, of: None });
        }
    }
    found
}

impl Workspace {
    /// Names for a slot, those that fit best first. With `all` other values follow.
    pub(super) fn names_in(&self, slot: NameSlot, item: &str, all: bool) -> Vec<Offer> {
        let sorts = slot.sorts();
        let mut offers = Vec::new();
        for (_, name) in self.names() {
            let best = sorts.contains(&name.sort);
            if best || (all && VALUES.contains(&name.sort)) {
                offers.push(offer(name, if best { 0 } else { 3 }));
            }
        }
        if slot == NameSlot::Domain {
            offers.push(Offer::new("Player", OfferSort::Named(NameSort::Kind), "kind of the players", 0));
        }
        if all {
            let rank = if sorts.is_empty() { 0 } else { 1 };
            let local =
                |local: LocalName<'_>| Offer::new(local.name, OfferSort::Local, local.of.unwrap_or_default(), rank);
            offers.extend(locals(item).into_iter().map(local));
            if ["action", "menu", "card", "interrupt"].iter().any(|word| item.starts_with(word)) {
                offers.push(Offer::new("you", OfferSort::Local, "the player who acts", rank));
            }
            offers
                .extend(library_words().map(|word| Offer::new(word, OfferSort::Library, "function of the library", 4)));
        }
        offers
    }

    /// Columns after a dot: those of the kind of a local name, if it is written, else of all kinds.
    pub(super) fn columns_after(&self, of: &str, item: &str) -> Vec<Offer> {
        let word = crate::lines::split_word(of).1;
        let kind = locals(item).into_iter().rev().find(|local| local.name == word).and_then(|local| local.of);
        let columns: Vec<&Declared> =
            self.names().map(|(_, name)| name).filter(|name| name.sort == NameSort::Column).collect();
        let own = |name: &&Declared| name.of.as_deref() == kind;
        let known = kind.is_some() && columns.iter().any(own);
        let mut offers: Vec<Offer> =
            columns.into_iter().filter(|name| !known || own(name)).map(|name| offer(name, 0)).collect();
        if !known {
            let seat = |(word, detail): (&str, &str)| Offer::new(word, OfferSort::Keyword, detail, 1);
            offers.extend(COLUMNS.into_iter().map(seat));
        }
        offers
    }
}

/// Columns that the language itself gives to players, things and cells.
const COLUMNS: [(&str, &str); 5] = [
    ("seat", "number of a player's seat"),
    ("player", "owner of a component"),
    ("column", "column of a cell"),
    ("row", "row of a cell"),
    ("first", "first space of a link"),
];

fn offer(name: &Declared, rank: u8) -> Offer {
    let detail = match &name.of {
        Some(of) if name.detail.is_empty() => of.clone(),
        Some(of) => format!("{of}: {}", name.detail),
        None => name.detail.clone(),
    };
    Offer::new(&name.name, OfferSort::Named(name.sort), detail, rank)
}
