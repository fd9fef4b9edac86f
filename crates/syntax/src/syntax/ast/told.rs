//! What is said of positions: what always holds of them, and what players are shown.
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

/// `| p in Player | "limit points" | limit_points(p) | VL-10.1 |`: what players are shown of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct DisplayRow {
    /// Whose it is, a value for each.
    pub of: Option<(Name, Expr)>,
    /// How players call it; none: by the name of what is shown.
    pub name: Option<Text>,
    /// `-` instead of a name: it is not shown at all.
    pub hidden: bool,
    pub shows: Shows,
    pub cites: Vec<Name>,
    pub span: Span,
}

/// What a row of `display` shows.
#[derive(Clone, PartialEq, Debug)]
pub enum Shows {
    /// `"{first} and {second}"`
    Text(Text),
    /// `fame[p]`, `starter, awake`
    Values(Vec<Expr>),
}
