//! A board of squares or hexagons with at most one thing on each cell: a letter for each thing, and the names of columns and
//! rows at the sides.

use super::labels::{player, words};
use crate::tools::grid::width;
use crate::tools::paint::clean;
use tavola_game::{PlaceView, Spot};
use tavola_page::scene::{Stage, sort_and_index};

/// Maximum number of sorts of things that get a letter.
const SORTS: usize = 10;

/// A sort of thing, with its owner if it has one.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sort<'v> {
    base: &'v str,
    owner: Option<&'v str>,
}

/// Letters for the things on a board.
struct Letters<'v> {
    /// The letter of each sort, or of each owner if there is only one sort.
    words: Vec<(&'v str, char)>,
    /// True if the letters stand for owners.
    owners: bool,
    /// The player whose things are capitals, if both players have several sorts.
    capitals: Option<&'v str>,
}

/// The lines of the board. `None` if it is not a board, a cell may hold more, letters are not enough, or it is too wide.
pub(super) fn draw(cells: &[&PlaceView], stage: &Stage, within: usize) -> Option<Vec<String>> {
    let ids = stage.ids();
    let spots: Vec<Spot> = cells.iter().map(|cell| cell.spot).collect::<Option<_>>()?;
    let plain = |cell: &&PlaceView| cell.open && cell.total.is_some_and(|total| total <= 1) && cell.layers.is_empty();
    if spots.iter().any(|spot| spot.wrapped) || !cells.iter().all(plain) {
        return None;
    }
    let letters = Letters::of(cells, ids)?;
    let size = |of: fn(&Spot) -> u32| spots.iter().map(of).max().unwrap_or(0) + 1;
    let (columns, rows) = (size(|spot| spot.column), size(|spot| spot.row));
    let name = |column: u32, row: u32| {
        let at = spots.iter().position(|spot| (spot.column, spot.row) == (column, row))?;
        Some((cells[at], clean(cells[at].index_titles.first()?)))
    };
    // Names of cells consist of column and row. Letters or digits of the first cell give the name of a row or column.
    let column_name = |column: u32| name(column, 0).map_or_else(String::new, |(_, name)| trimmed(&name, true));
    let row_name = |row: u32| name(0, row).map_or_else(String::new, |(_, name)| trimmed(&name, false));
    let head: Vec<String> = (0..columns).map(column_name).collect();
    let side = (0..rows).map(|row| width(&row_name(row))).max().unwrap_or(0);
    let cell = head.iter().map(|name| width(name)).max().unwrap_or(1) + 1;
    let shift = |row: u32| if spots[0].hexes { " ".repeat(row as usize * cell / 2) } else { String::new() };
    let head = format!("  {}{}", " ".repeat(side), padded(head.iter().map(String::as_str), cell));
    // The first row of squares is at the bottom, as players expect.
    let squares = !spots[0].hexes;
    let mut lines: Vec<String> = if squares { Vec::new() } else { vec![head.clone()] };
    for row in 0..rows {
        let row = if squares { rows - 1 - row } else { row };
        let marks = (0..columns).map(|column| letters.mark(name(column, row).map(|(cell, _)| cell), ids));
        let marks: Vec<String> = marks.map(String::from).collect();
        let label = row_name(row);
        let gap = " ".repeat(side - width(&label));
        lines.push(format!("  {gap}{label}{}{}", shift(row), padded(marks.iter().map(String::as_str), cell)));
    }
    lines.extend(squares.then_some(head));
    lines.extend(letters.legend(stage));
    lines.iter().all(|line| width(line) <= within).then_some(lines)
}

/// The letters of a name such as `b11`, or its number.
fn trimmed(name: &str, letters: bool) -> String {
    name.chars().filter(|c| c.is_alphabetic() == letters).collect()
}

fn padded<'t>(texts: impl Iterator<Item = &'t str>, cell: usize) -> String {
    texts.map(|text| format!("{}{text}", " ".repeat(cell - width(text)))).collect()
}

/// Splits a notation into sort and owner: `duke[anna]`.
fn sort<'v>(notation: &'v str, names: &[String]) -> Sort<'v> {
    match sort_and_index(notation) {
        (base, Some(owner)) if names.iter().any(|name| name == owner) => Sort { base, owner: Some(owner) },
        _ => Sort { base: notation, owner: None },
    }
}

impl<'v> Letters<'v> {
    fn of(cells: &[&'v PlaceView], names: &'v [String]) -> Option<Self> {
        let mut sorts: Vec<Sort<'v>> = Vec::new();
        for (notation, _, _) in cells.iter().flat_map(|cell| &cell.things) {
            let sort = sort(notation, names);
            if !sorts.contains(&sort) {
                sorts.push(sort);
            }
        }
        let mut bases: Vec<&str> = sorts.iter().map(|sort| sort.base).collect();
        bases.sort_unstable();
        bases.dedup();
        if bases.len() <= 1 && sorts.iter().all(|sort| sort.owner.is_some()) {
            return Some(Self { words: lettered(names.iter().map(String::as_str))?, owners: true, capitals: None });
        }
        let owners = names.iter().filter(|name| sorts.iter().any(|sort| sort.owner == Some(name.as_str())));
        if owners.count() > 2 || names.len() > 2 && sorts.iter().any(|sort| sort.owner.is_some()) {
            return None;
        }
        let owned = sorts.iter().any(|sort| sort.owner.is_some());
        let capitals = names.first().map(String::as_str).filter(|_| owned);
        Some(Self { words: lettered(bases.into_iter())?, owners: false, capitals })
    }

    fn mark(&self, cell: Option<&PlaceView>, names: &[String]) -> char {
        let Some(cell) = cell else { return ' ' };
        let Some((notation, _, _)) = cell.things.first() else { return '\u{b7}' };
        let sort = sort(notation, names);
        let word = if self.owners { sort.owner.unwrap_or_default() } else { sort.base };
        let letter = self.words.iter().find(|(known, _)| *known == word).map_or('?', |(_, letter)| *letter);
        if self.capitals.is_some() && sort.owner == self.capitals { letter.to_ascii_uppercase() } else { letter }
    }

    /// Explanation of the letters.
    fn legend(&self, stage: &Stage) -> Option<String> {
        if self.words.is_empty() {
            return None;
        }
        let name = |word: &str| player(word, stage).unwrap_or_else(|| words(word));
        let words: Vec<String> = self.words.iter().map(|(word, letter)| format!("{letter} {}", name(word))).collect();
        let whose = self.capitals.map_or_else(String::new, |id| format!("; capitals: {}", name(id)));
        Some(format!("  ({}{whose})", words.join(", ")))
    }
}

/// A letter for each word: its first one that is free. `None` if there are too many words, or no letter is free.
fn lettered<'t>(words: impl Iterator<Item = &'t str>) -> Option<Vec<(&'t str, char)>> {
    let mut taken: Vec<(&str, char)> = Vec::new();
    for word in words {
        let free = |c: &char| c.is_ascii_lowercase() && !taken.iter().any(|(_, other)| other == c);
        let letter = word.chars().map(|c| c.to_ascii_lowercase()).find(free)?;
        taken.push((word, letter));
    }
    (taken.len() <= SORTS).then_some(taken)
}
