//! What is read of the tree alone: how large it may be, which clauses it cites, what it waives.

pub(super) mod clauses;
pub(super) mod limits;
pub(super) mod waive;
