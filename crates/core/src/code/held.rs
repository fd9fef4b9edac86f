//! Local names that carry hidden information. The machine never reads them; determinization (dealing hidden things again) and views
//! do.

use super::{AskId, ExprId, Pc, SeenBy, Slot, ValueShape};

/// Words of a frame that carry information about hidden things.
#[derive(Clone, Debug)]
pub struct Held {
    /// The first word; if there is a value for each player, that of the first player.
    pub base: Slot,
    /// The shape of a value.
    pub shape: ValueShape,
    /// Set if there is a value for each player (an answer of a [`super::Together`] block): while the expressions below are
    /// evaluated for a player, this word must hold that player.
    pub each: Option<Slot>,
    /// The information that it carries.
    pub tells: HiddenInfo,
    /// The players who know it, if it was not shown to all who could see it.
    pub secret: Option<Secret>,
    /// Its live range.
    pub alive: Alive,
}

/// The players who know an answer: the one who gave it, and those who see it.
#[derive(Clone, Debug)]
pub struct Secret {
    /// The player who gave it. `None`: chance.
    pub who: Option<ExprId>,
    /// The players who see it.
    pub seen: Vec<SeenBy>,
}

/// The information that a local name carries.
#[derive(Clone, Debug)]
pub enum HiddenInfo {
    /// The things that were chosen (a word or a bag).
    Chosen(Chosen),
    /// A value that was computed from hidden things.
    Worked(ExprId),
    /// A value that was answered: the question, the number of the arm, and the number of the word in the option.
    Answered(AskId, usize, usize),
    /// A list: members of a set in the order that was answered.
    Ordered,
    /// A value that reveals the branch taken after a secret answer. It cannot be dealt again.
    Stored,
}

/// Things that were chosen from a place.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The player who chose them.
    pub who: Option<ExprId>,
    /// The difference between a piece and the word that stands for it.
    pub less: i32,
    /// The places that they were chosen from (alternatives if branches differ).
    pub from: Vec<ExprId>,
    /// The moves that the rule makes with them.
    pub moves: Vec<MovedTo>,
    /// The condition that held for the whole choice.
    pub filter: Option<ExprId>,
}

/// A move of chosen things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovedTo {
    /// The operation.
    pub at: Pc,
    /// The player whose things are moved, if there is a value for each player.
    pub whose: Whose,
    /// The place (a word).
    pub to: ExprId,
}

/// An operation that takes things from places, or calls a rule that does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Take {
    /// The operation.
    pub at: Pc,
    /// The family of the places. `None`: any place.
    pub family: Option<u32>,
}

/// The player whose things are moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// The player in this word.
    Named(Slot),
    /// The player that this expression evaluates to.
    Of(ExprId),
    /// No player: there is only one value.
    Only,
}

/// The live range of a local name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alive {
    /// While an open rule stands at an operation in this range, end excluded.
    Within(Pc, Pc),
    /// While the called rule that returns to this operation runs.
    Call(Pc),
}

impl Alive {
    /// True if the name is live while its rule stands at an operation.
    pub fn holds(self, at: Pc) -> bool {
        matches!(self, Self::Within(from, to) if (from..to).contains(&at))
    }
}
