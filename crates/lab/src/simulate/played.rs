//! What one game came to, in figures.

use crate::agent::Bot;
use tavola_game::{Fault, NamedValue, Referee, State};

use super::leads::Lead;

/// The questions of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct QuestionCounts {
    /// Asked of players.
    pub(crate) asked: u64,
    /// Answered by chance.
    pub(crate) chance: u64,
    /// Asked of players, with a single option.
    pub(crate) forced: u64,
    /// Options of all that players were asked.
    pub(crate) options: u64,
    /// The most options that one of them had.
    pub(crate) most: u64,
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
pub(crate) struct Played {
    /// What was asked.
    pub(crate) questions: QuestionCounts,
    /// The seats that won.
    pub(crate) winners: Vec<usize>,
    /// Where the tracks stand, always the same tracks in the same order.
    pub(crate) tracks: Vec<NamedValue<i64>>,
    /// Who was ahead on the way; none where nobody looked, or the rules do not tell.
    pub(crate) lead: Option<Lead>,
    /// Who played, seat by seat.
    pub(crate) bots: Vec<Bot>,
    /// By what wins are told apart: a value for each seat, none where its moment did not come; no seats where nothing was asked for.
    pub(crate) by: Vec<Option<String>>,
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
