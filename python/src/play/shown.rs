//! Questions, options and views of a play as plain data.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use pythonize::pythonize;
use tavola_game::{Pending, WhyNot};

use super::{Play, own};
use crate::arguments::mistyped;
use crate::errors::{error, wrong};

#[pymethods]
impl Play {
    /// The open question of a player, with its options, as data. None if chance is asked or the game is over.
    #[getter]
    fn question<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let question = own(&mut self.referee).question(&self.state);
        question.map(|question| Ok(pythonize(py, &question)?)).transpose()
    }

    /// Notations of the options of the open question, those of chance included. Their order numbers the options.
    #[getter]
    fn options(&mut self) -> Vec<String> {
        match self.pending {
            Pending::Over => Vec::new(),
            _ => (0..own(&mut self.referee).option_count())
                .map(|option| own(&mut self.referee).notation(option))
                .collect(),
        }
    }

    /// Labels of the options for players.
    #[getter]
    fn labels(&mut self) -> Vec<String> {
        match self.pending {
            Pending::Over => Vec::new(),
            _ => (0..own(&mut self.referee).option_count())
                .map(|option| own(&mut self.referee).label(&self.state, option))
                .collect(),
        }
    }

    /// Probabilities of the options, if chance is asked. Empty otherwise.
    #[getter]
    fn probabilities(&mut self) -> Vec<f64> {
        if self.pending != Pending::Chance {
            return Vec::new();
        }
        let referee = &*own(&mut self.referee);
        let weights = || (0..referee.option_count()).map(|option| f64::from(referee.weight(option)));
        let sum: f64 = weights().sum();
        weights().map(|weight| weight / sum).collect()
    }

    /// The view of a seat as data; None for a spectator.
    fn view<'py>(&mut self, py: Python<'py>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat(seat)?;
        Ok(pythonize(py, &own(&mut self.referee).view(&self.state, seat))?)
    }

    /// All that a seat saw since the start of the game, as one line; None for a spectator. A key with perfect recall: it is equal for
    /// plays that the seat cannot tell apart. Parts that are chosen of an unfinished answer are not in it.
    ///
    /// The game is replayed for it. Raises `TavolaError` for a restored or unpickled play, which does not know its answers.
    fn information_state(&mut self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let seat = self.seat(seat)?;
        self.known_history()?;
        Ok(own(&mut self.referee).information_state(&self.state, seat).map_err(wrong)?.to_string())
    }

    /// The reason why an answer is not offered, as data. None if it is offered. Several parts of its name may be given.
    #[pyo3(signature = (*names))]
    fn why_not<'py>(&mut self, py: Python<'py>, names: &Bound<'py, PyTuple>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let read = |name: Bound<'py, PyAny>| {
            name.extract::<String>().map_err(|_| mistyped("names", "a string for each part", &name))
        };
        let names: Vec<String> = names.iter().map(read).collect::<PyResult<_>>()?;
        if names.is_empty() {
            return Err(error("name the answer that you ask about: `why_not(\"drop(4)\")`"));
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        match own(&mut self.referee).why_not(&self.state, &names) {
            WhyNot::Offered(_) => Ok(None),
            WhyNot::Refused(refusal) => Ok(Some(pythonize(py, &refusal)?)),
        }
    }
}
