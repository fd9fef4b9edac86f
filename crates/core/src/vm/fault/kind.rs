//! Faults (runtime errors): kinds and places.

use crate::code::{ExprId, Pc, TextId};

/// A fault: a runtime error of the rules, with its place. `Game::diagnose` turns it into a located finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind of error.
    #[doc(hidden)]
    pub kind: FaultKind,
    /// The operation at which it happened.
    #[doc(hidden)]
    pub pc: Pc,
    /// The expression at which it happened, if it was one.
    #[doc(hidden)]
    pub expr: Option<ExprId>,
    /// The place that is too full.
    #[doc(hidden)]
    pub full: Option<i32>,
}

/// The kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// A number does not fit 32 bits.
    Overflow,
    /// A division by 0.
    DivideByZero,
    /// `none` where a number, a place or an index is needed.
    NoValue,
    /// `the` of no result.
    NoResult,
    /// `the` of several results.
    SeveralResults,
    /// An index outside its variable.
    Index,
    /// Too few things to move.
    NotEnough,
    /// More things than a place may hold.
    Full,
    /// A thing in a place that may not hold it.
    NotHeld,
    /// A step past the end of a track that refuses it.
    Refused,
    /// A required condition that is false.
    Require(Option<TextId>),
    /// A question without options.
    NothingToChoose,
    /// Too many steps between two questions.
    Steps,
    /// Too many steps of lookahead.
    Search,
    /// A number of different things to move, with several ways to choose them.
    Ambiguous,
    /// More elements than a list has room for.
    ListFull,
    /// More results than a loop has room for.
    LoopFull,
    /// A question to another player, or to chance, inside a menu that is asked at once.
    AtOnce,
    /// A member that the kind needed here does not have.
    NoMember,
    /// A number that a set cannot contain.
    NotKept,
    /// The caller interrupted the run, see [`crate::vm::Machine::set_interrupt`].
    Interrupted,
}

impl Fault {
    /// True if the caller interrupted the run. The rules are not at fault.
    pub fn is_interrupt(&self) -> bool {
        self.kind == FaultKind::Interrupted
    }
}

impl FaultKind {
    /// True if during lookahead it only means that an action cannot be finished this way. Other kinds are faults there, too.
    pub(crate) fn is_failure(self) -> bool {
        matches!(
            self,
            Self::NotEnough | Self::Full | Self::NotHeld | Self::Refused | Self::Require(_) | Self::NothingToChoose
        )
    }

    /// True if it means that a budget is exhausted.
    pub fn is_budget(self) -> bool {
        matches!(self, Self::Steps | Self::Search)
    }
}

/// Marker for a fault that is recorded in the scratch. It is empty, so that results fit into registers.
#[derive(Debug)]
pub(in crate::vm) struct Failed;

/// A result whose fault is in the scratch.
pub(in crate::vm) type Res<T> = Result<T, Failed>;
