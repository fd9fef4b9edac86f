//! Whole-program checks: call graph, transactions, unused names, stuck menus, endless loops.

mod declined;
mod empty_cells;
pub(super) mod endless;
mod facts;
pub(super) mod graph;
pub(super) mod lint;
mod nonnegative;
mod own_things;
pub(super) mod printed;
pub(super) mod shapes;
mod stuck_menus;
pub(super) mod touched;
pub(super) mod transactions;
pub(super) mod twins;
