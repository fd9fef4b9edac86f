//! Reasons: why an option is not offered, as data.

use super::kind::FaultKind;
use crate::code::{ExprId, Pc};

/// Why an option is not offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason {
    /// What sort of reason.
    pub kind: ReasonKind,
    /// The smallest condition that does not hold, or the domain that lacks the value.
    pub expr: Option<ExprId>,
    /// The operation at which the action cannot go on: of all ways the first failure behind the most answers.
    pub pc: Option<Pc>,
    /// Both sides of the condition, where it says which of two numbers is larger; the ends of a range that lacks the value.
    pub sides: Option<(i32, i32)>,
}

/// What sort of reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReasonKind {
    /// The arm is closed.
    When,
    /// The value of this name (by number) is none of its domain.
    Domain(usize),
    /// There is no value for this name (by number).
    Nothing(usize),
    /// The query's condition does not hold.
    Filter,
    /// It cannot be finished.
    Fails(FaultKind),
    /// No way through the menu shows these values, or no way leads out of it.
    NoWay,
    /// Whether it can be finished was not found out within the budget.
    Search,
    /// One that would tell what lies hidden.
    Hidden,
}
