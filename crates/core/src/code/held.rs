//! Local names whose words tell something about what lies hidden. The machine never reads this: it is for those who deal
//! hidden things anew and for views.

use super::{AskId, ExprId, Pc, SeenBy, Slot, ValueShape};

/// Words of a frame that say something about hidden things.
#[derive(Clone, Debug)]
pub struct Held {
    /// The first word; where there is a value for each player, the first of all.
    pub base: Slot,
    /// The shape of a value.
    pub shape: ValueShape,
    /// There is a value for each player (an answer of a [`super::Together`] block): while the expressions below are worked
    /// out for one of them, this word must name him.
    pub each: Option<Slot>,
    /// What it tells.
    pub tells: HeldTells,
    /// Who was told it, if not everybody was who could be.
    pub secret: Option<Secret>,
    /// When it has a value.
    pub alive: Alive,
}

/// Who knows an answer: whoever gave it, and those who are told.
#[derive(Clone, Debug)]
pub struct Secret {
    /// Who gave it; none: chance.
    pub who: Option<ExprId>,
    /// Who is told.
    pub seen: Vec<SeenBy>,
}

/// What a held name tells.
#[derive(Clone, Debug)]
pub enum HeldTells {
    /// Which things (a word or a bag) were chosen.
    Chosen(Chosen),
    /// A value that was worked out of hidden things.
    Worked(ExprId),
    /// A value that was answered: the question, the arm, and the word of the option.
    Answered(AskId, usize, usize),
    /// A list: members of a set in the order that was answered.
    Ordered,
    /// A value that says which branch of a secret answer was taken: there is nothing to deal it from.
    Kept,
}

/// Things that were chosen out of a place.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// Who chose them.
    pub who: Option<ExprId>,
    /// By how much a word is smaller than its piece.
    pub less: i32,
    /// Where they were chosen from (a place), alternatives where branches differ.
    pub from: Vec<ExprId>,
    /// Where the rule moves them.
    pub moves: Vec<MovedTo>,
    /// What held of the whole choice.
    pub filter: Option<ExprId>,
}

/// A move of chosen things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovedTo {
    /// The operation.
    pub at: Pc,
    /// Whose, where there is a value for each player.
    pub whose: Whose,
    /// The place (a word).
    pub to: ExprId,
}

/// An operation that takes things from places, or calls a rule that does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Take {
    /// The operation.
    pub at: Pc,
    /// The family of the places; none: any place.
    pub family: Option<u32>,
}

/// Whose things are moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Those of the player whom this word names.
    Named(Slot),
    /// Those of the player that this expression is worth.
    Of(ExprId),
    /// There is only one value.
    Only,
}

/// When a held name has a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alive {
    /// While an open rule stands at one of these operations, the last not included.
    Within(Pc, Pc),
    /// While the rule is under way that will return to this operation.
    Call(Pc),
}

impl Alive {
    /// Whether a name has a value while the rule stands at an operation.
    pub fn holds(self, at: Pc) -> bool {
        matches!(self, Self::Within(from, to) if (from..to).contains(&at))
    }
}
