//! Somebody who is told what a referee is doing while it runs: a profile, for instance.

use super::Referee;
use crate::Game;
use tavola_core::code::{Op, TextId, TextPart};

/// What a referee is doing from now on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doing {
    /// It begins to run on from a position.
    Begins,
    /// It runs the sentences of a rule, by its number in [`Game::rules`]; none: it is between rules.
    Runs(Option<usize>),
    /// It works out the options of a question, by its number in [`Game::questions`].
    Offers(usize),
    /// It waits, or the game is over.
    Waits,
}

/// Who is told.
pub type Watch = Box<dyn FnMut(Doing) + Send>;

/// Who is told, and of each operation the rule that it belongs to.
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
    /// Tells whoever is told.
    pub(super) fn does(&mut self, doing: Doing) {
        if let Some(watched) = &mut self.watched {
            watched.tell(doing);
        }
    }

    /// Somebody is told what the referee does in each [`Referee::run`]; none: nobody any more.
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
    /// The questions of the rules: what is asked, without the values in it, and where, as `file:line:column`. A question that the
    /// rules give no words has none.
    pub fn questions(&self) -> Vec<(String, String)> {
        let program = self.program();
        let mut questions = vec![(String::new(), String::new()); program.asks.len()];
        for (at, op) in program.ops.iter().enumerate() {
            let Op::Ask(ask) = *op else { continue };
            let prompt = program.asks[ask.index()].prompt.map(|text| self.without_values(text));
            let place = self.sources().place(program.op_spans[at]);
            questions[ask.index()] = (prompt.unwrap_or_default(), place.unwrap_or_default());
        }
        questions
    }

    /// A text with dots where values stand in it.
    fn without_values(&self, text: TextId) -> String {
        let parts = self.program().texts[text.index()].parts.iter().map(|part| match part {
            TextPart::Plain(plain) => plain,
            TextPart::Value(..) => "\u{2026}",
        });
        parts.collect()
    }
}
