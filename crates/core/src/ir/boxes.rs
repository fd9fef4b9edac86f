//! What is in the box: settings, kinds, boards, components, places, tracks, memory, tables.

use super::{BoardId, ComponentId, Expr, KindId, PlaceId, RuleId, Text, Type};
use tavola_syntax::text::Span;

/// A number or switch that a variant may turn; rulings are settings whose values are words.
#[derive(Clone, Debug)]
pub struct Setting {
    /// `per_road`, `roles`
    pub name: String,
    /// `Number`, `YesNo`, or `Member` of an unnamed kind of the words that a ruling offers.
    pub ty: Type,
    /// What it is, by number of players.
    pub value: SettingValue,
    /// The values that may be tried: for numbers inclusive ranges; for words and switches all of the type's values that are named.
    pub range: Vec<(i64, i64)>,
    /// Whether it stands under `rulings`; then the first value of `range` order is the answer.
    pub ruling: bool,
    /// The meaning, or the ruling's question.
    pub meaning: Option<String>,
    /// The name's place.
    pub span: Span,
}

/// A setting's value: `3: 2, 4: 1` has a case a player count; a single case with `None` holds for all.
/// Values are constant expressions (numbers, words, other settings, `players`).
#[derive(Clone, Debug)]
pub struct SettingValue {
    /// Player count (none: all) and value.
    pub cases: Vec<(Option<i64>, Expr)>,
}

/// A finite named set.
#[derive(Clone, Debug)]
pub struct Kind {
    /// `Town`; empty for the words of a ruling.
    pub name: String,
    /// What its members are.
    pub body: KindBody,
    /// Columns that rules may read, with a value for each family of members.
    pub attributes: Vec<Attribute>,
    /// Columns of pairs, which `cell(..)` reads.
    pub pairs: Vec<PairColumn>,
    /// The name's place.
    pub span: Span,
}

/// Where the members of a kind come from.
#[derive(Clone, Debug)]
pub enum KindBody {
    /// The players of the set-up.
    Players,
    /// Named members, some with parameters.
    Members(Vec<MemberFamily>),
    /// The edges of a board.
    Edges(BoardId),
    /// The cells of a board by construction.
    Cells(BoardId),
    /// The members of other kinds, in this order: `Town + {road}` has `Town` and an unnamed kind.
    Union(Vec<KindId>),
    /// What is left of a kind of named members when others are taken away: `Town - {hill}`. The families that stay, rising.
    Kept(KindId, Vec<u32>),
}

/// A column of pairs `(3, 1)` of a kind: cells of a board.
#[derive(Clone, Debug)]
pub struct PairColumn {
    /// `east`
    pub name: String,
    /// Column and row for each family, constant expressions; none: `-`. Locals are the family's parameters.
    pub values: Vec<Option<(Expr, Expr)>>,
}

/// `hill`, or all of `visit(t in Town)`.
#[derive(Clone, Debug)]
pub struct MemberFamily {
    /// `hill`
    pub name: String,
    /// What players read: the column `name`; holes are its parameters.
    pub title: Option<Text>,
    /// What its parameters range over: kinds, or numbers with constant bounds.
    pub params: Vec<Axis>,
    /// The parameters as locals `LocalId(0)..`, for `copies`, attribute values and `title`.
    pub param_names: Vec<String>,
    /// Number in the box, where the kind is a component with `copies`.
    pub copies: Option<Expr>,
    /// What playing it does.
    pub sheet: Option<RuleId>,
    /// Where it is drawn: the column `at`.
    pub at: Option<(i64, i64)>,
    /// What stands for it on a board: the column `symbol`.
    pub symbol: Option<String>,
    /// In which colour it is drawn: the column `colour`.
    pub colour: Option<String>,
    /// Its place.
    pub span: Span,
}

/// A column of a kind, or the parameter of a card family (read by its kind in small letters).
#[derive(Clone, Debug)]
pub struct Attribute {
    /// `first`
    pub name: String,
    /// Its type; `Option` of something where a cell is `-`.
    pub ty: Type,
    /// A value for each family; locals are the family's parameters. Of a union: a value for each part; its only local is the
    /// part's member.
    pub values: Vec<Expr>,
}

/// A graph over a kind.
#[derive(Clone, Debug)]
pub struct Board {
    /// `valley`
    pub name: String,
    /// The kind of its nodes.
    pub nodes: KindId,
    /// The kind of its edges (always there; unnamed if the author names none).
    pub edges: KindId,
    /// The edges as pairs of node families without parameters (by index), in the order of the lines. Empty for boards
    /// with a `grid` and where every pair is linked.
    pub links: Vec<(u32, u32)>,
    /// How the spaces lie, where the board makes them by itself.
    pub grid: Option<Grid>,
    /// The kind of its directions, where the board makes its spaces by itself. Unnamed if the author has a `Direction`.
    pub directions: Option<KindId>,
    /// `every pair`: all nodes are linked with each other.
    pub every_pair: bool,
    /// The name's place.
    pub span: Span,
}

/// `grid: columns, rows`, `hexes: columns, rows, wrapped`
#[derive(Clone, Debug)]
pub struct Grid {
    /// Hexagons in axial coordinates instead of squares.
    pub hexes: bool,
    /// What leaves on one side comes back on the other.
    pub wrapped: bool,
    /// Number of columns, a constant expression.
    pub columns: Expr,
    /// Number of rows, a constant expression.
    pub rows: Expr,
}

/// One index of an indexed thing.
#[derive(Clone, Debug)]
pub enum Axis {
    /// All members of a kind.
    Kind(KindId),
    /// Whole numbers, constant bounds.
    Numbers(Expr, Expr),
}

/// From where a place is refilled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refill {
    /// The place.
    pub from: PlaceId,
    /// For each of its indexes, which index of the refilled place it is.
    pub index: Vec<u32>,
}

/// A row of the components.
#[derive(Clone, Debug)]
pub struct Component {
    /// `cart`, or the kind's name for cards.
    pub name: String,
    /// What players read.
    pub title: String,
    /// `[Player]`; for cards the kind itself is the first: `Token[Player]` has two.
    pub axes: Vec<Axis>,
    /// For cards: the kind whose members are the prints.
    pub kind: Option<KindId>,
    /// Number of them.
    pub copies: Copies,
    /// Where they start.
    pub start: Start,
    /// Of each sort there is one, and it never lies where somebody may not look: it stands somewhere, and where can be
    /// told.
    pub figure: bool,
    /// The name's place.
    pub span: Span,
}

/// How many of each print.
#[derive(Clone, Debug)]
pub enum Copies {
    /// Number of each, a constant.
    Each(Expr),
    /// The column `copies` (or `x5`) of the kind.
    Column,
    /// As many as needed.
    Unlimited,
}

/// Where the copies of a component start.
#[derive(Clone, Debug)]
pub struct Start {
    /// The places, copies dealt out evenly over them (usually one).
    pub places: Vec<StartPlace>,
}

/// A place without index, one of several (`town[hill]`), or one whose indexes are among those of the component: each sort in
/// its own (`box[Player]`).
#[derive(Clone, Debug)]
pub struct StartPlace {
    /// The row of the places.
    pub place: PlaceId,
    /// What each index of the place is.
    pub axes: Vec<StartIndex>,
}

/// An index of a start place.
#[derive(Clone, Debug)]
pub enum StartIndex {
    /// That index of the component.
    Of(u32),
    /// Always this one: a constant.
    At(Expr),
}

/// How a place keeps its things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// No order.
    Heap,
    /// Positions, left to right.
    Row,
    /// Last in, first out.
    Stack,
    /// No order until a thing leaves it: the next one is chance.
    Shuffled,
}

/// A row of the places.
#[derive(Clone, Debug)]
pub struct Place {
    /// `offer`
    pub name: String,
    /// Its indexes.
    pub axes: Vec<Axis>,
    /// The index names as locals `LocalId(0)..` of `limits` and `seen` (one each, unnamed ones have an empty name).
    pub axis_names: Vec<String>,
    /// What it may hold.
    pub holds: Vec<ComponentId>,
    /// How.
    pub order: Order,
    /// From where it is refilled when it is empty and something is drawn.
    pub refilled: Option<Refill>,
    /// At most so many.
    pub limits: Vec<PlaceLimit>,
    /// Who sees the things in it; empty: nobody. (`all` is [`Seer::All`].)
    pub seen: Vec<Seer>,
    /// The name's place.
    pub span: Span,
}

/// At most `most` of the components `of` together (empty: of all).
#[derive(Clone, Debug)]
pub struct PlaceLimit {
    /// A number.
    pub most: Expr,
    /// Which.
    pub of: Vec<ComponentId>,
    /// Its place.
    pub span: Span,
}

/// Who may see, if the condition holds. Conditions read open state only.
#[derive(Clone, Debug)]
pub enum Seer {
    /// `all when C`
    All(Option<Expr>),
    /// `p when C`: a player, or a set of players
    Player(Expr, Option<Expr>),
}

/// Whether everybody always sees it.
pub fn is_open(seen: &[Seer]) -> bool {
    seen.iter().any(|seer| matches!(seer, Seer::All(None)))
}

/// A bounded number that belongs to the game or to each member of its indexes.
#[derive(Clone, Debug)]
pub struct Track {
    /// `fame`
    pub name: String,
    /// Its indexes.
    pub axes: Vec<Axis>,
    /// Lowest value, a constant.
    pub low: Option<Expr>,
    /// Highest value, a constant; none: open above.
    pub high: Option<Expr>,
    /// Step, a constant.
    pub step: Expr,
    /// Start; the indexes are locals `LocalId(0)..`.
    pub start: Expr,
    /// What happens above the highest value.
    pub past_top: Past,
    /// What happens below the lowest value.
    pub past_bottom: Past,
    /// The name's place.
    pub span: Span,
}

/// What happens past an end of a track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Past {
    /// Whatever leads there is not offered.
    Refuse,
    /// The peg stays at the end.
    Stay,
    /// Sentences: a rule whose parameters are the track's indexes; the peg still has the value reached.
    Do(RuleId),
}

/// What must be remembered and is not a thing.
#[derive(Clone, Debug)]
pub struct Memory {
    /// `starter`
    pub name: String,
    /// Its indexes.
    pub axes: Vec<Axis>,
    /// The index names as locals `LocalId(0)..` of `seen` and `start`.
    pub axis_names: Vec<String>,
    /// Its type.
    pub ty: Type,
    /// The ends of its range, where the type says one.
    pub range: Option<(Expr, Expr)>,
    /// For how many elements a list has room, where the type says it: a constant.
    pub room: Option<Expr>,
    /// Its first value.
    pub start: Expr,
    /// Who sees it.
    pub seen: Vec<Seer>,
    /// The name's place.
    pub span: Span,
}

/// `table form(n: number)`: a row for each combination of keys, first row that fits wins.
#[derive(Clone, Debug)]
pub struct Table {
    /// `form`
    pub name: String,
    /// Types of its keys: `Number`, `YesNo`, `Member`.
    pub keys: Vec<Type>,
    /// Its results.
    pub columns: Vec<TableColumn>,
    /// Its rows.
    pub rows: Vec<TableRow>,
    /// The name's place.
    pub span: Span,
}

/// A result column of a table.
#[derive(Clone, Debug)]
pub struct TableColumn {
    /// `actions`
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// A row of a table. The keys are locals `LocalId(0)..` of the tests; values are constant expressions.
#[derive(Clone, Debug)]
pub struct TableRow {
    /// When the row fits: a condition over the keys; none: always.
    pub test: Option<Expr>,
    /// A value for each result column.
    pub values: Vec<Expr>,
    /// Its place.
    pub span: Span,
}
