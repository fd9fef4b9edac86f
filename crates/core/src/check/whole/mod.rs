//! What must hold of all rules together: who calls whom, transactions, what nothing uses, questions and loops without an end.

pub(super) mod empty;
pub(super) mod endless;
pub(super) mod graph;
pub(super) mod lint;
pub(super) mod printed;
pub(super) mod shapes;
pub(super) mod transactions;
pub(super) mod twins;
