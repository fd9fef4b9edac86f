//! The game under a variant: items replaced, taken out, added; tables with what was changed in their cells.

use std::fmt::Write;

use super::about::About;
use super::markdown::{code, plain};
use crate::game::Cells;
use crate::syntax::ast::{File, Item, ItemKind, Overlay};
use crate::syntax::rows;
use crate::text::Span;

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
pub(super) fn merged(about: &About<'_>, item: &Item) -> Cells {
    let mut merged = Cells::new(about.whole(item));
    for change in about.changes_of(item) {
        let overlay = rows(about.whole(change));
        let Some((heads, rows)) = overlay.split_first() else { continue };
        for row in rows {
            merged.lay(&item.kind, heads, row);
        }
    }
    merged
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
