//! Sheets: a line replaces the lines with its label.

use tavola_syntax::syntax::ast::{Field, FieldKind, Sheet};

/// `change action hop` + lines, `change card trick x8`.
pub(super) fn change(old: &mut Sheet, new: &Sheet) {
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
        put(&mut old.fields, label, lines);
    }
}

/// The lines with a label make room for the new ones; without any, these go where the order of a sheet wants them.
fn put(fields: &mut Vec<Field>, label: LineLabel<'_>, lines: Vec<Field>) {
    let first = fields.iter().position(|field| self::label(&field.kind) == label);
    let at = first.unwrap_or_else(|| {
        fields.iter().position(|field| self::label(&field.kind).0 > label.0).unwrap_or(fields.len())
    });
    fields.retain(|field| self::label(&field.kind) != label);
    let at = at.min(fields.len());
    fields.splice(at..at, lines);
}

/// Where a line stands in the order in which sheets are usually written, what it is called, and its own name.
type LineLabel<'f> = (u8, &'static str, Option<&'f str>);

/// What a line is called; `let:` and `remember:` by their names.
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

/// What a line is called: `when`, `let far`.
pub(super) fn word(field: &FieldKind) -> String {
    let (_, word, name) = label(field);
    name.map_or_else(|| word.to_owned(), |name| format!("{word} {name}"))
}

/// The name that a line makes for those below it; of such lines a sheet has several.
pub(super) fn made(field: &FieldKind) -> Option<&str> {
    let (FieldKind::Let(name, _) | FieldKind::Remember(name, _)) = field else { return None };
    Some(&name.text)
}
