//! Text to tree: the grammar (`grammar/tavola.pest`), the tree, and recovery from mistakes.
//!
//! Parsing never fails: it gives what it could read and all it could not. pest does not leave this folder.

pub mod ast;
