//! Observation of a running referee, for example by a profiler.

use super::Referee;
use crate::Game;
use tavola_core::code::{Op, TextId, TextPart};

/// Activity of a referee from now on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doing {
    /// It starts to run a position.
    Begins,
    /// It runs sentences of a rule, by its number in [`Game::rules`]. `None` between rules.
    Runs(Option<usize>),
    /// It computes the options of a question, by its number in [`Game::questions`].
    Offers(usize),
    /// It waits for an answer, or the game is over.
    Waits,
}

/// Callback for each change of activity.
pub type Watch = Box<dyn FnMut(Doing) + Send>;

/// A callback, and the rule of each operation.
pub(super) struct Watched {
    rules: Vec<Option<usize>>,
    tell: Watch,
}

impl Watched {
    pub(super) fn tell(&mut self, doing: Doing) {
        (self.tell)(doing);
    }

    pub(super) fn runs(&mut self, pc: u32) {
        let rule = self.rules.get(pc as usize).copied().flatten();
        self.tell(Doing::Runs(rule));
    }
}

impl Referee {
    /// Reports an activity to the observer.
    pub(super) fn does(&mut self, doing: Doing) {
        if let Some(watched) = &mut self.watched {
            watched.tell(doing);
        }
    }

    /// Sets the observer of all later calls of [`Referee::run`], or removes it.
    pub fn watch(&mut self, watch: Option<Watch>) {
        self.watched = watch.map(|tell| {
            let program = self.game.program();
            let mut rules = vec![None; program.ops.len()];
            for (number, rule) in program.rules.iter().enumerate() {
                rules[rule.entry.index()..rule.end.index()].fill(Some(number));
            }
            Box::new(Watched { rules, tell })
        });
    }
}

impl Game {
    /// Questions of the rules: text with its values left out, and place (`file:line:column`). The text is empty if the rules give none.
    pub fn questions(&self) -> Vec<(String, String)> {
        let place = |at: usize| self.sources().place(self.program().op_spans[at]).unwrap_or_default();
        self.each_question(|at, text| (text, place(at)))
    }

    /// Names of the questions: their texts; for one without a text the name of the rule that asks. They do not depend on where a file
    /// lies.
    pub(crate) fn question_names(&self) -> Vec<String> {
        let rule = |at: usize| self.rule_at(at).unwrap_or_default().to_owned();
        self.each_question(|at, text| if text.is_empty() { rule(at) } else { text })
    }

    /// For each question, the value for its operation and its text.
    fn each_question<T: Clone + Default>(&self, of: impl Fn(usize, String) -> T) -> Vec<T> {
        let program = self.program();
        let mut questions = vec![T::default(); program.asks.len()];
        for (at, op) in program.ops.iter().enumerate() {
            let Op::Ask(ask) = *op else { continue };
            let prompt = program.asks[ask.index()].prompt.map(|text| self.without_values(text));
            questions[ask.index()] = of(at, prompt.unwrap_or_default());
        }
        questions
    }

    /// A text with an ellipsis for each value.
    fn without_values(&self, text: TextId) -> String {
        let parts = self.program().texts[text.index()].parts.iter().map(|part| match part {
            TextPart::Plain(plain) => plain,
            TextPart::Value(..) => "\u{2026}",
        });
        parts.collect()
    }
}
