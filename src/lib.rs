//! Tavola: the rules of board games as data.
pub mod check;
pub mod diagnostic;
pub mod ir;
pub mod syntax;
pub mod text;
