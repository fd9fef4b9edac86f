//! Answers to the open question, and questions that are put aside.

use std::mem;

use crate::question::{Asking, OpenQuestion};
use crate::{Error, Fault, Game};
use tavola_core::code::AskId;
use tavola_core::vm::State;

use super::Referee;

/// Reason why an answer is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// No question is open.
    #[error("no question is open: call `run` first")]
    NoQuestion,
    /// The open question belongs to another position.
    #[error("the open question belongs to another position: call `run` with this one")]
    OtherPosition,
    /// The open question has fewer options.
    #[error("there is no option {option}: the open question has options 0 to {last}", last = options.saturating_sub(1))]
    NoOption {
        /// The number that was given.
        option: usize,
        /// Number of options.
        options: usize,
    },
    /// A fault of the rules.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// A question that was taken out of its referee, with all its options and the position that it belongs to.
///
/// One referee can so serve many positions, and list the options of each only once.
///
/// ```
/// use tavola_game::{Rules, Setup};
///
/// let rules = "game two \"Two\" for 2 players\n\ntrack fame[Player] 0..\n\nplay\n  each p in Player\n    \
///              p chooses n in 1..3 \"How much?\"\n    p gains n fame\n\nwinner p in Player by most fame[p]\n";
/// let game = Rules::from_texts(&[("two", rules)]).game(&Setup::of(2))?;
/// let (mut referee, mut one) = (game.referee(), game.start());
/// referee.run(&mut one)?;
/// let mut two = one.clone();
/// referee.answer(&mut two, 2)?;
/// let first = referee.take_question();
///
/// referee.run(&mut two)?;
/// referee.put_question(first)?;
/// referee.try_answer(&mut one, 0)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AskedQuestion {
    game: Game,
    open: OpenQuestion,
}

impl AskedQuestion {
    /// Number of options. 0 if no question was open.
    pub fn option_count(&self) -> usize {
        self.open.options.len()
    }

    /// True if the question was asked at this position. Always true if a referee [without this check](Referee::without_position_check) asked it.
    pub fn belongs_to(&self, state: &State) -> bool {
        self.open.belongs_to(state)
    }
}

impl Referee {
    /// Gives an answer: an option by its number, from 0. [`Referee::run`] continues from there.
    ///
    /// The question stays open, so that other copies of the position can be answered.
    ///
    /// # Errors
    /// A fault of the rules.
    ///
    /// # Panics
    /// If no question is open, it has no such option, or the state is not the position of the question.
    /// [`Referee::try_answer`] returns an error instead.
    pub fn answer(&mut self, state: &mut State, option: usize) -> Result<(), Fault> {
        self.try_answer(state, option).map_err(|error| match error {
            AnswerError::Fault(fault) => fault,
            wrong => panic!("{wrong}"),
        })
    }

    /// Gives an answer like [`Referee::answer`], and never panics.
    ///
    /// # Errors
    /// See [`AnswerError`]. The state is unchanged, except after a fault of the rules.
    pub fn try_answer(&mut self, state: &mut State, option: usize) -> Result<(), AnswerError> {
        let id = self.answerable(state, option)?;
        let Self { game, machine, open, log, answer_history, .. } = self;
        if log.on {
            log.note(&mut Asking { game, open, machine, state }, option);
        }
        if !answer_history.notes {
            return Ok(machine.answer_with(game.program(), state, id, &open.options, option)?);
        }
        let past = state.history().clone();
        let from = past.is_unknown().then(|| state.clone());
        machine.answer_with(game.program(), state, id, &open.options, option)?;
        state.set_history(past.and(option, from));
        Ok(())
    }

    /// The open question, if it belongs to this position and has such an option.
    fn answerable(&self, state: &State, option: usize) -> Result<AskId, AnswerError> {
        let id = self.open.id.ok_or(AnswerError::NoQuestion)?;
        if !self.open.belongs_to(state) {
            return Err(AnswerError::OtherPosition);
        }
        let options = self.option_count();
        if option < options { Ok(id) } else { Err(AnswerError::NoOption { option, options }) }
    }

    /// Takes the open question out of this referee. Then no question is open.
    pub fn take_question(&mut self) -> AskedQuestion {
        let open = self.open.successor();
        AskedQuestion { game: self.game.clone(), open: mem::replace(&mut self.open, open) }
    }

    /// Exchanges the open question with one that was taken out of a referee of the same game. Nothing is allocated.
    ///
    /// # Errors
    /// If the question belongs to another game.
    pub fn exchange_question(&mut self, question: &mut AskedQuestion) -> Result<(), Error> {
        self.belongs(question)?;
        let taken = mem::take(&mut question.open).following(&self.open);
        question.open = mem::replace(&mut self.open, taken);
        Ok(())
    }

    /// Opens a question that was taken out of this referee or another one of the same game. The question that was open is closed.
    ///
    /// # Errors
    /// If the question belongs to another game.
    pub fn put_question(&mut self, question: AskedQuestion) -> Result<(), Error> {
        self.belongs(&question)?;
        self.open = question.open.following(&self.open);
        Ok(())
    }

    fn belongs(&self, question: &AskedQuestion) -> Result<(), Error> {
        let is_own = self.game.is(&question.game);
        is_own
            .then_some(())
            .ok_or_else(|| Error::new("the question belongs to another game: use a referee of its game"))
    }
}
