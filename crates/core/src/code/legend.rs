//! Names of everything in a program, for people: notation, labels, views. The machine never reads it.

use std::sync::Arc;

use super::{ExprId, Pc, Reg, Slot, ValueShape};

/// What the words of a state mean. What lies in the box is the same for all that is made over it, and shared.
#[derive(Clone, Debug, Default)]
pub struct Legend {
    /// Kinds: the first is the players.
    pub kinds: Arc<Vec<KindNames>>,
    /// How values are written.
    pub types: Vec<Notation>,
    /// Pieces in the order of [`super::Layout::pieces`].
    pub pieces: Arc<Vec<MemberName>>,
    /// For each piece that is a print of a kind with further indexes: what it is a print of, and whose.
    pub prints: Arc<Vec<Option<Print>>>,
    /// Places in the order of [`super::Layout::families`].
    pub places: Vec<PlaceNames>,
    /// Tracks.
    pub tracks: Vec<Variable>,
    /// Memory.
    pub memory: Vec<Variable>,
    /// Names of answers of `together` blocks.
    pub answers: Vec<AnswerNames>,
}

/// The names of a kind's members.
#[derive(Clone, Debug, Default)]
pub struct KindNames {
    /// `Town`
    pub name: String,
    /// Its members in order.
    pub members: Arc<Vec<MemberName>>,
    /// How the cells lie, if it is the kind of a board's cells.
    pub field: Option<FieldNames>,
}

/// How the cells of a board lie: in rows, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldNames {
    /// Cells of a row.
    pub columns: u32,
    /// Hexagons in axial coordinates: each row begins half a cell further to the right.
    pub hexes: bool,
}

/// How a member or a thing is called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberName {
    /// In the language: `visit(hill)`, `cart[anna]`.
    pub notation: String,
    /// For players: `Visit Hill`, `Anna's cart`.
    pub title: String,
}

/// A member of a kind that is a thing with further indexes: `two[anna]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Print {
    /// The member: `two`.
    pub of: MemberName,
    /// Its further indexes: the kind (its number in [`Legend::kinds`]; none: numbers) and the value.
    pub further: Vec<(Option<u32>, i32)>,
}

/// How a value is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notation {
    /// A number.
    Number,
    /// `yes`, `no`
    YesNo,
    /// A member of a kind (its number in [`Legend::kinds`]).
    Member(u32),
    /// A thing.
    Piece,
    /// A place.
    Cell,
    /// A set of values of another notation.
    Set(u32),
    /// A list of values of another notation, and the words of an element.
    List(u32, ValueShape),
    /// Things with counts.
    Bag,
    /// A number for each member of a kind.
    Amounts(u32),
}

/// The names of the places of a family, and who sees into them.
#[derive(Clone, Debug)]
pub struct PlaceNames {
    /// `town`
    pub name: String,
    /// Notation and size of each index.
    pub axes: Vec<AxisNames>,
    /// Who sees what lies there: alternatives, worked out with the indexes in registers `index_regs..`.
    pub seers: Vec<SeenBy>,
    /// The first register for the indexes.
    pub index_regs: Reg,
    /// Whether it is an endless supply.
    pub unlimited: bool,
}

/// A name of a `together` block: a value for each player.
#[derive(Clone, Debug)]
pub struct AnswerNames {
    /// `n`
    pub name: String,
    /// The first player's first word.
    pub base: Slot,
    /// The shape of one value.
    pub shape: ValueShape,
    /// How a value is written.
    pub notation: u32,
    /// The number of the block in [`super::Program::togethers`].
    pub block: u32,
    /// The operation at which the name is forgotten.
    pub until: Pc,
}

/// An index of a place or variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisNames {
    /// How its values are written.
    pub notation: u32,
    /// The first value (kinds: 0).
    pub first: i32,
    /// Number of them.
    pub count: u32,
}

/// Players that see something.
#[derive(Clone, Copy, Debug)]
pub struct SeenBy {
    /// A set of players, or (where `one`) a single player; none: everybody, bystanders too.
    pub who: Option<ExprId>,
    /// `who` is a single player.
    pub one: bool,
    /// Only if this holds.
    pub when: Option<ExprId>,
}

/// A track or a variable of the memory.
#[derive(Clone, Debug)]
pub struct Variable {
    /// `fame`
    pub name: String,
    /// Its indexes.
    pub axes: Vec<AxisNames>,
    /// Its first word.
    pub base: Slot,
    /// The shape of one value.
    pub shape: ValueShape,
    /// How a value is written.
    pub notation: u32,
    /// The ends of its range, where it has one.
    pub range: Option<(ExprId, ExprId)>,
    /// Who sees it (tracks: everybody).
    pub seers: Vec<SeenBy>,
    /// The first register for the indexes.
    pub index_regs: Reg,
}
