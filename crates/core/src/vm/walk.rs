//! A walk through the ways on from a position: the questions on the way, and where a way ends well.

use super::halt::HaltAt;
use super::options::Options;
use super::reason::Reason;
use super::seen::SeenStates;
use super::state::State;
use crate::code::{AskId, Pc};

/// A walk; kept for its memory.
#[derive(Debug, Default)]
pub(super) struct Lookahead {
    /// The state that is run.
    pub(super) work: State,
    /// Questions on the way to it, the first `open` of them.
    pub(super) forks: Vec<Fork>,
    pub(super) open: usize,
    /// States met at questions. Those on one walk belong to one goal.
    pub(super) seen: SeenStates,
    /// How many answers were tried.
    pub(super) tried: u32,
    /// The first failure behind most answers, where it is to be explained.
    pub(super) failed: Option<(usize, Reason)>,
}

/// A question on the way.
#[derive(Debug)]
pub(super) struct Fork {
    pub(super) state: State,
    pub(super) options: Options,
    pub(super) next: usize,
    pub(super) ask: AskId,
    pub(super) node: Option<u32>,
}

/// Where a way ends well.
#[derive(Clone, Copy)]
pub(super) struct LookaheadGoal {
    /// Where the loop stops.
    pub(super) until: HaltAt,
    /// Who is asked first, once that is known.
    pub(super) player: Option<i32>,
    /// Where it was asked.
    pub(super) origin: Pc,
    /// All questions of a menu are one: others must not occur.
    pub(super) at_once: bool,
    /// It ends well where a menu has an answer that does something.
    pub(super) menu: bool,
    /// In play the first question is asked next, and its options are wanted then, all of them.
    pub(super) next: bool,
}

impl Lookahead {
    /// The answers on the way to the state that is run.
    pub(super) fn answers(&self) -> impl Iterator<Item = (AskId, &[i32])> {
        let forks = self.forks[..self.open].iter();
        forks.map(|fork| (fork.ask, fork.options.get(fork.next - 1)))
    }
}
