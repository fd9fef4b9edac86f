//! The game under a variant: items replaced, taken out, added; tables with what was changed in their cells.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::about::About;
use super::markdown::{code, plain};
use crate::syntax::ast::{File, Item, ItemKind, Overlay};
use crate::syntax::rows;
use crate::text::Span;

/// A table of the rules: its rows of cells, the heads first, and what stood in those that a variant changes.
pub(super) struct Merged {
    pub(super) cells: Vec<Vec<String>>,
    /// By row and column: what the game says there; none: the game has no such row.
    pub(super) was: BTreeMap<(usize, usize), Option<String>>,
}

/// What a variant does beside replacing and adding items.
#[derive(Default)]
pub(super) struct Changes {
    /// Items that change rows or lines of others.
    pub(super) changed: Vec<Item>,
    /// Items that replace others: where they are written, and where those stood.
    pub(super) replaced: Vec<(Span, Span)>,
}

/// Lays the items of variants over those of the game.
pub(super) fn lay(files: &mut Vec<File>, overlays: Vec<File>) -> Changes {
    let mut changes = Changes::default();
    for mut overlay in overlays {
        for item in std::mem::take(&mut overlay.items) {
            let place = files
                .iter()
                .enumerate()
                .find_map(|(f, file)| Some((f, file.items.iter().position(|other| other.kind.same(&item.kind))?)));
            match (item.overlay, place) {
                (Some(Overlay::Change), _) => changes.changed.push(item),
                (Some(Overlay::Replace), Some((f, i))) => {
                    changes.replaced.push((item.span, files[f].items[i].span));
                    files[f].items[i] = item;
                }
                (Some(Overlay::Remove), Some((f, i))) => drop(files[f].items.remove(i)),
                (None, _) if !matches!(item.kind, ItemKind::Variant { .. }) => overlay.items.push(item),
                _ => {}
            }
        }
        files.push(overlay);
    }
    changes
}

/// The table of an item, with what the variant changes in it.
pub(super) fn merged(about: &About<'_>, item: &Item) -> Merged {
    let mut merged = Merged { cells: rows(about.whole(item)), was: BTreeMap::new() };
    for change in about.changes_of(item) {
        let overlay = rows(about.whole(change));
        let Some((heads, rows)) = overlay.split_first() else { continue };
        rows.iter().for_each(|row| merged.row(heads, row));
    }
    merged
}

impl Merged {
    /// A row of the variant: its first cell says which row it means.
    fn row(&mut self, heads: &[String], cells: &[String]) {
        let Some(own) = self.cells.first().cloned() else { return };
        let known = self.cells.iter().skip(1).position(|row| row.first() == cells.first());
        let at = known.map_or(self.cells.len(), |at| at + 1);
        if known.is_none() {
            self.cells.push(vec![String::new(); own.len()]);
        }
        for (head, cell) in heads.iter().zip(cells) {
            let Some(column) = own.iter().position(|other| other == head) else { continue };
            let was = std::mem::replace(&mut self.cells[at][column], cell.clone());
            if was != *cell {
                self.was.insert((at, column), known.is_some().then_some(was));
            }
        }
    }
}

/// Behind the title of an item that is not as in the game: ` — *new*`.
pub(super) fn mark(about: &About<'_>, item: &Item) -> &'static str {
    match item.overlay {
        Some(_) => " — *otherwise than in the game*",
        None if about.is_added(item) => " — *not in the game*",
        None => "",
    }
}

/// The lines of an item that the variant changes, below it.
pub(super) fn lines(about: &About<'_>, item: &Item, out: &mut String) {
    for change in about.changes_of(item) {
        let text = super::chapters::narrow(about, about.whole(change));
        let _ = writeln!(out, "*Changed by the variant:*\n\n```tavola\n{text}\n```\n");
    }
}

/// The chapter: everything that the variant does, in its order.
pub(super) fn chapter(about: &About<'_>) -> String {
    let mut out = String::new();
    if let Some(headline) = about.rules.variant() {
        let told = format!("*{}.* {}", plain(&headline.title), super::rulings::whose(about, &headline));
        let _ = writeln!(out, "{}\n", told.trim_end());
    }
    for change in about.rules.changes() {
        let _ = writeln!(out, "- {}", code(&change.what));
    }
    out
}
