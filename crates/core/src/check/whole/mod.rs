//! What must hold of all rules together: who calls whom, transactions, what nothing uses, menus and loops without an end.

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
