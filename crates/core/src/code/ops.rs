//! Operations.

use super::{AskId, End, ExprId, Pc, QueryId, Slot, TextId};

/// One operation. The machine runs them in order; those that wait are [`Op::Ask`] and [`Op::Over`].
///
/// An operation can **fail**: a [`Op::Require`] that does not hold, a move of more than there is or past a limit, a track
/// that refuses, a mandatory question without options. While looking ahead a failure means "cannot be finished"; in play
/// it is a fault.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the doc of a variant explains its fields")]
pub enum Op {
    /// `state[slot] = word`
    Set { slot: Slot, value: ExprId },
    /// Stores a value of any shape, see [`super::Store`].
    Store { store: u32, value: ExprId },
    /// Words become `word`.
    Fill { base: Slot, count: u32, word: i32 },
    /// Goes on elsewhere.
    Jump(Pc),
    /// What follows is only to be told to somebody: where nobody listens, it goes on elsewhere.
    Tell(Pc),
    /// Goes on elsewhere unless the condition holds.
    Unless { holds: ExprId, to: Pc },
    /// Goes to the entry of a rule; `ret` (a word of the callee) gets the next position. Parameters have been set.
    Call { entry: Pc, ret: Slot },
    /// Goes back to where `ret` says; the frame's words `base..base + count` (with `ret`) become 0.
    Return { ret: Slot, base: Slot, count: u32 },
    /// An extent begins: DEPTH + 1.
    Begin,
    /// An extent ends: DEPTH - 1.
    End,
    /// A menu begins: its actions are extents of their own. `slot` gets DEPTH, which becomes 0.
    Shelve(Slot),
    /// A menu ends: DEPTH gets back the value of `slot`, which becomes 0.
    Unshelve(Slot),
    /// A rule is left from inside a rule that it called: DEPTH gets the value that it had when the rule began, which `slot`
    /// keeps; `menu`: the rule is a menu, and what is looked ahead for one of its actions ends here.
    Leave { slot: Slot, menu: bool },
    /// Goes to `otherwise` unless what follows can be finished: the operations from the next one on until DEPTH is again
    /// what it is now. `menu`: what follows is a menu; something else than "done" must be an answer to it.
    Probe { otherwise: Pc, menu: bool },
    /// Looks whether what follows can be finished, and does not do it: `slot` says whether it could (1, 0), and it goes on at `behind`.
    /// `done`: further on in the rule the same may be done, so all its options are wanted; its return address is written here.
    Can { slot: Slot, behind: Pc, menu: bool, done: Option<Slot> },
    /// Works out a query's results once: `state[list]` = how many, `state[list + 1]` = 0 (position), then results of
    /// `stride` words (all binders in order), room for `room` of them.
    EachStart { query: QueryId, list: Slot, stride: u16, room: u16 },
    /// The next result into the words `lists`-like table [`super::Store`]s `first..first + count` (one a binder) and position + 1;
    /// after the last one all words of the list become 0 and it goes to `exit`.
    EachNext { list: Slot, stride: u16, room: u16, first: u16, count: u8, exit: Pc },
    /// Waits for an answer.
    Ask(AskId),
    /// Moves things.
    Move(u32),
    /// Everything in a place that keeps packets becomes its unordered middle.
    Shuffle(ExprId),
    /// If the first place (a word) is empty, all things of the second are moved there.
    Refill { empty: ExprId, from: ExprId },
    /// Fails where so many things cannot be drawn from a place (and from `source` when it is empty; the place itself if it
    /// is not refilled) to another without passing a limit there, whatever chance says.
    Room { count: ExprId, from: ExprId, source: ExprId, to: ExprId },
    /// Steps a track.
    Step(u32),
    /// Fails unless the condition holds.
    Require { holds: ExprId, why: Option<TextId> },
    /// A line for the log.
    Say(TextId),
    /// A word at the end of the stored list (of words), see [`super::Store`].
    Append { store: u32, value: ExprId },
    /// One more of a piece in the stored bag.
    Collect { store: u32, piece: ExprId },
    /// The last answer of a division (the word at `pile`, a pile from 0) is noted in its matrix; the word becomes 0.
    DivideNote { divide: u32, pile: Slot },
    /// The things are moved as the matrix says (no matrix of another player is touched) and the matrix becomes 0.
    DivideApply(u32),
    /// A [`super::Together`] block ends: its answers come to light.
    Answered,
    /// A rule begins (for counting).
    Enter(u32),
    /// The game is over.
    Over,
}

/// A move of things.
#[derive(Clone, Debug)]
pub struct Move {
    /// What.
    pub what: MoveWhat,
    /// From which place (a word); none for figures.
    pub from: Option<ExprId>,
    /// To which place (a word).
    pub to: ExprId,
    /// To which end of it; none: as its order says.
    pub end: Option<End>,
    /// Where several moves make one sentence: a word that is not 0 once one of them has put something down. What follows
    /// joins that packet.
    pub begun: Option<Slot>,
    /// It has been proved that it cannot fail.
    pub sure: bool,
}

/// What is moved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MoveWhat {
    /// So many (a word) of a piece (a word). Too few: fails.
    Exactly(ExprId, ExprId),
    /// So many of a piece; too few: as many as there are.
    UpTo(ExprId, ExprId),
    /// So many of a set of pieces together, only where no choice is left (all of them, or a single sort): else a fault.
    ExactlyOf(ExprId, ExprId),
    /// At most so many of a set of pieces.
    UpToOf(ExprId, ExprId),
    /// All of a set of pieces.
    All(ExprId),
    /// A bag. Too few: fails.
    Bag(ExprId),
    /// A figure (a piece).
    Figure(ExprId),
}

/// A step of a track.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrackStep {
    /// The track's first word.
    pub base: Slot,
    /// Number of words.
    pub count: u32,
    /// Which of them.
    pub index: ExprId,
    /// Number of units, negative down.
    pub by: ExprId,
    /// Lowest value.
    pub low: Option<i32>,
    /// Highest value.
    pub high: Option<i32>,
    /// Above the highest value.
    pub top: PastEnd,
    /// Below the lowest value.
    pub bottom: PastEnd,
    /// The word that counts open transactions: unless it is 0 the track goes past its ends.
    pub open: Option<Slot>,
}

/// What a step past an end does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PastEnd {
    /// Fails.
    Refuse,
    /// Stays at the end.
    Stay,
    /// Goes there; the operations behind see to it.
    Go,
}

/// A division of the things of a place into piles. Things are divided in the order of their pieces, copies one after the
/// other; equal copies go to piles in rising order; where the piles are alike, of two that hold the same of all earlier things
/// the later one gets no more copies; with `none_empty`, once as many things as empty piles are left, only to the next new one.
#[derive(Clone, Debug)]
pub struct Divide {
    /// The place.
    pub from: ExprId,
    /// The pieces that it may hold, in order: rows of the matrix.
    pub pieces: Vec<u32>,
    /// Number of piles (a word), at most `room`.
    pub piles: ExprId,
    /// Columns of the matrix.
    pub room: u32,
    /// The place of each pile: an expression over register `pile_reg` (from 0).
    pub to: ExprId,
    /// The register.
    pub pile_reg: super::Reg,
    /// The matrix: `base + player * stride`, or `base` where `player` is none; row by row.
    pub base: Slot,
    /// Whose matrix.
    pub player: Option<ExprId>,
    /// Words of a matrix.
    pub stride: u32,
    /// No pile may stay empty (where there are things enough).
    pub none_empty: bool,
    /// Piles are alike.
    pub alike: bool,
}
