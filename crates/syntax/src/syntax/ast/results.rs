//! Syntax trees of statements about positions: invariants and display rows.
//! The fields of the small structs are documented by the example text above each struct.
#![allow(missing_docs)]

use super::{Expr, Name, Text};
use crate::text::Span;

/// `| "every inn has its keeper" | every r in Road has ... | VL-V2 |`
#[derive(Clone, PartialEq, Debug)]
pub struct Always {
    pub what: Text,
    pub holds: Expr,
    pub cites: Vec<Name>,
    pub span: Span,
}

/// `| p in Player | "limit points" | limit_points(p) | VL-10.1 |`: a value that players are shown
#[derive(Clone, PartialEq, Debug)]
pub struct DisplayRow {
    /// Owner: a value for each member.
    pub of: Option<(Name, Expr)>,
    /// Name for players. `None` means the name of the value.
    pub name: Option<Text>,
    /// True for `-` instead of a name: the value is hidden.
    pub hidden: bool,
    pub shows: Shows,
    pub cites: Vec<Name>,
    pub span: Span,
}

/// Values of a row of `display`.
#[derive(Clone, PartialEq, Debug)]
pub enum Shows {
    /// `"{first} and {second}"`
    Text(Text),
    /// `fame[p]`, `starter, awake`
    Values(Vec<Expr>),
}
