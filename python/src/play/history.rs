//! The answers of a play since its start, as a record.

use pyo3::prelude::*;
use tavola_game::{Fault, Pending};
use tavola_lab::record::{CHANCE, GameResult, Record as Recorded};

use super::{Play, chance};
use crate::errors::error;
use crate::record::Record;

/// The start of a play, and the numbers of the options that were answered. Sampled chance is not among them.
#[derive(Clone)]
pub(crate) struct History {
    pub(crate) seed: u64,
    /// True if the seed samples chance.
    pub(crate) is_sampled: bool,
    pub(crate) options: Vec<usize>,
}

impl History {
    /// A play that starts now.
    pub(crate) fn new(seed: Option<u64>) -> Self {
        Self { seed: seed.unwrap_or(0), is_sampled: seed.is_some(), options: Vec::new() }
    }
}

impl Play {
    /// The start and all answers.
    pub(super) fn known_history(&self) -> PyResult<&History> {
        let unknown = "this play began at a saved position or was pickled, so its earlier answers are not known: begin with `Game.start`";
        self.history.as_ref().ok_or_else(|| error(unknown))
    }

    /// Plays from the start again and notes all answers.
    fn recorded(&self, history: &History) -> Result<Recorded, Fault> {
        let (game, players) = (&self.game.game, &self.game.game.setup().players);
        let mut record = Recorded::begin(&self.game.rules.checked, game.setup(), history.seed);
        let (mut referee, mut state) = (game.referee(), game.start());
        let mut chance = history.is_sampled.then(|| chance(history.seed));
        let mut options = history.options.iter().copied();
        loop {
            let pending = referee.run(&mut state)?;
            let who = match pending {
                Pending::Choice(seat) => players.get(seat).map_or("", String::as_str),
                Pending::Chance => CHANCE,
                Pending::Over => {
                    record.result = Some(GameResult::new(&referee.result(&state)?, players));
                    break;
                }
            };
            let sampled = chance.as_mut().filter(|_| pending == Pending::Chance).map(|chance| chance.pick(&referee));
            let Some(option) = sampled.or_else(|| options.next()) else { break };
            record.answers.push((who.to_owned(), referee.notation(option)));
            referee.answer(&mut state, option)?;
        }
        Ok(record)
    }
}

#[pymethods]
impl Play {
    /// The record of this play, as `tavola play` writes it: the set-up, the seed, and all answers, those of chance included.
    ///
    /// Raises `TavolaError` for a play that began at a saved position or was pickled: its earlier answers are not known.
    fn to_record(&self, py: Python<'_>) -> PyResult<Record> {
        self.recorded(self.known_history()?).map(Record::new).map_err(|found| self.fault(py, &found))
    }
}
