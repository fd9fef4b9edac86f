//! Effects of operations on a state: stores, moves, order, and counters and events.

pub(super) mod carry;
pub(super) mod events;
pub(super) mod moves;
pub(super) mod operations;
pub(super) mod order;
pub(super) mod store;
