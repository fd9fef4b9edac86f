//! Everything hidden from a player is dealt anew: a position as it might be, for all that he knows.

mod asked;
mod chosen;
mod dealer;
mod draws;
mod names;
mod order;
mod others;
mod relate;
mod secrets;
mod things;
mod undealt;

pub(in crate::game) use dealer::Dealer;
pub use undealt::Undealt;
