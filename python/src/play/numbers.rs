//! Actions and observations of a play as numbers.

use pyo3::prelude::*;
use tavola_game::{Choosing, Chose, Pending};

use super::{Play, own};
use crate::arrays::give;
use crate::errors::{error, wrong};

impl Play {
    /// How far the answer is chosen. None if the game is over.
    fn choice(&mut self) -> PyResult<Option<Choosing>> {
        if self.choosing.is_none() && self.pending != Pending::Over {
            self.choosing = Some(own(&mut self.referee).begin_choice().map_err(wrong)?);
        }
        Ok(self.choosing)
    }

    fn ids(&mut self) -> PyResult<Vec<u32>> {
        let mut ids = Vec::new();
        if let Some(choosing) = self.choice()? {
            own(&mut self.referee).action_ids(choosing, &mut ids).map_err(wrong)?;
        }
        Ok(ids)
    }
}

#[pymethods]
impl Play {
    /// Ids of the actions that can be chosen now, in ascending order. Empty if the game is over.
    fn legal_actions(&mut self) -> PyResult<Vec<u32>> {
        self.ids()
    }

    /// 1 for each action of players that can be chosen now, 0 for the others. All are 0 at a question to chance and after the end.
    ///
    /// The result is an array of int8: of NumPy if it is installed, else a memoryview. `out` is written instead, and returned.
    #[pyo3(signature = (out=None))]
    fn action_mask<'py>(&mut self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut mask = vec![0_i8; self.game.game.actions().of_players()];
        if let Pending::Choice(_) = self.pending {
            for id in self.ids()? {
                let entry = mask.get_mut(id as usize);
                *entry.ok_or_else(|| error("an action of a player has an id of chance"))? = 1;
            }
        }
        give(py, &mask, out)
    }

    /// Chooses an action. Returns True if this completes the answer, and False if the answer needs another action of the same player.
    ///
    /// A complete answer is given, and the play runs to the next question.
    pub(super) fn step(&mut self, py: Python<'_>, action: u32) -> PyResult<bool> {
        let choosing = self.choice()?.ok_or_else(|| error("the game is over: nothing is asked"))?;
        match own(&mut self.referee).choose_action(choosing, action).map_err(wrong)? {
            Chose::Option(option) => self.take(py, option).map(|()| true),
            Chose::More(more) => {
                self.choosing = Some(more);
                self.chosen.push(action);
                Ok(false)
            }
        }
    }

    /// Ids of the actions to choose, in order, for an option, by its notation or its number. To learn from recorded games.
    fn actions_for(&mut self, option: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        let (option, mut ids) = (self.option(option)?, Vec::new());
        own(&mut self.referee).actions_for(option, &mut ids).map_err(wrong)?;
        Ok(ids)
    }

    /// What a seat may know as numbers; None for a spectator. `Game.observation_planes` says what they mean.
    /// Parts that are chosen of an unfinished answer are not among them; the mask says what can follow.
    ///
    /// The result is an array of float32: of NumPy if it is installed, else a memoryview. `out` is written instead, and returned.
    #[pyo3(signature = (seat, out=None))]
    fn observation<'py>(
        &mut self,
        py: Python<'py>,
        seat: Option<usize>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut numbers = vec![0.0_f32; self.game.game.observation().len()];
        own(&mut self.referee).observe(&self.state, seat, &mut numbers).map_err(wrong)?;
        give(py, &numbers, out)
    }
}
