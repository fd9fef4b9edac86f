//! The evaluator: reads expressions as a word (`word`), a set (`set`) or words (`view`) over the node pool.
//!
//! `query` iterates over the names of a query, whose values come from `domain`; `fold`, `list`, `bag` and `matching` build results.
//! `tabled` looks up what no position changes, `native` runs machine code of what is asked for often (`hot`).

pub(super) mod bag;
pub(super) mod domain;
pub(super) mod evaluator;
pub(super) mod fold;
pub(super) mod hot;
pub(super) mod list;
pub(super) mod matching;
#[cfg(feature = "native")]
pub(super) mod native;
pub(super) mod ordered;
pub(super) mod query;
pub(super) mod scratch;
pub(super) mod set;
pub(super) mod steps;
pub(super) mod tabled;
pub(super) mod view;
pub(super) mod word;

// Without machine code nobody has any.
#[cfg(feature = "native")]
pub use native::Native;
#[cfg(not(feature = "native"))]
pub(super) use std::convert::Infallible as Native;
