//! Hidden information at run time: what a viewer does not see, and which values and explanations do not depend on it.

pub(super) mod hidden;
pub(super) mod masking;
