//! The stack of a search: the questions on the way, and where a way ends well.

use super::transposition::SeenStates;
use crate::code::{AskId, Pc};
use crate::vm::fault::reason::Reason;
use crate::vm::halt::HaltAt;
use crate::vm::questions::options::Options;
use crate::vm::state::position::State;

/// A walk; kept for its memory.
#[derive(Debug, Default)]
pub(in crate::vm) struct Lookahead {
    /// The state that is run.
    pub(in crate::vm) work: State,
    /// Questions on the way to it, the first `open` of them.
    pub(super) forks: Vec<Fork>,
    pub(in crate::vm) open: usize,
    /// States met at questions. Those on one walk belong to one goal.
    pub(in crate::vm) seen: SeenStates,
    /// Number of answers tried.
    pub(super) tried: u32,
    /// The first failure behind most answers, where it is to be explained.
    pub(in crate::vm) failed: Option<(usize, Reason)>,
}

/// A question on the way.
#[derive(Debug)]
pub(super) struct Fork {
    pub(in crate::vm) state: State,
    pub(in crate::vm) options: Options,
    pub(in crate::vm) next: usize,
    pub(in crate::vm) ask: AskId,
    pub(in crate::vm) node: Option<u32>,
}

/// Where a way ends well.
#[derive(Clone, Copy)]
pub(in crate::vm) struct LookaheadGoal {
    /// Where the loop stops.
    pub(in crate::vm) until: HaltAt,
    /// Who is asked first, once that is known.
    pub(in crate::vm) player: Option<i32>,
    /// Where it was asked.
    pub(in crate::vm) origin: Pc,
    /// All questions of a menu are one: others must not occur.
    pub(in crate::vm) at_once: bool,
    /// It ends well where a menu has an answer that does something.
    pub(in crate::vm) menu: bool,
    /// In play the first question is asked next, and its options are wanted then, all of them.
    pub(in crate::vm) next: bool,
}

impl Lookahead {
    /// The answers on the way to the state that is run.
    pub(in crate::vm) fn answers(&self) -> impl Iterator<Item = (AskId, &[i32])> {
        let forks = self.forks[..self.open].iter();
        forks.map(|fork| (fork.ask, fork.options.get(fork.next - 1)))
    }
}
