//! Runs to the next question, which a flag can interrupt.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::{Fault, Pending};
use tavola_core::code::Program;
use tavola_core::vm::{self, Machine, State};

use super::{Doing, Referee};

impl Referee {
    /// Runs to the next question and computes its options. Idempotent.
    ///
    /// # Errors
    /// A fault of the rules. No question is open then.
    pub fn run(&mut self, state: &mut State) -> Result<Pending, Fault> {
        self.open.forget();
        let ran = self.run_and_open(state);
        if ran.is_err() {
            self.open.close();
        }
        ran
    }

    fn run_and_open(&mut self, state: &mut State) -> Result<Pending, Fault> {
        let Self { game, machine, watched, .. } = self;
        let program = game.program();
        let ran = run_interruptibly(&self.interrupt, machine, state, |machine, state| match watched {
            None => machine.run(program, state),
            Some(watched) => {
                watched.tell(Doing::Begins);
                machine.run_with_notes(program, state, &mut |pc| watched.runs(pc))
            }
        });
        let (id, pending) = match ran? {
            vm::Waiting::Choice { ask, player } => (ask, Pending::Choice(player.max(0) as usize)),
            vm::Waiting::Chance { ask } => (ask, Pending::Chance),
            vm::Waiting::Over => {
                self.open.close();
                self.does(Doing::Waits);
                return Ok(Pending::Over);
            }
        };
        self.open.open(id, state);
        self.does(Doing::Offers(id.index()));
        let Self { game, machine, open, .. } = self;
        run_interruptibly(&self.interrupt, machine, state, |machine, state| {
            machine.options(game.program(), state, id, &mut open.options)
        })?;
        self.does(Doing::Waits);
        Ok(pending)
    }

    /// Sets, or removes, a flag that interrupts runs of the rules. Another thread, or a signal handler, sets it to `true`.
    ///
    /// A run then ends within a few milliseconds with a fault for which [`Fault::is_interrupt`] is true. The state is as it was
    /// before the call, or waits at the next question, so it can be run again once the flag is `false`.
    /// Interrupted are [`Referee::run`] and all that runs the rules in the same way: [`Referee::children`], [`Referee::run_action`],
    /// [`Referee::run_without_options`], [`Referee::run_in_part`], [`Referee::gather`]. Answers and views are short, so they are not interrupted.
    /// [`Referee::count`] counts what was undone, too.
    pub fn set_interrupt(&mut self, flag: Option<Arc<AtomicBool>>) {
        self.interrupt = flag;
    }

    /// Runs the rules with the interrupt flag, see [`run_interruptibly`].
    pub(super) fn interruptibly<T>(
        &mut self,
        state: &mut State,
        run: impl FnOnce(&mut Machine, &Program, &mut State) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let Self { game, machine, interrupt, .. } = self;
        run_interruptibly(interrupt, machine, state, |machine, state| run(machine, game.program(), state))
    }
}

/// Runs the rules with the interrupt flag. If it interrupts, the state and the events are put back.
#[inline]
fn run_interruptibly<T>(
    flag: &Option<Arc<AtomicBool>>,
    machine: &mut Machine,
    state: &mut State,
    run: impl FnOnce(&mut Machine, &mut State) -> Result<T, Fault>,
) -> Result<T, Fault> {
    if flag.is_none() {
        return run(machine, state);
    }
    let (before, events) = (state.clone(), machine.event_count());
    machine.set_interrupt(flag.clone());
    let ran = run(machine, state);
    machine.set_interrupt(None);
    if ran.as_ref().is_err_and(Fault::is_interrupt) {
        *state = before;
        machine.drop_events(events);
    }
    ran
}
