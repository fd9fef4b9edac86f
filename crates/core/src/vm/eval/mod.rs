//! The evaluator: a tree-walking interpreter of expressions, as a word (`word`), a set (`set`) or words (`view`).
//!
//! `query` iterates over the names of a query, whose values come from `domain`; `fold`, `list`, `bag` and `matching` compute
//! results. `tabled` memoises values that do not depend on the position; `native` runs hot expressions (`hot`) as native code.

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

// Without the feature `native` there is no value of this type.
#[cfg(feature = "native")]
pub use native::Native;
#[cfg(not(feature = "native"))]
pub(super) use std::convert::Infallible as Native;
