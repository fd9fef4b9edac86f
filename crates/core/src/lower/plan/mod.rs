//! What is found out of the whole program before it runs, so that the machine need not.
//!
//! - Looking ahead: [`ahead`] says which questions need it, from where something can fail ([`risk`]) and from what the prover
//!   ([`prover`], [`musts`]) says must hold at a question so that nothing does.
//! - Menus that are asked at once ([`crate::code::Region`]): [`reads`] says what an operation reads and writes, as words; [`flow`]
//!   which operations can follow a question; [`laid`] which answers lead to the same but for a word; [`regions`] puts it together.

mod ahead;
mod flow;
mod laid;
mod musts;
mod prover;
mod reads;
mod regions;
mod risk;

pub(super) use ahead::{doubt, prove};
pub(super) use regions::mark;
