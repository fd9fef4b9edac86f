//! Typed expressions. They are pure: they read the state and never wait for an answer.

use super::{BoardId, ComponentId, DefineId, KindId, LocalId, MemoryId, PlaceId, RuleId, SettingId, TableId, TrackId};
use tavola_syntax::text::Span;

/// The type of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// An error that has been reported already; compatible with every type.
    Error,
    /// A whole number.
    Number,
    /// `yes` or `no`.
    YesNo,
    /// A member of a kind. A card in a place has this type if only one kind is possible.
    Member(KindId),
    /// A thing of one of these components: `cart[p]`, or a card of either kind.
    Thing(Vec<ComponentId>),
    /// A value or none.
    Option(Box<Type>),
    /// A set of members, things or places.
    Set(Box<Type>),
    /// A list.
    List(Box<Type>),
    /// A multiset of things of these components.
    Bag(Vec<ComponentId>),
    /// A number for each member of a kind: `1 wool, 2 gold`.
    Amounts(KindId),
    /// A place that holds components.
    Place,
    /// A row of a table: `form(3)`.
    Row(TableId),
    /// A text (only in prompts).
    Text,
    /// `none`, `{}` or `[]` without context: compatible with every option, set, list or bag.
    Nothing,
}

impl Type {
    /// True for a place or a set of places.
    pub(crate) fn is_of_places(&self) -> bool {
        match self {
            Self::Set(inner) => **inner == Self::Place,
            ty => *ty == Self::Place,
        }
    }
}

/// A typed expression with its source location.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// Operation and operands.
    pub kind: ExprKind,
    /// Type.
    pub ty: Type,
    /// Source location.
    pub span: Span,
}

/// The forms of expressions. Operands have been coerced: an operand is wrapped in [`ExprKind::Widen`] where a wider type is
/// expected, such as `Option(T)` for `T`, or a union for one of its parts.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// `3`
    Number(i64),
    /// `yes`
    YesNo(bool),
    /// `none`, `{}` or `[]`, depending on the type.
    Nothing,
    /// `hill`, `visit(t)`: index of the family, and its arguments. For a kind of edges: index of the link.
    Member(KindId, u32, Vec<Expr>),
    /// `seat(n)`, from 1.
    Seat(Box<Expr>),
    /// `Town` as the set of all its members.
    All(KindId),
    /// A setting or ruling; replaced by its value once a set-up is chosen.
    Setting(SettingId),
    /// `players`: the number of players.
    Players,
    /// A local name.
    Local(LocalId),
    /// `n[p]` after a `together` block that asked for `n`: the answer of a player (`Option` if not all players were asked).
    AnswerOf(LocalId, Box<Expr>),
    /// `fame[p]`
    Track(TrackId, Vec<Expr>),
    /// `starter`, `used[p]`
    Memory(MemoryId, Vec<Expr>),
    /// `t.tax`: the kind and the index of its attribute.
    Attribute(Box<Expr>, KindId, u32),
    /// `1 wool, 2 gold`: constant numbers of members. Members that are not listed have 0.
    Amounts(Vec<(i64, Expr)>),
    /// `w.cost[c]`: the amount of one member.
    Amount(Box<Expr>, Box<Expr>),
    /// `p.seat`, `m.number`: the position of a member in its kind, from 1.
    Position(Box<Expr>),
    /// `piece.player`: an index of a thing.
    ThingIndex(Box<Expr>, u32),
    /// An index of a thing that may be of several components: for each component of the type, in order, the number of that
    /// index. `None` if a component has no index of that kind.
    ThingAs(Box<Expr>, Vec<Option<u32>>),
    /// `c.row`, `c.column` of a cell of a grid, from 1 (`true`: row).
    GridPosition(Box<Expr>, BoardId, bool),
    /// `cell(t.east)`: the cell of a grid given by a column of pairs: the member, its kind, and the index of the column.
    CellOf(Box<Expr>, KindId, u32, BoardId),
    /// `form(n)`
    Row(TableId, Vec<Expr>),
    /// `f.offers`
    Column(Box<Expr>, TableId, u32),
    /// `score_of(p)`
    Define(DefineId, Vec<Expr>),
    /// A function of the library.
    Builtin(Builtin, Vec<Expr>),
    /// `cart[p]`: a thing, or a set of things if an index is a set. For cards the index is the member (or a set of members).
    Piece(ComponentId, Vec<Expr>),
    /// All things of these components: `Errand`, `cart`.
    Pieces(Vec<ComponentId>),
    /// `town[t]`: a place, or a set of places if an index is a set.
    Cell(PlaceId, Vec<Expr>),
    /// Number of things (a thing or a set of things) in places (a place or a set of places).
    Count(Box<Expr>, Box<Expr>),
    /// The things that [`ExprKind::Count`] counts, as a bag.
    BagAt(Box<Expr>, Box<Expr>),
    /// Number of copies of a thing in a chosen bag.
    CountInBag(Box<Expr>, Box<Expr>),
    /// `site(rider)`: location of a figure (a thing), as the value of this index of these places; none elsewhere.
    Site(Box<Expr>, Vec<(PlaceId, u32)>),
    /// `not c`
    Not(Box<Expr>),
    /// A binary operator, selected by the type of the left operand.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `a / b rounded up to 5`
    Divide(Box<Expr>, Box<Expr>, Rounding, i64),
    /// `x rounded up to 5`
    Round(Box<Expr>, Rounding, i64),
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A local binding in an expression: `let n = value in body`. Comes from `is single p and ...` and from `let:` of a sheet.
    LetIn(LocalId, Box<Expr>, Box<Expr>),
    /// `X is none`: for options, sets, lists, bags. (A place counts as the bag in it.)
    IsNone(Box<Expr>),
    /// `X is single`: for sets, lists, bags: exactly one member; for options: not none.
    IsSingle(Box<Expr>),
    /// `X is several`
    IsSeveral(Box<Expr>),
    /// The only member of a set, list or bag that passed `IsSingle`; the value of an option.
    Only(Box<Expr>),
    /// `a..b` as a range of numbers to iterate over.
    Range(Box<Expr>, Box<Expr>),
    /// `some Q`
    Some(Box<Query>),
    /// `can p do build(mill)`: true if a sheet could be completed; arguments as in a call. Allowed only where a sentence can
    /// evaluate it in advance: alone, or combined with `and`, `or`, `not`, `if .. then .. else`.
    Can(RuleId, Vec<Expr>),
    /// `can p play c`
    CanPlay(Box<Expr>, Box<Expr>),
    /// `every Q has C`
    Every(Box<Query>, Box<Expr>),
    /// `count of Q`, `sum of E for Q`; `max` and `min` of nothing are 0.
    Aggregate(Aggregate, Option<Box<Expr>>, Box<Query>),
    /// `count of S`: the size of a set, list, bag or place.
    Size(Box<Expr>),
    /// `the Q`: value of the first binder; a fault unless there is exactly one result.
    The(Box<Query>),
    /// `first Q`: value of the first binder (by the sort keys, if any), as an `Option`.
    First(Box<Query>),
    /// `rank Q`: a list of sets.
    Rank(Box<Query>),
    /// `{a, b}`
    SetLiteral(Vec<Expr>),
    /// `{E for Q}`; the value of `{Q}` is the first binder.
    SetOf(Box<Expr>, Box<Query>),
    /// `[a, b]`
    ListLiteral(Vec<Expr>),
    /// `[E for Q]`, sorted by the keys of the query.
    ListOf(Box<Expr>, Box<Query>),
    /// `podium[1]`: an element, counted from 1; past the end none (of an option), or an empty set or list.
    Item(Box<Expr>, Box<Expr>),
    /// `t[2..]`, `t[2..3]`
    Slice(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// Conversion to a wider type: `T` to `Option(T)`, a member to a member of a union, a member or thing to a set of one. The
    /// target is the type of the expression.
    Widen(Box<Expr>),
    /// Conversion of a member to a kind that shares only some of its members: a fault if the member is not one of them. For
    /// options, none stays none.
    Narrow(Box<Expr>),
}

/// Binary operators after type checking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    /// `+` of numbers
    Add,
    /// `-` of numbers
    Sub,
    /// `*` of numbers
    Mul,
    /// `<` of numbers (and `>` with sides swapped)
    Less,
    /// `<=` of numbers (and `>=` with sides swapped)
    AtMost,
    /// `is`, for two values of the same type
    Is,
    /// `x in S`: member of set, number in range, element of list, thing in bag
    In,
    /// `and`, left side first
    And,
    /// `or`, left side first
    Or,
    /// `S + T` of sets, `L + M` of lists, of bags
    Join,
    /// `S - T` of sets, of bags
    Without,
}

impl Binary {
    /// Result for two numbers; `None` if the operator yields no number, or on overflow.
    pub fn of_numbers(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Self::Add => a.checked_add(b),
            Self::Sub => a.checked_sub(b),
            Self::Mul => a.checked_mul(b),
            Self::Less | Self::AtMost | Self::Is | Self::In | Self::And | Self::Or | Self::Join | Self::Without => None,
        }
    }
}

/// Rounding mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// `rounded up`
    Up,
    /// `rounded down`
    Down,
    /// `rounded half up`
    HalfUp,
}

impl Rounding {
    /// Returns `a / b` rounded to a multiple of `to`; `None` if `b` is 0, or on overflow.
    pub fn divide(self, a: i64, b: i64, to: i64) -> Option<i64> {
        let (a, b) = (a.checked_mul(b.signum())?, b.checked_abs()?.checked_mul(to)?);
        let quotient = match self {
            _ if b == 0 => return None,
            Self::Down => a.div_euclid(b),
            Self::Up => -(-a).div_euclid(b),
            Self::HalfUp => a.checked_mul(2)?.checked_add(b)?.div_euclid(b.checked_mul(2)?),
        };
        quotient.checked_mul(to)
    }
}

/// Aggregate function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aggregate {
    /// `count of`
    Count,
    /// `sum of`
    Sum,
    /// `max of`
    Max,
    /// `min of`
    Min,
}

/// Functions of the library, with their arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    /// `neighbours(d)`: set of nodes
    Neighbours(BoardId),
    /// `links(d)`: set of edges
    Links(BoardId),
    /// `far(c, d)`: the other end of an edge
    Far(BoardId),
    /// `link(a, b)`: the edge between two nodes, or none
    Link(BoardId),
    /// `distance(a, b)`: number of edges between two nodes, -1 if they are not connected
    Distance(BoardId),
    /// `reach(d, LINKS)`: nodes reachable from `d` over these edges, `d` included
    Reach(BoardId),
    /// `chains(LINKS)`: connected components of a set of edges, as a list of sets, the largest first, then by first edge
    Chains(BoardId),
    /// `lines(n)`: all straight runs of n cells of a grid, as a list of sets
    Lines(BoardId),
    /// `row(i)`: cells of a row
    RowCells(BoardId),
    /// `column(i)`: cells of a column, as a list from row 1 up
    ColumnCells(BoardId),
    /// `cell(i, j)`: column i, row j; none off the board
    CellAt(BoardId),
    /// `row(i, p)`, `cell(i, j, p)`: number of the row of the board that is the i-th from the side of a player
    RowFor(BoardId),
    /// `ray(c, d)`: list of the cells from a cell on in a direction, the nearest first
    Ray(BoardId),
    /// `sight(c, DIRECTIONS, STOPS)`: set of cells: in each direction all cells up to and including the first stop
    Sight(BoardId),
    /// `between(a, b)`: set of the cells between two cells of one line
    Between(BoardId),
    /// `neighbours(c, DIRECTIONS)`: set of cells
    Beside(BoardId),
    /// `reach(CELLS, AMONG)`, `reach(CELLS, AMONG, DIRECTIONS)`: set of nodes
    ReachNodes(BoardId),
    /// `chains(CELLS)`, `chains(CELLS, DIRECTIONS)`: connected components of a set of nodes, ordered as [`Builtin::Chains`]
    ChainsOfNodes(BoardId),
    /// `orthogonal`: set of directions
    Orthogonal(BoardId),
    /// `diagonal`: set of directions
    Diagonal(BoardId),
    /// `forward(p)`: set of directions
    Forward(BoardId),
    /// `position(on[Square], passed)`: contents of places and values of memory, encoded as a list of numbers
    Position,
    /// `occurrences(here, seen)`: number of times a list occurs among the lists that another list is composed of
    Occurrences,
    /// `left(p)`: the next player clockwise
    Left,
    /// `right(p)`
    Right,
    /// `others(p)`: set of players
    Others,
    /// `min(a, b)` of numbers
    Min,
    /// `max(a, b)`
    Max,
    /// `distance(a, b)` of numbers: their absolute difference
    Gap,
    /// `cut(list, n)`: list of consecutive sublists of n elements (the last may be shorter)
    Cut,
}

/// A query: `x in S, y in T clockwise from e where C by most K, then least L`.
#[derive(Clone, PartialEq, Debug)]
pub struct Query {
    /// Names and domains. A domain has the type `Set`, `List` or `Bag`, or is an [`ExprKind::Range`]. A later domain may use
    /// earlier names.
    pub binders: Vec<(LocalId, Expr)>,
    /// `clockwise from e`: index of the binder (over players) that it applies to, and the starting player.
    pub clockwise: Option<(u32, Box<Expr>)>,
    /// `where C`
    pub filter: Option<Box<Expr>>,
    /// Sort keys, most significant first.
    pub keys: Vec<Key>,
    /// Source location.
    pub span: Span,
}

/// A numeric sort key: `most K` or `least K`.
#[derive(Clone, PartialEq, Debug)]
pub struct Key {
    /// True for `most` (descending).
    pub most: bool,
    /// Value to compare.
    pub value: Expr,
}
