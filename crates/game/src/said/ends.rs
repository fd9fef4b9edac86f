//! Positions set by hand in ordered places: rows, and both ends of stacks.

use crate::wording::thing_in;
use crate::{Error, Game};
use tavola_core::code::{End, Layout, OrderKind};
use tavola_core::vm::State;
use tavola_core::vm::layers::{self, StackLayer};

/// An end of a place in a scenario: `top of deck`, `bottom of deck seen by anna`.
pub(crate) struct AtEnd<'t> {
    /// The end.
    pub(super) end: End,
    /// The place, such as `deck`.
    pub(crate) place: &'t str,
    /// Players who know the things put there: `anna, ben` or `all`.
    seen: Option<&'t str>,
}

impl<'t> AtEnd<'t> {
    /// Parses a text. `None` if it names no end.
    pub(crate) fn read(text: &'t str) -> Option<Self> {
        let text = text.trim();
        let after = |word: &str| Some(text.strip_prefix(word)?.strip_prefix(' ')?.trim_start().strip_prefix("of "));
        let (end, rest) = match (after("top").flatten(), after("bottom").flatten()) {
            (Some(rest), _) => (End::Top, rest),
            (_, Some(rest)) => (End::Bottom, rest),
            _ => return None,
        };
        let (place, seen) = match rest.split_once(" seen by ") {
            Some((place, seen)) => (place, Some(seen)),
            None => (rest, None),
        };
        Some(Self { end, place: place.trim(), seen })
    }
}

/// Bit set of the viewers who know the things put there: a bit for each seat, then one for everybody else.
pub(super) fn knowers(game: &Game, at: &AtEnd<'_>) -> Result<u32, Error> {
    let names = &game.setup().players;
    let Some(seen) = at.seen else { return Ok(0) };
    let mut knowers = 0;
    for word in seen.split(',').map(str::trim) {
        knowers |= match names.iter().position(|name| name == word) {
            Some(seat) => 1 << seat,
            None if word == "all" => (1 << (names.len() + 1)) - 1,
            None => {
                return Err(Error::new(format!("`{word}` is not a player: `seen by` names players, or `all`")));
            }
        };
    }
    Ok(knowers)
}

/// Number of copies that can be taken out of a place. Copies whose position was set by hand stay.
pub(super) fn left_in(layout: &Layout, state: &State, cell: usize, piece: usize) -> i32 {
    match layers::of(layout, state.words(), cell as u32) {
        Some(layers) => {
            let middle = layers.iter().filter(|layer| layer.end.is_none());
            middle.flat_map(|layer| &layer.things).filter(|&&thing| thing as usize == piece).count() as i32
        }
        None => {
            let place = &layout.cells[cell];
            let offset = layout.families[place.family as usize].offsets[piece];
            offset.map_or(0, |offset| state.words()[(place.base + u32::from(offset)) as usize])
        }
    }
}

/// Updates the order of a place after things left it.
pub(super) fn close_up(layout: &Layout, state: &mut State, cell: usize, piece: usize, count: i32) {
    if let Some(mut row) = layers::row(layout, state.words(), cell as u32) {
        for _ in 0..count {
            row.iter().position(|&thing| thing as usize == piece).map(|at| row.remove(at));
        }
        layers::set_row(layout, state.words_mut(), cell as u32, &row);
    }
    settle(layout, state, cell, |_| {});
}

/// Updates the order of a place after things arrived: at the right end of a row, or at an end or in the middle of a stack.
pub(super) fn line_up(
    layout: &Layout,
    state: &mut State,
    cell: usize,
    piece: usize,
    count: i32,
    end: Option<(End, u32)>,
) {
    if let Some(mut row) = layers::row(layout, state.words(), cell as u32) {
        row.extend((0..count).map(|_| piece as u32));
        layers::set_row(layout, state.words_mut(), cell as u32, &row);
    }
    settle(layout, state, cell, |layers| {
        let Some((end, knowers)) = end else { return };
        for _ in 0..count {
            let mut middle = layers.iter_mut().filter(|layer| layer.end.is_none());
            if let Some(layer) = middle.next() {
                layer.things.iter().position(|&thing| thing as usize == piece).map(|at| layer.things.remove(at));
            }
            let packet = StackLayer { end: Some(end), knowers, things: vec![piece as u32] };
            let at = if end == End::Top { 0 } else { layers.len() };
            layers.insert(at, packet);
        }
    });
}

fn settle(layout: &Layout, state: &mut State, cell: usize, change: impl FnOnce(&mut Vec<StackLayer>)) {
    if let Some(mut layers) = layers::of(layout, state.words(), cell as u32) {
        change(&mut layers);
        layers::set(layout, state.words_mut(), cell as u32, &layers);
    }
}

/// Contents of an end of a place, from the top down. A packet is a thing or a set of things.
/// If everything in the place is ordered, all of it is listed.
pub(super) fn lying_at(game: &Game, state: &State, at: &AtEnd<'_>, cell: i32) -> Result<String, Error> {
    let layout = &game.program().layout;
    let layers = u32::try_from(cell).ok().and_then(|cell| layers::of(layout, state.words(), cell));
    let layers = layers.ok_or_else(|| Error::new(format!("`{}` has no top and no bottom", at.place)))?;
    if at.seen.is_some() {
        return Err(Error::new(format!("use `seen` and `hidden` to check who sees what lies in `{}`", at.place)));
    }
    let ordered = layers.iter().all(|layer| layer.end.is_some());
    let here = layers.iter().filter(|layer| ordered || layer.end == Some(at.end));
    let legend = game.legend();
    let packet = |layer: &StackLayer| {
        let names: Vec<&str> =
            layer.things.iter().map(|&piece| thing_in(legend, piece, cell).notation.as_str()).collect();
        if let [one] = names.as_slice() { (*one).to_string() } else { format!("{{{}}}", names.join(", ")) }
    };
    Ok(format!("[{}]", here.map(packet).collect::<Vec<_>>().join(", ")))
}

/// True if a place has a top and a bottom.
pub(super) fn has_ends(layout: &Layout, cell: i32) -> bool {
    let cell = u32::try_from(cell).ok();
    let order = cell.and_then(|cell| layers::order_kind(layout, cell));
    order.is_some_and(|order| order != OrderKind::Row)
}
