//! What lies where in a position, and who sees it. Derived from what the places and the memory declare.

mod eye;
mod held;
mod things;
mod veil;

pub(crate) use eye::{Eye, MemoryWords, memory, viewers};
pub(crate) use held::{OpenRules, about, first_word, owners, shaped, words_in_use};
pub(crate) use things::{knows_layer, lay, row, things, word_of};
