//! How figures, players and sections are written.

use crate::play::statistics::Share;
use crate::tools::grid::Grid;

/// Who plays, each sort once: what figures say of a game is said of such players.
pub(super) fn players(agents: &[String]) -> String {
    let mut sorts: Vec<&str> = agents.iter().map(String::as_str).collect();
    sorts.sort_unstable();
    sorts.dedup();
    sorts.join(" and ")
}

/// A table with its title, behind an empty line.
pub(super) fn section(title: &str, grid: Grid, lines: &mut Vec<String>) {
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
