//! Bytecode for one set-up. Plain data, made by `lower` and run by `vm`.
//!
//! A state is one flat slice of `i32` words ([`Layout::words`] of them). Expressions are nodes of one pool, with children by
//! number. Operations are numbered. Rules are not recursive, so a rule's return address and locals have fixed words in the state.
//! Texts and spans are kept apart from the code; the machine never reads them.

mod asks;
mod columns;
pub mod effect;
mod exprs;
mod held;
mod layout;
mod legend;
mod ops;
mod order;
mod region;
mod set;
mod tables;

pub use asks::{Arm, ArmKind, Ask, AskPart, AtOnce, Needs, Store};
pub use columns::Column;
pub use effect::Reading;
pub use exprs::{Arith, Binder, DIRECTIONS, Domain, Expr, Fun, Key, MOST_WORTH, Query, Rounding};
pub use held::{Alive, Chosen, Held, HiddenInfo, MovedTo, Secret, Take, Whose};
pub use layout::{Layout, Piece, PlaceCell, PlaceFamily, PlaceLimit, Reg, Slot, ValueShape};
pub use legend::{
    AnswerNames, AxisNames, FieldNames, KindNames, Legend, MemberName, Notation, PlaceNames, Print, SeenBy, Variable,
};
pub use ops::{Divide, Move, MoveWhat, Op, PastEnd, TrackStep};
pub use order::{End, Entry, HEAD, OrderKind, Seers, StoredOrder};
pub use region::{
    ArmReads, AskReads, LookedUpValue, MOST_LOOKED_UP, MOST_PICKED, MOST_SETS, Mask, Region, SingleUse, Touch,
};
pub use set::{Members, Set};
pub use tables::{ExprTable, Index};

use tavola_syntax::text::{Span, ids};

ids! {
    /// A node of [`Program::exprs`].
    ExprId,
    /// One of [`Program::queries`].
    QueryId,
    /// One of [`Program::asks`].
    AskId,
    /// One of [`Program::texts`].
    TextId,
    /// A position in [`Program::ops`].
    Pc,
}

/// The word that means "none" for a member, number or place.
pub const NONE: i32 = i32::MIN;

/// Word 0 of a state: the program counter.
pub const PC: usize = 0;
/// Word 1 of a state: the number of open extents (actions that must be finishable).
pub const DEPTH: usize = 1;
/// The first word of the game itself.
pub const FIRST_FREE: usize = 2;

/// A program: all that the machine needs to play one set-up of one game.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The memory layout of a state.
    pub layout: Layout,
    /// The pool of expressions.
    pub exprs: Vec<Expr>,
    /// Lists of expressions: arguments and items.
    pub lists: Vec<ExprId>,
    /// Queries.
    pub queries: Vec<Query>,
    /// Defines.
    pub funs: Vec<Fun>,
    /// Constant sets.
    pub sets: Vec<Set>,
    /// Constant arrays of numbers: attributes, tables, adjacency.
    pub arrays: Vec<Vec<i32>>,
    /// Constant arrays of sets: neighbours, complements.
    pub set_arrays: Vec<Vec<Set>>,
    /// Column scans: a test on the rows of many members.
    pub columns: Vec<Column>,
    /// Memo tables of values that do not depend on the position.
    pub tables: Vec<ExprTable>,
    /// Operations.
    pub ops: Vec<Op>,
    /// For each operation, true if something can fail between it and the end of the open extent.
    pub can_fail_from: Vec<bool>,
    /// Questions.
    pub asks: Vec<Ask>,
    /// Moves.
    pub moves: Vec<Move>,
    /// Steps of tracks.
    pub steps: Vec<TrackStep>,
    /// Divisions.
    pub divides: Vec<Divide>,
    /// The destinations of values of several words or of indexed variables.
    pub stores: Vec<Store>,
    /// Texts with placeholders.
    pub texts: Vec<Text>,
    /// The rules, in order of their code.
    pub rules: Vec<RuleCode>,
    /// The state before the first operation.
    pub start: Vec<i32>,
    /// The code after the last question to a player.
    pub ending: Option<Ending>,
    /// Invariants: text and condition.
    pub always: Vec<(String, ExprId)>,
    /// For invariants that read hidden information: the number of the invariant, and the distance of a position from it (0: it
    /// holds).
    pub related: Vec<(u32, ExprId)>,
    /// The players who may win, ranked: a list of sets, best first.
    pub winner: Option<ExprId>,
    /// The players who fail the condition of `winner`, ranked by the same measures.
    pub ranking_of_others: Option<ExprId>,
    /// The end of the game in numbers, if the rules give them.
    pub payoff: Option<Payoff>,
    /// `together` blocks.
    pub togethers: Vec<Together>,
    /// Local names that carry hidden information, in the order of their definitions.
    pub held: Vec<Held>,
    /// Operations that take things from places, if local names carry hidden information.
    pub takes: Vec<Take>,
    /// For each place, the pieces that the rules can ever bring there.
    pub reach: Vec<Set>,
    /// Conditions on sums that were reduced to an existence test.
    pub any_sums: Vec<AnySum>,
    /// The source of each operation.
    pub op_spans: Vec<Span>,
    /// The source of each expression.
    pub expr_spans: Vec<Span>,
}

/// The end of a game, after the last question to a player: scoring, returning what is left over.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// Its first operation.
    pub begin: Pc,
    /// The first word after the frame of its rule. Earlier values of the words from there on are not read any more.
    pub frame: Slot,
}

/// The payoff of a player at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payoff {
    /// The register for the player.
    pub player: Reg,
    /// The number.
    pub value: ExprId,
    /// Lowest and highest number, as far as they follow from the ends of tracks and the ranges of the memory.
    pub bounds: Option<(i32, i32)>,
}

/// A condition `sum > 0` over nonnegative terms that was reduced to an existence test. Refusals show the numbers of the original.
#[derive(Clone, Copy, Debug)]
pub struct AnySum {
    /// The condition.
    pub at: ExprId,
    /// The query of the existence test.
    pub query: QueryId,
    /// The original comparison: `Less` with 0, or `AtMost` with 1.
    pub how: Arith,
    /// The original operands.
    pub sides: (ExprId, ExprId),
}

impl Program {
    /// The `together` block that contains an operation.
    pub fn together_around(&self, at: Pc) -> Option<&Together> {
        self.togethers.iter().find(|block| (block.part.0..block.end.0).contains(&at.0))
    }

    /// The original comparison of sums for a reduced condition.
    pub fn any_sum(&self, e: ExprId) -> Option<&AnySum> {
        let asks = |sum: &&AnySum| sum.at == e || self.exprs[e.index()] == Expr::Some(sum.query);
        self.any_sums.iter().find(asks)
    }
}

/// The code range of a rule.
#[derive(Clone, Debug)]
pub struct RuleCode {
    /// Its name.
    pub name: String,
    /// Its first operation.
    pub entry: Pc,
    /// Its entry for menus, which have checked the rule's conditions already.
    pub checked: Option<Pc>,
    /// The operation after its last one.
    pub end: Pc,
    /// The first word of its frame, which holds the return address.
    pub frame: Slot,
    /// The heading in the log, for phases that have one.
    pub heading: Option<String>,
    /// The source of its name.
    pub span: Span,
}

/// A `together` block: its participants answer one after the other. Each writes words of their own, which are hidden from the
/// others until the block ends.
#[derive(Clone, Debug)]
pub struct Together {
    /// The first operation of a part, which runs once for each player.
    pub part: Pc,
    /// The first operation after all parts: the state is inside the block while `part <= pc < end`.
    pub end: Pc,
    /// The word with the player whose part runs.
    pub cursor: Slot,
    /// The list of participants in the layout of [`Op::EachStart`]: length, position, members.
    pub list: Slot,
    /// Words of each player.
    pub answers: Vec<Answers>,
    /// Shared words that a part uses (first word and number). They are cleared at its end.
    pub scratch: Vec<(Slot, u32)>,
    /// The word that saves the number of open extents at the beginning of the block.
    pub depth: Slot,
}

/// Per-player words that a [`Together`] block writes: `base + player * stride`, `stride` words each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answers {
    /// The first word of the first player.
    pub base: Slot,
    /// Number of words of each player.
    pub stride: u32,
    /// The value of each word for a player who was not asked: 0 or [`NONE`].
    pub unasked: i32,
}

/// A text with placeholders.
#[derive(Clone, Debug)]
pub struct Text {
    /// Its parts, in order.
    pub parts: Vec<TextPart>,
    /// True if it is a heading in the log (a phase begins).
    pub heading: bool,
}

/// A part of a text.
#[derive(Clone, Debug)]
pub enum TextPart {
    /// Literal text.
    Plain(String),
    /// A value: the expression, its notation (an index into the notation list), and the shape in which it is evaluated.
    Value(ExprId, u32, ValueShape),
}
