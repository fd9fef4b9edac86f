//! Rows for members that options name and that would not be in the scene, because their places are empty.

use std::collections::BTreeMap;

use super::marks::icon_of;
use super::placed::NotationNames;
use super::{KindTable, Scene, ShownGroup};
use tavola_game::{self as game, Look};

/// Members of kinds that have no board and no panel, in the order of the view: the kind, the name in notation, the title.
type Member<'v> = (&'v str, &'v str, &'v str);

/// Adds a row to the table of its kind for each member that an option names, and that is nowhere else.
pub(super) fn add_rows(scene: &mut Scene, look: &Look, groups: &[ShownGroup<'_>], asked: &game::Question) {
    let members = members(groups);
    let names = NotationNames::of(scene);
    let named = asked.options.iter().flat_map(|option| names.unknown(&option.notation));
    let mut missing: Vec<Member<'_>> = named.filter_map(|word| members.get(word)).map(|(_, member)| *member).collect();
    // Cards have a row only if others of their kind have one.
    let has_table = |kind: &str| scene.tables.iter().any(|table| table.kind == kind);
    let is_thing = |id: &str| look.pieces.iter().any(|piece| piece.id == id);
    missing.retain(|(kind, id, _)| has_table(kind) || !is_thing(id));
    missing.sort_unstable();
    missing.dedup();
    if missing.is_empty() {
        return;
    }
    for &(kind, id, title) in &missing {
        scene.row(kind, (id, title), icon_of(id, look));
    }
    // They stand in their place in the order of the view.
    let added = |table: &&mut KindTable| missing.iter().any(|(kind, ..)| table.kind == *kind);
    for table in scene.tables.iter_mut().filter(added) {
        table.rows.sort_by_key(|row| members.get(row.id.as_str()).map_or(usize::MAX, |(at, _)| *at));
    }
}

/// The members that name a shown place, by name, with their order.
fn members<'v>(groups: &[ShownGroup<'v>]) -> BTreeMap<&'v str, (usize, Member<'v>)> {
    let mut members = BTreeMap::new();
    for group in groups.iter().filter(|group| !group.places().is_empty()) {
        let Some(at) = group.kinds.iter().position(|kind| !kind.is_empty()) else { continue };
        for item in &group.items {
            let (id, title, next) = (item.index[at].as_str(), item.titles[at].as_str(), members.len());
            members.entry(id).or_insert((next, (group.kinds[at].as_str(), id, title)));
        }
    }
    members
}
