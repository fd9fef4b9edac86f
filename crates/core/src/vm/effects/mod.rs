//! The effects of operations on a state: values that are stored, things that move, the order of things, and counts and events.

pub(super) mod carry;
pub(super) mod events;
pub(super) mod moves;
pub(super) mod operations;
pub(super) mod order;
pub(super) mod store;
