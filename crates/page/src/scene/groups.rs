//! What a view shows, by name: rows of `display`, places, tracks and memory, each with its indexes. Whatever draws a position sorts
//! this list: a scene by what the indexes name, a terminal into tables.

use std::slice;

use super::{Stage, is_worth, words};
use tavola_game::{PlaceView, Shown, View};

/// Of more values of one name only those are told that are not the usual one.
const MANY: usize = 12;
/// Tables of more rows leave out those that tell nothing.
pub const ROWS: usize = 8;

/// What is shown under one name.
#[derive(Clone, Debug)]
pub struct ShownGroup<'v> {
    /// In the rules; of a row of `display` as players call it.
    pub id: &'v str,
    /// As players call it.
    pub name: String,
    /// The kinds of its indexes; an empty name where one is a number.
    pub kinds: &'v [String],
    /// What is shown at each index, in the order of the rules.
    pub items: Vec<ShownItem<'v>>,
}

/// What is shown at one index of a name.
#[derive(Clone, Copy, Debug)]
pub struct ShownItem<'v> {
    /// The indexes in notation: `["hill", "anna"]`.
    pub index: &'v [String],
    /// The indexes as players read them: `["Hill", "Anna"]`.
    pub titles: &'v [String],
    /// What is there.
    pub what: ShownWhat<'v>,
}

/// A value, or what lies somewhere.
#[derive(Clone, Copy, Debug)]
pub enum ShownWhat<'v> {
    /// A value of a row of `display`.
    Row(&'v Shown),
    /// The value of a track or of memory, as players read it.
    Variable(&'v str),
    /// What lies at a place.
    Place(&'v PlaceView),
}

impl Stage {
    /// All that a view shows: rows of `display`, then places, tracks and memory that no row leaves out.
    pub fn groups<'v>(&'v self, view: &'v View) -> Vec<ShownGroup<'v>> {
        let mut groups: Vec<ShownGroup<'v>> = Vec::new();
        for shown in &view.shown {
            let of = shown.of.as_ref();
            let [kinds, index, titles] =
                of.map_or([&[][..]; 3], |(kind, member, title)| [kind, member, title].map(slice::from_ref));
            let item = ShownItem { index, titles, what: ShownWhat::Row(shown) };
            add(&mut groups, (&shown.name, kinds), item, || shown.name.clone());
        }
        let places = view.places.iter().map(|one| (&one.place, &one.index, &one.shown, ShownWhat::Place(one)));
        let tracks = view.tracks.iter().map(|one| (&one.name, &one.index, &one.shown, ShownWhat::Variable(&one.told)));
        let memory = view.memory.iter().map(|one| (&one.name, &one.index, &one.shown, ShownWhat::Variable(&one.told)));
        let all = places.chain(tracks).chain(memory).filter(|one| !self.display.leaves_out(one.0));
        for (id, index, titles, what) in all {
            let kinds = self.look.indexes.get(id).map_or(&[][..], Vec::as_slice);
            let name = || self.display.title(id).map_or_else(|| words(id), ToOwned::to_owned);
            add(&mut groups, (id, kinds), ShownItem { index, titles, what }, name);
        }
        groups
    }
}

/// Adds an item to the group of its name, which is made with its first one.
fn add<'v>(
    groups: &mut Vec<ShownGroup<'v>>,
    (id, kinds): (&'v str, &'v [String]),
    item: ShownItem<'v>,
    name: impl FnOnce() -> String,
) {
    let own = |group: &&mut ShownGroup<'v>| {
        (group.id, group.kinds) == (id, kinds) && group.is_row() == matches!(item.what, ShownWhat::Row(_))
    };
    match groups.iter_mut().rev().find(own) {
        Some(group) => group.items.push(item),
        None => groups.push(ShownGroup { id, name: name(), kinds, items: vec![item] }),
    }
}

impl<'v> ShownItem<'v> {
    /// The value as players read it; none: it is a place, or a value that the viewer is not told.
    pub fn text(&self) -> Option<&'v str> {
        match self.what {
            ShownWhat::Row(shown) => shown.value.as_deref(),
            ShownWhat::Variable(value) => Some(value),
            ShownWhat::Place(_) => None,
        }
    }

    /// The value, if it is worth showing.
    pub fn value(&self) -> Option<&'v str> {
        self.text().filter(|value| is_worth(value))
    }
}

impl<'v> ShownGroup<'v> {
    /// Whether it is a row of `display`.
    pub fn is_row(&self) -> bool {
        matches!(self.items.first(), Some(ShownItem { what: ShownWhat::Row(_), .. }))
    }

    /// The places; none where it has values.
    pub fn places(&self) -> Vec<&'v PlaceView> {
        let place = |item: &ShownItem<'v>| if let ShownWhat::Place(place) = item.what { Some(place) } else { None };
        self.items.iter().filter_map(place).collect()
    }

    /// The value that more than half of many tracks or variables have: the others are worth telling.
    pub fn usual(&self) -> Option<&'v str> {
        if self.is_row() {
            return None;
        }
        let mut all: Vec<&str> = self.items.iter().filter_map(ShownItem::text).collect();
        all.sort_unstable();
        // What more than half of them are stands in the middle.
        let middle = *all.get(all.len() / 2)?;
        let same = all.iter().filter(|value| **value == middle).count();
        (all.len() > MANY && same * 2 > all.len()).then_some(middle)
    }

    /// Whether something is told of a card of many: it stands where the card lies rather than in a table of all.
    pub fn is_of_cards(&self, item: &ShownItem<'_>) -> bool {
        matches!(item.what, ShownWhat::Row(shown) if shown.is_thing) && self.items.len() > ROWS
    }

    /// The seat that an item belongs to, and which of its indexes says so.
    pub fn seat(&self, item: &ShownItem<'_>, names: &[String]) -> Option<(usize, usize)> {
        item.index.iter().zip(self.kinds).enumerate().find_map(|(at, (id, kind))| {
            let is_player = kind == "Player" || kind.is_empty();
            names.iter().position(|name| is_player && name == id).map(|seat| (seat, at))
        })
    }

    /// Whether it has one item for each player.
    pub fn is_of_players(&self, names: &[String]) -> bool {
        self.kinds.len() == 1 && self.items.iter().all(|item| self.seat(item, names).is_some())
    }
}
