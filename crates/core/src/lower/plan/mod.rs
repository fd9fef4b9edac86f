//! Program analysis: what is known of a program before it runs, so that the machine need not find it out.
//!
//! - Lookahead: [`lookahead`] says which questions need it, from [`may_fail`] (from where on an operation can fail) and from what must
//!   hold at a question so that none does ([`prover`]: symbolic execution; [`precondition`]).
//! - Menus that are asked at once ([`crate::code::Region`]): [`effects`] says which words an operation reads and writes,
//!   [`control_flow`] which operations can follow a question, [`def_use`] which answers lead to the same state but for one word;
//!   [`regions`] combines them.

mod control_flow;
mod def_use;
mod effects;
mod lookahead;
mod may_fail;
mod precondition;
mod prover;
mod regions;

pub(super) use lookahead::{assume_unproved, prove};
pub(super) use regions::mark_regions;
