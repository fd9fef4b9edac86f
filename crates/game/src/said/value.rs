//! Values of texts at a position, for scenarios and people.

use crate::sight::{Eye, row, things};
use crate::standing::Outcome;
use crate::view::Viewing;
use crate::wording::{Style, bracketed, cell as cell_named, show, thing_in};
use crate::{Error, Game};
use tavola_core::code::Layout;
use tavola_core::ir::Type;
use tavola_core::lower::Lowered;
use tavola_core::vm::{Machine, State};

use super::Terms;
use super::ends::{AtEnd, lying_at};

/// Evaluator of texts at positions of a running game.
pub(crate) struct Evaluator<'a> {
    pub(crate) terms: Terms<'a>,
    pub(crate) machine: &'a mut Machine,
}

impl Evaluator<'_> {
    pub(super) fn viewing<'v>(&'v mut self, state: &'v State, viewer: Option<usize>) -> Viewing<'v> {
        let game = self.terms.game;
        Viewing { game, eye: Eye { lowered: game.lowered(), machine: self.machine }, state, viewer }
    }

    /// Value of a text, in notation.
    pub(crate) fn value(&mut self, state: &State, text: &str) -> Result<String, Error> {
        let game = self.terms.game;
        match text.trim() {
            "winner" => return Ok(names_of(game, &self.outcome(state)?.winners)),
            "ranking" => {
                let groups = self.outcome(state)?.ranking;
                let groups: Vec<String> = groups.iter().map(|group| names_of(game, group)).collect();
                return Ok(format!("[{}]", groups.join(", ")));
            }
            "payoff" => {
                if let Some(payoffs) = game.payoffs(self.machine, state) {
                    let payoffs = payoffs.map_err(|fault| Error::new(game.diagnose(&fault).message))?;
                    let payoffs: Vec<String> = payoffs.iter().map(ToString::to_string).collect();
                    return Ok(format!("[{}]", payoffs.join(", ")));
                }
            }
            _ => {}
        }
        if let Some(end) = AtEnd::read(text) {
            let place = self.terms.define(end.place)?;
            let cell = if place.value.ty == Type::Place { self.terms.evaluate(state, &place, text)?.0[0] } else { -1 };
            return lying_at(game, state, &end, cell);
        }
        let define = match self.terms.define(text) {
            Ok(define) => define,
            Err(error) => return self.answered(state, text).ok_or(error),
        };
        let (words, notation) = self.terms.evaluate(state, &define, text)?;
        if define.value.ty == Type::Place {
            return Ok(lying(game.lowered(), state, words[0]));
        }
        if let (Type::Thing(_), Some(cell)) = (&define.value.ty, stands(&game.program().layout, state, words[0])) {
            return Ok(cell_named(game.legend(), cell, Style::Language));
        }
        // The ground's legend, because the program may not have this type.
        Ok(show(self.terms.set_up_context.legend(), notation, &words, Style::Language))
    }

    fn outcome(&mut self, state: &State) -> Result<Outcome, Error> {
        let game = self.terms.game;
        let outcome = Outcome::of(game.program(), self.machine, state);
        outcome.map_err(|fault| Error::new(game.diagnose(&fault).message))
    }

    /// Answer of a player in a `together` block that is still open: `bid[anna]`.
    fn answered(&mut self, state: &State, text: &str) -> Option<String> {
        let (name, _, player) = bracketed(text).filter(|of| of.1 == '[')?;
        let seat = self.terms.game.setup().players.iter().position(|known| known == player.trim())?;
        let answers = self.viewing(state, Some(seat)).answers().into_iter();
        answers.filter(|answer| answer.player == seat && answer.name == name).find_map(|answer| answer.value)
    }

    /// Checks the limits of places. `given` are pairs of place and value, in the order in which they were set.
    /// Returns the index of the first pair that overfills a place, with a message.
    pub(crate) fn overfull_place(&mut self, state: &State, given: &[(&str, &str)]) -> Option<(usize, String)> {
        let (program, legend) = (self.terms.game.program(), self.terms.game.legend());
        let places = 0..program.layout.cells.len() as i32;
        let overfull = |cell| self.machine.overfull(program, state, cell).map(|(there, most)| (cell, there, most));
        let full: Vec<(i32, i64, i32)> = places.filter_map(overfull).collect();
        given.iter().enumerate().filter(|_| !full.is_empty()).find_map(|(at, &(place, value))| {
            let cells = [place, value].map(|side| self.terms.place_named(state, side));
            let &(cell, there, most) = full.iter().find(|(cell, ..)| cells.contains(&Some(*cell)))?;
            let name = cell_named(legend, cell, Style::Language);
            Some((at, format!("{there} lie in `{name}`, its limit is {most}")))
        })
    }
}

/// Place of a figure.
fn stands(layout: &Layout, state: &State, piece: i32) -> Option<i32> {
    let slot = layout.pieces.get(usize::try_from(piece).ok()?)?.figure?;
    state.words().get(slot as usize).copied()
}

/// Contents of a place in notation: `{2 jar, 1 two}`, or from left to right in a row: `[two, jar, jar]`.
fn lying(Lowered { program, legend }: &Lowered, state: &State, cell: i32) -> String {
    let name = |piece: u32| &thing_in(legend, piece, cell).notation;
    let row = u32::try_from(cell).ok().and_then(|cell| row(&program.layout, state, cell));
    if let Some(row) = row {
        let names: Vec<&str> = row.iter().map(|&(piece, _)| name(piece).as_str()).collect();
        return format!("[{}]", names.join(", "));
    }
    let things = u32::try_from(cell).map_or(Vec::new(), |cell| things(&program.layout, state, cell));
    let thing = |&(piece, count): &(u32, u32)| format!("{count} {}", name(piece));
    format!("{{{}}}", things.iter().map(thing).collect::<Vec<_>>().join(", "))
}

/// Names of seats as a list: `[anna, ben]`.
fn names_of(game: &Game, seats: &[usize]) -> String {
    let names = &game.setup().players;
    let names: Vec<&str> = seats.iter().filter_map(|&seat| names.get(seat).map(String::as_str)).collect();
    format!("[{}]", names.join(", "))
}
