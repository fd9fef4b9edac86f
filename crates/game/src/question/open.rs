//! The open question: which it is, its options by number and by name, and the position that it belongs to.

use std::cell::Cell;
use std::collections::BTreeMap;

use crate::wording::{Answered, OptionValue, normal, option, written};
use tavola_core::code::{Arm, ArmKind, Ask, AskId, AskPart, Program};
use tavola_core::lower::Lowered;
use tavola_core::vm::{Options, State};

/// The question that is open at a referee, if one is.
#[derive(Default)]
pub(crate) struct OpenQuestion {
    pub(crate) id: Option<AskId>,
    pub(crate) options: Options,
    /// The position that it belongs to.
    asked: Vec<i32>,
    /// Nobody looks at it: whoever asks answers at the same position.
    pub(crate) trusts: bool,
    spelling: Spelling,
    /// How many names of options were written.
    written: Cell<u64>,
}

impl OpenQuestion {
    /// Another position is looked at: options by name are found anew.
    pub(crate) fn forget(&mut self) {
        self.spelling.forget();
    }

    /// No question is open.
    pub(crate) fn close(&mut self) {
        self.id = None;
        self.options.clear();
    }

    /// A question is open at a position. Its options are still to be found.
    pub(crate) fn open(&mut self, id: AskId, state: &State) {
        self.id = Some(id);
        if !self.trusts {
            self.asked.clear();
            self.asked.extend_from_slice(state.words());
        }
    }

    /// Whether it was asked of this position.
    pub(crate) fn belongs_to(&self, state: &State) -> bool {
        self.trusts || state.words() == self.asked
    }

    pub(crate) fn ask<'p>(&self, program: &'p Program) -> Option<&'p Ask> {
        self.id.map(|id| &program.asks[id.index()])
    }

    /// The arm of the question that an option is of; none where it is asked at once.
    pub(crate) fn arm<'p>(&self, program: &'p Program, option: usize) -> Option<&'p Arm> {
        let number = usize::try_from(*self.options.get(option).first()?).ok()?;
        self.ask(program)?.arms.get(number)
    }

    /// An option in the language's notation.
    pub(crate) fn notation(&self, lowered: &Lowered, option: usize) -> String {
        self.written(lowered, option, false)
    }

    /// An option in the language's notation; `short`: without whose the things are.
    fn written(&self, lowered: &Lowered, option: usize, short: bool) -> String {
        self.written.update(|count| count + 1);
        let ask = self.ask(&lowered.program);
        ask.map_or_else(String::new, |ask| written(lowered, ask, self.options.get(option), short))
    }

    /// An option as values.
    pub(crate) fn value(&self, lowered: &Lowered, at: usize) -> OptionValue {
        let ask = self.ask(&lowered.program).expect("a question is open: call `run` before");
        let value = option(lowered, ask, self.options.get(at));
        if let Answered::OneOf(_) = value.answer {
            self.written.update(|count| count + 1);
        }
        value
    }

    /// How many names of options were written so far.
    pub(crate) fn names_written(&self) -> u64 {
        self.written.get()
    }

    /// The option that a name in its normal form means. Whose its things are may be left out where that means one option only: `two`
    /// for `two[anna]`.
    pub(crate) fn find(&mut self, lowered: &Lowered, wanted: &str) -> Option<usize> {
        let mut spelling = std::mem::take(&mut self.spelling);
        let found = spelling.find(wanted, self.options.len(), |option| self.notation(lowered, option));
        self.spelling = spelling;
        found.or_else(|| {
            let short = |&option: &usize| normal(&self.written(lowered, option, true)) == wanted;
            let mut found = (0..self.options.len()).filter(short);
            found.next().filter(|_| found.next().is_none())
        })
    }

    /// The option that leaves the question undone, "no" or "done", where that is a whole answer of a player.
    pub(crate) fn declining(&self, program: &Program) -> Option<usize> {
        let whole = |ask: &&Ask| matches!(ask.part, AskPart::Whole) && ask.at_once.is_none() && ask.who.is_some();
        self.ask(program).filter(whole)?;
        let declines = |arm: &Arm| matches!(arm.kind, ArmKind::No | ArmKind::Done);
        (0..self.options.len()).find(|&option| self.arm(program, option).is_some_and(declines))
    }
}

/// What is known of the names of the open question's options.
#[derive(Default)]
struct Spelling {
    /// How often an option of this question was looked for.
    asked: usize,
    /// The first option of each name, in its normal form. Made when a second one is looked for: a game that is read
    /// again asks once at each question, and then a walk through the options is cheaper.
    options: BTreeMap<String, usize>,
}

impl Spelling {
    /// Other options are there.
    fn forget(&mut self) {
        self.asked = 0;
        self.options.clear();
    }

    /// The first of `count` options whose name reads like the wanted one; `name` writes one.
    fn find(&mut self, wanted: &str, count: usize, name: impl Fn(usize) -> String) -> Option<usize> {
        self.asked += 1;
        if self.asked == 1 {
            return (0..count).find(|&option| normal(&name(option)) == wanted);
        }
        if self.asked == 2 {
            // From the last to the first: the first stays.
            self.options = (0..count).rev().map(|option| (normal(&name(option)), option)).collect();
        }
        self.options.get(wanted).copied()
    }
}
