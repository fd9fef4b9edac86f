//! What is written. Data only: every type is documented by the text that makes it.
//!
//! Names are not resolved and nothing is typed here; a table cell has been read by the type of its column.

mod exprs;
mod items;
mod rows;
mod stmts;
mod titles;
mod told;

pub use exprs::{Aggregate, Binary, Expr, ExprKind, Key, Multiplicity, Query, Rounding};
pub use items::{
    Axis, ByPlayers, CellKind, Component, Cost, Field, FieldKind, File, Grid, Head, Hook, Item, ItemKind, KindBody,
    KindCell, KindRow, KindTable, LimitWord, Link, Memory, Order, Overlay, Param, ParamType, Place, PlaceLimit, RowOf,
    RuleMoment, RulingRow, Seer, Setting, Sheet, SheetKind, TableRow, TypeExpr, Waiver, When,
};
pub use stmts::{Arm, Block, ChoiceOf, ChoicePhrase, DecideRow, End, Family, Quantity, Stmt, StmtKind, Test, Until};
pub use told::{Always, DisplayRow, Shows};

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
