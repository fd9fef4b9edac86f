//! Reasons of refusals, as data.

use super::kind::FaultKind;
use crate::code::{ExprId, Pc};

/// The reason why an option is not offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The kind of reason.
    pub kind: ReasonKind,
    /// The smallest false condition, or the domain that lacks the value.
    pub expr: Option<ExprId>,
    /// The operation that fails: of all paths the first failure after the most answers.
    pub pc: Option<Pc>,
    /// Both sides of a comparison of two numbers, or the bounds of a range that lacks the value.
    pub sides: Option<(i32, i32)>,
    /// For an `every` over one name that compares two numbers: each value of the name, with both sides.
    pub each: Vec<(i32, (i32, i32))>,
    /// The place that would be too full.
    pub full: Option<i32>,
}

impl Reason {
    /// A reason of this kind without details.
    pub(in crate::vm) const fn of(kind: ReasonKind) -> Self {
        Self { kind, expr: None, pc: None, sides: None, each: Vec::new(), full: None }
    }
}

/// The kind of a reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReasonKind {
    /// The condition of the arm is false.
    When,
    /// The value of this name (by number) is not in its domain.
    Domain(usize),
    /// There is no value for this name (by number).
    Nothing(usize),
    /// The query's filter is false.
    Filter,
    /// It cannot be finished: it ends in this failure.
    Fails(FaultKind),
    /// No path through the menu shows these values, or no path leads out of it.
    NoWay,
    /// The search budget was exhausted before it was known whether it can be finished.
    Search,
    /// The reason would reveal hidden information.
    Hidden,
}
