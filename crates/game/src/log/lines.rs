//! Texts of log lines: moves, steps of tracks, and what rules say.

use crate::Game;
use crate::wording::{Style, cell, count, indexes, show, split};
use tavola_core::code::{End, Layout, Legend, NONE, Set, TextId, TextPart};
use tavola_core::ir::Component;
use tavola_core::lower::Lowered;

/// Route of a move: from a place, to a place, and to which end of it.
pub(super) type MoveRoute = (i32, i32, Option<End>);

/// Words in log lines that come neither from texts nor from names of the rules.
pub(crate) const WORDS: [&str; 9] =
    ["a card", "cards", "a thing", "things", "nowhere", "top of", "bottom of", "stays in", "yes no done"];

/// `jar: Store → Shelf`, `2 × jar: Store → Shelf`
pub(super) fn line_of(legend: &Legend, what: &str, count: i32, way: MoveRoute) -> String {
    let way = route_text(legend, way);
    if count == 1 { format!("{what}: {way}") } else { format!("{count} × {what}: {way}") }
}

/// Line for a hidden move. The things have a name only if everything that both places can hold has that title.
pub(super) fn hidden_line(game: &Game, way: MoveRoute, count: i32) -> String {
    let components = may_go(game, way);
    if let Some(first) = components.first().filter(|first| first.title != first.name.replace('_', " "))
        && components.iter().all(|other| other.title == first.title)
    {
        return line_of(game.legend(), &first.title, count, way);
    }
    let route = route_text(game.legend(), way);
    let what = if components.iter().all(|component| component.kind.is_some()) { "card" } else { "thing" };
    if count == 1 { format!("a {what}: {route}") } else { format!("{count} {what}s: {route}") }
}

/// Components that both ends of a route can hold.
fn may_go(game: &Game, (from, to, _): MoveRoute) -> Vec<&Component> {
    let layout: &Layout = &game.program().layout;
    let holds = |at: i32| {
        let cell = usize::try_from(at).ok().and_then(|at| layout.cells.get(at));
        cell.map_or(Set::EMPTY, |cell| layout.families[cell.family as usize].holds)
    };
    let both = holds(from).and(holds(to));
    let mut found: Vec<u32> = both.iter().map(|piece| layout.pieces[piece as usize].component).collect();
    found.dedup();
    found.into_iter().map(|component| &game.book().components[component as usize]).collect()
}

/// `Store → Shelf`, `stays in Shelf`
fn route_text(legend: &Legend, (from, to, end): MoveRoute) -> String {
    let place = |at: i32| {
        if at == NONE { "nowhere".to_owned() } else { cell(legend, at, Style::People) }
    };
    if from == to && end.is_none() {
        return format!("stays in {}", place(to));
    }
    let end = match end {
        None => "",
        Some(End::Top) => "top of ",
        Some(End::Bottom) => "bottom of ",
    };
    format!("{} → {end}{}", place(from), place(to))
}

/// Line for a step of a track: `Anna: fame 2 → 5 (+3)`.
pub(super) fn stepped(legend: &Legend, slot: u32, from: i32, to: i32) -> Option<String> {
    let own = |base: u32, axes: &_| (base..base + count(axes)).contains(&slot);
    let track = legend.tracks.iter().find(|track| own(track.base, &track.axes))?;
    let names = indexes(legend, &track.axes, &split(slot - track.base, &track.axes), Style::People);
    let of = if names.is_empty() { String::new() } else { format!("{}: ", names.join(", ")) };
    Some(format!("{of}{} {from} → {to} ({:+})", track.name.replace('_', " "), i64::from(to) - i64::from(from)))
}

/// A text with its holes filled.
pub(super) fn said(Lowered { program, legend }: &Lowered, text: TextId, values: &[Vec<i32>]) -> String {
    let mut holes = values.iter();
    let parts = program.texts[text.index()].parts.iter();
    let parts = parts.map(|part| match part {
        TextPart::Plain(text) => text.clone(),
        TextPart::Value(_, ty, _) => {
            holes.next().map_or_else(String::new, |words| show(legend, *ty, words, Style::People))
        }
    });
    parts.collect()
}
