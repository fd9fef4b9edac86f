//! Records of games.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tavola_game::Pending;
use tavola_lab::record::{self, CHANCE, Record as Recorded};
use tavola_lab::whole;

use crate::arguments;
use crate::errors::{error, unread_record, unwritten, wrong};
use crate::game::Game;
use crate::play::{History, Play};
use crate::rules::Rules;

/// A game as it was played: its set-up, and all answers in notation, those of chance included. It never changes.
#[pyclass(frozen, eq, module = "tavola")]
#[derive(Clone, PartialEq)]
pub(crate) struct Record {
    record: Arc<Recorded>,
}

impl Record {
    /// A record of the library.
    pub(crate) fn new(record: Recorded) -> Self {
        Self { record: Arc::new(record) }
    }

    /// The game of this record, set up by these rules.
    fn game_by(&self, py: Python<'_>, rules: &Rules) -> PyResult<Game> {
        self.record.fits(&rules.checked).map_err(wrong)?;
        let rules = rules.of_variant(py, self.record.variant.as_deref())?;
        rules.playable(py)?;
        rules.set_up(py, &self.record.setup())
    }

    /// A play in the set-up of the record, before its first answer.
    fn begin(&self, py: Python<'_>, rules: &Rules) -> PyResult<Play> {
        let game = self.game_by(py, rules)?;
        let mut play = Play::new(py, &game, game.game.start(), None)?;
        play.history = Some(History { seed: self.record.seed, is_sampled: false, options: Vec::new() });
        Ok(play)
    }

    /// Gives answer `number` (from 0).
    fn give(&self, py: Python<'_>, play: &mut Play, number: usize) -> PyResult<()> {
        let (who, answer) = &self.record.answers[number];
        let given = match play.pending() {
            Pending::Over => Err(error("the game is over already")),
            pending if self.asked(pending) != who => Err(error(format!("the question is for {}", self.asked(pending)))),
            _ => play.answer_with(py, answer),
        };
        given.map_err(|why| {
            let at = format!("answer {} of {} (`{who}: {answer}`)", number + 1, self.record.answers.len());
            let new = error(format!("{at} is not possible: {}", why.value(py)));
            new.set_cause(py, Some(why));
            new
        })
    }

    fn asked(&self, pending: Pending) -> &str {
        match pending {
            Pending::Choice(seat) => self.record.players.get(seat).map_or("", String::as_str),
            Pending::Chance | Pending::Over => CHANCE,
        }
    }
}

#[pymethods]
impl Record {
    /// Reads a record from a file that `tavola play`, `tavola serve` or `Record.write` wrote.
    ///
    /// Raises `RecordError` for a file that is no record; `findings` say where.
    #[staticmethod]
    fn read(py: Python<'_>, #[pyo3(from_py_with = arguments::path)] path: PathBuf) -> PyResult<Self> {
        record::read_file(&path).map(Self::new).map_err(|error| unread_record(py, error))
    }

    /// A record from its text. `name` stands for the file in messages.
    #[staticmethod]
    #[pyo3(signature = (text, name="record"))]
    fn from_text(
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::text)] text: &str,
        #[pyo3(from_py_with = arguments::name)] name: &str,
    ) -> PyResult<Self> {
        record::read_text(name, text).map(Self::new).map_err(|error| unread_record(py, error))
    }

    /// Name of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.record.game
    }

    /// Fingerprint of the rules by which it was played.
    #[getter]
    fn rules_hash(&self) -> &str {
        &self.record.rules
    }

    /// Name of the variant, or of several: `night,short`.
    #[getter]
    fn variant(&self) -> Option<&str> {
        self.record.variant.as_deref()
    }

    /// Changed settings and rulings.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.record.settings.iter().try_for_each(|(name, value)| dict.set_item(name, value))?;
        Ok(dict)
    }

    /// Names of the players, by seat.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.record.players.clone()
    }

    /// Names of the players who are people. None if this is not known.
    #[getter]
    fn people(&self) -> Option<Vec<String>> {
        self.record.people.clone()
    }

    /// Names of the bots, by seat.
    #[getter]
    fn bots(&self) -> Vec<String> {
        self.record.seated().iter().map(ToString::to_string).collect()
    }

    /// Seed of chance and bots.
    #[getter]
    fn seed(&self) -> u64 {
        self.record.seed
    }

    /// All answers in order: the name of a player or `chance`, and the notation of the option.
    #[getter]
    fn answers(&self) -> Vec<(String, String)> {
        self.record.answers.clone()
    }

    /// Names of the winners. None if the game was not over.
    #[getter]
    fn winners(&self) -> Option<Vec<String>> {
        self.record.result.as_ref().map(|result| result.winners.clone())
    }

    /// Names of the players in groups of equals, the best first. None if the game was not over, empty if the rules rank nobody.
    #[getter]
    fn ranking(&self) -> Option<Vec<Vec<String>>> {
        self.record.result.as_ref().map(|result| result.ranking.clone())
    }

    /// The game of this record, set up by these rules with the variant of the record.
    ///
    /// Raises `TavolaError` for rules of another game. Rules may have changed since: compare `Rules.hash` with `rules_hash`.
    fn set_up(&self, py: Python<'_>, #[pyo3(from_py_with = arguments::rules)] rules: Rules) -> PyResult<Game> {
        self.game_by(py, &rules)
    }

    /// The play after the first `answers` answers; None for all. Chance is asked from then on, as in a play without seed.
    ///
    /// Raises `TavolaError` that names the answer, if one is not possible by these rules.
    #[pyo3(signature = (rules, answers=None))]
    fn replay(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::rules)] rules: Rules,
        #[pyo3(from_py_with = arguments::optional_answers)] answers: Option<usize>,
    ) -> PyResult<Play> {
        let mut play = self.begin(py, &rules)?;
        let all = self.record.answers.len();
        let wanted = answers.unwrap_or(all);
        if wanted > all {
            return Err(error(format!("there are {all} answers, not {wanted}")));
        }
        (0..wanted).try_for_each(|number| self.give(py, &mut play, number))?;
        Ok(play)
    }

    /// The play before each answer and after the last one, as an iterator. Each is a copy.
    fn plays(&self, py: Python<'_>, #[pyo3(from_py_with = arguments::rules)] rules: Rules) -> PyResult<Plays> {
        Ok(Plays { record: self.clone(), play: Some(self.begin(py, &rules)?), next: 0 })
    }

    /// The record as text, as `tavola play` writes it.
    fn to_text(&self) -> String {
        self.record.to_yaml()
    }

    /// Writes the record into a file.
    fn write(&self, #[pyo3(from_py_with = arguments::path)] path: PathBuf) -> PyResult<()> {
        whole::write(&path, &self.record.to_yaml()).map_err(|why| unwritten(&path, &why))
    }

    fn __len__(&self) -> usize {
        self.record.answers.len()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("from_text")?, (self.to_text(),)))
    }

    fn __repr__(&self) -> String {
        let Recorded { game, players, answers, .. } = &*self.record;
        format!("<Record of {game}, {}: {} answers>", players.join(", "), answers.len())
    }
}

/// Plays of a record, one at each question.
#[pyclass(module = "tavola")]
pub(crate) struct Plays {
    record: Record,
    /// The play that comes next. None at the end, and after an error.
    play: Option<Play>,
    next: usize,
}

#[pymethods]
impl Plays {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Play>> {
        let Some(mut play) = self.play.take() else { return Ok(None) };
        if self.next > 0 {
            self.record.give(py, &mut play, self.next - 1)?;
        }
        let shown = play.twin(py)?;
        self.next += 1;
        if self.next <= self.record.record.answers.len() {
            self.play = Some(play);
        }
        Ok(Some(shown))
    }
}
