//! Actions and observations of a play as numbers.

use pyo3::prelude::*;
use pyo3::types::PyList;
use tavola_game::{Error, Pending};

use super::{Play, own};
use crate::arguments;
use crate::arrays::give;
use crate::errors::Stop;

impl Play {
    /// Ids of the actions that can be chosen now. They are listed once. None if the game is over.
    pub(crate) fn legal(&mut self) -> Result<&[u32], Stop> {
        if !self.is_listed {
            match self.pending {
                Pending::Over => self.open.clear(),
                _ => own(&mut self.referee).begin_actions(&mut self.open)?,
            }
            self.is_listed = true;
        }
        Ok(self.open.ids())
    }

    /// Chooses an action. Returns the option if this completes the answer. After an error the play is as it was.
    pub(super) fn choose_id(&mut self, action: u32) -> Result<Option<usize>, Stop> {
        self.legal()?;
        if self.pending == Pending::Over {
            return Err(Error::new("the game is over: nothing is asked").into());
        }
        let chosen = own(&mut self.referee).choose_action(&mut self.open, action);
        chosen.map_err(|Error { message, .. }| match self.pending {
            Pending::Chance => Error::new(format!("{message}: chance is asked, `start(seed=..)` samples it")).into(),
            _ => Error::new(message).into(),
        })
    }

    /// Chooses an action, and notes it if the answer needs another one.
    pub(crate) fn choose_next(&mut self, action: u32) -> Result<Option<usize>, Stop> {
        let option = self.choose_id(action)?;
        if option.is_none() {
            self.chosen.push(action);
        }
        Ok(option)
    }

    /// Chooses an action, and answers if this completes the answer. Returns false if it does not.
    pub(crate) fn choose_action(&mut self, py: Python<'_>, action: u32) -> PyResult<bool> {
        match self.choose_next(action) {
            Ok(Some(option)) => self.take(py, option).map(|()| true),
            Ok(None) => Ok(false),
            Err(stop) => Err(stop.raise(py, &self.game.game)),
        }
    }

    /// Writes the mask.
    pub(crate) fn write_mask(&mut self, mask: &mut [i8]) -> Result<(), Stop> {
        let legal = match self.pending {
            Pending::Choice(_) => self.legal()?,
            Pending::Chance | Pending::Over => &[],
        };
        // Ids are in ascending order.
        if legal.last().is_some_and(|&last| last as usize >= mask.len()) {
            return Err(Error::new("an action of a player has an id of chance").into());
        }
        mask.fill(0);
        legal.iter().for_each(|&id| mask[id as usize] = 1);
        Ok(())
    }

    /// Writes the observation of a seat, or of a spectator.
    pub(crate) fn write_observation(&mut self, seat: Option<usize>, numbers: &mut [f32]) -> Result<(), Stop> {
        Ok(own(&mut self.referee).observe(&self.state, seat, numbers)?)
    }
}

#[pymethods]
impl Play {
    /// Ids of the actions that can be chosen now, in ascending order. Empty if the game is over.
    fn legal_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match self.legal() {
            Ok(ids) => PyList::new(py, ids),
            Err(stop) => Err(stop.raise(py, &self.game.game)),
        }
    }

    /// 1 for each action of players that can be chosen now, 0 for the others. All are 0 at a question to chance and after the end.
    ///
    /// The result is an array of int8: of NumPy if it is installed, else a memoryview. `out` is written instead, and returned.
    #[pyo3(signature = (out=None))]
    fn action_mask<'py>(&mut self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let count = self.game.game.actions().of_players();
        let done = give(py, count, out, |mask| self.write_mask(mask))?;
        done.map_err(|stop| stop.raise(py, &self.game.game))
    }

    /// Chooses an action. Returns True if this completes the answer, and False if the answer needs another action of the same player.
    ///
    /// A complete answer is given, and the play runs to the next question.
    fn step(&mut self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        let action = arguments::action(action, self.game.game.actions().len())?;
        self.choose_action(py, action)
    }

    /// Ids of the actions to choose, in order, for an option, by its notation or its number. To learn from recorded games.
    fn actions_for(&mut self, option: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        let (option, mut ids) = (self.option(option)?, Vec::new());
        own(&mut self.referee).actions_for(option, &mut ids).map_err(crate::errors::wrong)?;
        Ok(ids)
    }

    /// The observation of a seat; None for a spectator. `Game.observation_planes` says what they mean.
    /// Parts that are chosen of an unfinished answer are not among them; the mask says what can follow.
    ///
    /// The result is an array of float32: of NumPy if it is installed, else a memoryview. `out` is written instead, and returned.
    #[pyo3(signature = (seat, out=None))]
    fn observation<'py>(
        &mut self,
        py: Python<'py>,
        seat: Option<&Bound<'_, PyAny>>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (seat, count) = (self.seat(seat)?, self.game.game.observation().len());
        let done = give(py, count, out, |numbers| self.write_observation(seat, numbers))?;
        done.map_err(|stop| stop.raise(py, &self.game.game))
    }
}
