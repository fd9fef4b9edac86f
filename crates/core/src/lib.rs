//! What the rules of a board game mean, and the machine that plays them.
//!
//! ```text
//! ast::File --check::check--> ir::Rulebook --lower::lower--> code::Program --vm--> questions and answers
//! what is written             what it means                  what to do           doing it
//! ```
//!
//! One function leads from each to the next. Nothing here knows names for people, files or random numbers: those who stand on
//! it do. All of it may change in any release; the face that stays is the crate `tavola-game`.

pub mod check;
pub mod code;
pub mod ir;
pub mod lower;
pub mod vm;
