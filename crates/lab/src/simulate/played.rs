//! Figures of one game.

use crate::agent::Bot;
use tavola_game::{Fault, NamedValue, Referee, State};

use super::first_answer::FirstAnswer;
use super::leads::Lead;

/// Numbers of questions in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct QuestionCounts {
    /// Questions to players.
    pub(crate) asked: u64,
    /// Questions to chance.
    pub(crate) chance: u64,
    /// Questions to players with a single option.
    pub(crate) forced: u64,
    /// Options of all questions to players.
    pub(crate) options: u64,
    /// Maximum number of options of one question.
    pub(crate) most: u64,
}

impl QuestionCounts {
    /// Counts a question to a player with this number of options.
    pub(super) fn ask(&mut self, options: u64) {
        self.asked += 1;
        self.options += options;
        self.most = self.most.max(options);
        self.forced += u64::from(options == 1);
    }
}

/// A game that was played to the end.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// Its questions.
    pub(crate) questions: QuestionCounts,
    /// Seats that won.
    pub(crate) winners: Vec<usize>,
    /// Final values of the tracks, always in the same order.
    pub(crate) tracks: Vec<NamedValue<i64>>,
    /// Lead in the game. None if it was not measured, or if the rules do not rank unfinished games.
    pub(crate) lead: Option<Lead>,
    /// Bots, seat by seat.
    pub(crate) bots: Vec<Bot>,
    /// Values by which wins are grouped, seat by seat; none if the moment did not come. Empty without an expression.
    pub(crate) by: Vec<Option<String>>,
    /// First answers, seat by seat; none for a seat that was never asked. Empty if the game was not analysed in detail.
    pub(crate) first_answers: Vec<Option<FirstAnswer>>,
    /// Runs of each phase with a heading, in the order of [`tavola_game::Game::phases`].
    pub(crate) phases: Vec<u64>,
}

impl Played {
    /// Reads the result and the tracks at the end of a game.
    ///
    /// # Errors
    /// A fault in the rules for the winner.
    pub(super) fn at_end(referee: &mut Referee, state: &State, questions: QuestionCounts) -> Result<Self, Fault> {
        let winners = referee.result(state)?.winners;
        Ok(Self {
            questions,
            winners,
            tracks: referee.game().tracks(state),
            lead: None,
            bots: Vec::new(),
            by: Vec::new(),
            first_answers: Vec::new(),
            phases: Vec::new(),
        })
    }
}
