//! The open question: its options by number and by name, and the position that it belongs to.

use std::cell::Cell;
use std::collections::BTreeMap;

use crate::wording::{Answered, OptionValue, normal, option, option_notation};
use tavola_core::code::{Arm, ArmKind, Ask, AskId, AskPart, Program};
use tavola_core::lower::Lowered;
use tavola_core::vm::{Options, State};

/// The question that is open at a referee, if any.
#[derive(Default)]
pub(crate) struct OpenQuestion {
    pub(crate) id: Option<AskId>,
    pub(crate) options: Options,
    /// Words of its position.
    asked: Vec<i32>,
    /// True if positions are not compared: the caller guarantees to answer at the position of the question.
    pub(crate) trusts: bool,
    spelling: Spelling,
    /// Number of option names written so far.
    formed: Cell<u64>,
}

impl OpenQuestion {
    /// Drops the index of option names, for another position.
    pub(crate) fn forget(&mut self) {
        self.spelling.forget();
    }

    /// Closes the question.
    pub(crate) fn close(&mut self) {
        self.id = None;
        self.options.clear();
    }

    /// No question, for the referee of this one.
    pub(crate) fn successor(&self) -> Self {
        Self::default().following(self)
    }

    /// This question at the referee that had another one open.
    pub(crate) fn following(mut self, before: &Self) -> Self {
        if !before.trusts && self.trusts {
            // It was not recorded where it was asked, so it belongs nowhere.
            self.close();
        }
        self.trusts = before.trusts;
        self.formed.set(before.formed.get());
        self
    }

    /// Opens a question at a position. Its options are filled in later.
    pub(crate) fn open(&mut self, id: AskId, state: &State) {
        self.id = Some(id);
        if !self.trusts {
            self.asked.clear();
            self.asked.extend_from_slice(state.words());
        }
    }

    /// True if the question was asked at this position.
    pub(crate) fn belongs_to(&self, state: &State) -> bool {
        self.trusts || state.words() == self.asked
    }

    /// The options, of which this is one.
    ///
    /// # Panics
    /// If no question is open, or it has no such option.
    pub(crate) fn assert_option(&self, option: usize) -> &Options {
        if option >= self.options.len() {
            self.refuse_option(option);
        }
        &self.options
    }

    /// Apart from the check, which is made for each option of a game.
    #[cold]
    #[inline(never)]
    pub(crate) fn refuse_option(&self, option: usize) -> ! {
        assert!(self.id.is_some(), "no question is open: call `run` first");
        panic!("there is no option {option}: the open question has {}", self.options.len())
    }

    pub(crate) fn ask<'p>(&self, program: &'p Program) -> Option<&'p Ask> {
        self.id.map(|id| &program.asks[id.index()])
    }

    /// Arm of an option. `None` if the question combines several.
    pub(crate) fn arm<'p>(&self, program: &'p Program, option: usize) -> Option<&'p Arm> {
        let number = usize::try_from(*self.options.get(option).first()?).ok()?;
        self.ask(program)?.arms.get(number)
    }

    /// Notation of an option.
    pub(crate) fn notation(&self, lowered: &Lowered, option: usize) -> String {
        self.option_name(lowered, option, false)
    }

    /// Notation of an option. With `short`, things have no owner.
    fn option_name(&self, lowered: &Lowered, option: usize, short: bool) -> String {
        self.formed.update(|count| count + 1);
        let ask = self.ask(&lowered.program);
        ask.map_or_else(String::new, |ask| option_notation(lowered, ask, self.options.get(option), short))
    }

    /// An option as values.
    pub(crate) fn value(&self, lowered: &Lowered, at: usize) -> OptionValue {
        let ask = self.ask(&lowered.program).expect("a question is open: call `run` before");
        let value = option(lowered, ask, self.options.get(at));
        if let Answered::OneOf(_) = value.answer {
            self.formed.update(|count| count + 1);
        }
        value
    }

    /// Number of option names written so far.
    pub(crate) fn names_written(&self) -> u64 {
        self.formed.get()
    }

    /// Option with this name in normal form. Owners of things may be left out if only one option remains: `two` for `two[anna]`.
    pub(crate) fn find(&mut self, lowered: &Lowered, wanted: &str) -> Option<usize> {
        let mut spelling = std::mem::take(&mut self.spelling);
        let found = spelling.find(wanted, self.options.len(), |option| self.notation(lowered, option));
        self.spelling = spelling;
        found.or_else(|| {
            let short = |&option: &usize| normal(&self.option_name(lowered, option, true)) == wanted;
            let mut found = (0..self.options.len()).filter(short);
            found.next().filter(|_| found.next().is_none())
        })
    }

    /// The option "no" or "done", if a player can decline the whole question with it.
    pub(crate) fn declining(&self, program: &Program) -> Option<usize> {
        let whole = |ask: &&Ask| matches!(ask.part, AskPart::Whole) && ask.at_once.is_none() && ask.who.is_some();
        self.ask(program).filter(whole)?;
        let declines = |arm: &Arm| matches!(arm.kind, ArmKind::No | ArmKind::Done);
        (0..self.options.len()).find(|&option| self.arm(program, option).is_some_and(declines))
    }
}

/// Index of option names of the open question.
#[derive(Default)]
struct Spelling {
    /// Number of look-ups at this question.
    asked: usize,
    /// First option of each name in normal form, built at the second look-up.
    /// A replayed game looks up one name for each question, for which a linear search is cheaper.
    options: BTreeMap<String, usize>,
}

impl Spelling {
    /// Drops the index.
    fn forget(&mut self) {
        self.asked = 0;
        self.options.clear();
    }

    /// The first of `count` options with this name. `name` writes the name of an option.
    fn find(&mut self, wanted: &str, count: usize, name: impl Fn(usize) -> String) -> Option<usize> {
        self.asked += 1;
        if self.asked == 1 {
            return (0..count).find(|&option| normal(&name(option)) == wanted);
        }
        if self.asked == 2 {
            // In reverse order, so that the first option of a name wins.
            self.options = (0..count).rev().map(|option| (normal(&name(option)), option)).collect();
        }
        self.options.get(wanted).copied()
    }
}
