//! Faults: what can go wrong while rules run, and where.

use crate::code::{ExprId, Pc, TextId};

/// A rule that cannot go on, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The operation at which it happened.
    pub pc: Pc,
    /// The expression at which it happened, where it is one.
    pub expr: Option<ExprId>,
}

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// A number does not fit 32 bits.
    Overflow,
    /// A division by 0.
    DivideByZero,
    /// `none` where a number, a place or an index is needed.
    NoValue,
    /// `the` of no result, or of several.
    NotOne,
    /// An index outside its variable.
    Index,
    /// Too few things to move.
    NotEnough,
    /// More than a place may hold.
    Full,
    /// A thing where it may not lie.
    NotHeld,
    /// A track that refuses a step past its end.
    Refused,
    /// A condition that must hold.
    Require(Option<TextId>),
    /// A question without options.
    NothingToChoose,
    /// Too many steps between two questions.
    Steps,
    /// Too many steps of looking ahead.
    Search,
    /// Several ways to move "any so many" of different things.
    Ambiguous,
    /// More elements than a list has room for.
    ListFull,
    /// A question of somebody else, or chance, inside a menu that is asked at once.
    AtOnce,
    /// A member of a kind where a member of another one is needed that has not all of them.
    NoMember,
    /// A number that a set cannot keep.
    NotKept,
}

impl FaultKind {
    /// Whether it means, while looking ahead, that an action cannot be finished this way. Others are faults there too.
    pub fn is_failure(self) -> bool {
        matches!(
            self,
            Self::NotEnough | Self::Full | Self::NotHeld | Self::Refused | Self::Require(_) | Self::NothingToChoose
        )
    }

    /// Whether it means that there was more to do than is allowed.
    pub fn is_budget(self) -> bool {
        matches!(self, Self::Steps | Self::Search)
    }
}

/// A fault has been noted in the scratch. Empty, so that results travel in registers.
#[derive(Debug)]
pub(in crate::vm) struct Failed;

/// A result whose fault lies in the scratch.
pub(in crate::vm) type Res<T> = Result<T, Failed>;
