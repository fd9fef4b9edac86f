//! Expressions: nodes of one pool, with children by number.
//!
//! A node is evaluated in one of three representations, chosen by its user: a **word** (`i32`), a **set** ([`super::Set`]), or
//! **words** (a list: length, then elements; a bag: a count for each piece). Eight variants have more than one: [`Expr::If`], the
//! three `let`s, [`Expr::Tabled`], [`Expr::Call`] and [`Expr::Item`] all three, [`Expr::Hoisted`] the first two.

use super::{ExprId, NONE, QueryId, Reg, Slot, ValueShape};
pub use crate::ir::Rounding;

/// Maximum worth of a single thing in [`Expr::Worth`].
pub const MOST_WORTH: i32 = 1 << 20;

/// Number of entries for each cell in an array of steps. An entry is none if no step leads that way or the board has fewer
/// directions.
pub const DIRECTIONS: usize = 8;

/// A node of an expression. Numbers have 32 bits; an overflow is a fault.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the doc of a variant explains its fields")]
pub enum Expr {
    // ---- words
    /// A number, member, yes (1), no (0), none.
    Const(i32),
    /// A word of the state.
    Slot(Slot),
    /// A word of an indexed variable: `state[base + index]`. An index that is none or not below `count` is a fault.
    SlotAt { base: Slot, count: u32, index: ExprId },
    /// A scratch register.
    Reg(Reg),
    /// A scratch register plus a constant.
    RegPlus(Reg, i32),
    /// A word of the state plus a constant.
    SlotPlus(Slot, i32),
    /// `a * by + b + plus`: the linear number of an element with two indexes.
    Scaled { a: ExprId, by: i32, b: ExprId, plus: i32 },
    /// Arithmetic and comparison of two words.
    Arith(Arith, ExprId, ExprId),
    /// `a / b`, rounded to a multiple of `to`.
    Divide { how: Rounding, to: u16, a: ExprId, b: ExprId },
    /// `not a`
    Not(ExprId),
    /// `a and b`, `b` only if `a`.
    And(ExprId, ExprId),
    /// `a or b`, `b` only if not `a`.
    Or(ExprId, ExprId),
    /// An element of a constant array. An index outside it, or none, gives none.
    Array { array: u32, index: ExprId },
    /// `array[index]`, the conversion of a member of a kind to another kind. An index outside the array, or an entry that is none,
    /// is a fault. The index none gives none.
    Narrow { array: u32, index: ExprId },
    /// `index - first`, the number of an index counted from 0. A result outside `0..count`, or an index that is none, is a fault.
    Digit { index: ExprId, first: i32, count: u32 },
    /// Number of a piece in a place; for figures 1 or 0. A place or piece that is none gives 0.
    Count { cell: ExprId, piece: ExprId },
    /// Number of things of a set of pieces in a place.
    CountAll { cell: ExprId, pieces: ExprId },
    /// Total worth of all things in a place. A constant array has the worth of each piece, from 0 to [`MOST_WORTH`]; pieces past
    /// its end are worth 0.
    Worth { cell: ExprId, array: u32 },
    /// Strided sum over an indexed variable: `count` words at distance `step`, the first at `base + index` with `index` below
    /// `room`.
    SumAt { base: Slot, step: u16, count: u16, room: u32, index: ExprId },
    /// Number of members of a set.
    SetSize(ExprId),
    /// True if a set has no members.
    SetEmpty(ExprId),
    /// True if the second operand (a word) is in the first one (a set). None is in no set; the set is not evaluated then.
    SetHas(ExprId, ExprId),
    /// True if two sets are equal.
    SetIs(ExprId, ExprId),
    /// True if two lists or bags are equal.
    WordsAre(ExprId, ExprId),
    /// The smallest member of a set, or none.
    SetFirst(ExprId),
    /// Length of a list.
    ListSize(ExprId),
    /// True if the second operand (a word) is an element of the first one (a list of words).
    ListHas(ExprId, ExprId),
    /// Number of times the first list occurs in the second one, at positions that are multiples of its length. Both are lists of
    /// words.
    Occurrences(ExprId, ExprId),
    /// The sum of all counts of a bag.
    BagSize(ExprId),
    /// The count of the second operand (a piece) in the first one (a bag).
    BagGet(ExprId, ExprId),
    /// The first piece of a bag, or none.
    BagFirst(ExprId),
    /// True if the query has a result.
    Some(QueryId),
    /// True if the expression holds for all results.
    Every(QueryId, ExprId),
    /// Number of results.
    CountOf(QueryId),
    /// The sum of the expression over all results.
    SumOf(QueryId, ExprId),
    /// The largest value over all results; 0 if there is none.
    MaxOf(QueryId, ExprId),
    /// The smallest value over all results; 0 if there is none.
    MinOf(QueryId, ExprId),
    /// The value of the first binder of the only result. It is a fault if the number of results is not 1.
    The(QueryId),
    /// The value of the first binder of the first result, by the keys if there are any. None if there is no result.
    First(QueryId),
    /// True if a division has divided everything.
    DivideDone(u32),

    /// The first element of a list of words that passes the test of [`Expr::Matching`]; none if there is none. The test reads one
    /// word of a row, or all.
    FirstMatching { column: u32, index: ExprId, value: ExprId, list: ExprId },

    /// True if some set in a list shares at least `least` and at most `most` members with another set. A set in the list has
    /// `width` words. The other set is evaluated only if the list has an element.
    SomeOverlaps { list: ExprId, set: ExprId, width: u16, least: u16, most: u16 },

    // ---- sets
    /// A constant set.
    SetConst(u32),
    /// A set in the state.
    SetSlots { base: Slot, width: u16 },
    /// A set of an indexed variable: at `base + index * width`.
    SetSlotsAt { base: Slot, width: u16, count: u16, index: ExprId },
    /// A set in registers.
    SetRegs { reg: Reg, width: u16 },
    /// The set with one member; none gives the empty set.
    One(ExprId),
    /// The union of two sets.
    Union(ExprId, ExprId),
    /// The intersection of two sets.
    Both(ExprId, ExprId),
    /// The difference of two sets: members of the first one only.
    Minus(ExprId, ExprId),
    /// Every member plus a constant.
    Shift(ExprId, i32),
    /// An element of a constant array of sets; outside it, the empty set.
    SetArray { array: u32, index: ExprId },
    /// The members whose row in a [`super::Column`] has `value` at `index` (from 0) and at the other tested words. A member without
    /// a row is a fault.
    Matching { column: u32, index: ExprId, value: ExprId, among: ExprId },
    /// The set of the expression's values (words) over all results.
    SetOf(QueryId, ExprId),
    /// The union of the expression (a set) over all results.
    UnionOf(QueryId, ExprId),
    /// The set of the elements of a list of words.
    ListSet(ExprId),
    /// The pieces with a count in a bag, each minus a constant (to convert pieces to members).
    BagSet(ExprId, i32),
    /// Nodes reachable over edges of a set. `set_arrays[neighbours]` has the neighbours of each node; `arrays[edge]` at
    /// `node * nodes + node` has the edge between two nodes.
    Reach { neighbours: u32, edge: u32, from: ExprId, over: ExprId },
    /// The connected components, within the second set of nodes, of the nodes of the first set. `set_arrays[neighbours]` has the
    /// neighbours of each node.
    ReachNodes { neighbours: u32, from: ExprId, among: ExprId },
    /// The cells in line of sight: in each direction of a set all cells up to and including the first stop, on a wrapped board at
    /// most once around. The next cell is `arrays[steps]` at `cell *` [`DIRECTIONS`] `+ direction`.
    Sight { steps: u32, from: ExprId, ways: ExprId, stops: ExprId },

    // ---- words (lists and bags)
    /// Several words of the state: a list or bag.
    Slots { base: Slot, shape: ValueShape },
    /// Several words of an indexed variable, located by `stores[store]` (base, index and shape).
    SlotsAt { base: Slot, count: u16, store: u32 },
    /// Several registers.
    Regs { reg: Reg, shape: ValueShape },
    /// A list of the `count` expressions `lists[first..]`, each a word. Elements that are none are left out.
    List { first: u32, count: u16 },
    /// A list of sets of `width` words: the expressions `lists[first..]`.
    ListOfSets { first: u32, count: u16, width: u16 },
    /// The list of the values (words) over all results, in the order of the keys. Values that are none are left out.
    ListOf(QueryId, ExprId),
    /// Results grouped by equal keys, best first: a list of sets of the first binder's values, `width` words each.
    Rank { query: QueryId, width: u16 },
    /// The concatenation of two lists.
    Join(ExprId, ExprId),
    /// The cells from one on in a direction, nearest first, up to the edge or back to the start: a list. See [`Expr::Sight`].
    Ray { steps: u32, from: ExprId, way: ExprId },
    /// The elements from position `lists[bounds]` to `lists[bounds + 1]`, counted from 1. An end of none means the last element;
    /// positions past the end are left out.
    Slice { list: ExprId, element: u16, bounds: u32 },
    /// The connected components of a set of edges, largest first, then by first edge: a list of sets of `width` words.
    /// `set_arrays[touching]` has, for each edge, the edges that share a node with it.
    Chains { touching: u32, over: ExprId, width: u16 },
    /// A list of words cut into lists of `size` elements, each with room for `room` elements.
    Cut { list: ExprId, size: ExprId, room: u16 },
    /// The bag of things in a place, restricted to a set of pieces.
    BagAt { cell: ExprId, pieces: ExprId },
    /// One of the lists `lists[first..]`, selected by its number. A number outside is a fault.
    Pick { first: u32, count: u16, index: ExprId },
    /// The sum of two bags.
    BagJoin(ExprId, ExprId),
    /// The first bag minus the second one; counts stay at 0 or more.
    BagMinus(ExprId, ExprId),
    /// The empty list or bag.
    Empty,

    // ---- in any representation
    /// `if c then a else b`
    If(ExprId, ExprId, ExprId),
    /// A `let`: binds the value to its register(s), then evaluates `body`. The value is a word.
    Let { reg: Reg, value: ExprId, body: ExprId },
    /// Like [`Expr::Let`], of a set of `width` words.
    LetSet { reg: Reg, width: u16, value: ExprId, body: ExprId },
    /// Like [`Expr::Let`], of a list or bag that takes `width` registers.
    LetWords { reg: Reg, width: u16, value: ExprId, body: ExprId },
    /// A loop-invariant value (a word or a set) of a query. It is evaluated while register `reg` is 0 and cached in the registers
    /// after it, see [`Query::hoisted`].
    Hoisted { reg: Reg, value: ExprId },
    /// A value that reads no state: looked up in a memo table ([`super::ExprTable`]), evaluated if it is not there.
    Tabled { table: u32, value: ExprId },
    /// A call of a define with the arguments `lists[args..]`.
    Call { fun: u32, args: u32 },
    /// An element of a list, counted from 1, of `element` words. Past the end: none, the empty set or the empty list. Read as words
    /// it is a list of words (there are no lists of bags).
    Item { list: ExprId, index: ExprId, element: u16 },
}

/// Binary operators on words. Comparisons give 1 or 0. An overflow of 32 bits, or an operand that is none, is a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arith {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// The smaller.
    Min,
    /// The larger.
    Max,
    /// The absolute difference.
    Gap,
    /// `a < b`
    Less,
    /// `a <= b`
    AtMost,
    /// `a is b` (none is none)
    Is,
    /// `a is not b`
    IsNot,
}

impl Arith {
    /// The value of an operation on two known words; `None` if it is a fault.
    pub fn value(self, a: i32, b: i32) -> Option<i32> {
        let both = || (a != NONE && b != NONE).then_some((a, b));
        let value = match self {
            Self::Is => i32::from(a == b),
            Self::IsNot => i32::from(a != b),
            Self::Add => both()?.0.checked_add(b)?,
            Self::Sub => both()?.0.checked_sub(b)?,
            Self::Mul => both()?.0.checked_mul(b)?,
            Self::Min => both()?.0.min(b),
            Self::Max => both()?.0.max(b),
            Self::Gap => i32::try_from(both()?.0.abs_diff(b)).ok()?,
            Self::Less => i32::from(both()?.0 < b),
            Self::AtMost => i32::from(both()?.0 <= b),
        };
        (value != NONE).then_some(value)
    }
}

/// A define: arguments are bound to registers, then the body is evaluated. Its registers are its own, since defines are not
/// recursive.
#[derive(Clone, Debug)]
pub struct Fun {
    /// The name, for messages.
    pub name: String,
    /// Register and shape of each parameter.
    pub params: Vec<(Reg, ValueShape)>,
    /// The body.
    pub body: ExprId,
}

/// A query: names that range over domains, a filter, sort keys.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Query {
    /// The names. Later domains may read earlier names; the last name varies fastest.
    pub binders: Vec<Binder>,
    /// The filter condition.
    pub filter: Option<ExprId>,
    /// Sort keys. The sort is stable.
    pub keys: Vec<Key>,
    /// For each name, the registers of [`Expr::Hoisted`] that are reset to 0 before the loop over its values. May be shorter.
    pub hoisted: Vec<Vec<Reg>>,
    /// For each name, the parts of the filter that are tested before the loop over its values. If one is false, the loop is
    /// skipped; if one faults, the whole filter is tested instead. May be shorter.
    pub early: Vec<Vec<ExprId>>,
    /// For each name that ranges over a set, the members for which other parts of the filter hold (a set). If it faults, the whole
    /// filter is tested instead. May be shorter.
    pub left: Vec<Option<ExprId>>,
    /// The rest of the filter, if parts of it are in `early` or `left`.
    pub rest: Option<ExprId>,
}

impl Query {
    /// Number of words of a result.
    pub fn width(&self) -> usize {
        self.binders.iter().map(|binder| usize::from(binder.width)).sum()
    }

    /// True if the whole filter is tested for each result and no values are cached.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.hoisted.is_empty() && self.early.is_empty() && self.left.is_empty()
    }

    /// True if the query only ranges over the members that are left, with one name and no other conditions.
    #[inline]
    pub(crate) fn is_left_alone(&self) -> bool {
        matches!(self.left[..], [Some(_)])
            && self.rest.is_none()
            && self.early.is_empty()
            && self.keys.is_empty()
            && self.binders.len() == 1
    }
}

/// A name of a query.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Binder {
    /// Its first register.
    pub reg: Reg,
    /// Number of registers of a value: more than 1 for an element of a list of sets or lists.
    pub width: u16,
    /// The domain that it ranges over.
    pub domain: Domain,
}

/// The domain of a name, with its order of iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the doc of a variant explains its fields")]
pub enum Domain {
    /// `lo..hi`, both included.
    Range(ExprId, ExprId),
    /// A set, in ascending order.
    Set(ExprId),
    /// The members of a set of players, clockwise from one; `of` players in all.
    Clockwise { set: ExprId, from: ExprId, of: u16 },
    /// The elements of a list.
    List(ExprId),
    /// The things of a bag, piece by piece, minus the constant `less` (to convert pieces to members). Questions list each piece
    /// once, weighted by its count for chance. Other queries list each copy.
    Bag { bag: ExprId, less: i32 },
    /// The things of these pieces in a place; values are numbers of pieces minus the constant `less`.
    Cell { cell: ExprId, pieces: ExprId, less: i32 },
    /// The things that may leave a place next: those of the packet on the top, or else of the unordered middle. If no order is
    /// kept, all things. Values are as for [`Domain::Cell`].
    Next { cell: ExprId },
    /// For the question of a division: the piles (from 0) that the next thing may go to.
    Piles(u32),
    /// For a bag that is chosen piece by piece: the pieces of `bag` (minus `less`) that may be chosen next. They are not before any
    /// piece in `chosen` (a bag), at least one is left, and at least `need` (words) can still be chosen from them on. Without
    /// `need` chance draws: any piece that is left may come next, weighted by its count, so the whole choice has a hypergeometric
    /// distribution.
    NextPiece { bag: ExprId, chosen: ExprId, need: Option<ExprId>, less: i32 },
}

/// A sort key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// True if the largest value comes first.
    pub most: bool,
    /// The value to sort by (a word).
    pub value: ExprId,
}
