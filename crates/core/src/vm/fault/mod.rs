//! Faults and reasons: what can go wrong while rules run, what that means in words, why an option is not offered.

pub(super) mod kind;
pub(super) mod reason;
pub(super) mod text;
