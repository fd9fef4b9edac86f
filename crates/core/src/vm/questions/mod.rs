//! Questions: the options of a question, where they come from, and the parts of a division.

pub(super) mod candidates;
pub(super) mod divide;
pub(super) mod options;
