//! Menus that are asked at once: all ways through their questions, with equal parts walked once.
//!
//! `merge` walks (with an example), over `nodes` (what is open) and `memory` (what is known), which use `sorts` and `ends`; `at_once` walks
//! each way by itself.

pub(super) mod at_once;
pub mod ends;
pub(super) mod memory;
pub(super) mod merge;
pub(super) mod nodes;
pub mod sorts;
