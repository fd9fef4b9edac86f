//! Expressions: a pool of small nodes.
//!
//! Three ways to read a node, chosen by who asks: as a **word** (`i32`), as a **set** ([`super::Set`]), as **words** (a
//! list: length then elements; a bag: a count for each piece). [`Expr::If`], [`Expr::Let`], [`Expr::Call`] and
//! [`Expr::Item`] can be read in any of the three.

use super::{ExprId, QueryId, Reg, Slot, ValueShape};
pub use crate::ir::Rounding;

/// The most that a single thing counts in [`Expr::Worth`].
pub const MOST_WORTH: i32 = 1 << 20;

/// Room for the directions of a cell in an array of steps; where no step leads, or there is no such direction, it has none.
pub const DIRECTIONS: usize = 8;

/// A node. Numbers are 32-bit; what does not fit is a fault.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the doc of a variant explains its fields")]
pub enum Expr {
    // ---- words
    /// A number, member, yes (1), no (0), none.
    Const(i32),
    /// A word of the state.
    Slot(Slot),
    /// A word of an indexed variable: `state[base + index]`, `index` below `count` (else a fault; none is a fault).
    SlotAt { base: Slot, count: u32, index: ExprId },
    /// A scratch register.
    Reg(Reg),
    /// A scratch register and a number.
    RegPlus(Reg, i32),
    /// A word of the state and a number.
    SlotPlus(Slot, i32),
    /// `a * by + b + plus`: the number of one of several things that are counted through two indexes.
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
    /// A constant array of numbers at an index; outside it (or none): none.
    Array { array: u32, index: ExprId },
    /// `array[index]`, for a member of a kind as a member of another one: outside the array, or none there, is a fault; the index
    /// none gives none.
    Narrow { array: u32, index: ExprId },
    /// The number of an index, counted from 0: `index - first`. Below 0, not below `count`, or of none it is a fault.
    Digit { index: ExprId, first: i32, count: u32 },
    /// Number of a piece in a place (figures: 1 where they stand). A place or piece that is none: 0.
    Count { cell: ExprId, piece: ExprId },
    /// Number of a set of pieces in a place.
    CountAll { cell: ExprId, pieces: ExprId },
    /// What all that lies in a place is worth together: a constant array has for each piece what it is worth, from 0 to
    /// [`MOST_WORTH`]; behind its end nothing is worth anything.
    Worth { cell: ExprId, array: u32 },
    /// Of an indexed variable the sum of `count` words, each `step` behind the one before, the first at `base + index`, `index`
    /// below `room`.
    SumAt { base: Slot, step: u16, count: u16, room: u32, index: ExprId },
    /// Members of a set.
    SetSize(ExprId),
    /// Whether a set has no members.
    SetEmpty(ExprId),
    /// Whether the second (a word) is in the first (a set). None is in no set, which is then not worked out.
    SetHas(ExprId, ExprId),
    /// Whether two sets are equal.
    SetIs(ExprId, ExprId),
    /// Whether two values read as words (lists, bags) are equal.
    WordsAre(ExprId, ExprId),
    /// The smallest member of a set, or none.
    SetFirst(ExprId),
    /// Length of a list.
    ListSize(ExprId),
    /// Whether the second (a word) is an element of the first (a list of words).
    ListHas(ExprId, ExprId),
    /// Number of times the first list occurs in the second, at the beginning, behind as many elements, and so on. Both of words.
    Occurrences(ExprId, ExprId),
    /// All counts of a bag together.
    BagSize(ExprId),
    /// The count of the second (a piece) in the first (a bag).
    BagGet(ExprId, ExprId),
    /// The first piece of a bag, or none.
    BagFirst(ExprId),
    /// Whether the query has a result.
    Some(QueryId),
    /// Whether the expression holds for all results.
    Every(QueryId, ExprId),
    /// Number of results.
    CountOf(QueryId),
    /// The sum of the expression over all results.
    SumOf(QueryId, ExprId),
    /// The largest value over all results; 0 without any.
    MaxOf(QueryId, ExprId),
    /// The smallest value over all results; 0 without any.
    MinOf(QueryId, ExprId),
    /// The value of the first binder of the only result; a fault if there is not exactly one.
    The(QueryId),
    /// The value of the first binder of the first result (by the keys, if there are any); none without any.
    First(QueryId),
    /// Steps of a division: whether all is divided.
    DivideDone(u32),

    /// The first element of a list of words of which the same is so as of the members in [`Expr::Matching`]; none without any. Of a row
    /// one word is asked, or all.
    FirstMatching { column: u32, index: ExprId, value: ExprId, list: ExprId },

    /// Whether one of the sets of a list (of `width` words each) has at least `least` and at most `most` members in common with a set,
    /// which is worked out only if the list has an element.
    SomeMeets { list: ExprId, set: ExprId, width: u16, least: u16, most: u16 },

    // ---- sets
    /// A constant set.
    SetConst(u32),
    /// A set in the state.
    SetSlots { base: Slot, width: u16 },
    /// A set of an indexed variable: at `base + index * width`.
    SetSlotsAt { base: Slot, width: u16, count: u16, index: ExprId },
    /// A set in registers.
    SetRegs { reg: Reg, width: u16 },
    /// A set of one; none gives the empty set.
    One(ExprId),
    /// Members of either.
    Union(ExprId, ExprId),
    /// Members of both.
    Both(ExprId, ExprId),
    /// Members of the first only.
    Minus(ExprId, ExprId),
    /// Every member larger by so much.
    Shift(ExprId, i32),
    /// A constant array of sets at an index; outside it: empty.
    SetArray { array: u32, index: ExprId },
    /// The members of a set for which the word at `index` (from 0) of their row in a [`super::Column`] is `value`, and so are the
    /// words behind it that are asked, too. A member without a row is a fault.
    Matching { column: u32, index: ExprId, value: ExprId, among: ExprId },
    /// The values of the expression (words) over all results.
    SetOf(QueryId, ExprId),
    /// The union of the expression (a set) over all results.
    UnionOf(QueryId, ExprId),
    /// The members of a list of words.
    ListSet(ExprId),
    /// The pieces with a count in a bag, each smaller by so much (to make members of pieces).
    BagSet(ExprId, i32),
    /// Nodes reachable over edges: `set_arrays[neighbours]` of the nodes, `arrays[edge]` = node * nodes + node -> edge.
    Reach { neighbours: u32, edge: u32, from: ExprId, over: ExprId },
    /// Of the second set the nodes that are connected within it with those of the first that are in it, too:
    /// `set_arrays[neighbours]` of the nodes.
    ReachNodes { neighbours: u32, from: ExprId, among: ExprId },
    /// The cells that are seen from one: in each direction of a set all up to the first that is among the stops, that one too;
    /// on a wrapped board at most once round. Where a step leads is `arrays[steps]` at `cell *` [`DIRECTIONS`] `+ direction`.
    Sight { steps: u32, from: ExprId, ways: ExprId, stops: ExprId },

    // ---- words (lists and bags)
    /// Several words of the state: a list or bag.
    Slots { base: Slot, shape: ValueShape },
    /// Several words of an indexed variable: where `stores[store]` leads (its base, index and shape count).
    SlotsAt { base: Slot, count: u16, store: u32 },
    /// Several registers.
    Regs { reg: Reg, shape: ValueShape },
    /// A list of the `count` expressions `lists[first..]`, each a word; those that are none are left out.
    List { first: u32, count: u16 },
    /// A list of sets of `width` words: the expressions `lists[first..]`.
    ListOfSets { first: u32, count: u16, width: u16 },
    /// The values (words) over all results, in the order of the keys; those that are none are left out.
    ListOf(QueryId, ExprId),
    /// Results in tie groups by the keys, best first: a list of sets (of the first binder's values) of `width` words.
    Rank { query: QueryId, width: u16 },
    /// One list behind the other.
    Join(ExprId, ExprId),
    /// The cells from one on in a direction, nearest first, to the edge or until they come back to it: a list. See [`Expr::Sight`].
    Ray { steps: u32, from: ExprId, way: ExprId },
    /// From the position `lists[bounds]` (counted from 1) to `lists[bounds + 1]` (none: to the end); past the end nothing.
    Slice { list: ExprId, element: u16, bounds: u32 },
    /// The connected parts of a set of edges, largest first, then by first edge: a list of sets of `width` words.
    /// `set_arrays[touching]`: of an edge those that share a node with it.
    Chains { touching: u32, over: ExprId, width: u16 },
    /// A list of lists of `size` elements each (word elements); each has room for `room` elements.
    Cut { list: ExprId, size: ExprId, room: u16 },
    /// Things in a place: a bag; of these pieces (a set) only.
    BagAt { cell: ExprId, pieces: ExprId },
    /// One of the lists `lists[first..]`, by its number; outside it is a fault.
    Pick { first: u32, count: u16, index: ExprId },
    /// Two bags together.
    BagJoin(ExprId, ExprId),
    /// The first bag without the second (never below 0).
    BagMinus(ExprId, ExprId),
    /// No elements, no things.
    Empty,

    // ---- read in any way
    /// `if c then a else b`
    If(ExprId, ExprId, ExprId),
    /// A name: the register(s) get `value`, then `body`. The shape is that of the value.
    Let { reg: Reg, value: ExprId, body: ExprId },
    /// Like [`Expr::Let`], of a set of `width` words.
    LetSet { reg: Reg, width: u16, value: ExprId, body: ExprId },
    /// Like [`Expr::Let`], of a list or bag that takes `width` registers.
    LetWords { reg: Reg, width: u16, value: ExprId, body: ExprId },
    /// A value (a word or a set) that stays the same while loops of a query go on: worked out when register `reg` is 0, kept
    /// behind it, see [`Query::kept`].
    Kept { reg: Reg, value: ExprId },
    /// A value that reads no state: looked up in a table ([`super::ExprTable`]), worked out where it is not there.
    Tabled { table: u32, value: ExprId },
    /// A define: arguments `lists[args..]`.
    Call { fun: u32, args: u32 },
    /// An element of a list, from 1; `element` words each. Past the end: none, the empty set, nothing. Read as words, an
    /// element is a list of words (there are no lists of bags).
    Item { list: ExprId, index: ExprId, element: u16 },
}

/// Two-sided operators on words. Comparisons give 1 or 0. Sums, differences, products beyond 32 bits, or with none, are faults.
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
    /// The difference without sign.
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

/// A define: parameters into registers, then the body. Registers of a define are its own (nothing calls itself).
#[derive(Clone, Debug)]
pub struct Fun {
    /// Name, for messages.
    pub name: String,
    /// Register and shape of each parameter.
    pub params: Vec<(Reg, ValueShape)>,
    /// What it stands for.
    pub body: ExprId,
}

/// A query: names that range over domains, a condition, sort keys.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Query {
    /// The names; later domains may read earlier names. The last varies fastest.
    pub binders: Vec<Binder>,
    /// The condition.
    pub filter: Option<ExprId>,
    /// Sort keys; results that tie keep their order.
    pub keys: Vec<Key>,
    /// For each name the registers of [`Expr::Kept`] that become 0 before its values are gone through; may be shorter.
    pub kept: Vec<Vec<Reg>>,
    /// Parts of the condition that can be looked at before the values of a name are gone through: where one does not hold,
    /// they need not be. May be shorter. A part that faults is left to the condition.
    pub early: Vec<Vec<ExprId>>,
    /// For each name that goes through a set: the members (a set) for which other parts of the condition hold. May be shorter.
    /// Where it faults, the condition is asked.
    pub left: Vec<Option<ExprId>>,
    /// What remains of the condition, if there are such parts.
    pub rest: Option<ExprId>,
}

impl Query {
    /// Number of words of a result.
    pub fn width(&self) -> usize {
        self.binders.iter().map(|binder| usize::from(binder.width)).sum()
    }

    /// Whether its condition is asked as a whole, and nothing is kept.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.kept.is_empty() && self.early.is_empty() && self.left.is_empty()
    }

    /// Whether nothing is asked of its only name but that it is among the members that are left.
    #[inline]
    pub fn is_left_alone(&self) -> bool {
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
    /// Its register(s).
    pub reg: Reg,
    /// Number of registers of a value (more than 1: an element of a list of sets or lists).
    pub width: u16,
    /// What it ranges over.
    pub domain: Domain,
}

/// What a name ranges over, and in which order.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the doc of a variant explains its fields")]
pub enum Domain {
    /// `lo..hi`, both included.
    Range(ExprId, ExprId),
    /// A set, in rising order.
    Set(ExprId),
    /// Members of a set (of players), clockwise from one; `of` players in all.
    Clockwise { set: ExprId, from: ExprId, of: u16 },
    /// The elements of a list.
    List(ExprId),
    /// The things of a bag, piece by piece, each smaller by `less` (to make members of pieces). In questions each sort
    /// once (weighted by its count where nobody owns the question), elsewhere each copy.
    Bag { bag: ExprId, less: i32 },
    /// The sorts that lie in a place, of these pieces; values are numbers of pieces, less this.
    Cell { cell: ExprId, pieces: ExprId, less: i32 },
    /// What may leave a place next: the sorts of the packet on the top, or else of the unordered middle; where no order is
    /// kept, everything. As of [`Domain::Cell`].
    Next { cell: ExprId },
    /// For the question of a division: the piles that the next thing may go to (from 0).
    Piles(u32),
    /// For a bag chosen piece by piece: the pieces of `bag` (minus `less`) that are not before any piece already in `chosen`
    /// (a bag), of which one is left, and from which on at least `need` (words) can still be chosen. With `drawn` any piece
    /// that is left may come next, weighted by its count, as cards are drawn: the whole is then distributed hypergeometrically.
    NextPiece { bag: ExprId, chosen: ExprId, need: ExprId, less: i32, drawn: bool },
}

/// A sort key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// Largest first.
    pub most: bool,
    /// A word.
    pub value: ExprId,
}
