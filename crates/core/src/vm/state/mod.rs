//! States and their representation: words, history, and how places, orders and long lists are encoded.

pub(super) mod bits;
pub(super) mod cells;
pub mod layers;
pub mod long;
pub(super) mod packets;
pub(super) mod position;
pub mod table;
