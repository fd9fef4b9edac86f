//! Hidden information at run time: what a viewer does not see, and whether a value or an explanation can do without it.

pub(super) mod hidden;
pub(super) mod veiled;
