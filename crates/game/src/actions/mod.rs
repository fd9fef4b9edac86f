//! Actions: a fixed numbering of everything that can be answered, for programs that learn.
//!
//! The numbering follows from the program alone: its questions, their arms, and bounds of the values that they name. Playing adds
//! nothing to it. A question with a few hundred possible answers has one id for each. For others the values are asked one after
//! another, so an answer takes several ids.

mod build;
mod encoding;
mod path;

use std::ops::Range;

pub(crate) use path::OpenActions;
pub use path::OpenIds;

use encoding::ArmCode;

/// All actions of a game with one set-up, see [`Game::actions`](crate::Game::actions).
///
/// Ids are consecutive from 0. Those of players come first.
#[derive(Debug)]
pub struct ActionSpace {
    actions: Vec<Action>,
    groups: Vec<ActionGroup>,
    /// Number of actions of players.
    of_players: usize,
    /// For each question of the program, how its arms become ids. A question that combines several has one.
    codes: Vec<Vec<ArmCode>>,
}

/// An answer, or a value of an answer that is given part by part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// Number of its group in [`ActionSpace::groups`].
    pub group: usize,
    /// Notation, with `..` for values that are asked by themselves: `ride(hill, 2)`, `ride(hill, ..)`.
    pub notation: String,
    /// Label for players. What only a position says is `..`.
    pub label: String,
}

/// The actions that answer one question, or name one value of its answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ActionGroup {
    /// Name of the rule that asks. For an action of a menu the name of the action: it has the same ids in all menus.
    pub rule: String,
    /// Place of the question or action in the rules: `file:line:column`.
    pub place: String,
    /// Text of the question or title of the action. What only a position says is `..`.
    pub prompt: String,
    /// For a value that is asked by itself, its number among the values of the answer, from 1. `None` for whole answers.
    pub part: Option<usize>,
    /// True if chance answers.
    pub chance: bool,
    /// Its ids.
    pub ids: Range<u32>,
}

impl ActionSpace {
    /// Number of actions, those of chance included. Every id is below it.
    #[allow(clippy::len_without_is_empty, reason = "a set-up without any question has no use for it")]
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Number of actions of players. Their ids are below it.
    pub fn of_players(&self) -> usize {
        self.of_players
    }

    /// All actions in the order of their ids.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The groups in the order of their ids.
    pub fn groups(&self) -> &[ActionGroup] {
        &self.groups
    }
}
