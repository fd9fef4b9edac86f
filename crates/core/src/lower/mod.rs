//! From what the rules mean to what the machine does, for one set-up.
//!
//! Settings and the number of players are folded here. Words of the state are dealt out once: things, tracks, memory,
//! then a frame for each rule. Since no rule can call itself, a rule's frame lies behind those of all its callers.

mod boxes;
mod codes;
mod declare;
mod emit;
mod exprs;
mod ground;
mod plan;
mod stmts;
pub mod tune;

use crate::code::{Legend, Program};

pub use ground::Ground;

/// Maximum number of words of a state (4 MiB); rules are untrusted input.
pub const MOST_WORDS: u32 = 1 << 20;

/// What was chosen for a set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The players' names by seat.
    pub seats: Vec<String>,
    /// A value for every setting; words by their number in the setting's kind, `yes` is 1.
    pub settings: Vec<i64>,
}

/// A program and its names.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// For the machine.
    pub program: Program,
    /// For people.
    pub legend: Legend,
}

impl Lowered {
    /// Number of players.
    pub fn players(&self) -> usize {
        self.legend.kinds[0].members.len()
    }
}
