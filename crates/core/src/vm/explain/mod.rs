//! Explanations: why an option is not offered, and which answer comes nearest to certain values.

pub(super) mod nearest;
pub(super) mod why;
