//! All tests of the crate in one binary.
mod boards;
mod check;
mod classics;
mod cli;
mod docs;
mod syntax;
mod things;
mod tidy;
mod vm;
