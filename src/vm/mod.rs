//! The machine: runs a program to the next question, takes an answer, looks ahead, explains.
//!
//! It knows no names, no text, no random numbers. A state is a value; everything it needs to go on is in it.
