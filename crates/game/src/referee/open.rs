//! The open question, as a user of the library asks for it.

use std::borrow::Cow;

use crate::question::{Part, Question, Refusal, WhyNot, is_begun};
use crate::standing::option_print;
use crate::wording::{OptionValue, normal};
use tavola_core::vm::{Fault, State};

use super::Referee;

impl Referee {
    /// How many options the open question has (at least one).
    pub fn options(&self) -> usize {
        self.open.options.len()
    }

    /// The weight of an option of a chance question (its probability is the weight by the sum of all weights); 1 elsewhere.
    pub fn weight(&self, option: usize) -> u32 {
        self.open.options.weights[option]
    }

    /// An option in the language's notation: `hill`, `[hill, ben]`, `ride(hill--mill, ben)`, `yes`, `done`, `5`.
    /// Different options have different notations. Records and scenarios use it.
    pub fn notation(&self, option: usize) -> String {
        self.open.notation(self.game.lowered(), option)
    }

    /// How many names of options were written so far: what work with options costs, however fast the machine is.
    pub fn names_written(&self) -> u64 {
        self.open.names_written()
    }

    /// All options of the open question as values, in their order.
    pub fn each_option(&self) -> impl ExactSizeIterator<Item = OptionValue> + '_ {
        (0..self.options()).map(|option| self.option(option))
    }

    /// An option of the open question as values.
    ///
    /// # Panics
    /// If no question is open, or it has no such option.
    pub fn option(&self, option: usize) -> OptionValue {
        self.open.value(self.game.lowered(), option)
    }

    /// A number for an option of the open question: the same wherever the same question offers the same.
    pub fn option_code(&self, option: usize) -> u64 {
        option_print(self.open.id, self.open.options.get(option))
    }

    /// The option with this notation. The owner of a thing may be left out if one option remains; spaces do not matter; edges may be written
    /// in both directions; `(a, b)` and `[a, b]` are the same.
    ///
    /// # Errors
    /// Why it is not offered.
    pub fn find(&mut self, state: &State, notation: &str) -> Result<usize, Refusal> {
        let wanted = normal(notation);
        if let Some(found) = self.open.find(self.game.lowered(), &wanted) {
            return Ok(found);
        }
        match self.game.with_cells(notation) {
            Cow::Owned(cells) => self.find(state, &cells),
            Cow::Borrowed(_) => Err(self.asking(state).refusal(notation, &wanted)),
        }
    }

    /// Why an answer is not offered. It is named by all or some of its parts, in any order, in notation or in words.
    /// The first name that is known counts: a thing, then the place where it lies.
    pub fn why_not(&mut self, state: &State, names: &[&str]) -> WhyNot {
        let offered: Vec<Option<usize>> = names.iter().map(|name| self.find(state, name).ok()).collect();
        let mut found = |name: &str| names.iter().position(|other| *other == name).and_then(|at| offered[at]);
        self.asking(state).why_not(names, &mut found)
    }

    /// The open question, if a player is asked; it must be open at this referee, as after [`Referee::run`].
    pub fn question(&mut self, state: &State) -> Option<Question> {
        let mut rows = std::mem::take(&mut self.rows);
        let question = self.asking(state).question(&mut rows);
        self.rows = rows;
        question
    }

    /// What is asked, as players read it.
    pub fn prompt(&mut self, state: &State) -> String {
        self.asking(state).prompt()
    }

    /// What the open question is a part of.
    pub fn part(&mut self, state: &State) -> Part {
        self.asking(state).part()
    }

    /// The clauses that the open question's line cites.
    pub fn clauses(&self) -> Vec<String> {
        let ask = self.open.ask(self.game.program());
        ask.map_or_else(Vec::new, |ask| self.game.book().clauses_at(ask.span).to_vec())
    }

    /// An option as players read it: `ride Ben's road to Mill`.
    pub fn label(&mut self, state: &State, option: usize) -> String {
        self.asking(state).label(option)
    }

    /// How "done" reads at the open question, whether it may be answered now or not; none: it cannot be answered there.
    pub fn done_label(&mut self, state: &State) -> Option<String> {
        self.asking(state).done_label()
    }

    /// The option that leaves the open question undone, "no" or "done", where that is a whole answer of a player.
    pub fn declining(&self) -> Option<usize> {
        self.open.declining(self.game.program())
    }

    /// How many piles the open question's division has, and which of them (from 1) are empty and must not stay so; none where
    /// nothing is divided.
    pub fn piles(&mut self, state: &State) -> Option<(usize, Vec<usize>)> {
        let mut asking = self.asking(state);
        Some((asking.piles()?, asking.piles_to_fill()))
    }

    /// Whether the open question asks for more of a bag, an order or a division, of which some has been answered.
    pub fn half_chosen(&mut self, state: &State) -> bool {
        let program = self.game.program();
        self.open.ask(program).is_some_and(|ask| is_begun(program, &mut self.machine, state, ask))
    }

    /// How an option of a question that is asked at once comes about: the labels of the answers that it stands for. Empty for
    /// other questions.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn way(&mut self, state: &State, option: usize) -> Result<Vec<String>, Fault> {
        let mut asking = self.asking(state);
        asking.steps(option).map(|steps| asking.worded(steps))
    }

    /// Of a question that is asked at once: two ways that show the same and do not end alike, if there are any.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn unlike_ends(&mut self, state: &State) -> Result<Option<[Vec<String>; 2]>, Fault> {
        self.asking(state).unlike_ends()
    }
}
