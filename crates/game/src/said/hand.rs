//! Positions set by hand: things moved from where they start, values of tracks and memory.

use crate::Error;
use crate::sight::word_of;
use crate::wording::{bracketed, items};
use crate::words::set_words;
use tavola_core::check::Want;
use tavola_core::code::{End, Set, ValueShape};
use tavola_core::ir::{self, Axis, ExprKind, Type};
use tavola_core::vm::State;

use super::Terms;
use super::ends::{AtEnd, close_up, has_ends, knowers, left_in, line_up};
use super::terms::place_of;

/// A place, and optionally an end of it with the bit set of viewers who know the things put there.
type HandTarget = (i32, Option<(End, u32)>);

impl Terms<'_> {
    /// True for a place from which things are drawn in random order.
    fn is_shuffled(&self, place: &ExprKind) -> bool {
        matches!(place, ExprKind::Cell(id, _) if self.game.inner.book.places[id.index()].order == ir::Order::Shuffled)
    }

    /// Applies a line of a scenario's `given`, from both of its sides.
    pub(crate) fn put(&mut self, state: &mut State, place: &str, value: &str) -> Result<(), Error> {
        let end = AtEnd::read(place);
        let target = self.define(end.as_ref().map_or(place, |end| end.place))?;
        if let Some(cell) = place_of(&target.value) {
            let cell = self.component(state, cell, place)?;
            let end = end.map(|end| Ok((end.end, knowers(self.game, &end)?))).transpose()?;
            if end.is_some() && !has_ends(&self.game.program().layout, cell) {
                let why = match self.is_shuffled(&target.value.kind) {
                    true => "what comes next is drawn: answer the draws with `{ chance: [..] }`",
                    false => "no rule of the game moves anything to an end of it, and it is not a stack",
                };
                return Err(Error::new(format!("`{place}`: this place keeps no order: {why}")));
            }
            return self.put_things(state, (cell, end), value, place);
        }
        if end.is_some() {
            return Err(Error::new(format!("`{place}`: only a place has a top and a bottom")));
        }
        let source = match &target.value.kind {
            ExprKind::Memory(..) => self.game.define(value, Want::Type(&target.value.ty))?,
            _ => self.define(value)?,
        };
        match &target.value.kind {
            ExprKind::Track(id, index) => self.put_variable(state, (true, id.index()), index, &source, place, value),
            ExprKind::Memory(id, index) => self.put_variable(state, (false, id.index()), index, &source, place, value),
            ExprKind::Count(things, cells) => {
                let cell = self.component(state, cells, place)?;
                let piece = self.piece(state, things, cell, place)?;
                let count = self.evaluate(state, &source, value)?.0[0];
                self.bring(state, piece, count, (cell, None), place)
            }
            _ if self.is_thing(&target.value.ty) => {
                if source.value.ty != Type::Place {
                    let message = format!("`{place}` can only stand in a place: `{value}` is not one");
                    let meant = self.place_indexed_by(&source.value.ty, &target.value.ty);
                    let help = meant.map_or_else(String::new, |meant| format!("; write `\"{meant}[{value}]\"`"));
                    return Err(Error::new(message + &help));
                }
                let cell = self.evaluate(state, &source, value)?.0[0];
                let piece = self.piece(state, &target.value, cell, place)?;
                self.bring(state, piece, 1, (cell, None), place)
            }
            _ => Err(Error::new(format!(
                "`{place}` cannot be set here: name a count, a figure, a place, a track or memory"
            ))),
        }
    }

    /// The place for things of a type that has a value of another type as its only index: `isle` for a member of `Island`.
    fn place_indexed_by(&self, index: &Type, thing: &Type) -> Option<&str> {
        let Type::Member(kind) = index else { return None };
        let book = self.game.book();
        let is_held = |place: &&ir::Place| match thing {
            Type::Thing(components) => components.iter().all(|component| place.holds.contains(component)),
            _ => true,
        };
        let mut places =
            book.places.iter().filter(|place| matches!(place.axes.as_slice(), [Axis::Kind(axis)] if axis == kind));
        places.find(is_held).map(|place| place.name.as_str())
    }

    /// The thing that has this value as its only index: `card[lamp]` for a member of a kind.
    fn thing_indexed_by(&self, value: &str) -> Option<String> {
        let indexed = self.game.book().components.iter().filter(|component| component.axes.len() == 1);
        let mut named = indexed.map(|component| format!("{}[{value}]", component.name));
        named.find(|thing| self.game.define(thing, Want::Things).is_ok())
    }

    /// Moves listed things, which may be of several sorts.
    fn put_things(&mut self, state: &mut State, target: HandTarget, things: &str, place: &str) -> Result<(), Error> {
        let list = things.trim();
        let inner = bracketed(list).filter(|of| of.0.is_empty() && of.1 == '[').map_or(list, |of| of.2);
        let mut all: Vec<&str> = items(inner).collect();
        if let (_, Some((End::Top, _))) = target {
            // The first thing of the list ends up on top.
            all.reverse();
        }
        for item in all {
            let thing = self.game.define(item, Want::Things).map_err(|error| match self.thing_indexed_by(item) {
                Some(thing) => Error::new(format!("{}; write `{thing}`", error.message)),
                None => error,
            })?;
            let piece = self.piece(state, &thing.value, target.0, item)?;
            self.bring(state, piece, 1, target, place)?;
        }
        Ok(())
    }

    /// Moves copies of a piece from where they start.
    fn bring(
        &mut self,
        state: &mut State,
        piece: i32,
        count: i32,
        (cell, end): HandTarget,
        text: &str,
    ) -> Result<(), Error> {
        let layout = &self.game.program().layout;
        let names = &self.game.legend().pieces;
        let (Ok(at), Ok(to)) = (usize::try_from(piece), usize::try_from(cell)) else {
            return Err(Error::new(format!("`{text}` does not name a thing and a place")));
        };
        let name = &names[at].notation;
        let family = &layout.families[layout.cells[to].family as usize];
        if !family.holds.has(piece) {
            return Err(Error::new(format!("`{text}`: `{name}` may not lie there")));
        }
        if let Some(slot) = layout.pieces[at].figure {
            return match count {
                0 => Ok(()),
                1 => {
                    let before = std::mem::replace(&mut state.words_mut()[slot as usize], cell);
                    if let Ok(before) = usize::try_from(before) {
                        close_up(layout, state, before, at, 1);
                    }
                    line_up(layout, state, to, at, 1, None);
                    Ok(())
                }
                _ => Err(Error::new(format!("`{text}` needs {count} of `{name}`, but there is only one"))),
            };
        }
        let from = self.set_up_context.start_of(piece as u32).unwrap_or(0) as usize;
        let word = |cell: usize| word_of(layout, cell as u32, at);
        let (Some(source), Some(target)) = (word(from), word(to)) else {
            return Err(Error::new(format!("`{text}`: `{name}` cannot be counted there")));
        };
        let left = left_in(layout, state, from, at);
        if count < 0 || left < count {
            return Err(Error::new(format!("`{text}` needs {count} of `{name}`, but the start place has {left}")));
        }
        state.words_mut()[source] -= count;
        close_up(layout, state, from, at, count);
        state.words_mut()[target] += count;
        line_up(layout, state, to, at, count, end);
        Ok(())
    }

    /// Checks the ends of a track, which also hold for positions set by hand.
    fn within_ends(&mut self, state: &State, track: usize, value: i32, place: &str) -> Result<(), Error> {
        let book = self.game.book();
        let mut end = |end: &Option<ir::Expr>| end.as_ref().map(|end| self.component(state, end, place)).transpose();
        let (low, high) = (end(&book.tracks[track].low)?, end(&book.tracks[track].high)?);
        if low.is_some_and(|low| value < low) || high.is_some_and(|high| value > high) {
            let shown = |end: Option<i32>| end.map_or_else(String::new, |end| end.to_string());
            let message = format!("`{place}` cannot be {value}: the track is {}..{}", shown(low), shown(high));
            return Err(Error::new(message));
        }
        Ok(())
    }

    fn put_variable(
        &mut self,
        state: &mut State,
        (track, id): (bool, usize),
        index: &[ir::Expr],
        source: &ir::Define,
        place: &str,
        value: &str,
    ) -> Result<(), Error> {
        let (base, shape, dims) = self.set_up_context.variable(track, id);
        let mut at = 0;
        for (index, (first, size)) in index.iter().zip(&dims) {
            at = at * size + (self.component(state, index, place)? - first).max(0) as u32;
        }
        let ty = if track { Type::Number } else { self.game.book().memory[id].ty.clone() };
        if !fits(&ty, &source.value.ty) {
            return Err(Error::new(format!("`{place}` cannot be `{value}`: that is a value of another type")));
        }
        let (words, _) = self.evaluate(state, source, value)?;
        let words = fitted(shape, &source.value.ty, words);
        if track {
            self.within_ends(state, id, words[0], place)?;
        }
        let from = (base + at * shape.width()) as usize;
        let target = &mut state.words_mut()[from..from + shape.width() as usize];
        target.fill(0);
        let count = words.len().min(target.len());
        target[..count].copy_from_slice(&words[..count]);
        Ok(())
    }
}

/// Converts a list to a set where a set is required.
fn fitted(shape: ValueShape, ty: &Type, words: Vec<i32>) -> Vec<i32> {
    match (shape, ty) {
        (ValueShape::Set(width), Type::List(_) | Type::Nothing) => {
            set_words(words.iter().skip(1).fold(Set::EMPTY, |set, &member| set.with(member)), width)
        }
        _ => words,
    }
}

fn fits(wanted: &Type, given: &Type) -> bool {
    match (wanted, given) {
        (Type::Option(inner), given) => fits(inner, given),
        (wanted, Type::Option(inner)) => fits(wanted, inner),
        (_, Type::Nothing | Type::Error) => true,
        (Type::Set(a) | Type::List(a), Type::Set(b) | Type::List(b)) => fits(a, b),
        _ => wanted == given,
    }
}
