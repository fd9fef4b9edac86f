//! Contents of places, and who sees them. Derived from the declarations of places and memory.

mod eye;
mod held;
mod hidden_parts;
mod things;

pub(crate) use eye::{Eye, MemoryWords, memory, viewers};
pub(crate) use held::{OpenRules, about, first_word, owners, shaped, words_in_use};
pub(crate) use things::{knows_layer, lay, row, things, word_of};
