//! Variants: small files that change a game. Their syntax trees are merged with it before anything is checked.

mod clash;
mod named;
mod part;
mod rows;
mod sheets;
mod touches;

pub use clash::MOST_OVER;
pub use part::PartName;

use super::codes;
use super::names::{did_you_mean, listed};
use tavola_syntax::diagnostic::Diagnostic;
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
pub fn lay(game: Vec<File>, variants: &[AppliedVariant]) -> (Vec<File>, Vec<Diagnostic>) {
    let clash::Fit { laid, mut found } = clash::fit(&game, variants);
    let mut files = game;
    for file in laid {
        let (merged, findings) = overlay(files, &file);
        files = merged;
        found.extend(findings);
    }
    (files, found)
}

/// Applies one variant to the files of its game. What it does not name stays as it is. New items are added in a file of their own.
pub fn overlay(mut base: Vec<File>, variant: &File) -> (Vec<File>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let mut joined = File {
        source: variant.source,
        unreadable: variant.unreadable.clone(),
        waivers: variant.waivers.clone(),
        ..File::default()
    };
    for item in &variant.items {
        match (&item.kind, item.overlay) {
            (ItemKind::Variant { of, .. }, _) => {
                right_game(&base, of, &mut found);
                joined.items.push(item.clone());
            }
            (ItemKind::Game { name, .. }, None) => {
                let message = format!("`{}` is a game, not a variant", name.text);
                let help = "begin a variant with `variant my_variant \"My variant\" of my_game`";
                found.push(Diagnostic::error(codes::GAME_HEADER, item.head, message).help(help));
            }
            (_, None) => joined.items.push(item.clone()),
            (_, Some(Overlay::Replace)) => replace(&mut base, item, &mut found),
            (_, Some(Overlay::Remove)) => remove(&mut base, item, &mut found),
            (_, Some(Overlay::Change)) => change(&mut base, item, &mut found),
        }
    }
    base.push(joined);
    (base, found)
}

fn right_game(base: &[File], of: &Name, found: &mut Vec<Diagnostic>) {
    let game = base.iter().flat_map(|file| &file.items).find_map(|item| match &item.kind {
        ItemKind::Game { name, .. } => Some(name),
        _ => None,
    });
    if let Some(game) = game.filter(|game| game.text != of.text) {
        let message = format!("this is a variant of `{}`, but the game is `{}`", of.text, game.text);
        let help = format!("write `of {}`, or move the file to its game", game.text);
        found.push(Diagnostic::error(codes::OVERLAY_MISSING, of.span, message).help(help));
    }
}

/// File and position of the item that a variant means. Reports a missing one.
fn find(base: &[File], item: &Item, found: &mut Vec<Diagnostic>) -> Option<(usize, usize)> {
    for (f, file) in base.iter().enumerate() {
        if let Some(i) = file.items.iter().position(|other| other.kind.same(&item.kind)) {
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
    finding.help = match (name, elsewhere) {
        (Some(name), Some((sort, _))) => Some(format!("`{}` is a {sort}", name.text)),
        (Some(name), None) => did_you_mean(&name.text, alike.iter().copied()).or_else(|| Some(listed(&alike))),
        _ => Some("to add it, remove the word before it".into()),
    };
    found.push(finding);
    None
}

fn replace(base: &mut [File], item: &Item, found: &mut Vec<Diagnostic>) {
    if let Some((f, i)) = find(base, item, found) {
        let mut item = item.clone();
        item.overlay = None;
        base[f].items[i] = item;
    }
}

fn remove(base: &mut [File], item: &Item, found: &mut Vec<Diagnostic>) {
    if let Some((f, i)) = find(base, item, found) {
        base[f].items.remove(i);
    }
}

/// Applies `change`: rows are matched by name, lines of sheets by label.
fn change(base: &mut [File], item: &Item, found: &mut Vec<Diagnostic>) {
    match &item.kind {
        ItemKind::Settings(rows) => rows::change(base, rows, found),
        ItemKind::Rulings(rows) => rows::change(base, rows, found),
        ItemKind::Components(rows) => rows::change(base, rows, found),
        ItemKind::Places(rows) => rows::change(base, rows, found),
        ItemKind::Memory(rows) => rows::change(base, rows, found),
        ItemKind::Always(rows) => {
            let mut item = item.clone();
            (item.overlay, item.kind) = (None, ItemKind::Always(rows.clone()));
            if let Some(file) = base.first_mut() {
                file.items.push(item);
            }
        }
        ItemKind::Display(rows) => {
            let shown = base.iter_mut().flat_map(|file| &mut file.items).find_map(|item| match &mut item.kind {
                ItemKind::Display(shown) => Some(shown),
                _ => None,
            });
            match shown {
                Some(shown) => shown.extend(rows.iter().cloned()),
                None => drop(find(base, item, found)),
            }
        }
        _ => {
            if let Some((f, i)) = find(base, item, found) {
                change_item(&mut base[f].items[i], item, found);
            }
        }
    }
}

fn change_item(old: &mut Item, new: &Item, found: &mut Vec<Diagnostic>) {
    old.cites.extend(new.cites.iter().cloned());
    match (&mut old.kind, &new.kind) {
        (ItemKind::Sheet(old), ItemKind::Sheet(new)) => sheets::change(old, new),
        (ItemKind::Kind { body: KindBody::Rows(old), .. }, ItemKind::Kind { body: KindBody::Rows(new), .. }) => {
            rows::kind(old, new, found);
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
            found.push(Diagnostic::error(codes::OVERLAY_FIELD, new.head, message).help(help));
        }
    }
}
