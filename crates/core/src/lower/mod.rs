//! Lowering: translates the checked rules (IR) into a program of the virtual machine, for one set-up.
//!
//! Settings and the number of players are constants here and are folded. Words of the state are laid out once: things, tracks, memory,
//! then a frame for each rule. Rules cannot be recursive, so frames are allocated statically: a rule's frame lies after the frames of
//! all its callers.

mod boxes;
mod codes;
mod declare;
mod emit;
mod exprs;
mod plan;
mod set_up_context;
mod stmts;
pub mod tune;
pub mod values;

use tavola_syntax::text::capital;

use crate::code::{Legend, Program};

pub use set_up_context::SetUpContext;

/// Maximum number of words of a state (4 MiB). The limit exists because rules are untrusted input.
pub(crate) const MOST_STATE_WORDS: u32 = 1 << 20;

/// The choices that define a set-up: players and settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The players' names by seat.
    pub seats: Vec<String>,
    /// The names that people read instead, by seat. Shorter, or `None`: the name as a title.
    pub titles: Vec<Option<String>>,
    /// A value for each setting. A word is its number in the setting's kind; `yes` is 1.
    pub settings: Vec<i64>,
}

impl Choices {
    /// The name of a seat as people read it: `Anna` for `anna`, unless another one was chosen.
    pub fn title(&self, seat: usize) -> String {
        let chosen = self.titles.get(seat).cloned().flatten();
        chosen.unwrap_or_else(|| capital(&self.seats[seat]).replace('_', " "))
    }
}

/// A program and its names.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The code that the machine runs.
    pub program: Program,
    /// The names that people read.
    pub legend: Legend,
}

impl Lowered {
    /// Number of players.
    pub fn players(&self) -> usize {
        self.legend.kinds[0].members.len()
    }
}
