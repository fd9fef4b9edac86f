//! Percentages and intervals of shares.

use super::{Simulation, is_timed};
use crate::tools::document::TextLine;
use crate::tools::seats;
use tavola_lab::statistics::{Mean, Share};

/// Players and rules of a run.
pub(super) fn provenance(run: &Simulation) -> String {
    let moving = if run.rotate { ", rotating by one seat after each game" } else { "" };
    let timed = if is_timed(&run.bots) { "; time-limited, so these figures are not reproducible" } else { "" };
    seats::provenance(&format!("{}{moving}{timed}", seats::players(&run.bots)), &run.rules)
}

/// `12.5%`
pub(super) fn percent(rate: f64) -> String {
    format!("{:.1}%", rate * 100.0)
}

/// Percentage points of a mean share, without its sign, and of the ends of its interval.
pub(super) fn points(Mean { mean, low, high, .. }: &Mean) -> [String; 3] {
    [mean.abs(), *low, *high].map(|part| format!("{:.1}", part * 100.0))
}

/// `more` or `less`
pub(super) fn more(difference: f64) -> &'static str {
    if difference < 0.0 { "less" } else { "more" }
}

/// Cells of a share and its interval: `24.5%`, `9.5 - 90.5%`
pub(super) fn share(share: &Share) -> [String; 2] {
    [percent(share.rate), format!("{:.1} - {:.1}%", share.low * 100.0, share.high * 100.0)]
}

/// A name of the rules as people read it.
pub(super) fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// A row: its name, then its cells.
pub(super) fn row(name: impl Into<TextLine>, cells: impl IntoIterator<Item = String>) -> Vec<TextLine> {
    std::iter::once(name.into()).chain(cells.into_iter().map(TextLine::from)).collect()
}
