//! Rows of the tables of a game, with those that stand for several written out.

use super::names::PrintedNames;
use crate::doc::markdown::{unquoted, words};
use tavola_game::RulePart;

/// A row that stands for more members than this is not written out.
const MOST: usize = 24;

/// A row as it is printed: its name, and its cells by column.
#[derive(Clone)]
pub(super) struct PrintedRow {
    pub(super) name: String,
    /// Column and cell as the rules have them; none: a cell that only the rules can work out.
    pub(super) cells: Vec<(String, Option<String>)>,
}

impl PrintedRow {
    /// The cell of a column; none where it has no entry.
    pub(super) fn cell(&self, head: &str) -> Option<&str> {
        self.cells.iter().find(|(own, _)| own == head)?.1.as_deref()
    }
}

/// The rows of a part: one, or one for each member that its parameter may be (`jar(n in 1..4)` stands for four).
pub(super) fn rows(part: &RulePart, names: &PrintedNames) -> Vec<PrintedRow> {
    let id = part.id.row.as_deref().unwrap_or_default();
    let name = part.cell("name").and_then(unquoted).map_or_else(|| words(id), str::to_owned);
    let cells = part.lines.iter().filter_map(|line| line.split_once(": "));
    let cells: Vec<(String, Option<String>)> = cells
        .filter(|(head, _)| !["id", "name"].contains(head))
        .map(|(head, cell)| (head.to_owned(), Some(cell.to_owned())))
        .collect();
    let mut rows = vec![PrintedRow { name, cells }];
    // A row that counts over something has its whole id as its first line.
    let whole = part.lines.first().and_then(|line| line.strip_prefix(id)?.strip_prefix('('));
    let inside = whole.map_or("", |rest| rest.trim_end_matches(')'));
    for (param, values) in inside.split(", ").filter_map(|one| parameter(one, names)) {
        if rows.len() * values.len() > MOST {
            return Vec::new();
        }
        rows = rows.iter().flat_map(|row| values.iter().map(|value| filled(row, param, value, names))).collect();
    }
    if rows.iter().any(|row| row.name.contains('{')) { Vec::new() } else { rows }
}

/// `n in 1..4` or `d in Town`: the name, and what it may be.
fn parameter<'p>(text: &'p str, names: &PrintedNames) -> Option<(&'p str, Vec<String>)> {
    let (name, of) = text.split_once(" in ")?;
    let values = match of.split_once("..") {
        Some((first, last)) => {
            let (first, last) = (first.trim().parse::<usize>().ok()?, last.trim().parse::<usize>().ok()?);
            (first..=last).take(MOST + 1).map(|n| n.to_string()).collect()
        }
        None => names.members_of(of.trim())?.to_vec(),
    };
    Some((name.trim(), values))
}

/// A row with a value for its parameter.
fn filled(row: &PrintedRow, param: &str, value: &str, names: &PrintedNames) -> PrintedRow {
    let printed = names.of_member(value).unwrap_or(value);
    let cell = |cell: &String| {
        let has = |c: char| !c.is_alphanumeric() && c != '_';
        match cell == param {
            true => Some(value.to_owned()),
            false => cell.split(has).all(|word| word != param).then(|| cell.clone()),
        }
    };
    PrintedRow {
        name: row.name.replace(&format!("{{{param}}}"), printed),
        cells: row.cells.iter().map(|(head, text)| (head.clone(), text.as_ref().and_then(cell))).collect(),
    }
}
