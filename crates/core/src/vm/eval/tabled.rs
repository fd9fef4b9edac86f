//! Memoisation of values that do not depend on the position.

use super::evaluator::Eval;
use super::view::WordsView;
use crate::code::{ExprId, Set};
use crate::vm::fault::kind::Res;

/// Maximum number of steps for one entry. A value that takes more is evaluated each time, so the budget runs out at the same point
/// whatever is cached.
const ENTRY_STEPS: u64 = 4096;

impl<'p> Eval<'p> {
    #[inline]
    pub(super) fn tabled_word(&mut self, table: u32, value: ExprId) -> Res<i32> {
        let table = &self.p.tables[table as usize];
        let Some(entry) = table.at(&self.m.regs).map(|at| table.word(at)) else { return self.word(value) };
        if entry.get().is_none() {
            let word = self.apart(|eval| eval.word(value));
            entry.get_or_init(|| word);
        }
        match entry.get() {
            Some(Some(word)) => Ok(*word),
            _ => self.word(value),
        }
    }

    #[inline]
    pub(super) fn tabled_set(&mut self, table: u32, value: ExprId) -> Res<Set> {
        let table = &self.p.tables[table as usize];
        let Some(entry) = table.at(&self.m.regs).map(|at| table.set(at)) else { return self.set(value) };
        if entry.get().is_none() {
            let set = self.apart(|eval| eval.set(value));
            entry.get_or_init(|| set);
        }
        match entry.get() {
            Some(Some(set)) => Ok(*set),
            _ => self.set(value),
        }
    }

    #[inline]
    pub(super) fn tabled_view(&mut self, table: u32, value: ExprId) -> Res<WordsView<'p>> {
        let table = &self.p.tables[table as usize];
        let Some(entry) = table.at(&self.m.regs).map(|at| table.list(at)) else { return self.view(value) };
        if entry.get().is_none() {
            let list = self.apart(|eval| {
                let start = eval.load(value)?;
                let list = eval.m.stack[start..].into();
                eval.m.stack.truncate(start);
                Ok(list)
            });
            entry.get_or_init(|| list);
        }
        match entry.get() {
            Some(Some(list)) => Ok(WordsView::Table(list)),
            _ => self.view(value),
        }
    }

    /// Evaluates an entry on a budget of its own. `None` if it faults.
    #[cold]
    #[inline(never)]
    fn apart<T>(&mut self, value: impl FnOnce(&mut Self) -> Res<T>) -> Option<T> {
        let (steps, fault) = (self.m.steps, self.m.fault);
        // The entry is kept for all machines, so an interrupt must not leave it out.
        let interrupt = self.m.interrupt.take();
        self.m.give_steps(ENTRY_STEPS);
        let value = self.with_rollback(value).ok();
        self.m.interrupt = interrupt;
        self.m.give_steps(steps);
        self.m.fault = fault;
        value
    }
}
