//! How figures, players and sections are written.

use super::{Simulation, is_timed};
use crate::tools::grid::TextTable;
use crate::tools::seats;
use tavola_lab::statistics::Share;

/// Who played by which rules: what figures say of a game is said of such players.
pub(super) fn provenance(run: &Simulation) -> String {
    let moving = if run.rotate { ", rotating by one seat after each game" } else { "" };
    let timed = if is_timed(&run.agents) { "; time-limited, so these figures are not reproducible" } else { "" };
    seats::provenance(&format!("{}{moving}{timed}", seats::players(&run.agents)), &run.rules)
}

/// A table with its title, behind an empty line.
pub(super) fn section(title: &str, grid: TextTable, lines: &mut Vec<String>) {
    let drawn = grid.lines("  ");
    if drawn.len() > 1 || !title.is_empty() {
        lines.push(String::new());
    }
    if !title.is_empty() {
        lines.push(title.to_string());
    }
    lines.extend(drawn);
}

/// `12.5%`
pub(super) fn percent(rate: f64) -> String {
    format!("{:.1}%", rate * 100.0)
}

/// `9.5 - 90.5%`
pub(super) fn interval(share: &Share) -> String {
    format!("{:.1} - {:.1}%", share.low * 100.0, share.high * 100.0)
}
