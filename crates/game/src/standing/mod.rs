//! What somebody who thinks about a position needs of it in numbers: the ranking so far and at the end, what a player knows, which
//! option is which. No names, no texts.

mod prints;
mod ranking;

pub(crate) use prints::{known_print, option_print};
pub use ranking::{Outcome, Standing};
