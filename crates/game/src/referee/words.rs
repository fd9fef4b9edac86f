//! Positions and values in the words of the language, as a user of the library asks for them.

use crate::Error;
use crate::said::{Evaluator, Expression, Posed, Sight, Terms};
use crate::wording::{Style, show};
use tavola_core::lower::Ground;
use tavola_core::vm::{Fault, State};

use super::Referee;

impl Referee {
    fn terms(&mut self) -> Terms<'_> {
        self.evaluator().terms
    }

    fn evaluator(&mut self) -> Evaluator<'_> {
        let Self { game, machine, ground, .. } = self;
        let ground = ground.get_or_insert_with(|| Box::new(Ground::clone(&game.inner.ground)));
        Evaluator { terms: Terms { game, ground }, machine }
    }

    /// The value of an expression of the language, in its notation: `8`, `hill`, `yes`, `[anna, ben]`, `none`. `winner` is
    /// the list of the winners, `ranking` the list of all tie groups, best first; a figure is the place where it stands; an answer that
    /// is still secret is read by its name (`bid[anna]`); `top of deck` is what lies there in an order. (Parses and checks: for scenarios and questions of people, not for play.)
    ///
    /// # Errors
    /// What is wrong with the text, or a fault.
    pub fn value(&mut self, state: &State, text: &str) -> Result<String, Error> {
        self.evaluator().value(state, text)
    }

    /// What a viewer (none: a bystander) sees of a place, a variable of the memory, a track, or an answer of a `together`
    /// block: `hand[anna]`, `wish[ben]`, `used`. An index may be a set: `offer[{anna, ben}, 1..2]`.
    ///
    /// # Errors
    /// If there is no such thing.
    pub fn sight(&mut self, state: &State, viewer: Option<usize>, text: &str) -> Result<Sight, Error> {
        self.evaluator().sight(state, viewer, text)
    }

    /// Puts a position: `place` is the left side of a scenario's `given` (`cart[anna] at town[hill]`,
    /// `rider`, `fame[ben]`, `taken[anna]`, `starter`, `top of deck seen by ben`), `value` its right side in the language (`5`,
    /// `town[hill]`, `[feast, visit(hill)]`, `ben`). Things are moved there from where they start.
    ///
    /// # Errors
    /// What is wrong, e.g. too few things in the start place.
    pub fn put(&mut self, state: &mut State, place: &str, value: &str) -> Result<(), Error> {
        self.terms().put(state, place, value)
    }

    /// Takes back what a [`Referee::put`] of the same `place` says anew: all that lies there, or all of the sort that is named
    /// (`jar at shelf[anna]`). What starts there stays, and so does what lies beyond an end of it (`top of deck`): what is put there comes
    /// to lie on it.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn clear(&mut self, state: &mut State, place: &str) -> Result<(), Error> {
        self.terms().clear(state, place)
    }

    /// Of a position that was put, by pairs of [`Referee::put`]: the first pair that put more into a place than it may
    /// hold, and what is wrong. Asked when all is put: a limit may depend on the rest of the position.
    pub fn crowded(&mut self, state: &State, given: &[(&str, &str)]) -> Option<(usize, String)> {
        self.evaluator().crowded(state, given)
    }

    /// Makes an expression ready for [`Referee::value_of`] at this referee.
    ///
    /// # Errors
    /// What is found only when it is lowered for the set-up.
    pub fn pose(&mut self, expression: &Expression) -> Result<Posed, Error> {
        self.terms().pose(expression)
    }

    /// The value of an expression at a position, in the language's notation: `8`, `hill`, `yes`, `[anna, ben]`.
    ///
    /// # Errors
    /// A fault while working it out: it has no value here.
    pub fn value_of(&mut self, state: &State, posed: &mut Posed) -> Result<String, Fault> {
        let ground = self.terms().ground;
        let words = posed.words(ground, state)?;
        Ok(show(ground.legend(), posed.notation, &words, Style::Language))
    }

    /// Whether a condition is true at a position.
    ///
    /// # Errors
    /// A fault while working it out: it has no value here.
    pub fn holds(&mut self, state: &State, posed: &mut Posed) -> Result<bool, Fault> {
        let words = posed.words(self.terms().ground, state)?;
        Ok(words.first().is_some_and(|&word| word != 0))
    }
}
