//! JIT compiler for small pure functions over a slice of words.
//!
//! It is for conditions that are evaluated many times over slices of `i32`. [`Compiler::make`] passes a [`Code`] to a closure that
//! describes the function: words ([`Word`]), sets of numbers below 256 ([`Set`]), lists, branches and loops. The result is a
//! [`Function`], which is called with the slice and a [`Host`].
//!
//! ```text
//! closure --Code--> description --Compiler::make--> Function --word, set--> a value, or None
//!                                                      |
//!                                                      '--ask_word, ask_set--> Host: what cannot be described
//! ```
//!
//! - A function cannot change the slice. It returns a value or *bails out* without one (the call returns `None`). Then the caller
//!   must compute the value another way.
//! - For what cannot be described, a function calls its host with a number of the host's choice ([`Code::ask_word`],
//!   [`Code::ask_set`]).
//! - Registers are words of the host that a function and its host share.
//! - Each [`Code::step`] in a description takes one step from a budget.
//! - [`NONE`] is the word for a missing value. Arithmetic on it faults, and a fault bails out unless [`Code::faults_to`] says
//!   otherwise.
//!
//! ```
//! use tavola_native::{Compiler, Host, NONE, Room};
//!
//! struct Budget(u64);
//!
//! impl Host for Budget {
//!     fn regs(&mut self) -> &mut [i32] {
//!         &mut []
//!     }
//!     fn steps(&mut self) -> &mut u64 {
//!         &mut self.0
//!     }
//!     fn word(&mut self, _: u32) -> Option<i32> {
//!         None
//!     }
//!     fn set(&mut self, _: u32) -> Option<[u64; 4]> {
//!         None
//!     }
//! }
//!
//! let compiler = Compiler::new().expect("this processor is supported");
//! let sum = compiler.make(Room { state: 2, regs: 0 }, |code| {
//!     let (one, other) = (code.word(0), code.word(1));
//!     let sum = code.add(one, other);
//!     code.give(sum);
//! });
//! let sum = sum.expect("a valid function");
//! assert_eq!(sum.word(&[3, 4], &mut Budget(100)), Some(7));
//! assert_eq!(sum.word(&[NONE, 4], &mut Budget(100)), None, "arithmetic on a missing value");
//! ```
//!
//! # Safety argument
//!
//! All unsafe code is in `run.rs`; each block states why it is sound. Generated code reads only the slice, the registers, and
//! tables that the function owns. Each access is within bounds for one of three reasons. A constant index was checked during
//! compilation (and `Function::call` checks the lengths), the range of the index word proves it, or the generated code checks it.
//! Cranelift's verifier checks each function and rejects invalid ones.

mod code;
mod data;
mod range;
mod run;
mod sets;
mod walks;
mod words;

pub use code::{Code, Label, Merge, Truth, Word};
pub use data::{Lists, Sets, Words};
pub use run::{Compiler, Function, Host, Room};
pub use sets::{Once, Set, SetMerge};
pub use walks::{Element, List, ListMerge, Walk};

/// The word that means "none".
pub const NONE: i32 = i32::MIN;
