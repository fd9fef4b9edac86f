//! The cells of a board have two names, `a11` and `cell(1, 11)`, and on a wrapped board more of them: `cell(0, 1)`.
//! Whatever a person or a script writes is read here as the one that [`Referee::notation`](super::Referee::notation) writes.

use std::borrow::Cow;

use super::Game;
use crate::ir;

/// The board of a game of which cells can be named.
struct Field {
    columns: i64,
    rows: i64,
    wrapped: bool,
}

impl Game {
    /// The same text with every name of a cell as the notation has it. What is called like a cell but is something else stays.
    pub(crate) fn with_cells<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let Some(field) = self.field() else { return Cow::Borrowed(text) };
        let mut made = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric() || c == '_') {
            let (before, word) = rest.split_at(start);
            let end = word.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(word.len());
            let (word, after) = word.split_at(end);
            made.push_str(before);
            let (read, after) = match (word, self.named(word, &field)) {
                ("cell", _) => field.counted(after),
                (_, Some(cell)) if !after.starts_with(['(', '[']) => (Some(cell), after),
                _ => (None, after),
            };
            made.push_str(read.as_deref().unwrap_or(word));
            rest = after;
        }
        made.push_str(rest);
        if made == text { Cow::Borrowed(text) } else { Cow::Owned(made) }
    }

    /// The same text with every cell as players read it: `a11` for `cell(1, 11)`. Where such a name is that of something else it stays.
    pub(crate) fn as_read<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let Some(field) = self.field().filter(|_| text.contains("cell(")) else { return Cow::Borrowed(text) };
        let mut made = String::new();
        let mut rest = text;
        while let Some(start) = rest.find("cell(") {
            let (before, cell) = rest.split_at(start);
            let whole = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let end = cell.find(')').map_or(cell.len(), |end| end + 1);
            let (cell, after) = cell.split_at(end);
            let name = numbers(cell).map(|(column, row)| ir::cell_name(column, row));
            let name = name.filter(|name| whole && self.named(name, &field).as_deref() == Some(cell));
            made.push_str(before);
            made.push_str(name.as_deref().unwrap_or(cell));
            rest = after;
        }
        made.push_str(rest);
        Cow::Owned(made)
    }

    /// The only board whose cells `cell(..)` names.
    fn field(&self) -> Option<Field> {
        let boards = self.inner.book.boards.iter();
        let mut grids = boards.filter_map(|board| board.grid.as_ref().map(|grid| (board.nodes, grid.wrapped)));
        let (Some((kind, wrapped)), None) = (grids.next(), grids.next()) else { return None };
        let names = &self.inner.lowered.legend.kinds[kind.index()];
        let columns = i64::from(names.field?.columns).max(1);
        Some(Field { columns, rows: names.members.len() as i64 / columns, wrapped })
    }

    /// The notation of the cell that is called so, unless something else is.
    fn named(&self, word: &str, field: &Field) -> Option<String> {
        let (column, row) = ir::read_cell(word)?;
        let (column, row) = (i64::from(column), i64::from(row));
        let legend = &self.inner.lowered.legend;
        let mut others = legend.kinds.iter().flat_map(|kind| &kind.members).chain(&legend.pieces);
        let taken = others.any(|name| name.notation == word);
        (!taken && column <= field.columns && row <= field.rows).then(|| format!("cell({column}, {row})"))
    }
}

/// The column and row of `cell(1, 11)`.
fn numbers(cell: &str) -> Option<(u32, u32)> {
    let (column, row) = cell.strip_prefix("cell(")?.strip_suffix(')')?.split_once(", ")?;
    Some((column.parse().ok()?, row.parse().ok()?))
}

impl Field {
    /// What follows the word `cell`: on a wrapped board it counts round. The rest comes back.
    fn counted<'t>(&self, after: &'t str) -> (Option<String>, &'t str) {
        let read = || {
            let (inside, rest) = after.trim_start().strip_prefix('(')?.split_once(')')?;
            let (column, row) = inside.split_once(',')?;
            let (column, row): (i64, i64) = (column.trim().parse().ok()?, row.trim().parse().ok()?);
            let round = |at: i64, size: i64| at.checked_sub(1).map(|at| at.rem_euclid(size.max(1)) + 1);
            Some((format!("cell({}, {})", round(column, self.columns)?, round(row, self.rows)?), rest))
        };
        match read().filter(|_| self.wrapped) {
            Some((cell, rest)) => (Some(cell), rest),
            None => (None, after),
        }
    }
}
