//! The syntax tree: data only. Every type is documented by the text that it is parsed from.
//!
//! Names are not resolved and nothing is typed here. Only table cells are parsed by the type of their column.

mod exprs;
mod items;
mod results;
mod rows;
mod stmts;
mod titles;

pub use exprs::{Aggregate, Binary, Expr, ExprKind, Key, Multiplicity, Query, Rounding};
pub use items::{
    Axis, ByPlayers, CellKind, Component, Cost, Field, FieldKind, File, Grid, Head, Hook, Item, ItemKind, KindBody,
    KindCell, KindRow, KindTable, LimitWord, Link, Memory, Order, Overlay, Param, ParamType, Place, PlaceLimit, RowOf,
    RuleMoment, RulingRow, Seer, Setting, Sheet, SheetKind, TableRow, TypeExpr, Waiver, When,
};
pub use results::{Always, DisplayRow, Shows};
pub use stmts::{Arm, BagChoice, Block, ChoiceOf, ChoicePhrase, DecideRow, End, Quantity, Stmt, StmtKind, Test, Until};

use crate::text::Span;

/// An identifier of the author: `hill`, or a clause id `VL-4.1`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The identifier.
    pub text: String,
    /// Place in the source.
    pub span: Span,
}

/// A text in quotes with holes: `"ride {owner}'s road to {there}"`.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    /// Pieces in order.
    pub parts: Vec<TextPart>,
    /// Place in the source, quotes included.
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
