//! Lookahead: depth-first search for a way to finish an action, with a transposition table.

pub(super) mod finish;
pub(super) mod search;
pub(super) mod transposition;
pub(super) mod walk;
