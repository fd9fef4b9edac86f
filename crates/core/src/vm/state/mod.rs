//! States and their representation: words, what was answered so far, and how places, orders and long lists lie in the words.

pub(super) mod bits;
pub(super) mod cells;
pub mod layers;
pub mod long;
pub(super) mod packets;
pub(super) mod position;
pub mod table;
