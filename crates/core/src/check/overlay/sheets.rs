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
    let mut done: Vec<(u8, Option<&str>)> = Vec::new();
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
fn put(fields: &mut Vec<Field>, label: (u8, Option<&str>), lines: Vec<Field>) {
    let first = fields.iter().position(|field| self::label(&field.kind) == label);
    let at = first.unwrap_or_else(|| {
        fields.iter().position(|field| self::label(&field.kind).0 > label.0).unwrap_or(fields.len())
    });
    fields.retain(|field| self::label(&field.kind) != label);
    let at = at.min(fields.len());
    fields.splice(at..at, lines);
}

/// What a line is called, in the order in which sheets are usually written; `let:` and `remember:` by their names.
fn label(field: &FieldKind) -> (u8, Option<&str>) {
    match field {
        FieldKind::Optional(_) => (0, None),
        FieldKind::Limit(_) => (1, None),
        FieldKind::Remember(name, _) => (2, Some(&name.text)),
        FieldKind::Also(_) => (3, None),
        FieldKind::Until(..) => (4, None),
        FieldKind::AtOnce(..) => (5, None),
        FieldKind::Let(name, _) => (6, Some(&name.text)),
        FieldKind::When(..) => (7, None),
        FieldKind::Cost(_) => (8, None),
        FieldKind::Choose(_) => (9, None),
        FieldKind::Effect(_) => (10, None),
        FieldKind::Who(_) => (11, None),
        FieldKind::AskedAlways => (12, None),
        FieldKind::Question(_) => (13, None),
    }
}

/// What a line is called: `when`, `let far`.
pub(super) fn word(field: &FieldKind) -> String {
    match field {
        FieldKind::Optional(_) => "optional".to_owned(),
        FieldKind::Limit(_) => "limit".to_owned(),
        FieldKind::Remember(name, _) => format!("remember {}", name.text),
        FieldKind::Also(_) => "also".to_owned(),
        FieldKind::Until(..) => "until".to_owned(),
        FieldKind::AtOnce(..) => "at once".to_owned(),
        FieldKind::Let(name, _) => format!("let {}", name.text),
        FieldKind::When(..) => "when".to_owned(),
        FieldKind::Cost(_) => "cost".to_owned(),
        FieldKind::Choose(_) => "choose".to_owned(),
        FieldKind::Effect(_) => "effect".to_owned(),
        FieldKind::Who(_) => "who".to_owned(),
        FieldKind::AskedAlways => "asked".to_owned(),
        FieldKind::Question(_) => "question".to_owned(),
    }
}

/// The name that a line makes for those below it; of such lines a sheet has several.
pub(super) fn made(field: &FieldKind) -> Option<&str> {
    let (FieldKind::Let(name, _) | FieldKind::Remember(name, _)) = field else { return None };
    Some(&name.text)
}
