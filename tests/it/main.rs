//! The crate's own tests, one binary.

mod vm;
