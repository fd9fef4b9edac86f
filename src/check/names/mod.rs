//! The rulebook under construction: what its names stand for, and what was found wrong.

pub(super) mod book;
pub(super) mod consts;
pub(super) mod defs;

pub(super) use defs::{did_you_mean, listed};
