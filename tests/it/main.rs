//! All tests of the crate in one binary.
mod at_once;
mod check;
mod classics;
mod cli;
mod docs;
mod syntax;
mod tidy;
mod vm;
