//! Determinization: replaces everything hidden from a player by a random sample that agrees with what the player knows.

mod asked;
mod chosen;
mod dealer;
mod draws;
mod names;
mod order;
mod others;
mod past;
mod relate;
mod secrets;
mod seen;
mod things;
mod undealt;

pub(crate) use dealer::Dealer;
pub(crate) use past::may_need_past;
pub(crate) use seen::SeenGoing;
pub use undealt::Undealt;
