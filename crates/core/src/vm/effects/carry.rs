//! Scratch memory of one operation that moves things.

use crate::code::End;

/// What the move that is under way says of order. Nothing in it outlives an operation.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::vm) struct Carry {
    /// To which end.
    pub(in crate::vm) end: Option<End>,
    /// Something of this sentence lies there already: the rest joins it.
    pub(super) begun: bool,
    /// Who sees into the place that things leave.
    pub(in crate::vm) from: u32,
    /// Who sees into either place.
    pub(in crate::vm) seen: u32,
}
