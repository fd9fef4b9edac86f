//! Texts of values, things, places and options, in notation and for players. They follow from the names of a game
//! ([`Legend`](tavola_core::code::Legend)). Only the holes of a text need a position.

mod cells;
mod label;
mod notation;
mod outline;
mod text;
mod value;

pub use label::Drawn;
pub(crate) use label::{Labels, place_of};
pub(crate) use notation::{Style, cell, count, each, indexed, indexes, locate, player, show, split, thing_in};
pub(crate) use outline::{ValueTexts, outline, prompt_outline, unprompted};
pub use text::{apart, bracketed};
pub(crate) use text::{items, normal, plain};
pub use value::{Answered, OptionValue, Value};
pub(crate) use value::{option, option_notation};
