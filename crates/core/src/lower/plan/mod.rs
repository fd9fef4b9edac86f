//! Program analysis: properties of a program that are proved before it runs, so that the machine need not find them out.
//!
//! - Lookahead: [`lookahead`] decides which questions need it. [`may_fail`] finds the operations after which one can fail;
//!   [`prover`] (symbolic execution) and [`precondition`] find the conditions at a question under which none does.
//! - Menus that are asked at once ([`crate::code::Region`]): [`effects`] finds the words that an operation reads and writes,
//!   [`control_flow`] the operations that can follow a question, [`def_use`] the answers whose states differ in one word only.
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
