//! Scratch data of one operation that moves things.

use crate::code::End;

/// The order and visibility of the move that runs. It does not outlive an operation.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::vm) struct Carry {
    /// The end of the target to put things at.
    pub(in crate::vm) end: Option<End>,
    /// True if a thing of this sentence is already there; the others join its packet.
    pub(super) begun: bool,
    /// The players who see into the place of origin.
    pub(in crate::vm) from: u32,
    /// The players who see into either place.
    pub(in crate::vm) seen: u32,
}
