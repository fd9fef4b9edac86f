//! Applies `change` to rows that have a text instead of a name: those of `always` and `display`.

use std::mem;

use crate::check::names::without_spans;
use tavola_syntax::syntax::ast::{Always, DisplayRow, File, Item, ItemKind, Name};

/// A row that its text names.
pub(super) trait TitledRow: Clone {
    /// The rows, if the item is a table of this sort.
    fn of(kind: &ItemKind) -> Option<&Vec<Self>>;
    /// The rows to change, if the item is a table of this sort.
    fn of_mut(kind: &mut ItemKind) -> Option<&mut Vec<Self>>;
    /// The text that names the row, without source positions. None if no text does.
    fn title(&self) -> Option<String>;
    /// Its citations.
    fn cites_mut(&mut self) -> &mut Vec<Name>;
}

/// Changes rows by their titles, and adds the others to the last table of their sort. False if the game has no such table.
pub(super) fn change<R: TitledRow>(base: &mut [File], item: &Item, rows: &[R]) -> bool {
    let items = base.iter_mut().flat_map(|file| &mut file.items);
    let mut tables: Vec<&mut Item> = items.filter(|own| R::of(&own.kind).is_some()).collect();
    if tables.is_empty() {
        return false;
    }
    for row in rows {
        let title = row.title();
        let same = |own: &&mut R| title.is_some() && own.title() == title;
        let old = tables.iter_mut().filter_map(|own| R::of_mut(&mut own.kind)).flatten().find(same);
        match old {
            Some(old) => lay(old, row),
            None => tables
                .last_mut()
                .and_then(|own| R::of_mut(&mut own.kind))
                .into_iter()
                .for_each(|own| own.push(row.clone())),
        }
    }
    if let Some(last) = tables.last_mut() {
        last.cites.extend(item.cites.iter().cloned());
    }
    true
}

/// Replaces a row by one with the same title. Its citations stay.
fn lay<R: TitledRow>(old: &mut R, new: &R) {
    let cites = mem::take(old.cites_mut());
    *old = new.clone();
    old.cites_mut().splice(0..0, cites);
}

impl TitledRow for Always {
    fn of(kind: &ItemKind) -> Option<&Vec<Self>> {
        if let ItemKind::Always(rows) = kind { Some(rows) } else { None }
    }

    fn of_mut(kind: &mut ItemKind) -> Option<&mut Vec<Self>> {
        if let ItemKind::Always(rows) = kind { Some(rows) } else { None }
    }

    fn title(&self) -> Option<String> {
        Some(without_spans(&self.what))
    }

    fn cites_mut(&mut self) -> &mut Vec<Name> {
        &mut self.cites
    }
}

impl TitledRow for DisplayRow {
    fn of(kind: &ItemKind) -> Option<&Vec<Self>> {
        if let ItemKind::Display(rows) = kind { Some(rows) } else { None }
    }

    fn of_mut(kind: &mut ItemKind) -> Option<&mut Vec<Self>> {
        if let ItemKind::Display(rows) = kind { Some(rows) } else { None }
    }

    /// Its owner and its name.
    fn title(&self) -> Option<String> {
        self.name.as_ref().map(|name| without_spans(&(&self.of, name)))
    }

    fn cites_mut(&mut self) -> &mut Vec<Name> {
        &mut self.cites
    }
}
