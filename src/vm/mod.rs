//! The machine: runs a program to the next question, takes an answer, looks ahead, explains.
//!
//! It knows no names, no text, no random numbers. A state is a value; everything it needs to go on is in it.

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    words: Box<[i32]>,
}

impl State {
    /// All words.
    pub fn words(&self) -> &[i32] {
        &self.words
    }
}

/// A fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {}
