//! Information states: all that one player saw since the beginning of a game, in order, as data.
//!
//! They have perfect recall: what was shown once and is hidden again stays. Who sees what is decided by the same code as for the
//! log and for views.

mod information;
mod position;

pub use information::{InformationState, OwnQuestion, PositionChange, SeenEntry};
pub(crate) use position::SeenPosition;
