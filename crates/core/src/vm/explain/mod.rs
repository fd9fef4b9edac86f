//! Explanations of refusals: why an option is not offered, and which answer comes nearest to given values.

pub(super) mod nearest;
pub(super) mod why;
