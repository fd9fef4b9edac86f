//! Tallies: what parts of a simulation count, so that several processes can play it.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use pythonize::pythonize;
use tavola_lab::{Plan, RunHooks, Tally as Counted, Unmerged, tally};

use crate::arguments::{self, mistyped};
use crate::errors::{error, unmerged, wrong};
use crate::game::Game;
use crate::lab::{bots, until_interrupted};

/// Counts of successive games of a run. Tallies of adjacent games merge to that of one run, from which reports are made.
#[pyclass(frozen, module = "tavola")]
#[derive(Clone)]
pub(crate) struct Tally {
    counted: Counted,
}

#[pymethods]
impl Game {
    /// Plays games `first` to `first + games - 1` of a run, and counts them. Arguments are those of `simulate`.
    #[pyo3(signature = (first=0, games=1000, seed=1, bots=None, jobs=0, rotate=false, check=false))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn tally(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::first)] first: u64,
        #[pyo3(from_py_with = arguments::games)] games: u64,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        bots: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = arguments::jobs)] jobs: usize,
        #[pyo3(from_py_with = arguments::rotate)] rotate: bool,
        #[pyo3(from_py_with = arguments::check)] check: bool,
    ) -> PyResult<Tally> {
        let bots = self::bots(bots, self.game.players())?;
        let plan = Plan { first, games, seed, jobs, bots, rotate, check, ..Plan::default() };
        let game = &self.game;
        let work = |stop: &AtomicBool| tally(game, &plan, RunHooks { stop, ..RunHooks::default() });
        Ok(Tally { counted: until_interrupted(py, work)?.map_err(wrong)? })
    }
}

#[pymethods]
impl Tally {
    /// Reads what `to_bytes` wrote.
    #[staticmethod]
    fn from_bytes(#[pyo3(from_py_with = arguments::data)] data: Bound<'_, PyBytes>) -> PyResult<Self> {
        let damaged = |why: String| error(format!("this is no whole tally: {why}; play its games again"));
        let counted: Counted = serde_json::from_slice(data.as_bytes()).map_err(|error| damaged(error.to_string()))?;
        match counted.is_complete() {
            true => Ok(Self { counted }),
            false => Err(damaged("some of its games are not counted".to_owned())),
        }
    }

    /// The tally as JSON. Equal tallies have equal bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let text = serde_json::to_vec(&self.counted).map_err(|why| error(why.to_string()))?;
        Ok(PyBytes::new(py, &text))
    }

    /// Merges tallies of one run. They may come in any order; adjacent ones are merged as they come.
    ///
    /// Raises `MergeError` if they belong to different runs, count a game twice, or leave games out.
    #[staticmethod]
    fn merge(py: Python<'_>, tallies: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut runs = BTreeMap::new();
        for tally in
            tallies.try_iter().map_err(|_| mistyped("tallies", "`Tally` objects, in a list for instance", tallies))?
        {
            let tally = tally?;
            let tally = tally.cast::<Self>().map_err(|_| mistyped("tallies", "`Tally` objects only", &tally))?;
            add(&mut runs, tally.get().counted.clone()).map_err(|why| unmerged(py, why))?;
        }
        let merged = runs.into_values().map(Ok).reduce(|one, next| one?.merged(next?));
        let counted = merged.ok_or_else(|| error("there is no tally to merge"))?.map_err(|why| unmerged(py, why))?;
        Ok(Self { counted })
    }

    /// First and end of the planned games, by their numbers in the run.
    #[getter]
    fn games(&self) -> (u64, u64) {
        (self.counted.games().start, self.counted.games().end)
    }

    /// Seed of the run.
    #[getter]
    fn seed(&self) -> u64 {
        self.counted.seed()
    }

    /// Fingerprint of the rules.
    #[getter]
    fn rules_hash(&self) -> &str {
        self.counted.rules()
    }

    /// The report, as `Game.simulate` returns it.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, &self.counted.report())?)
    }

    /// Text that `tavola simulate --format json` prints for these runs: each a tally with the path of its game.
    #[staticmethod]
    fn document(runs: &Bound<'_, PyAny>) -> PyResult<String> {
        let wanted = "a list of pairs of a path and a `Tally`";
        let runs: Vec<(String, PyRef<'_, Self>)> = runs.extract().map_err(|_| mistyped("runs", wanted, runs))?;
        let runs = runs.into_iter().map(|(path, tally)| (path, tally.counted.clone())).collect();
        let text = tavola::tools::simulated(runs).map_err(error)?;
        Ok(text + "\n")
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.counted == other.counted
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let make = py.get_type::<Self>().getattr("from_bytes")?;
        Ok((make, (self.to_bytes(py)?,)))
    }

    fn __repr__(&self) -> String {
        let (games, seed) = (self.counted.games(), self.counted.seed());
        format!("<Tally of games {} to {} of rules {}, seed {seed}>", games.start, games.end, self.counted.rules())
    }
}

/// Adds a tally to merged ones, by their first games, and merges it with its neighbours. No two of them are adjacent.
fn add(runs: &mut BTreeMap<u64, Counted>, mut tally: Counted) -> Result<(), Unmerged> {
    let start = tally.games().start;
    let before = runs.range(..=start).next_back().filter(|(_, run)| run.games().end >= start);
    if let Some(before) = before.map(|(&first, _)| first).and_then(|first| runs.remove(&first)) {
        tally = before.merged(tally)?;
    }
    let games = tally.games();
    let after = runs.range(games.start..=games.end).next().map(|(&first, _)| first);
    if let Some(after) = after.and_then(|first| runs.remove(&first)) {
        tally = tally.merged(after)?;
    }
    runs.insert(tally.games().start, tally);
    Ok(())
}
