//! Checks that need only the syntax tree: size limits, citations, waivers.

pub(super) mod clauses;
pub(super) mod limits;
pub(super) mod waive;
