//! Contents of a view by name: rows of `display`, places, tracks and memory, each with its indexes. A scene sorts this list by the members
//! that the indexes name, a terminal sorts it into tables.

use std::slice;

use super::{Stage, is_worth, words};
use tavola_game::{PlaceView, Shown, View};

/// Number of values of one name above which the most frequent value is left out.
const MANY: usize = 12;
/// Number of rows above which a table leaves out empty ones.
pub const ROWS: usize = 8;

/// Values or places of one name.
#[derive(Clone, Debug)]
pub struct ShownGroup<'v> {
    /// Its name in the rules; of a row of `display` its title.
    pub id: &'v str,
    /// Its name for players.
    pub name: String,
    /// The kinds of its indexes; an empty name where one is a number.
    pub kinds: &'v [String],
    /// The item at each index, in the order of the rules.
    pub items: Vec<ShownItem<'v>>,
}

/// The value or place at one index of a name.
#[derive(Clone, Copy, Debug)]
pub struct ShownItem<'v> {
    /// The indexes in notation: `["hill", "anna"]`.
    pub index: &'v [String],
    /// The indexes as players read them: `["Hill", "Anna"]`.
    pub titles: &'v [String],
    /// Its value or place.
    pub what: ShownWhat<'v>,
}

/// A value or a place.
#[derive(Clone, Copy, Debug)]
pub enum ShownWhat<'v> {
    /// A value of a row of `display`.
    Row(&'v Shown),
    /// The value of a track or of memory, as players read it.
    Variable(&'v str),
    /// A place with its contents.
    Place(&'v PlaceView),
}

impl Stage {
    /// Lists the contents of a view: rows of `display`, then places, tracks and memory that no row leaves out.
    pub fn groups<'v>(&'v self, view: &'v View) -> Vec<ShownGroup<'v>> {
        let mut groups: Vec<ShownGroup<'v>> = Vec::new();
        for shown in &view.display_rows {
            let of = shown.of.as_ref();
            let [kinds, index, titles] =
                of.map_or([&[][..]; 3], |(kind, member, title)| [kind, member, title].map(slice::from_ref));
            let item = ShownItem { index, titles, what: ShownWhat::Row(shown) };
            add(&mut groups, (&shown.name, kinds), item, || self.with_sign("", shown.name.clone()));
        }
        let places = view.places.iter().map(|one| (&one.place, &one.index, &one.index_titles, ShownWhat::Place(one)));
        let tracks =
            view.tracks.iter().map(|one| (&one.name, &one.index, &one.index_titles, ShownWhat::Variable(&one.text)));
        let memory =
            view.memory.iter().map(|one| (&one.name, &one.index, &one.index_titles, ShownWhat::Variable(&one.text)));
        let all = places.chain(tracks).chain(memory).filter(|one| !self.display.leaves_out(one.0));
        for (id, index, titles, what) in all {
            let kinds = self.look.indexes.get(id).map_or(&[][..], Vec::as_slice);
            let name = || self.with_sign(id, self.display.title(id).map_or_else(|| words(id), ToOwned::to_owned));
            add(&mut groups, (id, kinds), ShownItem { index, titles, what }, name);
        }
        groups
    }
}

/// Adds an item to the group of its name, which is created if needed.
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
    /// The value as players read it. None for a place, or a value that the viewer may not know.
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
    /// True for a row of `display`.
    pub fn is_row(&self) -> bool {
        matches!(self.items.first(), Some(ShownItem { what: ShownWhat::Row(_), .. }))
    }

    /// The places; empty if it has values.
    pub fn places(&self) -> Vec<&'v PlaceView> {
        let place = |item: &ShownItem<'v>| if let ShownWhat::Place(place) = item.what { Some(place) } else { None };
        self.items.iter().filter_map(place).collect()
    }

    /// The value that more than half of many tracks or variables have. Only the others are shown.
    pub fn usual(&self) -> Option<&'v str> {
        if self.is_row() {
            return None;
        }
        let mut all: Vec<&str> = self.items.iter().filter_map(ShownItem::text).collect();
        all.sort_unstable();
        // A value of more than half of them is in the middle of the sorted list.
        let middle = *all.get(all.len() / 2)?;
        let same = all.iter().filter(|value| **value == middle).count();
        (all.len() > MANY && same * 2 > all.len()).then_some(middle)
    }

    /// True if it is about a card of many: it is shown where the card lies instead of in a table.
    pub fn is_of_cards(&self, item: &ShownItem<'_>) -> bool {
        matches!(item.what, ShownWhat::Row(shown) if shown.is_thing) && self.items.len() > ROWS
    }

    /// The seat of an item, and the number of the index that names it.
    pub fn seat(&self, item: &ShownItem<'_>, names: &[String]) -> Option<(usize, usize)> {
        item.index.iter().zip(self.kinds).enumerate().find_map(|(at, (id, kind))| {
            let is_player = kind == "Player" || kind.is_empty();
            names.iter().position(|name| is_player && name == id).map(|seat| (seat, at))
        })
    }

    /// True if it has one item for each player.
    pub fn is_of_players(&self, names: &[String]) -> bool {
        self.kinds.len() == 1 && self.items.iter().all(|item| self.seat(item, names).is_some())
    }
}
