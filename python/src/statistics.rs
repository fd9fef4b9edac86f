//! The statistics of reports, for results that are counted in Python.

use pyo3::prelude::*;
use pythonize::pythonize;
use tavola_lab::statistics::{FractionSums, Share};

use crate::arguments;
use crate::errors::error;

/// Raises `TavolaError` for a number of games or a seed that `Game.simulate` refuses.
#[pyfunction]
pub(crate) fn check_run(
    #[pyo3(from_py_with = arguments::games)] games: u64,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
) {
    let _ = (games, seed);
}

/// The share of `count` in `tries` as reports write it: `count`, `rate`, and the 95% interval from `low` to `high`.
#[pyfunction]
pub(crate) fn share<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = arguments::count)] count: u64,
    #[pyo3(from_py_with = arguments::tries)] tries: u64,
) -> PyResult<Bound<'py, PyAny>> {
    if count > tries {
        return Err(error(format!("{count} of {tries} are too many")));
    }
    Ok(pythonize(py, &Share::of(count, tries))?)
}

/// The mean of numbers as reports write it: `mean`, and the 95% interval from `low` to `high`. None for fewer than two.
///
/// `bounds` are the lowest and the highest number that there can be: then the interval is Wilson's for such numbers, and stays within.
#[pyfunction]
#[pyo3(signature = (numbers, bounds=None))]
pub(crate) fn mean(
    py: Python<'_>,
    numbers: Vec<f64>,
    bounds: Option<(f64, f64)>,
) -> PyResult<Option<Bound<'_, PyAny>>> {
    let mut sums = FractionSums::default();
    numbers.into_iter().for_each(|number| sums.add(number));
    let mean = bounds.map_or_else(|| sums.mean(), |(least, most)| sums.mean_between(least, most));
    mean.map(|mean| Ok(pythonize(py, &mean)?)).transpose()
}
