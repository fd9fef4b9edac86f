//! Rows for what is offered and would not be in the scene: a member of a kind at whose places nothing lies just now.

use std::collections::BTreeMap;

use super::placed::NotationNames;
use super::{KindRow, KindTable, Scene, SceneSource};
use tavola_game::{self as game, View};

/// Members of kinds that have no board and no panel, in the order of the view: the kind, the name in notation, the title.
type Member<'v> = (&'v str, &'v str, &'v str);

/// Adds a row to the table of its kind for each member that an option names, and that is nowhere else.
pub(super) fn add_rows(scene: &mut Scene, source: &SceneSource<'_>, view: &View, asked: &game::Question) {
    let members = members(source, view);
    let names = NotationNames::of(scene);
    let named = asked.options.iter().flat_map(|option| names.unknown(&option.notation));
    let mut missing: Vec<Member<'_>> = named.filter_map(|word| members.get(word)).map(|(_, member)| *member).collect();
    // Cards and the like have a row only where others of their kind have one.
    let has_table = |kind: &str| scene.tables.iter().any(|table| table.kind == kind);
    let is_thing = |id: &str| source.look.pieces.iter().any(|piece| piece.id == id);
    missing.retain(|(kind, id, _)| has_table(kind) || !is_thing(id));
    missing.sort_unstable();
    missing.dedup();
    if missing.is_empty() {
        return;
    }
    for &(kind, id, title) in &missing {
        let at = scene.tables.iter().position(|table| table.kind == kind).unwrap_or_else(|| {
            scene.tables.push(KindTable { kind: kind.to_owned(), rows: Vec::new() });
            scene.tables.len() - 1
        });
        let row = KindRow { id: id.to_owned(), title: title.to_owned(), values: Vec::new(), piles: Vec::new() };
        scene.tables[at].rows.push(row);
    }
    // They stand where they would stand if something lay there.
    let added = |table: &&mut KindTable| missing.iter().any(|(kind, ..)| table.kind == *kind);
    for table in scene.tables.iter_mut().filter(added) {
        table.rows.sort_by_key(|row| members.get(row.id.as_str()).map_or(usize::MAX, |(at, _)| *at));
    }
}

/// The members by whose name a place that is shown is known, by that name, and in which order they come.
fn members<'v>(source: &'v SceneSource<'_>, view: &'v View) -> BTreeMap<&'v str, (usize, Member<'v>)> {
    let mut members = BTreeMap::new();
    for place in view.places.iter().filter(|place| !source.display.leaves_out(&place.place)) {
        let Some(kinds) = source.look.indexes.get(&place.place) else { continue };
        let Some(at) = kinds.iter().position(|kind| !kind.is_empty()) else { continue };
        if let (Some(id), Some(title)) = (place.index.get(at), place.shown.get(at)) {
            let next = members.len();
            members.entry(id.as_str()).or_insert((next, (kinds[at].as_str(), id.as_str(), title.as_str())));
        }
    }
    members
}
