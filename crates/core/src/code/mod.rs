//! The program for one set-up: what the machine does. Data only; made by `lower`, run by `vm`.
//!
//! A state is one flat slice of `i32` words ([`Layout::words`] of them). Expressions are nodes of one pool, children are
//! ids. Operations are numbered; a rule's return address and its locals have fixed words of the state, which is possible
//! because rules cannot call themselves. Texts and spans stand beside the code: the machine never reads them.

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
pub use held::{Alive, Chosen, Held, HeldTells, MovedTo, Secret, Take, Whose};
pub use layout::{Layout, Piece, PlaceCell, PlaceFamily, PlaceLimit, Reg, Slot, ValueShape};
pub use legend::{
    AnswerNames, AxisNames, FieldNames, KindNames, Legend, MemberName, Notation, PlaceNames, Print, SeenBy, Variable,
};
pub use ops::{Divide, Move, MoveWhat, Op, PastEnd, TrackStep};
pub use order::{End, Entry, HEAD, Keep, Kept, Seers};
pub use region::{ArmReads, AskReads, LaidDown, MOST_PICKED, MOST_SETS, MOST_SOUGHT, Mask, Region, Sought, Touch};
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

/// The value that stands for "none" where a member, number or place may be missing.
pub const NONE: i32 = i32::MIN;

/// Word 0 of a state: where the machine stands.
pub const PC: usize = 0;
/// Word 1 of a state: how many extents (actions that must be finished) are open.
pub const DEPTH: usize = 1;
/// The first word that belongs to the game.
pub const FIRST_FREE: usize = 2;

/// Everything the machine needs to play one set-up of one game.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Where everything lies in a state.
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
    /// Constant arrays of sets: neighbours, others.
    pub set_arrays: Vec<Vec<Set>>,
    /// Words that are asked for many members at once.
    pub columns: Vec<Column>,
    /// Values that no position changes.
    pub tables: Vec<ExprTable>,
    /// Operations.
    pub ops: Vec<Op>,
    /// For each operation whether, from it on and before the extent that is open ends, something can fail.
    pub risky: Vec<bool>,
    /// Questions.
    pub asks: Vec<Ask>,
    /// Moves.
    pub moves: Vec<Move>,
    /// Steps of tracks.
    pub steps: Vec<TrackStep>,
    /// Divisions.
    pub divides: Vec<Divide>,
    /// Where values of several words, or of an indexed variable, are stored.
    pub stores: Vec<Store>,
    /// Texts with holes.
    pub texts: Vec<Text>,
    /// Where the rules begin, in order of their code.
    pub rules: Vec<RuleCode>,
    /// The state before the first operation.
    pub start: Vec<i32>,
    /// What comes after the last question to a player.
    pub ending: Option<Ending>,
    /// Invariants: what they say, and the condition.
    pub always: Vec<(String, ExprId)>,
    /// Of the invariants that read what somebody does not see: which, and how far a position is from it (0: it holds).
    pub related: Vec<(u32, ExprId)>,
    /// The players who may win, ranked: a list of sets, best first.
    pub winner: Option<ExprId>,
    /// The players who do not meet the condition of `winner`, ranked by the same measures.
    pub behind: Option<ExprId>,
    /// `together` blocks.
    pub togethers: Vec<Together>,
    /// Local names that tell something about hidden things, in the order of their births.
    pub held: Vec<Held>,
    /// Which operations take things from which places, where names tell something about hidden things.
    pub takes: Vec<Take>,
    /// For each place: what the rules can ever bring there.
    pub reach: Vec<Set>,
    /// Conditions that compared a sum, and ask now whether there is anything at all.
    pub any_sums: Vec<AnySum>,
    /// The source of each operation.
    pub op_spans: Vec<Span>,
    /// The source of each expression.
    pub expr_spans: Vec<Span>,
}

/// The end of a game, where players are asked nothing any more: points are counted, what is left over is given back.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// Its first operation.
    pub begin: Pc,
    /// The first word behind the frame of the rule that it stands in: nobody reads there what was before it.
    pub frame: Slot,
}

/// A condition that wanted a sum of what is never below 0 to be above 0, as it was written: a refusal tells its numbers.
#[derive(Clone, Copy, Debug)]
pub struct AnySum {
    /// The condition.
    pub at: ExprId,
    /// The query that it asks now.
    pub query: QueryId,
    /// How it compared: `Less` with 0, or `AtMost` with 1.
    pub how: Arith,
    /// With what, and which sum.
    pub sides: (ExprId, ExprId),
}

impl Program {
    /// The `together` block in which an operation stands.
    pub fn together_around(&self, at: Pc) -> Option<&Together> {
        self.togethers.iter().find(|block| (block.part.0..block.end.0).contains(&at.0))
    }

    /// The sum that a condition compared before it asked whether there is anything.
    pub fn any_sum(&self, e: ExprId) -> Option<&AnySum> {
        let asks = |sum: &&AnySum| sum.at == e || self.exprs[e.index()] == Expr::Some(sum.query);
        self.any_sums.iter().find(asks)
    }
}

/// Where a rule's code lies.
#[derive(Clone, Debug)]
pub struct RuleCode {
    /// Its name.
    pub name: String,
    /// Its first operation.
    pub entry: Pc,
    /// Where it begins for menus, which have seen to it that its conditions hold.
    pub checked: Option<Pc>,
    /// One past its last operation.
    pub end: Pc,
    /// The first word of its frame: where it returns to.
    pub frame: Slot,
    /// What the log says where it begins, for the phases that have a heading.
    pub heading: Option<String>,
    /// The name's place.
    pub span: Span,
}

/// A `together` block: its participants answer one after the other, each into words of his own, which nobody else sees
/// until the block ends.
#[derive(Clone, Debug)]
pub struct Together {
    /// The first operation of a part. The cursor holds the player whose part runs.
    pub part: Pc,
    /// The first operation after all parts: the state is inside the block while `part <= pc < end`.
    pub end: Pc,
    /// The player whose part runs.
    pub cursor: Slot,
    /// The list of participants as [`Op::EachStart`] lays it out: length, position, members.
    pub list: Slot,
    /// Words of each player.
    pub answers: Vec<Answers>,
    /// Plain words that the part of one player uses (cleared at its end).
    pub scratch: Vec<(Slot, u32)>,
    /// The word that keeps how many extents were open when the block began.
    pub depth: Slot,
}

/// Words of each player that a [`Together`] block writes: `base + player * stride`, `stride` words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answers {
    /// The first player's first word.
    pub base: Slot,
    /// Words of each player.
    pub stride: u32,
    /// What each word is for somebody who was not asked: 0 or [`NONE`].
    pub unasked: i32,
}

/// A text with holes.
#[derive(Clone, Debug)]
pub struct Text {
    /// Its pieces in order.
    pub parts: Vec<TextPart>,
    /// Whether it heads what follows in the log: a phase begins.
    pub heading: bool,
}

/// A piece of a text.
#[derive(Clone, Debug)]
pub enum TextPart {
    /// Plain characters.
    Plain(String),
    /// A value, how to show it (the type's index in the notation's list), and the shape in which it is read.
    Value(ExprId, u32, ValueShape),
}
