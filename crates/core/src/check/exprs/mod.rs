//! Types expressions: from the syntax tree to the intermediate representation.

mod access;
mod addable;
mod calls;
mod cells;
mod choice;
mod conditions;
mod grids;
mod library;
mod names;
mod ops;
mod places;
mod positions;
mod probes;
mod queries;
mod sets;
mod sheets;
mod site;
mod spaces;
mod swapped;
mod typer;
mod who;

pub use library::words as library_words;
pub(super) use ops::is_site;
pub(super) use queries::{is_same_for_all, ranking, refuse_common_keys};
pub(super) use sheets::{by_itself, named, param_types, the_rule};
pub(super) use swapped::report as report_orders;
pub(super) use typer::{EXPR_DEPTH, Typer};
