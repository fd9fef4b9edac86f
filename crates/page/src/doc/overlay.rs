//! Variants applied to the rules of a game as they are written: items replaced, removed, added.

use tavola_syntax::syntax::ast::{File, Item, ItemKind, Overlay};
use tavola_syntax::text::Span;

/// The changes of variants.
#[derive(Default)]
pub(super) struct Changes {
    /// Items that change rows or lines of others.
    pub(super) changed: Vec<Item>,
    /// Items that replace others: their span, and the span of the replaced item.
    pub(super) replaced: Vec<(Span, Span)>,
}

/// Applies the items of variants to those of the game.
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
                    let old = files[f].items[i].span;
                    let stood = changes.replaced.iter().find(|(own, _)| *own == old).map_or(old, |(_, place)| *place);
                    changes.replaced.push((item.span, stood));
                    files[f].items[i] = item;
                }
                (Some(Overlay::Remove), Some((f, i))) => drop(files[f].items.remove(i)),
                // Another variant has added the same item.
                (None, Some(_)) if item.kind.title().1.is_some() => {}
                (None, _) if !matches!(item.kind, ItemKind::Variant { .. }) => overlay.items.push(item),
                _ => {}
            }
        }
        files.push(overlay);
    }
    changes
}
