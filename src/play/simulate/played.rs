//! What one game came to, in figures.

use crate::game::{Fault, NamedValue, Referee, State};
use crate::play::agent::Bot;

use super::leads::Lead;

/// The questions of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::play) struct QuestionCounts {
    /// Asked of players.
    pub(in crate::play) asked: u64,
    /// Answered by chance.
    pub(in crate::play) chance: u64,
    /// Asked of players, with a single option.
    pub(in crate::play) forced: u64,
    /// Options of all that players were asked.
    pub(in crate::play) options: u64,
    /// The most options that one of them had.
    pub(in crate::play) most: u64,
}

impl QuestionCounts {
    /// A player is asked a question with so many options.
    pub(super) fn ask(&mut self, options: u64) {
        self.asked += 1;
        self.options += options;
        self.most = self.most.max(options);
        self.forced += u64::from(options == 1);
    }
}

/// A game that came to its end.
#[derive(Clone, Debug)]
pub(in crate::play) struct Played {
    /// What was asked.
    pub(in crate::play) questions: QuestionCounts,
    /// The seats that won.
    pub(in crate::play) winners: Vec<usize>,
    /// Where the tracks stand, always the same tracks in the same order.
    pub(in crate::play) tracks: Vec<NamedValue<i64>>,
    /// Who was ahead on the way; none where nobody looked, or the rules do not tell.
    pub(in crate::play) lead: Option<Lead>,
    /// Who played, seat by seat.
    pub(in crate::play) bots: Vec<Bot>,
    /// By what wins are told apart: a value for each seat, none where its moment did not come; no seats where nothing was asked for.
    pub(in crate::play) by: Vec<Option<String>>,
}

impl Played {
    /// Reads result and tracks off the end of a game.
    ///
    /// # Errors
    /// A fault of the rules that tell who wins.
    pub(super) fn at_end(referee: &mut Referee, state: &State, questions: QuestionCounts) -> Result<Self, Fault> {
        let winners = referee.result(state)?.winners;
        Ok(Self {
            questions,
            winners,
            tracks: referee.game().tracks(state),
            lead: None,
            bots: Vec::new(),
            by: Vec::new(),
        })
    }
}
