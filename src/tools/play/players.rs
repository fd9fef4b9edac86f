//! The table of the players in a drawn position.

use super::contents::contents;
use super::written::{NOTHING, listed, of_player, words};
use crate::tools::grid::{self, TextTable};
use crate::tools::paint::{Paint, clean};
use tavola_game::{Display, PlaceView, View};

/// Cells up to this width stand in the table; longer ones get lines of their own.
const CELL: usize = 14;

/// The players' table: a column for each track, memory and place that is indexed by players alone.
pub(super) struct Players<'a> {
    names: &'a [String],
    columns: Vec<(String, Vec<String>)>,
}

impl<'a> Players<'a> {
    /// What is shown of players: what the rules say in its order, then the other tracks and memory.
    pub(super) fn new(names: &'a [String], view: &View, display: &Display) -> Self {
        let mut players = Self { names, columns: Vec::new() };
        for shown in &view.shown {
            if let (Some((_, member, _)), Some(value)) = (&shown.of, &shown.value)
                && let Some(seat) = names.iter().position(|name| name == member)
            {
                players.set(&clean(&shown.name), seat, clean(value));
            }
        }
        let tracks = view.tracks.iter().map(|t| (&t.name, &t.index, &t.told));
        let memory = view.memory.iter().map(|m| (&m.name, &m.index, &m.told));
        for (name, index, value) in tracks.chain(memory).filter(|(name, _, _)| !display.leaves_out(name)) {
            if let Some(seat) = of_player(index, names) {
                players.set(&words(name), seat, clean(value));
            }
        }
        players
            .columns
            .retain(|(_, cells)| !cells.iter().all(|cell| cell.is_empty() || NOTHING.contains(&cell.as_str())));
        players
    }

    fn set(&mut self, column: &str, seat: usize, cell: String) {
        let at = self.columns.iter().position(|c| c.0 == column).unwrap_or_else(|| {
            self.columns.push((column.to_string(), vec![String::new(); self.names.len()]));
            self.columns.len() - 1
        });
        self.columns[at].1[seat] = cell;
    }

    /// Adds places that are indexed by players.
    pub(super) fn place(&mut self, name: &str, group: &[&PlaceView]) {
        if group.iter().all(|p| p.total == Some(0)) {
            return;
        }
        for place in group {
            if let Some(seat) = of_player(&place.index, self.names) {
                self.set(name, seat, contents(place));
            }
        }
    }

    /// Adds a place without index, if everything in it belongs to players: `cart[anna]`.
    pub(super) fn owned(&mut self, name: &str, place: &PlaceView) -> bool {
        let owners: Option<Vec<(usize, &str, u32)>> =
            place.things.iter().map(|(thing, _, n)| self.owner(thing, *n)).collect();
        let Some(owners) = owners.filter(|all| !all.is_empty() && place.open) else {
            return false;
        };
        for (seat, what, n) in owners {
            let so_far = self.columns.iter().find(|c| c.0 == name).map(|c| c.1[seat].clone()).unwrap_or_default();
            let more = if so_far.is_empty() { String::new() } else { format!("{so_far}, ") };
            self.set(name, seat, format!("{more}{n}x {}", words(what)));
        }
        true
    }

    fn owner<'t>(&self, thing: &'t str, n: u32) -> Option<(usize, &'t str, u32)> {
        let (what, rest) = thing.split_once('[')?;
        let owner = rest.strip_suffix(']')?;
        Some((self.names.iter().position(|name| name == owner)?, what, n))
    }

    /// The table, then what is too long for it.
    pub(super) fn draw(&self, paint: Paint, width: usize, lines: &mut Vec<String>) {
        let short = |c: &&(String, Vec<String>)| c.1.iter().all(|cell| grid::width(cell) <= CELL);
        let mut table = TextTable::new();
        let columns: Vec<&(String, Vec<String>)> = self.columns.iter().filter(short).collect();
        table.row(std::iter::once("players").chain(columns.iter().map(|c| c.0.as_str())));
        for (seat, name) in self.names.iter().enumerate() {
            table.row(std::iter::once(format!("  {name}")).chain(columns.iter().map(|c| c.1[seat].clone())));
        }
        if !columns.is_empty() {
            let drawn = table.lines("");
            lines.extend(drawn.iter().enumerate().map(|(at, l)| if at == 0 { paint.bold(l) } else { l.clone() }));
            lines.push(String::new());
        }
        let widest = self.names.iter().map(|n| grid::width(n)).max().unwrap_or(0);
        for (name, cells) in self.columns.iter().filter(|c| !short(c)) {
            lines.push(paint.bold(name));
            for (owner, cell) in self.names.iter().zip(cells).filter(|(_, cell)| !cell.is_empty()) {
                let gap = " ".repeat(widest - grid::width(owner));
                listed(&format!("  {owner}{gap}  "), widest + 4, cell, width, lines);
            }
            lines.push(String::new());
        }
    }
}
