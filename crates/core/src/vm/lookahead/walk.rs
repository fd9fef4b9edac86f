//! Search stack and goal of a lookahead.

use super::transposition::SeenStates;
use crate::code::{AskId, Pc};
use crate::vm::fault::reason::Reason;
use crate::vm::halt::HaltAt;
use crate::vm::questions::options::Options;
use crate::vm::state::position::State;

/// A search; kept to reuse its memory.
#[derive(Debug, Default)]
pub(in crate::vm) struct Lookahead {
    /// The state that runs.
    pub(in crate::vm) work: State,
    /// Questions on the path to it; the first `open` are in use.
    pub(super) forks: Vec<Fork>,
    pub(in crate::vm) open: usize,
    /// States seen at questions. They are valid for one goal only.
    pub(in crate::vm) seen: SeenStates,
    /// Number of answers tried.
    pub(super) tried: u32,
    /// The first failure after the most answers, for explanations.
    pub(in crate::vm) failed: Option<(usize, Reason)>,
}

/// A question on the path, with its untried options.
#[derive(Debug)]
pub(super) struct Fork {
    pub(in crate::vm) state: State,
    pub(in crate::vm) options: Options,
    pub(in crate::vm) next: usize,
    pub(in crate::vm) ask: AskId,
    pub(in crate::vm) node: Option<u32>,
}

/// The goal of a search.
#[derive(Clone, Copy)]
pub(in crate::vm) struct LookaheadGoal {
    /// The stop condition of the loop.
    pub(in crate::vm) until: HaltAt,
    /// The first player who is asked, once known.
    pub(in crate::vm) player: Option<i32>,
    /// The operation at which the search began.
    pub(in crate::vm) origin: Pc,
    /// True if all questions of a menu are one; other questions must not occur.
    pub(in crate::vm) at_once: bool,
    /// True if a path succeeds at a menu with an action.
    pub(in crate::vm) menu: bool,
    /// True if the first question is asked next in play, so all its options are needed.
    pub(in crate::vm) next: bool,
}

impl Lookahead {
    /// The answers on the path to the state that runs.
    pub(in crate::vm) fn answers(&self) -> impl Iterator<Item = (AskId, &[i32])> {
        let forks = self.forks[..self.open].iter();
        forks.map(|fork| (fork.ask, fork.options.get(fork.next - 1)))
    }
}
