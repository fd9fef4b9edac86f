//! Debug information: the names of everything in a program, for notation, labels and views. The machine never reads it.

use std::sync::Arc;

use super::{ExprId, Pc, Reg, Slot, ValueShape};

/// The meaning of a state's words. Names of the declarations are shared by all programs of a set-up.
#[derive(Clone, Debug, Default)]
pub struct Legend {
    /// Kinds; the first one is the players.
    pub kinds: Arc<Vec<KindNames>>,
    /// The notations of values.
    pub types: Vec<Notation>,
    /// Pieces in the order of [`super::Layout::pieces`].
    pub pieces: Arc<Vec<MemberName>>,
    /// For each piece that is a print of a kind with further indexes: the member and those indexes.
    pub prints: Arc<Vec<Option<Print>>>,
    /// Places in the order of [`super::Layout::families`].
    pub places: Vec<PlaceNames>,
    /// Tracks.
    pub tracks: Vec<Variable>,
    /// Memory variables.
    pub memory: Vec<Variable>,
    /// The names of the answers of `together` blocks.
    pub answers: Vec<AnswerNames>,
}

/// The names of a kind's members.
#[derive(Clone, Debug, Default)]
pub struct KindNames {
    /// `Town`
    pub name: String,
    /// Its members, in order.
    pub members: Arc<Vec<MemberName>>,
    /// The geometry, for the kind of a board's cells.
    pub field: Option<FieldNames>,
}

/// The geometry of a board's cells, which are numbered row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldNames {
    /// Number of cells in a row.
    pub columns: u32,
    /// True for hexagons in axial coordinates: each row begins half a cell further to the right.
    pub hexes: bool,
}

/// The name of a member or thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberName {
    /// In the language: `visit(hill)`, `cart[anna]`.
    pub notation: String,
    /// For players: `Visit Hill`, `Anna's cart`.
    pub title: String,
}

/// A thing of a kind with further indexes, such as `two[anna]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Print {
    /// The member: `two`.
    pub of: MemberName,
    /// Its further indexes: the kind (its number in [`Legend::kinds`]; `None`: numbers) and the value.
    pub further: Vec<(Option<u32>, i32)>,
}

/// The notation of a value.
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
    /// A list of values of another notation, and the shape of an element.
    List(u32, ValueShape),
    /// A bag of things.
    Bag,
    /// A number for each member of a kind.
    Amounts(u32),
}

/// The names of the places of a family, and the players who see into them.
#[derive(Clone, Debug)]
pub struct PlaceNames {
    /// `town`
    pub name: String,
    /// Notation and size of each index.
    pub axes: Vec<AxisNames>,
    /// The players who see what lies there: alternatives, evaluated with the indexes in registers `index_regs..`.
    pub seers: Vec<SeenBy>,
    /// The first register for the indexes.
    pub index_regs: Reg,
    /// True if it is an unlimited supply.
    pub unlimited: bool,
}

/// A name of a `together` block, with a value for each player.
#[derive(Clone, Debug)]
pub struct AnswerNames {
    /// `n`
    pub name: String,
    /// The first word of the first player's value.
    pub base: Slot,
    /// The shape of one value.
    pub shape: ValueShape,
    /// The notation of a value.
    pub notation: u32,
    /// The number of the block in [`super::Program::togethers`].
    pub block: u32,
    /// The operation at which the name goes out of scope.
    pub until: Pc,
}

/// An index of a place or variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisNames {
    /// The notation of its values.
    pub notation: u32,
    /// The first value (0 for kinds).
    pub first: i32,
    /// Number of values.
    pub count: u32,
}

/// Players who see something.
#[derive(Clone, Copy, Debug)]
pub struct SeenBy {
    /// A set of players, or (if `one`) a single player. `None`: everybody, spectators too.
    pub who: Option<ExprId>,
    /// True if `who` is a single player.
    pub one: bool,
    /// A condition; they see it only while it holds.
    pub when: Option<ExprId>,
}

/// A track or a memory variable.
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
    /// The notation of a value.
    pub notation: u32,
    /// The bounds of its range, if it has one.
    pub range: Option<(ExprId, ExprId)>,
    /// The players who see it (tracks: everybody).
    pub seers: Vec<SeenBy>,
    /// The first register for the indexes.
    pub index_regs: Reg,
}
