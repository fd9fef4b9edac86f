//! Access to positions and values in the notation of the language.

use crate::Error;
use crate::said::{Evaluator, Expression, PreparedExpression, Sight, Terms};
use crate::wording::{Style, show};
use tavola_core::lower::SetUpContext;
use tavola_core::vm::{Fault, State};

use super::Referee;

impl Referee {
    fn terms(&mut self) -> Terms<'_> {
        self.evaluator().terms
    }

    pub(super) fn evaluator(&mut self) -> Evaluator<'_> {
        let Self { game, machine, set_up_context, .. } = self;
        let set_up_context =
            set_up_context.get_or_insert_with(|| Box::new(SetUpContext::clone(&game.inner.set_up_context)));
        Evaluator { terms: Terms { game, set_up_context }, machine }
    }

    /// Value of an expression in notation: `8`, `hill`, `yes`, `[anna, ben]`, `none`. For scenarios and people, too slow for play.
    ///
    /// `winner` is the list of winners, and `ranking` the list of tie groups, best first. A figure gives the place where it stands.
    /// The name of an answer gives it while it is still secret (`bid[anna]`). `top of deck` gives the things placed there.
    ///
    /// # Errors
    /// A text that cannot be parsed or checked, or a fault.
    pub fn evaluate(&mut self, state: &State, text: &str) -> Result<String, Error> {
        self.evaluator().value(state, text)
    }

    /// Visibility of a place, a variable of the memory, a track, or an answer of a `together` block: `hand[anna]`, `wish[ben]`.
    ///
    /// `viewer` is a seat, or `None` for a spectator. An index may be a set: `offer[{anna, ben}, 1..2]`.
    ///
    /// # Errors
    /// If nothing has this name.
    pub fn visibility(&mut self, state: &State, viewer: Option<usize>, text: &str) -> Result<Sight, Error> {
        self.evaluator().sight(state, viewer, text)
    }

    /// Changes a position as a line of a scenario's `given` does. Things move there from where they start.
    ///
    /// `place` is the left side: `cart[anna] at town[hill]`, `rider`, `fame[ben]`, `starter`, `top of deck seen by ben`.
    /// `value` is the right side: `5`, `town[hill]`, `[feast, visit(hill)]`, `ben`.
    ///
    /// # Errors
    /// If a side has no meaning, or the change is impossible, for example because too few things are left.
    pub fn set_given(&mut self, state: &mut State, place: &str, value: &str) -> Result<(), Error> {
        self.terms().put(state, place, value)
    }

    /// Undoes earlier calls of [`Referee::set_given`] for a place: all its contents, or those of the sort that is named (`jar at shelf[anna]`).
    ///
    /// Things that start there stay. An end of a place (`top of deck`) keeps everything, and later things are put on it.
    ///
    /// # Errors
    /// If the text has no meaning.
    pub fn clear_given(&mut self, state: &mut State, place: &str) -> Result<(), Error> {
        self.terms().clear(state, place)
    }

    /// Checks the limits of places after calls of [`Referee::set_given`]. `given` are their arguments, in order.
    ///
    /// Returns the index of the first call that overfills a place, with a message. A limit may depend on the rest of the position.
    pub fn overfull_place(&mut self, state: &State, given: &[(&str, &str)]) -> Option<(usize, String)> {
        self.evaluator().overfull_place(state, given)
    }

    /// Checks places in which things start, after calls of [`Referee::set_given`]. `given` are their arguments, in order.
    ///
    /// Returns the index of the first call that gives a place less than what lies there, with a message: things that start
    /// in a place stay there until they are placed elsewhere.
    pub fn left_where_it_starts(&mut self, state: &State, given: &[(&str, &str)]) -> Option<(usize, String)> {
        self.terms().left_where_it_starts(state, given)
    }

    /// Lowers an expression for [`Referee::evaluate_prepared`] and [`Referee::holds`] at this referee.
    ///
    /// # Errors
    /// Findings of the lowering for this set-up.
    pub fn prepare(&mut self, expression: &Expression) -> Result<PreparedExpression, Error> {
        self.terms().prepare(expression)
    }

    /// Value of an expression at a position, in notation: `8`, `hill`, `yes`, `[anna, ben]`.
    ///
    /// # Errors
    /// A fault in the evaluation: the expression has no value here.
    pub fn evaluate_prepared(
        &mut self,
        state: &State,
        prepared_expression: &mut PreparedExpression,
    ) -> Result<String, Fault> {
        let set_up_context = self.terms().set_up_context;
        let words = prepared_expression.words(set_up_context, state)?;
        Ok(show(set_up_context.legend(), prepared_expression.notation, &words, Style::Language))
    }

    /// True if a condition holds at a position.
    ///
    /// # Errors
    /// A fault in the evaluation: the condition has no value here.
    pub fn holds(&mut self, state: &State, prepared_expression: &mut PreparedExpression) -> Result<bool, Fault> {
        let words = prepared_expression.words(self.terms().set_up_context, state)?;
        Ok(words.first().is_some_and(|&word| word != 0))
    }
}
