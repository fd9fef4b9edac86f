//! Faults and reasons: runtime errors, their messages, and why an option is not offered.

pub(super) mod kind;
pub(super) mod reason;
pub(super) mod text;
