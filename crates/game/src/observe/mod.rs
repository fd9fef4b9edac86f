//! Observations: what one player may know, as a flat slice of numbers for machine learning.
//!
//! A set-up has one [`ObservationSpec`]: a list of named planes with fixed sizes and bounds, derived from the declarations.
//! An observation is a function of the view and of the open question. Who sees what is decided by the same code as for views.

mod answers;
mod asked;
mod coding;
mod copied;
mod parts;
mod places;
mod plane;
mod spec;
mod values;

pub use plane::{Plane, PlaneAxis, PlaneKind};
pub use spec::ObservationSpec;
pub(crate) use spec::{ObservationScratch, SpecMadeOnce};
