//! The virtual machine: runs a program to the next question, takes an answer, looks ahead, explains refusals.
//!
//! It knows no names, no texts and no random numbers. A state is a value that has all that is needed to continue. A [`Machine`]
//! holds scratch memory: registers, stacks, spare states. Two machines always give the same results.
//!
//! `eval` evaluates expressions, `run` is the interpreter loop, and `effects` has the operations that change the state. Play and
//! lookahead use the same loop with different stop conditions.

mod effects;
mod eval;
mod explain;
mod face;
mod fault;
mod halt;
mod hidden_parts;
mod lookahead;
mod machine;
mod menus;
mod questions;
mod run;
mod standing;
mod state;

pub use effects::events::Event;
#[cfg(feature = "native")]
pub use eval::Native;
pub use explain::nearest::Nearest;
pub use explain::why::domain_expr;
pub use fault::kind::{Fault, FaultKind};
pub use fault::reason::{Reason, ReasonKind};
pub use fault::text::{MENU_ENDS, fault_text, is_budget};
pub use halt::Waiting;
pub use hidden_parts::hidden::HiddenParts;
pub use machine::Machine;
pub use menus::{ends, read_sets};
pub use questions::options::{Options, Steps};
pub use state::position::{History, HistoryAnswer, HistoryStep, KnownStep, State};
pub use state::{layers, long, table};
