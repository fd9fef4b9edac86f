//! Public interface of the machine. Each call has fresh budgets and returns its fault.

use super::fault::kind::{Fault, FaultKind, Res};
use super::halt::{Halt, HaltAt, Waiting};
use super::hidden_parts::hidden::HiddenParts;
use super::machine::Machine;
use super::questions::options::{Options, Steps};
use super::state::position::State;
use crate::code::{AskId, DEPTH, ExprId, Pc, Program, Reg, Set};

impl Machine {
    /// Runs to the next question or to the end. While waiting it returns the same again and changes nothing.
    ///
    /// # Errors
    /// If a rule faults. The state stays at the operation that failed.
    pub fn run(&mut self, p: &Program, s: &mut State) -> Result<Waiting, Fault> {
        self.begin(s.words());
        let pending = self.run_on(p, s.running());
        self.end(pending)
    }

    /// Like [`Machine::run`], but calls `note` with each operation before it runs.
    ///
    /// # Errors
    /// See [`Machine::run`].
    pub fn run_with_notes(&mut self, p: &Program, s: &mut State, note: &mut dyn FnMut(u32)) -> Result<Waiting, Fault> {
        self.begin(s.words());
        let pending = match self.advance_recording(p, s.running(), HaltAt::ASK, &mut |pc| note(pc)) {
            Ok(Halt::Ask(ask)) => self.waits(p, s.words(), ask),
            Ok(_) => Ok(Waiting::Over),
            Err(failed) => Err(failed),
        };
        self.end(pending)
    }

    fn run_on(&mut self, p: &Program, s: &mut [i32]) -> Res<Waiting> {
        let Halt::Ask(ask) = self.advance(p, s, HaltAt::ASK)? else {
            return Ok(Waiting::Over);
        };
        self.waits(p, s, ask)
    }

    /// Runs to the next question or to just before an operation. `None` if it stops at the operation.
    ///
    /// # Errors
    /// If a rule faults.
    pub fn run_to(&mut self, p: &Program, s: &mut State, exit: Pc) -> Result<Option<Waiting>, Fault> {
        self.begin(s.words());
        let halt = match self.advance(p, s.running(), HaltAt { exit, ..HaltAt::ASK }) {
            Ok(Halt::Exit) => Ok(None),
            Ok(Halt::Ask(ask)) => self.waits(p, s.words(), ask).map(Some),
            Ok(_) => Ok(Some(Waiting::Over)),
            Err(failed) => Err(failed),
        };
        self.end(halt)
    }

    /// Runs to the end of all open extents, to the next question, or to the end of the game. Returns true if no extent is open.
    ///
    /// # Errors
    /// If a rule faults.
    pub fn run_out(&mut self, p: &Program, s: &mut State) -> Result<bool, Fault> {
        self.begin(s.words());
        let halt = self.advance(p, s.running(), HaltAt { level: 0, ..HaltAt::ASK });
        let out = halt.map(|halt| !matches!(halt, Halt::Ask(_)) || s.words()[DEPTH] <= 0);
        self.end(out)
    }

    #[inline(always)]
    fn waits(&mut self, p: &Program, s: &[i32], ask: AskId) -> Res<Waiting> {
        Ok(match p.asks[ask.index()].who {
            Some(who) => Waiting::Choice { ask, player: self.eval(p, s).number(who)? },
            None => Waiting::Chance { ask },
        })
    }

    /// True if a place is within its limits.
    pub fn holds_no_more(&mut self, p: &Program, s: &State, cell: i32) -> bool {
        self.begin(s.words());
        let all = Set::below(p.layout.pieces.len());
        self.within_limits(p, s.words(), cell, all).is_ok()
    }

    /// The first exceeded limit of a place: the number of things there and the maximum. Limits that fault are skipped.
    pub fn overfull(&mut self, p: &Program, s: &State, cell: i32) -> Option<(i64, i32)> {
        self.begin(s.words());
        let place = p.layout.cells.get(usize::try_from(cell).ok()?)?;
        let mut limits = p.layout.families[place.family as usize].limits.iter();
        limits.find_map(|limit| {
            let passed = self.passed(p, s.words(), (cell, place.index), limit).ok()?;
            passed.filter(|(there, _)| *there > 0)
        })
    }

    /// Lists the options of the question at which the state waits: only those that can be finished.
    ///
    /// # Errors
    /// If there are none, a condition faults, or the lookahead takes too long.
    pub fn options(&mut self, p: &Program, s: &State, ask: AskId, out: &mut Options) -> Result<(), Fault> {
        self.begin(s.words());
        let found = self.find_options(p, s, ask, out);
        self.end(found)
    }

    fn find_options(&mut self, p: &Program, s: &State, ask: AskId, out: &mut Options) -> Res<()> {
        match &p.asks[ask.index()].at_once {
            Some(at_once) => self.at_once_options(p, s, ask, at_once, out)?,
            None if self.listed.take(p, s, ask, out) => {}
            None => self.list(p, s, ask, out)?,
        }
        if out.is_empty() {
            return self.m.fail(FaultKind::NothingToChoose, None);
        }
        Ok(())
    }

    /// Lists what the arms of a question offer, without lookahead. The state need not wait there.
    ///
    /// # Errors
    /// If a domain or a condition faults.
    pub fn offered(&mut self, p: &Program, s: &State, ask: AskId, out: &mut Options) -> Result<(), Fault> {
        self.begin(s.words());
        let found = self.candidates(p, s.words(), ask, |_| false, out);
        self.end(found)
    }

    /// Answers the question at which the state waits with one of its options, without running on.
    ///
    /// # Errors
    /// If the option does not have the question's form.
    pub fn answer(&mut self, p: &Program, s: &mut State, ask: AskId, option: &[i32]) -> Result<(), Fault> {
        self.begin(s.words());
        let answered = match &p.asks[ask.index()].at_once {
            Some(at_once) => match self.follow_option_path(p, s, ask, at_once, option) {
                Ok(false) => self.m.fail(FaultKind::Index, None),
                went => went.map(|_| ()),
            },
            None => {
                self.watch.ran(self.m.pc);
                self.apply(p, s.words_mut(), ask, option)
            }
        };
        self.end(answered)
    }

    /// Answers with one of the options that [`Machine::options`] listed for this state. Options of an `at once` question come with
    /// their answers, so no new search is needed.
    ///
    /// # Errors
    /// See [`Machine::answer`].
    pub fn answer_with(
        &mut self,
        p: &Program,
        s: &mut State,
        ask: AskId,
        options: &Options,
        at: usize,
    ) -> Result<(), Fault> {
        let Some(at_once) = &p.asks[ask.index()].at_once else {
            return self.answer(p, s, ask, options.get(at));
        };
        self.begin(s.words());
        let answered = self.follow(p, s.words_mut(), at_once, options.paths.get(at));
        self.end(answered)
    }

    /// The answers that make up an option of an `at once` question: for each the state before it, its question and its option.
    ///
    /// # Errors
    /// See [`Machine::answer`].
    pub fn way(&mut self, p: &Program, s: &State, ask: AskId, options: &Options, at: usize) -> Result<Steps, Fault> {
        let Some(at_once) = &p.asks[ask.index()].at_once else {
            return Ok(Vec::new());
        };
        self.begin(s.words());
        let steps = self.steps_of(p, s, at_once, options.paths.get(at));
        self.end(steps)
    }

    /// Two paths through an `at once` question that show the same values but lead to different positions, if there are any; each as
    /// [`Machine::way`] returns it.
    ///
    /// # Errors
    /// See [`Machine::options`].
    pub fn unlike_ends(&mut self, p: &Program, s: &State, ask: AskId) -> Result<Option<[Steps; 2]>, Fault> {
        let Some(at_once) = &p.asks[ask.index()].at_once else {
            return Ok(None);
        };
        self.begin(s.words());
        let found = self.unlike_ends_of(p, s, ask, at_once);
        self.end(found)
    }

    /// The value of an expression as a word.
    ///
    /// # Errors
    /// If it faults.
    pub fn word(&mut self, p: &Program, s: &State, e: ExprId) -> Result<i32, Fault> {
        self.begin(s.words());
        let word = self.eval(p, s.words()).word(e);
        self.end(word)
    }

    /// True if an expression depends on nothing of the hidden parts.
    pub fn is_in_sight(&mut self, p: &Program, s: &State, e: ExprId, hidden_parts: &mut HiddenParts) -> bool {
        self.begin(s.words());
        self.eval(p, s.words()).is_in_sight(hidden_parts, e)
    }

    /// The value of an expression as a set.
    ///
    /// # Errors
    /// If it faults.
    pub fn set(&mut self, p: &Program, s: &State, e: ExprId) -> Result<Set, Fault> {
        self.begin(s.words());
        let set = self.eval(p, s.words()).set(e);
        self.end(set)
    }

    /// The value of an expression as words: a list (its length, then its elements) or a bag (a count for each piece).
    ///
    /// # Errors
    /// If it faults.
    pub fn words(&mut self, p: &Program, s: &State, e: ExprId) -> Result<Vec<i32>, Fault> {
        self.begin(s.words());
        let words = self.eval(p, s.words()).load(e).map(|_| ());
        self.end(words)?;
        Ok(std::mem::take(&mut self.m.stack))
    }

    /// Sets registers before an expression that reads them is evaluated, such as the indexes of a place.
    pub fn set_regs(&mut self, reg: Reg, words: &[i32]) {
        self.m.regs[usize::from(reg)..][..words.len()].copy_from_slice(words);
    }

    /// Binds the names of an option's arm (or its shown values) for its label, and calls `f`.
    pub fn with_option<T>(&mut self, p: &Program, ask: AskId, option: &[i32], f: impl FnOnce(&mut Self) -> T) -> T {
        let code = &p.asks[ask.index()];
        if let Some(at_once) = &code.at_once {
            self.set_regs(at_once.regs, &option[1..]);
        } else if let Some(query) = code.arms[option[0] as usize].query {
            let mut at = 1;
            for binder in &p.queries[query.index()].binders {
                let width = usize::from(binder.width);
                self.set_regs(binder.reg, &option[at..at + width]);
                at += width;
            }
        }
        f(self)
    }
}
