//! Names of cells. A cell of a grid is both `a11` and `cell(1, 11)`, and a wrapped board has more names, such as `cell(0, 1)`.
//! All are replaced by the one that [`Referee::notation`](crate::Referee::notation) writes.

use std::borrow::Cow;

use crate::Game;
use tavola_core::code::MemberName;

/// Grids whose cells can be named.
struct Boards<'g> {
    /// For each grid, the number of columns and the names of its cells, row by row.
    boards: Vec<(i64, &'g [MemberName])>,
    wrapped: bool,
}

impl Game {
    /// Replaces every `cell(1, 11)` in a text by the cell's notation. Names of unknown cells stay.
    pub fn with_cells<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if !text.contains("cell") {
            return Cow::Borrowed(text);
        }
        let named = self.boards();
        let mut made = String::new();
        let mut rest = text;
        while let Some(start) = rest.find("cell") {
            let (before, word) = rest.split_at(start);
            let whole = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let after = &word["cell".len()..];
            made.push_str(before);
            let (name, after) = named.read(after).filter(|_| whole).unwrap_or(("cell", after));
            made.push_str(name);
            rest = after;
        }
        made.push_str(rest);
        if made == text { Cow::Borrowed(text) } else { Cow::Owned(made) }
    }

    fn boards(&self) -> Boards<'_> {
        let grids = self.book().boards.iter().filter_map(|board| board.grid.as_ref().map(|grid| (board, grid)));
        let mut named = Boards { boards: Vec::new(), wrapped: false };
        for (board, grid) in grids {
            let names = &self.legend().kinds[board.nodes.index()];
            let columns = names.field.map_or(1, |field| i64::from(field.columns)).max(1);
            named.boards.push((columns, &names.members));
            // With several boards it is not known on which one a number wraps.
            named.wrapped = grid.wrapped && named.boards.len() == 1;
        }
        named
    }
}

impl<'g> Boards<'g> {
    /// Parses what follows the word `cell`: the cell's notation, and the rest of the text. Numbers wrap on a wrapped board.
    fn read<'t>(&self, after: &'t str) -> Option<(&'g str, &'t str)> {
        let (inside, rest) = after.trim_start().strip_prefix('(')?.split_once(')')?;
        let (column, row) = inside.split_once(',')?;
        let (column, row): (i64, i64) = (column.trim().parse().ok()?, row.trim().parse().ok()?);
        let name = self.boards.iter().find_map(|&(columns, names)| {
            let within = |at: i64, size: i64| {
                let at = at.checked_sub(1)?;
                if self.wrapped { Some(at.rem_euclid(size)) } else { Some(at).filter(|at| (0..size).contains(at)) }
            };
            let rows = (names.len() as i64 / columns).max(1);
            let at = within(row, rows)? * columns + within(column, columns)?;
            names.get(usize::try_from(at).ok()?)
        })?;
        Some((&name.notation, rest))
    }
}
