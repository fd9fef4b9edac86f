//! Applies `change` to sheets: new lines replace the old lines with the same label.

use super::overlaid::OverlayPass;
use crate::check::names::DeclarationSort;
use tavola_syntax::syntax::ast::{Field, FieldKind, Name, Sheet};

/// Applies `change action hop` with lines, or `change card trick x8`.
pub(super) fn change(old: &mut Sheet, new: &Sheet, laying: &mut OverlayPass) {
    if new.copies.is_some() {
        old.copies.clone_from(&new.copies);
    }
    if new.title.is_some() {
        old.title.clone_from(&new.title);
    }
    if new.at.is_some() {
        old.at.clone_from(&new.at);
    }
    if !new.of.is_empty() {
        old.of.clone_from(&new.of);
    }
    let mut done: Vec<LineLabel<'_>> = Vec::new();
    for field in &new.fields {
        let label = label(&field.kind);
        if done.contains(&label) {
            continue;
        }
        done.push(label);
        let lines: Vec<Field> = new.fields.iter().filter(|other| self::label(&other.kind) == label).cloned().collect();
        let declared = |field: &Field| declares(&field.kind).map(|name| (name.clone(), field.span));
        let before = old.fields.iter().find(|field| self::label(&field.kind) == label).and_then(declared);
        if let (Some((before, part)), Some((after, row))) = (before, declared(field)) {
            let sort = if label.1 == "remember" { DeclarationSort::Remembered } else { DeclarationSort::Local };
            laying.changes(sort, (&after, row), (before.span, part));
        }
        put(&mut old.fields, label, lines);
    }
}

/// Replaces the lines with a label. If there are none, inserts the new lines in the usual order of a sheet.
fn put(fields: &mut Vec<Field>, label: LineLabel<'_>, lines: Vec<Field>) {
    let first = fields.iter().position(|field| self::label(&field.kind) == label);
    let at = first.unwrap_or_else(|| {
        fields.iter().position(|field| self::label(&field.kind).0 > label.0).unwrap_or(fields.len())
    });
    fields.retain(|field| self::label(&field.kind) != label);
    let at = at.min(fields.len());
    fields.splice(at..at, lines);
}

/// Rank of a line in the usual order of a sheet, its label, and the name that it declares.
type LineLabel<'f> = (u8, &'static str, Option<&'f str>);

/// Label of a line. `let:` and `remember:` include their names, as a sheet may have several.
fn label(field: &FieldKind) -> LineLabel<'_> {
    match field {
        FieldKind::Optional(_) => (0, "optional", None),
        FieldKind::Limit(_) => (1, "limit", None),
        FieldKind::Remember(name, _) => (2, "remember", Some(&name.text)),
        FieldKind::Also(_) => (3, "also", None),
        FieldKind::Until(..) => (4, "until", None),
        FieldKind::AtOnce(..) => (5, "at once", None),
        FieldKind::Let(name, _) => (6, "let", Some(&name.text)),
        FieldKind::When(..) => (7, "when", None),
        FieldKind::Cost(_) => (8, "cost", None),
        FieldKind::Choose(_) => (9, "choose", None),
        FieldKind::Effect(_) => (10, "effect", None),
        FieldKind::Who(_) => (11, "who", None),
        FieldKind::AskedAlways => (12, "asked", None),
        FieldKind::Question(_) => (13, "question", None),
    }
}

/// Label of a line as one text: `when`, `let far`.
pub(super) fn word(field: &FieldKind) -> String {
    let (_, word, name) = label(field);
    name.map_or_else(|| word.to_owned(), |name| format!("{word} {name}"))
}

/// The name that a line declares for the lines below it.
pub(super) fn declares(field: &FieldKind) -> Option<&Name> {
    let (FieldKind::Let(name, _) | FieldKind::Remember(name, _)) = field else { return None };
    Some(name)
}
