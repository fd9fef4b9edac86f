//! Visibility that no position changes, evaluated once for a set-up. The rest is left to [`Eye`].

use std::collections::BTreeSet;

use tavola_core::code::{ExprId, Program, Reg, SeenBy};
use tavola_core::vm::State;

use super::Eye;
use super::eye::viewers;

/// Visibility of a place or variable at one index.
#[derive(Debug)]
pub(crate) struct FixedSight {
    regs: Reg,
    index: Vec<i32>,
    /// Viewers who see it in every position: a bit for each seat, then one for spectators.
    always: u64,
    /// Alternatives that depend on the position.
    open: Vec<SeenBy>,
    players: usize,
}

impl FixedSight {
    /// Splits a declaration into what is fixed and what is not. `start` is any state.
    pub(crate) fn of(eye: &mut Eye<'_>, start: &State, seers: &[SeenBy], regs: Reg, index: Vec<i32>) -> Self {
        let (program, players) = (&eye.lowered.program, eye.lowered.players());
        let is_open = |seer: &&SeenBy| [seer.who, seer.when].into_iter().flatten().any(|e| reads_position(program, e));
        let (open, fixed): (Vec<&SeenBy>, Vec<&SeenBy>) = seers.iter().partition(is_open);
        let (open, fixed): (Vec<SeenBy>, Vec<SeenBy>) =
            (open.into_iter().copied().collect(), fixed.into_iter().copied().collect());
        let always = viewers(players).enumerate().fold(0, |always, (seat, viewer)| {
            always | u64::from(eye.sees(start, &fixed, regs, &index, viewer)) << seat
        });
        Self { regs, index, always, open, players }
    }

    /// True if everybody sees it in every position.
    pub(crate) fn is_public(&self) -> bool {
        self.always == (2 << self.players) - 1
    }

    /// True if nobody sees it in any position.
    pub(crate) fn is_secret(&self) -> bool {
        self.always == 0 && self.open.is_empty()
    }

    /// True if a viewer sees it in this position, see [`Eye::sees`].
    pub(crate) fn sees(&self, eye: &mut Eye<'_>, state: &State, viewer: Option<usize>) -> bool {
        self.always >> viewer.unwrap_or(self.players) & 1 == 1
            || (!self.open.is_empty() && eye.sees(state, &self.open, self.regs, &self.index, viewer))
    }
}

/// True if an expression may read the position.
pub(crate) fn reads_position(program: &Program, e: ExprId) -> bool {
    let (mut open, mut seen) = (vec![e], BTreeSet::new());
    while let Some(e) = open.pop() {
        if !seen.insert(e) {
            continue;
        }
        let mut reads = false;
        program.each_area(e, &mut |_| reads = true);
        if reads || !program.each_part(e, &mut |part| open.push(part)) {
            return true;
        }
    }
    false
}
