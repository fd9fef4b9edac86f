//! The table of the players in a drawn position.

use super::contents::contents;
use super::labels::{list, words};
use crate::tools::document::TextTable;
use crate::tools::grid;
use crate::tools::paint::{Paint, clean};
use tavola_game::PlaceView;
use tavola_page::scene::{ShownGroup, ShownItem, ShownWhat, is_worth, sort_and_index};

/// Maximum width of a cell in the table. Columns with wider ones are printed below it.
const CELL: usize = 14;

/// The players' table: a column for each track, memory and place that is indexed by players alone.
pub(super) struct Players<'a> {
    /// Names in notation, by seat.
    ids: &'a [String],
    names: &'a [String],
    columns: Vec<(String, Vec<String>)>,
}

impl<'a> Players<'a> {
    /// Creates a table without columns.
    pub(super) fn new(ids: &'a [String], names: &'a [String]) -> Self {
        Self { ids, names, columns: Vec::new() }
    }

    fn set(&mut self, column: &str, seat: usize, cell: String) {
        let at = self.columns.iter().position(|c| c.0 == column).unwrap_or_else(|| {
            self.columns.push((column.to_string(), vec![String::new(); self.names.len()]));
            self.columns.len() - 1
        });
        self.columns[at].1[seat] = cell;
    }

    /// Adds a column with what each player has under one name, if anyone has anything.
    pub(super) fn add(&mut self, group: &ShownGroup<'_>) {
        let cell = |item: &ShownItem<'_>| match item.what {
            ShownWhat::Place(place) => contents(place),
            _ => item.text().map(clean).unwrap_or_default(),
        };
        let cells = group.items.iter().map(|item| (group.seat(item, self.ids), cell(item)));
        let cells: Vec<(usize, String)> = cells.filter_map(|(seat, cell)| Some((seat?.0, cell))).collect();
        if cells.iter().any(|(_, cell)| is_worth(cell)) {
            cells.into_iter().for_each(|(seat, cell)| self.set(&clean(&group.name), seat, cell));
        }
    }

    /// Adds a column for a place without index, if all things in it belong to players: `cart[anna]`.
    pub(super) fn owned(&mut self, name: &str, place: &PlaceView) -> bool {
        let owners: Option<Vec<(usize, &str, u32)>> =
            place.things.iter().map(|(thing, _, n)| self.owner(thing, *n)).collect();
        let Some(owners) = owners.filter(|all| !all.is_empty() && place.open) else {
            return false;
        };
        for (seat, what, n) in owners {
            let so_far = self.columns.iter().find(|c| c.0 == name).map(|c| c.1[seat].clone()).unwrap_or_default();
            let more = if so_far.is_empty() { String::new() } else { format!("{so_far}, ") };
            let many = if n == 1 { String::new() } else { format!("{n}x ") };
            self.set(name, seat, format!("{more}{many}{}", words(what)));
        }
        true
    }

    fn owner<'t>(&self, thing: &'t str, n: u32) -> Option<(usize, &'t str, u32)> {
        let (what, owner) = sort_and_index(thing);
        Some((self.ids.iter().position(|id| Some(id.as_str()) == owner)?, what, n))
    }

    /// Draws the table, then the columns that are too wide for it.
    pub(super) fn draw(&self, paint: Paint, width: usize, lines: &mut Vec<String>) {
        let short = |c: &&(String, Vec<String>)| c.1.iter().all(|cell| grid::width(cell) <= CELL);
        let columns: Vec<&(String, Vec<String>)> = self.columns.iter().filter(short).collect();
        let mut table = TextTable::new(std::iter::once("players").chain(columns.iter().map(|c| c.0.as_str())));
        for (seat, name) in self.names.iter().enumerate() {
            table.row(std::iter::once(format!("  {}", clean(name))).chain(columns.iter().map(|c| c.1[seat].clone())));
        }
        if !columns.is_empty() {
            let drawn = table.lines(paint, "");
            lines.extend(drawn.iter().enumerate().map(|(at, l)| if at == 0 { paint.bold(l) } else { l.clone() }));
            lines.push(String::new());
        }
        for (name, cells) in self.columns.iter().filter(|c| !short(c)) {
            lines.push(paint.bold(name));
            let rows: Vec<(String, String)> =
                self.names.iter().map(|name| clean(name)).zip(cells.iter().cloned()).collect();
            list("  ", str::to_owned, &rows, width, lines);
            lines.push(String::new());
        }
    }
}
