//! Whole-program checks: call graph, transactions, unused names, stuck menus, endless loops.

mod dry;
pub(super) mod endless;
mod facts;
pub(super) mod graph;
pub(super) mod lint;
mod paid;
pub(super) mod printed;
pub(super) mod shapes;
mod touched;
pub(super) mod transactions;
pub(super) mod twins;
