//! All tests of the crate in one binary.
mod check;
mod classics;
mod cli;
mod docs;
mod hidden;
mod syntax;
mod tidy;
mod vm;
