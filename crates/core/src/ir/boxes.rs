//! Static declarations of a game: settings, kinds, boards, components, places, tracks, memory, tables.

use super::{BoardId, ComponentId, Expr, KindId, PlaceId, RuleId, Text, Type};
use tavola_syntax::text::Span;

/// A number or switch that a variant may change. A ruling is a setting whose values are words.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Name, such as `per_road` or `roles`.
    pub name: String,
    /// `Number`, `YesNo`, or `Member` of an unnamed kind of the words that a ruling offers.
    pub ty: Type,
    /// Value, by number of players.
    pub value: SettingValue,
    /// Permitted values. For numbers: inclusive ranges. For words and switches: the indexes of the listed values.
    pub range: Vec<(i64, i64)>,
    /// True for a ruling (declared under `rulings`). Its printed answer is the first value of `range`.
    pub ruling: bool,
    /// Meaning, or the question of a ruling.
    pub meaning: Option<String>,
    /// Source location of the name.
    pub span: Span,
}

/// Value of a setting: one case per number of players, as in `3: 2, 4: 1`, or a single case with `None` for all.
/// Values are constant expressions (numbers, words, other settings, `players`).
#[derive(Clone, Debug)]
pub struct SettingValue {
    /// Number of players (`None`: all) and value.
    pub cases: Vec<(Option<i64>, Expr)>,
}

/// A finite named set.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Name, such as `Town`; empty for the words of a ruling.
    pub name: String,
    /// Members.
    pub body: KindBody,
    /// Columns that rules may read, with one value per family of members.
    pub attributes: Vec<Attribute>,
    /// Columns of pairs, read by `cell(..)`.
    pub pairs: Vec<PairColumn>,
    /// Source location of the name.
    pub span: Span,
}

/// Origin of the members of a kind.
#[derive(Clone, Debug)]
pub enum KindBody {
    /// The players of the set-up.
    Players,
    /// Named members, some with parameters.
    Members(Vec<MemberFamily>),
    /// The edges of a board.
    Edges(BoardId),
    /// The generated cells of a board.
    Cells(BoardId),
    /// Union of kinds, in this order: `Town + {road}` consists of `Town` and an unnamed kind.
    Union(Vec<KindId>),
    /// A kind of named members without some of them, as in `Town - {hill}`: indexes of the remaining families, ascending.
    Subset(KindId, Vec<u32>),
}

/// A column of pairs such as `(3, 1)`: cells of a board.
#[derive(Clone, Debug)]
pub struct PairColumn {
    /// Name, such as `east`.
    pub name: String,
    /// Column and row for each family, as constant expressions; `None` for `-`. Locals are the parameters of the family.
    pub values: Vec<Option<(Expr, Expr)>>,
    /// Source location of the name.
    pub span: Span,
}

/// A member such as `hill`, or a family of members such as `visit(t in Town)`.
#[derive(Clone, Debug)]
pub struct MemberFamily {
    /// Name, such as `hill`.
    pub name: String,
    /// Display name: the column `name`. Its holes are the parameters.
    pub title: Option<Text>,
    /// Domains of the parameters: kinds, or numbers with constant bounds.
    pub params: Vec<Axis>,
    /// Names of the parameters. They are the locals `LocalId(0)..` of `copies`, attribute values and `title`.
    pub param_names: Vec<String>,
    /// Source locations of these names.
    pub param_spans: Vec<Span>,
    /// Number of copies in the box, if the kind is a component with `copies`.
    pub copies: Option<Expr>,
    /// Sheet of the card.
    pub sheet: Option<RuleId>,
    /// Position on the drawn board: the column `at`.
    pub at: Option<(i64, i64)>,
    /// Symbol on the drawn board: the column `symbol`.
    pub symbol: Option<String>,
    /// Colour on the drawn board: the column `colour`.
    pub colour: Option<String>,
    /// Texts of the columns that rules cannot read, with the name of the column.
    pub texts: Vec<(String, String)>,
    /// Source location of the member.
    pub span: Span,
}

/// A column of a kind, or a parameter of a card family (read by the name of its kind in lower case).
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Name, such as `first`.
    pub name: String,
    /// Type; an `Option` if some cell is `-`.
    pub ty: Type,
    /// A value for each family; locals are the parameters of the family. For a union: a value for each part, whose only local
    /// is the member of that part.
    pub values: Vec<Expr>,
    /// Source location of the name. None for columns that follow from parts of a union, or from the kind of a parameter.
    pub span: Span,
}

/// A board: a graph whose nodes are the members of a kind.
#[derive(Clone, Debug)]
pub struct Board {
    /// Name, such as `valley`.
    pub name: String,
    /// Kind of the nodes.
    pub nodes: KindId,
    /// Kind of the edges (always present; unnamed if the author gives no name).
    pub edges: KindId,
    /// Edges as pairs of node families without parameters (by index), in source order. Empty for boards with a `grid` and for
    /// boards with `every_pair`.
    pub links: Vec<(u32, u32)>,
    /// Geometry, if the board generates its spaces.
    pub grid: Option<Grid>,
    /// Kind of the directions, if the board generates its spaces. Unnamed if the author declares a `Direction`.
    pub directions: Option<KindId>,
    /// `every pair`: all nodes are linked to each other.
    pub every_pair: bool,
    /// Source location of the name.
    pub span: Span,
}

/// Geometry of a generated board: `grid: columns, rows`, `hexes: columns, rows, wrapped`.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Hexagons in axial coordinates instead of squares.
    pub hexes: bool,
    /// True if opposite sides are joined.
    pub wrapped: bool,
    /// Number of columns, a constant expression.
    pub columns: Expr,
    /// Number of rows, a constant expression.
    pub rows: Expr,
}

/// One dimension of an indexed declaration.
#[derive(Clone, Debug)]
pub enum Axis {
    /// All members of a kind.
    Kind(KindId),
    /// Whole numbers with constant bounds.
    Numbers(Expr, Expr),
}

impl Axis {
    /// The kind that it ranges over. `None` for numbers.
    pub fn kind(&self) -> Option<KindId> {
        match self {
            Self::Kind(kind) => Some(*kind),
            Self::Numbers(..) => None,
        }
    }
}

/// Source from which a place is refilled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refill {
    /// The source place.
    pub from: PlaceId,
    /// For each index of the source place, the number of the index of the refilled place that supplies it.
    pub index: Vec<u32>,
}

/// A component: one row of the section `components`.
#[derive(Clone, Debug)]
pub struct Component {
    /// Name, such as `cart`; for cards the name of the kind.
    pub name: String,
    /// Display name.
    pub title: String,
    /// Indexes, such as `[Player]`. For cards the kind itself is the first: `Token[Player]` has two.
    pub axes: Vec<Axis>,
    /// For cards: the kind whose members are the distinct cards.
    pub kind: Option<KindId>,
    /// Number of copies.
    pub copies: Copies,
    /// Starting places.
    pub start: Start,
    /// True for a figure: there is one of each sort, and it never lies where somebody may not look. Its location can be read.
    pub figure: bool,
    /// Source location of the name.
    pub span: Span,
}

/// Number of copies of each distinct card or piece.
#[derive(Clone, Debug)]
pub enum Copies {
    /// One number for each of them, a constant.
    Each(Expr),
    /// The column `copies` (or `x5`) of the kind.
    Column,
    /// No limit.
    Unlimited,
}

/// Starting places of the copies of a component.
#[derive(Clone, Debug)]
pub struct Start {
    /// Places over which the copies are distributed evenly (usually one).
    pub places: Vec<StartPlace>,
}

/// A starting place: one without index, one of several (`town[hill]`), or one whose indexes are among those of the component
/// (`box[Player]`), so that each sort starts in its own place.
#[derive(Clone, Debug)]
pub struct StartPlace {
    /// Declaration of the place.
    pub place: PlaceId,
    /// Value of each index of the place.
    pub axes: Vec<StartIndex>,
}

/// An index of a starting place.
#[derive(Clone, Debug)]
pub enum StartIndex {
    /// The index of the component with this number.
    Of(u32),
    /// A constant.
    At(Expr),
}

/// Order in which a place keeps its things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Unordered.
    Heap,
    /// Positions, left to right.
    Row,
    /// Last in, first out.
    Stack,
    /// Unordered until a thing leaves it. The next thing is chosen at random.
    Shuffled,
}

/// A place: one row of the section `places`.
#[derive(Clone, Debug)]
pub struct Place {
    /// Name, such as `offer`.
    pub name: String,
    /// Indexes.
    pub axes: Vec<Axis>,
    /// Names of the indexes, empty for unnamed ones. They are the locals `LocalId(0)..` of `limits` and `seen`.
    pub axis_names: Vec<String>,
    /// Components that it may hold.
    pub holds: Vec<ComponentId>,
    /// Order of the things in it.
    pub order: Order,
    /// Source of a refill, used when something is drawn while the place is empty.
    pub refilled: Option<Refill>,
    /// Upper limits on its contents.
    pub limits: Vec<PlaceLimit>,
    /// Players who see the things in it; empty: nobody. (`all` is [`Seer::All`].)
    pub seen: Vec<Seer>,
    /// Source location of the name.
    pub span: Span,
}

/// Upper limit on the contents of a place.
#[derive(Clone, Debug)]
pub struct PlaceLimit {
    /// Maximum number.
    pub most: Expr,
    /// Components that count towards the limit, together; empty: all.
    pub of: Vec<ComponentId>,
    /// Source location of the limit.
    pub span: Span,
}

/// Players who may see something, if the condition holds. Conditions read public state only.
#[derive(Clone, Debug)]
pub enum Seer {
    /// `all when C`
    All(Option<Expr>),
    /// `p when C`: a player, or a set of players
    Player(Expr, Option<Expr>),
}

/// True if everybody always sees it.
pub fn is_open(seen: &[Seer]) -> bool {
    seen.iter().any(|seer| matches!(seer, Seer::All(None)))
}

/// A bounded number that belongs to the game, or to each combination of its indexes.
#[derive(Clone, Debug)]
pub struct Track {
    /// Name, such as `fame`.
    pub name: String,
    /// Indexes.
    pub axes: Vec<Axis>,
    /// Lowest value, a constant; `None`: unbounded below.
    pub low: Option<Expr>,
    /// Highest value, a constant; `None`: unbounded above.
    pub high: Option<Expr>,
    /// Step, a constant.
    pub step: Expr,
    /// Initial value; the indexes are locals `LocalId(0)..`.
    pub start: Expr,
    /// Behaviour above the highest value.
    pub past_top: Past,
    /// Behaviour below the lowest value.
    pub past_bottom: Past,
    /// Source location of the name.
    pub span: Span,
}

/// Behaviour past an end of a track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Past {
    /// Actions that lead there are not offered.
    Refuse,
    /// The value stays at the end.
    Stay,
    /// Runs a rule whose parameters are the indexes of the track. The track still has the value that was reached.
    Do(RuleId),
}

/// A variable: state that is not a thing.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Name, such as `starter`.
    pub name: String,
    /// Indexes.
    pub axes: Vec<Axis>,
    /// Names of the indexes. They are the locals `LocalId(0)..` of `seen` and `start`.
    pub axis_names: Vec<String>,
    /// Type.
    pub ty: Type,
    /// Bounds of its range, if the type gives them.
    pub range: Option<(Expr, Expr)>,
    /// Capacity of a list, a constant, if the type gives it.
    pub room: Option<Expr>,
    /// Initial value.
    pub start: Expr,
    /// Players who see it.
    pub seen: Vec<Seer>,
    /// Source location of the name.
    pub span: Span,
}

/// A lookup table such as `table form(n: number)`, with a row for each combination of keys. The first matching row wins.
#[derive(Clone, Debug)]
pub struct Table {
    /// Name, such as `form`.
    pub name: String,
    /// Types of the keys: `Number`, `YesNo`, `Member`.
    pub keys: Vec<Type>,
    /// Result columns.
    pub columns: Vec<TableColumn>,
    /// Rows.
    pub rows: Vec<TableRow>,
    /// Source location of the name.
    pub span: Span,
}

/// A result column of a table.
#[derive(Clone, Debug)]
pub struct TableColumn {
    /// Name, such as `actions`.
    pub name: String,
    /// Type.
    pub ty: Type,
    /// Source location of the name.
    pub span: Span,
}

/// A row of a table. The keys are locals `LocalId(0)..` of `test`; values are constant expressions.
#[derive(Clone, Debug)]
pub struct TableRow {
    /// Condition over the keys; `None`: the row always matches.
    pub test: Option<Expr>,
    /// A value for each result column.
    pub values: Vec<Expr>,
    /// Source location of the row.
    pub span: Span,
}
