//! How names, lists and lines are written wherever a position is drawn.

use crate::tools::grid;
use crate::tools::paint::clean;
use tavola_game::{CountedThing, PlaceView};

/// Values that are not worth a line.
pub(super) const NOTHING: [&str; 2] = ["none", "no"];
/// Tables with more rows leave the empty ones out.
pub(super) const ROWS: usize = 8;

/// A name of the rules as words: `used_cards` is `used cards`.
pub(super) fn words(name: &str) -> String {
    clean(name).replace('_', " ")
}

/// A place within those of its name: what its indexes are called.
pub(super) fn row_name(place: &PlaceView) -> String {
    let shown = if place.shown.is_empty() { &place.index } else { &place.shown };
    clean(&shown.join(" "))
}

/// `3x Feast, Visit Hill`
pub(super) fn listing(things: &[CountedThing]) -> String {
    let thing = |(_, shown, n): &CountedThing| if *n == 1 { clean(shown) } else { format!("{n}x {}", clean(shown)) };
    things.iter().map(thing).collect::<Vec<_>>().join(", ")
}

/// The player that an index is, if it is one.
pub(super) fn of_player(index: &[String], names: &[String]) -> Option<usize> {
    if let [one] = index { names.iter().position(|n| n == one) } else { None }
}

/// A head and a text beside it, broken into lines.
pub(super) fn listed(head: &str, indent: usize, text: &str, width: usize, lines: &mut Vec<String>) {
    let wrapped = grid::wrap(text, width, &" ".repeat(indent));
    for (at, line) in wrapped.into_iter().enumerate() {
        lines.push(if at == 0 { format!("{head}{}", line.trim_start()) } else { line });
    }
}
