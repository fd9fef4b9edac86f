//! Rows of tables: named cells are replaced, complete rows with a new name join.

use super::super::codes;
use super::super::names::did_you_mean;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{
    Cell, CellKind, Component, File, Item, ItemKind, Memory, Name, Place, RulingRow, Setting, Table, TableRow,
};

/// A given value replaces the old one.
pub(super) fn over<T: Clone>(old: &mut Option<T>, new: &Option<T>) {
    if new.is_some() {
        old.clone_from(new);
    }
}

fn over_all<T: Clone>(old: &mut Vec<T>, new: &[T]) {
    if !new.is_empty() {
        *old = new.to_vec();
    }
}

/// A table of a game as a list of its rows.
type RowsOf<R> = fn(&mut ItemKind) -> Option<&mut Vec<R>>;

/// A row's name, whether it is complete, and how it is laid over an older one.
type RowOf<R> = (fn(&R) -> &Name, fn(&R) -> bool, fn(&mut R, &R));

/// Changes rows by name; a row that is complete joins the last table of its sort.
fn change<R: Clone>(
    base: &mut [File],
    rows: &[R],
    found: &mut Vec<Diagnostic>,
    of: RowsOf<R>,
    (name, complete, merge): RowOf<R>,
) {
    for row in rows {
        let wanted = name(row);
        let mut tables: Vec<&mut Vec<R>> = items(base).filter_map(|item| of(&mut item.kind)).collect();
        let known: Vec<String> =
            tables.iter().flat_map(|table| table.iter()).map(|old| name(old).text.clone()).collect();
        let holder = tables.iter().position(|table| table.iter().any(|old| name(old).text == wanted.text));
        if let Some(old) = holder.and_then(|at| tables[at].iter_mut().find(|old| name(old).text == wanted.text)) {
            merge(old, row);
            continue;
        }
        match tables.last_mut() {
            Some(table) if complete(row) => table.push(row.clone()),
            _ => missing(wanted, &known, found),
        }
    }
}

fn items(base: &mut [File]) -> impl Iterator<Item = &mut Item> {
    base.iter_mut().flat_map(|file| &mut file.items)
}

fn missing(name: &Name, known: &[String], found: &mut Vec<Diagnostic>) {
    let message = format!("the game has no row `{}` here", name.text);
    let mut finding = Diagnostic::error(codes::OVERLAY_MISSING, name.span, message);
    let near = did_you_mean(&name.text, known.iter().map(String::as_str));
    finding.help = near.or_else(|| Some("to add a row, fill all its columns".into()));
    found.push(finding);
}

/// `change settings`
pub(super) fn settings(base: &mut [File], rows: &[Setting], found: &mut Vec<Diagnostic>) {
    let of: RowsOf<Setting> = |item| {
        if let ItemKind::Settings(rows) = item { Some(rows) } else { None }
    };
    change(
        base,
        rows,
        found,
        of,
        (
            |row| &row.name,
            |row| row.value.is_some() && row.meaning.is_some(),
            |old, new| {
                over(&mut old.value, &new.value);
                over_all(&mut old.range, &new.range);
                over(&mut old.meaning, &new.meaning);
                old.cites.extend(new.cites.iter().cloned());
            },
        ),
    );
}

/// `change rulings`: the old answer becomes an alternative.
pub(super) fn rulings(base: &mut [File], rows: &[RulingRow], found: &mut Vec<Diagnostic>) {
    let of: RowsOf<RulingRow> = |item| {
        if let ItemKind::Rulings(rows) = item { Some(rows) } else { None }
    };
    change(
        base,
        rows,
        found,
        of,
        (
            |row| &row.name,
            |row| row.answer.is_some() && !row.instead.is_empty(),
            |old, new| {
                over_all(&mut old.instead, &new.instead);
                if let Some(answer) = &new.answer {
                    let before = old.answer.replace(answer.clone());
                    old.instead.retain(|word| word.text != answer.text);
                    let other = before.filter(|word| word.text != answer.text);
                    old.instead.extend(other.filter(|_| new.instead.is_empty()));
                }
                over(&mut old.question, &new.question);
                old.cites.extend(new.cites.iter().cloned());
            },
        ),
    );
}

/// `change components`
pub(super) fn components(base: &mut [File], rows: &[Component], found: &mut Vec<Diagnostic>) {
    let of: RowsOf<Component> = |item| {
        if let ItemKind::Components(rows) = item { Some(rows) } else { None }
    };
    change(
        base,
        rows,
        found,
        of,
        (
            |row| &row.head.name,
            |row| row.count.is_some() && !row.start.is_empty(),
            |old, new| {
                over_all(&mut old.head.axes, &new.head.axes);
                over(&mut old.count, &new.count);
                over_all(&mut old.start, &new.start);
                over(&mut old.title, &new.title);
                old.cites.extend(new.cites.iter().cloned());
            },
        ),
    );
}

/// `change places`
pub(super) fn places(base: &mut [File], rows: &[Place], found: &mut Vec<Diagnostic>) {
    let of: RowsOf<Place> = |item| {
        if let ItemKind::Places(rows) = item { Some(rows) } else { None }
    };
    change(
        base,
        rows,
        found,
        of,
        (
            |row| &row.head.name,
            |row| !row.holds.is_empty(),
            |old, new| {
                over_all(&mut old.head.axes, &new.head.axes);
                over_all(&mut old.holds, &new.holds);
                if new.order.is_some() {
                    old.order = new.order;
                    old.refilled.clone_from(&new.refilled);
                }
                over_all(&mut old.limits, &new.limits);
                over_all(&mut old.seen, &new.seen);
                old.cites.extend(new.cites.iter().cloned());
            },
        ),
    );
}

/// `change memory`
pub(super) fn memory(base: &mut [File], rows: &[Memory], found: &mut Vec<Diagnostic>) {
    let of: RowsOf<Memory> = |item| {
        if let ItemKind::Memory(rows) = item { Some(rows) } else { None }
    };
    change(
        base,
        rows,
        found,
        of,
        (
            |row| &row.head.name,
            |row| row.ty.is_some(),
            |old, new| {
                over_all(&mut old.head.axes, &new.head.axes);
                over(&mut old.ty, &new.ty);
                over(&mut old.start, &new.start);
                over_all(&mut old.seen, &new.seen);
                old.cites.extend(new.cites.iter().cloned());
            },
        ),
    );
}

/// `change kind Good`: cells by member and column; new members join with the columns they have.
pub(super) fn kind(old: &mut Table, new: &Table, found: &mut Vec<Diagnostic>) {
    let mut places = Vec::new();
    for column in &new.columns {
        let at = old.columns.iter().position(|other| other.text == column.text);
        if at.is_none() {
            let message = format!("the kind has no column `{}`", column.text);
            let mut finding = Diagnostic::error(codes::OVERLAY_MISSING, column.span, message);
            finding.help = did_you_mean(&column.text, old.columns.iter().map(|other| other.text.as_str()));
            found.push(finding);
        }
        places.push(at);
    }
    for row in &new.rows {
        let Some(name) = member(row) else { continue };
        let known = old.rows.iter().position(|other| member(other).is_some_and(|other| other.text == name.text));
        let at = known.unwrap_or_else(|| {
            let empty = |_: &Name| Cell { kind: CellKind::None, span: row.span };
            let cells = old.columns.iter().map(empty).collect();
            old.rows.push(TableRow { cells, cites: Vec::new(), span: row.span });
            old.rows.len() - 1
        });
        let target = &mut old.rows[at];
        for (cell, place) in row.cells.iter().zip(&places) {
            if let Some(slot) = place.and_then(|place| target.cells.get_mut(place)) {
                *slot = cell.clone();
            }
        }
        target.cites.extend(row.cites.iter().cloned());
    }
}

fn member(row: &TableRow) -> Option<&Name> {
    row.cells.iter().find_map(|cell| if let CellKind::Member(name, _) = &cell.kind { Some(name) } else { None })
}
