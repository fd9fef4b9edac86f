//! Text of names, lists and lines in a drawn position.

use crate::tools::grid;
use crate::tools::paint::clean;
use tavola_game::{CountedThing, PlaceView};
use tavola_page::scene::{self, Stage};

/// A name of the rules as words: `used_cards` is `used cards`.
pub(super) fn words(name: &str) -> String {
    clean(&scene::words(name))
}

/// The name of the player with this id, as people read it.
pub(super) fn player(id: &str, stage: &Stage) -> Option<String> {
    let seat = stage.ids().iter().position(|own| own == id)?;
    Some(clean(&stage.names()[seat]))
}

/// The indexes of a place in words. They distinguish it from others of its name.
pub(super) fn row_name(place: &PlaceView) -> String {
    let shown = if place.index_titles.is_empty() { &place.index } else { &place.index_titles };
    clean(&shown.join(" "))
}

/// Things in words: `3x Feast, Visit Hill`
pub(super) fn listing(things: &[CountedThing]) -> String {
    let thing = |(_, shown, n): &CountedThing| if *n == 1 { clean(shown) } else { format!("{n}x {}", clean(shown)) };
    things.iter().map(thing).collect::<Vec<_>>().join(", ")
}

/// Adds lines of heads with a text beside each. A head without a text is left out.
pub(super) fn list(
    indent: &str,
    painted: impl Fn(&str) -> String,
    rows: &[(String, String)],
    width: usize,
    lines: &mut Vec<String>,
) {
    let widest = rows.iter().map(|(head, _)| grid::width(head)).max().unwrap_or(0);
    for (head, text) in rows.iter().filter(|(_, text)| !text.is_empty()) {
        let gap = " ".repeat(widest - grid::width(head));
        listed(&format!("{indent}{}{gap}  ", painted(head)), indent.len() + widest + 2, text, width, lines);
    }
}

/// Adds lines of a head with a wrapped text beside it.
pub(super) fn listed(head: &str, indent: usize, text: &str, width: usize, lines: &mut Vec<String>) {
    let wrapped = grid::wrap(text, width, &" ".repeat(indent));
    for (at, line) in wrapped.into_iter().enumerate() {
        lines.push(if at == 0 { format!("{head}{}", line.trim_start()) } else { line });
    }
}
