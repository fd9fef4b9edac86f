//! Tavola: the rules of board games as data.
pub mod check;
pub mod code;
pub mod diagnostic;
pub mod game;
pub mod ir;
pub mod lower;
pub mod play;
pub mod syntax;
pub mod text;
pub mod tools;
pub mod vm;
