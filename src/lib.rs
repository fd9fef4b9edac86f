//! Tavola: the rules of board games as data.
pub mod text;
pub mod diagnostic;
pub mod syntax;
pub mod ir;
pub mod code;
pub mod vm;
pub mod game;
pub mod play;
