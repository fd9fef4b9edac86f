//! What is written. Data only: every type is documented by the text that makes it.
//!
//! Names are not resolved and nothing is typed here; a table cell has been read by the type of its column.

mod exprs;
mod items;
mod rows;
mod stmts;
mod titles;
mod told;

pub use exprs::{Aggregate, Binary, Expr, ExprKind, Key, Query, Rounding, Shape};
pub use items::{
    Axis, ByPlayers, Cell, CellKind, Component, Cost, Field, FieldKind, File, Grid, Head, Hook, Item, ItemKind,
    KindBody, KindRow, KindTable, LimitWord, Link, Memory, Moment, Order, Overlay, Param, ParamType, Place, PlaceLimit,
    RowOf, RulingRow, Seer, Setting, Sheet, SheetKind, TableRow, TypeExpr, Waiver, When,
};
pub use stmts::{Arm, Block, Choice, ChoiceOf, DecideRow, End, Family, Quantity, Stmt, StmtKind, Test, Until};
pub use told::{Always, Display, Shows};

use crate::text::Span;

/// A word of the author: `hill`, or a clause id `VL-4.1`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The word.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A text in quotes with holes: `"ride {owner}'s road to {there}"`.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    /// Its pieces in order.
    pub parts: Vec<TextPart>,
    /// Where it stands, quotes included.
    pub span: Span,
}

/// A piece of a [`Text`].
#[derive(Clone, PartialEq, Debug)]
pub enum TextPart {
    /// Plain characters.
    Plain(String),
    /// `{owner}`.
    Hole(Expr),
}
