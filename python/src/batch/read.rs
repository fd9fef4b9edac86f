//! Reading of the actions that Python gives.

use std::fmt::Display;

use pyo3::buffer::Element;
use pyo3::prelude::*;

use crate::arguments::{Whole, mistyped_as};
use crate::arrays::{self, described};
use crate::errors::{error, with};

/// The actions of all rows, of a game that has this number of them.
pub(super) fn actions(given: &Bound<'_, PyAny>, rows: usize, actions: usize) -> PyResult<Vec<u32>> {
    let read: PyResult<Vec<u32>> = match integers::<i64>(given).or_else(|| integers::<i32>(given)) {
        Some(read) => {
            let id =
                |(row, action): (usize, i64)| u32::try_from(action).map_err(|_| none(given.py(), row, action, actions));
            read?.into_iter().enumerate().map(id).collect()
        }
        None => sequence(given, rows, actions),
    };
    let read = read?;
    match read.len() == rows {
        true => Ok(read),
        false => Err(error(format!("`actions` has {} actions for {rows} rows", read.len()))),
    }
}

/// The error for an action that cannot be an id.
fn none(py: Python<'_>, row: usize, action: impl Display, actions: usize) -> PyErr {
    let wrong = error(format!("row {row}: there is no action {action}: ids are below {actions}"));
    with(py, wrong, "row", row)
}

/// The integers of an array of this type.
fn integers<T: Element + Into<i64>>(given: &Bound<'_, PyAny>) -> Option<PyResult<Vec<i64>>> {
    let buffer = arrays::buffer::<T>(given).filter(|buffer| buffer.dimensions() == 1)?;
    Some(buffer.to_vec(given.py()).map(|read| read.into_iter().map(Into::into).collect()))
}

/// The actions of any other sequence, such as a list or an array of another type.
fn sequence(given: &Bound<'_, PyAny>, rows: usize, actions: usize) -> PyResult<Vec<u32>> {
    let wanted =
        || mistyped_as("actions", &format!("a flat array or sequence of {rows} whole numbers"), &described(given));
    let id = |(row, action): (usize, &Bound<'_, PyAny>)| {
        let number = Whole::read(action).ok_or_else(wanted)?;
        number.id().ok_or_else(|| none(given.py(), row, number, actions))
    };
    let given: Vec<Bound<'_, PyAny>> = given.extract().map_err(|_| wanted())?;
    given.iter().enumerate().map(id).collect()
}
