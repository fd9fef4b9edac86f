//! Variants: small files that change a game. Their syntax trees are merged with it before anything is checked.

mod clash;
mod named;
mod overlaid;
mod part;
mod rows;
mod sheets;
mod titled;
mod touches;

pub use clash::MOST_OVER;
pub use overlaid::{OverlaidFiles, OverlaidName};
pub use part::PartName;

use super::codes;
use super::names::{DeclarationSort, did_you_mean, listed};
use overlaid::OverlayPass;
use tavola_syntax::diagnostic::{Diagnostic, Fix, Remedy};
use tavola_syntax::syntax::ast::{File, Item, ItemKind, KindBody, Name, Overlay};

/// A variant to apply to a game.
#[derive(Clone, Debug)]
pub struct AppliedVariant {
    /// Its name.
    pub name: String,
    /// Its syntax tree.
    pub file: File,
    /// True if it overrides all variants before it, even without `over`.
    pub over_all: bool,
}

impl AppliedVariant {
    /// The game that its heading names after `of`.
    fn of(&self) -> Option<&Name> {
        self.head().map(|(of, _)| of)
    }

    /// The variants that its heading names after `over`.
    fn over(&self) -> &[Name] {
        self.head().map_or(&[], |(_, over)| over)
    }

    fn head(&self) -> Option<(&Name, &Vec<Name>)> {
        let heads = self.file.items.iter().map(|item| &item.kind);
        heads
            .filter_map(|kind| if let ItemKind::Variant { of, over, .. } = kind { Some((of, over)) } else { None })
            .next()
    }
}

/// Applies variants to the files of their game, in order. Two variants conflict if they change the same part differently and the
/// later one is not `over` the earlier. A conflict is reported with both places, and the later variant is left out.
pub fn apply_variants(game: Vec<File>, variants: &[AppliedVariant]) -> OverlaidFiles {
    let clash::Fit { files: fitting, found } = clash::fit(&game, variants);
    let mut overlaid = OverlaidFiles { files: game, diagnostics: found, ..OverlaidFiles::default() };
    for file in fitting {
        let mut laying = OverlayPass::default();
        overlaid.files = overlay(overlaid.files, &file, &mut laying);
        overlaid.diagnostics.append(&mut laying.found);
        overlaid.changed.append(&mut laying.changed);
        overlaid.cites.append(&mut laying.cites);
    }
    overlaid
}

/// Applies one variant to the files of its game. What it does not name stays as it is. New items are added in a file of their own.
fn overlay(mut base: Vec<File>, variant: &File, laying: &mut OverlayPass) -> Vec<File> {
    let mut joined = File {
        source: variant.source,
        unreadable: variant.unreadable.clone(),
        waivers: variant.waivers.clone(),
        ..File::default()
    };
    for item in &variant.items {
        laying.enter(item);
        match (&item.kind, item.overlay) {
            (ItemKind::Variant { of, .. }, _) => {
                right_game(&base, of, laying);
                joined.items.push(item.clone());
            }
            (ItemKind::Game { name, .. }, None) => {
                let message = format!("`{}` is a game, not a variant", name.text);
                let help = "begin a variant with `variant my_variant \"My variant\" of my_game`";
                laying.found.push(Diagnostic::error(codes::GAME_HEADER, item.head, message).help(help));
            }
            (_, None) => joined.items.push(item.clone()),
            (_, Some(Overlay::Replace)) => replace(&mut base, item, laying),
            (_, Some(Overlay::Remove)) => remove(&mut base, item, laying),
            (_, Some(Overlay::Change)) => change(&mut base, item, laying),
        }
    }
    base.push(joined);
    base
}

fn right_game(base: &[File], of: &Name, laying: &mut OverlayPass) {
    let game = base.iter().flat_map(|file| &file.items).find_map(|item| match &item.kind {
        ItemKind::Game { name, .. } => Some(name),
        _ => None,
    });
    if let Some(game) = game.filter(|game| game.text != of.text) {
        let message = format!("this is a variant of `{}`, but the game is `{}`", of.text, game.text);
        let help = format!("write `of {}`, or move the file to its game", game.text);
        laying.found.push(Diagnostic::error(codes::OVERLAY_MISSING, of.span, message).help(help));
    }
}

/// File and position of the item that a variant means. Reports a missing one.
fn find(base: &[File], item: &Item, laying: &mut OverlayPass) -> Option<(usize, usize)> {
    for (f, file) in base.iter().enumerate() {
        if let Some(i) = file.items.iter().position(|other| other.kind.same(&item.kind)) {
            if let (Some(name), Some(old)) = (item.kind.title().1, file.items[i].kind.title().1) {
                let sort = DeclarationSort::of_item(&item.kind);
                laying.changes(sort, (name, item.span), (old.span, file.items[i].span));
            }
            return Some((f, i));
        }
    }
    let (sort, name) = item.kind.title();
    let span = name.map_or(item.head, |name| name.span);
    let message = match name {
        Some(name) => format!("the game has no {sort} `{}`", name.text),
        None => format!("the game has no `{sort}`"),
    };
    let mut finding = Diagnostic::error(codes::OVERLAY_MISSING, span, message);
    let all = base.iter().flat_map(|file| &file.items).map(|other| other.kind.title());
    let alike: Vec<&str> =
        all.clone().filter(|other| other.0 == sort).filter_map(|other| Some(other.1?.text.as_str())).collect();
    let elsewhere =
        name.and_then(|name| all.clone().find(|other| other.1.is_some_and(|other| other.text == name.text)));
    finding.set_help(match (name, elsewhere) {
        (Some(name), Some((sort, _))) => Some(format!("`{}` is a {sort}", name.text).into()),
        (Some(name), None) => {
            did_you_mean(name.span, &name.text, alike.iter().copied()).or_else(|| Some(listed(&alike).into()))
        }
        _ => Some("to add it, remove the word before it".into()),
    });
    laying.found.push(finding);
    None
}

fn replace(base: &mut [File], item: &Item, laying: &mut OverlayPass) {
    if let Some((f, i)) = find(base, item, laying) {
        let mut item = item.clone();
        item.overlay = None;
        base[f].items[i] = item;
    }
}

fn remove(base: &mut [File], item: &Item, laying: &mut OverlayPass) {
    if let Some((f, i)) = find(base, item, laying) {
        base[f].items.remove(i);
    }
}

/// Applies `change`: rows are matched by name, lines of sheets by label.
fn change(base: &mut [File], item: &Item, laying: &mut OverlayPass) {
    match &item.kind {
        ItemKind::Settings(rows) => rows::change(base, rows, laying),
        ItemKind::Rulings(rows) => rows::change(base, rows, laying),
        ItemKind::Components(rows) => rows::change(base, rows, laying),
        ItemKind::Places(rows) => rows::change(base, rows, laying),
        ItemKind::Memory(rows) => rows::change(base, rows, laying),
        ItemKind::Always(rows) if titled::change(base, item, rows) => {}
        ItemKind::Always(_) => {
            let new = Item { overlay: None, ..item.clone() };
            base.iter_mut().take(1).for_each(|file| file.items.push(new.clone()));
        }
        ItemKind::Display(rows) if titled::change(base, item, rows) => {}
        ItemKind::Display(_) => drop(find(base, item, laying)),
        _ => {
            if let Some((f, i)) = find(base, item, laying) {
                change_item(&mut base[f].items[i], item, laying);
            }
        }
    }
}

fn change_item(old: &mut Item, new: &Item, laying: &mut OverlayPass) {
    old.cites.extend(new.cites.iter().cloned());
    match (&mut old.kind, &new.kind) {
        (ItemKind::Sheet(old), ItemKind::Sheet(new)) => sheets::change(old, new, laying),
        (ItemKind::Kind { body: KindBody::Rows(old), .. }, ItemKind::Kind { body: KindBody::Rows(new), .. }) => {
            rows::kind(old, new, laying);
        }
        (
            ItemKind::Board { links: old, grid: old_grid, every_pair: old_pairs, .. },
            ItemKind::Board { links: new, grid, every_pair, .. },
        ) => {
            old.extend(new.iter().cloned());
            if grid.is_some() {
                old_grid.clone_from(grid);
            }
            *old_pairs = old_pairs.or(*every_pair);
        }
        (
            ItemKind::Track { range, step, start, past_top, past_bottom, .. },
            ItemKind::Track { range: r, step: s, start: t, past_top: top, past_bottom: bottom, .. },
        ) => {
            rows::over(range, r);
            rows::over(step, s);
            rows::over(start, t);
            rows::over(past_top, top);
            rows::over(past_bottom, bottom);
        }
        _ => {
            let (sort, name) = new.kind.title();
            let name = name.map_or(String::new(), |name| format!(" {}", name.text));
            let message = format!("a {sort} cannot be changed in parts");
            let help = format!("write it whole: `replace {sort}{name}`");
            let help = Remedy::new(help, Fix::replace_change(new.head));
            laying.found.push(Diagnostic::error(codes::OVERLAY_FIELD, new.head, message).help(help));
        }
    }
}
