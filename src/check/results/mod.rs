//! What is typed over the rules when all have a meaning: what is shown of a position.

pub(super) mod display;
