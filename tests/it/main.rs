//! All tests of the crate in one binary.
mod at_once;
mod boards;
mod check;
mod classics;
mod cli;
mod docs;
mod foresight;
mod hidden;
mod order;
mod played;
mod questions;
mod refusals;
mod syntax;
mod things;
mod tidy;
mod vm;
mod walkers;
