//! Rows of `display`: what players see in addition to the contents of places.

use super::{KindId, Local, Text};
use tavola_syntax::text::Span;

/// A row of `display`: values that players see in addition to the contents of a place, or instead of them.
#[derive(Clone, Debug)]
pub struct DisplayRow {
    /// Kind with one value for each member, which is `LocalId(0)`; `None`: a single value.
    pub of: Option<KindId>,
    /// Display name.
    pub name: String,
    /// Effect of the row.
    pub how: Showing,
    /// Text to show.
    pub text: Text,
    /// Locals: the member and the binders.
    pub locals: Vec<Local>,
    /// Names of the places, tracks and memory that the row shows unchanged or hides. They are shown nowhere else.
    pub instead: Vec<String>,
    /// Source location of the row.
    pub span: Span,
}

/// Effect of a row of `display`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Showing {
    /// Shows values.
    Values,
    /// Renames a place; its contents are shown as before.
    Place,
    /// Hides it.
    Nothing,
}
