//! What is noted while a program is made, because it cannot be seen in the operations.

use std::collections::BTreeMap;

use crate::code::{ExprId, Pc, Set};

/// What is noted of extents and of things.
#[derive(Clone, Debug, Default)]
pub(in crate::lower) struct ProgramNotes {
    /// Ends of extents that are the outermost of their rule.
    pub(in crate::lower) outer_ends: Vec<Pc>,
    /// Ends of a menu's actions: nothing is open around them.
    pub(in crate::lower) menu_ends: Vec<Pc>,
    /// Calls inside an extent of their rule.
    pub(in crate::lower) inner_calls: Vec<Pc>,
    /// Which expressions name places and count things.
    pub(in crate::lower) things: Things,
}

/// What expressions say of things, where it was plain when they were lowered.
#[derive(Clone, Debug, Default)]
pub(in crate::lower) struct Things {
    /// The family of the place that an expression names.
    pub(in crate::lower) places: BTreeMap<ExprId, u32>,
    /// The place and the piece that an expression counts.
    pub(in crate::lower) counts: BTreeMap<ExprId, (ExprId, ExprId)>,
    /// All that a piece can be.
    pub(in crate::lower) pieces: BTreeMap<ExprId, Set>,
}
