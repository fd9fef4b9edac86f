//! Access to the open question.

use std::borrow::Cow;

use crate::question::{Part, Question, Refusal, WhyNot, is_begun};
use crate::standing::option_hash;
use crate::wording::{OptionValue, normal};
use crate::{Pending, RuleLine, together};
use tavola_core::vm::{Fault, State, Steps};

use super::Referee;

impl Referee {
    /// Number of options of the open question, at least 1. 0 if no question is open.
    pub fn option_count(&self) -> usize {
        self.open.options.len()
    }

    /// Weight of an option of a chance question: its probability is the weight divided by the sum of all weights. 1 for players.
    ///
    /// # Panics
    /// If no question is open, or it has no such option.
    pub fn weight(&self, option: usize) -> u32 {
        match self.open.options.weights.get(option) {
            Some(weight) => *weight,
            None => self.open.refuse_option(option),
        }
    }

    /// Notation of an option: `hill`, `[hill, ben]`, `ride(hill--mill, ben)`, `yes`, `done`, `5`.
    ///
    /// It is unique among the options. Records and scenarios use it.
    ///
    /// # Panics
    /// If no question is open, or it has no such option.
    pub fn notation(&self, option: usize) -> String {
        self.open.assert_option(option);
        self.open.notation(self.game.lowered(), option)
    }

    /// Number of option names written so far. A deterministic measure of cost for benchmarks.
    pub fn names_written(&self) -> u64 {
        self.open.names_written()
    }

    /// All options of the open question as values, in order.
    pub fn each_option(&self) -> impl ExactSizeIterator<Item = OptionValue> + '_ {
        (0..self.option_count()).map(|option| self.option(option))
    }

    /// An option of the open question as values.
    ///
    /// # Panics
    /// If no question is open, or it has no such option.
    pub fn option(&self, option: usize) -> OptionValue {
        self.open.assert_option(option);
        self.open.value(self.game.lowered(), option)
    }

    /// Hash of an option. Equal options of the same question have equal hashes, at any position.
    ///
    /// # Panics
    /// If no question is open, or it has no such option.
    pub fn option_hash(&self, option: usize) -> u64 {
        option_hash(self.open.id, self.open.assert_option(option).get(option))
    }

    /// The option with this notation. Spaces do not matter, and the owner of a thing may be left out if one option remains.
    ///
    /// Links may be written in both directions, and `(a, b)` equals `[a, b]`.
    ///
    /// # Errors
    /// The reason why it is not offered.
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

    /// Explains why an answer is not offered. Its parts are named in any order, in notation or in words, and some may be missing.
    ///
    /// The first name that is known counts, such as a thing and then its place.
    pub fn why_not(&mut self, state: &State, names: &[&str]) -> WhyNot {
        let offered: Vec<Option<usize>> = names.iter().map(|name| self.find(state, name).ok()).collect();
        let mut found = |name: &str| names.iter().position(|other| *other == name).and_then(|at| offered[at]);
        self.asking(state).why_not(names, &mut found)
    }

    /// Explains why an answer that is named by its title is not offered, with its values in words: `take the red card`. `None` if the
    /// text is no title of an answer.
    pub fn why_titled(&mut self, state: &State, text: &str) -> Option<WhyNot> {
        self.asking(state).why_titled(text)
    }

    /// The open question, if a player is asked. Call [`Referee::run`] on this state before.
    pub fn question(&mut self, state: &State) -> Option<Question> {
        let mut rows = std::mem::take(&mut self.rows);
        let question = self.asking(state).question(&mut rows);
        self.rows = rows;
        question
    }

    /// Text of the question, as players read it.
    pub fn prompt(&mut self, state: &State) -> String {
        self.asking(state).prompt()
    }

    /// True if the open question is asked in a `together` block, where everybody answers in secret.
    pub fn asks_together(&self, state: &State) -> bool {
        together::block_of(self.game.program(), state).is_some()
    }

    /// Role of the open question in an answer of several parts.
    pub fn part(&mut self, state: &State) -> Part {
        self.asking(state).part()
    }

    /// Clauses that the line of the open question cites.
    pub fn clauses(&self) -> Vec<String> {
        let ask = self.open.ask(self.game.program());
        ask.map_or_else(Vec::new, |ask| self.game.book().clauses_at(ask.span).to_vec())
    }

    /// The party whose question is open at this state: a player or chance. [`Pending::Over`] if none is open.
    pub fn asked(&mut self, state: &State) -> Pending {
        if self.open.id.is_some() { self.asking(state).pending() } else { Pending::Over }
    }

    /// The line of the rules that asks the open question, or that offers an option of it. `None` if no question is open.
    pub fn asked_by(&mut self, state: &State, option: Option<usize>) -> Option<RuleLine> {
        let asking = self.asking(state);
        let ask = asking.ask()?;
        let offered = option.filter(|&option| option < asking.open.options.len());
        asking.game.rule_line(offered.map_or(ask.span, |option| asking.line_of(ask, option)))
    }

    /// Label of an option for players: `ride Ben's road to Mill`.
    ///
    /// # Panics
    /// If no question is open, or it has no such option.
    pub fn label(&mut self, state: &State, option: usize) -> String {
        self.open.assert_option(option);
        self.asking(state).label(option)
    }

    /// Label of "done" at the open question, offered or not. `None` if the question has no such answer.
    pub fn done_label(&mut self, state: &State) -> Option<String> {
        self.asking(state).done_label()
    }

    /// The option "no" or "done", if a player can decline the whole question with it.
    pub fn declining(&self) -> Option<usize> {
        self.open.declining(self.game.program())
    }

    /// Number of piles of the open division, and the numbers (from 1) of empty piles that must not stay empty.
    ///
    /// `None` if nothing is divided.
    pub fn piles(&mut self, state: &State) -> Option<(usize, Vec<usize>)> {
        let mut asking = self.asking(state);
        Some((asking.piles()?, asking.piles_to_fill()))
    }

    /// True if the open question asks for more of a bag, an order or a division of which a part has been answered.
    pub fn half_chosen(&mut self, state: &State) -> bool {
        let program = self.game.program();
        self.open.ask(program).is_some_and(|ask| is_begun(program, &mut self.machine, state, ask))
    }

    /// Labels of the single answers behind an option, if the question combines several. Empty for other questions.
    ///
    /// # Errors
    /// A fault of the rules.
    ///
    /// # Panics
    /// If no question is open, or it has no such option.
    pub fn way(&mut self, state: &State, option: usize) -> Result<Vec<String>, Fault> {
        self.open.assert_option(option);
        let mut asking = self.asking(state);
        asking.steps(option).map(|steps| asking.worded(steps))
    }

    /// The single answers behind an option: for each the position before it, its question and its option.
    pub(crate) fn steps_of_option(&mut self, state: &State, option: usize) -> Result<Steps, Fault> {
        self.asking(state).steps(option)
    }

    /// Two ways with equal labels and different results, if a question that combines several has them.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn unlike_ends(&mut self, state: &State) -> Result<Option<[Vec<String>; 2]>, Fault> {
        self.asking(state).unlike_ends()
    }
}
