//! Checks of a position's words: things in places, tracks, memory.

use tavola_core::code::{DEPTH, Op, PastEnd, Program, TrackStep, Variable};
use tavola_core::vm::{State, layers};

use super::values::ValueRanges;
use super::{Misfit, frames};
use crate::Game;
use crate::wording::{Style, cell, each, indexed, indexes};

/// The first word of a position with an impossible value.
pub(super) fn misfit(game: &Game, state: &State) -> Option<Misfit> {
    let check = Check { game, state };
    let found = check.depths().or_else(|| check.counts()).or_else(|| check.figures()).or_else(|| check.totals());
    let found = found.or_else(|| check.orders()).or_else(|| check.tracks()).or_else(|| check.memory());
    found.or_else(|| frames::misfit(game, state))
}

struct Check<'a> {
    game: &'a Game,
    state: &'a State,
}

impl Check<'_> {
    fn program(&self) -> &Program {
        self.game.program()
    }

    /// Numbers of open actions and transactions: not more than the rules can open.
    fn depths(&self) -> Option<Misfit> {
        let program = self.program();
        let begins = program.ops.iter().filter(|op| matches!(op, Op::Begin)).count();
        let counters = [(DEPTH, "open actions", begins)];
        let open = program.layout.transactions.map(|slot| (slot as usize, "open transactions", program.ops.len()));
        counters.into_iter().chain(open).find_map(|(at, what, most)| {
            let word = self.state.words()[at];
            let fits = usize::try_from(word).is_ok_and(|open| open <= most);
            (!fits).then(|| Misfit::new(at, what, format!("{word} is not from 0 to {most}")))
        })
    }

    /// Numbers of things in places.
    fn counts(&self) -> Option<Misfit> {
        let layout = &self.program().layout;
        let (words, legend) = (self.state.words(), self.game.legend());
        layout.cells.iter().enumerate().find_map(|(number, place)| {
            let family = &layout.families[place.family as usize];
            family.order.iter().zip(place.base as usize..).find_map(|(&piece, at)| {
                let most = layout.pieces[piece as usize].copies.map_or(i64::from(i32::MAX), i64::from);
                let name = &legend.pieces[piece as usize].notation;
                let why = || format!("{} of `{name}`, but there can be 0 to {most}", words[at]);
                let fits = (0..=most).contains(&i64::from(words[at]));
                (!fits).then(|| Misfit::new(at, cell(legend, number as i32, Style::Language), why()))
            })
        })
    }

    /// Places of figures.
    fn figures(&self) -> Option<Misfit> {
        let layout = &self.program().layout;
        let (words, start) = (self.state.words(), &self.program().start);
        let holds = |place: i32, piece: usize| {
            let place = usize::try_from(place).ok().and_then(|place| layout.cells.get(place));
            place.is_some_and(|place| layout.families[place.family as usize].holds.has(piece as i32))
        };
        layout.pieces.iter().enumerate().find_map(|(piece, info)| {
            let at = info.figure? as usize;
            let fits = holds(words[at], piece) || words[at] == start[at];
            let name = &self.game.legend().pieces[piece].notation;
            (!fits).then(|| Misfit::new(at, name, format!("{} is no place where it may stand", words[at])))
        })
    }

    /// Numbers of things in all places together: those of the start, because things are conserved.
    fn totals(&self) -> Option<Misfit> {
        let start = self.game.start();
        let (before, now) = (self.sums(start.words()), self.sums(self.state.words()));
        before.iter().zip(&now).enumerate().find_map(|(piece, (&(_, before), &(at, now)))| {
            let name = &self.game.legend().pieces[piece].notation;
            (before != now).then(|| Misfit::new(at, name, format!("there are {now} in all places, not {before}")))
        })
    }

    /// For each piece, the first word that counts it and its number in all places.
    fn sums(&self, words: &[i32]) -> Vec<(usize, i64)> {
        let layout = &self.program().layout;
        let mut sums = vec![(0, 0); layout.pieces.len()];
        for place in &layout.cells {
            let family = &layout.families[place.family as usize];
            for (&piece, at) in family.order.iter().zip(place.base as usize..) {
                let (first, sum) = &mut sums[piece as usize];
                *sum += i64::from(words[at]);
                if *first == 0 {
                    *first = at;
                }
            }
        }
        sums
    }

    /// Orders of rows and stacks.
    fn orders(&self) -> Option<Misfit> {
        let layout = &self.program().layout;
        let (words, legend) = (self.state.words(), self.game.legend());
        (0..).zip(&layout.cells).find_map(|(number, place)| {
            let family = &layout.families[place.family as usize];
            family.stored_order?;
            let why = "its order does not match the things that lie there";
            let at = place.base as usize + family.order.len();
            let fits = layers::fits(layout, words, number);
            (!fits).then(|| Misfit::new(at, cell(legend, number as i32, Style::Language), why))
        })
    }

    /// Values of tracks, between their ends. A track may stand past an end while a transaction is open, or while the sentences for
    /// this case run.
    fn tracks(&self) -> Option<Misfit> {
        let program = self.program();
        let words = self.state.words();
        if program.layout.transactions.is_some_and(|open| words[open as usize] != 0) {
            return None;
        }
        self.game.legend().tracks.iter().find_map(|track| {
            let (low, high) = ends(program, track)?;
            each(&track.axes).zip(track.base as usize..).find_map(|(index, at)| {
                let fits = (low..=high).contains(&words[at]);
                let why = || match high {
                    i32::MAX => format!("{} is less than {low}", words[at]),
                    _ => format!("{} is not from {low} to {high}", words[at]),
                };
                (!fits).then(|| Misfit::new(at, self.named(track, &index), why()))
            })
        })
    }

    /// Values of the memory.
    fn memory(&self) -> Option<Misfit> {
        let Self { game, state } = *self;
        let values = ValueRanges { layout: &game.program().layout, legend: game.legend() };
        game.legend().memory.iter().find_map(|variable| {
            let width = variable.shape.width() as usize;
            each(&variable.axes).enumerate().find_map(|(number, index)| {
                let at = variable.base as usize + number * width;
                let wrong = values.wrong(variable.notation, variable.shape, &state.words()[at..at + width]);
                wrong.map(|(offset, why)| Misfit::new(at + offset, self.named(variable, &index), why))
            })
        })
    }

    /// Name of a variable with its indexes, as the language writes it.
    fn named(&self, variable: &Variable, index: &[i32]) -> String {
        indexed(&variable.name, &indexes(self.game.legend(), &variable.axes, index, Style::Language))
    }
}

/// The ends of a track, if it never stands past them outside of transactions.
fn ends(program: &Program, track: &Variable) -> Option<(i32, i32)> {
    let of_track = |step: &&TrackStep| step.base == track.base;
    let goes = |step: &TrackStep| [step.top, step.bottom].contains(&PastEnd::Go);
    if program.steps.iter().filter(of_track).any(goes) {
        return None;
    }
    let mut bounded = program.steps.iter().filter(of_track).filter(|step| (step.low, step.high) != (None, None));
    bounded.next().map(|step| (step.low.unwrap_or(i32::MIN), step.high.unwrap_or(i32::MAX)))
}
