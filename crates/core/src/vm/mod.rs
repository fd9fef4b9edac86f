//! The machine: runs a program to the next question, takes an answer, looks ahead, explains.
//!
//! It knows no names, no text, no random numbers. A state is a value; everything it needs to go on is in it. What a
//! [`Machine`] holds is scratch: registers, stacks, spare states; two machines always agree.
//!
//! Expressions are read by three readers (`word`, `set`, `view`) over the node pool, operations by one loop (`run`). It
//! plays and looks ahead with the same loop; only where it stops differs.

mod ahead;
mod at_once;
mod bag;
mod bits;
mod candidates;
mod carry;
mod cells;
mod divide;
mod domain;
mod effects;
pub mod ends;
mod eval;
mod events;
mod face;
mod fault;
mod fault_text;
mod fold;
mod halt;
mod hot;
pub mod layers;
mod list;
pub mod long;
mod machine;
mod matching;
mod memory;
mod merge;
mod moves;
#[cfg(feature = "native")]
mod native;
mod near;
mod nodes;
mod options;
mod order;
mod ordered;
mod packets;
mod query;
mod reason;
mod run;
mod scratch;
mod search;
mod seen;
mod set;
pub mod sorts;
mod standing;
mod state;
mod steps;
mod store;
pub mod table;
mod tabled;
mod veil;
mod veiled;
mod view;
mod walk;
mod why;
mod word;

// Without machine code nobody has any.
#[cfg(not(feature = "native"))]
use std::convert::Infallible as Native;

pub use events::Event;
pub use fault::{Fault, FaultKind};
pub use fault_text::{MENU_ENDS, fault_text, is_budget};
pub use halt::Waiting;
pub use machine::Machine;
#[cfg(feature = "native")]
pub use native::Native;
pub use near::Nearest;
pub use options::{Options, Steps};
pub use reason::{Reason, ReasonKind};
pub use state::{History, HistoryAnswer, HistoryStep, KnownStep, State};
pub use veil::Veil;
