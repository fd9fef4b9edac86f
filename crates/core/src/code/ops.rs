//! Operations: the instruction set of the machine.

use super::{AskId, End, ExprId, Pc, QueryId, Slot, TextId};

/// An operation. The machine runs them in order and stops at [`Op::Ask`] and [`Op::Over`].
///
/// An operation can **fail**: a [`Op::Require`] that does not hold, a move of more than there is or past a limit, a track that
/// refuses, a mandatory question without options. During lookahead a failure means "cannot be finished"; in play it is a fault.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the doc of a variant explains its fields")]
pub enum Op {
    /// `state[slot] = word`
    Set { slot: Slot, value: ExprId },
    /// Stores a value of any shape, see [`super::Store`].
    Store { store: u32, value: ExprId },
    /// Sets a range of words to `word`.
    Fill { base: Slot, count: u32, word: i32 },
    /// Jumps.
    Jump(Pc),
    /// Jumps unless the log is recorded: the operations up to the target only write it.
    UnlessLogged(Pc),
    /// Jumps unless the condition holds.
    Unless { holds: ExprId, to: Pc },
    /// Calls a rule; `ret` (a word of the callee) gets the return address. Parameters have been set.
    Call { entry: Pc, ret: Slot },
    /// Returns to the address in `ret`. The words `base..base + count` of the frame (with `ret`) become 0.
    Return { ret: Slot, base: Slot, count: u32 },
    /// Begins an extent: DEPTH + 1.
    Begin,
    /// Ends an extent: DEPTH - 1.
    End,
    /// Begins a menu, whose actions are extents of their own. `slot` saves DEPTH, which becomes 0.
    Shelve(Slot),
    /// Ends a menu: restores DEPTH from `slot`, which becomes 0.
    Unshelve(Slot),
    /// Leaves a rule from inside a rule that it called: restores DEPTH from `slot`, where the rule saved it at its beginning.
    /// `menu`: the rule is a menu, so the lookahead of its action ends here.
    Leave { slot: Slot, menu: bool },
    /// Jumps to `otherwise` unless the code that follows can be finished: the operations from the next one until DEPTH is back at
    /// its present value. `menu`: a menu follows, which must have an answer besides "done".
    Probe { otherwise: Pc, menu: bool },
    /// Tests whether the code that follows can be finished, without running it. `slot` gets 1 or 0, and it jumps to `after`. `later_return`:
    /// the rule may run the same code later, so all its options are listed; this word gets the return address then.
    Can { slot: Slot, after: Pc, menu: bool, later_return: Option<Slot> },
    /// Evaluates a query once: `state[list]` = number of results, `state[list + 1]` = 0 (position), then results of `stride` words
    /// (all binders in order). There is room for `room` of them.
    EachStart { query: QueryId, list: Slot, stride: u16, room: u16 },
    /// Writes the next result to the stores [`super::Program::stores`] `first..first + count` (one for each binder) and increments
    /// the position. After the last one all words of the list become 0 and it jumps to `exit`.
    EachNext { list: Slot, stride: u16, room: u16, first: u16, count: u8, exit: Pc },
    /// Waits for an answer.
    Ask(AskId),
    /// Moves things.
    Move(u32),
    /// Forgets the order of a place that keeps packets: all things join its unordered middle.
    Shuffle(ExprId),
    /// Moves all things of the second place to the first one (both words) if that is empty.
    Refill { empty: ExprId, from: ExprId },
    /// Fails if a draw of `count` things from a place to another is certain to pass a limit there, whatever is drawn. `source`
    /// refills the place when it is empty; it is the place itself if nothing refills it.
    Room { count: ExprId, from: ExprId, source: ExprId, to: ExprId },
    /// Moves a track.
    Step(u32),
    /// Fails unless the condition holds.
    Require { holds: ExprId, why: Option<TextId> },
    /// Writes a line of the log.
    Say(TextId),
    /// Appends a word to a stored list of words, see [`super::Store`].
    Append { store: u32, value: ExprId },
    /// Adds one of a piece to a stored bag.
    Collect { store: u32, piece: ExprId },
    /// Records the last answer of a division (a pile, from 0, in the word `pile`) in its matrix; the word becomes 0.
    DivideNote { divide: u32, pile: Slot },
    /// Moves the things as the matrix says and clears it. Matrices of other players stay as they are.
    DivideApply(u32),
    /// Ends a [`super::Together`] block: its answers are revealed.
    Answered,
    /// Begins a rule (a counter for coverage).
    Enter(u32),
    /// Ends the game.
    Over,
}

/// A move of things.
#[derive(Clone, Debug)]
pub struct Move {
    /// The things that move.
    pub what: MoveWhat,
    /// The place of origin (a word). `None` for figures.
    pub from: Option<ExprId>,
    /// The target place (a word).
    pub to: ExprId,
    /// The end of the target to put them at. `None`: as its order says.
    pub end: Option<End>,
    /// For several moves of one sentence: a word that is nonzero once one of them has put something down. Later moves join that
    /// packet.
    pub begun: Option<Slot>,
    /// True if it is proved that it cannot fail.
    pub sure: bool,
}

/// The things of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MoveWhat {
    /// A number (a word) of a piece (a word). It fails if there are too few.
    Exactly(ExprId, ExprId),
    /// At most a number of a piece.
    UpTo(ExprId, ExprId),
    /// A number of a set of pieces together. It is a fault if that leaves a choice: neither all of them nor a single piece.
    ExactlyOf(ExprId, ExprId),
    /// At most a number of a set of pieces.
    UpToOf(ExprId, ExprId),
    /// All of a set of pieces.
    All(ExprId),
    /// A bag. It fails if there are too few.
    Bag(ExprId),
    /// A figure (a piece).
    Figure(ExprId),
}

/// A step on a track.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrackStep {
    /// The track's first word.
    pub base: Slot,
    /// Number of words of the track.
    pub count: u32,
    /// The index of the word.
    pub index: ExprId,
    /// The number of units; negative for down.
    pub by: ExprId,
    /// Lowest value.
    pub low: Option<i32>,
    /// Highest value.
    pub high: Option<i32>,
    /// Behaviour past the highest value.
    pub top: PastEnd,
    /// Behaviour past the lowest value.
    pub bottom: PastEnd,
    /// The word that counts open transactions. While it is not 0 the track may go past its ends.
    pub open: Option<Slot>,
}

/// Behaviour of a step past the end of a track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PastEnd {
    /// It fails.
    Refuse,
    /// It stops at the end.
    Stay,
    /// It goes past the end; later operations handle that.
    Go,
}

/// A division of the things of a place into piles.
///
/// To ask for each division once, the order is canonical. Things are divided in the order of their pieces, copies one after the
/// other. Equal copies go to piles in ascending order. With `alike`, of two piles with the same earlier things the later one gets
/// no more copies. With `none_empty`, once there are only as many things as empty piles, each goes to the next empty pile.
#[derive(Clone, Debug)]
pub struct Divide {
    /// The place that is divided.
    pub from: ExprId,
    /// The pieces that it may hold, in order: the rows of the matrix.
    pub pieces: Vec<u32>,
    /// Number of piles (a word), at most `room`.
    pub piles: ExprId,
    /// Number of columns of the matrix.
    pub room: u32,
    /// The place of each pile: an expression over register `pile_reg` (the pile, from 0).
    pub to: ExprId,
    /// The register for the pile.
    pub pile_reg: super::Reg,
    /// The matrix, row by row: at `base + player * stride`, or at `base` if `player` is `None`.
    pub base: Slot,
    /// The player whose matrix it is.
    pub player: Option<ExprId>,
    /// Number of words of a matrix.
    pub stride: u32,
    /// True if no pile may stay empty (if there are enough things).
    pub none_empty: bool,
    /// True if piles are interchangeable.
    pub alike: bool,
}
