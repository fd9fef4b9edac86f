//! The machine: runs a program to the next question, takes an answer, looks ahead, explains.
//!
//! It knows no names, no text, no random numbers. A state is a value; everything it needs to go on is in it. What a
//! [`Machine`] holds is scratch: registers, stacks, spare states; two machines always agree.
//!
//! Expressions are evaluated in `eval`, operations run in one loop (`run`) and change the state through `effects`.
//! One loop plays and looks ahead; only where it stops differs.

mod effects;
mod eval;
mod explain;
mod face;
mod fault;
mod halt;
mod lookahead;
mod machine;
mod menus;
mod questions;
mod run;
mod standing;
mod state;
mod veil;

pub use effects::events::Event;
#[cfg(feature = "native")]
pub use eval::Native;
pub use explain::nearest::Nearest;
pub use fault::kind::{Fault, FaultKind};
pub use fault::reason::{Reason, ReasonKind};
pub use fault::text::{MENU_ENDS, fault_text, is_budget};
pub use halt::Waiting;
pub use machine::Machine;
pub use menus::{ends, sorts};
pub use questions::options::{Options, Steps};
pub use state::position::{History, HistoryAnswer, HistoryStep, KnownStep, State};
pub use state::{layers, long, table};
pub use veil::hidden::Veil;
