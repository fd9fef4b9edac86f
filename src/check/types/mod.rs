//! What may stand for what.

pub(super) mod fit;
