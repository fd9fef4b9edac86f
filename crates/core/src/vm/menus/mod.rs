//! Menus that are asked at once: search of all paths, with common parts explored once.
//!
//! `merge` is the search (with an example). It uses `nodes` (open nodes), `memory` (known nodes), `read_sets` and `ends`. `at_once`
//! tries each path by itself.

pub(super) mod at_once;
pub mod ends;
pub(super) mod memory;
pub(super) mod merge;
pub(super) mod nodes;
pub mod read_sets;
