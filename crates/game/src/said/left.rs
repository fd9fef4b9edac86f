//! Things that a position set by hand leaves where they start, although it says that less lies there.

use super::Terms;
use super::ends::AtEnd;
use super::terms::place_of;
use crate::Error;
use crate::sight::things;
use crate::wording::{Style, bracketed, cell as cell_named, items};
use tavola_core::check::Want;
use tavola_core::ir::ExprKind;
use tavola_core::vm::State;

/// A line of `given` about a place.
struct Said {
    cell: u32,
    /// The sort of which it gives the number. `None` if it lists everything.
    only: Option<u32>,
    /// Sorts that it puts there, with their numbers.
    pieces: Vec<(u32, u32)>,
}

impl Terms<'_> {
    /// Checks places in which things start. `given` are pairs of place and value, in the order in which they were set.
    /// Returns the index of the first pair that says that less lies there than does, with a message.
    pub(crate) fn left_where_it_starts(&mut self, state: &State, given: &[(&str, &str)]) -> Option<(usize, String)> {
        // A later line for the same place stands for an earlier one.
        let last = |at: usize| !given[at + 1..].iter().any(|(other, _)| *other == given[at].0);
        let lines = (0..given.len()).filter(|&at| last(at));
        let said: Vec<(usize, bool, Said)> = lines
            .filter_map(|at| {
                let (place, value) = given[at];
                Some((at, AtEnd::read(place).is_some(), self.said(state, place, value).ok().flatten()?))
            })
            .collect();
        said.iter().filter(|(_, is_end, _)| !is_end).find_map(|(at, _, one)| {
            let here = said.iter().filter(|(_, _, other)| other.cell == one.cell).flat_map(|(.., other)| &other.pieces);
            let here: Vec<&(u32, u32)> = here.collect();
            Some((*at, self.left_message(state, one, &here)?))
        })
    }

    fn said(&mut self, state: &State, place: &str, value: &str) -> Result<Option<Said>, Error> {
        let target = self.define(AtEnd::read(place).map_or(place, |end| end.place))?;
        if let Some(cell) = place_of(&target.value) {
            let cell = self.component(state, cell, place)?;
            let list = value.trim();
            let inner = bracketed(list).filter(|of| of.0.is_empty() && of.1 == '[').map_or(list, |of| of.2);
            let mut pieces = Vec::new();
            for item in items(inner) {
                let thing = self.game.define(item, Want::Things)?;
                pieces.push((self.piece(state, &thing.value, cell, item)? as u32, 1));
            }
            return Ok(Some(Said { cell: cell as u32, only: None, pieces }));
        }
        let (ExprKind::Count(things, cells), Ok(count)) = (&target.value.kind, value.trim().parse()) else {
            return Ok(None);
        };
        let cell = self.component(state, cells, place)?;
        let piece = self.piece(state, things, cell, place)? as u32;
        Ok(Some(Said { cell: cell as u32, only: Some(piece), pieces: vec![(piece, count)] }))
    }

    /// `38 more lie in `deck`, where they start; place them elsewhere, such as `"paper at discard": 15`, or begin `call` with `move all from
    /// deck to discard``
    fn left_message(&self, state: &State, one: &Said, said: &[&(u32, u32)]) -> Option<String> {
        let (layout, legend) = (&self.game.program().layout, self.game.legend());
        let starts = |piece: u32| self.set_up_context.start_of(piece) == Some(one.cell);
        let there = things(layout, state, one.cell).into_iter();
        let there = there.filter(|&(piece, _)| starts(piece) && one.only.is_none_or(|only| only == piece));
        let left = there.filter_map(|(piece, count)| {
            let said: u32 = said.iter().filter(|(own, _)| *own == piece).map(|(_, count)| count).sum();
            (count > said).then(|| (piece, count - said))
        });
        let left: Vec<(u32, u32)> = left.collect();
        let &(piece, count) = left.first()?;
        let all: u32 = left.iter().map(|(_, count)| count).sum();
        let holds = |place: u32| left.iter().all(|&(piece, _)| layout.families[place as usize].holds.has(piece as i32));
        let is_unlimited =
            |place: u32| self.game.book().places.get(place as usize).is_some_and(|of| of.limits.is_empty());
        let others = (0..layout.cells.len() as u32).filter(|&cell| cell != one.cell).filter(|&cell| {
            let family = layout.cells[cell as usize].family;
            holds(family) && is_unlimited(family)
        });
        let others = others.map(|cell| cell_named(legend, cell as i32, Style::Language));
        let place = cell_named(legend, one.cell as i32, Style::Language);
        // A place of the whole game, such as a discard pile, is more likely than that of a player.
        let example = others.min_by_key(|place| place.contains('[')).map_or_else(String::new, |other| {
            let name = &legend.pieces[piece as usize].notation;
            let one_of_them = match layout.pieces[piece as usize].figure {
                Some(_) => format!(", such as `\"{name}\": \"{other}\"`"),
                None => format!(", such as `\"{name} at {other}\": {count}`"),
            };
            let is_emptied = one.only.is_none() && said.is_empty() && left.len() > 1;
            let all = if is_emptied {
                format!(", or begin `call` with `move all from {place} to {other}`")
            } else {
                String::new()
            };
            one_of_them + &all
        });
        let (lie, they, them) = if all == 1 { ("lies", "it starts", "it") } else { ("lie", "they start", "them") };
        Some(format!("{all} more {lie} in `{place}`, where {they}; place {them} elsewhere{example}"))
    }
}
