//! Typed expressions. Pure: they read the state and never wait.

use super::{BoardId, ComponentId, DefineId, KindId, LocalId, MemoryId, PlaceId, RuleId, SettingId, TableId, TrackId};
use tavola_syntax::text::Span;

/// The type of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// Something was wrong here and has been reported; fits everything.
    Error,
    /// A whole number.
    Number,
    /// `yes` or `no`.
    YesNo,
    /// A member of a kind. Cards in places are members of their kind where only one kind can be meant.
    Member(KindId),
    /// A thing in the box of one of these components: `cart[p]`, a card of either kind.
    Thing(Vec<ComponentId>),
    /// Possibly none.
    Option(Box<Type>),
    /// A set of members, things or places.
    Set(Box<Type>),
    /// A list.
    List(Box<Type>),
    /// Things with counts, of these components.
    Bag(Vec<ComponentId>),
    /// A number for each member of a kind: `1 wool, 2 gold`.
    Amounts(KindId),
    /// A place where components are.
    Place,
    /// A row of a table: `form(3)`.
    Row(TableId),
    /// A text (only in prompts).
    Text,
    /// `none` by itself, `{}` and `[]` by themselves: fits every option, set, list or bag.
    Nothing,
}

/// A typed expression with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
}

/// What an expression can be. Operands have been coerced: an operand of type `T` where `Option(T)`, or a sub-kind where
/// its union is wanted, is wrapped in [`ExprKind::Widen`].
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// `3`
    Number(i64),
    /// `yes`
    YesNo(bool),
    /// `none`, `{}`, `[]`, by its type.
    Nothing,
    /// `hill`, `visit(t)`: the family by index, and its parameters. Of a kind of edges: the line by index.
    Member(KindId, u32, Vec<Expr>),
    /// `seat(n)`, from 1.
    Seat(Box<Expr>),
    /// `Town` as a set: all its members.
    All(KindId),
    /// A setting or ruling; folded when a set-up is chosen.
    Setting(SettingId),
    /// `players`: their number.
    Players,
    /// A local name.
    Local(LocalId),
    /// `n[p]` after a `together` block whose answer was `n`: the answer of a player (`Option` where not all were asked).
    AnswerOf(LocalId, Box<Expr>),
    /// `fame[p]`
    Track(TrackId, Vec<Expr>),
    /// `starter`, `used[p]`
    Memory(MemoryId, Vec<Expr>),
    /// `t.tax`: the kind and which of its attributes.
    Attribute(Box<Expr>, KindId, u32),
    /// `1 wool, 2 gold`: numbers of members, constants. Members that are not named have none.
    Amounts(Vec<(i64, Expr)>),
    /// `w.cost[c]`: one of the amounts.
    Amount(Box<Expr>, Box<Expr>),
    /// `p.seat`, `m.number`: the position in its kind, from 1.
    Position(Box<Expr>),
    /// `piece.player`: an index of a thing.
    ThingIndex(Box<Expr>, u32),
    /// An index of a thing of several components: which index of each of them, in the order of the thing's type; none where a
    /// component has none of that kind.
    ThingAs(Box<Expr>, Vec<Option<u32>>),
    /// `c.row`, `c.column` of a grid's cell, from 1 (`true`: row).
    GridPosition(Box<Expr>, BoardId, bool),
    /// `cell(t.east)`: the cell of a grid at the pair of a column: the member, its kind, which of its pairs.
    CellOf(Box<Expr>, KindId, u32, BoardId),
    /// `form(n)`
    Row(TableId, Vec<Expr>),
    /// `f.offers`
    Column(Box<Expr>, TableId, u32),
    /// `score_of(p)`
    Define(DefineId, Vec<Expr>),
    /// A library word.
    Builtin(Builtin, Vec<Expr>),
    /// `cart[p]`: a thing; with a set as index a set of things. For cards the index is the member (or a set of members).
    Piece(ComponentId, Vec<Expr>),
    /// All things of these components: `Errand`, `cart`.
    Pieces(Vec<ComponentId>),
    /// `town[t]`: a place; with a set as index a set of places.
    Cell(PlaceId, Vec<Expr>),
    /// Number of these things (thing or set of things) in these places (place or set of places).
    Count(Box<Expr>, Box<Expr>),
    /// Those things themselves: a bag.
    BagAt(Box<Expr>, Box<Expr>),
    /// Number of a thing in a bag that was chosen.
    CountInBag(Box<Expr>, Box<Expr>),
    /// `site(rider)`: where a figure (a thing) stands: the value of this index of these places, none elsewhere.
    Site(Box<Expr>, Vec<(PlaceId, u32)>),
    /// `not c`
    Not(Box<Expr>),
    /// All two-sided operators, by the type of the left side.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `a / b rounded up to 5`
    Divide(Box<Expr>, Box<Expr>, Rounding, i64),
    /// `x rounded up to 5`
    Round(Box<Expr>, Rounding, i64),
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A name inside an expression: `let n = value in body`; from `is single p and ...`, and a sheet's `let:`.
    LetIn(LocalId, Box<Expr>, Box<Expr>),
    /// `X is none`: for options, sets, lists, bags. (A place counts as the bag in it.)
    IsNone(Box<Expr>),
    /// `X is single`: for sets, lists, bags: exactly one member; for options: not none.
    IsSingle(Box<Expr>),
    /// `X is several`
    IsSeveral(Box<Expr>),
    /// The only member of a set, list or bag of which `IsSingle` was tested; the value of an option.
    Only(Box<Expr>),
    /// `a..b` as numbers to range over.
    Range(Box<Expr>, Box<Expr>),
    /// `some Q`
    Some(Box<Query>),
    /// `can p do build(mill)`: whether a sheet could be finished; its arguments as in a call. Stands only where a sentence can
    /// work it out before: alone, or joined by `and`, `or`, `not`, `if .. then .. else`.
    Can(RuleId, Vec<Expr>),
    /// `can p play c`
    CanPlay(Box<Expr>, Box<Expr>),
    /// `every Q has C`
    Every(Box<Query>, Box<Expr>),
    /// `count of Q`, `sum of E for Q`; `max` and `min` over nothing are 0.
    Aggregate(Aggregate, Option<Box<Expr>>, Box<Query>),
    /// `count of S`: of a set, list, bag or place.
    Size(Box<Expr>),
    /// `the Q`: value of the first binder; a fault if it is not the only one.
    The(Box<Query>),
    /// `first Q`: value of the first binder (by keys if there are any); `Option`.
    First(Box<Query>),
    /// `rank Q`: a list of sets.
    Rank(Box<Query>),
    /// `{a, b}`
    SetLiteral(Vec<Expr>),
    /// `{E for Q}`; `{Q}` has the first binder as its value.
    SetOf(Box<Expr>, Box<Query>),
    /// `[a, b]`
    ListLiteral(Vec<Expr>),
    /// `[E for Q]`, sorted by the query's keys.
    ListOf(Box<Expr>, Box<Query>),
    /// `podium[1]`: from 1; past the end none (of an option, set, list) .
    Item(Box<Expr>, Box<Expr>),
    /// `t[2..]`, `t[2..3]`
    Slice(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// A value where a wider type is wanted: `T` as `Option(T)`, a member as a member of a union, a member or thing as a
    /// set of one. The new type is the expression's.
    Widen(Box<Expr>),
    /// A member where a member of another kind is wanted that has some of its members: a fault if it is none of them. (Of
    /// options: none stays none.)
    Narrow(Box<Expr>),
}

/// Two-sided operators after the types are known.
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
    /// `is`, of any two values of one type
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
    /// The value for two numbers; none where it is no number, or too large.
    pub fn of_numbers(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Self::Add => a.checked_add(b),
            Self::Sub => a.checked_sub(b),
            Self::Mul => a.checked_mul(b),
            _ => None,
        }
    }
}

/// How to round.
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
    /// `a / b` rounded to a multiple of `to`; none by 0, and where a number grows too large on the way.
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

/// Which aggregate.
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

/// Library words with their arguments.
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
    /// `distance(a, b)` in edges, -1 if there is no way
    Distance(BoardId),
    /// `reach(d, LINKS)`: nodes reachable from `d` over these edges, `d` included
    Reach(BoardId),
    /// `chains(LINKS)`: connected parts of a set of edges: a list of sets, the largest first, then by first edge
    Chains(BoardId),
    /// `lines(n)`: all straight runs of n cells of a grid: a list of sets
    Lines(BoardId),
    /// `row(i)`: cells of a row
    RowCells(BoardId),
    /// `column(i)`: cells of a column, as a list from row 1 up
    ColumnCells(BoardId),
    /// `cell(i, j)`: column i, row j; none off the board
    CellAt(BoardId),
    /// `row(i, p)`, `cell(i, j, p)`: the row of the board that is the i-th as a player counts them
    RowFor(BoardId),
    /// `ray(c, d)`: the cells from a cell on in a direction, the nearest first, as a list
    Ray(BoardId),
    /// `sight(c, DIRECTIONS, STOPS)`: set of cells: in each direction all up to the first stop, that one among them
    Sight(BoardId),
    /// `between(a, b)`: set of cells between two of one line
    Between(BoardId),
    /// `neighbours(c, DIRECTIONS)`: set of cells
    Beside(BoardId),
    /// `reach(CELLS, AMONG)`, `reach(CELLS, AMONG, DIRECTIONS)`: set of nodes
    ReachNodes(BoardId),
    /// `chains(CELLS)`, `chains(CELLS, DIRECTIONS)`: connected parts of a set of nodes, in the order of [`Builtin::Chains`]
    ChainsOfNodes(BoardId),
    /// `orthogonal`: set of directions
    Orthogonal(BoardId),
    /// `diagonal`: set of directions
    Diagonal(BoardId),
    /// `forward(p)`: set of directions
    Forward(BoardId),
    /// `position(on[Square], passed)`: what lies there and what is remembered, as a list of numbers
    Position,
    /// `occurrences(here, seen)`: how often a list stands among those that another one is made of
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
    /// `distance(a, b)` of numbers: their difference without sign
    Gap,
    /// `cut(list, n)`: a list of lists of n elements (the last may be shorter)
    Cut,
}

/// `x in S, y in T clockwise from e where C by most K, then least L`.
#[derive(Clone, PartialEq, Debug)]
pub struct Query {
    /// Names and domains. A domain has the type `Set`, `List`, `Bag`, or is a [`ExprKind::Range`]. A later domain may use
    /// earlier names.
    pub binders: Vec<(LocalId, Expr)>,
    /// `clockwise from e`: the binder (over players) that it belongs to, and where it begins.
    pub clockwise: Option<(u32, Box<Expr>)>,
    /// `where C`
    pub filter: Option<Box<Expr>>,
    /// Sort keys, the first counts most.
    pub keys: Vec<Key>,
    /// Where it stands.
    pub span: Span,
}

/// `most K`, `least K`: numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Key {
    /// `most`
    pub most: bool,
    /// What is compared.
    pub value: Expr,
}
