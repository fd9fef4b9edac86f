//! Contents of places, and who sees them. Derived from the declarations of places and memory.

mod eye;
mod fixed;
mod held;
mod hidden_parts;
mod things;

pub(crate) use eye::{Eye, MemoryWords, memory, viewers};
pub(crate) use fixed::{FixedSight, reads_position};
pub(crate) use held::{OpenRules, about, first_word, owners, shaped, words_in_use};
pub(crate) use things::{copies_in, knows_layer, knows_packet, lay, row, things, word_of};
