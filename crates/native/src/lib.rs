//! Small pure functions over a slice of words, made into machine code.
//!
//! Whoever has a condition to work out again and again over slices of `i32` describes it once: [`Maker::make`] hands out a [`Code`],
//! in which it is put together out of words ([`Word`]), sets of numbers below 256 ([`Set`]), lists, branches and loops. What comes back
//! is a [`Function`], which is called with the slice and a [`Host`].
//!
//! - A function cannot change the slice. It can go on, give a value, or *leave* without one (`Function::call` gives none); whoever
//!   called it then has to find the value another way.
//! - What a function cannot say it asks its host for, by a number of the host's own ([`Code::ask_word`], [`Code::ask_set`]).
//! - Registers are words of the host that a function and its host share.
//! - Every step of a loop that the description counts ([`Code::step`]) is taken from a budget.
//! - [`NONE`] stands for a word that is missing: arithmetic with it leaves.
//!
//! # What keeps it sound
//!
//! All lines that the compiler cannot check stand in `run.rs`, each with what keeps it sound. Generated code reads nothing but the
//! slice, the registers, and tables that the function owns. Each place that it reads or writes is within their length: because it is a
//! constant that was compared when the code was made (and `Function::call` compares the lengths), because the word that says where has
//! a range that shows it, or because the code compares it before. Cranelift's verifier looks at each function before it is made; what
//! it refuses is not made.

mod code;
mod data;
mod range;
mod run;
mod sets;
mod walks;
mod words;

pub use code::{Code, Label, Merge, Truth, Word};
pub use data::{Lists, Sets, Words};
pub use run::{Function, Host, Maker, Room};
pub use sets::{Once, Set, SetMerge};
pub use walks::{Element, List, ListMerge, Walk};

/// The word that stands for "nothing".
pub const NONE: i32 = i32::MIN;
