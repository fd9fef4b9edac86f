//! Facts recorded during lowering that the operations do not show.

use std::collections::BTreeMap;

use crate::code::{ExprId, Pc, Set};

/// Facts about extents and things.
#[derive(Clone, Debug, Default)]
pub(in crate::lower) struct ProgramNotes {
    /// Ends of extents that are the outermost of their rule.
    pub(in crate::lower) outer_ends: Vec<Pc>,
    /// Ends of a menu's actions. No extent is open around them.
    pub(in crate::lower) menu_ends: Vec<Pc>,
    /// Calls inside an extent of the calling rule.
    pub(in crate::lower) inner_calls: Vec<Pc>,
    /// Facts about the places and things that expressions denote.
    pub(in crate::lower) things: Things,
}

/// Facts about things that are known when an expression is lowered.
#[derive(Clone, Debug, Default)]
pub(in crate::lower) struct Things {
    /// For an expression whose value is a place: the row of places (family) it belongs to.
    pub(in crate::lower) places: BTreeMap<ExprId, u32>,
    /// For an expression that counts things: the place and the piece.
    pub(in crate::lower) counts: BTreeMap<ExprId, (ExprId, ExprId)>,
    /// For an expression whose value is a piece: all pieces it can be.
    pub(in crate::lower) pieces: BTreeMap<ExprId, Set>,
}
